/* Determines the outcome of a forced run and writes it to the report file, as one line, except that
 * results have several:
 *
 *   exception THREAD CLASS MESSAGE     the uncaught exception that the plan leads to
 *   stored THREAD CLASS MESSAGE        the exception that it leads to and that the library keeps
 *   exits                              the program ends where the plan says so
 *   hang                               the threads of the plan's hang still loop
 *   deadlock                           the threads of the plan's deadlock no longer move
 *   accessed                           the second access of the plan's race was made
 *   results TEXT                       the results of all calls of an environment (results.h)
 *   diverged SEGMENT WHY               the run did not follow the plan
 *
 * After a divergence follows, if a value differed before, a line "differs SEGMENT HOME NAME HEDDLE
 * JAVA" (values.c), and a line "thread NUMBER NAME: FRAME; FRAME; ..." for each thread. */
#include "trace/forcer/forcer.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "engine/base/clock.h"

enum {
  WATCH_PERIOD_NS = 5000000,
  STILL_LOOKS = 60,
  LOOP_LOOKS = 20,
  BLOCKING_NS = 50000000,
  ENTERING_NS = 20000,
  SHOWN_FRAMES = 8
};

static const double LOOP_SECONDS = 1;

/* Marks the report as written. Returns true for the first caller, who must write it. */
static bool claim_report(void) {
  bool first;
  pthread_mutex_lock(&forcer.lock);
  first = !forcer.reported;
  forcer.reported = true;
  pthread_mutex_unlock(&forcer.lock);
  return first;
}

/* Ends the plan: all threads run freely from now on. */
static void give_up(void) {
  pthread_mutex_lock(&forcer.lock);
  forcer.over = true;
  pthread_cond_broadcast(&forcer.turn);
  pthread_mutex_unlock(&forcer.lock);
}

static void write_report(const struct text *t) {
  char *part = mem_printf("%s.part", forcer.report);
  FILE *f = fopen(part, "w");
  if (f) {
    fwrite(t->s, 1, t->len, f);
    fclose(f);
    rename(part, forcer.report);
  }
  free(part);
}

/* ---- exceptions ---- */

static char *message_of(JNIEnv *env, jobject exception) {
  jclass k = (*env)->GetObjectClass(env, exception);
  jmethodID get = (*env)->GetMethodID(env, k, "getMessage", "()Ljava/lang/String;");
  jstring s = get ? (*env)->CallObjectMethod(env, exception, get) : NULL;
  const char *utf;
  char *copy;
  (*env)->ExceptionClear(env);
  utf = s ? (*env)->GetStringUTFChars(env, s, NULL) : NULL;
  copy = mem_strdup(utf ? utf : "");
  if (utf) (*env)->ReleaseStringUTFChars(env, s, utf);
  mem_exchange(copy, '\n', ' ');
  return copy;
}

static char *exception_class(JNIEnv *env, jobject exception) {
  char *signature = NULL, *name;
  (*forcer.jvmti)
      ->GetClassSignature(forcer.jvmti, (*env)->GetObjectClass(env, exception), &signature, NULL);
  name = mem_strdup(signature ? signature + 1 : "");
  if (*name) name[strlen(name) - 1] = 0;
  mem_exchange(name, '/', '.');
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)signature);
  return name;
}

/* Reports the exception if it is the calling thread's turn to fail. */
static void report_exception(const char *how, const char *message) {
  const struct segment *s = forcer_segment();
  struct text t = {0};
  if (!s || s->end != SEGMENT_ERROR || !claim_report()) return;
  text_printf(&t, "%s %d %s %s\n", how, forcer_self(), forcer.plan.failure.exception, message);
  write_report(&t);
  text_release(&t);
  give_up();
}

/* The exception may be thrown some segments before the library stores it, which is the error. */
static void exception_caught(jmethodID catch_method, const char *message) {
  const struct segment *last = &forcer.plan.segments.data[forcer.plan.segments.len - 1];
  if (!catch_method || places_of_program(catch_method) || forcer_self() != (int)last->thread)
    return;
  free(forcer.stored);
  forcer.stored = mem_strdup(message);
  report_exception("stored", message);
}

void outcome_begin_error(void) {
  if (forcer.stored) report_exception("stored", forcer.stored);
}

void outcome_results(const char *results) {
  struct text t = {0};
  if (!forcer_segment() || forcer.at + 1 != forcer.plan.segments.len || !claim_report()) return;
  text_printf(&t, "results %s", results);
  write_report(&t);
  text_release(&t);
  give_up();
}

void JNICALL outcome_on_exception(jvmtiEnv *jvmti, JNIEnv *env, jthread thread, jmethodID method,
                                  jlocation location, jobject exception, jmethodID catch_method,
                                  jlocation catch_location) {
  const struct plan_failure *f = &forcer.plan.failure;
  char *name, *message;
  (void)jvmti, (void)thread, (void)method, (void)location, (void)catch_location;
  if (!forcer.begun || !f->exception || forcer_self() == NOT_FORCED || !forcer.plan.segments.len ||
      (catch_method && !f->stored))
    return;
  name = exception_class(env, exception);
  if (!strcmp(name, f->exception)) {
    message = message_of(env, exception);
    if (f->stored)
      exception_caught(catch_method, message);
    else
      report_exception("exception", message);
    free(message);
  }
  free(name);
}

/* ---- divergence ---- */

static void add_frame(jmethodID method, jlocation at, struct text *t) {
  jclass k = NULL;
  char *signature = NULL, *name = NULL;
  if ((*forcer.jvmti)->GetMethodDeclaringClass(forcer.jvmti, method, &k) ||
      (*forcer.jvmti)->GetClassSignature(forcer.jvmti, k, &signature, NULL) ||
      (*forcer.jvmti)->GetMethodName(forcer.jvmti, method, &name, NULL, NULL))
    return;
  text_printf(t, " %.*s.%s@%lld;", (int)strlen(signature) - 2, signature + 1, name, (long long)at);
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)signature);
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)name);
}

static void add_thread(uint32_t number, struct text *t) {
  jvmtiFrameInfo frames[SHOWN_FRAMES];
  jvmtiThreadInfo info = {0};
  jint n = 0;
  jobject thread = forcer.threads[number].object;
  (*forcer.jvmti)->GetThreadInfo(forcer.jvmti, thread, &info);
  (*forcer.jvmti)->GetStackTrace(forcer.jvmti, thread, 0, SHOWN_FRAMES, frames, &n);
  text_printf(t, "thread %u %s:", number, info.name ? info.name : "");
  for (jint i = 0; i < n; i++) add_frame(frames[i].method, frames[i].location, t);
  text_puts(t, "\n");
  (*forcer.jvmti)->Deallocate(forcer.jvmti, (unsigned char *)info.name);
}

void outcome_diverged(JNIEnv *env, const char *why) {
  struct text t = {0};
  (void)env;
  if (!claim_report()) return;
  text_printf(&t, "diverged %u %s\n", forcer.at, why);
  pthread_mutex_lock(&forcer.lock);
  if (forcer.difference) text_printf(&t, "differs %s\n", forcer.difference);
  pthread_mutex_unlock(&forcer.lock);
  for (uint32_t i = 0; i < forcer.thread_count; i++) add_thread(i, &t);
  write_report(&t);
  text_release(&t);
  give_up();
}

static void report_word(const char *word) {
  struct text t = {0};
  if (!claim_report()) return;
  text_printf(&t, "%s\n", word);
  write_report(&t);
  text_release(&t);
}

/* Does the program end in the segment that leads to its exit status? */
static bool ends_as_planned(void) {
  const struct segment *s = forcer_segment();
  return forcer.plan.failure.status && forcer.begun && s && s->end == SEGMENT_ERROR;
}

void JNICALL outcome_on_death(jvmtiEnv *jvmti, JNIEnv *env) {
  (void)jvmti;
  if (forcer.accessed) {
    report_word("accessed");
  } else if (ends_as_planned()) {
    report_word("exits");
    give_up(); /* held threads would delay the end */
  } else if (!forcer.reported) {
    outcome_diverged(env, forcer.at < forcer.plan.segments.len
                              ? "the program ended before the schedule"
                              : "the program ended without the error");
  }
}

/* ---- the watcher ---- */

/* The position of a thread; a thread whose position does not change is stuck. For a hang it is only
 * the innermost method of the program, in which a looping thread stays. */
struct stillness {
  jmethodID method;
  jlocation at;
};

static struct stillness stillness_of(jobject thread) {
  enum { FRAMES = 64 };
  jvmtiFrameInfo frames[FRAMES];
  jint n = 0;
  (*forcer.jvmti)->GetStackTrace(forcer.jvmti, thread, 0, FRAMES, frames, &n);
  if (!n) return (struct stillness){0};
  if (!forcer.plan.hang) return (struct stillness){frames[0].method, frames[0].location};
  for (jint i = 0; i < n; i++)
    if (places_of_program(frames[i].method)) return (struct stillness){frames[i].method, 0};
  return (struct stillness){0};
}

static bool moves(uint32_t number, struct stillness *last) {
  jobject thread = forcer.threads[number].object;
  struct stillness now = stillness_of(thread);
  jint state = 0;
  bool same;
  (*forcer.jvmti)->GetThreadState(forcer.jvmti, thread, &state);
  same = state & JVMTI_THREAD_STATE_ALIVE && now.method && last->method == now.method &&
         last->at == now.at;
  *last = now;
  return !same;
}

/* How long no thread of the deadlock or hang has moved. */
struct standstill {
  uint32_t looks; /* successive ones without a move */
  double since;   /* when the first of these was */
};

/* Looks at the threads of the deadlock or hang once. Returns true after enough successive looks in
 * which none has moved; the threads of a hang must also have had time to leave their loops. */
static bool is_stuck(struct stillness *last, struct standstill *s) {
  bool moved = false;
  for (size_t i = 0; i < forcer.plan.stuck.len; i++)
    if (forcer.plan.stuck.data[i] >= forcer.thread_count ||
        moves(forcer.plan.stuck.data[i], &last[i]))
      moved = true;
  if (moved || !s->looks) s->since = clock_seconds();
  s->looks = moved ? 0 : s->looks + 1;
  if (!forcer.plan.hang) return s->looks >= STILL_LOOKS;
  return s->looks >= LOOP_LOOKS && clock_seconds() - s->since >= LOOP_SECONDS;
}

/* Returns whether the watcher was asked to do `what`, and clears the request. */
static bool is_asked(bool *what) {
  bool asked;
  pthread_mutex_lock(&forcer.lock);
  asked = *what;
  *what = false;
  pthread_mutex_unlock(&forcer.lock);
  return asked;
}

/* Ends the segment of a thread that blocks on a class initialiser, or makes the second access of a
 * race. No event reports that the thread has blocked or made the access, so waits BLOCKING_NS. */
static void end_blocking(JNIEnv *env) {
  struct timespec pause = {.tv_nsec = BLOCKING_NS};
  nanosleep(&pause, NULL);
  forcer_advance(env);
}

/* Waits until the thread of the current segment is in Object.wait, and ends the segment. */
static void end_entering(JNIEnv *env) {
  struct timespec pause = {.tv_nsec = ENTERING_NS};
  jint state = 0;
  struct forced_thread *t = &forcer.threads[forcer.plan.segments.data[forcer.at].thread];
  while (!(*forcer.jvmti)->GetThreadState(forcer.jvmti, t->object, &state) &&
         state & JVMTI_THREAD_STATE_ALIVE && !(state & JVMTI_THREAD_STATE_IN_OBJECT_WAIT))
    nanosleep(&pause, NULL);
  pthread_mutex_lock(&forcer.lock);
  t->waits = true; /* from now on forcer_wake may wake it */
  pthread_mutex_unlock(&forcer.lock);
  forcer_advance(env);
}

/* Waits for a request of another thread, at most for WATCH_PERIOD_NS. */
static void await_request(void) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += WATCH_PERIOD_NS;
  if (until.tv_nsec >= 1000000000) {
    until.tv_nsec -= 1000000000;
    until.tv_sec++;
  }
  pthread_mutex_lock(&forcer.lock);
  if (!forcer.blocking && !forcer.entering)
    pthread_cond_timedwait(&forcer.look, &forcer.lock, &until);
  pthread_mutex_unlock(&forcer.lock);
}

void JNICALL outcome_watch(jvmtiEnv *jvmti, JNIEnv *env, void *arg) {
  struct stillness *last = mem_alloc((forcer.plan.stuck.len + 1) * sizeof *last);
  struct standstill standstill = {0};
  (void)jvmti, (void)arg;
  while (!forcer.reported) {
    bool over, late;
    await_request();
    pthread_mutex_lock(&forcer.lock);
    over = forcer.over;
    late = clock_seconds() - forcer.progressed > forcer.limit;
    pthread_mutex_unlock(&forcer.lock);
    if (over)
      natives_wake_notified(env);
    else
      forcer_wake(env);
    if (is_asked(&forcer.entering)) end_entering(env);
    if (is_asked(&forcer.blocking)) end_blocking(env);
    if (over && forcer.plan.stuck.len && is_stuck(last, &standstill))
      report_word(forcer.plan.hang ? "hang" : "deadlock");
    if (over && forcer.accessed) report_word("accessed");
    if (late && !forcer.reported)
      outcome_diverged(env, over ? "the error did not follow" : "the segment does not end");
  }
  free(last);
}
