/* See time.h. */
#include "engine/vm/sched/time.h"
#include "engine/base/check.h"

#include "engine/base/hash.h"
#include "engine/vm/code.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/runner.h"
#include "engine/vm/machine.h"

enum {
  STEPS_EXACT = 8,
  STEPS_EXACT_PATIENT = 64,
  STEPS_HELD = 48, /* after hold_steps, 16 more steps are exact before they grow */
  HOLDS_MAX = 4,
  DOUBLINGS = 35, /* of a millisecond: a year */
  POLLS_FREE = 64,
  TICK_NS = 1000,
  TICKS_MAX = 64,
  STEPS_AT_ONCE = 256
};
static const uint64_t ns_per_hour = UINT64_C(3600) * 1000000000,
                      ns_per_year = UINT64_C(365) * 86400 * 1000000000;

static uint64_t patience_of(const struct vm *vm) {
  return vm->sched.scheduling ? vm->opt.patience : 0;
}

uint64_t time_of_ms(int64_t ms) {
  return ms >= INT64_MAX / TIME_MS ? INT64_MAX : (uint64_t)ms * TIME_MS;
}

int64_t time_until(struct vm *vm, int64_t epoch_millis) {
  uint64_t clock = vm_machine(vm)->clock, at;
  if (epoch_millis <= TIME_EPOCH_MILLIS) return 0;
  at = time_of_ms(epoch_millis - TIME_EPOCH_MILLIS);
  return at > clock ? (int64_t)(at - clock) : 0;
}

/* ---- passing time ---- */

static struct machine *touched(struct vm *vm) {
  arena_touch_range(&vm->arena, MACHINE_BASE, sizeof(struct machine));
  return vm_machine(vm);
}

/* Returns whether any thread can observe the time. */
static bool counts(struct vm *vm) {
  const struct machine *mc = vm_machine(vm);
  return !patience_of(vm) || mc->clock_seen || mc->patient;
}

/* ---- threads left behind ---- */

static uint64_t time_of(struct vm *vm, const struct thread *t) {
  return patience_of(vm) || vm->given ? t->now : vm_machine(vm)->clock;
}

static bool stands_before(const struct thread *t, uint32_t op) {
  return t->state == THREAD_RUNNABLE && t->op == op;
}

/* Returns the end of t's current short sleep or timed wait, or 0 if t is in none. */
static uint64_t short_end(struct vm *vm, const struct thread *t) {
  uint64_t ns = (uint64_t)t->op_off * TIME_MS;
  if (stands_before(t, OPK_SLEEP)) return ns < patience_of(vm) ? time_of(vm, t) + ns : 0;
  return time_is_pending(t) && !(t->flags & TF_PATIENT) ? t->deadline : 0;
}

/* Returns the time up to which others may let time pass while t can run. */
static uint64_t latest(struct vm *vm, const struct thread *t) {
  bool waits = time_is_pending(t) && !vm_thread_enabled(vm, t);
  uint64_t end = waits ? t->deadline : stands_before(t, OPK_SLEEP) ? short_end(vm, t) : 0;
  return (end > t->ready ? end : t->ready) + patience_of(vm);
}

bool time_is_left_behind(struct vm *vm, const struct thread *t) {
  return patience_of(vm) && vm_machine(vm)->clock >= latest(vm, t) && vm_goes_by_itself(vm, t);
}

/* Returns a hash of the threads that are left behind. */
static uint32_t left_behind(struct vm *vm) {
  uint64_t h = 0;
  if (!patience_of(vm) || vm_machine(vm)->clock < patience_of(vm)) return 0;
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++)
    if (time_is_left_behind(vm, vm_thread(vm, i))) h = hash_mix(h + i + 1);
  return (uint32_t)h;
}

bool time_passes_by(struct vm *vm, const struct thread *t, uint32_t kind) {
  if (!patience_of(vm) || !counts(vm) || vm_machine(vm)->clock < patience_of(vm)) return false;
  if (stands_before(t, OPK_CLOCK)) return kind == CHOICE_RUN && t->polls >= 2 * POLLS_FREE;
  if (kind != (stands_before(t, OPK_SLEEP) ? CHOICE_RUN : CHOICE_TIMEOUT)) return false;
  return short_end(vm, t) > vm_machine(vm)->clock;
}

static void is_ready(struct vm *vm, struct thread *t) {
  uint64_t at = patience_of(vm) ? vm_machine(vm)->clock : 0;
  if (t->ready == at) return;
  thread_touch_all(vm, t);
  t->ready = at;
}

/* ---- steps ---- */

/* Returns the time by which a clock step exceeds its required length. */
static uint64_t growth(const struct vm *vm, const struct machine *mc) {
  uint32_t n = mc->timeouts - mc->held;
  uint32_t exact = patience_of(vm) ? STEPS_EXACT_PATIENT : STEPS_EXACT;
  /* the clock must not run ahead of the recorded readings, and trials must take their exact time */
  if (vm->given || vm->sched.tries) return 0;
  if (n < exact || mc->clock > INT64_MAX / 2) return 0;
  n -= exact;
  return (uint64_t)TIME_MS << (n < DOUBLINGS ? n : DOUBLINGS);
}

bool time_is_spent(struct vm *vm) {
  const struct machine *mc = vm_machine(vm);
  return mc->timeouts - mc->held > TIME_STEPS_MAX;
}

uint32_t time_steps(struct vm *vm) {
  uint32_t n = vm_machine(vm)->timeouts - vm_machine(vm)->held;
  if (!vm->opt.patience) return n;
  return left_behind(vm) ^ (n > STEPS_EXACT_PATIENT ? n - STEPS_EXACT_PATIENT : 0);
}

uint32_t time_stepper(struct vm *vm) {
  const struct machine *mc = vm_machine(vm);
  return patience_of(vm) && mc->timeouts - mc->held > STEPS_HELD ? mc->stepper : 0;
}

/* Limits `at` so that a patient wait of another thread ends first. */
static uint64_t before_deadlines(struct vm *vm, uint64_t at) {
  const struct machine *mc = vm_machine(vm);
  uint32_t i;
  for (i = 0; i < mc->thread_count; i++) {
    const struct thread *t = vm_thread(vm, i);
    if (time_is_pending(t) && t->flags & TF_PATIENT && t->deadline >= mc->clock &&
        t->deadline + 1 < at)
      at = t->deadline + 1;
  }
  return at;
}

/* Limits `at` so that no runnable thread is left behind. */
static uint64_t before_latest(struct vm *vm, uint64_t at) {
  READS_ASIDE();
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *t = vm_thread(vm, i);
    uint64_t end = latest(vm, t);
    if (t != vm->run.cur && end > vm_machine(vm)->clock && end < at && vm_goes_by_itself(vm, t))
      at = end;
  }
  READS_COUNT();
  return at;
}

/* Extends a clock step that grows, but not past a time for which some thread waits. */
static uint64_t grown(struct vm *vm, uint64_t at) {
  uint64_t more = growth(vm, vm_machine(vm)), end;
  if (!more) return at;
  end = before_latest(vm, before_deadlines(vm, at + more));
  return end > at ? end : at;
}

static void count_step(struct vm *vm, struct machine *mc) {
  if (vm->given) return;
  mc->timeouts++;
  mc->stepper = vm->run.cur ? vm->run.cur->index + 1 : 0;
}

static void pass_to(struct vm *vm, uint64_t deadline) {
  struct machine *mc = touched(vm);
  if (!counts(vm) || (patience_of(vm) && deadline <= mc->clock)) return;
  vm->run.unreported = true;
  if (vm->sched.scheduling && (mc->clock_seen || mc->patient)) {
    deadline = grown(vm, deadline > mc->clock ? deadline : mc->clock);
    count_step(vm, mc);
  }
  if (deadline > mc->clock) mc->clock = deadline;
}

/* Called when t begins to measure time. Earlier clock steps of other threads then no longer count,
 * so that steps grow only after more of them. */
static void hold_steps(struct vm *vm, const struct thread *t) {
  struct machine *mc = vm_machine(vm);
  uint32_t stepper = time_stepper(vm);
  if (!stepper || stepper == t->index + 1 || mc->holds == HOLDS_MAX) return;
  mc = touched(vm);
  CHECK(mc->timeouts >= STEPS_HELD, "only steps of the clock are held: %u", mc->timeouts);
  mc->held = mc->timeouts - STEPS_HELD;
  mc->holds++;
}

/* Moves t and the clock to `at`, or further if clock steps grow. */
static void come_to(struct vm *vm, struct thread *t, uint64_t at) {
  uint64_t before = vm_machine(vm)->clock;
  bool grew = counts(vm) && growth(vm, vm_machine(vm));
  pass_to(vm, at);
  if (!counts(vm) || (!patience_of(vm) && !vm->given)) return;
  thread_touch_all(vm, t);
  t->now = at > before && grew ? vm_machine(vm)->clock : at;
  is_ready(vm, t);
}

void time_sleep(struct vm *vm, struct thread *t, uint64_t ns) {
  come_to(vm, t, time_of(vm, t) + ns);
}

void time_elapse(struct vm *vm, struct thread *t) {
  CHECK(time_is_pending(t), "a wait that elapses has a time limit: T%u, %u", t->index, t->state);
  thread_touch_all(vm, t);
  t->patient_site = t->patient_until = 0;
  if (t->deadline != ~0ull) come_to(vm, t, t->deadline);
}

void time_stepped(struct vm *vm, struct thread *t) {
  if (t->steps % STEPS_AT_ONCE == 0) is_ready(vm, t);
}

void time_begin(struct vm *vm, struct thread *t, const struct thread *parent) {
  t->now = parent->now;
  is_ready(vm, t);
}

void time_follow(struct vm *vm, struct thread *w) {
  const struct thread *by = vm->run.cur;
  is_ready(vm, w);
  if ((!patience_of(vm) && !vm->given) || !by || by->now <= w->now) return;
  thread_touch_all(vm, w);
  w->now = by->now;
}

/* ---- timed waits ---- */

/* Returns a key of the program's instruction that t executes, taken from its innermost frame
 * outside the JDK. */
static uint64_t site_of(struct vm *vm, const struct thread *t) {
  uint32_t at = t->frame;
  while (at && !(vm_frame(vm, at)->flags & FRAME_ROOT)) {
    const struct frame *f = vm_frame(vm, at);
    const struct method *m = frame_method(vm, f);
    if (m && !m->owner->is_jdk && !(m->vm_flags & METHOD_SYNTHETIC))
      return hash_mix(m->key + ((uint64_t)(at - STACK_OF(t->index)) << 32) + f->pc) | 1;
    at = f->prev;
  }
  return 1;
}

/* Returns whether this wait is the rest of a previous patient wait. */
static bool takes_up(struct vm *vm, const struct thread *t, uint64_t ns) {
  uint64_t until = vm_machine(vm)->clock + ns;
  if (!t->patient_site || until + TIME_MS < t->patient_until ||
      until > t->patient_until + patience_of(vm))
    return false;
  return site_of(vm, t) == t->patient_site;
}

/* Returns whether a wait of `ns` is about as long as the patience or longer. Rounding to
 * milliseconds and clock readings shorten a wait by less than a millisecond. */
static bool as_long_as(uint64_t ns, uint64_t patience) {
  uint64_t little = patience / 1000 < TIME_MS ? patience / 1000 : TIME_MS - 1;
  return ns + little >= patience;
}

/* Returns whether the wait is the rest of a patient time limit: the program computed a deadline,
 * and then time passed before it computed the rest. */
static bool computed_as_patient(struct vm *vm, const struct thread *t, uint64_t ns) {
  uint64_t patience = patience_of(vm), since = t->reads[0];
  if (!since && t->reads_site == site_of(vm, t)) since = t->reads[1];
  return since && ns >= patience / 2 &&
         as_long_as(vm_machine(vm)->clock + ns + 1 - since, patience);
}

/* Time limits of a test library's runner are patient, however short they are (vm/runner.h). */
bool time_sleep_is_patient(struct vm *vm, const struct thread *t, uint64_t ns) {
  uint64_t patience = patience_of(vm);
  return patience && (as_long_as(ns, patience) || runner_waits(vm, t) || takes_up(vm, t, ns));
}

static bool wait_is_patient(struct vm *vm, const struct thread *t, uint64_t ns) {
  return time_sleep_is_patient(vm, t, ns) || (patience_of(vm) && computed_as_patient(vm, t, ns));
}

static void begin(struct vm *vm, struct thread *t, uint64_t ns, bool patient) {
  thread_touch_all(vm, t);
  if (patient && !(t->flags & TF_PATIENT)) touched(vm)->patient++;
  vm->seen.patient |= patient;
  t->reads[0] = t->reads[1] = t->reads_site = 0;
  t->wait_ns = ns;
  t->flags |= TF_TIMED | (patient ? TF_PATIENT : 0);
  t->deadline = (patient ? vm_machine(vm)->clock : time_of(vm, t)) + ns;
  if (!patient || t->patient_until == t->deadline) return;
  hold_steps(vm, t);
  t->patient_site = site_of(vm, t);
  t->patient_until = t->deadline;
}

void time_wait_begin(struct vm *vm, struct thread *t, uint64_t ns) {
  bool patient = wait_is_patient(vm, t, ns);
  if (patient && ns > 100 * ns_per_year) return; /* so long that it counts as untimed */
  begin(vm, t, ns, patient);
}

void time_sleep_begin(struct vm *vm, struct thread *t, uint64_t ns) {
  begin(vm, t, ns, time_sleep_is_patient(vm, t, ns));
}

/* Resets the time to 0. Call when no thread can observe it any longer. */
static void start_anew(struct vm *vm) {
  struct machine *mc = vm_machine(vm);
  uint32_t i;
  vm->run.unreported = true; /* the other threads' waits restart with it */
  for (i = 0; i < mc->thread_count; i++) {
    struct thread *t = vm_thread(vm, i);
    if (!t->now && !t->ready && !t->patient_site && !(t->flags & TF_TIMED)) continue;
    thread_touch_all(vm, t);
    t->now = t->ready = t->patient_site = t->patient_until = 0;
    if (t->flags & TF_TIMED) t->deadline = 0;
  }
  mc->clock = 0;
  mc->timeouts = mc->held = mc->holds = mc->stepper = 0;
}

void time_wait_over(struct vm *vm, struct thread *t) {
  bool patient = t->flags & TF_PATIENT;
  thread_touch_all(vm, t);
  t->flags &= ~(uint32_t)(TF_TIMED | TF_ELAPSED | TF_PATIENT);
  t->deadline = ~0ull;
  CHECK(!patient || vm_machine(vm)->patient, "a patient wait that is over was counted: T%u",
        t->index);
  if (!patient || --touched(vm)->patient || vm_machine(vm)->clock_seen) return;
  start_anew(vm);
}

bool time_is_pending(const struct thread *t) {
  if (!(t->flags & TF_TIMED) || t->flags & (TF_ELAPSED | TF_SUSPENDED)) return false;
  return monitor_waits(t) || t->state == THREAD_PARKED || t->state == THREAD_SLEEPING;
}

bool time_is_due(struct vm *vm, const struct thread *t) {
  if (!time_is_pending(t)) return false;
  return !(t->flags & TF_PATIENT) || vm->sched.given || !vm->sched.scheduling ||
         t->deadline < vm_machine(vm)->clock;
}

struct time_view time_look(struct vm *vm) {
  struct time_view view = {.earliest = ~0ull};
  const struct machine *mc = vm_machine(vm);
  bool polls = false, due;
  uint32_t i;
  for (i = 0; i < mc->thread_count; i++) {
    const struct thread *t = vm_thread(vm, i);
    polls |= stands_before(t, OPK_CLOCK);
    if (time_is_pending(t) && t->flags & TF_PATIENT && t->deadline < view.earliest)
      view.earliest = t->deadline;
  }
  if (!vm->sched.scheduling || (!polls && view.earliest == ~0ull)) return view;
  due = vm_any_due(vm);
  view.idle = due && vm->sched.idle && vm->sched.idle(vm->sched.idle_self, vm);
  view.quiet = !due || view.idle;
  return view;
}

bool time_may_elapse(struct vm *vm, const struct thread *t, const struct time_view *view) {
  if (time_is_due(vm, t)) return true;
  return view->quiet && time_is_pending(t) && t->deadline == view->earliest;
}

/* ---- reading the clock ---- */

bool time_may_pass(struct vm *vm, const struct thread *t, const struct time_view *view) {
  return stands_before(t, OPK_CLOCK) && (view->idle || vm->sched.given);
}

bool time_jump_left(struct vm *vm) {
  return vm->sched.scheduling && vm_machine(vm)->clock_seen &&
         vm_machine(vm)->jumps < vm->opt.clock_jumps;
}

bool time_may_jump(struct vm *vm, const struct thread *t) {
  return stands_before(t, OPK_CLOCK) && time_jump_left(vm);
}

/* Returns whether a patient wait has passed its deadline but has not elapsed yet. */
static bool overdue(struct vm *vm) {
  uint32_t i;
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *t = vm_thread(vm, i);
    if (time_is_pending(t) && t->flags & TF_PATIENT && t->deadline < vm_machine(vm)->clock)
      return true;
  }
  return false;
}

static void pass_a_little(struct vm *vm) {
  uint64_t at = vm_machine(vm)->clock + TIME_MS;
  if (patience_of(vm)) at = before_deadlines(vm, at);
  pass_to(vm, at);
}

void time_spin(struct vm *vm, struct thread *t) {
  if (!t->clock_read || (patience_of(vm) && vm_other_enabled(vm, t))) return;
  pass_a_little(vm);
  thread_touch_all(vm, t);
  t->clock_read = 0;
}

bool time_polled_enough(const struct thread *t) { return t->polls >= POLLS_FREE; }

void time_go_on(struct vm *vm, struct thread *t) {
  if (time_may_jump(vm, t)) {
    pass_to(vm, vm_machine(vm)->clock + ns_per_hour);
    vm_machine(vm)->jumps++;
  } else {
    pass_a_little(vm);
  }
}

void time_note_read(struct vm *vm, struct thread *t) {
  const struct machine *mc = vm_machine(vm);
  uint64_t site = site_of(vm, t);
  if (!patience_of(vm) && !vm->given) return;
  hold_steps(vm, t);
  thread_touch_all(vm, t);
  t->now = mc->clock;
  if (t->reads_site == site) return;
  t->reads[0] = t->reads[1];
  t->reads[1] = mc->clock + 1;
  t->reads_site = site;
}

/* Lets time pass at a reading of the clock. If no time has passed since t read the clock at another
 * place, the clock ticks. For a loop that polls the clock at one place, no time passes at first, so
 * that the loop may return to an earlier state. If the loop goes on polling, time passes. */
static void tick(struct vm *vm, struct thread *t) {
  struct machine *mc = touched(vm);
  uint64_t site = site_of(vm, t);
  bool alone = !vm_other_enabled(vm, t);
  thread_touch_all(vm, t);
  if (t->read_site && t->read_site != site && t->last_read == mc->clock && mc->ticks < TICKS_MAX) {
    mc->clock += TICK_NS;
    mc->ticks++;
  }
  t->polls = t->read_site == site && t->last_read == mc->clock ? t->polls + 1 : 0;
  if (t->polls > (alone ? POLLS_FREE : 2 * POLLS_FREE) && !overdue(vm)) {
    pass_a_little(vm);
    if (alone) t->polls = POLLS_FREE;
  }
  vm->run.unreported = true;
  t->read_site = site;
  t->last_read = mc->clock;
}

int time_read(struct vm *vm, struct thread *t) {
  if (!vm->sched.scheduling || (!vm->opt.patience && !vm_machine(vm)->clock_seen)) return NATIVE_OK;
  if (!vm_visible(vm, t, OPK_CLOCK, t->object, 0)) return NATIVE_STOP;
  thread_touch_all(vm, t);
  if (vm->opt.patience)
    tick(vm, t);
  else if (++t->polls > POLLS_FREE)
    pass_to(vm, vm_machine(vm)->clock + TIME_MS);
  return NATIVE_OK;
}

/* ---- the clock and random numbers, which other JVMs take from the host ---- */

uint64_t vm_clock(struct vm *vm, struct thread *t) {
  struct machine *mc = vm_machine(vm);
  vm->run.asked_world++;
  if (!mc->clock_seen || (t && !t->clock_read)) {
    arena_touch_range(&vm->arena, MACHINE_BASE, sizeof *mc);
    mc->clock_seen = 1;
    vm->seen.time |= !vm->boot.running;
    if (t) {
      thread_touch_all(vm, t);
      t->clock_read = 1;
    }
  }
  if (t) time_note_read(vm, t);
  return mc->clock;
}

uint64_t vm_seed_nanos(struct vm *vm) { return hash_mix(vm->opt.seed) >> 16; }

uint64_t vm_random(struct vm *vm) {
  struct machine *mc = vm_machine(vm);
  arena_touch_range(&vm->arena, MACHINE_BASE, sizeof *mc);
  mc->random_seen = 1;
  vm->seen.seed |= !vm->boot.running;
  mc->random += 0x9e3779b97f4a7c15ull;
  return hash_mix(mc->random ^ vm->opt.seed);
}
