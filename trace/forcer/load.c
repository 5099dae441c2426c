/* Loads the plan and sets up the agent for a forced run. See forcer.h. */
#include "trace/forcer/forcer.h"

#include <stdio.h>

#include "engine/base/clock.h"

struct forcer forcer = {.lock = PTHREAD_MUTEX_INITIALIZER,
                        .turn = PTHREAD_COND_INITIALIZER,
                        .look = PTHREAD_COND_INITIALIZER};

enum { DEFAULT_LIMIT = 10 };

static jint refuse(const char *what) {
  fprintf(stderr, "heddle-recorder: %s\n", what);
  return JNI_ERR;
}

/* ---- threads ---- */

void forcer_thread_begins(JNIEnv *env, jthread thread) {
  int number = forcer.thread_count ? forcer_number_of(env, thread) : NOT_FORCED;
  if (number == NOT_FORCED || forcer_self() != NOT_FORCED) return;
  forcer_set_self(number);
  forcer.threads[number].started = true;
  forcer_hold(env);
}

/* Does the thread end because it ends the program, as planned? */
static bool ends_program(const struct segment *s) {
  return s->end == SEGMENT_ERROR && forcer.plan.failure.status;
}

void forcer_thread_ends(JNIEnv *env) {
  const struct segment *s;
  int number = forcer_self();
  if (number == NOT_FORCED) return;
  while ((s = forcer_segment()) && s->end == SEGMENT_LEAVES) {
    forcer_advance(env);
    forcer_hold(env);
  }
  pthread_mutex_lock(&forcer.lock);
  forcer.threads[number].ended = true;
  pthread_mutex_unlock(&forcer.lock);
  if (s && s->end == SEGMENT_ENDED)
    forcer_advance(env);
  else if (s && !forcer.accessed && !ends_program(s))
    outcome_diverged(env, "the thread ended before its segment");
}

static void JNICALL on_thread_start(jvmtiEnv *jvmti, JNIEnv *env, jthread thread) {
  (void)jvmti;
  forcer_thread_begins(env, thread);
}

static void JNICALL on_thread_end(jvmtiEnv *jvmti, JNIEnv *env, jthread thread) {
  (void)jvmti, (void)thread;
  forcer_thread_ends(env);
}

/* ---- the beginning ---- */

static void start_watcher(JNIEnv *env) {
  jclass k = (*env)->FindClass(env, "java/lang/Thread");
  jmethodID make = (*env)->GetMethodID(env, k, "<init>", "(Ljava/lang/String;)V");
  jobject thread =
      (*env)->NewObject(env, k, make, (*env)->NewStringUTF(env, "heddle watches the schedule"));
  if (thread)
    (*forcer.jvmti)
        ->RunAgentThread(forcer.jvmti, thread, outcome_watch, NULL, JVMTI_THREAD_MAX_PRIORITY);
}

static void JNICALL on_init(jvmtiEnv *jvmti, JNIEnv *env, jthread thread) {
  static const jvmtiEvent enabled[] = {JVMTI_EVENT_BREAKPOINT, JVMTI_EVENT_CLASS_PREPARE,
                                       JVMTI_EVENT_EXCEPTION, JVMTI_EVENT_THREAD_START,
                                       JVMTI_EVENT_THREAD_END};
  natives_begin(env);
  start_watcher(env);
  forcer.progressed = clock_seconds();
  forcer_add_thread(env, thread);
  forcer_set_self(0);
  for (size_t i = 0; i < COUNT(enabled); i++)
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, enabled[i], NULL);
  places_begin(env);
}

/* Does the plan prescribe the results of methods? */
static bool returns_of(const struct plan *p) {
  for (size_t i = 0; i < p->answers.len; i++)
    if (p->answers.data[i].source >= ANSWER_SECURE) return true;
  return false;
}

static bool compares_values(const struct plan *p) {
  for (size_t i = 0; i < p->segments.len; i++)
    if (p->segments.data[i].found.count) return true;
  return false;
}

/* Does a thread of the plan wait for a class initialiser? */
static bool waits_of_classes(const struct plan *p) {
  for (size_t i = 0; i < p->segments.len; i++)
    if (p->segments.data[i].end == SEGMENT_BLOCKS) return true;
  return false;
}

static jvmtiError set_up_events(jvmtiEnv *jvmti, bool alone) {
  static const jvmtiEvent enabled[] = {JVMTI_EVENT_VM_INIT, JVMTI_EVENT_VM_DEATH,
                                       JVMTI_EVENT_NATIVE_METHOD_BIND};
  /* beside the recorder, its handler of the last one serves both */
  size_t count = alone ? COUNT(enabled) : COUNT(enabled) - 1;
  bool opens = forcer.plan.opens != NULL;
  jvmtiCapabilities want = {
      .can_tag_objects = 1,
      .can_get_bytecodes = 1,
      .can_generate_breakpoint_events = 1,
      .can_generate_single_step_events = waits_of_classes(&forcer.plan),
      .can_access_local_variables = returns_of(&forcer.plan) || compares_values(&forcer.plan),
      .can_force_early_return = returns_of(&forcer.plan),
      .can_generate_exception_events = 1,
      .can_generate_native_method_bind_events = 1};
  jvmtiEventCallbacks callbacks = {.VMInit = on_init,
                                   .VMDeath = outcome_on_death,
                                   .ThreadStart = on_thread_start,
                                   .ThreadEnd = on_thread_end,
                                   .NativeMethodBind = natives_on_bind,
                                   .ClassFileLoadHook = opens_on_load,
                                   .ClassPrepare = places_on_prepare,
                                   .Breakpoint = places_on_breakpoint,
                                   .SingleStep = places_on_step,
                                   .Exception = outcome_on_exception};
  jvmtiError rc = (*jvmti)->AddCapabilities(jvmti, &want);
  if (!rc) rc = (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
  for (size_t i = 0; !rc && i < count; i++)
    rc = (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, enabled[i], NULL);
  if (!rc && opens)
    rc = (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK,
                                            NULL);
  return rc;
}

jint forcer_load(JavaVM *vm, const struct recorder_options *o) {
  struct error err = {0};
  if ((*vm)->GetEnv(vm, (void **)&forcer.jvmti, JVMTI_VERSION_9))
    return refuse("this JVM has no JVMTI 9");
  forcer.report = o->report;
  forcer.records = o->file != NULL;
  forcer.limit = o->limit > 0 ? o->limit : DEFAULT_LIMIT;
  forcer.threads = mem_alloc(FORCER_THREADS * sizeof *forcer.threads);
  if (plan_read(o->force, &forcer.plan, &err)) return refuse(err.msg);
  if (set_up_events(forcer.jvmti, !o->file))
    return refuse("the JVM lacks a capability that forcing a schedule needs (breakpoints)");
  return JNI_OK;
}
