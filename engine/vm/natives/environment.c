/* What the class of an environment keeps of its calls (env/environment_record.c), each thread in an
 * array of longs and one of what the calls gave. No other thread's code reads them, so that writing
 * them is no operation that others could notice. The first long counts the calls that began, in its
 * low half, and those that ended; behind it there are RECORD_LONGS for each call. */
#include <stdlib.h>

#include "engine/vm/natives/util.h"
#include "engine/vm/sched/record.h"
#include "engine/vm/synth/synth.h"
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

/* A collection that is not the component's own, whole and of this moment. */
static bool is_copy(struct vm *vm, ref r, const struct klass *k) {
  static const char *const copies[] = {
      "java/util/ArrayList",     "java/util/LinkedList",    "java/util/ArrayDeque",
      "java/util/HashMap",       "java/util/LinkedHashMap", "java/util/TreeMap",
      "java/util/HashSet",       "java/util/LinkedHashSet", "java/util/TreeSet",
      "java/util/PriorityQueue", "java/util/Vector"};
  for (size_t i = 0; i < COUNT(copies); i++)
    if (!strcmp(copies[i], k->name->s)) return !(vm_object(vm, r)->lock & OBJ_SHARED);
  return !strncmp(k->name->s, "java/util/ImmutableCollections$", 31);
}

static bool is_box(const struct klass *k) {
  char *desc = mem_printf("L%s;", k->name->s);
  bool is = jtype_unboxed(jtype_of(desc)) != 0;
  free(desc);
  return is;
}

static bool is_shown_plainly(struct vm *vm, const struct klass *k) {
  return k->is_array || is_box(k) || !strcmp(k->name->s, "java/lang/String") ||
         (k->super && !strcmp(k->super->name->s, "java/lang/Enum")) ||
         klass_is_subclass(k, vm->wk.throwable);
}

/* Is it known by its text, as what has equals of its own? Else by itself. */
static bool is_text(struct vm *vm, ref r) {
  struct klass *k;
  const struct method *m;
  if (!r) return false;
  k = vm_klass(vm, r);
  if (is_shown_plainly(vm, k)) return false;
  if (implements(k, "java/lang/Iterable") || implements(k, "java/util/Map") ||
      implements(k, "java/util/stream/BaseStream"))
    return is_copy(vm, r, k);
  m = klass_method(k, "equals", "(Ljava/lang/Object;)Z");
  return m && strcmp(m->owner->name->s, "java/lang/Object") != 0;
}

static void ended(struct native_call *c, ref value, uint32_t how) {
  ref log = c->args[0], gave = c->args[1];
  uint32_t n = ended_of(c->vm, log);
  put(c->vm, log, record_call(n), *at(c->vm, log, record_call(n)) | (uint64_t)how << 32);
  vm_put_ref(c->vm, gave, ARRAY_BASE + n * 4, value);
  put(c->vm, log, 0, *at(c->vm, log, 0) + (1ull << 32));
}

/* static boolean isText(Object value) */
static int environment_is_text(struct native_call *c) {
  bool is;
  READS_ASIDE();
  is = is_text(c->vm, c->args[0]);
  READS_COUNT();
  return ret_int(c, is);
}

/* static int gave(long[] log, Object[] gave, Object value, int how) */
static int environment_gave(struct native_call *c) {
  READS_ASIDE();
  ended(c, c->args[2], c->args[3]);
  ret_int(c, (int32_t)ended_of(c->vm, c->args[0]));
  READS_COUNT();
  return NATIVE_OK;
}

/* static boolean isModel(): is the model called? */
static int environment_is_model(struct native_call *c) {
  return ret_int(c, c->vm->environment.in_order && c->vm->environment.model);
}

#define MAIN "heddle/Environment"
const struct native_row natives_environment[] = {
    {MAIN, "began", "([JIJJ)I", environment_began},
    {MAIN, "isText", "(Ljava/lang/Object;)Z", environment_is_text},
    {MAIN, "gave", "([J[Ljava/lang/Object;Ljava/lang/Object;I)I", environment_gave},
    {MAIN, "isModel", "()Z", environment_is_model},
    {0},
};
