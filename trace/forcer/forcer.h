/* The forcer: makes the real JVM follow a schedule. It is a part of the recorder's agent and is
 * selected by the option `force`.
 *
 * The plan is a list of segments. The thread of the current segment runs; all other threads of the
 * program are held inside the agent, or wait in the JVM. A thread ends its segment
 *
 *   - at a breakpoint on the segment's last instruction, at the given visit (places.c),
 *   - when it calls Object.wait (natives.c), which releases the monitor,
 *   - some time after it enters an instruction in which it waits for a class initialiser, or
 *   - when its run() has returned (ThreadEnd): it can be held there while other threads still see
 *     it alive.
 *
 * Then the next segment becomes current, and the thread is held until another of its segments is
 * current. No class is rewritten. Monitors, parking and class initialisation are the JVM's own: a
 * thread is only held before it acts. The plan alone decides three things: which waiter wakes and
 * when, when a timed wait elapses, and the order of threads. While the plan lasts, notify and
 * notifyAll only note whom they wake; the agent wakes a waiter when its segment becomes current. A
 * waiter that the plan wakes without a notification is a divergence. One that was notified and has
 * no segment left is woken when the plan is over, so that a deadlock does not depend on it.
 *
 * After the last segment all threads run freely. The outcome (outcome.c) is what the schedule leads
 * to: an uncaught exception, a deadlock (its threads no longer move), a hang (its threads still
 * loop) or the second access of a race. Whether the two accesses of a race are unordered is not
 * decided here: the recorder works at the same time, and its trace is analysed.
 *
 * Threads of the JVM and of the library's system group are not in the plan and are never held. */
#ifndef HEDDLE_FORCER_FORCER_H
#define HEDDLE_FORCER_FORCER_H

#include "trace/plan.h"
#include "trace/recorder/options.h"

#include <jvmti.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { FORCER_THREADS = 6000 };

/* A primitive value of Java, and the bits by which a plan states it. */
union java_value {
  uint64_t bits;
  jint i;
  jlong j;
  jfloat f;
  jdouble d;
};

/* A thread of the program; its index is its number in the plan. */
struct forced_thread {
  jobject object;      /* global reference */
  bool started, ended; /* after its ThreadStart, after its ThreadEnd */
  bool interrupted;    /* interrupted while it waited; the JVM does not know this yet */
  bool bound;          /* a virtual thread (places.c) */
  bool waits;          /* it is in Object.wait, entered at the end of a segment */
  jobject waits_on;    /* global reference to the monitor; NULL: it does not wait */
  bool notified;       /* a notification since then was for it */
};

struct forcer {
  jvmtiEnv *jvmti;
  struct plan plan;
  const char *report;   /* path of the report file */
  bool records;         /* the recorder works too, so instructions may have moved */
  double limit;         /* seconds without progress after which the plan is given up */
  pthread_mutex_t lock; /* protects all members below */
  pthread_cond_t turn;  /* signalled when the current segment changes */
  uint32_t at;          /* index of the current segment */
  uint32_t visits;      /* visits so far of the instruction at which that segment ends */
  pthread_cond_t look;  /* signalled when the watcher has to act */
  /* The watcher ends the current segment once its thread has blocked, or has made the second access
   * of a race (`blocking`), or is in Object.wait (`entering`). */
  bool blocking, entering;
  bool accessed; /* the second access of the race is next, or was made */
  char *stored;  /* the message of the exception that the library has caught; NULL: none yet */
  bool begun;    /* main has reached the program's code */
  bool over;     /* the plan is completed or was given up: all threads run freely */
  bool reported;
  /* the first value that differs from heddle's, as outcome.c reports it; NULL: none so far */
  char *difference;
  double progressed; /* monotonic time, in seconds, at which `at` last changed */
  struct forced_thread *threads;
  uint32_t thread_count;
};
extern struct forcer forcer;

/* Loads the plan and sets up a JVMTI environment of its own, so that the recorder can work beside
 * it. Returns JNI_OK, or JNI_ERR after printing a message. */
jint forcer_load(JavaVM *vm, const struct recorder_options *o);

/* ---- control.c: whose turn it is ---- */

enum { NOT_FORCED = -1 };
/* Returns the number of the calling thread, or NOT_FORCED if it is not in the plan. */
int forcer_self(void);
void forcer_set_self(int number);
/* Returns the number of a Thread object that was started, or NOT_FORCED if it is not in the
 * plan. */
int forcer_number_of(JNIEnv *env, jobject thread);
/* Gives the next number to a thread that is about to be started. */
void forcer_add_thread(JNIEnv *env, jobject thread);
/* Returns the current segment if it is the calling thread's and the plan is not over; otherwise
 * NULL. */
const struct segment *forcer_segment(void);
/* Ends the current segment, which is the calling thread's. */
void forcer_advance(JNIEnv *env);
/* Blocks until the current segment is the calling thread's, or the plan is over. Then does what the
 * start of the segment requires: a parked thread gets a permit, and threads that have ended are
 * really dead. */
void forcer_hold(JNIEnv *env);
/* Makes the watcher end the current segment when its thread has blocked (&forcer.blocking) or is in
 * Object.wait (&forcer.entering). */
void forcer_ask_watcher(bool *what);
/* The calling thread makes the second access of the race next: makes the watcher end its segment
 * soon. */
void forcer_access(void);
/* Wakes the thread of the current segment if it is in Object.wait. Must be called repeatedly,
 * because a waiter that is not yet asleep misses the wake-up. */
void forcer_wake(JNIEnv *env);

/* ---- load.c ---- */

/* The calling thread begins: holds it until its first segment is current. */
void forcer_thread_begins(JNIEnv *env, jthread thread);
/* The calling thread has returned from its run(): ends its segment. */
void forcer_thread_ends(JNIEnv *env);

/* ---- places.c ---- */

/* Sets a breakpoint on an instruction of a method of class k, whose signature is given. */
void places_set(jclass k, const char *signature, const char *name, const char *descriptor,
                uint32_t bci);

/* Handlers of the JVMTI events ClassPrepare, which sets the breakpoints of a class, and
 * Breakpoint. */
void JNICALL places_on_prepare(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jclass k);
void JNICALL places_on_breakpoint(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                                  jlocation location);
/* Makes the calling thread, which is about to wait for a class initialiser, stop behind the wait
 * until it is its turn: the JVM lets it go on as soon as the class is ready. */
void places_stop_behind_wait(void);
/* Handler of the JVMTI event SingleStep, which only such threads get. */
void JNICALL places_on_step(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                            jlocation location);
void places_begin(JNIEnv *env); /* sets the breakpoints in the classes already loaded */

/* Does the calling thread execute internal library code above the program's innermost frame:
 * loading, linking or initialising a library class? */
bool places_keep_house(JNIEnv *env);
bool places_of_program(jmethodID method); /* is the method not one of the library? */
/* Is a frame where the values of heddle were found? */
bool places_have_values(JNIEnv *env, const jvmtiFrameInfo *frame,
                        const struct place_values *values);

/* ---- values.c ---- */

/* Compares what the calling thread finds at the end of s, the current segment, with what heddle
 * found there. Keeps the first difference of the run. */
void values_compare(JNIEnv *env, const struct segment *s);

/* ---- answers.c: the inputs that the plan prescribes ---- */

/* A function of the JVM that implements a native method, and the agent's function that is bound
 * instead. A table of these ends with a NULL symbol. */
struct replaced_native {
  const char *symbol;
  void *real; /* the JVM's function is stored here */
  void (*ours)(void);
};
extern const struct replaced_native answer_natives[];
/* Takes the calling thread's next answer of that source, and with that `of` unless it is NULL.
 * Returns false if the plan has none left. */
bool answers_take(enum answer_source source, const char *of, uint64_t *out);
/* Gives the thread of that number the seeds of ThreadLocalRandom and the id that the plan
 * prescribes. */
void answers_give_local_random(JNIEnv *env, jobject thread, uint32_t number);

/* ---- returns.c: methods whose result the plan prescribes ---- */

/* Sets the breakpoints on these methods in class k. */
void returns_set_in(jclass k, const char *signature);
/* Called at the first instruction of a method: makes it return if the plan prescribes the result.
 * Returns whether it does. */
bool returns_at(JNIEnv *env, jthread self, const char *signature, const char *name,
                const char *descriptor);

/* ---- environment.c ---- */

/* Registers the native methods of heddle.Environment if k is that class. */
void environment_set_in(JNIEnv *env, jclass k, const char *signature);

/* ---- opens.c ---- */

/* Handler of the JVMTI event ClassFileLoadHook, which only plans that open a package need. */
void JNICALL opens_on_load(jvmtiEnv *jvmti, JNIEnv *env, jclass redefined, jobject loader,
                           const char *name, jobject domain, jint len, const unsigned char *data,
                           jint *new_len, unsigned char **new_data);

/* ---- natives.c ---- */

/* Returns the agent's function to bind instead of the JVM's at `address`, or `address` itself. */
void *natives_replace(void *address);
/* Handler of the JVMTI event NativeMethodBind while nothing is recorded. Otherwise the recorder's
 * handler calls natives_replace, because both replace some of the same methods. */
void JNICALL natives_on_bind(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                             void *address, void **out);
void natives_interrupt(JNIEnv *env, jobject thread); /* the JVM's own Thread.interrupt0 */
/* Wakes the waiters that were notified but have no later segment. Must be called repeatedly, like
 * forcer_wake, when the plan is over. */
void natives_wake_notified(JNIEnv *env);
void natives_drain_permit(JNIEnv *env); /* consumes the calling thread's park permit */
void natives_give_permit(JNIEnv *env, jobject thread); /* gives a thread a park permit */
/* Looks up Unsafe.park and unpark, which the permits need. The JVM must be initialised. */
void natives_begin(JNIEnv *env);

/* ---- outcome.c ---- */

/* Handler of the JVMTI event Exception: recognises the exception that the plan leads to. */
void JNICALL outcome_on_exception(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                                  jlocation location, jobject exception, jmethodID catch_method,
                                  jlocation catch_location);
/* Called when the calling thread begins the last segment. The exception may have been thrown
 * before. */
void outcome_begin_error(void);
/* Reports the results of an environment's calls, which the plan leads to. */
void outcome_results(const char *results);
/* Ends the plan because the run does not follow it: reports where, and what each thread does. */
void outcome_diverged(JNIEnv *env, const char *why);
/* The code of the watcher thread: ends segments, gives up a plan without progress, and recognises
 * the deadlock or hang at the end. */
void JNICALL outcome_watch(jvmtiEnv *jvmti, JNIEnv *env, void *arg);
/* Handler of the JVMTI event VMDeath: reports a divergence if there is no outcome yet. */
void JNICALL outcome_on_death(jvmtiEnv *jvmti, JNIEnv *env);

#endif
