/* Makes threads begin at the same time. See gather.h. */
#include "trace/forcer/gather.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* nanoseconds: how long to wait for another thread, how long without leaving the processor to one
 * that needs it, and the bits of the longest random delay */
enum { GATHER_MOST = 300000, GATHER_SPINS = 50000, DELAY_BITS = 13 };

static struct {
  uint64_t seed;
  bool waits; /* a thread waits for another one */
  bool apart; /* the next thread that begins is the main thread of a round: it has no peer */
  void(JNICALL *start)(JNIEnv *, jobject);
} gather;
static __thread bool is_launcher;

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t draw(void) {
  uint64_t z = __atomic_add_fetch(&gather.seed, 0x9e3779b97f4a7c15ull, __ATOMIC_RELAXED);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

static void delay(void) {
  uint64_t r = draw(), most = (uint64_t)1 << r % (DELAY_BITS + 1), end;
  if (most < 32) return; /* looking at the clock takes as long */
  end = now() + (r >> 32) % most;
  while (now() < end) continue;
}

/* Meets another thread: the one that comes first waits for the second, but not for long. */
static void meet(void) {
  uint64_t begin = now(), since = 0;
  bool alone = true;
  if (__atomic_exchange_n(&gather.waits, false, __ATOMIC_RELAXED)) return;
  __atomic_store_n(&gather.waits, true, __ATOMIC_RELAXED);
  while (__atomic_load_n(&gather.waits, __ATOMIC_RELAXED) && since < GATHER_MOST) {
    since = now() - begin;
    if (since > GATHER_SPINS) sched_yield();
  }
  __atomic_compare_exchange_n(&gather.waits, &alone, false, false, __ATOMIC_RELAXED,
                              __ATOMIC_RELAXED);
}

static void JNICALL gather_start(JNIEnv *env, jobject thread) {
  if (is_launcher) __atomic_store_n(&gather.apart, true, __ATOMIC_RELAXED);
  gather.start(env, thread);
  if (is_launcher || draw() % 4) return;
  meet();
  delay();
}

static void JNICALL gather_on_start(jvmtiEnv *jvmti, JNIEnv *env, jthread thread) {
  (void)jvmti, (void)env, (void)thread;
  if (__atomic_exchange_n(&gather.apart, false, __ATOMIC_RELAXED)) return;
  meet();
  delay();
}

static void JNICALL gather_on_bind(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                                   void *address, void **out) {
  /* dlsym on it also finds the symbols of libjvm */
  void *library = dlopen("libjava.so", RTLD_LAZY | RTLD_NOLOAD);
  void *start = library ? dlsym(library, "JVM_StartThread") : NULL;
  void(JNICALL * mine)(JNIEnv *, jobject) = gather_start;
  (void)jvmti, (void)env, (void)thread, (void)method;
  if (library) dlclose(library);
  if (!start || address != start) return;
  memcpy(&gather.start, &address, sizeof address);
  memcpy(out, &mine, sizeof mine);
}

static void JNICALL gather_on_init(jvmtiEnv *jvmti, JNIEnv *env, jthread thread) {
  (void)env, (void)thread;
  is_launcher = true;
  (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_THREAD_START, NULL);
}

jint gather_load(JavaVM *vm, uint64_t seed) {
  static const jvmtiEvent enabled[] = {JVMTI_EVENT_VM_INIT, JVMTI_EVENT_NATIVE_METHOD_BIND};
  jvmtiCapabilities want = {.can_generate_native_method_bind_events = 1};
  jvmtiEventCallbacks callbacks = {
      .VMInit = gather_on_init, .ThreadStart = gather_on_start, .NativeMethodBind = gather_on_bind};
  jvmtiEnv *jvmti;
  jvmtiError rc;
  gather.seed = seed;
  if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_9)) return JNI_ERR;
  rc = (*jvmti)->AddCapabilities(jvmti, &want);
  if (!rc) rc = (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
  for (int i = 0; !rc && i < 2; i++)
    rc = (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, enabled[i], NULL);
  return rc ? JNI_ERR : JNI_OK;
}
