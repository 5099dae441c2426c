/* Passes control from segment to segment: decides which thread runs and which are held. See
 * forcer.h. */
#include "trace/forcer/forcer.h"

#include <time.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"

static __thread int self_number __attribute__((tls_model("initial-exec"))) = NOT_FORCED;

int forcer_self(void) { return self_number; }
void forcer_set_self(int number) {
  INVARIANT(number == NOT_FORCED || (number >= 0 && number < FORCER_THREADS),
            "a forced thread has a number of the table: %d", number);
  self_number = number;
}

int forcer_number_of(JNIEnv *env, jobject thread) {
  int found = NOT_FORCED;
  pthread_mutex_lock(&forcer.lock);
  for (uint32_t i = 0; i < forcer.thread_count && found == NOT_FORCED; i++)
    if ((*env)->IsSameObject(env, forcer.threads[i].object, thread)) found = (int)i;
  pthread_mutex_unlock(&forcer.lock);
  return found;
}

void forcer_add_thread(JNIEnv *env, jobject thread) {
  jobject object = (*env)->NewGlobalRef(env, thread);
  pthread_mutex_lock(&forcer.lock);
  if (forcer.thread_count < FORCER_THREADS)
    forcer.threads[forcer.thread_count++] = (struct forced_thread){.object = object};
  pthread_mutex_unlock(&forcer.lock);
}

/* Returns the current segment; NULL if the plan is over. The caller holds the lock. */
static const struct segment *current(void) {
  return forcer.over || forcer.at >= forcer.plan.segments.len
             ? NULL
             : &forcer.plan.segments.data[forcer.at];
}

const struct segment *forcer_segment(void) {
  const struct segment *s;
  pthread_mutex_lock(&forcer.lock);
  s = current();
  if (s && (int)s->thread != self_number) s = NULL;
  pthread_mutex_unlock(&forcer.lock);
  return s;
}

void forcer_wake(JNIEnv *env) {
  jobject waiter = NULL;
  const struct segment *s;
  pthread_mutex_lock(&forcer.lock);
  s = current();
  if (s && s->thread < forcer.thread_count && forcer.threads[s->thread].waits)
    waiter = forcer.threads[s->thread].object;
  pthread_mutex_unlock(&forcer.lock);
  if (waiter) natives_interrupt(env, waiter);
}

void forcer_advance(JNIEnv *env) {
  pthread_mutex_lock(&forcer.lock);
  if (!forcer.over) {
    INVARIANT(forcer.at < forcer.plan.segments.len, "a plan that goes on has a segment: %u of %zu",
              forcer.at, forcer.plan.segments.len);
    forcer.at++;
    forcer.visits = 0;
    forcer.progressed = clock_seconds();
    forcer.over = forcer.at >= forcer.plan.segments.len;
  }
  pthread_cond_broadcast(&forcer.turn);
  pthread_mutex_unlock(&forcer.lock);
  forcer_wake(env);
}

/* Waits until isAlive and join treat the threads that ended earlier in the plan as dead. */
static void await_deaths(void) {
  struct timespec pause = {.tv_nsec = 100000};
  for (uint32_t i = 0; i < forcer.thread_count; i++) {
    jint state = 0;
    if (!forcer.threads[i].ended) continue;
    while (!(*forcer.jvmti)->GetThreadState(forcer.jvmti, forcer.threads[i].object, &state) &&
           state & JVMTI_THREAD_STATE_ALIVE)
      nanosleep(&pause, NULL);
  }
}

void forcer_ask_watcher(bool *what) {
  pthread_mutex_lock(&forcer.lock);
  *what = true;
  pthread_cond_signal(&forcer.look);
  pthread_mutex_unlock(&forcer.lock);
}

void forcer_access(void) {
  forcer.accessed = true;
  forcer_ask_watcher(&forcer.blocking);
}

void forcer_hold(JNIEnv *env) {
  const struct segment *s;
  pthread_mutex_lock(&forcer.lock);
  while ((s = current()) && (int)s->thread != self_number)
    pthread_cond_wait(&forcer.turn, &forcer.lock);
  pthread_mutex_unlock(&forcer.lock);
  if (!s) return;
  INVARIANT(self_number >= 0 && (uint32_t)self_number < forcer.thread_count,
            "a thread with a segment was started: %d", self_number);
  await_deaths();
  if (s->end == SEGMENT_ACCESS && !s->visits) forcer_access();
  if (s->end == SEGMENT_ERROR) outcome_begin_error();
  if (s->end == SEGMENT_BLOCKS) {
    places_stop_behind_wait();
    forcer_ask_watcher(&forcer.blocking);
    return;
  }
  if (s->start == SEGMENT_ELAPSE || s->start == SEGMENT_SPURIOUS)
    natives_give_permit(env, forcer.threads[self_number].object);
}
