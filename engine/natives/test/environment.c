/* Records the calls of an environment (env/environment_record.c). Each thread has an array of longs
 * and an array of the calls' results. No other thread's code reads them, so writing them is not a
 * visible operation. The low half of the first long counts the calls that began, and the high half
 * those that ended. After it, there are RECORD_LONGS longs for each call. */
#include <stdlib.h>

#include "engine/natives/util.h"
#include "engine/vm/answers.h"
#include "engine/vm/sched/call_record.h"
#include "engine/vm/loader/synthetic.h"
#include "engine/vm/uncounted.h"

static uint64_t *at(struct vm *vm, ref log, uint32_t i) {
  return MEM64(vm, log + ARRAY_BASE + i * 8);
}

static uint32_t ended_of(struct vm *vm, ref log) { return (uint32_t)(*at(vm, log, 0) >> 32); }

static void put(struct vm *vm, ref log, uint32_t i, uint64_t v) {
  put64(vm, log + ARRAY_BASE + i * 8, v);
}

static uint64_t long_arg(const struct native_call *c, int slot) {
  uint64_t v;
  memcpy(&v, &c->args[slot], sizeof v);
  return v;
}

/* static int began(long[] log, int call, long ended, long begun) */
static int environment_began(struct native_call *c) {
  ref log = c->args[0];
  uint32_t n;
  READS_ASIDE();
  n = (uint32_t)*at(c->vm, log, 0);
  put(c->vm, log, record_call(n), c->args[1]);
  if (!c->vm->environment.in_order) {
    put(c->vm, log, record_call(n) + 1, long_arg(c, 2));
    put(c->vm, log, record_call(n) + 2, long_arg(c, 4));
  }
  put(c->vm, log, 0, *at(c->vm, log, 0) + 1);
  READS_COUNT();
  return ret_int(c, (int32_t)n + 1);
}

static bool implements(const struct klass *k, const char *name) {
  for (uint32_t i = 0; i < k->super_count; i++)
    if (!strcmp(k->supers[i]->name->s, name)) return true;
  return false;
}

static bool is_box(const struct klass *k) {
  char *desc = mem_printf("L%s;", k->name->s);
  bool is = jtype_unboxed(jtype_of(desc)) != 0;
  free(desc);
  return is;
}

static bool is_shown_plainly(struct vm *vm, const struct klass *k) {
  return is_box(k) || !strcmp(k->name->s, "java/lang/String") ||
         (k->super && !strcmp(k->super->name->s, "java/lang/Enum")) ||
         klass_is_subclass(k, vm->wk.throwable);
}

static bool implements_any(const struct klass *k, const char *const *names) {
  for (; *names; names++)
    if (implements(k, *names)) return true;
  return false;
}

/* Does the class define an iteration order? The order of a hash table, of a heap, or of a class
 * that does not specify one can differ although the contents are equal. */
static bool has_order(const struct klass *k) {
  static const char *const in_order[] = {"java/util/List",
                                         "java/util/SortedSet",
                                         "java/util/LinkedHashSet",
                                         "java/util/Queue",
                                         "java/util/SortedMap",
                                         "java/util/LinkedHashMap",
                                         NULL};
  static const char *const heaps[] = {"java/util/PriorityQueue",
                                      "java/util/concurrent/PriorityBlockingQueue",
                                      "java/util/concurrent/DelayQueue", NULL};
  return implements_any(k, in_order) && !implements_any(k, heaps);
}

static bool has_equals(const struct klass *k) {
  const struct method *m = klass_method((struct klass *)k, "equals", "(Ljava/lang/Object;)Z");
  return m && strcmp(m->owner->name->s, "java/lang/Object") != 0;
}

static enum record_shape shape_of(struct vm *vm, ref r) {
  static const char *const walks[] = {"java/lang/Iterable", "java/util/stream/BaseStream", NULL};
  const struct klass *k = r ? vm_klass(vm, r) : NULL;
  if (k && k->is_array) return k->elem_type == 'L' ? SHAPE_ARRAY : SHAPE_PRIMITIVES;
  if (!k || is_shown_plainly(vm, k)) return SHAPE_NONE;
  if (implements(k, "java/util/Map")) return has_order(k) ? SHAPE_MAP : SHAPE_BAG_MAP;
  if (implements(k, "java/util/Collection")) return has_order(k) ? SHAPE_LIST : SHAPE_BAG;
  if (implements(k, "java/util/Map$Entry")) return SHAPE_ENTRY;
  if (!strcmp(k->name->s, "java/util/Optional")) return SHAPE_OPTIONAL;
  return !implements_any(k, walks) && has_equals(k) ? SHAPE_TEXT : SHAPE_NONE;
}

/* ---- can other threads change a result later? ---- */

enum { REACHED_MOST = 256 };

struct reached {
  uint32_t count;
  ref all[REACHED_MOST];
};

/* Adds r unless it is immutable. Returns false if there are too many objects. */
static bool reach(struct vm *vm, struct reached *to, ref r) {
  if (!r || vm_mirror_klass(vm, r) || is_shown_plainly(vm, vm_klass(vm, r))) return true;
  if (vm_klass(vm, r)->is_array && !array_length(vm, r)) return true;
  for (uint32_t i = 0; i < to->count; i++)
    if (to->all[i] == r) return true;
  if (to->count == REACHED_MOST) return false;
  to->all[to->count++] = r;
  return true;
}

static bool reach_from(struct vm *vm, struct reached *to, ref r) {
  const struct klass *k = vm_klass(vm, r);
  uint32_t n = k->is_array ? k->elem_type == 'L' ? array_length(vm, r) : 0 : k->ref_count;
  bool all = true;
  for (uint32_t i = 0; i < n && all; i++)
    all = reach(vm, to, k->is_array ? array_ref(vm, r, i) : *MEM32(vm, r + k->ref_offsets[i]));
  return all;
}

/* Can other threads reach some object in r, however deep, such as the contents behind a fresh
 * view? */
static bool may_change(struct vm *vm, ref r) {
  struct reached to = {0};
  bool all = reach(vm, &to, r), shared = false;
  for (uint32_t i = 0; i < to.count && all && !shared; i++) {
    shared = obj_shared(vm, to.all[i]);
    all = reach_from(vm, &to, to.all[i]);
  }
  return shared || !all;
}

static void ended(struct native_call *c, ref value, uint32_t how) {
  ref log = c->args[0], gave = c->args[1];
  uint32_t n = ended_of(c->vm, log);
  put(c->vm, log, record_call(n), *at(c->vm, log, record_call(n)) | (uint64_t)how << 32);
  vm_put_ref(c->vm, gave, ARRAY_BASE + n * 4, value);
  put(c->vm, log, 0, *at(c->vm, log, 0) + (1ull << 32));
}

/* static int shape(Object value): enum record_shape */
static int environment_shape(struct native_call *c) {
  int32_t shape;
  READS_ASIDE();
  shape = shape_of(c->vm, c->args[0]);
  READS_COUNT();
  vm_note_answer(c->vm, c->t, ANSWER_CHOSEN, (uint64_t)shape, ENVIRONMENT_SHAPE);
  return ret_int(c, shape);
}

/* static void enter(), leave(): operations in between belong to the preceding step, unless the
 * thread blocks. */
static int environment_enter(struct native_call *c) {
  thread_touch(c->vm, c->t);
  c->t->flags = (c->t->flags | TF_OBSERVES) + TF_SECTION;
  return NATIVE_OK;
}

static int environment_leave(struct native_call *c) {
  thread_touch(c->vm, c->t);
  c->t->flags = (c->t->flags - TF_SECTION) & ~(uint32_t)TF_OBSERVES;
  return NATIVE_OK;
}

/* static int gave(long[] log, Object[] gave, Object value, int how) */
static int environment_gave(struct native_call *c) {
  ref copied = c->args[3] == RECORD_COPY ? c->args[2] : 0, original;
  READS_ASIDE();
  original = copied ? array_ref(c->vm, copied, RECORD_KEPT) : 0;
  if (original && (shape_of(c->vm, original) == SHAPE_TEXT || !may_change(c->vm, original)))
    array_put_ref(c->vm, copied, RECORD_KEPT, 0);
  ended(c, c->args[2], c->args[3]);
  ret_int(c, (int32_t)ended_of(c->vm, c->args[0]));
  READS_COUNT();
  return NATIVE_OK;
}

/* Returns the array of enum record_copied of the first call whose original has not been copied
 * again, or 0. */
static ref first_kept(struct vm *vm, ref all) {
  uint32_t threads = (array_length(vm, all) - 1) / 2;
  for (uint32_t i = 0; i <= threads; i++) {
    ref env = array_ref(vm, all, i), log = field_get_ref(vm, env, "log"),
        gave = field_get_ref(vm, env, "gave");
    for (uint32_t n = 0; n < ended_of(vm, log); n++) {
      ref copied = array_ref(vm, gave, n);
      if (*at(vm, log, record_call(n)) >> 32 == RECORD_COPY && array_ref(vm, copied, RECORD_KEPT) &&
          !array_ref(vm, copied, RECORD_AGAIN))
        return copied;
    }
  }
  return 0;
}

/* static Object kept(Object[] all): returns an original to copy again. Returns null, and marks the
 * record as complete, if there is none. */
static int environment_kept(struct native_call *c) {
  ref all = c->args[0], copied, log;
  READS_ASIDE();
  copied = first_kept(c->vm, all);
  if (!copied) {
    log = field_get_ref(c->vm, array_ref(c->vm, all, (array_length(c->vm, all) - 1) / 2), "log");
    put(c->vm, log, 0, *at(c->vm, log, 0) | RECORD_DONE);
  }
  c->ret.r = copied ? array_ref(c->vm, copied, RECORD_KEPT) : 0;
  READS_COUNT();
  return NATIVE_OK;
}

/* static void again(Object[] all, Object copy): stores the copy of the object that kept()
 * returned. */
static int environment_again(struct native_call *c) {
  READS_ASIDE();
  array_put_ref(c->vm, first_kept(c->vm, c->args[0]), RECORD_AGAIN, c->args[1]);
  READS_COUNT();
  return NATIVE_OK;
}

/* Returns the number of the sequence in which each call is replaced by its mirror; the digits of a
 * number are from 1 to the count of calls (env/environment.c). */
static uint64_t mirror_of(const struct vm_environment *e, uint64_t program) {
  uint64_t count = e->counts[0];
  uint32_t call;
  if (!program) return 0;
  call = e->mirrors[(program - 1) % count];
  return mirror_of(e, (program - 1) / count) * count + call + 1;
}

static int by_number(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

/* static boolean isMirror(int[] programs): does the mirror of this combination come before it? The
 * numbers of a combination are in ascending order. */
static int environment_is_mirror(struct native_call *c) {
  const struct vm_environment *e = &c->vm->environment;
  uint32_t n = array_length(c->vm, c->args[0]);
  const int32_t *own = (const int32_t *)(void *)array_data(c->vm, c->args[0]);
  uint64_t mirror[COUNT(e->calls)];
  for (uint32_t i = 0; i < n; i++) mirror[i] = mirror_of(e, (uint32_t)own[i]);
  qsort(mirror, n, sizeof *mirror, by_number);
  for (uint32_t i = 0; i < n; i++)
    if (mirror[i] != (uint32_t)own[i]) return ret_int(c, mirror[i] < (uint32_t)own[i]);
  return ret_int(c, false);
}

/* static boolean isModel(): does the environment call the model? */
static int environment_is_model(struct native_call *c) {
  return ret_int(c, c->vm->environment.in_order && c->vm->environment.model);
}

#define MAIN "heddle/Environment"
const struct native_row natives_environment[] = {
    {MAIN, "began", "([JIJJ)I", environment_began},
    {MAIN, "shape", "(Ljava/lang/Object;)I", environment_shape},
    {MAIN, "enter", "()V", environment_enter},
    {MAIN, "leave", "()V", environment_leave},
    {MAIN, "gave", "([J[Ljava/lang/Object;Ljava/lang/Object;I)I", environment_gave},
    {MAIN, "kept", "([Ljava/lang/Object;)Ljava/lang/Object;", environment_kept},
    {MAIN, "again", "([Ljava/lang/Object;Ljava/lang/Object;)V", environment_again},
    {MAIN, "isMirror", "([I)Z", environment_is_mirror},
    {MAIN, "isModel", "()Z", environment_is_model},
    {0},
};
