/* Measures the cost of single operations of the search on the program that the arguments name: a
 * jump between any two states of a large tree, the delta that a state keeps, the memory of the
 * visited set as it grows, a transition with and without h, its fingerprint, and the value that
 * each heuristic gives a state. Times are processor times.
 *
 *     tree CLASSPATH STATES LOCATION MAIN ARGS... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/rng.h"
#include "engine/session/session.h"

enum { JUMPS = 20000, WALKS = 200, ROUNDS = 9, BRANCHES = 64, WALK_MAX = 4000 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void must(int failed, struct error *err) {
  if (!failed) return;
  fprintf(stderr, "tree: %s\n", err->msg);
  exit(1);
}

static struct engine *open_session(char **argv, uint32_t properties) {
  struct engine_options o;
  struct engine *e;
  struct error err = {0};
  engine_options_init(&o);
  o.class_path = argv[1];
  o.main_class = argv[4];
  o.argv = argv + 5;
  while (o.argv[o.argc]) o.argc++;
  o.por = POR_NONE;
  o.properties = properties;
  must(engine_open(&o, &e, &err), &err);
  return e;
}

/* ---- the tree and the visited set ---- */

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Explores states breadth-first and keeps every state. Returns the number of states. */
static uint32_t grow(struct engine *e, uint32_t wanted) {
  struct visited *seen = visited_new(false);
  struct error err = {0};
  struct choice c[BRANCHES];
  uint32_t next, i;
  double worst = 0, per_state = 0;
  visited_add(seen, canon_fingerprint(e->x.canon, false));
  for (next = 0; next < e->x.nodes.len && visited_count(seen) < wanted; next++) {
    uint32_t n;
    explorer_go(&e->x, next);
    n = vm_choices(e->vm, c, BRANCHES);
    for (i = 0; i < n && visited_count(seen) < wanted; i++) {
      node_id k;
      must(explorer_apply(&e->x, c[i], &k, &err), &err);
      if (!visited_add(seen, canon_fingerprint(e->x.canon, false))) {
        explorer_pop(&e->x);
        continue;
      }
      per_state = (double)visited_bytes(seen) / (double)visited_count(seen);
      if (visited_count(seen) > 10000 && per_state > worst) worst = per_state;
      explorer_go(&e->x, next);
    }
  }
  printf("%-44s %12llu\n", "states of the tree", (unsigned long long)visited_count(seen));
  printf("%-44s %12.0f bytes\n", "delta of a state, mean",
         (double)e->x.held_bytes / (double)visited_count(seen));
  printf("%-44s %12.1f bytes (at most %.1f from 10,000 states on)\n", "visited set, per state",
         per_state, worst);
  visited_free(seen);
  return (uint32_t)e->x.nodes.len;
}

static void jump(struct engine *e, uint32_t nodes) {
  static double t[JUMPS];
  struct rng rng;
  uint32_t i;
  rng_seed(&rng, 1);
  for (i = 0; i < JUMPS; i++) {
    uint32_t to = (uint32_t)rng_below(&rng, nodes);
    double start = now();
    explorer_go(&e->x, to);
    t[i] = now() - start;
  }
  qsort(t, JUMPS, sizeof *t, by_value);
  printf("%-44s %12.2f us (99 %%: %.2f, longest %.2f)\n", "jump between two states, median",
         t[JUMPS / 2] * 1e6, t[JUMPS / 100 * 99] * 1e6, t[JUMPS - 1] * 1e6);
}

/* ---- transitions ---- */

/* Takes a random path to an end of the program and returns its length. */
static uint32_t walk_path(struct engine *e, struct choice *path) {
  struct rng rng;
  struct error err = {0};
  struct choice c[BRANCHES];
  uint32_t n, len;
  node_id k;
  rng_seed(&rng, 7);
  for (len = 0; len < WALK_MAX && (n = vm_choices(e->vm, c, BRANCHES)); len++) {
    path[len] = c[rng_below(&rng, n)];
    must(explorer_apply(&e->x, path[len], &k, &err), &err);
  }
  while (e->x.here != 0) explorer_pop(&e->x);
  return len;
}

/* Returns the seconds of one transition of the path, forwards and back, including the call of
 * `look` in each state. */
static double follow(struct engine *e, const struct choice *path, uint32_t len,
                     void (*look)(struct engine *e, void *self), void *self) {
  struct error err = {0};
  double start;
  uint32_t i, k;
  node_id n;
  start = now();
  for (k = 0; k < WALKS; k++) {
    for (i = 0; i < len; i++) {
      must(explorer_apply(&e->x, path[i], &n, &err), &err);
      if (look) look(e, self);
    }
    while (e->x.here != 0) explorer_pop(&e->x);
  }
  return (now() - start) / WALKS / len;
}

struct side {
  struct engine *e;
  void (*look)(struct engine *e, void *self);
  void *self;
};

/* Measures both sides alternately, so that other load on the machine affects them alike. Stores the
 * median of each. */
static void compare(const struct side *a, const struct side *b, const struct choice *path,
                    uint32_t len, double *at, double *bt) {
  double x[ROUNDS], y[ROUNDS];
  int i;
  for (i = 0; i < ROUNDS; i++) {
    x[i] = follow(a->e, path, len, a->look, a->self);
    y[i] = follow(b->e, path, len, b->look, b->self);
  }
  qsort(x, ROUNDS, sizeof *x, by_value);
  qsort(y, ROUNDS, sizeof *y, by_value);
  *at = x[ROUNDS / 2];
  *bt = y[ROUNDS / 2];
}

static void fingerprint(struct engine *e, void *self) {
  (void)self;
  canon_fingerprint(e->x.canon, false);
}

struct aim {
  const struct heuristic_ops *ops;
  void *self;
  struct location target;
};

static void value(struct engine *e, void *self) {
  struct aim *a = self;
  struct xnode *n = e->x.nodes.data + e->x.here;
  if (a->ops->path_value)
    a->ops->path_value(a->self, &e->x, e->x.here);
  else
    a->ops->value(a->self, e->vm, n->choice.thread, &a->target);
}

static void transitions(char **argv) {
  static struct choice path[WALK_MAX];
  struct engine *plain = open_session(argv, PROP_DEADLOCK | PROP_EXCEPTION),
                *races = open_session(argv, PROP_DEFAULT);
  uint32_t i, len = walk_path(plain, path);
  const struct side moves = {plain, NULL, NULL}, moves_h = {races, NULL, NULL};
  const struct side prints = {plain, fingerprint, NULL}, prints_h = {races, fingerprint, NULL};
  double run, h, print, print_h;
  const struct heuristic_ops *ops;
  compare(&moves, &moves_h, path, len, &run, &h);
  compare(&prints, &prints_h, path, len, &print, &print_h);
  printf("%-44s %12u transitions\n", "a random path to the end", len);
  printf("%-44s %12.2f us\n", "a transition and its undoing", run * 1e6);
  printf("%-44s %12.2f us (%+.0f %%)\n", "the same, with h", h * 1e6, (h / run - 1) * 100);
  printf("%-44s %12.2f us\n", "a transition, its undoing and fingerprint", print * 1e6);
  printf("%-44s %12.2f us (%+.0f %%)\n", "the same, with h", print_h * 1e6,
         (print_h / print - 1) * 100);
  for (i = 0; (ops = heuristic_at(i)); i++) {
    struct aim a = {.ops = ops};
    struct heuristic_options o = {.seed = 1, .targets = &a.target, .target_count = 1};
    struct error err = {0};
    char name[64];
    double t, base;
    struct side valued = {plain, value, &a};
    must(location_parse(plain->vm, argv[4], argv[3], &a.target, &err), &err);
    if (ops->open(plain->vm, &o, &a.self, &err)) continue; /* prefer-threads wants names */
    ops->reset(a.self, 1);
    follow(plain, path, len, value, &a); /* warms up its tables */
    compare(&moves, &valued, path, len, &base, &t);
    snprintf(name, sizeof name, "a state's value by %s", ops->name);
    printf("%-44s %12.2f us (%.0f %% of a transition)\n", name, (t - base) * 1e6,
           (t / base - 1) * 100);
    ops->close(a.self);
  }
  engine_close(plain);
  engine_close(races);
}

int main(int argc, char **argv) {
  struct engine *e;
  if (argc < 5) {
    fprintf(stderr, "usage: tree CLASSPATH STATES LOCATION MAIN ARGS...\n");
    return 2;
  }
  e = open_session(argv, PROP_DEADLOCK | PROP_EXCEPTION);
  jump(e, grow(e, (uint32_t)strtoul(argv[2], NULL, 10)));
  engine_close(e);
  transitions(argv);
  return 0;
}
