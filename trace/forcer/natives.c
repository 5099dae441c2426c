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

static void wait_begins(JNIEnv *env, jobject monitor) {
  struct forced_thread *t = &forcer.threads[forcer_self()];
  jobject kept = (*env)->NewGlobalRef(env, monitor);
  pthread_mutex_lock(&forcer.lock);
  t->waits_on = kept;
  t->notified = false;
  pthread_mutex_unlock(&forcer.lock);
}

/* Returns whether the thread was notified. */
static bool wait_ends(JNIEnv *env) {
  struct forced_thread *t = &forcer.threads[forcer_self()];
  jobject kept;
  bool notified;
  pthread_mutex_lock(&forcer.lock);
  kept = t->waits_on;
  notified = t->notified;
  t->waits = t->notified = false;
  t->waits_on = NULL;
  pthread_mutex_unlock(&forcer.lock);
  (*env)->DeleteGlobalRef(env, kept);
  return notified;
}

/* A join waits on the thread, and the JVM itself notifies it. So on threads it is not known whom a
 * notification is for. */
static bool is_thread(JNIEnv *env, jobject monitor) {
  jclass k = (*env)->FindClass(env, "java/lang/Thread");
  bool is = (*env)->IsInstanceOf(env, monitor, k);
  (*env)->DeleteLocalRef(env, k);
  return is;
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
  bool notified;
  if (!s || s->end != SEGMENT_WAIT || has_interrupt()) {
    real.wait(env, monitor, millis);
    return;
  }
  wait_begins(env, monitor);
  /* Other threads may query the state of this one, so the watcher ends the segment only when it
   * waits. */
  forcer_ask_watcher(&forcer.entering);
  /* Thread.getState distinguishes waits with and without a time limit. */
  real.wait(env, monitor, millis > 0 ? LONG_WAIT_MS : 0);
  notified = wait_ends(env);
  natives_drain_permit(env);
  s = forcer_segment();
  if (s ? s->start != SEGMENT_INTERRUPT : notified) forget_interrupt(env);
  if (s && s->start == SEGMENT_RUN && !notified && !is_thread(env, monitor))
    outcome_diverged(env, "a waiter wakes that was not notified");
  if (!s && !(*env)->ExceptionCheck(env)) forcer_hold(env);
}

/* ---- notifying ---- */

/* Returns the index of the next segment of a thread, or the number of segments if it has none. */
static size_t next_segment(uint32_t thread) {
  size_t i = forcer.at + 1;
  while (i < forcer.plan.segments.len && forcer.plan.segments.data[i].thread != thread) i++;
  return i;
}

static bool may_be_notified(JNIEnv *env, uint32_t thread, jobject monitor) {
  const struct forced_thread *t = &forcer.threads[thread];
  return t->waits_on && !t->notified && (*env)->IsSameObject(env, t->waits_on, monitor);
}

/* Notes whom the notification is for: the waiter that continues first in the plan because it was
 * notified, or else one that has no segment left. */
static void note_notify(JNIEnv *env, jobject monitor) {
  size_t count = forcer.plan.segments.len, best = count;
  struct forced_thread *chosen = NULL;
  pthread_mutex_lock(&forcer.lock);
  for (uint32_t i = 0; i < forcer.thread_count; i++) {
    size_t next = next_segment(i);
    if (!may_be_notified(env, i, monitor)) continue;
    if (next < count && forcer.plan.segments.data[next].start != SEGMENT_RUN) continue;
    if (chosen && next >= best) continue;
    chosen = &forcer.threads[i];
    best = next;
  }
  if (chosen) chosen->notified = true;
  pthread_mutex_unlock(&forcer.lock);
}

static void note_notify_all(JNIEnv *env, jobject monitor) {
  pthread_mutex_lock(&forcer.lock);
  for (uint32_t i = 0; i < forcer.thread_count; i++)
    if (may_be_notified(env, i, monitor)) forcer.threads[i].notified = true;
  pthread_mutex_unlock(&forcer.lock);
}

void natives_wake_notified(JNIEnv *env) {
  for (uint32_t i = 0; i < forcer.thread_count; i++)
    if (forcer.threads[i].waits && forcer.threads[i].notified)
      natives_interrupt(env, forcer.threads[i].object);
}

/* A notification wakes nobody while the plan lasts, because only the plan decides who wakes. No
 * segment follows the one with the error, so there it wakes a waiter. */
static bool wakes_really(const struct segment *s) {
  return !s || s->end == SEGMENT_ERROR || s->end == SEGMENT_ACCESS;
}

static void JNICALL our_notify(JNIEnv *env, jobject monitor) {
  if (wakes_really(forcer_segment()))
    real.notify(env, monitor);
  else if (!is_thread(env, monitor))
    note_notify(env, monitor);
}

static void JNICALL our_notify_all(JNIEnv *env, jobject monitor) {
  if (wakes_really(forcer_segment()))
    real.notify_all(env, monitor);
  else if (!is_thread(env, monitor))
    note_notify_all(env, monitor);
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
