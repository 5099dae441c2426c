/* Ends of paths, and cycles of monitors while other threads can still run. */
#include "engine/search/search.h"
#include "engine/search/search_int.h"

/* Soundness rule 15 (time is a choice). */
bool search_is_late(const struct search *s) { return time_is_spent(s->x->vm); }

bool search_stands_locked(struct search *s, node_id n) {
  const struct xnode *k = xnode(s->x, n);
  return k->flags & NODE_ERROR && k->violation->property == PROP_DEADLOCK &&
         vm_any_choice(s->x->vm);
}

bool search_behind_locked(struct search *s, const struct xnode *k) {
  return s->outcomes && xnode(s->x, k->parent)->flags & NODE_ERROR;
}

void search_note_end(struct search *s, const struct xnode *n) {
  const struct violation *circle =
      search_behind_locked(s, n) ? xnode(s->x, n->parent)->violation : n->violation;
  outcomes_met(s->outcomes, s->x);
  if (circle) outcomes_circle_ended(s->outcomes, s->x->vm, circle->message);
}

int search_note_locked(struct search *s, node_id n, bool *dead) {
  int r = SEARCH_RUNNING;
  bool first = !search_behind_locked(s, xnode(s->x, n));
  if (vm_way_on(s->x->vm) == WAY_SHUT)
    search_note_end(s, xnode(s->x, n));
  else if (first)
    outcomes_met_circle(s->outcomes, s->x);
  if (first) r = search_error(s, n);
  *dead = r != SEARCH_RUNNING || search_is_late(s);
  if (search_is_late(s))
    search_cut(s, CAUSE_CLOCK, "time: too many timeouts, sleeps and polls of the clock on a path");
  return r;
}
