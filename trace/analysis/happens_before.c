/* Happens-before: the data races of the recorded order itself (JLS 17.4.5), which are the races
 * that h of paper 004 finds on one path. Two accesses of a variable, one of them a write, race if
 * they are not ordered. The first race of each variable is reported. This analysis makes the fewest
 * assumptions: a race that it reports is real, unless unrecorded code orders the accesses
 * (trace/causal.h). It misses races that only happen to be ordered in this run, which Eraser may
 * find. */
#include <stdlib.h>

#include "trace/analysis/analysis.h"
#include "trace/analysis/analysis_table.h"
#include "trace/causal.h"

struct happens_before {
  const struct trace_reader *reader;
  struct analysis_report *report;
  struct causal *order;
  const struct trace_event *now;
};

static struct analysis_access raced(struct happens_before *h, const struct causal_point *p) {
  analysis_mark(h->report, "happens-before", p->event);
  return (struct analysis_access){p->event, p->thread, p->location, (uint8_t)p->kind, NULL};
}

static void happens_before_race(void *arg, struct causal_point first, struct causal_point second) {
  struct happens_before *h = arg;
  struct text name = {0};
  trace_name_variable(h->reader, h->now, &name);
  struct analysis_warning w = {.analysis = "happens-before",
                               .variable = name.s,
                               .message = mem_strdup("data race: nothing orders the two accesses"),
                               .first = raced(h, &first),
                               .second = raced(h, &second)};
  analysis_warn(h->report, &w);
}

void *happens_before_begin(const struct analysis_context *c) {
  struct happens_before *h = mem_alloc(sizeof *h);
  h->reader = c->reader;
  h->report = c->report;
  h->order = causal_new(
      &(struct causal_listener){.arg = h, .race = happens_before_race, .names = c->reader});
  return h;
}

void happens_before_event(void *state, uint64_t n, const struct trace_event *e) {
  struct happens_before *h = state;
  h->now = e;
  causal_take(h->order, n, e);
}

void happens_before_end(void *state) {
  struct happens_before *h = state;
  uint64_t forgotten, variables = causal_variables(h->order, &forgotten);
  analysis_looked_at(h->report, "happens-before", variables, forgotten);
  causal_free(h->order);
  free(h);
}
