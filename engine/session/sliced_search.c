/* The debugger's search. It runs in slices, and between two of them it keeps the node where it
 * paused while the user may move elsewhere. */
#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/session/session.h"

static void stand_at(struct engine *e, struct search *s, node_id n) {
  CHECK(s->at == NODE_NONE || (node_valid(e, s->at) && xnode(&e->x, s->at)->pins),
        "the node where a search paused is pinned: %u", s->at);
  xnode(&e->x, n)->pins++;
  if (s->at != NODE_NONE) xnode(&e->x, s->at)->pins--;
  s->at = n;
}

int engine_search_start(struct engine *e, const struct search_options *o, struct error *err) {
  struct search *s;
  if (xnode(&e->x, e->x.here)->flags & (NODE_ERROR | NODE_ENDED | NODE_FAILED))
    return error_set(err, ERR_USAGE, "the path ends here, so there is nothing to search");
  if (search_new(&e->x, o, e->targets.data, (uint32_t)e->targets.len, true, &s, err))
    return err->code;
  engine_search_stop(e);
  e->search = s;
  s->chosen = &e->chosen;
  s->at = NODE_NONE;
  stand_at(e, s, e->x.here);
  s->report.status = SEARCH_RUNNING;
  return 0;
}

void engine_search_stop(struct engine *e) {
  if (!e->search) return;
  CHECK(node_valid(e, e->search->at) && xnode(&e->x, e->search->at)->pins,
        "the node where a search paused is pinned: %u", e->search->at);
  xnode(&e->x, e->search->at)->pins--;
  search_free(e->search);
  e->search = NULL;
}

int engine_chosen(struct engine *e, node_id n, struct chosen_info *out) {
  return node_valid(e, n) && chosen_find(&e->chosen, &e->x, n, out) ? 0 : ERR_NOTFOUND;
}

int engine_search_report(struct engine *e, struct search_report *out) {
  if (!e->search) return ERR_NOTFOUND;
  *out = e->search->report;
  return 0;
}

int engine_search_run(struct engine *e, uint32_t transitions, uint32_t ms,
                      struct search_report *out, struct error *err) {
  struct search *s = e->search;
  uint64_t until;
  double start = clock_seconds();
  int r;
  if (!s) return error_set(err, ERR_NOTFOUND, "no search was started");
  until = s->report.transitions + transitions;
  r = s->report.status;
  /* A strategy's choices belong to its own state, not to the present one. */
  if (r == SEARCH_RUNNING) explorer_go(&e->x, s->at);
  while (r == SEARCH_RUNNING) {
    r = search_step(s, err);
    if (r < 0) return r;
    stand_at(e, s, e->x.here);
    if (r == SEARCH_RUNNING && s->opt.seconds &&
        s->report.seconds + (clock_seconds() - start) >= s->opt.seconds)
      r = search_inconclusive(s, CAUSE_TIME, "time %g s", s->opt.seconds);
    if (transitions && s->report.transitions >= until) break;
    if (ms && (clock_seconds() - start) * 1000 >= ms) break;
  }
  s->report.seconds += clock_seconds() - start;
  s->report.status = r;
  if (r == SEARCH_RUNNING) search_estimate(s);
  if (s->error_node != NODE_NONE) s->report.error_node = s->error_node;
  *out = s->report;
  return 0;
}
