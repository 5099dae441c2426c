/* See section.h. */
#include "engine/vm/sched/section.h"

#include <stdio.h>
#include <string.h>

#include "engine/vm/machine.h"

/* Asked once for each method, when it first matters: nothing may depend on which path came there
 * before. */
static bool is_atomic(struct vm *vm, struct method *m) {
  if (!vm->atomic) return false;
  if (!(m->vm_flags & METHOD_ATOMIC_ASKED))
    m->vm_flags |= METHOD_ATOMIC_ASKED | (vm->hooks->is_atomic(vm, m) ? METHOD_ATOMIC : 0);
  return m->vm_flags & METHOD_ATOMIC;
}

/* A synchronized method: taking the lock was its first operation, if threads could be switched
 * there. */
static bool begins_by_lock(struct vm *vm, ref sync) {
  const struct monitor *m =
      sync && (vm_object(vm, sync)->lock & OBJ_SHARED) ? vm_monitor(vm, sync) : NULL;
  return m && m->count == 1;
}

void section_enter(struct vm *vm, struct method *m, uint32_t fp) {
  if (vm->section.frame) {
    if (!m->owner->is_jdk) vm->section.frame = 0;
    return;
  }
  if (!m->owner->is_jdk || !is_atomic(vm, m)) return;
  vm->section.frame = fp;
  vm->section.first = !begins_by_lock(vm, vm_frame(vm, fp)->sync);
}

void section_parks(struct vm *vm, const struct thread *t) {
  const struct method *m = NULL;
  if (!vm->section.table || !vm->sched.scheduling) return;
  for (uint32_t at = t->frame; at; at = vm_frame(vm, at)->prev) {
    m = frame_method(vm, vm_frame(vm, at));
    if (m && m->owner && !strcmp(m->owner->name->s, "java/util/concurrent/locks/LockSupport"))
      continue;
    break;
  }
  if (!m || !m->owner || m->owner->is_jdk) return;
  vm_broken(
      vm, BROKEN_ATOMIC,
      "--atomic default: the program parks threads itself, and may find late permits of locks");
}

void section_pause(struct vm *vm, struct thread *t) {
  if (vm->atomic && vm->section.frame && t->state != THREAD_TERMINATED) t->flags |= TF_ATOMIC;
}

void section_resume(struct vm *vm, struct thread *t) {
  uint32_t at;
  vm->section.frame = 0;
  vm->section.first = vm->section.resumed = false;
  if (!(t->flags & TF_ATOMIC)) return;
  t->flags &= ~(uint32_t)TF_ATOMIC;
  for (at = t->frame; at; at = vm_frame(vm, at)->prev) {
    struct method *m = frame_method(vm, vm_frame(vm, at));
    if (!m || !m->owner || !m->owner->is_jdk) break;
    if (is_atomic(vm, m)) vm->section.frame = at;
  }
  vm->section.resumed = vm->section.frame != 0;
}
