/* The path of the search dpor (dpor_path.h): the choices of its states, the clocks of its events,
 * its reversals, and the words that make them. */
#include "engine/search/dpor_path.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/sched/join.h"

/* ---- words of reversals ---- */

/* The word of a reversal holds the steps that replace a step of the path so that a later one comes
 * first, if that is possible. */

static size_t choices_end(const struct dpor_path *p, uint32_t at) {
  if (at + 1 < p->events.len) return p->events.data[at + 1].choices;
  return p->here > p->events.data[at].choices ? p->here : p->choices.len;
}

/* Could the thread already run in the state at r->at? */
static bool is_ready(const struct dpor_path *p, const struct dpor_reversal *r) {
  uint32_t kind = dpor_label_kind(r->step->label), there;
  size_t end = choices_end(p, r->at), i;
  for (i = p->events.data[r->at].choices; i < end; i++) {
    there = dpor_label_kind(p->choices.data[i].label);
    if (dpor_label_slot(p->choices.data[i].label) != r->step->slot) continue;
    if (there == kind || (kind == CHOICE_RUN && there == CHOICE_NOTIFY) ||
        (kind == CHOICE_NOTIFY && there == CHOICE_RUN))
      return true;
  }
  return false;
}

/* A join returns before its thread ends if it is interrupted. Can s interrupt it? */
static bool may_interrupt(const struct dpor_step *s, const struct dpor_step *join) {
  for (uint32_t i = 0; i < join->count && s->slot != join->slot; i++)
    if (join->units[i].part < FOOTPRINT_WAKE && dpor_unit_meets(&join->units[i], s)) return true;
  return false;
}

static bool may_be_interrupted(const struct dpor_path *p, const struct dpor_step *join) {
  for (size_t j = 0; j < p->events.len; j++)
    if (may_interrupt(p->events.data[j].step, join)) return true;
  return false;
}

/* Can a thread wait for this unit? A join uses a monitor too, but does not wait for it. */
static bool is_waited_for(const struct dpor_unit *u, bool joins, enum reversal_kind kind) {
  if (kind == REVERSAL_ENDED) return u->part < FOOTPRINT_WAKE;
  return u->part != FOOTPRINT_MONITOR || !joins;
}

static bool is_join(const struct dpor_step *s) {
  for (uint32_t i = 0; i < s->count; i++)
    if (s->units[i].part == FOOTPRINT_LIFE && s->units[i].use == DPOR_READ) return true;
  return false;
}

/* Does the word contain what the thread waits for: an end, a permit or an interrupt? */
static bool is_enabled_by(const struct dpor_word *w, const struct dpor_reversal *r) {
  const struct dpor_step *s = r->step;
  bool joins = is_join(s);
  for (uint32_t u = 0; u < s->count; u++)
    for (size_t i = 0; is_waited_for(&s->units[u], joins, r->kind) && i < w->steps.len; i++)
      if (w->steps.data[i]->slot != s->slot && dpor_unit_meets(&s->units[u], w->steps.data[i]))
        return true;
  return false;
}

static bool dpor_path_covers(const struct dpor_path *p, const struct dpor_event *e,
                             const struct dpor_event *a);

static bool is_in_word(const struct dpor_path *p, uint32_t at, uint32_t event) {
  const struct dpor_event *o = &p->events.data[event];
  return !o->late && !dpor_path_covers(p, o, &p->events.data[at]);
}

/* Does a step of the word for the event at `at` start the thread? */
static bool is_started(const struct dpor_path *p, uint32_t at, uint32_t slot) {
  size_t thread = 0;
  uint32_t j = (uint32_t)p->events.len;
  while (thread < p->names.slots.len && p->names.slots.data[thread] != slot) thread++;
  while (j > 0 && p->events.data[j - 1].names.threads > thread) j--;
  return j > at + 1 && is_in_word(p, at, j - 1);
}

/* Can the thread execute r->step after the word? It can if the word contains its start or its
 * previous steps, if it could run in that state already, or if the word enables it. */
static bool can_go(const struct dpor_path *p, const struct dpor_reversal *r,
                   const struct dpor_word *w) {
  size_t i = 0;
  while (i < w->steps.len && w->steps.data[i]->slot != r->step->slot) i++;
  if (i < w->steps.len || is_started(p, r->at, r->step->slot))
    return r->kind != REVERSAL_ENDED || may_be_interrupted(p, r->step);
  return is_ready(p, r) || is_enabled_by(w, r);
}

bool dpor_path_word(const struct dpor_path *p, const struct dpor_reversal *r,
                    struct dpor_word *out) {
  for (uint32_t j = r->at + 1; j < p->events.len; j++)
    if (is_in_word(p, r->at, j)) dpor_word_add(out, p->events.data[j].step);
  if (r->kind != REVERSAL_CHOICE && !can_go(p, r, out)) return false;
  dpor_word_add(out, r->step);
  return true;
}

/* ---- making and releasing ---- */

void dpor_path_init(struct dpor_path *p, struct vm *vm) {
  memset(p, 0, sizeof *p);
  dpor_names_init(&p->names, vm);
}

void dpor_path_release(struct dpor_path *p) {
  while (p->events.len) dpor_path_pop(p);
  dpor_names_release(&p->names);
  vec_free(&p->events);
  vec_free(&p->clocks);
  vec_free(&p->last);
  vec_free(&p->beside);
  vec_free(&p->choices);
  vec_free(&p->reversals);
}

uint64_t dpor_path_bytes(const struct dpor_path *p) {
  return p->events.cap * (sizeof *p->events.data + sizeof(struct dpor_step)) +
         p->clocks.cap * sizeof *p->clocks.data + p->choices.cap * sizeof *p->choices.data +
         p->reversals.cap * sizeof *p->reversals.data + dpor_names_bytes(&p->names);
}

enum { LOOP_MAX = 64 }; /* steps of one round of a loop */

/* ---- choices ---- */

static bool only_joins(struct vm *vm, struct choice c) {
  const struct thread *t = vm_thread(vm, c.thread);
  return c.kind == CHOICE_RUN && t->state == THREAD_RUNNABLE && t->op == OPK_JOIN && !t->op_off &&
         join_only_waits(vm, t, t->op_obj);
}

static bool only_locks(struct vm *vm, struct choice c) {
  const struct thread *t = vm_thread(vm, c.thread);
  return c.kind == CHOICE_RUN &&
         (t->state == THREAD_BLOCKED || (t->state == THREAD_RUNNABLE && t->op == OPK_LOCK));
}

static void choices_add(struct dpor_path *p, struct choice c) {
  struct vm *vm = p->names.vm;
  *vec_push(&p->choices) =
      (struct dpor_choice){dpor_names_label(&p->names, c), c, only_locks(vm, c)};
}

/* Did another thread overwrite, after the event at `at`, what that event read? */
static bool is_overwritten(const struct dpor_path *p, uint32_t at) {
  const struct dpor_step *s = p->events.data[at].step;
  for (size_t j = at + 1; j < p->events.len; j++) {
    const struct dpor_step *o = p->events.data[j].step;
    if (o->slot != s->slot && dpor_dependent(s, o)) return true;
  }
  return false;
}

/* Would the thread only run another round of its loop? */
static bool spins(const struct dpor_path *p, struct choice c) {
  uint32_t slot = dpor_names_slot(&p->names, c.thread), n;
  uint32_t at = slot < p->last.len ? p->last.data[slot] : 0;
  if (c.kind != CHOICE_RUN || !at || p->events.data[at - 1].step->slot != slot) return false;
  for (n = p->events.data[at - 1].loop; n--; at = p->events.data[at - 1].before)
    if (is_overwritten(p, at - 1)) return false;
  return p->events.data[p->last.data[slot] - 1].loop > 0;
}

bool dpor_path_look(struct dpor_path *p) {
  struct vm *vm = p->names.vm;
  struct choice all[CHOICES_MAX];
  uint32_t n = vm_choices(vm, all, CHOICES_MAX), i;
  if (n > CHOICES_MAX) n = CHOICES_MAX;
  p->here = p->choices.len;
  for (i = 0; i < n; i++)
    if (!only_joins(vm, all[i]) && !spins(p, all[i])) choices_add(p, all[i]);
  if (p->choices.len > p->here) return false;
  for (i = 0; i < n; i++)
    if (only_joins(vm, all[i])) choices_add(p, all[i]);
  return p->choices.len > p->here;
}

uint32_t dpor_path_choice_count(const struct dpor_path *p) {
  return (uint32_t)(p->choices.len - p->here);
}

/* ---- clocks ---- */

static const uint32_t *clock_of(const struct dpor_path *p, const struct dpor_event *e) {
  return &p->clocks.data[e->clock];
}

static uint32_t clock_at(const struct dpor_path *p, const struct dpor_event *e, uint32_t slot) {
  return slot < e->width ? clock_of(p, e)[slot] : 0;
}

/* Did a happen before e? */
static bool dpor_path_covers(const struct dpor_path *p, const struct dpor_event *e,
                             const struct dpor_event *a) {
  return clock_at(p, e, a->step->slot) >= a->index;
}

static void clock_join(struct dpor_path *p, struct dpor_event *e, const struct dpor_event *with) {
  uint32_t *to = &p->clocks.data[e->clock];
  const uint32_t *from = clock_of(p, with);
  INVARIANT(with->width <= e->width, "a later clock has all threads of an earlier one: %u, %u",
            with->width, e->width);
  for (uint32_t i = 0; i < with->width; i++)
    if (from[i] > to[i]) to[i] = from[i];
}

static uint32_t *last_of(struct dpor_path *p, uint32_t slot) {
  while (p->last.len <= slot) *vec_push(&p->last) = 0;
  return &p->last.data[slot];
}

static uint32_t steps_of(const struct dpor_path *p, uint32_t slot) {
  uint32_t at = slot < p->last.len ? p->last.data[slot] : 0;
  return at && p->events.data[at - 1].step->slot == slot ? p->events.data[at - 1].index : 0;
}

/* ---- order of the last event ---- */

static struct dpor_event *last_event(const struct dpor_path *p) {
  INVARIANT(p->events.len, "a path with a last event has one");
  return &p->events.data[p->events.len - 1];
}

static void add_reversal(struct dpor_path *p, uint32_t at, struct dpor_step *step,
                         enum reversal_kind kind) {
  CHECK(at < p->events.len, "a reversal is at a step of the path: %u", at);
  *vec_push(&p->reversals) = (struct dpor_reversal){at, dpor_step_keep(step), kind};
}

/* Returns the place where the thread of the event at j acquired the monitor that it releases
 * there. */
static uint32_t taken_at(const struct dpor_path *p, uint32_t j, const struct dpor_unit *u) {
  uint32_t slot = p->events.data[j].step->slot, i;
  for (i = j + 1; i-- > 0;)
    if (p->events.data[i].step->slot == slot &&
        dpor_step_uses(p->events.data[i].step, u, DPOR_ACQUIRE))
      return i;
  return j;
}

/* Returns the place of the start of the thread whose end, at j, concerns u. */
static uint32_t started_at(const struct dpor_path *p, uint32_t j, const struct dpor_unit *u) {
  uint32_t i = 0;
  while (i < j && !dpor_step_uses(p->events.data[i].step, u, DPOR_WRITE)) i++;
  return i;
}

/* Adds the reversal of a join with the end of its thread. Before that end, a join with a time limit
 * begins to wait, and any other join continues only if it is interrupted. */
static void reverse_with_end(struct dpor_path *p, uint32_t end, struct dpor_step *join) {
  struct dpor_step *waits = join->timed ? dpor_step_otherwise(join) : dpor_step_keep(join);
  add_reversal(p, end, waits, join->timed ? REVERSAL_ORDER : REVERSAL_ENDED);
  dpor_step_drop(waits);
}

/* Orders e, the last event, after the one at j because of its unit u. */
static void order_behind(struct dpor_path *p, struct dpor_event *e, uint32_t j,
                         const struct dpor_unit *u) {
  uint32_t at = j;
  if (u->part == FOOTPRINT_MONITOR) at = taken_at(p, j, u);
  if (u->part == FOOTPRINT_LIFE) {
    reverse_with_end(p, j, e->step);
    at = started_at(p, j, u);
  }
  if (u->part != FOOTPRINT_WAKE && at != UINT32_MAX && !dpor_path_covers(p, e, &p->events.data[at]))
    add_reversal(p, at, e->step, REVERSAL_ORDER);
  clock_join(p, e, &p->events.data[j]);
}

/* Collects the events that are not ordered before e by its own thread, last ones first. The clock
 * of e shows how many events of each thread are missing. */
static void find_beside(struct dpor_path *p, const struct dpor_event *e) {
  size_t left = 0;
  p->beside.len = 0;
  for (uint32_t slot = 0; slot < p->last.len; slot++)
    if (slot != e->step->slot) {
      INVARIANT(clock_at(p, e, slot) <= steps_of(p, slot),
                "a clock knows steps of the path: slot %u", slot);
      left += steps_of(p, slot) - clock_at(p, e, slot);
    }
  for (uint32_t j = (uint32_t)p->events.len - 1; left && j-- > 0;) {
    if (dpor_path_covers(p, e, &p->events.data[j])) continue;
    *vec_push(&p->beside) = j;
    left--;
  }
}

static void order_by_unit(struct dpor_path *p, struct dpor_event *e, const struct dpor_unit *u) {
  for (size_t i = 0; i < p->beside.len; i++) {
    const struct dpor_event *o = &p->events.data[p->beside.data[i]];
    if (dpor_unit_meets(u, o->step) && !dpor_path_covers(p, e, o))
      order_behind(p, e, p->beside.data[i], u);
  }
}

static void order_by_whole(struct dpor_path *p, struct dpor_event *e) {
  for (size_t i = 0; i < p->beside.len; i++) {
    const struct dpor_event *o = &p->events.data[p->beside.data[i]];
    if ((!e->step->whole && !o->step->whole) || dpor_path_covers(p, e, o)) continue;
    if (!o->late) add_reversal(p, p->beside.data[i], e->step, REVERSAL_ORDER);
    clock_join(p, e, o);
  }
}

/* Starts the clock of e with that of its thread's previous event, or of the thread's start. */
static void order_by_thread(struct dpor_path *p, struct dpor_event *e) {
  e->clock = p->clocks.len;
  e->width = (uint32_t)p->names.places.len;
  vec_reserve(&p->clocks, p->clocks.len + e->width);
  CHECK(e->step->slot < e->width, "a clock has an entry for its own thread: slot %u",
        e->step->slot);
  memset(&p->clocks.data[p->clocks.len], 0, e->width * sizeof *p->clocks.data);
  p->clocks.len += e->width;
  if (e->before) clock_join(p, e, &p->events.data[e->before - 1]);
}

static void order_last(struct dpor_path *p) {
  struct dpor_event *e = last_event(p);
  order_by_thread(p, e);
  find_beside(p, e);
  for (uint32_t i = 0; !e->late && i < e->step->count; i++)
    if (e->step->units[i].use != DPOR_RELEASE) order_by_unit(p, e, &e->step->units[i]);
  if (!e->late) order_by_whole(p, e);
  p->clocks.data[e->clock + e->step->slot] = e->index;
}

/* ---- going down ---- */

struct dpor_names_mark dpor_path_begin(struct dpor_path *p, uint64_t label) {
  uint32_t slot = dpor_label_slot(label);
  return dpor_names_begin(&p->names, slot, steps_of(p, slot) + 1);
}

void dpor_path_push(struct dpor_path *p, struct dpor_names_mark names, struct dpor_step *step,
                    bool late) {
  uint32_t slot = step->slot, index = steps_of(p, slot) + 1, before = *last_of(p, slot);
  dpor_names_meet_threads(&p->names);
  *vec_push(&p->events) = (struct dpor_event){.step = step,
                                              .index = index,
                                              .before = before,
                                              .reversals = p->reversals.len,
                                              .names = names,
                                              .choices = p->here,
                                              .late = late};
  *last_of(p, slot) = (uint32_t)p->events.len;
  for (size_t i = names.threads; i < p->names.slots.len; i++)
    *last_of(p, p->names.slots.data[i]) = (uint32_t)p->events.len;
  order_last(p);
}

bool dpor_path_note_state(struct dpor_path *p, uint64_t state, bool looks) {
  struct dpor_event *e = last_event(p);
  const struct dpor_event *o = e;
  e->state = state;
  e->looks = looks;
  for (uint32_t n = 1; state && o->looks && o->index > 1 && n <= LOOP_MAX && !e->loop; n++) {
    o = &p->events.data[o->before - 1];
    INVARIANT(o->step->slot == e->step->slot, "the step before is one of the same thread: slot %u",
              e->step->slot);
    if (o->state == state) e->loop = n;
  }
  return e->loop > 0;
}

static bool is_there(const struct dpor_path *p, uint64_t label) {
  for (size_t i = p->here; i < p->choices.len; i++)
    if (p->choices.data[i].label == label) return true;
  return false;
}

/* Was the choice c, which existed before the last event and was not taken, disabled by it? A choice
 * that only waits for a monitor is reversed with the acquisition instead, provided that it acquires
 * the monitor on this path or still waits for it at the end. */
static bool is_taken_away(const struct dpor_path *p, const struct dpor_choice *c, bool ended) {
  const struct dpor_event *e = last_event(p);
  if (c->label == e->step->label) return false;
  if (dpor_label_slot(c->label) == e->step->slot) return true;
  return ended || (!c->locks && !is_there(p, c->label));
}

void dpor_path_compare(struct dpor_path *p, bool ended) {
  const struct dpor_event *e = last_event(p);
  size_t end = ended ? p->choices.len : p->here, i;
  for (i = e->choices; !e->late && i < end; i++) {
    struct dpor_choice c = p->choices.data[i];
    struct dpor_step *s;
    if (!is_taken_away(p, &c, ended)) continue;
    s = dpor_step_new(c.label, dpor_label_slot(c.label), true, 0);
    add_reversal(p, (uint32_t)p->events.len - 1, s, REVERSAL_CHOICE);
    dpor_step_drop(s);
  }
}

/* ---- the end of a path ---- */

static void blocked_at(struct dpor_path *p, uint32_t slot, ref monitor) {
  uint64_t label = (uint64_t)slot << 32 | (uint64_t)CHOICE_RUN << 24;
  struct dpor_step *s = dpor_step_new(label, slot, false, 1);
  uint32_t before = *last_of(p, slot), j;
  s->units[0] = (struct dpor_unit){dpor_names_object(&p->names, monitor), FOOTPRINT_MONITOR,
                                   DPOR_ACQUIRE, DPOR_ALL_BYTES};
  for (j = (uint32_t)p->events.len; j-- > 0;)
    if (p->events.data[j].step->slot != slot &&
        dpor_step_uses(p->events.data[j].step, &s->units[0], DPOR_ACQUIRE))
      break;
  if (j != UINT32_MAX &&
      (!before || !dpor_path_covers(p, &p->events.data[before - 1], &p->events.data[j])))
    add_reversal(p, j, s, REVERSAL_ORDER);
  dpor_step_drop(s);
}

/* Adds the reversal of a join that waits at the end of the path, or would wait. Before the start of
 * its thread, the join returns at once. */
static void joined_at(struct dpor_path *p, uint32_t slot, ref thread) {
  uint64_t label = (uint64_t)slot << 32 | (uint64_t)CHOICE_RUN << 24;
  struct dpor_step *s = dpor_step_new(label, slot, true, 1);
  uint32_t before = *last_of(p, slot), end = (uint32_t)p->events.len, j;
  s->units[0] = (struct dpor_unit){dpor_names_object(&p->names, thread), FOOTPRINT_LIFE, DPOR_READ,
                                   DPOR_ALL_BYTES};
  j = started_at(p, end, &s->units[0]);
  if (j < end && (!before || !dpor_path_covers(p, &p->events.data[before - 1], &p->events.data[j])))
    add_reversal(p, j, s, REVERSAL_ORDER);
  dpor_step_drop(s);
}

static ref joins_thread(const struct thread *t) {
  if (t->state == THREAD_JOINING) return t->wait_obj;
  return t->state == THREAD_RUNNABLE && t->op == OPK_JOIN && !t->op_off ? t->op_obj : 0;
}

void dpor_path_blocked(struct dpor_path *p) {
  struct vm *vm = p->names.vm;
  for (uint32_t i = 0; i < p->names.slots.len; i++) {
    const struct thread *t = vm_thread(vm, i);
    if (joins_thread(t)) joined_at(p, p->names.slots.data[i], joins_thread(t));
    bool locks = t->state == THREAD_RUNNABLE && (t->op == OPK_LOCK || t->op == OPK_JOIN);
    ref monitor = locks ? t->op_obj : t->state == THREAD_BLOCKED ? t->wait_obj : 0;
    if (monitor && !monitor_free_for(vm, t, monitor))
      blocked_at(p, p->names.slots.data[i], monitor);
  }
}

/* ---- going up ---- */

void dpor_path_pop(struct dpor_path *p) {
  struct dpor_event e = *last_event(p);
  CHECK(p->clocks.len == e.clock + e.width, "the last event's clock is the last one: %zu", e.clock);
  INVARIANT(*last_of(p, e.step->slot) == p->events.len,
            "the last event is its thread's last step: %zu", p->events.len);
  while (p->reversals.len > e.reversals) dpor_step_drop(p->reversals.data[--p->reversals.len].step);
  if (p->known > p->reversals.len) p->known = p->reversals.len;
  for (size_t i = e.names.threads; i < p->names.slots.len; i++)
    *last_of(p, p->names.slots.data[i]) = 0;
  *last_of(p, e.step->slot) = e.before;
  dpor_names_undo(&p->names, e.names);
  p->clocks.len = e.clock;
  if (p->here > e.choices) p->choices.len = p->here;
  p->here = e.choices;
  p->events.len--;
  dpor_step_drop(e.step);
}
