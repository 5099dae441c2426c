/* See cursor.h. A cursor is an array {original, extra, int[] {position}}. */
#include "engine/natives/io/cursor.h"
#include "engine/base/check.h"

#include "engine/natives/util.h"

enum { C_ORIGINAL, C_EXTRA, C_POSITION, C_SIZE };

bool cursor_take(struct native_call *c, int slot, struct cursor *out) {
  struct vm *vm = c->vm;
  ref a = c->args[slot];
  if (!(c->t->flags & TF_CURSOR)) return false;
  CHECK(a && array_length(vm, a) == C_SIZE, "a native that continues finds its cursor: %s",
        c->m->name->s);
  out->original = array_ref(vm, a, C_ORIGINAL);
  out->extra = array_ref(vm, a, C_EXTRA);
  out->position = array_ref(vm, array_ref(vm, a, C_POSITION), 0);
  c->args[slot] = out->original;
  c->t->flags &= ~(uint32_t)TF_CURSOR;
  return true;
}

int cursor_stop(struct native_call *c, int slot, const struct cursor *cur) {
  struct vm *vm = c->vm;
  ref a = vm_new_ref_array(vm, c->t, vm->wk.object, C_SIZE),
      position = a ? vm_new_prim_array(vm, c->t, 'I', 1) : 0;
  if (!position) return NATIVE_THROW;
  put32(vm, position + ARRAY_BASE, cur->position);
  array_put_ref(vm, a, C_ORIGINAL, cur->original);
  array_put_ref(vm, a, C_EXTRA, cur->extra);
  array_put_ref(vm, a, C_POSITION, position);
  CHECK(!(c->t->flags & TF_CURSOR), "a native keeps one cursor: %s", c->m->name->s);
  c->args[slot] = a;
  c->t->flags |= TF_CURSOR;
  return NATIVE_STOP;
}
