/* Accesses to fields that need no scheduling points and therefore are not events. They are logged
 * so that a search for a final field of the program (a breakpoint) finds the transitions that
 * access it. Fields of library classes are omitted, because there are too many and they do not
 * concern the program. */
#include "engine/base/hash.h"
#include "engine/state/xlog.h"
#include "engine/vm/machine.h"

/* Returns whether a class of the program declares the field at the offset. */
static bool is_programs(struct vm *vm, ref obj, uint32_t off) {
  const struct klass *k = vm_klass(vm, obj);
  const struct field *f;
  if (k == vm->wk.klass) k = vm_mirror_klass(vm, obj);
  if (!k || k->is_jdk || k->is_array) return false;
  f = xlog_field(vm, vm_object(vm, obj)->klass, obj, off);
  return f && !f->owner->is_jdk;
}

void xlog_hear_hidden(void *self, struct vm *vm, const struct event *e) {
  struct explorer *x = self;
  struct xlog *l = x->log;
  uint32_t *at = &x->hidden_at[hash_mix((uint64_t)e->obj << 32 | e->off) % HIDDEN_SLOTS];
  const struct xhidden *before = *at < l->hidden.len ? &l->hidden.data[*at] : NULL;
  if (before && before->obj == e->obj && before->off == e->off) return;
  if (!is_programs(vm, e->obj, e->off)) return;
  *at = (uint32_t)l->hidden.len;
  *vec_push(&l->hidden) =
      (struct xhidden){.obj = e->obj, .off = e->off, .klass = vm_object(vm, e->obj)->klass};
}
