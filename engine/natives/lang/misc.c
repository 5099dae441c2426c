/* Services of the JVM itself: jdk.internal.misc (VM, CDS, Signal), properties, processes, agents.
 * None of them asks the host. */
#include "engine/vm/given.h"
#include "engine/vm/boot/boot.h"
#include "engine/natives/util.h"

#include <stdlib.h>

static int random_seed_for_dumping(struct native_call *c) {
  return ret_long(c, (int64_t)given_map_order(c->vm));
}

static int empty_strings(struct native_call *c) {
  return ret_new(c, vm_new_array(c->vm, c->t, c->vm->wk.string_array, 0));
}

/* SystemProps.Raw.vmProperties() returns all properties. The platform's values are used only for
 * properties that it leaves unset. */
static int vm_properties(struct native_call *c) {
  return ret_new(c, properties_array(c->vm, c->t));
}

/* SystemProps.Raw.platformProperties(): null for each property. */
static int platform_properties(struct native_call *c) {
  const struct field *n = klass_field(c->m->owner, "FIXED_LENGTH", NULL);
  int32_t length = (int32_t)*MEM32(c->vm, c->m->owner->mirror + n->offset);
  return ret_new(c, vm_new_array(c->vm, c->t, c->vm->wk.string_array, length));
}

static ref bytes_of(struct native_call *c, const char *s, size_t n) {
  ref r = vm_new_prim_array(c->vm, c->t, 'B', (int32_t)n);
  if (r) memcpy(array_data(c->vm, r), s, n);
  return r;
}

/* Returns a byte[][] of alternating names and values: the environment of a recorded run, otherwise
 * an empty one, because a program must not depend on the host's environment. */
static int environment(struct native_call *c) {
  uint32_t n = 0, i;
  const char *s;
  ref all, r = 1;
  while (given_environment(c->vm, n)) n++;
  all = vm_new_ref_array(c->vm, c->t, c->vm->wk.prim_array[1], (int32_t)(2 * n));
  for (i = 0; all && r && (s = given_environment(c->vm, i)); i++) {
    size_t name = strcspn(s, "=");
    if ((r = bytes_of(c, s, name))) vm_put_ref(c->vm, all, ARRAY_BASE + 8 * i, r);
    if (r && (r = bytes_of(c, s + name + 1, strlen(s + name + 1))))
      vm_put_ref(c->vm, all, ARRAY_BASE + 8 * i + 4, r);
  }
  return r ? ret_new(c, all) : NATIVE_THROW;
}

static int find_signal(struct native_call *c) {
  static const struct {
    const char *name;
    int number;
  } signals[] = {{"HUP", 1}, {"INT", 2}, {"TERM", 15}};
  char *name = c->args[0] ? vm_utf8(c->vm, c->args[0]) : NULL;
  int n = -1;
  for (size_t i = 0; name && i < COUNT(signals); i++)
    if (!strcmp(signals[i].name, name)) n = signals[i].number;
  free(name);
  return ret_int(c, n);
}

static int utc(struct native_call *c) {
  return ret_new(c, vm_intern_sym(c->vm, symtab_cstr(c->vm->syms, "UTC")));
}
static int long_one(struct native_call *c) { return ret_long(c, 1); }

static int has_static_initializer(struct native_call *c) {
  const struct klass *k = nat_klass_arg(c, 0);
  return k ? ret_int(c, k->has_clinit) : NATIVE_THROW;
}

#define VM "jdk/internal/misc/VM"
#define CDS "jdk/internal/misc/CDS"
#define SIGNAL "jdk/internal/misc/Signal"
const struct native_row natives_misc[] = {
    {VM, "initialize", NULL, nat_nothing},
    {VM, "initializeFromArchive", NULL, nat_nothing},
    {VM, "latestUserDefinedLoader0", NULL, nat_null},
    {VM, "getRuntimeArguments", NULL, empty_strings},
    {VM, "getuid", NULL, long_one},
    {VM, "geteuid", NULL, long_one},
    {VM, "getgid", NULL, long_one},
    {VM, "getegid", NULL, long_one},
    {CDS, "isDumpingClassList0", NULL, nat_zero},
    {CDS, "isDumpingArchive0", NULL, nat_zero},
    {CDS, "isSharingEnabled0", NULL, nat_zero},
    {CDS, "initializeFromArchive", NULL, nat_nothing},
    {CDS, "defineArchivedModules", NULL, nat_nothing},
    {CDS, "getRandomSeedForDumping", NULL, random_seed_for_dumping},
    {SIGNAL, "findSignal0", NULL, find_signal},
    {SIGNAL, "handle0", NULL, nat_zero_long},
    {SIGNAL, "raise0", NULL, nat_nothing},
    {"jdk/internal/util/SystemProps$Raw", "vmProperties", NULL, vm_properties},
    {"jdk/internal/util/SystemProps$Raw", "platformProperties", NULL, platform_properties},
    {"java/lang/ProcessEnvironment", "environ", NULL, environment},
    {"java/util/TimeZone", "getSystemTimeZoneID", NULL, utc},
    {"java/util/TimeZone", "getSystemGMTOffsetID", NULL, utc},
    {"java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8", NULL, nat_one},
    {"java/io/ObjectStreamClass", "initNative", NULL, nat_nothing},
    {"java/io/ObjectStreamClass", "hasStaticInitializer", NULL, has_static_initializer},
    {"jdk/internal/vm/vector/VectorSupport", "registerNatives", NULL, nat_zero},
    {"jdk/internal/vm/vector/VectorSupport", "getMaxLaneCount", NULL, nat_minus_one},
    {0},
};
