/* Runs the trials of a campaign. See run.h. */
#include "trace/campaign/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/campaign/traced.h"
#include "trace/campaign/workers.h"

struct runner {
  struct run *run;
  struct workers workers;
  /* The next trial to consider. The cells from `first` to before `end` are a group: all of them
   * run their trials with one seed before any of them runs a trial with the next seed. */
  size_t cell, seed, first, end;
  const char *image; /* the booted image; NULL: none */
};

static const struct campaign_cell *cell_of(const struct runner *r, size_t i) {
  return &r->run->trials->campaign->cells.data[i];
}

static json_t *work(void *self, size_t cell, size_t seed) {
  struct runner *r = self;
  const struct campaign_cell *c = cell_of(r, cell);
  return r->run->ops->trial(r->run->ops->self, c, c->options.seeds.data[seed]);
}

static void run_report(struct runner *r, size_t cell) {
  if (r->run->ops->progress)
    r->run->ops->progress(r->run->ops->self, r->run->trials, cell_of(r, cell), r->workers.busy);
}

static int run_keep(const struct run *run, size_t cell, size_t seed, const struct trial *outcome,
                    struct error *err) {
  if (run->ops->keep) return run->ops->keep(run->ops->self, run->trials, cell, seed, outcome, err);
  return store_add(run->store, run->trials, cell, seed, outcome, err);
}

static int ended(void *self, size_t cell, size_t seed, const json_t *answer, const char *how,
                 struct error *err) {
  struct runner *r = self;
  struct trial outcome = {0};
  if (!answer || !trial_from_json(answer, &outcome))
    outcome = (struct trial){.done = true,
                             .verdict = TRIAL_CRASHED,
                             .reason = mem_strdup(how ? how : "its result is malformed")};
  if (run_keep(r->run, cell, seed, &outcome, err)) {
    trial_release(&outcome);
    return err->code;
  }
  trials_take(r->run->trials, cell, seed, &outcome);
  run_report(r, cell);
  return 0;
}

/* Returns the end of the group of cells that begins at `first`. Running times of the JVM are
 * compared with one another, so the cells of a row that measure them form a group: other load on
 * the machine then affects them all alike. */
static size_t run_group_end(const struct runner *r, size_t first) {
  const struct campaign_cell *c = cell_of(r, first);
  size_t n = r->run->trials->campaign->cells.len, i = first + 1;
  if (traced_is_timed(c))
    while (i < n && cell_of(r, i)->row == c->row && traced_is_timed(cell_of(r, i))) i++;
  return i;
}

static void run_next_seed(struct runner *r) {
  r->cell = r->first;
  r->seed++;
}

static bool run_group_has(const struct runner *r) {
  size_t i;
  for (i = r->first; i < r->end; i++)
    if (r->seed < cell_of(r, i)->options.seeds.len) return true;
  return false;
}

/* Moves to the group's next trial that is not done. Returns false if there is none. */
static bool run_next_of_group(struct runner *r) {
  struct trial *const *of = r->run->trials->of;
  for (; run_group_has(r); run_next_seed(r))
    for (; r->cell < r->end; r->cell++)
      if (r->seed < cell_of(r, r->cell)->options.seeds.len && !of[r->cell][r->seed].done)
        return true;
  return false;
}

/* Moves to the next trial that is not done, in this group or a later one. Returns false if there is
 * none. */
static bool run_next(struct runner *r) {
  size_t n = r->run->trials->campaign->cells.len;
  while (!run_next_of_group(r)) {
    if (r->end >= n) return false;
    r->first = r->cell = r->end;
    r->end = run_group_end(r, r->first);
    r->seed = 0;
  }
  return true;
}

static int boot(struct runner *r, const struct campaign_cell *c, struct error *err) {
  if (r->image && !strcmp(r->image, c->image)) return 0;
  r->image = NULL;
  if (r->run->ops->boot(r->run->ops->self, c, err)) return err->code;
  r->image = c->image;
  return 0;
}

static int run_start(struct runner *r, struct error *err) {
  const struct campaign_cell *c = cell_of(r, r->cell);
  double seconds = c->options.search.seconds ? 15 * c->options.search.seconds + 300
                                             /* The bound is processor time and the deadline is
                                              * wall-clock time, so the deadline is generous. */
                                             : 1e9;
  if (boot(r, c, err)) return err->code;
  if (workers_start(&r->workers, r->cell, r->seed, seconds, r->run->lock, work, r, err))
    return err->code;
  r->cell++;
  return 0;
}

int run_campaign(struct run *run, struct error *err) {
  struct runner r = {.run = run};
  struct error no_space = {0};
  bool full = false;
  workers_init(&r.workers, run->jobs);
  while (!err->code && !*run->stop) {
    bool more = !full && run_next(&r);
    if (more && r.workers.busy < run->jobs) {
      run_start(&r, err);
      continue;
    }
    if (!r.workers.busy) break;
    workers_wait(&r.workers, 500, ended, &r, err);
    full = run->store && store_full(run->store, &no_space);
    if (more) run_report(&r, r.cell);
  }
  workers_release(&r.workers);
  return full ? error_set(err, no_space.code, "%s", no_space.msg) : err->code;
}
