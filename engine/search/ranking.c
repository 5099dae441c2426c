/* See ranking.h. */
#include "engine/search/ranking.h"

#include "engine/vm/code.h"

int ranking_open(struct search *s, struct error *err) {
  struct heuristic_options ho = {.seed = s->opt.seed,
                                 .whose = s->opt.position,
                                 .targets = s->targets,
                                 .target_count = s->target_count,
                                 .prefer = s->opt.prefer};
  int r;
  s->heuristic = heuristic_find(s->opt.heuristic);
  if (!s->heuristic) return heuristic_unknown(s->opt.heuristic, err);
  if (!s->heuristic->untargeted && !s->target_count)
    return error_set(err, ERR_USAGE,
                     "--search %s with the heuristic %s needs a sequence of locations (--seq FILE)",
                     s->ops->name, s->heuristic->name);
  r = s->heuristic->open(s->x->vm, &ho, &s->heuristic_self, err);
  if (!r) s->heuristic->reset(s->heuristic_self, s->opt.seed);
  return r;
}

void ranking_close(struct search *s) {
  if (s->heuristic_self) s->heuristic->close(s->heuristic_self);
}

static const struct location *target(const struct search *s, uint32_t observed) {
  return observed < s->target_count ? &s->targets[observed] : NULL;
}

/* Marks have the ids 1, 2, ... of the sequence. Several marks may share a place, so places are
 * compared. */
static bool observes(const struct search *s, const struct xnode *k) {
  const struct location *l = target(s, xnode(s->x, k->parent)->observed);
  const struct vm *vm = s->x->vm;
  size_t i;
  if (!l || k->mark < 0) return false;
  for (i = 0; i < vm->marks.list.len; i++)
    if (vm->marks.list.data[i].id == (uint16_t)k->mark)
      return (vm->marks.list.data[i].method == l->method ||
              vm_is_copy(vm->marks.list.data[i].method, l->method)) &&
             l->method->code->bci[vm->marks.list.data[i].pc] == l->bci;
  return false;
}

/* The node may exist from an earlier search or step and already have a count. */
bool ranking_observe(struct search *s, node_id n) {
  struct xnode *k = xnode(s->x, n);
  bool seen = observes(s, k);
  k->observed = (uint16_t)(xnode(s->x, k->parent)->observed + seen);
  if (k->observed > s->report.observed_max) s->report.observed_max = k->observed;
  return seen;
}

/* Returns 0 for a step of the thread that observed the last location of the sequence, and 1 for
 * those of other threads. That thread is usually the one that checks what all have done, so its
 * next steps show the error. */
static uint32_t after_last(struct search *s, const struct xnode *k) {
  const struct xnode *at = k, *parent;
  while (at->parent != NODE_NONE && (parent = xnode(s->x, at->parent))->observed == k->observed)
    at = parent;
  return at->parent != NODE_NONE && at->choice.thread != k->choice.thread;
}

static uint32_t value(struct search *s, node_id n) {
  const struct xnode *k = xnode(s->x, n);
  const struct location *next = target(s, k->observed);
  if (s->target_count && !next) return after_last(s, k);
  if (s->heuristic->path_value) return s->heuristic->path_value(s->heuristic_self, s->x, n);
  return s->heuristic->value(s->heuristic_self, s->x->vm, k->choice.thread, next);
}

bool ranking_score(struct search *s, node_id n) {
  bool seen = ranking_observe(s, n);
  xnode(s->x, n)->h_value = value(s, n);
  return seen;
}
