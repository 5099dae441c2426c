/* System.arraycopy: makes HotSpot's checks in HotSpot's order and with its messages, and reports
 * events for each element.
 *
 * If a race need not end the path, a copy that touches a shared array is resumable: it copies one
 * element per transition (soundness rule 10, bulk by elements). The remaining work is then recorded
 * in the arguments themselves, which are operands of the caller and hence part of the state. */
#include "engine/natives/io/cursor.h"
#include "engine/base/check.h"
#include "engine/natives/util.h"
#include "engine/vm/sched/quiet.h"

#define ASE "java/lang/ArrayStoreException"
#define AIOOBE "java/lang/ArrayIndexOutOfBoundsException"

enum { A_SRC, A_SRC_POS, A_DST, A_DST_POS, A_LEN };

static const char *prim_name(char type) {
  switch (type) {
    case 'Z': return "boolean";
    case 'B': return "byte";
    case 'C': return "char";
    case 'S': return "short";
    case 'I': return "int";
    case 'J': return "long";
    case 'F': return "float";
    case 'D': return "double";
    default: return "object array";
  }
}

static int check_types(struct native_call *c, const struct klass *s, const struct klass *d) {
  if (!s->is_array)
    return nat_throw_class(c, ASE, "arraycopy: source type %s is not an array", s, NULL);
  if (!d->is_array)
    return nat_throw_class(c, ASE, "arraycopy: destination type %s is not an array", d, NULL);
  if (s->elem_type == d->elem_type) return NATIVE_OK;
  return vm_throw(c->vm, c->t, ASE, "arraycopy: type mismatch: can not copy %s[] into %s[]",
                  prim_name(s->elem_type), prim_name(d->elem_type));
}

static int check_bounds(struct native_call *c, const struct klass *s, const struct klass *d) {
  struct vm *vm = c->vm;
  const char *sn = prim_name(s->elem_type), *dn = prim_name(d->elem_type);
  int32_t sp = (int32_t)c->args[A_SRC_POS], dp = (int32_t)c->args[A_DST_POS],
          len = (int32_t)c->args[A_LEN];
  uint32_t sl = array_length(vm, c->args[A_SRC]), dl = array_length(vm, c->args[A_DST]);
  if (sp < 0)
    return vm_throw(vm, c->t, AIOOBE, "arraycopy: source index %d out of bounds for %s[%u]", sp, sn,
                    sl);
  if (dp < 0)
    return vm_throw(vm, c->t, AIOOBE, "arraycopy: destination index %d out of bounds for %s[%u]",
                    dp, dn, dl);
  if (len < 0) return vm_throw(vm, c->t, AIOOBE, "arraycopy: length %d is negative", len);
  if ((uint32_t)sp + (uint32_t)len > sl)
    return vm_throw(vm, c->t, AIOOBE, "arraycopy: last source index %u out of bounds for %s[%u]",
                    (uint32_t)sp + (uint32_t)len, sn, sl);
  if ((uint32_t)dp + (uint32_t)len > dl)
    return vm_throw(vm, c->t, AIOOBE,
                    "arraycopy: last destination index %u out of bounds for %s[%u]",
                    (uint32_t)dp + (uint32_t)len, dn, dl);
  return NATIVE_OK;
}

static void arraycopy_report(struct native_call *c, uint32_t s, uint32_t d, int shift) {
  ev_access(c->vm, c->t, c->args[A_SRC], ARRAY_BASE + (s << shift), 1 << shift, 0, ACCESS_PLAIN);
  ev_access(c->vm, c->t, c->args[A_DST], ARRAY_BASE + (d << shift), 1 << shift, 1, ACCESS_PLAIN);
}

static void report_all(struct native_call *c, uint32_t n, int shift) {
  bool down = c->args[A_SRC] == c->args[A_DST] && c->args[A_SRC_POS] < c->args[A_DST_POS];
  if (!c->vm->sched.trace_on) return;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t j = down ? n - 1 - i : i;
    arraycopy_report(c, c->args[A_SRC_POS] + j, c->args[A_DST_POS] + j, shift);
  }
}

static bool is_storable(struct native_call *c, const struct klass *s, const struct klass *d,
                        ref r) {
  return !r || s->elem_type != 'L' || klass_is_subclass(s->elem, d->elem) ||
         klass_is_subclass(vm_klass(c->vm, r), d->elem);
}

/* Returns the number of elements of the source, from its position on, that can be stored in the
 * destination. */
static uint32_t storable(struct native_call *c, const struct klass *s, const struct klass *d,
                         uint32_t n) {
  if (s->elem_type != 'L' || klass_is_subclass(s->elem, d->elem)) return n;
  for (uint32_t i = 0; i < n; i++)
    if (!is_storable(c, s, d, array_ref(c->vm, c->args[A_SRC], c->args[A_SRC_POS] + i))) return i;
  return n;
}

static void move(struct native_call *c, const struct klass *s, uint32_t n) {
  struct vm *vm = c->vm;
  ref src = c->args[A_SRC], dst = c->args[A_DST];
  uint32_t from = src + ARRAY_BASE + (c->args[A_SRC_POS] << s->elem_shift);
  uint32_t to = dst + ARRAY_BASE + (c->args[A_DST_POS] << s->elem_shift),
           bytes = n << s->elem_shift;
  if (!n) return;
  CHECK(c->args[A_SRC_POS] + n <= array_length(vm, src) &&
            c->args[A_DST_POS] + n <= array_length(vm, dst),
        "elements that are copied are in both arrays: %u at %u and %u", n, c->args[A_SRC_POS],
        c->args[A_DST_POS]);
  if ((vm_object(vm, dst)->lock & OBJ_FROZEN) && obj_shared(vm, dst))
    quiet_broken(vm, "an array of", "quiet.def");
  if (s->elem_type == 'L' && obj_shared(vm, dst) && src != dst)
    for (uint32_t i = 0; i < n; i++)
      if (*MEM32(vm, from + i * 4)) vm_share(vm, *MEM32(vm, from + i * 4));
  arena_touch_range(&vm->arena, to, bytes);
  memmove(MEM8(vm, to), MEM8(vm, from), bytes);
}

static int store_error(struct native_call *c, const struct klass *s, const struct klass *d) {
  if (!klass_is_subclass(d->elem, s->elem))
    return nat_throw_class(c, ASE, "arraycopy: type mismatch: can not copy %s[] into %s[]", s->elem,
                           d->elem);
  return nat_throw_class(c, ASE,
                         "arraycopy: element type mismatch: can not cast one of the elements of "
                         "%s[] to the type of the "
                         "destination array, %s",
                         s->elem, d->elem);
}

/* Adjusts the arguments to the remaining work after an element has been copied. */
static void shrink(struct native_call *c, bool down) {
  CHECK(c->args[A_LEN], "a copy continues while elements are left");
  c->args[A_SRC_POS] += !down;
  c->args[A_DST_POS] += !down;
  c->args[A_LEN]--;
  /* Counts each element, because a step that ends here must differ from the one before (soundness
   * rule 24, executed again). */
  c->t->insns++;
}

/* Copies one element between two shared arrays. Other threads may run between the read and the
 * write, so the value is kept in a separate array meanwhile. */
static int copy_apart(struct native_call *c, const struct klass *s, uint32_t si, uint32_t di,
                      bool resumed, ref value) {
  struct vm *vm = c->vm;
  uint32_t from = ARRAY_BASE + (si << s->elem_shift), to = ARRAY_BASE + (di << s->elem_shift),
           size = 1u << s->elem_shift;
  ref src = c->args[A_SRC], dst = c->args[A_DST];
  if (!resumed) {
    bool older;
    VISIBLE(c, nat_copy_op(vm), src, from);
    value = vm_new_array(vm, c->t, (struct klass *)s, 1);
    if (!value) return NATIVE_THROW;
    older = nat_copy_reads_older(c, src, from, size, ACCESS_PLAIN);
    nat_copy_value(vm, value + ARRAY_BASE, src + from, size, older);
  }
  if (!vm_visible(vm, c->t, OPK_BULK_WRITE, dst, to))
    return cursor_stop(c, A_SRC, &(struct cursor){src, value, 0});
  ev_access(vm, c->t, dst, to, (int)size, 1, ACCESS_PLAIN);
  c->args[A_SRC] = value;
  c->args[A_SRC_POS] = 0;
  c->args[A_DST_POS] = di;
  move(c, s, 1);
  c->args[A_SRC] = src;
  return NATIVE_OK;
}

/* Copies one element where at most one of the arrays is shared. */
static int copy_one(struct native_call *c, const struct klass *s, const struct klass *d,
                    uint32_t si, uint32_t di) {
  struct vm *vm = c->vm;
  ref dst = c->args[A_DST], src = c->args[A_SRC];
  uint32_t from = ARRAY_BASE + (si << s->elem_shift), to = ARRAY_BASE + (di << s->elem_shift),
           size = 1u << s->elem_shift;
  bool write = obj_shared(vm, dst), older;
  VISIBLE(c, write ? OPK_BULK_WRITE : nat_copy_op(vm), write ? dst : src, write ? to : from);
  c->args[A_SRC_POS] = si;
  c->args[A_DST_POS] = di;
  older = nat_copy_reads_older(c, src, from, size, ACCESS_PLAIN);
  if (older && !is_storable(c, s, d, (ref)vm->run.stale)) return store_error(c, s, d);
  ev_access(vm, c->t, dst, to, (int)size, 1, ACCESS_PLAIN);
  if (older)
    nat_copy_value(vm, dst + to, 0, size, true);
  else
    move(c, s, 1);
  return NATIVE_OK;
}

/* Copies one element per transition. The arguments shrink as the work proceeds. */
static int copy_stepwise(struct native_call *c, const struct klass *s, const struct klass *d,
                         bool resumed, ref value) {
  struct vm *vm = c->vm;
  ref dst = c->args[A_DST], src = c->args[A_SRC];
  bool apart = obj_shared(vm, dst) && obj_shared(vm, src);
  for (; c->args[A_LEN]; resumed = false) {
    bool down = src == dst && c->args[A_SRC_POS] < c->args[A_DST_POS];
    uint32_t sp = c->args[A_SRC_POS], dp = c->args[A_DST_POS], last = c->args[A_LEN] - 1;
    uint32_t si = sp + (down ? last : 0), di = dp + (down ? last : 0);
    int rc;
    c->args[A_SRC_POS] = si;
    if (!resumed && !storable(c, s, d, 1)) return store_error(c, s, d);
    c->args[A_SRC_POS] = sp;
    rc = apart ? copy_apart(c, s, si, di, resumed, value) : copy_one(c, s, d, si, di);
    if (rc != NATIVE_OK) return rc;
    c->args[A_SRC_POS] = sp;
    c->args[A_DST_POS] = dp;
    shrink(c, down);
  }
  return NATIVE_OK;
}

static int arraycopy(struct native_call *c) {
  struct vm *vm = c->vm;
  ref src = c->args[A_SRC], dst = c->args[A_DST];
  const struct klass *s, *d;
  uint32_t n, len = c->args[A_LEN];
  struct cursor at;
  int rc;
  if (cursor_take(c, A_SRC, &at))
    return copy_stepwise(c, vm_klass(vm, at.original), vm_klass(vm, dst), true, at.extra);
  if (!src || !dst) return nat_npe(c);
  s = vm_klass(vm, src);
  d = vm_klass(vm, dst);
  rc = check_types(c, s, d);
  if (rc != NATIVE_OK) return rc;
  rc = check_bounds(c, s, d);
  if (rc != NATIVE_OK || !len) return rc;
  if (vm_bulk_apart(vm) && (obj_shared(vm, src) || obj_shared(vm, dst)))
    return copy_stepwise(c, s, d, false, 0);
  if (obj_shared(vm, dst))
    VISIBLE(c, OPK_BULK_WRITE, dst, ARRAY_BASE + (c->args[A_DST_POS] << s->elem_shift));
  else
    VISIBLE(c, OPK_BULK_READ, src, ARRAY_BASE + (c->args[A_SRC_POS] << s->elem_shift));
  n = storable(c, s, d, len);
  report_all(c, n, s->elem_shift);
  move(c, s, n);
  return n < len ? store_error(c, s, d) : NATIVE_OK;
}

const struct native_row natives_arraycopy[] = {
    {"java/lang/System", "arraycopy", NULL, arraycopy},
    {0},
};
