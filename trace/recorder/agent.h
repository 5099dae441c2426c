/* The agent's state, and the interfaces between the parts of the recorder.
 *
 * The agent is the one part of heddle with global state, because the JVM calls it through plain
 * functions. `agent` is filled in while the agent is loaded and when the JVM is ready. Afterwards
 * all threads read it and only `phase` changes.
 *
 * Locks, in the order in which they may be taken: a stripe (order.c), then the lock of sites.c, the
 * lock of identity.c, the lock of the thread list. None of the last three is held while Java code
 * runs. Probes run on the program's threads in native state, so a thread that waits for a stripe
 * does not delay a garbage collection. */
#ifndef HEDDLE_RECORDER_AGENT_H
#define HEDDLE_RECORDER_AGENT_H

#include "trace/format/live.h"
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
  int phase; /* enum agent_phase; atomic */
  /* the class loader whose classes are instrumented */
  jobject app_loader;
  jclass thread_class; /* java.lang.Thread */
  jclass class_class;
  jmethodID for_name; /* Class.forName(String, boolean, ClassLoader) */
};
extern struct agent agent;

/* Calls a static method that returns an object. If it throws, clears the exception and returns
 * NULL. */
jobject java_static(JNIEnv *env, jclass k, jmethodID method, ...);

static inline bool agent_live(void) {
  return __atomic_load_n(&agent.phase, __ATOMIC_ACQUIRE) == PHASE_LIVE;
}
static inline bool agent_records(unsigned kind) {
  return event_wanted(&agent.options.events, kind);
}

/* ---- sites.c: the numbered sites of probes, and the rows of classes, methods and locations
 * ---- */

struct site {
  /* as in struct rewrite_site; `event` also says which kind a mark records */
  uint8_t kind, type, event, action;
  /* atomic; the field was found, and `ref` and `flags` are those of its declaration */
  bool resolved;
  uint16_t flags;
  uint32_t location, ref, text;
  const char *owner, *name, *desc; /* names of the field or method that the instruction refers to */
};
struct site *site_get(uint32_t number);
/* Callbacks for struct rewrite_options, whose `arg` is the name of the class's loader or NULL:
 * site_new adds a site and returns its number; site_map stores the new positions of a method's
 * instructions. */
uint32_t site_new(void *arg, const struct class_file *cf, const struct rewrite_site *s);
void site_map(void *arg, const struct class_file *cf, const struct method_info *mi,
              const struct moved_insn *map, size_t count);
/* Return the id of a row, writing the row on first use. A `loader` of NULL is the bootstrap
 * loader. */
uint32_t row_class(const char *name, const char *loader, const uint8_t hash[16], uint32_t flags);
uint32_t row_field(uint32_t class_id, const char *name, const char *desc, uint32_t flags);
uint32_t row_string(const char *s);
/* Returns the id of a location in a loaded method. `pc` is an index into the loaded code, which may
 * have been rewritten; the location has the index in the original code. */
uint32_t row_location_of(uint32_t class_id, const char *name, const char *desc, uint32_t flags,
                         uint32_t pc, int32_t line);
/* Returns the position of a method's instruction in the loaded code. `signature` is the JVMTI
 * signature of the class. */
uint32_t site_position(const char *signature, const char *name, const char *desc, uint32_t bci);
void sites_lock(void);
void sites_unlock(void);

/* ---- identity.c ---- */

/* Returns the id of an object; 0 for null. The object keeps its id as long as it lives. Writes the
 * object's row on first use. */
uint32_t object_id(JNIEnv *env, jobject o);
uint32_t object_known(jobject o); /* returns 0 if the object has no id yet */
uint32_t class_id(JNIEnv *env, jclass k);
bool object_first_hashed(jobject o); /* returns true only once for each object */
/* Finds the field that a site accesses and sets the site's ref and flags to those of the field's
 * declaration. `o` is the object, or NULL for a static field. */
void site_resolve(JNIEnv *env, struct site *s, jobject o);

/* ---- flags.c ---- */

/* Is the boolean -XX flag set in this JVM? Returns false if this cannot be determined. */
bool jvm_flag(const char *name);

/* ---- met.c: caches ids of objects in each thread ---- */

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
/* Do the same as object_id and class_id, with a cache in the calling thread. */
uint32_t met_object(JNIEnv *env, struct rthread *t, jobject o);
uint32_t met_class(JNIEnv *env, struct rthread *t, jclass k);
/* Returns whether the array has an element with that index. If so, sets *id to the array's id. */
bool met_element(JNIEnv *env, struct rthread *t, jobject a, int32_t index, uint32_t *id);

/* ---- threads.c ---- */

#define PENDING_ACCESSES 4
#define PENDING_CALLS 32

struct pending_access {
  uint32_t site, object;
  int32_t index, stripe; /* `stripe`: the lock held, -1: none */
  uint64_t value;        /* the value to be written */
  bool aborted;          /* an exception was thrown before the access ended */
};
struct pending_call {
  uint32_t site, object;
  uint64_t probes; /* the thread's probe count when the call began */
};

/* A thread of the program. Only the thread itself accesses the members after `buffer`. */
struct rthread {
  uint32_t id, object, parent, ordinal;
  uint32_t children; /* number of threads that it has started */
  bool ended;        /* atomic */
  struct rthread *next;
  struct live_thread *buffer;
  bool in_agent;     /* Java code called by the agent is running */
  bool local_random; /* its ThreadLocalRandom has been recorded */
  uint64_t millis;   /* last reading of currentTimeMillis for a seed */
  uint64_t rng, probes;
  int access_count, call_count;
  struct pending_access accesses[PENDING_ACCESSES];
  struct pending_call calls[PENDING_CALLS];
  struct met_object met[MET_OBJECTS];
};

/* Returns the calling thread, and adds it if it is new. Returns NULL while nothing is recorded. */
struct rthread *thread_self(JNIEnv *env);
/* returns NULL if the calling thread was not added before */
struct rthread *thread_self_known(void);
/* Returns the thread of a Thread object, or NULL if it is unknown (never started). */
struct rthread *thread_of(JNIEnv *env, jobject thread);
/* Does the thread belong to the JVM or the library, not to the program? */
bool thread_is_jvms_own(JNIEnv *env, jobject thread);
void threads_begin(JNIEnv *env, jthread main_thread);
void JNICALL thread_on_start(jvmtiEnv *jvmti, JNIEnv *env, jthread thread);
void JNICALL thread_on_end(jvmtiEnv *jvmti, JNIEnv *env, jthread thread);
void JNICALL thread_on_bind(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                            void *address, void **out);
/* Returns the location of the innermost frame of the program's code on the calling thread's stack,
 * or 0 if there is none. */
uint32_t thread_location(JNIEnv *env);
uint32_t frame_location(JNIEnv *env, jmethodID method, jlocation pc);
/* Does the method belong to a class of the program? */
bool method_is_users(JNIEnv *env, jmethodID method);

/* ---- order.c ---- */

/* Takes the lock (a stripe) for a variable and returns its number for order_unlock. Returns -1 if
 * the lock is not free within two seconds; then the recorded order may be inexact. */
int order_lock(uint32_t object, uint32_t field, int32_t index);
void order_unlock(int stripe);
/* Yields or sleeps with the requested probability, to let other threads run. */
void noise(struct rthread *t);

/* ---- probes_*.c ---- */

/* Writes an event of the thread if the user requested its kind. */
void emit(struct rthread *t, struct trace_event *e);
void access_abort(struct rthread *t);
void JNICALL call_on_exception(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                               jlocation location, jobject exception, jmethodID catch_method,
                               jlocation catch_location);

/* ---- inputs.c ---- */

/* Returns the function to bind instead of the native function at `address`, or NULL to keep it. It
 * calls `next`, which is `address` or another function that replaces it. */
void *input_native(void *address, void *next);
/* Writes the inputs that existed before the program began. */
void inputs_begin(JNIEnv *env, struct rthread *t);
void input_random_made(JNIEnv *env, struct rthread *t, jobject random, const struct site *s);
void input_local_random(struct rthread *t, JNIEnv *env, const struct site *s);
void input_environment(JNIEnv *env, struct rthread *t, jobject name, const struct site *s);
void input_property(JNIEnv *env, struct rthread *t, jobject name, const struct site *s);

/* ---- instrument.c, helper_class.c ---- */

/* Handler of the JVMTI event ClassFileLoadHook: rewrites a class of the program. */
void JNICALL instrument_on_load(jvmtiEnv *jvmti, JNIEnv *env, jclass redefined, jobject loader,
                                const char *name, jobject domain, jint len,
                                const unsigned char *data, jint *new_len, unsigned char **new_data);
/* Defines the helper class and binds its methods. Returns 0 or -1. */
int helper_define(JNIEnv *env);
/* Instruments the classes of the library that the option `class` names. Each one that the JVM does
 * not let the agent change gets an event that says so. */
void instrument_library(JNIEnv *env);

#endif
