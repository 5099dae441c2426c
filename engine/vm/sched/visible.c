/* Scheduling points: which operations a transition stops before (man/heddle-design.7, soundness
 * rules 8 (escape is transitive) to 12 (sync needs races)), and which choices a state offers. */
#include <stdio.h>

#include "engine/vm/sched/join.h"
#include "engine/base/check.h"
#include "engine/vm/sched/shutdown.h"
#include "engine/vm/sched/section.h"
#include "engine/vm/sched/stay.h"
#include "engine/vm/runner.h"
#include "engine/vm/uncounted.h"
#include "engine/vm/code.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/sound.h"
#include "engine/vm/sched/spurious.h"
#include "engine/vm/sched/stale.h"
#include "engine/vm/sched/time.h"

enum { BUDGET_SCHEDULING = 1000, BUDGET_FREE = 20000, ENDLESS = 64 };

static bool is_access(enum op_kind op) {
  return op_is_plain_access(op) || op == OPK_VOLATILE_READ || op == OPK_VOLATILE_WRITE ||
         op == OPK_ATOMIC;
}

/* Operations that only matter if another thread can reach the object. */
static bool needs_shared(enum op_kind op) {
  return is_access(op) || op == OPK_LOCK || op == OPK_UNLOCK || op == OPK_NOTIFY ||
         op == OPK_NOTIFY_ALL || op == OPK_IS_ALIVE;
}

/* Returns whether --por sync leaves the access to the race check, that is, if the check would
 * report a race there or is off. Other accesses stay visible (rule 12, sync needs races). */
static bool left_to_races(struct vm *vm, const struct thread *t, enum op_kind op, ref obj,
                          uint32_t off) {
  if (vm->opt.por != POR_SYNC || vm->opt.stale_reads || vm->sched.notes || !op_is_plain_access(op))
    return false;
  return !vm->race || !obj || vm->hooks->is_reported(vm, t, obj, off);
}

static bool hidden_by_reduction(struct vm *vm, const struct thread *t, enum op_kind op, ref obj,
                                uint32_t off) {
  if (vm->opt.por == POR_NONE) return false;
  if (t->flags & TF_WEAK) return false;
  if ((op == OPK_UNLOCK && !vm->sched.unlocks) || (op == OPK_LOCK && vm_holds(vm, t, obj)))
    return true;
  if (op == OPK_JOIN && !off && !vm->sched.one_each && join_only_waits(vm, t, obj))
    return true; /* off: with a time limit */
  if (left_to_races(vm, t, op, obj, off)) return true;
  if ((op == OPK_READ || op == OPK_BULK_READ || op == OPK_COPY_READ) && obj &&
      (vm_object(vm, obj)->lock & OBJ_FROZEN))
    return true;
  return needs_shared(op) && obj && !(vm_object(vm, obj)->lock & OBJ_SHARED);
}

static void stand_before(struct vm *vm, struct thread *t, enum op_kind op, ref obj, uint32_t off) {
  (void)vm;
  INVARIANT(t->state == THREAD_RUNNABLE, "a thread that stops before an operation is runnable: T%u",
            t->index);
  t->op = op;
  t->op_obj = obj;
  t->op_off = off;
}

/* Returns whether the thread has left the marked line. A transition that began at a mark ends at
 * the first visible operation beyond that line, because observing the location must not also imply
 * taking the next lock. */
static bool left_marked_line(struct vm *vm, const struct thread *t) {
  const struct mark *k = vm->marks.hit < 0 ? NULL : &vm->marks.list.data[vm->marks.hit];
  uint32_t at;
  for (at = t->frame; k && at; at = vm_frame(vm, at)->prev) {
    const struct frame *f = vm_frame(vm, at);
    const uint16_t *bci = k->method->code->bci;
    if (at != vm->marks.pending_frame) continue;
    return frame_method(vm, f) != k->method ||
           method_line(k->method->info, bci[f->pc]) != method_line(k->method->info, bci[k->pc]);
  }
  return k != NULL;
}

bool vm_hands_over(struct vm *vm, const struct thread *t, ref obj) {
  const struct method *m = frame_method(vm, vm_frame(vm, t->frame));
  return m && m->vm_flags & METHOD_RELEASES && vm_klass(vm, obj)->is_array;
}

bool vm_passes(struct vm *vm, struct thread *t, enum op_kind op, ref obj, uint32_t off) {
  if (!vm->sched.cut || !vm->sched.scheduling || vm->section.frame ||
      vm->sched.cut(vm->sched.cut_self, vm, t, op, obj, off) != CUT_STOP)
    return true;
  stand_before(vm, t, op, obj, off);
  return false;
}

/* Returns whether the operation itself is a choice of the search. The thread then stops before it
 * even if no other thread can run, if the reduction hides it, or if it is inside a section. */
static bool is_chosen(struct vm *vm, const struct thread *t, enum op_kind op, ref obj,
                      uint32_t off) {
  return t->flags & TF_WEAK || (op == OPK_CLOCK && time_jump_left(vm)) ||
         (op == OPK_NOTIFY && obj && monitor_waiters(vm, obj) > 1) ||
         (vm->opt.stale_reads && obj && stale_choices(vm, t, op, obj, off) != 1);
}

/* Returns whether the thread must stop before the operation because it was not seen there before. A
 * thread that begins, wakes or is at a mark normally executes its first operation too, because
 * nothing observable lies in between. But the property conflict looks for threads before accesses,
 * the end of a thread for threads that ask about it, and a choice is made where the thread has
 * stopped. */
static bool is_unseen(struct vm *vm, const struct thread *t, enum op_kind op, ref obj,
                      uint32_t off) {
  if (t->op == op && t->op_obj == obj && t->op_off == off) return false;
  return ((vm->opt.properties & PROP_CONFLICT) && is_access(op)) ||
         thread_asks_about_end(vm, op, obj, off) || is_chosen(vm, t, op, obj, off);
}

/* Returns whether the thread executes an operation that the reduction does not hide. */
static bool goes_on(struct vm *vm, struct thread *t, enum op_kind op, ref obj, uint32_t off) {
  if (vm->run.granted && (left_marked_line(vm, t) || is_unseen(vm, t, op, obj, off)))
    vm->run.granted = false;
  if (op == OPK_NOTIFY && obj && monitor_waiters(vm, obj) > 1) {
    /* Which waiter wakes is a separate choice, so stops even if no other thread can run. */
    if (vm->run.granted && vm->run.choice.kind == CHOICE_NOTIFY) {
      vm->run.granted = false;
      return true;
    }
    stand_before(vm, t, op, obj, off);
    return false;
  }
  if (vm->run.granted) {
    vm->run.granted = false;
    return true;
  }
  stand_before(vm, t, op, obj, off);
  if (is_chosen(vm, t, op, obj, off)) return false;
  return !vm->sched.one_each && !vm_other_enabled(vm, t);
}

/* Applies an --atomic section to the decision. Threads may be switched before its first operation,
 * as before any other; the rest belongs to the same step. */
static bool in_section(struct vm *vm, struct thread *t, bool goes) {
  if (!vm->section.frame) return goes;
  if (goes)
    vm->section.first = false;
  else
    t->flags |= TF_ATOMIC;
  return goes;
}

static bool inside(struct vm *vm) {
  if (!vm->section.frame || vm->section.first) return false;
  if (vm->section.resumed) vm->run.granted = vm->section.resumed = false;
  return true;
}

/* Returns whether t is inside a section of Verify.beginAtomic, after its first operation. The
 * program declares that no other thread runs in between. */
static bool in_own_section(struct vm *vm, const struct thread *t, enum op_kind op, ref obj,
                           uint32_t off) {
  if (t->flags < TF_SECTION || t->flags & TF_SECTION_FIRST || op == OPK_EXIT) return false;
  if (is_chosen(vm, t, op, obj, off)) return false;
  vm->run.granted = false;
  return true;
}

static bool is_hidden(struct vm *vm, const struct thread *t, enum op_kind op, ref obj,
                      uint32_t off) {
  return hidden_by_reduction(vm, t, op, obj, off) || (vm->blind.operations >> op & 1);
}

static bool may_pass(struct vm *vm, struct thread *t, enum op_kind op, ref obj, uint32_t off) {
  bool goes, on_object = needs_shared(op) && obj;
  if (vm->violation.property) {
    /* A native method found a violation and continued. The step ends here under every reduction,
     * inside a section, and in replay (rule 24, executed again). */
    stand_before(vm, t, op, obj, off);
    return false;
  }
  /* the choice is more than an order of operations */
  if (vm->section.frame && is_chosen(vm, t, op, obj, off)) vm->section.frame = 0;
  if (vm->section.frame && vm->section.receiver && on_object && !is_hidden(vm, t, op, obj, off))
    section_cut(vm, obj);
  if (inside(vm) || in_own_section(vm, t, op, obj, off)) return true;
  if (op != OPK_EXIT && runner_alone(vm, t)) return true;
  if (vm->sched.cut) {
    enum cut c = vm->sched.cut(vm->sched.cut_self, vm, t, op, obj, off);
    if (c == CUT_STOP) stand_before(vm, t, op, obj, off);
    if (c == CUT_STOP) return in_section(vm, t, false);
    /* An operation that passes here may be one that the reduction hides, so it is not the first
     * operation of an --atomic section. */
    if (c == CUT_GO) vm->run.granted = false;
    if (c == CUT_GO) return true;
  }
  if (is_hidden(vm, t, op, obj, off)) return true;
  if (vm->section.contracts && !vm->section.frame && on_object)
    section_reached(vm, t, obj, off, is_access(op));
  goes = goes_on(vm, t, op, obj, off);
  if (goes) t->flags &= ~(uint32_t)TF_SECTION_FIRST;
  return in_section(vm, t, goes);
}

bool vm_visible(struct vm *vm, struct thread *t, enum op_kind op, ref obj, uint32_t off) {
  bool passes;
  if (!vm->sched.scheduling) return true;
  INVARIANT(op > OPK_NONE && op < OPK_COUNT, "a scheduling point is a known operation: %u", op);
  INVARIANT(t == vm->run.cur, "only the running thread comes to a scheduling point: T%u", t->index);
  READS_ASIDE(); /* only decides where the transition ends */
  passes = may_pass(vm, t, op, obj, off);
  READS_COUNT();
  if (!passes) return false;
  vm->run.unreported |= op == OPK_IS_ALIVE || op == OPK_PRINT || op == OPK_FILE;
  return true;
}

bool vm_choose(struct vm *vm, struct thread *t, uint32_t count, uint32_t *which) {
  CHECK(count && count <= CHOICE_VALUES_MAX, "an input has values to choose from: %u", count);
  if (vm->run.granted && vm->run.choice.kind == CHOICE_VALUE && vm->run.choice.thread == t->index) {
    vm->run.granted = false;
    vm->run.choice.kind = CHOICE_RUN;
    CHECK(vm->run.choice.arg < count, "the value that was chosen was offered: %u of %u",
          vm->run.choice.arg, count);
    *which = vm->run.choice.arg;
    return true;
  }
  vm->section.frame = 0; /* the choice is more than an order of operations */
  stand_before(vm, t, OPK_CHOOSE, 0, count);
  return false;
}

static bool visible_interrupted(struct vm *vm, const struct thread *t) {
  return vm->wk.thread_interrupted && *MEM8(vm, t->object + vm->wk.thread_interrupted);
}

bool vm_thread_enabled(struct vm *vm, const struct thread *t) {
  if (t->flags & TF_SUSPENDED) return false;
  switch (t->state) {
    case THREAD_RUNNABLE:
      return (t->op != OPK_LOCK && t->op != OPK_JOIN) || monitor_free_for(vm, t, t->op_obj);
    case THREAD_BLOCKED: return monitor_free_for(vm, t, t->wait_obj);
    case THREAD_PARKED: return (t->flags & TF_PERMIT) || visible_interrupted(vm, t);
    case THREAD_SLEEPING: return !(t->flags & TF_TIMED) || visible_interrupted(vm, t);
    case THREAD_INITWAIT: return !*MEM32(vm, t->wait_obj + vm->mirror.init_thread);
    default: return false;
  }
}

static uint32_t visible_add(struct choice *out, uint32_t n, uint32_t max, uint32_t thread, int kind,
                            uint32_t arg) {
  if (n < max) out[n] = choice_make(thread, (uint32_t)kind, arg);
  return n + 1;
}

static uint32_t notify_choices(struct vm *vm, const struct thread *t, struct choice *out,
                               uint32_t n, uint32_t max) {
  uint32_t i;
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *w = vm_thread(vm, i);
    if (monitor_waits_on(w, t->op_obj)) n = visible_add(out, n, max, t->index, CHOICE_NOTIFY, i);
  }
  return n;
}

bool vm_goes_by_itself(struct vm *vm, const struct thread *t) {
  if (t->flags & TF_SUSPENDED) return false;
  if (vm_thread_enabled(vm, t) || time_is_due(vm, t)) return true;
  return monitor_waits(t) && visible_interrupted(vm, t);
}

/* The thread that could continue when this was last determined often still can, so tries it
 * first. */
bool vm_any_due(struct vm *vm) {
  uint32_t i, n = vm_machine(vm)->thread_count;
  if (vm->run.goer < n && vm_goes_by_itself(vm, vm_thread(vm, vm->run.goer))) return true;
  for (i = 0; i < n; i++) {
    if (!vm_goes_by_itself(vm, vm_thread(vm, i))) continue;
    vm->run.goer = i;
    return true;
  }
  return false;
}

static uint32_t stale_reads(struct vm *vm, const struct thread *t, struct choice *out, uint32_t n,
                            uint32_t max) {
  uint32_t older = stale_choices(vm, t, t->op, t->op_obj, t->op_off) & ~1u;
  for (; older; older &= older - 1)
    n = visible_add(out, n, max, t->index, CHOICE_STALE, (uint32_t)__builtin_ctz(older));
  return n;
}

static uint32_t thread_choices(struct vm *vm, const struct thread *t, const struct time_view *time,
                               struct choice *out, uint32_t n, uint32_t max) {
  if (t->flags & TF_SUSPENDED) return n;
  if (t->state == THREAD_RUNNABLE && t->op == OPK_NOTIFY && monitor_waiters(vm, t->op_obj) > 1)
    return notify_choices(vm, t, out, n, max);
  if (t->state == THREAD_RUNNABLE && t->op == OPK_CHOOSE) {
    for (uint32_t i = 0; i < t->op_off; i++)
      n = visible_add(out, n, max, t->index, CHOICE_VALUE, i);
    return n;
  }
  if (vm_thread_enabled(vm, t)) n = visible_add(out, n, max, t->index, CHOICE_RUN, 0);
  if (vm->opt.stale_reads && t->state == THREAD_RUNNABLE && t->op_obj)
    n = stale_reads(vm, t, out, n, max);
  if (time_may_jump(vm, t) || time_may_elapse(vm, t, time) || time_may_pass(vm, t, time))
    n = visible_add(out, n, max, t->index, CHOICE_TIMEOUT, 0);
  if (monitor_waits(t) && visible_interrupted(vm, t))
    n = visible_add(out, n, max, t->index, CHOICE_INTERRUPT, 0);
  if (spurious_possible(vm, t)) n = visible_add(out, n, max, t->index, CHOICE_SPURIOUS, 0);
  return n;
}

static void check_choices(struct vm *vm, const struct choice *all, uint32_t n) {
  if (!INVARIANTS_ON) return;
  READS_ASIDE();
  for (uint32_t i = 0; i < n; i++) {
    sound_choice(vm, all[i]);
    INVARIANT(!i || all[i].thread >= all[i - 1].thread, "choices are in the order of threads: T%u",
              all[i].thread);
  }
  INVARIANT(!n || !vm_ended(vm), "a program that has ended has no choice: %u", n);
  READS_COUNT();
}

uint32_t vm_choices(struct vm *vm, struct choice *out, uint32_t max) {
  struct time_view time;
  uint32_t i, n = 0;
  size_t changes = vm->arena.log.len;
  bool open = vm->arena.open;
  if (vm_ended(vm)) return 0;
  time = time_look(vm);
  for (i = 0; i < vm_machine(vm)->thread_count; i++)
    n = thread_choices(vm, vm_thread(vm, i), &time, out, n, max);
  CHECK(vm->arena.open == open && vm->arena.log.len == changes,
        "asking for choices changes nothing: %zu, %zu", changes, vm->arena.log.len);
  check_choices(vm, out, n < max ? n : max);
  if (n <= CHOICES_MAX) return n;
  vm_broken(vm, BROKEN_CHOICES, "more than %d choices in a state", CHOICES_MAX);
  return CHOICES_MAX;
}

static bool other_goes(struct vm *vm, const struct thread *t, uint32_t other) {
  const struct thread *o = vm_thread(vm, other);
  return o != t && (vm_goes_by_itself(vm, o) || spurious_possible(vm, o));
}

bool vm_other_enabled(struct vm *vm, const struct thread *t) {
  uint32_t i, n = vm_machine(vm)->thread_count;
  bool found;
  READS_ASIDE(); /* only decides where the transition ends */
  found = vm->run.goer < n && other_goes(vm, t, vm->run.goer);
  for (i = 0; i < n && !found; i++)
    if ((found = other_goes(vm, t, i))) vm->run.goer = i;
  READS_COUNT();
  return found;
}

/* The earliest patient wait elapses when nothing else can continue. */
static bool any_way_on(struct vm *vm) { return vm_any_due(vm) || time_look(vm).earliest != ~0ull; }

enum way_on vm_way_on(struct vm *vm) {
  INVARIANT(!vm->run.native, "the way on is asked for between transitions");
  if (vm_ended(vm)) return WAY_ENDED;
  if (any_way_on(vm)) return WAY_OPEN;
  return stay_all(vm) ? WAY_ENDED : WAY_SHUT;
}

bool vm_any_choice(struct vm *vm) {
  uint32_t i;
  if (any_way_on(vm)) return true;
  for (i = 0; vm->opt.spurious && i < vm_machine(vm)->thread_count; i++)
    if (spurious_possible(vm, vm_thread(vm, i))) return true;
  return false;
}

static bool all_ended(struct vm *vm) {
  const struct machine *mc = vm_machine(vm);
  uint32_t i;
  if (mc->exited) return true;
  for (i = 0; i < mc->thread_count; i++) {
    const struct thread *t = vm_thread(vm, i);
    if (t->state != THREAD_NONE && t->state != THREAD_TERMINATED && !(t->flags & TF_DAEMON))
      return false;
  }
  return !shutdown_runs(vm);
}

bool vm_ended(struct vm *vm) {
  bool ended;
  READS_ASIDE(); /* ends of threads and of the program are dependent on every operation */
  ended = all_ended(vm);
  READS_COUNT();
  return ended;
}

uint32_t vm_budget(struct vm *vm) { return vm->sched.scheduling ? BUDGET_SCHEDULING : BUDGET_FREE; }

static bool spins_long(struct vm *vm, struct thread *t) {
  if ((vm->section.frame || runner_alone(vm, t)) && ++t->spins < ENDLESS) return false;
  vm->section.frame = 0; /* it waits for another thread, so it is no longer atomic */
  /* A thread that runs alone may loop for long, but state matching must be able to catch an endless
   * loop. */
  if (!vm->sched.one_each && !vm->sched.tries && !vm_other_enabled(vm, t) && ++t->spins < ENDLESS)
    return false;
  t->spins = 0;
  return true;
}

/* Cuts an endless transition (rule 11, endless transitions are cut). A replayed schedule is cut
 * where it was cut before, because the search that found it may have used other rules (rule 35,
 * same cuts again). Virtual time moves here for a thread that polls the clock (rule 15, time is a
 * choice). */
bool vm_spin_stop(struct vm *vm, struct thread *t) {
  enum cut c = CUT_RULES;
  bool cut;
  time_spin(vm, t);
  if (!vm->sched.scheduling) return vm_other_enabled(vm, t);
  cut = spins_long(vm, t);
  if (vm->sched.cut) c = vm->sched.cut(vm->sched.cut_self, vm, t, OPK_SPIN, 0, 0);
  if (c == CUT_GO || (c == CUT_RULES && !cut)) return false;
  t->spins = 0;
  stand_before(vm, t, OPK_SPIN, 0, 0);
  return true;
}
