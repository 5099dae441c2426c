/* See quiet.h. */
#include "engine/vm/sched/quiet.h"

#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/uncounted.h"

#include <stdio.h>
#include <string.h>

void quiet_classify(const struct vm *vm, struct field *f) {
  if (f->classified) return;
  f->classified = true;
  if (vm->hooks && vm->hooks->classify) vm->hooks->classify(f);
}

void quiet_broken(struct vm *vm, const char *what, const char *name) {
  vm_broken(vm, BROKEN_REDUCTION, "reduction: %s.%s was written after publication", what, name);
}

/* Returns whether no other thread is alive. Then any other thread has either ended, and its reads
 * came before this write, or is started later, and its reads come after it. */
static bool quiet_is_alone(struct vm *vm) {
  uint32_t i, n = 0;
  READS_ASIDE(); /* only for the assumption */
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    uint32_t state = vm_thread(vm, i)->state;
    n += state != THREAD_NONE && state != THREAD_TERMINATED;
  }
  READS_COUNT();
  return n < 2;
}

/* Notes a broken assumption, unless the thread is alone. Whether a thread is alone depends on all
 * that other threads do. */
static void quiet_note(struct vm *vm, const char *what, const char *name) {
  if (quiet_is_alone(vm))
    vm->run.unreported = true;
  else
    quiet_broken(vm, what, name);
}

static bool published(struct vm *vm, ref obj, const struct field *f) {
  if (!vm->sched.scheduling || vm->opt.por == POR_NONE || !(vm_object(vm, obj)->lock & OBJ_SHARED))
    return false;
  return !(f->flags & ACC_STATIC) || klass_init_state(vm, f->owner) != INIT_RUNNING;
}

void quiet_shown(struct vm *vm, ref obj, const char *what, const char *name) {
  bool broken = vm->seen.broken;
  if (!vm->sched.scheduling || !(vm_object(vm, obj)->lock & OBJ_SHARED)) return;
  quiet_note(vm, what, name);
  vm->seen.owner |= !broken && vm->seen.broken;
}

/* Makes what the program saw scheduling points from now on (*shown), so that the assumption is no
 * longer broken. Returns false if it was not broken for this reason, or they are shown already. */
static bool quiet_show(struct vm *vm, bool *seen, bool *shown) {
  if (!*seen || *shown) return false;
  *shown = true;
  *seen = false;
  vm->seen.broken = BROKEN_NOTHING;
  vm->seen.assumption[0] = 0;
  return true;
}

bool quiet_show_owners(struct vm *vm) { return quiet_show(vm, &vm->seen.owner, &vm->sched.owners); }

/* Returns whether only these two threads are alive. Then no third one holds a monitor for which
 * `asked` waits. */
static bool quiet_are_alone(struct vm *vm, const struct thread *by, const struct thread *asked) {
  bool alone = true;
  READS_ASIDE(); /* only for the assumption */
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count && alone; i++) {
    const struct thread *t = vm_thread(vm, i);
    alone = t == by || t == asked || t->state == THREAD_NONE || t->state == THREAD_TERMINATED;
  }
  READS_COUNT();
  return alone;
}

void quiet_state_seen(struct vm *vm, const struct thread *by, const struct thread *asked) {
  bool broken = vm->seen.broken;
  if (!vm->sched.scheduling || vm->sched.unlocks || vm->opt.por == POR_NONE) return;
  if (by == asked || !thread_alive(asked)) return;
  if (quiet_are_alone(vm, by, asked)) {
    vm->run.unreported = true;
    return;
  }
  vm_broken(vm, BROKEN_REDUCTION,
            "reduction: a thread saw the state of another, which may wait for a monitor");
  vm->seen.state |= !broken && vm->seen.broken;
}

bool quiet_show_unlocks(struct vm *vm) {
  return quiet_show(vm, &vm->seen.state, &vm->sched.unlocks);
}

void quiet_put(struct vm *vm, const struct thread *t, ref obj, struct field *f) {
  if (!published(vm, obj, f)) return;
  if (f->quiet == QUIET_OWN && (obj == t->object || !thread_of(vm, obj))) return;
  quiet_note(vm, f->owner->name->s, f->name->s);
}

void thread_label(struct vm *vm, ref obj, uint32_t off) {
  if (obj == vm->boot.main_thread || vm->boot.running) return;
  if (off == vm->wk.thread_name)
    vm->seen.distinguished_by = "the name of a thread";
  else if (off == vm->wk.thread_tid)
    vm->seen.distinguished_by = "the number of a thread";
}

bool quiet_get(struct vm *vm, const struct thread *t, ref obj, const struct field *f) {
  if (f->owner == vm->wk.thread) thread_label(vm, obj, f->offset);
  return f->quiet == QUIET_LABEL || obj == t->object;
}

void quiet_written(struct vm *vm, ref obj, uint32_t off) {
  struct field *f;
  if (!vm->sched.scheduling || vm->opt.por == POR_NONE || vm_klass(vm, obj)->is_array) return;
  f = vm_field_at(vm, obj, off);
  if (!f) return;
  quiet_classify(vm, f);
  if (f->quiet && f->quiet != QUIET_CACHE && published(vm, obj, f))
    quiet_note(vm, f->owner->name->s, f->name->s);
  if (!(f->flags & ACC_FINAL) || (vm_object(vm, obj)->lock & OBJ_LEAKED)) return;
  if ((f->flags & ACC_STATIC) && klass_init_state(vm, f->owner) != INIT_DONE) return;
  quiet_note(vm, f->owner->name->s, f->name->s);
}

void quiet_put_final(struct vm *vm, ref obj, const struct field *f) {
  if (vm_object(vm, obj)->lock & OBJ_SHARED) quiet_written(vm, obj, f->offset);
}

void quiet_freeze(struct vm *vm, ref array) {
  uint32_t lock = array ? vm_object(vm, array)->lock : OBJ_FROZEN;
  if (!(lock & OBJ_FROZEN)) arena_put_u32(&vm->arena, array + 4, lock | OBJ_FROZEN);
}
