/* Handles the JVM's exception event, which JVMTI sends at the throw, before any frame is left.
 * Releases the lock of an access that threw, ends the library operation that the exception leaves,
 * and records exceptions that nothing will catch. */
#include "trace/recorder/probes.h"

#define FRAMES 64

/* Will the exception reach the program's innermost frame, because the library does not catch it
 * below that frame? */
static bool leaves_users_frame(JNIEnv *env, jmethodID catch_method) {
  jvmtiFrameInfo frames[FRAMES];
  jint n = 0;
  if (!catch_method) return true;
  (*agent.jvmti)->GetStackTrace(agent.jvmti, NULL, 0, FRAMES, frames, &n);
  for (jint i = 0; i < n; i++) {
    /* If a frame of the program comes before the catching one, the exception reaches it. Otherwise
     * the library catches it within the operation. */
    if (method_is_users(env, frames[i].method)) return true;
    if (frames[i].method == catch_method) return false;
  }
  return false;
}

static bool is_interrupt(JNIEnv *env, jobject exception) {
  char *signature = NULL;
  jclass k = (*env)->GetObjectClass(env, exception);
  if ((*agent.jvmti)->GetClassSignature(agent.jvmti, k, &signature, NULL)) return false;
  bool is = !strcmp(signature, "Ljava/lang/InterruptedException;");
  (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)signature);
  return is;
}

static void end_call(JNIEnv *env, struct rthread *t, const struct pending_call *c,
                     jobject exception) {
  const struct site *s = site_get(c->site);
  unsigned kind = call_action_events[s->action][1];
  if (s->action != CALL_WAIT && s->action != CALL_CALL) return;
  struct trace_event e = {.kind = (uint8_t)kind, .location = s->location, .object = c->object};
  e.flags =
      (uint16_t)(s->flags | TRACE_THROWN | (is_interrupt(env, exception) ? TRACE_INTERRUPTED : 0));
  if (kind == TRACE_EV_CALL_AFTER) e.ref = s->ref;
  emit(t, &e);
}

static uint32_t message_of(JNIEnv *env, jobject exception) {
  jclass k = (*env)->GetObjectClass(env, exception);
  jmethodID get = (*env)->GetMethodID(env, k, "getMessage", "()Ljava/lang/String;");
  jstring s = get ? (*env)->CallObjectMethod(env, exception, get) : NULL;
  uint32_t id = 0;
  if ((*env)->ExceptionCheck(env)) {
    (*env)->ExceptionClear(env);
  } else if (s) {
    const char *text = (*env)->GetStringUTFChars(env, s, NULL);
    if (text) id = row_string(text);
    if (text) (*env)->ReleaseStringUTFChars(env, s, text);
  }
  return id;
}

static void emit_exception(JNIEnv *env, struct rthread *t, unsigned kind, jobject exception) {
  jclass k = (*env)->GetObjectClass(env, exception);
  struct trace_event e = {
      .kind = (uint8_t)kind, .object = object_id(env, exception), .ref = class_id(env, k)};
  e.location = thread_location(env);
  t->in_agent = true;
  e.text = message_of(env, exception);
  t->in_agent = false;
  emit(t, &e);
}

void JNICALL call_on_exception(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                               jlocation location, jobject exception, jmethodID catch_method,
                               jlocation catch_location) {
  struct rthread *t = thread_self_known();
  (void)jvmti, (void)thread, (void)location, (void)catch_location;
  if (!t || t->in_agent || !agent_live()) return;
  access_abort(t);
  if (t->call_count && t->calls[t->call_count - 1].probes == t->probes &&
      leaves_users_frame(env, catch_method)) {
    end_call(env, t, &t->calls[--t->call_count], exception);
  }
  if (!catch_method && agent_records(TRACE_EV_UNCAUGHT))
    emit_exception(env, t, TRACE_EV_UNCAUGHT, exception);
  if (agent_records(TRACE_EV_THROW) && method_is_users(env, method))
    emit_exception(env, t, TRACE_EV_THROW, exception);
}
