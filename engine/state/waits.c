/* See waits.h. */
#include "engine/state/waits.h"

#include "engine/base/hash.h"
#include "engine/state/looks.h"
#include "engine/vm/machine.h"

/* Returns whether the operation only observes. OPK_SPIN is a forced point (rule 11, endless
 * transitions are cut), which ends a transition of many rounds. */
static bool is_look(uint32_t op) {
  return op == OPK_READ || op == OPK_VOLATILE_READ || op == OPK_YIELD || op == OPK_SPIN ||
         op == OPK_IS_INTERRUPTED || op == OPK_SLEEP || op == OPK_CLOCK;
}

static bool stands_before_look(struct vm *vm, const struct thread *t) {
  return t->state == THREAD_RUNNABLE && t->frame && is_look(t->op) && vm_thread_enabled(vm, t);
}

/* Returns whether, on the path to the current state, all threads only observed and this thread did
 * so often. A thread that polls the clock must also have slept. Otherwise its loop waits for a
 * time, and its end is searched. */
static bool has_looked(struct explorer *x, uint32_t thread) {
  const struct xnode *n = xnode(x, x->here);
  bool forced = vm_thread(x->vm, thread)->op == OPK_SPIN, polled = false, slept = false;
  uint32_t looks = 0;
  for (; looks < WAITS_LOOKS && n->parent != NODE_NONE; n = xnode(x, n->parent)) {
    if (n->choice.kind != CHOICE_RUN || !is_look(n->op)) return false;
    if (n->choice.thread != thread) continue;
    looks += forced || n->op == OPK_SPIN ? WAITS_LOOKS : 1;
    polled |= n->op == OPK_CLOCK;
    slept |= n->op == OPK_SLEEP;
  }
  return looks >= WAITS_LOOKS && (slept || !polled);
}

static uint64_t waits_place(struct vm *vm, uint32_t thread) {
  const struct thread *t = vm_thread(vm, thread);
  uint64_t h = hash_mix(((uint64_t)t->op << 32 | t->op_obj) + ((uint64_t)t->op_off << 40));
  for (uint32_t at = t->frame; at; at = vm_frame(vm, at)->prev)
    h = hash_mix(h ^ ((uint64_t)at << 32 | vm_frame(vm, at)->pc));
  return h | 1;
}

/* ---- loops that were found to end after many rounds; another loop may end soon because of others'
 * writes ---- */

enum { ROUNDS_SOON = 16 };

static uint64_t *ends_at(struct explorer *x, uint64_t place) {
  return &x->loops_ending[place % LOOPS_ENDING];
}

/* ---- executing rounds ---- */

struct round {
  struct scratch *s;
  uint32_t thread;
  uint64_t home, state; /* the place where the loop is compared, and the thread's state there */
  uint32_t count, since, span;
};

/* Returns whether the thread's state differs from the last one at the same place. If the first
 * place is never reached again, a later place becomes the home (Brent's algorithm). */
static bool goes_on(struct round *r) {
  struct vm *vm = r->s->x->vm;
  uint64_t place = waits_place(vm, r->thread);
  if (place == r->home) {
    uint64_t state = looks_state(vm, r->thread);
    if (state == r->state) return false;
    r->state = state;
    r->count++;
    r->since = 0;
  } else if (++r->since >= r->span && !r->count) {
    r->home = place;
    r->state = looks_state(vm, r->thread);
    r->since = 0;
    r->span *= 2;
  }
  return r->since <= WAITS_ROUNDS;
}

static bool only_looks(struct round *r) {
  struct vm *vm = r->s->x->vm;
  int stop = scratch_step(r->s, r->thread);
  if (stop != STOP_VISIBLE && stop != STOP_BUDGET) return false;
  return stands_before_look(vm, vm_thread(vm, r->thread)) &&
         looks_only(vm, r->s->deltas.data[r->s->deltas.len - 1], r->thread);
}

enum { ENDS_LATE, ENDS_SOON, GOES_ROUND };

static int waits_goes_round(struct scratch *s, uint32_t thread) {
  struct vm *vm = s->x->vm;
  uint64_t end = vm->insn_total + WAITS_BYTECODES;
  struct round r = {.s = s,
                    .thread = thread,
                    .home = waits_place(vm, thread),
                    .state = looks_state(vm, thread),
                    .span = 4};
  bool on = true;
  while (on && r.count < WAITS_ROUNDS && (vm->insn_total < end || !r.count))
    on = only_looks(&r) && goes_on(&r);
  scratch_undo(s);
  return on ? GOES_ROUND : r.count > ROUNDS_SOON ? ENDS_LATE : ENDS_SOON;
}

/* Returns whether the last positive answer still applies to this thread and state. */
static bool is_remembered(const struct explorer *x, uint32_t thread) {
  return x->waits_thread == thread + 1 && x->waits_node == x->here &&
         x->waits_asked == x->transitions;
}

bool waits_is_long(struct scratch *s, uint32_t thread) {
  struct explorer *x = s->x;
  uint64_t place;
  int how;
  if (!stands_before_look(x->vm, vm_thread(x->vm, thread)) || !has_looked(x, thread)) return false;
  if (is_remembered(x, thread)) return true;
  place = waits_place(x->vm, thread);
  if (*ends_at(x, place) == place) return false;
  how = waits_goes_round(s, thread);
  if (how == GOES_ROUND) {
    x->waits_asked = x->transitions;
    x->waits_thread = thread + 1;
    x->waits_node = x->here;
    return true;
  }
  if (how == ENDS_LATE) *ends_at(x, place) = place;
  return false;
}

bool waits_long(struct explorer *x, uint32_t thread) {
  struct scratch s;
  bool waits;
  if (!stands_before_look(x->vm, vm_thread(x->vm, thread)) || !has_looked(x, thread)) return false;
  if (is_remembered(x, thread)) return true;
  if (!scratch_begin(&s, x)) return false;
  waits = waits_is_long(&s, thread);
  scratch_end(&s);
  return waits;
}
