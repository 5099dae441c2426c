/* The program's threads: which thread started which, in which order, and the buffer that each
 * writes to.
 *
 * A thread gets its id from its parent when the library starts it (Thread.start0, whose native
 * function is replaced when it is bound). Threads that executors start are therefore handled like
 * those that the program starts. Ordinals do not count the JDK's own threads (the system group, the
 * innocuous ones). Those, and threads that the JVM starts itself, are recorded only if they run
 * instrumented code, as threads without a parent. */
#include "engine/base/check.h"
#include "trace/forcer/forcer.h"
#include "trace/recorder/agent.h"

#include <dlfcn.h>
#include <pthread.h>

static __thread struct rthread *self __attribute__((tls_model("initial-exec")));

static struct {
  pthread_mutex_t lock;
  struct rthread *first;
  uint32_t orphans; /* number of threads without a parent, including main */
  void(JNICALL *real_start)(JNIEnv *env, jobject thread);
} threads = {.lock = PTHREAD_MUTEX_INITIALIZER};

struct rthread *thread_self_known(void) {
  return self;
}

static struct rthread *threads_find(uint32_t object) {
  if (!object) return NULL;
  pthread_mutex_lock(&threads.lock);
  struct rthread *t = threads.first;
  while (t && t->object != object) t = t->next;
  pthread_mutex_unlock(&threads.lock);
  return t;
}

struct rthread *thread_of(JNIEnv *env, jobject thread) {
  if (!thread || !(*env)->IsInstanceOf(env, thread, agent.thread_class)) return NULL;
  return threads_find(object_known(thread));
}

static void threads_add(struct rthread *t) {
  t->rng = agent.options.noise_seed * 0x9e3779b97f4a7c15ull + t->id;
  pthread_mutex_lock(&threads.lock);
  if (!t->parent) t->ordinal = threads.orphans++;
  t->next = threads.first;
  threads.first = t;
  pthread_mutex_unlock(&threads.lock);
}

static void write_row(struct rthread *t, jthread thread) {
  jvmtiThreadInfo info = {0};
  if ((*agent.jvmti)->GetThreadInfo(agent.jvmti, thread, &info)) return;
  live_thread_row(agent.live, NULL, t->id, info.name, t->parent, t->ordinal, t->object,
                  info.is_daemon ? 1 : 0);
  (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)info.name);
}

static struct rthread *threads_make(JNIEnv *env, jthread thread, struct rthread *parent) {
  struct rthread *t = mem_alloc(sizeof *t);
  t->id = live_id(agent.live, TRACE_THREADS);
  t->object = object_id(env, thread);
  if (parent) {
    t->parent = parent->id;
    t->ordinal = parent->children++;
  }
  threads_add(t);
  write_row(t, thread);
  return t;
}

static void threads_own_begin(struct rthread *t) {
  INVARIANT(!self, "a thread begins once: T%u", t->id);
  t->buffer = live_thread_open(agent.live, t->id);
  self = t;
  emit(t, &(struct trace_event){.kind = TRACE_EV_THREAD_BEGIN});
}

struct rthread *thread_self(JNIEnv *env) {
  jthread thread;
  if (!agent_live()) return NULL;
  if (self) return self->in_agent ? NULL : self;
  if ((*agent.jvmti)->GetCurrentThread(agent.jvmti, &thread)) return NULL;
  struct rthread *t = threads_find(object_known(thread));
  threads_own_begin(t ? t : threads_make(env, thread, NULL));
  return self;
}

void threads_begin(JNIEnv *env, jthread main_thread) {
  threads_own_begin(threads_make(env, main_thread, NULL));
}

/* ---- starting ---- */

static bool named(jclass k, const char *signature) {
  char *s = NULL;
  if ((*agent.jvmti)->GetClassSignature(agent.jvmti, k, &s, NULL)) return false;
  bool same = !strcmp(s, signature);
  (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)s);
  return same;
}

static bool innocuous(JNIEnv *env, jobject thread) {
  bool found = false;
  for (jclass k = (*env)->GetObjectClass(env, thread), up; k && !found; k = up) {
    found = named(k, "Ljdk/internal/misc/InnocuousThread;");
    up = (*env)->GetSuperclass(env, k);
    (*env)->DeleteLocalRef(env, k);
  }
  return found;
}

/* Is the thread in the JVM's system group? */
static bool in_system_group(jobject thread) {
  jvmtiThreadInfo info = {0};
  jvmtiThreadGroupInfo group = {0};
  if ((*agent.jvmti)->GetThreadInfo(agent.jvmti, thread, &info)) return true;
  (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)info.name);
  if (!info.thread_group ||
      (*agent.jvmti)->GetThreadGroupInfo(agent.jvmti, info.thread_group, &group))
    return true;
  (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)group.name);
  return !group.parent;
}

bool thread_is_jvms_own(JNIEnv *env, jobject thread) {
  return innocuous(env, thread) || in_system_group(thread);
}

/* Replaces the native function of Thread.start0. */
static void JNICALL start0(JNIEnv *env, jobject thread) {
  struct rthread *t = thread_self(env);
  if (t && !thread_is_jvms_own(env, thread)) {
    struct rthread *child = threads_make(env, thread, t);
    emit(t, &(struct trace_event){.kind = TRACE_EV_THREAD_START,
                                  .ref = child->id,
                                  .object = child->object,
                                  .location = thread_location(env)});
  }
  threads.real_start(env, thread);
}

void JNICALL thread_on_bind(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                            void *address, void **out) {
  (void)jvmti, (void)env, (void)thread, (void)method;
  /* a forced schedule replaces some of the same methods; the recorder's functions call its own */
  void *next = agent.options.force ? natives_replace(address) : address;
  void *start = dlsym(RTLD_DEFAULT, "JVM_StartThread"), *ours = input_native(address, next);
  *out = ours ? ours : next;
  if (!start || address != start) return;
  memcpy(&threads.real_start, &next, sizeof next);
  void(JNICALL * mine)(JNIEnv *, jobject) = start0;
  memcpy(out, &mine, sizeof mine);
}

void JNICALL thread_on_start(jvmtiEnv *jvmti, JNIEnv *env, jthread thread) {
  (void)jvmti, (void)env;
  if (!agent_live()) return;
  struct rthread *t = threads_find(object_known(thread));
  if (t && !self) threads_own_begin(t);
}

void JNICALL thread_on_end(jvmtiEnv *jvmti, JNIEnv *env, jthread thread) {
  struct rthread *t = self;
  (void)jvmti, (void)env, (void)thread;
  if (!t) return;
  access_abort(t);
  if (agent_live()) {
    emit(t, &(struct trace_event){.kind = TRACE_EV_THREAD_END});
    live_thread_close(agent.live, t->buffer);
  }
  t->buffer = NULL;
  self = NULL;
  __atomic_store_n(&t->ended, true, __ATOMIC_RELEASE);
}

/* ---- locations of threads ---- */

static jclass users_class(JNIEnv *env, jmethodID method) {
  jclass k = NULL;
  jobject loader = NULL;
  if ((*agent.jvmti)->GetMethodDeclaringClass(agent.jvmti, method, &k)) return NULL;
  (*agent.jvmti)->GetClassLoader(agent.jvmti, k, &loader);
  bool users = loader && (*env)->IsSameObject(env, loader, agent.app_loader);
  if (loader) (*env)->DeleteLocalRef(env, loader);
  if (users) return k;
  (*env)->DeleteLocalRef(env, k);
  return NULL;
}

bool method_is_users(JNIEnv *env, jmethodID method) {
  jclass k = users_class(env, method);
  if (k) (*env)->DeleteLocalRef(env, k);
  return k != NULL;
}

static int32_t line_of(jmethodID method, jlocation pc) {
  jvmtiLineNumberEntry *lines = NULL;
  jint n = 0, line = -1;
  jlocation best = -1;
  if ((*agent.jvmti)->GetLineNumberTable(agent.jvmti, method, &n, &lines)) return -1;
  for (jint i = 0; i < n; i++) {
    if (lines[i].start_location > pc || lines[i].start_location < best) continue;
    best = lines[i].start_location;
    line = lines[i].line_number;
  }
  (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)lines);
  return line;
}

uint32_t frame_location(JNIEnv *env, jmethodID method, jlocation pc) {
  char *name = NULL, *desc = NULL;
  jclass k = pc < 0 ? NULL : users_class(env, method);
  if (!k) return 0;
  uint32_t id = 0;
  if (!(*agent.jvmti)->GetMethodName(agent.jvmti, method, &name, &desc, NULL)) {
    jint flags = 0;
    (*agent.jvmti)->GetMethodModifiers(agent.jvmti, method, &flags);
    id = row_location_of(class_id(env, k), name, desc, (uint32_t)flags, (uint32_t)pc,
                         line_of(method, pc));
    (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)name);
    (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)desc);
  }
  (*env)->DeleteLocalRef(env, k);
  return id;
}

uint32_t thread_location(JNIEnv *env) {
  jvmtiFrameInfo frames[64];
  jint n = 0;
  uint32_t id = 0;
  (*agent.jvmti)->GetStackTrace(agent.jvmti, NULL, 0, COUNT(frames), frames, &n);
  for (jint i = 0; i < n && !id; i++)
    id = frame_location(env, frames[i].method, frames[i].location);
  return id;
}
