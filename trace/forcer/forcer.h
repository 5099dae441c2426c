/* The forcer: makes the real JVM follow a schedule. A part of the recorder's agent, chosen by the
 * option `force`.
 *
 * The plan is a list of segments. The thread of the current segment runs; all other threads of the
 * program are held inside the agent, or wait in the JVM. A thread ends its segment
 *
 *   - at a breakpoint on the place of the segment's end, at the given visit (places.c),
 *   - when it calls Object.wait (natives.c), which releases the monitor,
 *   - some time after it enters an instruction in which it waits for a class initialiser, or
 *   - when its run() has returned (ThreadEnd): it can be held there while it is alive for others.
 *
 * Then the next segment is current, and the thread is held until a later segment is its own. No
 * class is rewritten, and monitors, parking and class initialisation are the JVM's own: a thread is
 * only held before it acts. Three things are the plan's alone: which waiter wakes and when, when
 * a timed wait elapses, and the order of threads. While the plan lasts, notify and notifyAll do
 * nothing; the agent wakes a waiter when its segment comes.
 *
 * After the last segment everything runs free. The outcome (outcome.c) is the uncaught exception
 * that the schedule leads to, or a deadlock: the threads that should be stuck do not move any more.
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

/* A thread of the program, by its number. */
struct forced_thread {
  jobject object;      /* global reference */
  bool started, ended; /* ThreadStart, ThreadEnd */
  bool interrupted;    /* while it waited: the JVM does not know yet */
  bool waits;          /* it is in Object.wait, entered at the end of a segment */
};

struct forcer {
  jvmtiEnv *jvmti;
  struct plan plan;
  const char *report; /* path */
  double limit;
  pthread_mutex_t lock; /* protects all that follows */
  pthread_cond_t turn;  /* the current segment has changed */
  uint32_t at;          /* the current segment */
  uint32_t visits;      /* of its place so far */
  pthread_cond_t look;  /* the watcher has something to do */
  /* The current segment ends when its thread has blocked; and when it is in Object.wait. */
  bool blocking, entering;
  bool begun; /* main has reached the program's code */
  bool over;  /* the plan is done or was given up: all threads run free */
  bool reported;
  double progressed; /* when `at` changed last; seconds of the monotonic clock */
  struct forced_thread *threads;
  uint32_t thread_count;
};
extern struct forcer forcer;

/* Loads the plan and sets the agent up. Returns JNI_OK or JNI_ERR after a message. */
jint forcer_load(jvmtiEnv *jvmti, const struct recorder_options *o);

/* ---- control.c: whose turn it is ---- */

enum { NOT_FORCED = -1 };
int forcer_self(void); /* the number of the calling thread; NOT_FORCED: it is not in the plan */
void forcer_set_self(int number);
/* The number of a Thread object that was started; NOT_FORCED: none. */
int forcer_number_of(JNIEnv *env, jobject thread);
/* Gives the next number to a thread that is about to be started. */
void forcer_add_thread(JNIEnv *env, jobject thread);
/* The current segment, if it is the calling thread's and the plan is not over; NULL otherwise. */
const struct segment *forcer_segment(void);
/* Ends the current segment, which is the calling thread's. */
void forcer_advance(JNIEnv *env);
/* Returns when the next segment is the calling thread's, or the plan is over. Prepares what the
 * segment's start needs: a parked thread gets a permit, threads that ended are really dead. */
void forcer_hold(JNIEnv *env);
/* Lets the watcher end the current segment: `what` is forcer.blocking or forcer.entering. */
void forcer_ask_watcher(bool *what);
/* Wakes the thread of the current segment if it is in Object.wait. Called repeatedly, because a
 * waiter that is not yet asleep loses the wake-up. */
void forcer_wake(JNIEnv *env);

/* ---- places.c ---- */

void JNICALL places_on_prepare(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jclass k);
void JNICALL places_on_breakpoint(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                                  jlocation location);
void places_begin(JNIEnv *env); /* sets the breakpoints in classes that are loaded */

/* Returns whether the calling thread executes the library's own business above the innermost frame
 * of the program: loads, links, or initialises a class of the library. */
bool places_keep_house(JNIEnv *env);
bool places_of_program(jmethodID method); /* not of the library */

/* ---- answers.c: the inputs of the plan ---- */

/* A function of the JVM that implements a native method, and the agent's function that is bound
 * instead. A table of them ends with a NULL symbol. */
struct replaced_native {
  const char *symbol;
  void *real; /* where the JVM's function is stored */
  void (*ours)(void);
};
extern const struct replaced_native answer_natives[];

/* ---- natives.c ---- */

void JNICALL natives_on_bind(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                             void *address, void **out);
void natives_interrupt(JNIEnv *env, jobject thread); /* the JVM's own Thread.interrupt0 */
void natives_drain_permit(JNIEnv *env);              /* of the calling thread */
void natives_give_permit(JNIEnv *env, jobject thread);
void natives_begin(JNIEnv *env);

/* ---- outcome.c ---- */

void JNICALL outcome_on_exception(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                                  jlocation location, jobject exception, jmethodID catch_method,
                                  jlocation catch_location);
/* The run does not follow the plan: reports where, and what each thread does. */
void outcome_diverged(JNIEnv *env, const char *why);
/* The body of the thread that watches: progress, the deadlock at the end. */
void JNICALL outcome_watch(jvmtiEnv *jvmti, JNIEnv *env, void *arg);
void JNICALL outcome_on_death(jvmtiEnv *jvmti, JNIEnv *env);

#endif
