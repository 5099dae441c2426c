#include "tests/tools/weak/invent.h"

#include "tests/tools/weak/weave.h"

#include <string.h>

enum { TRIES = 200, LINES_WANTED = 200 };

enum feature { F_UPDATE = 1, F_BOX = 2, F_FENCE = 4, F_SYNC = 8, F_IF = 16, F_AT_END = 32 };

/* Programs have few locations, few modes and few features, so that accesses of the same kind meet.
 * Writes to a location write different values, so that lines tell which write was read. */
struct inventor {
  uint64_t state;
  struct program *p;
  unsigned features;
  enum mode modes[2];
  int ints, boxes;
  int next[LOCS]; /* the next value to write to a location */
};

static uint64_t invent_number(struct inventor *v) { /* splitmix64 */
  uint64_t z = v->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static int any_below(struct inventor *v, int n) {
  return (int)((invent_number(v) >> 16) % (uint64_t)n);
}

static bool by_chance(struct inventor *v, int percent) { return any_below(v, 100) < percent; }

static bool uses(const struct inventor *v, enum feature f) { return v->features & f; }

/* ---- actions ---- */

/* An access to a field that is declared volatile may nevertheless be weaker, by a VarHandle. */
static enum mode mode_for(struct inventor *v, struct action *a) {
  bool is_volatile = v->p->is_volatile[a->loc];
  enum mode m = v->modes[any_below(v, 2)];
  a->direct = (is_volatile || m == PLAIN) && by_chance(v, 60);
  return is_volatile && a->direct ? VOLATILE : m;
}

static struct action invent_access(struct inventor *v) {
  bool writes = by_chance(v, 42);
  bool box = uses(v, F_BOX) && by_chance(v, 45);
  struct action a = {.loc = box ? LOC_REF : any_below(v, v->ints)};
  if (box && v->boxes == BOXES_MAX) writes = false;
  a.kind = box ? (writes ? A_PUBLISH : A_READ_BOX) : (writes ? A_WRITE : A_READ);
  if (!writes) {
    a.read = mode_for(v, &a);
    return a;
  }
  a.write = mode_for(v, &a);
  a.c = ++v->next[a.loc];
  v->boxes += box;
  return a;
}

static struct action update_of(struct inventor *v) {
  struct action a = {.kind = A_ADD + (enum action_kind)any_below(v, 3),
                     .loc = any_below(v, v->ints),
                     .read = VOLATILE,
                     .write = VOLATILE};
  int variant = a.kind == A_CAS ? 0 : any_below(v, 4);
  if (variant == 1) a.read = ORDERED, a.write = PLAIN;
  if (variant == 2) a.read = PLAIN, a.write = ORDERED;
  a.c = a.kind == A_ADD ? 4 : any_below(v, v->next[a.loc] + 1);
  if (a.kind != A_ADD) a.d = ++v->next[a.loc];
  return a;
}

static struct action simple_action(struct inventor *v) {
  if (uses(v, F_FENCE) && by_chance(v, 25))
    return (struct action){.kind = A_FENCE, .c = any_below(v, FENCES)};
  return uses(v, F_UPDATE) && by_chance(v, 30) ? update_of(v) : invent_access(v);
}

static void invent_append(struct body *b, struct action a) {
  if (action_has_register(&a)) a.reg = b->regs++;
  b->at[b->count++] = a;
}

/* ---- threads ---- */

static void append_test(struct inventor *v, struct body *b) {
  struct action a = {.kind = A_IF, .reg = any_below(v, b->regs), .span = 1};
  a.c = any_below(v, 3) - (uses(v, F_BOX) && by_chance(v, 40));
  b->at[b->count++] = a;
}

/* Returns how many simple actions it has appended. */
static int append_some(struct inventor *v, struct body *b, int left) {
  int n = 1;
  if (uses(v, F_SYNC) && by_chance(v, 45)) {
    n = left > 1 ? 1 + any_below(v, 2) : 1;
    b->at[b->count++] = (struct action){.kind = A_SYNC, .c = by_chance(v, 80) ? 0 : 1, .span = n};
  } else if (uses(v, F_IF) && b->regs && by_chance(v, 35)) {
    append_test(v, b);
  }
  for (int i = 0; i < n; i++) invent_append(b, simple_action(v));
  return n;
}

static void invent_body(struct inventor *v, struct body *b, int actions) {
  while (actions > 0) actions -= append_some(v, b, actions);
}

static void invent_end(struct inventor *v, struct body *b) {
  int n = 1 + any_below(v, 2);
  for (int i = 0; i < n; i++) {
    struct action a = {.kind = A_READ, .loc = any_below(v, v->ints)};
    a.read = mode_for(v, &a);
    invent_append(b, a);
  }
}

/* ---- programs ---- */

static void invent_places(struct inventor *v) {
  static const int chances[] = {35, 30, 25, 25, 35, 40};
  for (int i = 0; i < (int)(sizeof chances / sizeof *chances); i++)
    if (by_chance(v, chances[i])) v->features |= 1u << i;
  v->ints = 1 + any_below(v, 3);
  if (by_chance(v, 50)) v->ints = 2;
  for (int i = 0; i < 2; i++) v->modes[i] = PLAIN + (enum mode)any_below(v, 4);
  for (int l = 0; l < LOCS; l++)
    v->p->instance[l] = by_chance(v, 35), v->p->is_volatile[l] = by_chance(v, 15);
}

static void invent_program(struct program *p, uint64_t seed) {
  static const int least[] = {0, 0, 0, 2, 1, 1}, more[] = {0, 0, 0, 4, 4, 2};
  struct inventor v = {.state = seed, .p = p};
  int kind = any_below(&v, 10);
  memset(p, 0, sizeof *p);
  p->threads = kind < 6 ? 3 : kind < 9 ? 4 : 5;
  invent_places(&v);
  for (int t = 1; t < p->threads; t++)
    invent_body(&v, &p->body[t], least[p->threads] + any_below(&v, more[p->threads]));
  if (uses(&v, F_AT_END)) invent_end(&v, &p->body[MAIN]);
}

bool invent(struct invented *v, uint64_t seed, int number) {
  for (int i = 0; i < TRIES; i++) {
    uint64_t own = (seed * 1000003u + (uint64_t)number) * 256u + (uint64_t)i;
    invent_program(&v->program, own);
    if (weave(&v->lines, &v->program, false, STEPS_MAX) && v->lines.count > 1 &&
        v->lines.count <= LINES_WANTED && weave(&v->newest, &v->program, true, STEPS_MAX) &&
        (number % 3 == 0 || !lines_same(&v->lines, &v->newest)))
      return true;
  }
  return false;
}
