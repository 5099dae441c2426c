/* Natives of the beans of java.lang.management. Their figures do not come from the host: one
 * processor, virtual time, and no pools, collectors, flags or diagnostic commands. The heap is as
 * large as the heap bound and half of it is free, because garbage is not part of a state (soundness
 * rule 5, strong references). Threads are in management_threads.c. */
#include "engine/natives/util.h"
#include "engine/vm/sched/time.h"

#include <string.h>

static int version(struct native_call *c) {
  return ret_new(c, vm_string(c->vm, c->t, c->vm->loaded.jdk_release < 19 ? "3.0" : "4.0"));
}

/* Claims to support what HotSpot supports, except diagnostic commands. Contention times are not
 * measured in spite of the claim, because they would have to be part of each state. */
static int optional_support(struct native_call *c) {
  static const char *const supported[] = {
      "compTimeMonitoringSupport",        "currentThreadCpuTimeSupport",
      "otherThreadCpuTimeSupport",        "objectMonitorUsageSupport",
      "synchronizerUsageSupport",         "threadAllocatedMemorySupport",
      "threadContentionMonitoringSupport"};
  for (size_t i = 0; i < COUNT(supported); i++) {
    const struct field *f = klass_field(c->m->owner, supported[i], "Z");
    if (f) arena_put_u8(&c->vm->arena, f->owner->mirror + f->offset, 1);
  }
  return NATIVE_OK;
}

static int no_strings(struct native_call *c) {
  return ret_new(c, vm_new_ref_array(c->vm, c->t, c->vm->wk.string, 0));
}

/* Returns an empty array of the method's return type. */
static int no_elements(struct native_call *c) {
  const char *desc = strchr(c->m->desc->s, ')') + 1;
  struct klass *k = nat_desc_class(c, NULL, desc, strlen(desc));
  return k ? ret_new(c, vm_new_array(c->vm, c->t, k, 0)) : NATIVE_THROW;
}

static int started_at(struct native_call *c) { return ret_long(c, TIME_EPOCH_MILLIS); }
static int uptime(struct native_call *c) {
  return ret_long(c, (int64_t)(vm_clock(c->vm, c->t) / 1000000));
}
static int cpu_time(struct native_call *c) { return ret_long(c, (int64_t)vm_clock(c->vm, c->t)); }

/* Classes are loaded outside the state, so a real count would depend on other paths. */
static int classes_loaded(struct native_call *c) { return ret_long(c, 500); }

/* getMemoryUsage0(heap) */
static int memory_usage(struct native_call *c) {
  int64_t bound = c->args[1] ? (int64_t)c->vm->heap.bound : INT64_C(1) << 24;
  ref u = nat_new(c, "java/lang/management/MemoryUsage");
  if (!u) return NATIVE_THROW;
  field_set_long(c->vm, u, "init", bound);
  field_set_long(c->vm, u, "used", bound / 2);
  field_set_long(c->vm, u, "committed", bound);
  field_set_long(c->vm, u, "max", c->args[1] ? bound : -1);
  return ret_new(c, u);
}

static int memory_size(struct native_call *c) { return ret_long(c, (int64_t)c->vm->heap.bound); }
static int no_load(struct native_call *c) {
  c->ret.d = 0;
  return NATIVE_OK;
}
static int few_files(struct native_call *c) { return ret_long(c, 16); }
static int many_files(struct native_call *c) { return ret_long(c, 1 << 20); }

static int no_dump(struct native_call *c) {
  return vm_throw(c->vm, c->t, "java/io/IOException",
                  "heap dumps of the program under test are not supported");
}

/* MethodUtil.invoke(method, object, arguments). In the JDK, a class of a separate loader makes the
 * call, so that the caller is not JDK code. Only a security manager would notice the difference. */
static int invoke_method(struct native_call *c) {
  struct method *m = klass_declared_method(c->vm->wk.method, "invoke", NULL);
  return c->args[0] ? vm_push_frame(c->vm, c->t, m, c->args, 0, 0) : nat_npe(c);
}

/* ---- javax.management ---- */

/* An MBean server announces each registration with the time. While there are no listeners, the
 * notification is not created, so the clock does not become part of the states of a program that
 * never reads it. The list of listeners is accessed as in the library. */
static int notify_registration(struct native_call *c) {
  struct vm *vm = c->vm;
  ref delegate = field_get_ref(vm, c->args[0], "delegate"),
      support = delegate ? field_get_ref(vm, delegate, "broadcaster") : 0;
  ref list = support ? field_get_ref(vm, support, "listenerList") : 0, array;
  const struct field *f = list ? klass_field(vm_klass(vm, list), "array", NULL) : NULL;
  if (!f) return nat_body(c);
  array = *MEM32(vm, list + f->offset);
  if (array_length(vm, array)) return nat_body(c);
  VISIBLE(c, OPK_VOLATILE_READ, list, f->offset);
  ev_access(vm, c->t, list, f->offset, 4, false, ACCESS_VOLATILE);
  return array_length(vm, *MEM32(vm, list + f->offset)) ? nat_body(c) : NATIVE_OK;
}

/* Returns the number of a server. The JDK uses time stamps, each greater than the one before; here
 * the first one is the start time. */
static int server_stamp(struct native_call *c) {
  const struct field *f = klass_field(c->m->owner, "oldStamp", "J");
  int64_t stamp = f ? (int64_t)*MEM64(c->vm, f->owner->mirror + f->offset) : 0;
  if (!f) return vm_unsupported(c->vm, c->t, "MBeanServerDelegate of this JDK release");
  stamp = stamp < TIME_EPOCH_MILLIS ? TIME_EPOCH_MILLIS : stamp + 1;
  VISIBLE(c, OPK_WRITE, f->owner->mirror, f->offset);
  put64(c->vm, f->owner->mirror + f->offset, (uint64_t)stamp);
  return ret_long(c, stamp);
}

#define VM "sun/management/VMManagementImpl"
#define MEMORY "sun/management/MemoryImpl"
#define OS "com/sun/management/internal/OperatingSystemImpl"
#define FLAG "com/sun/management/internal/Flag"
#define DIAGNOSTIC "com/sun/management/internal/DiagnosticCommandImpl"
const struct native_row natives_management[] = {
    {VM, "getVersion0", NULL, version},
    {VM, "initOptionalSupportFields", NULL, optional_support},
    {VM, "isThreadContentionMonitoringEnabled", NULL, nat_zero},
    {VM, "isThreadCpuTimeEnabled", NULL, nat_one},
    {VM, "isThreadAllocatedMemoryEnabled", NULL, nat_one},
    {VM, "getTotalClassCount", NULL, classes_loaded},
    {VM, "getUnloadedClassCount", NULL, nat_zero_long},
    {VM, "getVerboseClass", NULL, nat_zero},
    {VM, "getVerboseGC", NULL, nat_zero},
    {VM, "getProcessId", NULL, nat_one},
    {VM, "getVmArguments0", NULL, no_strings},
    {VM, "getStartupTime", NULL, started_at},
    {VM, "getUptime0", NULL, uptime},
    {VM, "getAvailableProcessors", NULL, nat_one},
    {VM, "getTotalCompileTime", NULL, nat_zero_long},
    {VM, "getSafepointCount", NULL, nat_zero_long},
    {VM, "getTotalSafepointTime", NULL, nat_zero_long},
    {VM, "getSafepointSyncTime", NULL, nat_zero_long},
    {VM, "getTotalApplicationNonStoppedTime", NULL, nat_zero_long},
    {VM, "getLoadedClassSize", NULL, nat_zero_long},
    {VM, "getUnloadedClassSize", NULL, nat_zero_long},
    {VM, "getClassLoadingTime", NULL, nat_zero_long},
    {VM, "getMethodDataSize", NULL, nat_zero_long},
    {VM, "getInitializedClassCount", NULL, nat_zero_long},
    {VM, "getClassInitializationTime", NULL, nat_zero_long},
    {VM, "getClassVerificationTime", NULL, nat_zero_long},
    {"sun/management/ClassLoadingImpl", "setVerboseClass", NULL, nat_nothing},
    {MEMORY, "getMemoryUsage0", NULL, memory_usage},
    {MEMORY, "setVerboseGC", NULL, nat_nothing},
    {MEMORY, "getMemoryManagers0", NULL, no_elements},
    {MEMORY, "getMemoryPools0", NULL, no_elements},
    {OS, "initialize0", NULL, nat_nothing},
    {OS, "getCommittedVirtualMemorySize0", NULL, memory_size},
    {OS, "getTotalSwapSpaceSize0", NULL, nat_zero_long},
    {OS, "getFreeSwapSpaceSize0", NULL, nat_zero_long},
    {OS, "getProcessCpuTime0", NULL, cpu_time},
    {OS, "getFreeMemorySize0", NULL, memory_size},
    {OS, "getTotalMemorySize0", NULL, memory_size},
    {OS, "getOpenFileDescriptorCount0", NULL, few_files},
    {OS, "getMaxFileDescriptorCount0", NULL, many_files},
    {OS, "getCpuLoad0", NULL, no_load},
    {OS, "getProcessCpuLoad0", NULL, no_load},
    {OS, "getSingleCpuLoad0", NULL, no_load},
    {OS, "getHostTotalCpuTicks0", NULL, nat_zero_long},
    {OS, "getHostConfiguredCpuCount0", NULL, nat_one},
    {OS, "getHostOnlineCpuCount0", NULL, nat_one},
    {"jdk/internal/misc/Unsafe", "getLoadAverage0", NULL, nat_minus_one},
    {"jdk/internal/platform/CgroupMetrics", "isUseContainerSupport", NULL, nat_zero},
    {"jdk/internal/platform/CgroupMetrics", "isContainerized0", NULL, nat_zero},
    {FLAG, "initialize", NULL, nat_nothing},
    {FLAG, "getInternalFlagCount", NULL, nat_zero},
    {FLAG, "getAllFlagNames", NULL, no_strings},
    {FLAG, "getFlags", NULL, nat_zero},
    {DIAGNOSTIC, "getDiagnosticCommands", NULL, no_strings},
    {DIAGNOSTIC, "getDiagnosticCommandInfo", NULL, no_elements},
    {DIAGNOSTIC, "setNotificationEnabled", NULL, nat_nothing},
    {"com/sun/management/internal/HotSpotDiagnostic", "dumpHeap0", NULL, no_dump},
    {"com/sun/jmx/interceptor/DefaultMBeanServerInterceptor", "sendNotification", NULL,
     notify_registration},
    {"javax/management/MBeanServerDelegate", "getStamp", "()J", server_stamp},
    {"sun/reflect/misc/MethodUtil", "<clinit>", NULL, nat_nothing},
    {"sun/reflect/misc/MethodUtil", "invoke", NULL, invoke_method},
    {0},
};
