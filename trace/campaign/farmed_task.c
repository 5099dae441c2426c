/* Runs a campaign's trials in one task of a job array. See farmed.h. */
#include <stdlib.h>
#include <string.h>

#include "trace/campaign/farmed_int.h"

struct working {
  struct run *run;
  struct farm_task *task;
  const struct run_ops *ops;
  struct farmed_key *keys;
};

static const char *key_text(const struct working *w, size_t cell) {
  size_t i = 0;
  while (w->keys[i].cell != cell) i++;
  return w->keys[i].text;
}

static int keep_line(void *self, const struct trials *t, size_t cell, size_t seed,
                     const struct trial *outcome, struct error *err) {
  struct working *w = self;
  uint64_t number = t->campaign->cells.data[cell].options.seeds.data[seed];
  return farm_task_put(w->task,
                       json_pack("{s:s,s:I,s:o}", "cell", key_text(w, cell), "seed",
                                 (json_int_t)number, "trial", trial_json(outcome)),
                       err);
}

static int boot_there(void *self, const struct campaign_cell *cell, struct error *err) {
  struct working *w = self;
  return w->ops->boot(w->ops->self, cell, err);
}

static json_t *trial_there(void *self, const struct campaign_cell *cell, uint64_t seed) {
  struct working *w = self;
  return w->ops->trial(w->ops->self, cell, seed);
}

/* A task displays no progress, so this callback syncs results to the disk instead. */
static void sync_there(void *self, const struct trials *t, const struct campaign_cell *at,
                       uint32_t running) {
  struct working *w = self;
  struct error err = {0};
  (void)t;
  (void)at;
  (void)running;
  farm_task_sync(w->task, false, &err);
}

static void open_one(void *self, size_t cell, size_t seed) {
  struct trials *t = self;
  t->done -= t->of[cell][seed].done;
  t->of[cell][seed].done = false;
}

/* Marks the task's trials as open and all others as done, so that run_campaign runs the former
 * only. */
static int open_trials(struct working *w, struct error *err) {
  struct trials *t = w->run->trials;
  const struct campaign *c = t->campaign;
  for (size_t i = 0; i < c->cells.len; i++)
    for (size_t k = 0; k < c->cells.data[i].options.seeds.len; k++) t->of[i][k].done = true;
  t->done = t->total;
  if (!farmed_each(w->keys, c, w->task->what, open_one, t))
    error_set(err, ERR_INPUT,
              "%s: the campaign, its classes or heddle have changed since the task was submitted; "
              "run the same command again to submit the remaining trials",
              c->path);
  return err->code;
}

int farmed_task(struct run *run, struct farm_task *task, struct error *err) {
  struct working w = {.run = run, .task = task, .ops = run->ops};
  struct run_ops ops = {.boot = boot_there,
                        .trial = trial_there,
                        .progress = sync_there,
                        .keep = keep_line,
                        .self = &w};
  w.keys = farmed_keys(run->trials->campaign);
  run->ops = &ops;
  if (!open_trials(&w, err)) run_campaign(run, err);
  run->ops = w.ops;
  farmed_keys_free(w.keys, run->trials->campaign);
  return err->code;
}
