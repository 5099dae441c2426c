/* Probes of monitors, library operations and marks.
 *
 * A library operation has a probe before and one after it. Both get the receiver, so the second
 * needs nothing that the first stored. Pending calls are stored only for exceptions: if an
 * exception leaves the operation, the second probe is not reached, and probes_throw.c writes the
 * event instead. For example, an interrupted wait owns its monitor again, and the trace must say
 * so. */
#include "engine/base/check.h"
#include "trace/recorder/probes.h"

static struct trace_event event_at(const struct site *s, unsigned kind) {
  return (struct trace_event){.kind = (uint8_t)kind, .location = s->location, .flags = s->flags};
}

static void emit_object(JNIEnv *env, struct rthread *t, jobject o, jint site, unsigned kind) {
  struct trace_event e = event_at(site_get((uint32_t)site), kind);
  e.object = met_object(env, t, o);
  emit(t, &e);
}

void JNICALL probe_ENTER(JNIEnv *env, jclass cls, jobject o, jint site) {
  PROBE_ENTER_THREAD(t);
  emit_object(env, t, o, site, TRACE_EV_MONITOR_ENTER);
}

void JNICALL probe_EXIT(JNIEnv *env, jclass cls, jobject o, jint site) {
  PROBE_ENTER_THREAD(t);
  if (o) emit_object(env, t, o, site, TRACE_EV_MONITOR_EXIT);
  noise(t);
}

void JNICALL probe_NOISE(JNIEnv *env, jclass cls) {
  PROBE_ENTER_THREAD(t);
  noise(t);
}

/* ---- marks ---- */

void JNICALL probe_MARK(JNIEnv *env, jclass cls, jint site) {
  PROBE_ENTER_THREAD(t);
  const struct site *s = site_get((uint32_t)site);
  struct trace_event e = event_at(s, s->event);
  e.ref = s->ref;
  emit(t, &e);
}

void JNICALL probe_MARK_A(JNIEnv *env, jclass cls, jobject o, jint site) {
  PROBE_ENTER_THREAD(t);
  const struct site *s = site_get((uint32_t)site);
  struct trace_event e = event_at(s, s->event);
  if (s->event == TRACE_EV_INPUT_SEED) {
    input_random_made(env, t, o, s);
    return;
  }
  e.ref = s->ref;
  e.object = met_object(env, t, o);
  if (s->event == TRACE_EV_ALLOC && o) {
    jclass k = (*env)->GetObjectClass(env, o);
    jboolean array = JNI_FALSE;
    (*agent.jvmti)->IsArrayClass(agent.jvmti, k, &array);
    e.ref = class_id(env, k);
    e.index = array ? (*env)->GetArrayLength(env, o) : -1;
  }
  emit(t, &e);
}

/* ---- library operations ---- */

static void call_push(struct rthread *t, jint site, uint32_t object) {
  if (t->call_count == PENDING_CALLS) {
    memmove(t->calls, t->calls + 1, (PENDING_CALLS - 1) * sizeof *t->calls);
    t->call_count--;
  }
  t->calls[t->call_count++] =
      (struct pending_call){.site = (uint32_t)site, .object = object, .probes = t->probes};
  INVARIANT(t->call_count == 1 || t->calls[t->call_count - 2].probes <= t->probes,
            "pending calls are in the order of their beginnings: %d", t->call_count);
}

/* Removes the call of this site, and pending calls made within it, which must have ended by
 * exceptions. */
static void call_pop(struct rthread *t, jint site) {
  for (int i = t->call_count; i-- > 0;) {
    if (t->calls[i].site != (uint32_t)site) continue;
    t->call_count = i;
    return;
  }
}

/* The classes of the library whose locks are one half of a read-write lock. */
static const struct {
  const char *signature;
  bool shared;
  const char *field, *descriptor; /* refers to the object that both halves share */
} halves[] = {
#define HALF_OF(name) "Ljava/util/concurrent/locks/" name ";"
    {HALF_OF("ReentrantReadWriteLock$ReadLock"), true, "sync",
     HALF_OF("ReentrantReadWriteLock$Sync")},
    {HALF_OF("ReentrantReadWriteLock$WriteLock"), false, "sync",
     HALF_OF("ReentrantReadWriteLock$Sync")},
    {HALF_OF("StampedLock$ReadLockView"), true, "this$0", HALF_OF("StampedLock")},
    {HALF_OF("StampedLock$WriteLockView"), false, "this$0", HALF_OF("StampedLock")},
#undef HALF_OF
};

static uint32_t shared_object(JNIEnv *env, struct rthread *t, jobject lock, jclass k, size_t half) {
  jfieldID field = (*env)->GetFieldID(env, k, halves[half].field, halves[half].descriptor);
  jobject both = field ? (*env)->GetObjectField(env, lock, field) : NULL;
  uint32_t id = both ? met_object(env, t, both) : 0;
  if (!field) (*env)->ExceptionClear(env);
  if (both) (*env)->DeleteLocalRef(env, both);
  return id;
}

/* Fills in the columns of a lock that is one half of a read-write lock. */
static void take_half(JNIEnv *env, struct rthread *t, jobject lock, struct trace_event *e) {
  jclass k = (*env)->GetObjectClass(env, lock);
  char *signature = NULL;
  (*agent.jvmti)->GetClassSignature(agent.jvmti, k, &signature, NULL);
  for (size_t i = 0; signature && i < COUNT(halves); i++) {
    if (strcmp(signature, halves[i].signature) != 0) continue;
    if (halves[i].shared) e->flags |= TRACE_SHARED;
    e->type = 'L';
    e->value = shared_object(env, t, lock, k, i);
  }
  (*agent.jvmti)->Deallocate(agent.jvmti, (unsigned char *)signature);
  (*env)->DeleteLocalRef(env, k);
}

static void emit_lock(JNIEnv *env, struct rthread *t, jobject o, const struct site *s,
                      unsigned kind) {
  struct trace_event e = event_at(s, kind);
  e.object = met_object(env, t, o);
  e.text = s->text;
  take_half(env, t, o, &e);
  emit(t, &e);
}

/* Records an interrupt or unpark of `o` if it is a Thread. */
static void emit_thread(JNIEnv *env, struct rthread *t, jobject o, const struct site *s,
                        unsigned kind) {
  if (!o || !(*env)->IsInstanceOf(env, o, agent.thread_class)) return;
  struct rthread *other = thread_of(env, o);
  struct trace_event e = event_at(s, kind);
  e.ref = other ? other->id : 0;
  emit(t, &e);
}

static void emit_time(struct rthread *t, const struct site *s, unsigned kind, uint32_t object,
                      bool timed, jlong ns) {
  struct trace_event e = event_at(s, kind);
  e.object = object;
  if (timed) {
    e.flags |= TRACE_TIMED;
    e.type = 'J';
    e.value = (uint64_t)ns;
  }
  emit(t, &e);
}

static jlong ms_to_ns(jlong ms) { return ms > INT64_MAX / 1000000 ? INT64_MAX : ms * 1000000; }

static void before_call(JNIEnv *env, struct rthread *t, jobject o, bool timed, jlong time,
                        jint number) {
  const struct site *s = site_get((uint32_t)number);
  uint32_t object = 0;
  noise(t);
  bool thread_unit = strcmp(s->owner, "java/util/concurrent/TimeUnit") != 0;
  switch ((enum call_action)s->action) {
    case CALL_WAIT:
      /* wait(0) has no time limit, like wait() */
      object = met_object(env, t, o);
      emit_time(t, s, TRACE_EV_WAIT_BEGIN, object, timed && time, ms_to_ns(time));
      break;
    case CALL_PARK:
      object = met_object(env, t, o);
      emit_time(t, s, TRACE_EV_PARK, object, timed, time);
      break;
    case CALL_SLEEP:
      emit_time(t, s, TRACE_EV_SLEEP, 0, timed && thread_unit, ms_to_ns(time));
      break;
    case CALL_YIELD: emit_time(t, s, TRACE_EV_YIELD, 0, false, 0); break;
    case CALL_INTERRUPT: emit_thread(env, t, o, s, TRACE_EV_INTERRUPT); break;
    case CALL_UNPARK: emit_thread(env, t, o, s, TRACE_EV_UNPARK); break;
    case CALL_ENVIRONMENT: input_environment(env, t, o, s); break;
    case CALL_PROPERTY: input_property(env, t, o, s); break;
    case CALL_UNLOCK:
      if (o) emit_lock(env, t, o, s, TRACE_EV_UNLOCK);
      break;
    case CALL_CALL: {
      struct trace_event e = event_at(s, TRACE_EV_CALL_BEFORE);
      object = e.object = met_object(env, t, o);
      e.ref = s->ref;
      emit(t, &e);
      break;
    }
    default: break;
  }
  call_push(t, number, object);
}

void JNICALL probe_CALL(JNIEnv *env, jclass cls, jobject o, jint site) {
  PROBE_ENTER_THREAD(t);
  before_call(env, t, o, false, 0, site);
}

void JNICALL probe_CALL_T(JNIEnv *env, jclass cls, jobject o, jlong time, jint site) {
  PROBE_ENTER_THREAD(t);
  before_call(env, t, o, true, time, site);
}

static void joined(JNIEnv *env, struct rthread *t, jobject o, const struct site *s) {
  struct rthread *other = thread_of(env, o);
  jint state = 0;
  if (!other || (*agent.jvmti)->GetThreadState(agent.jvmti, o, &state)) return;
  struct trace_event e = event_at(s, TRACE_EV_THREAD_JOIN);
  e.ref = other->id;
  if (s->desc[1] == 'J') e.flags |= TRACE_TIMED;
  if (!(state & JVMTI_THREAD_STATE_TERMINATED)) e.flags |= TRACE_ELAPSED;
  emit(t, &e);
}

static void emit_value(struct rthread *t, const struct site *s, unsigned kind, uint32_t object,
                       uint64_t value) {
  struct trace_event e = event_at(s, kind);
  e.object = object;
  e.type = s->type;
  e.value = value;
  if (kind == TRACE_EV_CALL_AFTER) {
    e.ref = s->ref;
  } else {
    e.text = s->text;
  }
  emit(t, &e);
}

static void after_call(JNIEnv *env, struct rthread *t, jobject o, uint64_t value, jint number) {
  const struct site *s = site_get((uint32_t)number);
  unsigned kind = call_action_events[s->action][1];
  call_pop(t, number);
  if (!agent_records(kind)) return;
  switch ((enum call_action)s->action) {
    case CALL_JOIN: joined(env, t, o, s); break;
    case CALL_LOCK:
      if (o && !(s->type == 'Z' && !value)) emit_lock(env, t, o, s, kind);
      break;
    case CALL_LOCAL_RANDOM: input_local_random(t, env, s); break;
    case CALL_RANDOM:
    case CALL_CALL: emit_value(t, s, kind, met_object(env, t, o), value); break;
    case CALL_WAIT:
    case CALL_NOTIFY:
    case CALL_NOTIFY_ALL:
    case CALL_PARK: emit_object(env, t, o, number, kind); break;
    default: break;
  }
  noise(t);
}

void JNICALL probe_RET(JNIEnv *env, jclass cls, jobject o, jint site) {
  PROBE_ENTER_THREAD(t);
  after_call(env, t, o, 0, site);
}

#define RET_PROBE(c, type) \
  void JNICALL probe_RET_##c(JNIEnv *env, jclass cls, type v, jobject o, jint site) { \
    PROBE_ENTER_THREAD(t); \
    after_call(env, t, o, bits_##c(env, t, v), site); \
  }
PROBE_CATEGORIES(RET_PROBE)
