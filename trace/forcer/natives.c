/* The native methods of the library that the agent replaces. See forcer.h.
 *
 * A waiter stays in the JVM's own wait, without a time limit, until its segment is current. Then
 * Thread.interrupt0 wakes it, which works even if the thread is not interrupted. It also leaves a
 * permit for LockSupport.park, which the thread consumes at once. */
#include "trace/forcer/forcer.h"
#include "trace/recorder/agent.h"

#include <dlfcn.h>

enum { LONG_WAIT_MS = 3600 * 1000 };

static struct {
  void(JNICALL *start)(JNIEnv *, jobject);
  void(JNICALL *wait)(JNIEnv *, jobject, jlong);
  void(JNICALL *notify)(JNIEnv *, jobject);
  void(JNICALL *notify_all)(JNIEnv *, jobject);
  void(JNICALL *sleep)(JNIEnv *, jclass, jlong);
  void(JNICALL *interrupt)(JNIEnv *, jobject);
  jobject unsafe; /* jdk.internal.misc.Unsafe */
  jmethodID park, unpark;
} real;

/* ---- threads ---- */

static void JNICALL our_start(JNIEnv *env, jobject thread) {
  if (forcer_self() != NOT_FORCED && !thread_is_jvms_own(env, thread)) {
    forcer_add_thread(env, thread);
    answers_give_local_random(env, thread, forcer.thread_count - 1);
  }
  real.start(env, thread);
}

/* ---- waiting ---- */

static bool has_interrupt(void) {
  jint state = 0;
  (*forcer.jvmti)->GetThreadState(forcer.jvmti, NULL, &state);
  return state & JVMTI_THREAD_STATE_INTERRUPTED;
}

static void waits_no_more(void) {
  pthread_mutex_lock(&forcer.lock);
  forcer.threads[forcer_self()].waits = false;
  pthread_mutex_unlock(&forcer.lock);
}

/* Called when the agent has woken the waiter: drops the InterruptedException that this caused. An
 * interrupt that came meanwhile stays pending. */
static void forget_interrupt(JNIEnv *env) {
  struct forced_thread *t = &forcer.threads[forcer_self()];
  jclass k;
  if (!(*env)->ExceptionCheck(env)) return;
  (*env)->ExceptionClear(env);
  if (!t->interrupted) return;
  t->interrupted = false;
  k = (*env)->GetObjectClass(env, t->object);
  (*env)->CallVoidMethod(env, t->object, (*env)->GetMethodID(env, k, "interrupt", "()V"));
}

static void JNICALL our_wait(JNIEnv *env, jobject monitor, jlong millis) {
  const struct segment *s = forcer_segment();
  if (!s || s->end != SEGMENT_WAIT || has_interrupt()) {
    real.wait(env, monitor, millis);
    return;
  }
  /* Other threads may query the state of this one, so the watcher ends the segment only when it
   * waits. */
  forcer_ask_watcher(&forcer.entering);
  /* Thread.getState distinguishes waits with and without a time limit. */
  real.wait(env, monitor, millis > 0 ? LONG_WAIT_MS : 0);
  waits_no_more();
  natives_drain_permit(env);
  s = forcer_segment();
  if (s && s->start != SEGMENT_INTERRUPT) forget_interrupt(env);
  if (!s && !(*env)->ExceptionCheck(env)) forcer_hold(env);
}

/* A notification wakes nobody while the plan lasts, because only the plan decides who wakes. No
 * segment follows the one with the error, so there it wakes a waiter. */
static bool wakes_really(const struct segment *s) {
  return !s || s->end == SEGMENT_ERROR || s->end == SEGMENT_ACCESS;
}

static void JNICALL our_notify(JNIEnv *env, jobject monitor) {
  if (wakes_really(forcer_segment())) real.notify(env, monitor);
}

static void JNICALL our_notify_all(JNIEnv *env, jobject monitor) {
  if (wakes_really(forcer_segment())) real.notify_all(env, monitor);
}

/* While the plan lasts, returns at once: the sleep ends when the thread's next segment begins. */
static void JNICALL our_sleep(JNIEnv *env, jclass k, jlong time) {
  if (!forcer_segment() || has_interrupt()) real.sleep(env, k, time);
}

/* While the plan lasts, only notes the interrupt of a waiter, which wakes when its segment is
 * current. */
static void JNICALL our_interrupt(JNIEnv *env, jobject thread) {
  int number = forcer_segment() ? forcer_number_of(env, thread) : NOT_FORCED;
  bool waits = false;
  if (number != NOT_FORCED) {
    pthread_mutex_lock(&forcer.lock);
    waits = forcer.threads[number].waits;
    forcer.threads[number].interrupted |= waits;
    pthread_mutex_unlock(&forcer.lock);
  }
  if (!waits) real.interrupt(env, thread);
}

void natives_interrupt(JNIEnv *env, jobject thread) { real.interrupt(env, thread); }

/* ---- permits ---- */

void natives_begin(JNIEnv *env) {
  jclass k = (*env)->FindClass(env, "jdk/internal/misc/Unsafe");
  jmethodID get =
      k ? (*env)->GetStaticMethodID(env, k, "getUnsafe", "()Ljdk/internal/misc/Unsafe;") : NULL;
  jobject unsafe = get ? (*env)->CallStaticObjectMethod(env, k, get) : NULL;
  if (!unsafe) return;
  real.unsafe = (*env)->NewGlobalRef(env, unsafe);
  real.park = (*env)->GetMethodID(env, k, "park", "(ZJ)V");
  real.unpark = (*env)->GetMethodID(env, k, "unpark", "(Ljava/lang/Object;)V");
}

/* Parks for a nanosecond, which consumes the permit if there is one. */
void natives_drain_permit(JNIEnv *env) {
  jthrowable pending = (*env)->ExceptionOccurred(env);
  if (pending) (*env)->ExceptionClear(env);
  (*env)->CallVoidMethod(env, real.unsafe, real.park, JNI_FALSE, (jlong)1);
  if (pending) (*env)->Throw(env, pending);
}

void natives_give_permit(JNIEnv *env, jobject thread) {
  (*env)->CallVoidMethod(env, real.unsafe, real.unpark, thread);
}

/* ---- binding ---- */

static const struct replaced_native replaced[] = {
    {"JVM_StartThread", &real.start, (void (*)(void))our_start},
    {"JVM_MonitorWait", &real.wait, (void (*)(void))our_wait},
    {"JVM_MonitorNotify", &real.notify, (void (*)(void))our_notify},
    {"JVM_MonitorNotifyAll", &real.notify_all, (void (*)(void))our_notify_all},
    {"JVM_Sleep", &real.sleep, (void (*)(void))our_sleep},
    {"JVM_SleepNanos", &real.sleep, (void (*)(void))our_sleep},
    {"JVM_Interrupt", &real.interrupt, (void (*)(void))our_interrupt},
    {NULL, NULL, NULL},
};

/* Returns the agent's function if `address` is that of a function in the table, or `address`. */
static void *replace_native(const struct replaced_native *n, void *address) {
  /* dlsym on it also finds the symbols of libjvm, on which it depends */
  void *library = dlopen("libjava.so", RTLD_LAZY | RTLD_NOLOAD), *ours;
  while (n->symbol && dlsym(library ? library : RTLD_DEFAULT, n->symbol) != address) n++;
  if (library) dlclose(library);
  if (!n->symbol) return address;
  memcpy(n->real, &address, sizeof address);
  memcpy(&ours, &n->ours, sizeof ours);
  return ours;
}

void *natives_replace(void *address) {
  void *ours;
  if (!address) return NULL; /* dlsym returns NULL too, for a function that this JVM lacks */
  ours = replace_native(answer_natives, address);
  return ours == address ? replace_native(replaced, address) : ours;
}

void JNICALL natives_on_bind(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                             void *address, void **out) {
  (void)jvmti, (void)env, (void)thread, (void)method;
  if (address) *out = natives_replace(address);
}
