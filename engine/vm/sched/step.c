/* One transition: opens and closes its delta and runs the chosen thread. Also the free run of
 * `heddle run`. */
#include "engine/base/number.h"
#include "engine/base/check.h"
#include "engine/vm/sched/section.h"
#include "engine/vm/uncounted.h"
#include "engine/vm/code.h"
#include "engine/vm/sched/deadlock.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/interp/fuse.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/sound.h"
#include "engine/vm/interp/quick.h"
#include "engine/vm/sched/spurious.h"
#include "engine/vm/sched/time.h"

#include <stdio.h>
#include <stdlib.h>

/* For objects that no other thread can reach, the race check needs only writes, and only while
 * another thread exists (property/race.c). */
void vm_update_slow(struct vm *vm) {
  bool listened = vm->sched.trace_on &&
                  (!vm->race || vm->listen.tap || vm->listen.before_race || vm->listen.count);
  vm->sched.slow = vm->sched.scheduling || vm->sched.trace_on;
  vm->sched.all_reads = listened || vm->sched.cut || vm->opt.por == POR_NONE ||
                        (vm->sched.trace_on && vm->opt.race_rw);
  vm->sched.all_writes =
      vm->sched.all_reads || (vm->sched.trace_on && vm_machine(vm)->thread_count > 1);
}

void vm_violation_clear(struct vm *vm) {
  const struct violation *v = &vm->violation;
  if (!v->property && !v->kind && !v->message && !v->location && !v->detail) return;
  free(vm->violation.message);
  free(vm->violation.raced);
  free(vm->violation.headline);
  free(vm->violation.location);
  free(vm->violation.detail);
  vec_free(&vm->violation.places);
  vec_free(&vm->violation.mentions);
  memset(&vm->violation, 0, sizeof vm->violation);
}

void vm_violation_move(struct violation *to, struct violation *from) {
  *to = *from;
  if (from->kind == from->buf) to->kind = to->buf;
  memset(from, 0, sizeof *from);
}

bool vm_violated(struct vm *vm) {
  if (!vm->sched.notes) return true;
  if (!vm->noted.property) vm_violation_move(&vm->noted, &vm->violation);
  vm_violation_clear(vm);
  return false;
}

/* ---- deltas: the running stack is saved lazily ---- */

static uint32_t block_up(uint32_t a) { return (a + BLOCK_SIZE - 1) & ~(uint32_t)(BLOCK_SIZE - 1); }

void vm_delta_open(struct vm *vm, uint32_t thread) {
  const struct thread *t = vm_thread(vm, thread);
  const struct method *m;
  uint32_t base = STACK_OF(thread);
  CHECK(thread < vm_machine(vm)->thread_count, "a thread that runs was started: T%u", thread);
  arena_delta_open(&vm->arena);
  thread_touch(vm, t);
  if (t->frame) {
    const struct frame *f = vm_frame(vm, t->frame);
    vm->run.stack_low = f->locals;
    arena_touch_range(&vm->arena, f->locals, f->sp - f->locals);
    vm->run.stack_open_top = block_up(f->sp);
    m = frame_method(vm, f);
    vm->run.stack_high = t->frame + FRAME_SIZE + (m && m->code ? m->code->max_stack * 4u : 0);
  } else {
    vm->run.stack_low = base;
    vm->run.stack_open_top = base;
    vm->run.stack_high = base;
  }
  if (vm->run.stack_high < vm->run.stack_open_top) vm->run.stack_high = vm->run.stack_open_top;
}

/* What lies below stack_low was neither saved nor changed, so no frame that the thread still uses
 * may begin below it without having been saved. */
static void check_saved_stack(struct vm *vm, const struct thread *t) {
  CHECK(!t->frame || vm_frame(vm, t->frame)->locals >= vm->run.stack_low,
        "the top frame of a thread that ran was saved: T%u, 0x%x", t->index, t->frame);
  INVARIANT(vm->run.stack_low >= stack_area(t->index) && vm->run.stack_high <= STACK_END(t->index),
            "a delta holds the stack of the thread that ran: T%u", t->index);
}

/* Invariant 2 of arena.h, as far as one transition can break it. */
static void check_zeroed(struct vm *vm, const struct thread *t, uint32_t from) {
  enum { LOOK = 512 };
  uint32_t at = (from + 7) & ~7u, end = at + LOOK;
  if (!INVARIANTS_ON) return;
  for (; at < end && at < STACK_END(t->index); at += 8)
    INVARIANT(!*MEM64(vm, at), "the stack above its top is zero: T%u, 0x%x", t->index, at);
}

/* Completes the delta with the running thread's stack. The used part above the old top enters the
 * delta with zeros as its old contents. The memory above the new top becomes zero (arena.h
 * invariant 2). */
static void resolve_stack(struct vm *vm, bool abort) {
  const struct thread *t = vm->run.cur;
  uint32_t top, p, high;
  if (!t) return;
  check_saved_stack(vm, t);
  top = t->frame && !abort ? vm_frame(vm, t->frame)->sp : vm->run.stack_open_top;
  high = block_up(vm->run.stack_high);
  if (!abort && t->frame && top > vm->run.stack_open_top)
    for (p = vm->run.stack_open_top; p < top; p += BLOCK_SIZE) {
      struct delta_block *b = vec_push(&vm->arena.log);
      b->block = p >> BLOCK_SHIFT;
      memset(b->data, 0, BLOCK_SIZE);
    }
  if (!t->frame && !abort) {
    /* the thread ended, so its whole stack is cleared */
    p = STACK_OF(t->index);
    arena_touch_range(&vm->arena, p, vm->run.stack_open_top - p);
    top = p;
  }
  if (abort) top = vm->run.stack_open_top;
  if (high > top) memset(vm->arena.mem + top, 0, high - top);
  check_zeroed(vm, t, top);
}

struct delta *vm_delta_close(struct vm *vm, bool keep) {
  resolve_stack(vm, false);
  return arena_delta_close(&vm->arena, keep);
}

void vm_delta_abort(struct vm *vm) {
  resolve_stack(vm, true);
  arena_delta_abort(&vm->arena);
}

void vm_delta_take_back(struct vm *vm) {
  resolve_stack(vm, false);
  arena_delta_abort(&vm->arena);
}

/* ---- a transition ---- */

static bool leave_wait_set(struct vm *vm, struct thread *t, uint32_t flag) {
  t->flags |= flag;
  if (!monitor_waits(t)) return true;
  t->state = THREAD_BLOCKED;
  return monitor_free_for(vm, t, t->wait_obj);
}

/* Returns whether an interrupt status makes the choice possible. Everything else that can is in the
 * thread's record. */
static bool wakes_by_interrupt(const struct thread *t, struct choice c) {
  return c.kind == CHOICE_INTERRUPT ||
         (c.kind == CHOICE_RUN && t->state == THREAD_PARKED && !(t->flags & TF_PERMIT));
}

/* Applies the choice to the thread's record. Returns false if the transition is over: the thread
 * left the wait set but cannot take the lock. */
static bool wake(struct vm *vm, struct thread *t, struct choice c) {
  vm->run.unreported |= c.kind == CHOICE_TIMEOUT || wakes_by_interrupt(t, c);
  if (c.kind == CHOICE_TIMEOUT) {
    if (t->state == THREAD_RUNNABLE && t->op == OPK_CLOCK) {
      time_go_on(vm, t);
      return true;
    }
    time_elapse(vm, t);
    if (!leave_wait_set(vm, t, TF_ELAPSED)) return false;
  } else if (c.kind == CHOICE_SPURIOUS) {
    spurious_happens(vm, t);
    if (!leave_wait_set(vm, t, t->state == THREAD_WAITING ? TF_NOTIFIED : 0)) return false;
  } else if (c.kind == CHOICE_INTERRUPT) {
    if (!leave_wait_set(vm, t, TF_WOKEN)) return false;
  }
  t->state = THREAD_RUNNABLE;
  t->wait_obj = 0;
  return true;
}

static bool several_live(struct vm *vm) {
  uint32_t i, n = 0;
  READS_ASIDE(); /* only for the assumption about the bound of the heap */
  /* the threads with low indices end first */
  for (i = vm_machine(vm)->thread_count; i-- > 0 && n < 2;) {
    uint32_t state = vm_thread(vm, i)->state;
    n += state != THREAD_NONE && state != THREAD_TERMINATED;
  }
  READS_COUNT();
  return n > 1;
}

/* Checks the heap bound for several threads. An allocation is not a scheduling point, but whether
 * it succeeds depends on the live objects of other threads. Adds the largest use between
 * transitions to the most that one transition of each thread allocated. While the sum stays within
 * the bound, no interleaving of smaller steps could exceed it either. Beyond that, the search is
 * incomplete (soundness rule 5, strong references). */
static void note_heap(struct vm *vm, uint32_t thread, uint64_t allocated_before) {
  uint64_t added = vm->heap.allocated - allocated_before;
  uint32_t used = vm_machine(vm)->used, *most = &vm->heap.high.threads[thread];
  char *bound;
  if (added > vm->run.used_peak) added = vm->run.used_peak;
  if (added > *most) {
    vm->heap.high.sum += added - *most;
    *most = (uint32_t)added;
  }
  if (used > vm->heap.high.used) vm->heap.high.used = used;
  if (vm->heap.high.used + vm->heap.high.sum <= vm->heap.bound) return;
  bound = number_size_text(vm->heap.bound);
  vm_broken(vm, BROKEN_HEAP,
            "heap: the threads together may exceed its bound of %s, and allocations are not "
            "scheduling points",
            bound);
  free(bound);
}

/* Returns whether t is at a mark, which the transition then passes; it passes no other. If the mark
 * was removed meanwhile, the next call may have its frame in the same place. */
static bool stands_at_mark(struct vm *vm, const struct thread *t) {
  const struct frame *f = t->frame ? vm_frame(vm, t->frame) : NULL;
  const struct method *m = f && !(f->flags & FRAME_ROOT) ? frame_method(vm, f) : NULL;
  return m && m->code && m->code->insns[f->pc].op == Q_MARK;
}

/* A thread stops in a state that says why it stopped, and the machine is in order there. */
static void check_stop(struct vm *vm, const struct thread *t, int reason) {
  CHECK(vm->run.cur == t && !vm->run.native, "a thread runs to the end of its transition: T%u",
        t->index);
  if (reason == STOP_ERROR || reason == STOP_FAILED) return;
  INVARIANT((reason != STOP_VISIBLE && reason != STOP_MARK && reason != STOP_BUDGET) ||
                t->state == THREAD_RUNNABLE,
            "a thread that can go on is runnable: T%u, %u", t->index, t->state);
  INVARIANT(reason != STOP_BLOCKED || t->state != THREAD_RUNNABLE,
            "a thread that stopped to wait waits: T%u", t->index);
  INVARIANT(reason != STOP_TERMINATED || t->state == THREAD_TERMINATED,
            "a thread that ended has ended: T%u, %u", t->index, t->state);
  INVARIANT(reason != STOP_VISIBLE || t->op != OPK_NONE, "a thread stops before an operation: T%u",
            t->index);
  sound_state(vm, t);
}

int vm_step(struct vm *vm, struct choice c) {
  struct thread *t = vm_thread(vm, c.thread);
  uint64_t allocated = vm->heap.allocated;
  bool several = vm->sched.scheduling && several_live(vm);
  int r = STOP_BLOCKED;
  CHECK(c.thread < vm_machine(vm)->thread_count && t->frame, "a thread that runs is alive: T%u",
        c.thread);
  INVARIANT(!vm->boot.running && !vm->run.native, "one transition at a time is executed: T%u",
            c.thread);
  sound_thread(vm, t);
  vm->run.used_peak = vm_machine(vm)->used;
  vm->run.cur = t;
  vm->run.choice = c;
  vm->run.granted = true;
  vm->run.at_start = stands_at_mark(vm, t);
  vm->run.in_flight = 0;
  vm->marks.hit = -1;
  vm->marks.pending_frame = t->frame;
  vm->marks.pending_pc = t->frame ? vm_frame(vm, t->frame)->pc : 0;
  vm->run.budget = vm_budget(vm);
  vm_violation_clear(vm);
  thread_touch(vm, t);
  section_resume(vm, t);
  t->steps++;
  t->flags &= ~(uint32_t)TF_ARRIVED;
  if (wake(vm, t, c)) {
    CHECK(t->state == THREAD_RUNNABLE && !t->wait_obj, "a thread that runs is runnable: T%u, %u",
          t->index, t->state);
    r = interp_run(vm, t);
    if (vm->violation.property) r = STOP_ERROR;
    if (vm->err.code) r = STOP_FAILED;
  }
  time_stepped(vm, t);
  if (r == STOP_BLOCKED) section_pause(vm, t);
  if (several || (vm->sched.scheduling && several_live(vm))) note_heap(vm, c.thread, allocated);
  check_stop(vm, t, r);
  return r;
}

/* ---- deadlock ---- */

/* For a cycle, names only its threads, whatever else is blocked, so that the same deadlock always
 * reads the same. `all`: describe every live thread. */
static void report_deadlock(struct vm *vm, bool cycle, bool all) {
  struct violation *v = &vm->violation;
  struct text message = {0};
  uint32_t i, n = 0, first = deadlock_first_at_fault(vm, all);
  vm_violation_clear(vm);
  text_puts(&message, "deadlock of ");
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    struct thread *t = vm_thread(vm, i);
    if (t->state == THREAD_NONE || t->state == THREAD_TERMINATED) continue;
    if (cycle && !deadlock_in_cycle(vm, t)) continue;
    if (n++) text_puts(&message, ", ");
    violation_mention(vm, v, &message, t);
  }
  v->property = PROP_DEADLOCK;
  v->kind = cycle ? "cycle" : "no enabled thread";
  v->cycle = cycle;
  v->thread = first;
  if (!n) text_puts(&message, "no thread");
  v->message = message.s;
  v->location = vm_location_text(vm, vm_thread(vm, first));
  v->method = vm_location_method(vm, vm_thread(vm, first), NULL);
  v->headline = deadlock_headline(vm, NULL);
  v->detail = deadlock_text(vm, all, NULL);
  deadlock_places(vm, all, &v->places);
}

static bool closes_cycle(struct vm *vm, const struct thread *t) {
  return deadlock_may_wait(t) && deadlock_in_cycle(vm, t);
}

static bool any_cycle(struct vm *vm) {
  uint32_t i;
  for (i = 0; i < vm_machine(vm)->thread_count; i++)
    if (closes_cycle(vm, vm_thread(vm, i))) return true;
  return false;
}

/* A transition changes only what its own thread waits for and owns, so a new cycle contains that
 * thread. */
static bool cycle_is_new(struct vm *vm) {
  bool cycle = closes_cycle(vm, vm_thread(vm, vm->run.choice.thread));
  INVARIANT(cycle == any_cycle(vm), "a new cycle of waits contains the thread that ran: T%u",
            vm->run.choice.thread);
  return cycle;
}

bool vm_deadlocked(struct vm *vm, enum way_on way) {
  bool cycle, stuck = way == WAY_SHUT;
  if (way == WAY_ENDED) return false;
  cycle = vm->run.had_no_cycle ? cycle_is_new(vm) : any_cycle(vm);
  vm->run.has_no_cycle = !cycle;
  if (stuck || cycle) report_deadlock(vm, cycle, stuck);
  return stuck || cycle;
}

/* ---- the free run ---- */

/* Chooses the waiting thread with the earliest deadline; an interrupted one comes first. Returns
 * false if there is none. */
static bool earliest(struct vm *vm, struct choice *out) {
  uint64_t best = ~0ull;
  struct choice all[CHOICES_MAX];
  uint32_t i, n = vm_choices(vm, all, COUNT(all));
  bool found = false;
  for (i = 0; i < n && i < COUNT(all); i++) {
    const struct thread *t = vm_thread(vm, all[i].thread);
    uint64_t d = all[i].kind == CHOICE_INTERRUPT ? 0 : t->deadline;
    if (all[i].kind == CHOICE_RUN || (found && d >= best)) continue;
    best = d;
    *out = all[i];
    found = true;
  }
  return found;
}

/* Chooses a thread that can run, preferably the next one after `last`. Interrupted waiters count,
 * and timed ones whose deadline has passed. */
static bool next_runnable(struct vm *vm, uint32_t last, struct choice *out) {
  struct choice all[CHOICES_MAX];
  uint32_t i, n = vm_choices(vm, all, COUNT(all));
  bool found = false;
  for (i = 0; i < n && i < COUNT(all); i++) {
    if (all[i].kind == CHOICE_TIMEOUT &&
        vm_thread(vm, all[i].thread)->deadline > vm_machine(vm)->clock)
      continue;
    if (!found) *out = all[i];
    found = true;
    if (all[i].thread > last) {
      *out = all[i];
      return true;
    }
  }
  return found;
}

/* Lets time pass in proportion to the work done, so that a timed wait also ends while another
 * thread is busy. */
static void time_passes(struct vm *vm, uint64_t bytecodes) {
  enum { NS_PER_TURN = 1000 };
  arena_touch_range(&vm->arena, MACHINE_BASE, sizeof(struct machine));
  vm_machine(vm)->clock += bytecodes + NS_PER_TURN;
}

int vm_run_free(struct vm *vm) {
  uint32_t last = 0;
  int r = STOP_VISIBLE;
  vm->sched.scheduling = false;
  vm_update_slow(vm);
  vm->run.stack_low = 0;
  while ((!vm->sched.stop || !*vm->sched.stop) && !vm_over_limit(vm)) {
    struct choice c = {0};
    uint64_t before = vm->insn_total;
    if (!next_runnable(vm, last, &c) && !earliest(vm, &c))
      return vm_ended(vm) ? STOP_EXIT : STOP_BLOCKED;
    last = c.thread;
    vm->run.stack_low = 0;
    r = vm_step(vm, c);
    if (r == STOP_EXIT || r == STOP_ERROR || r == STOP_FAILED) return r;
    time_passes(vm, vm->insn_total - before);
  }
  return r;
}

/* ---- marks ---- */

static struct mark *mark_at(struct vm *vm, const struct method *m, uint32_t pc) {
  size_t i;
  for (i = 0; i < vm->marks.list.len; i++)
    if (vm->marks.list.data[i].method == m && vm->marks.list.data[i].pc == pc)
      return &vm->marks.list.data[i];
  return NULL;
}

bool vm_is_copy(const struct method *m, const struct method *of) {
  const struct klass *k = m->owner, *o = of->owner;
  return m != of && m->name == of->name && m->desc == of->desc && k->shown == o->shown && k->cf &&
         o->cf && !memcmp(k->cf->hash, o->cf->hash, sizeof k->cf->hash);
}

static void mark_put(struct vm *vm, struct method *m, uint32_t pc, uint16_t id) {
  const struct mark *k;
  uint16_t op;
  fuse_undo(m->code);
  k = mark_at(vm, m, pc);
  op = k ? k->op : m->code->insns[pc].op;
  *vec_push(&vm->marks.list) = (struct mark){.method = m, .pc = pc, .id = id, .op = op};
  m->code->insns[pc].op = Q_MARK;
}

void vm_marks_copy(struct vm *vm, struct method *m) {
  size_t n = vm->marks.list.len;
  for (size_t i = 0; i < n && m->owner->own_loader; i++)
    if (vm_is_copy(m, vm->marks.list.data[i].method))
      mark_put(vm, m, vm->marks.list.data[i].pc, vm->marks.list.data[i].id);
}

/* Marks the copies of the method in classes of the same name and bytes that loaders of the program
 * have defined. vm_marks_copy handles copies that are decoded later. */
static void mark_copies(struct vm *vm, const struct method *of, uint32_t pc, uint16_t id) {
  for (size_t i = KLASS_FIRST; i < vm->klasses.len; i++) {
    struct klass *k = vm->klasses.data[i];
    struct method *m =
        k && k->own_loader ? klass_declared_method(k, of->name->s, of->desc->s) : NULL;
    if (m && m->code && vm_is_copy(m, of)) mark_put(vm, m, pc, id);
  }
}

int vm_mark_add(struct vm *vm, struct method *m, uint32_t bci, uint16_t id, struct error *err) {
  struct code *c = code_of(vm, m);
  if (!c || bci >= m->info->code_len || c->index[bci] < 0)
    return error_set(err, ERR_INPUT, "%s.%s has no instruction at bytecode index %u",
                     m->owner->shown->s, m->name->s, bci);
  mark_put(vm, m, (uint32_t)c->index[bci], id);
  mark_copies(vm, m, (uint32_t)c->index[bci], id);
  return 0;
}

void vm_mark_remove(struct vm *vm, uint16_t id) {
  size_t i;
  for (i = 0; i < vm->marks.list.len; i++) {
    struct mark gone = vm->marks.list.data[i];
    if (gone.id != id) continue;
    vm->marks.list.data[i] = vm->marks.list.data[--vm->marks.list.len];
    if (!mark_at(vm, gone.method, gone.pc)) gone.method->code->insns[gone.pc].op = gone.op;
    i--;
  }
}

void vm_marks_clear(struct vm *vm) {
  while (vm->marks.list.len) vm_mark_remove(vm, vm->marks.list.data[0].id);
}
