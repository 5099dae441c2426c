/* The recorder's interface to the JVM: options, capabilities, callbacks, and the begin and end of
 * the recording.
 *
 * Agent_OnLoad opens the live file. The VMInit event, on the main thread, defines the helper class
 * and starts the recording. VMDeath marks the file as finished. Daemon threads may still run until
 * the process ends, so the file stays mapped.
 *
 * tests/bench/README.md states the cost of recording. */
#include "trace/recorder/agent.h"
#include "trace/forcer/forcer.h"
#include "trace/forcer/gather.h"

#include <stdarg.h>
#include <stdio.h>

struct agent agent;

static jint agent_refuse(const char *what) {
  fprintf(stderr, "heddle-recorder: %s\n", what);
  return JNI_ERR;
}

static void meta(const char *key, const char *value) { live_meta(agent.live, NULL, key, value); }

jobject java_static(JNIEnv *env, jclass k, jmethodID method, ...) {
  va_list ap;
  va_start(ap, method);
  jobject o = (*env)->CallStaticObjectMethodV(env, k, method, ap);
  va_end(ap);
  if (!(*env)->ExceptionCheck(env)) return o;
  (*env)->ExceptionClear(env);
  return NULL;
}

/* Copies the value of a system property to `buf`; "" if it is unset. */
static void system_property(JNIEnv *env, const char *key, char *buf, size_t size) {
  jclass k = (*env)->FindClass(env, "java/lang/System");
  jmethodID get =
      k ? (*env)->GetStaticMethodID(env, k, "getProperty", "(Ljava/lang/String;)Ljava/lang/String;")
        : NULL;
  jstring s = get ? java_static(env, k, get, (*env)->NewStringUTF(env, key)) : NULL;
  const char *text = s ? (*env)->GetStringUTFChars(env, s, NULL) : NULL;
  snprintf(buf, size, "%s", text ? text : "");
  if (text) (*env)->ReleaseStringUTFChars(env, s, text);
}

static void write_meta(JNIEnv *env) {
  char version[200];
  meta(TRACE_META_KIND, "recorded");
  meta(TRACE_META_PRODUCER, "heddle " HEDDLE_VERSION);
  system_property(env, "java.runtime.version", version, sizeof version);
  meta(TRACE_META_JDK, version);
  meta(TRACE_META_EVENTS, agent.options.events_text);
  for (size_t i = 0; i < agent.options.meta.len; i++)
    meta(agent.options.meta.data[i].key, agent.options.meta.data[i].value);
}

static jobject global(JNIEnv *env, jobject o) { return o ? (*env)->NewGlobalRef(env, o) : NULL; }

static bool find_java(JNIEnv *env) {
  jclass loader = (*env)->FindClass(env, "java/lang/ClassLoader");
  jmethodID system = loader ? (*env)->GetStaticMethodID(env, loader, "getSystemClassLoader",
                                                        "()Ljava/lang/ClassLoader;")
                            : NULL;
  if (!system) return false;
  agent.app_loader = global(env, java_static(env, loader, system));
  agent.thread_class = global(env, (*env)->FindClass(env, "java/lang/Thread"));
  agent.class_class = global(env, (*env)->FindClass(env, "java/lang/Class"));
  if (!agent.class_class) return false;
  agent.for_name =
      (*env)->GetStaticMethodID(env, agent.class_class, "forName",
                                "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;");
  return agent.app_loader && agent.thread_class && agent.for_name;
}

static void JNICALL on_init(jvmtiEnv *jvmti, JNIEnv *env, jthread thread) {
  if (!find_java(env) || helper_define(env)) {
    (*env)->FatalError(env, "heddle-recorder: cannot set up the helper class");
  }
  met_begin();
  write_meta(env);
  threads_begin(env, thread);
  inputs_begin(env, thread_self_known());
  __atomic_store_n(&agent.phase, PHASE_LIVE, __ATOMIC_RELEASE);
  (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, NULL);
  instrument_library(env);
  (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_EXCEPTION, NULL);
}

static void JNICALL on_death(jvmtiEnv *jvmti, JNIEnv *env) {
  (void)jvmti, (void)env;
  __atomic_store_n(&agent.phase, PHASE_DEAD, __ATOMIC_RELEASE);
  live_finish(agent.live);
}

static jvmtiError set_up(jvmtiEnv *jvmti) {
  static const jvmtiEvent enabled[] = {JVMTI_EVENT_VM_INIT,
                                       JVMTI_EVENT_VM_DEATH,
                                       JVMTI_EVENT_THREAD_START,
                                       JVMTI_EVENT_THREAD_END,
                                       JVMTI_EVENT_GARBAGE_COLLECTION_START,
                                       JVMTI_EVENT_GARBAGE_COLLECTION_FINISH,
                                       JVMTI_EVENT_NATIVE_METHOD_BIND};
  jvmtiCapabilities want = {.can_tag_objects = 1,
                            .can_generate_exception_events = 1,
                            .can_generate_native_method_bind_events = 1,
                            .can_generate_garbage_collection_events = 1,
                            .can_get_line_numbers = 1,
                            .can_retransform_classes = agent.options.classes.len > 0};
  jvmtiEventCallbacks callbacks = {.VMInit = on_init,
                                   .VMDeath = on_death,
                                   .ThreadStart = thread_on_start,
                                   .ThreadEnd = thread_on_end,
                                   .NativeMethodBind = thread_on_bind,
                                   .ClassFileLoadHook = instrument_on_load,
                                   .GarbageCollectionStart = met_on_pause,
                                   .GarbageCollectionFinish = met_on_pause_end,
                                   .Exception = call_on_exception};
  jvmtiError rc = (*jvmti)->AddCapabilities(jvmti, &want);
  if (!rc) rc = (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
  for (size_t i = 0; !rc && i < COUNT(enabled); i++) {
    rc = (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, enabled[i], NULL);
  }
  return rc;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *text, void *reserved) {
  struct error err = {0};
  char why[1200];
  (void)reserved;
  if ((*vm)->GetEnv(vm, (void **)&agent.jvmti, JVMTI_VERSION_9))
    return agent_refuse("this JVM has no JVMTI 9");
  if (recorder_options_parse(text, &agent.options, &err)) return agent_refuse(err.msg);
  if (agent.options.force && forcer_load(vm, &agent.options)) return JNI_ERR;
  if (agent.options.gathers && gather_load(vm, agent.options.gather_seed))
    return agent_refuse("the JVM lacks a capability that making threads begin together needs");
  if (!agent.options.file) return JNI_OK;
  int rc = live_open(agent.options.file, &agent.live);
  if (rc) {
    snprintf(why, sizeof why, "cannot write %s: %s", agent.options.file, strerror(-rc));
    return agent_refuse(why);
  }
  if (set_up(agent.jvmti))
    return agent_refuse("the JVM lacks a capability that the recorder needs");
  return JNI_OK;
}
