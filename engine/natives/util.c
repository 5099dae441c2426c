/* See util.h. */
#include "engine/natives/util.h"
#include "engine/base/check.h"

#include "engine/vm/loader/loaders.h"
#include "engine/vm/sched/stale.h"
#include "engine/vm/sched/weak.h"

#include <stdio.h>
#include <stdlib.h>

int nat_refused(struct native_call *c) {
  return vm_unsupported(c->vm, c->t, "%s.%s", c->m->owner->name->s, c->m->name->s);
}

int nat_nothing(struct native_call *c) {
  (void)c;
  return NATIVE_OK;
}
/* The first letters of the fences of VarHandle and Unsafe tell them apart: fullFence; acquireFence,
 * loadFence, loadLoadFence; releaseFence, storeFence, storeStoreFence. */
static enum fence_kind fence_named(const char *name) {
  if (*name == 'f') return FENCE_FULL;
  return *name == 'a' || *name == 'l' ? FENCE_ACQUIRE : FENCE_RELEASE;
}

int nat_fence(struct native_call *c) {
  enum fence_kind kind = fence_named(c->m->name->s);
  weak_fence(c->vm, c->t);
  if (!c->vm->opt.stale_reads || !c->t) return NATIVE_OK;
  if (kind == FENCE_FULL) VISIBLE(c, OPK_FENCE, 0, 0);
  ev_sync(c->vm, c->t, OPK_FENCE, 0, kind);
  return NATIVE_OK;
}
int nat_zero(struct native_call *c) { return ret_int(c, 0); }
int nat_one(struct native_call *c) { return ret_int(c, 1); }
int nat_minus_one(struct native_call *c) { return ret_int(c, -1); }
int nat_zero_long(struct native_call *c) { return ret_long(c, 0); }
int nat_null(struct native_call *c) { return ret_ref(c, 0); }
int nat_this(struct native_call *c) { return ret_ref(c, c->args[0]); }

int nat_npe(struct native_call *c) {
  enum { MESSAGE_COMPUTED = 2 }; /* NullPointerException.extendedMessageState */
  int rc = vm_throw(c->vm, c->t, "java/lang/NullPointerException", NULL);
  if (rc == NATIVE_THROW &&
      klass_field(vm_klass(c->vm, c->t->exception), "extendedMessageState", "I"))
    field_set_int(c->vm, c->t->exception, "extendedMessageState", MESSAGE_COMPUTED);
  return rc;
}

int nat_throw_class(struct native_call *c, const char *klass, const char *fmt,
                    const struct klass *a, const struct klass *b) {
  char *x = a ? klass_dotted(a) : NULL, *y = b ? klass_dotted(b) : NULL, text[2000];
  const char *names[2] = {x, y};
  size_t n = 0, used = 0;
  int rc;
  for (const char *p = fmt; *p && n + 1 < sizeof text; p++) {
    const char *s = p[0] == '%' && p[1] == 's' && used < 2 ? names[used++] : NULL;
    if (!s) {
      text[n++] = *p;
      continue;
    }
    n += (size_t)snprintf(text + n, sizeof text - n, "%s", s);
    if (n >= sizeof text) n = sizeof text - 1;
    p++;
  }
  text[n] = 0;
  rc = vm_throw(c->vm, c->t, klass, "%s", text);
  free(x);
  free(y);
  return rc;
}

struct klass *nat_klass_arg(struct native_call *c, int slot) {
  ref r = c->args[slot];
  struct klass *k = r ? vm_mirror_klass(c->vm, r) : NULL;
  if (!k) nat_npe(c);
  return k;
}

struct klass *nat_desc_class(struct native_call *c, const struct klass *of, const char *desc,
                             size_t len) {
  const struct symbol *s = symtab_intern(c->vm->syms, desc, len);
  if (of && of->own_loader) s = loader_inside(c->vm, of, s->s);
  if (desc[0] == 'L') s = symtab_intern(c->vm->syms, s->s + 1, s->len - 2);
  if (desc[0] == 'L' || desc[0] == '[') return vm_class_throw(c->vm, c->t, s->s, false);
  return vm_class_of_desc(c->vm, s->s, NULL);
}

ref nat_bytes(struct native_call *c, const void *data, uint32_t len) {
  ref r = vm_new_prim_array(c->vm, c->t, 'B', (int32_t)len);
  CHECK(len <= INT32_MAX, "bytes fit in an array: %u", len);
  if (!r || !len) return r;
  arena_touch_range(&c->vm->arena, r + ARRAY_BASE, len);
  memcpy(array_data(c->vm, r), data, len);
  return r;
}

ref nat_new(struct native_call *c, const char *klass) {
  struct klass *k = vm_class_throw(c->vm, c->t, klass, false);
  return k ? vm_new_object(c->vm, c->t, k) : 0;
}

int nat_check_range(struct native_call *c, ref array, int32_t off, int32_t len) {
  if (!array) return nat_npe(c);
  if (off < 0 || len < 0 || (int64_t)off + len > (int64_t)array_length(c->vm, array))
    return vm_throw(c->vm, c->t, "java/lang/IndexOutOfBoundsException", NULL);
  return NATIVE_OK;
}

static void util_report(struct native_call *c, ref array, uint32_t from, uint32_t n, bool write) {
  INVARIANT(from + n >= n && from + n <= array_length(c->vm, array),
            "elements that a native accesses are in the array: %u at %u", n, from);
  int shift = vm_klass(c->vm, array)->elem_shift;
  for (uint32_t i = 0; c->vm->sched.trace_on && i < n; i++)
    ev_access(c->vm, c->t, array, ARRAY_BASE + ((from + i) << shift), 1 << shift, write,
              ACCESS_PLAIN);
}

void nat_report_reads(struct native_call *c, ref array, uint32_t from, uint32_t n) {
  util_report(c, array, from, n, false);
}
void nat_report_writes(struct native_call *c, ref array, uint32_t from, uint32_t n) {
  util_report(c, array, from, n, true);
}

int nat_read_elements(struct native_call *c, ref array, uint32_t from, uint32_t n) {
  if (!n) return NATIVE_OK;
  VISIBLE(c, OPK_BULK_READ, array, ARRAY_BASE + (from << vm_klass(c->vm, array)->elem_shift));
  nat_report_reads(c, array, from, n);
  return NATIVE_OK;
}

bool nat_copy_reads_older(struct native_call *c, ref from, uint32_t off, uint32_t size, int mode) {
  bool older = stale_begin(c->vm, c->t, from, off);
  ev_access(c->vm, c->t, from, off, (int)size, 0, mode);
  stale_end(c->vm);
  return older;
}

void nat_copy_value(struct vm *vm, uint32_t to, uint32_t from, uint32_t size, bool older) {
  arena_touch_range(&vm->arena, to, size);
  if (older)
    memcpy(MEM8(vm, to), &vm->run.stale, size);
  else
    memcpy(MEM8(vm, to), MEM8(vm, from), size);
}
