/* Classifies accesses. Modern programs keep shared data in the library's maps and atomics. If a
 * call by the program accesses such data, the access explains an error as well as one to the
 * program's own fields does. How a pool or a lock works inside is internal to the library. */
#include "engine/session/reach.h"
#include "engine/vm/machine.h"

static const struct klass *klass_of(struct vm *vm, const struct xevent *ev) {
  const struct klass *k =
      ev->klass >= KLASS_FIRST && ev->klass < vm->klasses.len ? vm->klasses.data[ev->klass] : NULL;
  const struct klass *mirrored = k && k == vm->wk.klass ? vm_mirror_klass(vm, ev->obj) : NULL;
  return mirrored ? mirrored : k;
}

static bool is_programs(const struct vm *vm, uint32_t method) {
  return method && !vm->methods.data[method]->owner->is_jdk;
}

bool session_is_lock(const struct engine *e, const struct xevent *ev) {
  return is_programs(e->vm, ev->method) && klass_orders_threads(klass_of(e->vm, ev));
}

enum reach session_reach(const struct engine *e, const struct xevent *ev) {
  struct vm *vm = e->vm;
  const struct klass *k = klass_of(vm, ev);
  if (!ev->size || !k) return REACH_ORDER;
  if (is_programs(vm, ev->in_method) && (k->is_array || !k->is_jdk)) return REACH_OWN;
  if (klass_orders_threads(k)) return REACH_ORDER;
  if (k->is_array && k->elem_type != 'L') return REACH_TEXT;
  return is_programs(vm, ev->method) ? REACH_CALLED : REACH_LIBRARY;
}
