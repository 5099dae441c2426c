/* Compares the checker of histories (engine/assess/history.c) with one that tries every permutation
 * of the calls and evaluates the properties on the times at which calls begin and end. The objects
 * are random machines with a few states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "engine/assess/history.h"

enum { STATES = 4, OPS = 3, RESULTS = 2, STAYS = 99, THREADS = 3, CALLS = 3, HISTORIES = 2000 };
enum { REAL_TIME, PROGRAM_ORDER, QUIESCENCE, KINDS };
enum { NEVER = 1000 }; /* the end time of a pending call */

struct call {
  uint32_t thread, index, op, result, begin, end;
};
struct generated {
  struct rng rng;
  uint32_t next[STATES][OPS], gives[STATES][OPS]; /* result STAYS: the call does not end */
  uint32_t threads, count[THREADS], total;
  struct call calls[THREADS][CALLS];
  struct history_call of[THREADS][CALLS];
  struct history_read read[THREADS][CALLS];
  bool stuck;
};

/* ---- histories ---- */

static void generate_machine(struct generated *g) {
  for (uint32_t s = 0; s < STATES; s++)
    for (uint32_t o = 0; o < OPS; o++) {
      g->next[s][o] = rng_below(&g->rng, STATES);
      g->gives[s][o] = rng_below(&g->rng, 6) ? rng_below(&g->rng, RESULTS) : STAYS;
    }
}

/* Begins and ends calls in a random order; some last calls remain pending. */
static void generate_times(struct generated *g) {
  uint32_t at[THREADS] = {0}, left = 0, now = 0;
  bool open[THREADS] = {false};
  for (uint32_t t = 0; t < g->threads; t++) left += 2 * g->count[t];
  while (left) {
    uint32_t t = rng_below(&g->rng, g->threads);
    if (at[t] == g->count[t]) continue;
    struct call *c = &g->calls[t][at[t]];
    now++;
    left--;
    if (open[t]) {
      c->end = at[t] + 1 == g->count[t] && !rng_below(&g->rng, 4) ? NEVER : now;
      at[t]++;
    } else {
      c->begin = now;
    }
    open[t] = !open[t];
  }
}

/* Executes each call at one moment, so that many histories are accepted, and then changes some
 * results. */
static void generate_results(struct generated *g) {
  uint32_t at[THREADS] = {0}, state = 0, left = g->total;
  while (left) {
    uint32_t best = THREADS;
    for (uint32_t t = 0; t < g->threads; t++) {
      if (at[t] == g->count[t]) continue;
      if (best == THREADS || g->calls[t][at[t]].end < g->calls[best][at[best]].end ||
          !rng_below(&g->rng, 4))
        best = t;
    }
    struct call *c = &g->calls[best][at[best]++];
    c->result = g->gives[state][c->op];
    if (c->result != STAYS) state = g->next[state][c->op];
    if (c->result == STAYS || !rng_below(&g->rng, 8)) c->result = rng_below(&g->rng, RESULTS);
    left--;
  }
}

/* Computes what each thread would read before its calls. */
static void generate_reads(struct generated *g) {
  for (uint32_t t = 0; t < g->threads; t++)
    for (uint32_t i = 0; i < g->count[t]; i++)
      for (uint32_t o = 0; o < g->threads; o++)
        for (uint32_t k = 0; k < g->count[o]; k++) {
          g->read[t][i].ended[o] += g->calls[o][k].end < g->calls[t][i].begin;
          g->read[t][i].begun[o] += g->calls[o][k].begin < g->calls[t][i].begin;
        }
}

static void generate(struct generated *g, uint64_t seed) {
  memset(g, 0, sizeof *g);
  rng_seed(&g->rng, seed);
  generate_machine(g);
  g->threads = 2 + rng_below(&g->rng, THREADS - 1);
  for (uint32_t t = 0; t < g->threads; t++) {
    g->count[t] = 1 + rng_below(&g->rng, g->threads == 2 ? CALLS : 2);
    g->total += g->count[t];
    for (uint32_t i = 0; i < g->count[t]; i++)
      g->calls[t][i] = (struct call){.thread = t, .index = i, .op = rng_below(&g->rng, OPS)};
  }
  generate_times(g);
  generate_results(g);
  generate_reads(g);
  g->stuck = rng_below(&g->rng, 2);
  for (uint32_t t = 0; t < g->threads; t++)
    for (uint32_t i = 0; i < g->count[t]; i++) g->of[t][i].pending = g->calls[t][i].end == NEVER;
}

/* ---- the checker ---- */

static int next(void *self, uint32_t state, uint32_t thread, uint32_t index, uint32_t *out) {
  const struct generated *g = self;
  const struct call *c = &g->calls[thread][index];
  uint32_t gives = g->gives[state][c->op];
  if (gives == STAYS || (c->end != NEVER && gives != c->result)) return 0;
  out[0] = g->next[state][c->op];
  return 1;
}

static int stays(void *self, uint32_t state, uint32_t thread, uint32_t index) {
  const struct generated *g = self;
  return g->gives[state][g->calls[thread][index].op] == STAYS;
}

static bool is_accepted(struct generated *g, int kind) {
  struct history h = {.threads = g->threads, .stuck = g->stuck};
  const struct history_orders o = {.self = g, .next = next, .stays = stays};
  const struct history_read *read[THREADS];
  struct history_call *of[THREADS];
  for (uint32_t t = 0; t < g->threads; t++) {
    read[t] = g->read[t];
    of[t] = g->of[t];
    h.count[t] = g->count[t];
    h.of[t] = g->of[t];
    for (uint32_t i = 0; i < g->count[t]; i++) {
      memset(g->of[t][i].before, 0, sizeof g->of[t][i].before);
      if (kind == REAL_TIME) history_real_time(&g->read[t][i], t, g->threads, &g->of[t][i]);
    }
  }
  if (kind == QUIESCENCE) history_quiescence(read, g->count, g->threads, of);
  return history_assess(&h, &o, UINT32_MAX) == HISTORY_ACCEPTED;
}

/* ---- every permutation ---- */

static bool runs_at(const struct generated *g, double time) {
  for (uint32_t t = 0; t < g->threads; t++)
    for (uint32_t i = 0; i < g->count[t]; i++)
      if (g->calls[t][i].begin < time && time < g->calls[t][i].end) return true;
  return false;
}

static bool must_precede(const struct generated *g, int kind, const struct call *a,
                         const struct call *b) {
  if (a->thread == b->thread) return a->index < b->index;
  if (kind == PROGRAM_ORDER || a->end >= b->begin) return false;
  if (kind == REAL_TIME) return true;
  for (double time = a->end + 0.5; time < b->begin; time++)
    if (!runs_at(g, time)) return true;
  return false;
}

struct permutation {
  const struct generated *g;
  int kind;
  const struct call *chosen[THREADS * CALLS];
  uint32_t count;
  bool used[THREADS * CALLS];
};

/* The calls left out must come last, and be pending when nothing can continue. */
static bool is_end(const struct permutation *p, uint32_t state) {
  for (uint32_t t = 0; t < p->g->threads; t++) {
    const struct call *c = &p->g->calls[t][p->g->count[t] - 1];
    bool in = false;
    for (uint32_t i = 0; i < p->count; i++) in |= p->chosen[i] == c;
    if (!in && p->g->stuck && p->g->gives[state][c->op] != STAYS) return false;
  }
  return true;
}

static bool permute(struct permutation *p, uint32_t done, uint32_t state) {
  if (done == p->count) return is_end(p, state);
  for (uint32_t i = 0; i < p->count; i++) {
    const struct call *c = p->chosen[i];
    uint32_t gives = p->g->gives[state][c->op];
    bool may = !p->used[i] && gives != STAYS && (c->end == NEVER || gives == c->result);
    for (uint32_t k = 0; may && k < p->count; k++)
      may = p->used[k] || k == i || !must_precede(p->g, p->kind, p->chosen[k], c);
    if (!may) continue;
    p->used[i] = true;
    if (permute(p, done + 1, p->g->next[state][c->op])) return true;
    p->used[i] = false;
  }
  return false;
}

/* Tries each set of pending calls. */
static bool brute_force(const struct generated *g, int kind) {
  for (uint32_t set = 0; set < 1u << g->threads; set++) {
    struct permutation p = {.g = g, .kind = kind};
    bool good = true;
    for (uint32_t t = 0; t < g->threads; t++)
      for (uint32_t i = 0; i < g->count[t]; i++) {
        bool pending = g->calls[t][i].end == NEVER, in = !pending || set >> t & 1;
        if (in) p.chosen[p.count++] = &g->calls[t][i];
        good &= !(pending && in && g->stuck);
      }
    if (good && permute(&p, 0, 0)) return true;
  }
  return false;
}

static void test_brute_force(void **state) {
  struct generated *g = mem_alloc(sizeof *g);
  uint32_t accepted[KINDS] = {0}, pending = 0;
  (void)state;
  for (uint64_t seed = 0; seed < HISTORIES; seed++) {
    generate(g, seed);
    for (uint32_t t = 0; t < g->threads; t++) pending += g->of[t][g->count[t] - 1].pending;
    for (int kind = 0; kind < KINDS; kind++) {
      bool want = brute_force(g, kind);
      if (is_accepted(g, kind) != want) print_error("seed %d kind %d\n", (int)seed, kind);
      assert_int_equal(is_accepted(g, kind), want);
      accepted[kind] += want;
    }
  }
  print_message(
      "of %d histories accepted: linearizable %u, sequential %u, quiescent %u; %u calls "
      "stay\n",
      HISTORIES, accepted[REAL_TIME], accepted[PROGRAM_ORDER], accepted[QUIESCENCE], pending);
  for (int kind = 0; kind < KINDS; kind++)
    assert_in_range(accepted[kind], HISTORIES / 5, HISTORIES * 4 / 5);
  assert_true(accepted[REAL_TIME] < accepted[QUIESCENCE]);
  assert_true(accepted[QUIESCENCE] < accepted[PROGRAM_ORDER]);
  assert_true(pending > HISTORIES / 10);
  free(g);
}

/* Reaching the bound on attempts gives no verdict. */
static void test_tries(void **state) {
  struct generated *g = mem_alloc(sizeof *g);
  const struct history_orders o = {.self = g, .next = next, .stays = stays};
  uint32_t unknown = 0;
  (void)state;
  for (uint64_t seed = 0; seed < 100; seed++) {
    struct history h = {0};
    generate(g, seed);
    h.threads = g->threads;
    for (uint32_t t = 0; t < g->threads; t++) {
      h.count[t] = g->count[t];
      h.of[t] = g->of[t];
    }
    unknown += history_assess(&h, &o, 1) == HISTORY_UNKNOWN;
  }
  assert_true(unknown > 20);
  free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_brute_force),
                                     cmocka_unit_test(test_tries)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
