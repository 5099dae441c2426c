/* Searches and checks of a session (see debug.h).
 * With a terminal, a search runs in slices between keys. If the user pauses it, the script
 * records the number of transitions, so that a replay stops at the same point. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "tui/terminal/debug.h"

int debug_search_start(struct debug *d, const struct search_options *o, struct error *err) {
  int r;
  debug_search_pause(d);
  r = engine_search_start(d->engine, o, err);
  if (r) return r;
  d->search = *o;
  d->searching = true;
  memset(&d->report, 0, sizeof d->report);
  debug_changed(d);
  return 0;
}

static void report_cut(struct debug *d) {
  const struct search_report *r = &d->report;
  debug_log(d, LOG_WARN, "search inconclusive: %s, %llu state%s", r->reason,
            (unsigned long long)r->states, PLURAL(r->states));
  if (r->cause == CAUSE_MEMORY)
    debug_log(d, LOG_INFO,
              "it stopped at its memory bound; steps and checks still work, reload frees the "
              "states, --memory sets the bound");
}

static void report_end(struct debug *d) {
  const struct search_report *r = &d->report;
  switch (r->status) {
    case SEARCH_RUNNING:
      debug_log(
          d, LOG_INFO,
          "search paused: %llu state%s, %llu backtrack%s, %u of %u locations observed at best",
          (unsigned long long)r->states, PLURAL(r->states), (unsigned long long)r->backtracks,
          PLURAL(r->backtracks), r->observed_max, engine_mark_count(d->engine));
      break;
    case SEARCH_ERROR:
      if (d->search.all_errors)
        debug_log(d, LOG_GOOD, "search ended: %u error%s, the first is node %u; %llu state%s",
                  r->errors, PLURAL(r->errors), r->error_node, (unsigned long long)r->states,
                  PLURAL(r->states));
      else
        debug_log(d, LOG_GOOD, "search: an error after %llu state%s", (unsigned long long)r->states,
                  PLURAL(r->states));
      break;
    case SEARCH_DONE:
      debug_log(d, LOG_GOOD, "search ended: no error, %llu state%s%s",
                (unsigned long long)r->states, PLURAL(r->states),
                r->complete ? ", complete below its start" : "");
      break;
    default: report_cut(d);
  }
}

/* Rewrites the run's line in the script so that a replay stops after the same number of
 * transitions. */
static void fix_script(struct debug *d) {
  char **last;
  if (d->run_line >= d->script.len) return;
  last = &d->script.data[d->run_line];
  free(*last);
  *last = mem_printf("guided run %llu", (unsigned long long)(d->report.transitions - d->run_from));
}

static void run_end(struct debug *d) {
  CHECK(d->running, "a search that ends was running: %llu transitions",
        (unsigned long long)d->report.transitions);
  d->running = false;
  if (d->report.status != SEARCH_RUNNING) d->searching = false;
  debug_moved(d, d->run_node);
  report_end(d);
  debug_report_node(d, engine_here(d->engine));
}

void debug_search_pause(struct debug *d) {
  if (!d->running) return;
  fix_script(d);
  run_end(d);
}

/* Runs the search for about `ms` milliseconds and at most `left` transitions (0: no limit). With
 * breakpoints, runs one transition at a time and stops at the first hit. */
static int search_on(struct debug *d, uint32_t left, uint32_t ms, bool *hit, struct error *err) {
  uint64_t end = clock_ms() + ms, to = d->report.transitions + left;
  int r;
  if (!d->breaks.v.len) return engine_search_run(d->engine, left, ms, &d->report, err);
  do {
    node_id from = engine_here(d->engine);
    r = engine_search_run(d->engine, 1, 0, &d->report, err);
    *hit = !r && engine_here(d->engine) != from && breaks_hit(d);
  } while (!r && !*hit && d->report.status == SEARCH_RUNNING && clock_ms() < end &&
           (!left || d->report.transitions < to));
  return r;
}

void debug_search_slice(struct debug *d, uint32_t ms) {
  struct error err = {0};
  uint64_t done = d->report.transitions - d->run_from;
  uint32_t left = d->run_limit ? (uint32_t)(d->run_limit - done) : 0;
  bool hit = false;
  if (!d->running) return;
  CHECK(d->searching, "a search that runs was started: %llu transitions",
        (unsigned long long)d->report.transitions);
  CHECK(!d->run_limit || done < d->run_limit, "a search stops at its limit: %llu of %llu",
        (unsigned long long)done, (unsigned long long)d->run_limit);
  if (search_on(d, left, ms, &hit, &err)) {
    d->searching = d->running = false;
    debug_moved(d, d->run_node);
    debug_fail(d, &err);
    return;
  }
  debug_changed(d);
  if (hit && d->report.status == SEARCH_RUNNING) {
    debug_search_pause(d);
    return;
  }
  if (d->report.status != SEARCH_RUNNING ||
      (d->run_limit && d->report.transitions - d->run_from >= d->run_limit))
    run_end(d);
}

int debug_search_run(struct debug *d, uint64_t limit, struct error *err) {
  if (!d->searching) return error_set(err, ERR_USAGE, "no search was started (guided start)");
  d->running = true;
  d->run_from = d->report.transitions;
  d->run_limit = limit > UINT32_MAX ? UINT32_MAX : limit;
  d->run_node = engine_here(d->engine);
  d->run_line = d->script.len ? d->script.len - 1 : SIZE_MAX;
  if (d->interactive) return 0;
  while (d->running && !(d->stop && *d->stop)) debug_search_slice(d, d->interactive ? 20 : 200);
  if (d->running) debug_search_pause(d);
  return 0;
}

int debug_search_step(struct debug *d, uint64_t moves, struct error *err) {
  node_id before = engine_here(d->engine), from;
  int r = 0;
  if (!d->searching) return error_set(err, ERR_USAGE, "no search was started (guided start)");
  d->report.status = SEARCH_RUNNING;
  while (!r && moves-- && d->report.status == SEARCH_RUNNING) {
    from = engine_here(d->engine);
    do {
      r = engine_search_run(d->engine, 1, 0, &d->report, err);
    } while (!r && engine_here(d->engine) == from && d->report.status == SEARCH_RUNNING &&
             !(d->stop && *d->stop));
  }
  if (r || d->report.status != SEARCH_RUNNING) d->searching = false;
  debug_moved(d, before);
  if (r) return r;
  if (d->report.status != SEARCH_RUNNING) report_end(d);
  debug_report_node(d, engine_here(d->engine));
  return 0;
}

static void report_check(struct debug *d, const struct check_info *c) {
  enum log_kind kind = c->state == CHECK_ERROR || c->state == CHECK_FOUND ? LOG_GOOD
                       : c->state == CHECK_NO_ERROR                       ? LOG_INFO
                                                                          : LOG_WARN;
  debug_log(d, kind, "check %u from node %u: %s", c->id, c->from,
            c->verdict ? c->verdict : "ended");
}

bool debug_checks_poll(struct debug *d) {
  uint32_t i, n = engine_check_count(d->engine);
  bool changed = n && engine_checks_poll(d->engine);
  while (d->checks.len < n) vec_push(&d->checks)->state = CHECK_RUNNING;
  for (i = 0; i < n; i++) {
    struct check_info c;
    if (d->checks.data[i].state != CHECK_RUNNING || engine_check(d->engine, i, &c)) continue;
    d->checks.data[i].state = c.state;
    if (c.state != CHECK_RUNNING) {
      report_check(d, &c);
      if (d->interactive) *vec_push(&d->script) = mem_printf("wait %u", c.id);
      changed = true;
    }
    engine_check_release(&c);
  }
  if (changed) debug_stale(d);
  return changed;
}

bool debug_checks_running(struct debug *d) {
  size_t i;
  for (i = 0; i < d->checks.len; i++)
    if (d->checks.data[i].state == CHECK_RUNNING) return true;
  return false;
}
