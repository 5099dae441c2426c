/* jdk.internal.ref.PhantomCleanable. No reference is ever cleared (soundness rule 5, strong
 * references). So the list of all cleanables, which would make their owners reachable by every
 * thread, is not kept; only whether clean() was called is recorded. A field of the object records
 * this: in JDK 17, `next` refers to the object itself once it has left the list, and in later
 * releases `index` is negative then. */
#include "engine/natives/util.h"

static uint32_t mark_offset(struct vm *vm, ref r, bool *by_index) {
  const struct field *f = klass_field(vm_klass(vm, r), "index", "I");
  *by_index = f != NULL;
  return f ? f->offset : klass_field_offset(vm_klass(vm, r), "next");
}

static int inserted(struct native_call *c, ref r) {
  bool by_index;
  uint32_t off;
  if (!r) return nat_npe(c);
  off = mark_offset(c->vm, r, &by_index);
  put32(c->vm, r + off, 0);
  return NATIVE_OK;
}

static int removed(struct native_call *c, ref r) {
  struct vm *vm = c->vm;
  bool by_index;
  uint32_t off, gone;
  if (!r) return nat_npe(c);
  off = mark_offset(vm, r, &by_index);
  gone = by_index ? UINT32_MAX : r;
  VISIBLE(c, OPK_ATOMIC, r, off);
  ev_access(vm, c->t, r, off, 4, true, ACCESS_VOLATILE);
  if (*MEM32(vm, r + off) == gone) return ret_int(c, 0);
  put32(vm, r + off, gone);
  return ret_int(c, 1);
}

static int insert(struct native_call *c) { return inserted(c, c->args[0]); }
static int cleanable_drop(struct native_call *c) { return removed(c, c->args[0]); }
static int list_insert(struct native_call *c) { return inserted(c, c->args[1]); }
static int list_drop(struct native_call *c) { return removed(c, c->args[1]); }

#define PHANTOM "jdk/internal/ref/PhantomCleanable"
#define LIST "jdk/internal/ref/CleanerImpl$CleanableList"
const struct native_row natives_cleanable[] = {
    {PHANTOM, "insert", "()V", insert},
    {PHANTOM, "remove", "()Z", cleanable_drop},
    {LIST, "insert", NULL, list_insert},
    {LIST, "remove", NULL, list_drop},
    {0},
};
