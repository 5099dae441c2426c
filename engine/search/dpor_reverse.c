/* The words of reversals (dpor_path.h): the steps that replace a step of the path so that a later
 * one comes first, if that is possible. */
#include "engine/search/dpor_path.h"

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
