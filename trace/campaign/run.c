/* See run.h. */
#include "trace/campaign/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/campaign/workers.h"

struct runner {
  struct run *run;
  struct workers workers;
  size_t cell, seed; /* the next trial that may have to be done */
  const char *image; /* the booted one; NULL none */
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
                             .reason = mem_strdup(how ? how : "its answer makes no sense")};
  if (run_keep(r->run, cell, seed, &outcome, err)) {
    trial_release(&outcome);
    return err->code;
  }
  trials_take(r->run->trials, cell, seed, &outcome);
  run_report(r, cell);
  return 0;
}

/* Goes to the next trial that is not done; false: there is none. */
static bool next(struct runner *r) {
  const struct trials *t = r->run->trials;
  for (; r->cell < t->campaign->cells.len; r->cell++, r->seed = 0)
    for (; r->seed < cell_of(r, r->cell)->options.seeds.len; r->seed++)
      if (!t->of[r->cell][r->seed].done) return true;
  return false;
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
  double seconds = c->options.search.seconds
                       ? 15 * c->options.search.seconds + 300
                       : 1e9; /* it counts processor time, this clock does not */
  if (boot(r, c, err)) return err->code;
  if (workers_start(&r->workers, r->cell, r->seed, seconds, r->run->lock, work, r, err))
    return err->code;
  r->seed++;
  return 0;
}

int run_campaign(struct run *run, struct error *err) {
  struct runner r = {.run = run};
  struct error no_space = {0};
  bool full = false;
  workers_init(&r.workers, run->jobs);
  while (!err->code && !*run->stop) {
    bool more = !full && next(&r);
    if (more && r.workers.busy < run->jobs) {
      run_start(&r, err);
      continue;
    }
    if (!r.workers.busy) break;
    workers_wait(&r.workers, 500, ended, &r, err);
    full = run->store && store_full(run->store, &no_space);
    if (r.cell < run->trials->campaign->cells.len) run_report(&r, r.cell);
  }
  workers_release(&r.workers);
  return full ? error_set(err, no_space.code, "%s", no_space.msg) : err->code;
}
