/* See weak.h.
 *
 * An access is attributed to the first frame that does more than forward it; the atomic classes,
 * VarHandles, Unsafe, reflection and java.util.Arrays only forward. The program's accesses are
 * noted, those of the JDK's own classes are not: java.util.concurrent is full of them, and what its
 * classes promise does not depend on them.
 *
 * Plain accesses by the program itself are checked for races as getfield is. Those within the
 * atomic classes are to trusted fields, whose races are not reported, so they are noted here. */
#include "engine/vm/sched/weak.h"

#include <string.h>

#include "engine/vm/machine.h"

#define ATOMIC_CLASSES "java/util/concurrent/atomic/"

static bool starts(const char *s, const char *prefix) {
  return strncmp(s, prefix, strlen(prefix)) == 0;
}

static bool hands_on(const struct klass *k) {
  static const char *const prefixes[] = {
      ATOMIC_CLASSES,       "java/lang/invoke/",     "jdk/internal/misc/Unsafe", "sun/misc/Unsafe",
      "java/lang/reflect/", "jdk/internal/reflect/", "java/util/Arrays"};
  for (size_t i = 0; i < COUNT(prefixes); i++)
    if (starts(k->name->s, prefixes[i])) return true;
  return false;
}

bool weak_by_program(struct vm *vm, const struct thread *t) {
  for (uint32_t f = t->frame; f && !(vm_frame(vm, f)->flags & FRAME_ROOT);
       f = vm_frame(vm, f)->prev) {
    const struct klass *k = frame_method(vm, vm_frame(vm, f))->owner;
    if (!k->is_jdk) return true;
    if (!hands_on(k)) return false;
  }
  return false;
}

static bool within_atomic(struct vm *vm, const struct thread *t) {
  const struct frame *f = t->frame ? vm_frame(vm, t->frame) : NULL;
  return f && !(f->flags & FRAME_ROOT) &&
         starts(frame_method(vm, f)->owner->name->s, ATOMIC_CLASSES);
}

/* Before the first start of a thread nothing is shared. */
static bool alone(struct vm *vm) { return vm->boot.running || vm_machine(vm)->thread_count < 2; }

void weak_slow(struct vm *vm, const struct thread *t, ref obj, int mode) {
  static const uint8_t modes[] = {
      [ACCESS_PLAIN] = WEAK_PLAIN, [ACCESS_OPAQUE] = WEAK_OPAQUE, [ACCESS_ACQREL] = WEAK_ORDERED};
  if (vm->seen.weak & modes[mode] || !t || alone(vm)) return;
  if (!(vm_object(vm, obj)->lock & OBJ_SHARED) || obj == t->object) return;
  if (mode == ACCESS_PLAIN && !within_atomic(vm, t)) return;
  if (weak_by_program(vm, t)) vm->seen.weak |= modes[mode];
}

void weak_fence(struct vm *vm, const struct thread *t) {
  if (t && !alone(vm) && weak_by_program(vm, t)) vm->seen.weak |= WEAK_FENCE;
}
