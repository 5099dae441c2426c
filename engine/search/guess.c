/* See guess.h. */
#include "engine/search/guess.h"

#include "engine/base/check.h"

enum { WRONG_COSTS = 8, SCORE_MAX = 256 };

static uint64_t bit_of(uint32_t thread) { return 1ull << (thread & 63); }

struct guess_threads guess_below(const struct guess_threads *above, uint32_t thread) {
  if (!above) return (struct guess_threads){0};
  return (struct guess_threads){.before = (above->before | above->tried) & ~bit_of(thread)};
}

void guess_begin(struct guess *g, const struct search *s, struct guess_threads *threads,
                 uint32_t thread, uint32_t at) {
  g->now.at = at;
  g->now.transitions = s->x->transitions;
  g->now.insns = s->x->vm->insn_total;
  g->is_known = !g->failed && threads->before & bit_of(thread);
  g->failed = false;
  threads->tried |= bit_of(thread);
}

bool guess_pays(const struct guess *g) { return g->score >= 0; }

static void score(struct guess *g, bool right) {
  g->score += right ? 1 : -WRONG_COSTS;
  if (g->score > SCORE_MAX) g->score = SCORE_MAX;
  if (g->score < -SCORE_MAX) g->score = -SCORE_MAX;
}

void guess_learn(struct guess *g, bool known) {
  if (g->is_known) score(g, known);
}

bool guess_open(struct guess *g, struct fingerprint fp) {
  g->is_open = g->is_known;
  g->open = g->now;
  g->open.fp = fp;
  return g->is_open;
}

void guess_known(struct guess *g, bool known) {
  CHECK(g->is_open, "a guess that is looked up is open");
  g->is_open = false;
  g->failed = !known;
  score(g, known);
}

void guess_undo(struct guess *g, struct search *s) {
  CHECK(s->x->transitions > g->open.transitions, "a transition that is taken again was executed");
  s->x->transitions = g->open.transitions;
  s->x->vm->insn_total = g->open.insns;
  s->early_at = 0;
  g->is_open = false;
  g->failed = true;
}
