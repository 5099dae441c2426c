/* Operations on the host that are refused: sockets, processes, libraries. Each attempt fails as in
 * a real JVM whose user lacks the permission, with the exception that the documentation of the call
 * names. */
#include "engine/natives/util.h"

#include <errno.h>
#include <stdlib.h>

static int no_socket(struct native_call *c) {
  return vm_throw(c->vm, c->t, "java/net/SocketException", "Permission denied");
}

/* ProcessBuilder.start prepends the program's name. */
static int no_process(struct native_call *c) {
  return vm_throw(c->vm, c->t, "java/io/IOException", "error=13, Permission denied");
}

static int no_library(struct native_call *c) {
  char *name;
  int rc;
  if (!c->args[0]) return nat_npe(c);
  name = vm_utf8(c->vm, c->args[0]);
  rc = vm_throw(c->vm, c->t, "java/lang/UnsatisfiedLinkError", "Can't load library: %s", name);
  free(name);
  return rc;
}

/* Performance counters are plain memory of the program, because nothing reads them. */
static int perf_counter(struct native_call *c) {
  struct klass *k = vm_class_throw(c->vm, c->t, "java/nio/ByteBuffer", false);
  struct method *m = k ? klass_declared_method(k, "allocate", NULL) : NULL;
  uint32_t size = sizeof(int64_t);
  int rc;
  if (!m) return NATIVE_THROW;
  rc = vm_init_class(c->vm, c->t, k);
  return rc == NATIVE_OK ? vm_push_frame(c->vm, c->t, m, &size, 0, 0) : rc;
}

/* FileSystemPreferences.lockFile0(path, permission, shared): returns {no handle, errno}. Java
 * converts EROFS to BackingStoreException. EACCES would become a SecurityException, which its
 * shutdown hook does not expect. */
static int no_lock(struct native_call *c) {
  ref r = vm_new_prim_array(c->vm, c->t, 'I', 2);
  if (r) put32(c->vm, r + ARRAY_BASE + 4, EROFS);
  return ret_new(c, r);
}
static int read_only(struct native_call *c) { return ret_int(c, EROFS); }

/* The program is the only process, and its start time is unknown. */
enum { THIS_PROCESS = 1 };
static int this_process(struct native_call *c) { return ret_long(c, THIS_PROCESS); }
static int is_alive_since(struct native_call *c) {
  return ret_long(c, arg64(c, 0) == THIS_PROCESS ? 0 : -1);
}
static int no_parent(struct native_call *c) { return ret_long(c, -1); }

#define NET "sun/nio/ch/Net"
#define PROCESS "java/lang/ProcessHandleImpl"
#define PREFS "java/util/prefs/FileSystemPreferences"
const struct native_row natives_refused[] = {
    {NET, "socket0", NULL, no_socket},
    {NET, "isIPv6Available0", NULL, nat_zero},
    {NET, "isReusePortAvailable0", NULL, nat_zero},
    {NET, "isExclusiveBindAvailable", NULL, nat_zero},
    {NET, "shouldSetBothIPv4AndIPv6Options0", NULL, nat_zero},
    {NET, "shouldShutdownWriteBeforeClose0", NULL, nat_zero},
    {NET, "canIPv6SocketJoinIPv4Group0", NULL, nat_zero},
    {NET, "canJoin6WithIPv4Group0", NULL, nat_zero},
    {NET, "canUseIPv6OptionsWithIPv4LocalAddress0", NULL, nat_zero},
    {NET, "pollinValue", NULL, nat_zero},
    {NET, "polloutValue", NULL, nat_zero},
    {NET, "pollerrValue", NULL, nat_zero},
    {NET, "pollhupValue", NULL, nat_zero},
    {NET, "pollnvalValue", NULL, nat_zero},
    {NET, "pollconnValue", NULL, nat_zero},
    {"jdk/net/LinuxSocketOptions", "quickAckSupported0", NULL, nat_zero},
    {"jdk/net/LinuxSocketOptions", "keepAliveOptionsSupported0", NULL, nat_zero},
    {"jdk/net/LinuxSocketOptions", "incomingNapiIdSupported0", NULL, nat_zero},
    {"jdk/net/LinuxSocketOptions", "ipDontFragmentSupported0", NULL, nat_zero},
    {"sun/nio/ch/UnixDomainSockets", "init", NULL, nat_zero},
    {"sun/nio/ch/UnixDomainSockets", "socket0", NULL, no_socket},
    {"sun/nio/ch/EPoll", "create", NULL, no_socket},
    {"sun/nio/ch/EPoll", "eventSize", NULL, nat_zero},
    {"sun/nio/ch/EPoll", "eventsOffset", NULL, nat_zero},
    {"sun/nio/ch/EPoll", "dataOffset", NULL, nat_zero},
    {"java/lang/ProcessImpl", "start", NULL, no_process},
    {PROCESS, "initNative", NULL, nat_nothing},
    {PROCESS, "getCurrentPid0", NULL, this_process},
    {PROCESS, "isAlive0", NULL, is_alive_since},
    {PROCESS, "parent0", NULL, no_parent},
    {PROCESS, "getProcessPids0", NULL, nat_zero},
    {PROCESS, "destroy0", NULL, nat_zero},
    {PROCESS "$Info", "initIDs", NULL, nat_nothing},
    {PROCESS "$Info", "info0", NULL, nat_nothing},
    {"jdk/internal/perf/Perf", "createLong", NULL, perf_counter},
    {PREFS, "lockFile0", NULL, no_lock},
    {PREFS, "unlockFile0", NULL, read_only},
    {PREFS, "chmod", NULL, read_only},
    {"java/lang/System", "console", NULL, nat_null}, /* input is a file or a pipe */
    {"java/lang/System", "load", NULL, no_library},
    {0},
};
