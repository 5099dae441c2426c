/* Time as --patience defines it (heddle(1), heddle-design(7)). A timed wait shorter than the
 * patience may elapse at any time; its deadline is computed from its thread's own time. Any other
 * timed wait is patient: it elapses when nothing else can happen (the earliest deadline first), or
 * when the clock is past its deadline. Only waits that elapse and sleeps move the clock, and it is
 * 0 while no wait is patient. With a patience of 0, any wait may elapse at any time, and there is
 * no clock. */
#include "tests/tools/oracle/work.h"

const int32_t program_time_ms[TIME_COUNT] = {0, 1, 600, 1000, 1500};

bool clock_is_patient(const struct stepper *m, int how_long) {
  return m->patience && how_long && program_time_ms[how_long] >= m->patience;
}

void clock_begin(struct work *w, int how_long) {
  struct thread_state *t = w->t;
  bool patient = clock_is_patient(w->m, how_long);
  if (!how_long) return;
  t->how_long = (uint8_t)how_long;
  if (!w->m->patience) return;
  t->patient = patient, w->s.patient += patient;
  t->deadline = (patient ? w->s.clock : t->now) + program_time_ms[how_long];
}

/* Resets the clock and the threads' own times when no patient wait is left. */
static void nobody_waits(struct state *s) {
  s->clock = 0;
  for (int t = 0; t < MAX_THREADS; t++) s->t[t].now = s->t[t].deadline = 0;
}

void clock_over(struct work *w) {
  bool patient = w->t->patient;
  w->t->how_long = w->t->patient = 0, w->t->deadline = 0;
  if (patient && --w->s.patient == 0) nobody_waits(&w->s);
}

static void come_to(struct work *w, int32_t at) {
  if (!w->m->patience || !w->s.patient) return;
  if (at > w->s.clock) w->s.clock = at;
  w->t->now = at;
}

void clock_sleep(struct work *w, int how_long) {
  come_to(w, w->t->now + program_time_ms[how_long]);
}

void clock_elapse(struct work *w) { come_to(w, w->t->deadline); }

void clock_follow(struct work *w, int target) {
  if (w->s.t[target].now < w->t->now) w->s.t[target].now = w->t->now;
}

static bool is_pending(const struct thread_state *t) {
  return t->how_long && (t->status == WAITING || t->status == PARKED || t->status == SLEEPING);
}

static int32_t earliest(const struct state *s) {
  int32_t at = INT32_MAX;
  for (int t = 0; t < MAX_THREADS; t++)
    if (is_pending(&s->t[t]) && s->t[t].patient && s->t[t].deadline < at) at = s->t[t].deadline;
  return at;
}

bool clock_may_elapse(const struct stepper *m, const struct state *s, int t, bool late) {
  const struct thread_state *u = &s->t[t];
  if (!is_pending(u)) return false;
  if (!m->patience || !u->patient) return !late;
  return late ? u->deadline == earliest(s) : u->deadline < s->clock;
}
