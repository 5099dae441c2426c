/* Private to the recorder: the agent's state and the interfaces between its parts.
 *
 * The agent is the one part of heddle with global state, because the JVM calls it through plain
 * functions. `agent` is filled while the agent is loaded and when the JVM is ready. Afterwards all
 * threads read it and only `phase` changes.
 *
 * Locks, in the order in which they may be taken: a stripe (order.c), then tables_lock, identity's
 * lock, the thread list's lock. None of the last three is held while Java code runs. Probes run on
 * the program's threads in native state, so that a thread waiting for a stripe does not delay a
 * garbage collection. */
#ifndef HEDDLE_RECORDER_AGENT_H
#define HEDDLE_RECORDER_AGENT_H

#include "trace/live.h"
#include "trace/recorder/options.h"
#include "trace/recorder/rewrite.h"

#include <jvmti.h>
#include <stdlib.h>
#include <string.h>

enum agent_phase { PHASE_LOADING, PHASE_LIVE, PHASE_DEAD };

struct agent {
  jvmtiEnv *jvmti;
  struct live *live;
  struct recorder_options options;
  int phase;           /* enum agent_phase; atomic */
  jobject app_loader;  /* the class loader whose classes are instrumented */
  jclass thread_class; /* java.lang.Thread */
  jclass class_class;
  jmethodID for_name; /* Class.forName(String, boolean, ClassLoader) */
};
extern struct agent agent;

/* Calls a static method that returns an object. Clears any exception and returns NULL then. */
jobject java_static(JNIEnv *env, jclass k, jmethodID method, ...);

static inline bool agent_live(void) {
  return __atomic_load_n(&agent.phase, __ATOMIC_ACQUIRE) == PHASE_LIVE;
}
static inline bool agent_records(unsigned kind) {
  return event_wanted(&agent.options.events, kind);
}

/* ---- sites.c: the meaning of the numbers in the inserted code, and the rows of classes, methods
 * and locations ---- */

struct site {
  uint8_t kind, type, event, action; /* as in struct rewrite_site */
  bool resolved; /* atomic: `ref` and `flags` of a field's site come from the field's declaration */
  uint16_t flags;
  uint32_t location, ref, text;
  const char *owner, *name, *desc; /* names of the field or method accessed */
};
struct site *site_get(uint32_t number);
/* Callbacks for struct rewrite_options. */
uint32_t site_new(void *arg, const struct class_file *cf, const struct rewrite_site *s);
void site_map(void *arg, const struct class_file *cf, const struct method_info *mi,
              const struct moved_insn *map, size_t count);
/* Return the id of a row, writing the row on first use. `loader` is NULL for the bootstrap
 * loader. */
uint32_t row_class(const char *name, const char *loader, const uint8_t hash[16], uint32_t flags);
uint32_t row_field(uint32_t class_id, const char *name, const char *desc, uint32_t flags);
uint32_t row_string(const char *s);
/* Returns the location of a place in a loaded method. `pc` is an index into the loaded code, which
 * may have been rewritten. */
uint32_t row_location_of(uint32_t class_id, const char *name, const char *desc, uint32_t flags,
                         uint32_t pc, int32_t line);
void sites_lock(void);
void sites_unlock(void);

/* ---- identity.c ---- */

/* Returns the id of an object, stable while it lives; 0 for null. Writes the object's row on first
 * use. */
uint32_t object_id(JNIEnv *env, jobject o);
uint32_t object_known(jobject o); /* the id, 0 if it has none yet */
uint32_t class_id(JNIEnv *env, jclass k);
bool object_first_hashed(jobject o); /* true once for each object */
/* Sets ref and flags of a field's site to those of the field's declaration. `o` is the object, NULL
 * for a static field. */
void site_resolve(JNIEnv *env, struct site *s, jobject o);

/* ---- flags.c ---- */

/* Is the boolean -XX flag set in this JVM? */
bool jvm_flag(const char *name);

/* ---- met.c: cached ids ---- */

#define MET_OBJECTS 64
#define MET_NO_LENGTH (-1)

struct met_object {
  uintptr_t place;
  uint64_t epoch;
  uint32_t id;
  int32_t length; /* length of an array; MET_NO_LENGTH: unknown */
};

struct rthread;
void met_begin(void);
void JNICALL met_on_pause(jvmtiEnv *jvmti);
void JNICALL met_on_pause_end(jvmtiEnv *jvmti);
/* object_id and class_id with a cache in the calling thread. */
uint32_t met_object(JNIEnv *env, struct rthread *t, jobject o);
uint32_t met_class(JNIEnv *env, struct rthread *t, jclass k);
/* Returns whether the array has that element, and sets *id to the array's id. */
bool met_element(JNIEnv *env, struct rthread *t, jobject a, int32_t index, uint32_t *id);

/* ---- threads.c ---- */

#define PENDING_ACCESSES 4
#define PENDING_CALLS 32

struct pending_access {
  uint32_t site, object;
  int32_t index, stripe; /* stripe -1: no lock held */
  uint64_t value;        /* the value to be written */
  bool aborted;          /* an exception was thrown in the meantime */
};
struct pending_call {
  uint32_t site, object;
  uint64_t probes; /* the thread's probe count when the call began */
};

/* A thread of the program. Only the thread itself accesses the members after `buffer`. */
struct rthread {
  uint32_t id, object, parent, ordinal;
  uint32_t children; /* number of threads it has started */
  bool ended;        /* atomic */
  struct rthread *next;
  struct live_thread *buffer;
  bool in_agent;     /* Java code called by the agent is running */
  bool local_random; /* has used its ThreadLocalRandom */
  uint64_t millis;   /* last reading of the clock for a seed */
  uint64_t rng, probes;
  int access_count, call_count;
  struct pending_access accesses[PENDING_ACCESSES];
  struct pending_call calls[PENDING_CALLS];
  struct met_object met[MET_OBJECTS];
};

/* Returns the calling thread; NULL when nothing is to be recorded now. */
struct rthread *thread_self(JNIEnv *env);
struct rthread *thread_self_known(void); /* the same, but never creates one */
/* Returns the thread of a Thread object; NULL if it is unknown (never started). */
struct rthread *thread_of(JNIEnv *env, jobject thread);
/* Returns whether the thread is one of the JVM or of the library, not of the program. */
bool thread_is_jvms_own(JNIEnv *env, jobject thread);
void threads_begin(JNIEnv *env, jthread main_thread);
void JNICALL thread_on_start(jvmtiEnv *jvmti, JNIEnv *env, jthread thread);
void JNICALL thread_on_end(jvmtiEnv *jvmti, JNIEnv *env, jthread thread);
void JNICALL thread_on_bind(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                            void *address, void **out);
/* Returns the innermost location of instrumented code on the calling thread's stack. */
uint32_t thread_location(JNIEnv *env);
uint32_t frame_location(JNIEnv *env, jmethodID method, jlocation pc);
/* Does the method belong to a class of the program? */
bool method_is_users(JNIEnv *env, jmethodID method);

/* ---- order.c ---- */

/* Takes the lock for a variable. Returns -1 if it is not free within a reasonable time; then the
 * recorded order may be inexact. */
int order_lock(uint32_t object, uint32_t field, int32_t index);
void order_unlock(int stripe);
/* Yields or sleeps, with the requested probability. */
void noise(struct rthread *t);

/* ---- probes_*.c ---- */

/* Writes an event of the thread if its kind is recorded. */
void emit(struct rthread *t, struct trace_event *e);
void access_abort(struct rthread *t);
void JNICALL call_on_exception(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                               jlocation location, jobject exception, jmethodID catch_method,
                               jlocation catch_location);

/* ---- inputs.c ---- */

/* Returns the function to bind instead of a native method's `address`; NULL: keep it. */
void *input_native(void *address);
/* Writes the inputs that existed before the program began. */
void inputs_begin(JNIEnv *env, struct rthread *t);
void input_random_made(JNIEnv *env, struct rthread *t, jobject random, const struct site *s);
void input_local_random(struct rthread *t, JNIEnv *env, const struct site *s);
void input_environment(JNIEnv *env, struct rthread *t, jobject name, const struct site *s);
void input_property(JNIEnv *env, struct rthread *t, jobject name, const struct site *s);

/* ---- instrument.c ---- */

void JNICALL instrument_on_load(jvmtiEnv *jvmti, JNIEnv *env, jclass redefined, jobject loader,
                                const char *name, jobject domain, jint len,
                                const unsigned char *data, jint *new_len, unsigned char **new_data);
/* Defines the helper class and binds its methods. Returns 0 or -1. */
int helper_define(JNIEnv *env);

#endif
