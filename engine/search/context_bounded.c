/* Iterative context bounding (Musuvathi and Qadeer 2007): explores schedules with fewer preemptions
 * first. All states that can be reached with k preemptions are explored before any state that needs
 * k + 1, depth-first among those with equally many. Without a bound (--preemptions N) the search is
 * exhaustive when it ends. A search that is cut short reports the greatest k that it has explored
 * completely.
 *
 * A preemption is a step of another thread while the last thread could continue, unless the last
 * thread is at a yield or sleep or repeats a loop. The number that a state needs depends on which
 * thread ran last, so states are distinguished by that thread. A state that is reached again with
 * fewer preemptions is expanded again (soundness rule 14, what is left is stored). With a bound on
 * depth, states are also distinguished by the number of transitions left, because one path to a
 * state may have more preemptions left and another more transitions. A node's h_value is the number
 * of preemptions on its path. */
#include <stdio.h>

#include "engine/base/check.h"
#include "engine/search/best_first.h"
#include "engine/vm/interp/interp.h"

/* Returns the number of preemptions on the path to n. */
static uint32_t preemptions(const struct search *s, node_id n) {
  return n == s->start ? 0 : xnode(s->x, n)->h_value;
}

static bool may_go_on(struct search *s, uint16_t thread) {
  const struct thread *t = vm_thread(s->x->vm, thread);
  if (t->state == THREAD_RUNNABLE &&
      (t->op == OPK_YIELD || t->op == OPK_SPIN || t->op == OPK_SLEEP))
    return false;
  return vm_thread_enabled(s->x->vm, t);
}

static uint32_t foresee(struct search *s, struct choice c) {
  node_id here = s->x->here;
  uint32_t n = preemptions(s, here);
  uint16_t last = xnode(s->x, here)->choice.thread;
  return n + (here != s->start && last != c.thread && may_go_on(s, last));
}

static uint64_t context_bounded_rank(struct search *s, node_id n, uint32_t foreseen) {
  CHECK(foreseen >= preemptions(s, xnode(s->x, n)->parent),
        "the preemptions of a path do not decrease: node %u", n);
  xnode(s->x, n)->h_value = foreseen;
  return foreseen;
}

static uint64_t salt(struct search *s, node_id n, uint32_t foreseen) {
  uint64_t depth = s->opt.depth ? xnode(s->x, n)->depth - xnode(s->x, s->start)->depth : 0;
  (void)foreseen;
  if (n == s->start) return 0;
  return (vm_thread(s->x->vm, xnode(s->x, n)->choice.thread)->hash_base | 1ull << 32) +
         (depth << 33);
}

static bool left(struct search *s, uint32_t foreseen, uint32_t *out) {
  uint32_t bound = s->opt.preemptions;
  *out = foreseen < bound ? bound - foreseen : 0;
  if (foreseen <= bound) return true;
  if (!s->cut_otherwise && s->opt.depth)
    snprintf(s->bound_text, sizeof s->bound_text, "preemptions %u within depth %u", bound,
             s->opt.depth);
  else if (!s->cut_otherwise)
    snprintf(s->bound_text, sizeof s->bound_text, "preemptions %u", bound);
  if (!s->cut_otherwise) s->bound_cause = CAUSE_PREEMPTIONS;
  s->bound_hit = true;
  return false;
}

static void taken(struct search *s, uint64_t rank_taken) {
  if (rank_taken == NONE_LEFT) s->explored[0] = 0;
  if (rank_taken == NONE_LEFT || rank_taken <= s->setting) return;
  s->setting = (uint32_t)rank_taken;
  if (s->opt.depth)
    snprintf(s->explored, sizeof s->explored,
             "all schedules with at most %u preemptions within that depth were explored",
             s->setting - 1);
  else
    snprintf(s->explored, sizeof s->explored,
             "all schedules with at most %u preemptions were explored", s->setting - 1);
}

static const struct best_first_rules rules = {.rank = context_bounded_rank,
                                              .foresee = foresee,
                                              .salt = salt,
                                              .left = left,
                                              .taken = taken,
                                              .ties = TIES_NEWEST,
                                              .late = true};

static int context_open(struct search *s, struct error *err) {
  (void)err;
  return best_first_open(s, &rules);
}

const struct search_ops search_context_bounded = {
    .name = "context-bounded",
    .summary = "schedules with fewer preemptions first, exhaustive",
    .options = "--preemptions",
    .values = true,
    .bounds = true,
    .open = context_open,
    .step = best_first_step,
    .close = best_first_close,
    .release_rest = best_first_release_rest,
    .save = best_first_save,
    .load = best_first_load};
