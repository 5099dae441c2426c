/* Gathers the results of a campaign's trials from the tasks of job arrays. See farmed.h. */
#include <stdlib.h>
#include <string.h>

#include "trace/campaign/farmed_int.h"

static const struct campaign *campaign_of_farmed(const struct farmed *f) {
  return f->trials->campaign;
}

void farmed_init(struct farmed *f, struct trials *t, struct store *store) {
  const struct campaign *c = t->campaign;
  f->trials = t;
  f->store = store;
  f->keys = farmed_keys(c);
  f->lost = mem_alloc((c->cells.len + 1) * sizeof *f->lost);
  f->taken = mem_alloc((c->cells.len + 1) * sizeof *f->taken);
  for (size_t i = 0; i < c->cells.len; i++) {
    f->lost[i] = mem_alloc(c->cells.data[i].options.seeds.len + 1);
    f->taken[i] = mem_alloc(c->cells.data[i].options.seeds.len + 1);
  }
}

void farmed_release(struct farmed *f) {
  const struct campaign *c = campaign_of_farmed(f);
  for (size_t i = 0; i < c->cells.len; i++) {
    free(f->lost[i]);
    free(f->taken[i]);
  }
  free(f->lost);
  free(f->taken);
  farmed_keys_free(f->keys, c);
}

/* ---- results ---- */

struct keeping {
  struct farmed *f;
  const json_t *outcome;
  struct error *err;
};

static void keep_one(void *self, size_t cell, size_t seed) {
  struct keeping *k = self;
  struct trials *t = k->f->trials;
  struct trial outcome;
  if (t->of[cell][seed].done || k->err->code || !trial_from_json(k->outcome, &outcome)) return;
  if (store_add(k->f->store, t, cell, seed, &outcome, k->err))
    trial_release(&outcome);
  else
    trials_take(t, cell, seed, &outcome);
}

/* Stores a result. Ignores one for a trial that the campaign no longer contains. */
static int farmed_result(void *self, const json_t *result, struct error *err) {
  struct farmed *f = self;
  const char *cell = json_string_value(json_object_get(result, "cell"));
  uint64_t seed = (uint64_t)json_integer_value(json_object_get(result, "seed"));
  struct keeping k = {f, json_object_get(result, "trial"), err};
  if (cell) farmed_find(f->keys, campaign_of_farmed(f), cell, seed, keep_one, &k);
  if (!err->code) store_full(f->store, err);
  return err->code;
}

static bool farmed_over(void *self) {
  const struct farmed *f = self;
  return f->trials->done == f->trials->total;
}

static int farmed_keep(void *self, struct error *err) {
  return store_flush(((struct farmed *)self)->store, err);
}

/* ---- new tasks ---- */

static void claim_one(void *self, size_t cell, size_t seed) {
  ((struct farmed *)self)->taken[cell][seed] = 1;
}

static bool is_wanted(const struct farmed *f, size_t cell, size_t seed) {
  return !f->trials->of[cell][seed].done && !f->taken[cell][seed];
}

static void claim_all(struct farmed *f, const json_t *const *live, size_t count) {
  const struct campaign *c = campaign_of_farmed(f);
  for (size_t i = 0; i < c->cells.len; i++)
    memset(f->taken[i], 0, c->cells.data[i].options.seeds.len);
  for (size_t i = 0; i < count; i++) farmed_each(f->keys, c, live[i], claim_one, f);
}

static const char *key_of_cell(const struct farmed *f, size_t cell) {
  size_t i = 0;
  while (f->keys[i].cell != cell) i++;
  return f->keys[i].text;
}

/* Adds a trial to a task. Trials of one cell are added one after the other and share a list. */
static void give(json_t *task, const char *key, uint64_t seed) {
  json_t *list = json_object_get(task, "trials");
  json_t *last = json_array_get(list, json_array_size(list) - 1);
  if (!last || strcmp(json_string_value(json_array_get(last, 0)), key) != 0) {
    last = json_pack("[s,[]]", key);
    json_array_append_new(list, last);
  }
  json_array_append_new(json_array_get(last, 1), json_integer((json_int_t)seed));
}

/* Distributes the trials over the tasks in turn, so that each task gets long and short ones. */
static json_t *farmed_plan(void *self, const json_t *const *live, size_t count) {
  struct farmed *f = self;
  const struct campaign *c = campaign_of_farmed(f);
  json_t *tasks = NULL;
  size_t i, k, n = 0, at = 0;
  claim_all(f, live, count);
  for (i = 0; i < c->cells.len; i++)
    for (k = 0; k < c->cells.data[i].options.seeds.len; k++) n += is_wanted(f, i, k);
  if (n > f->most) n = f->most;
  if (n) tasks = json_array();
  for (i = 0; i < n; i++) json_array_append_new(tasks, json_pack("{s:[]}", "trials"));
  for (i = 0; i < c->cells.len && n; i++) {
    const char *key = key_of_cell(f, i);
    for (k = 0; k < c->cells.data[i].options.seeds.len; k++)
      if (is_wanted(f, i, k))
        give(json_array_get(tasks, at++ % n), key, c->cells.data[i].options.seeds.data[k]);
  }
  return tasks;
}

/* ---- lost tasks ---- */

struct losing {
  struct farmed *f;
  const char *how;
  /* number of trials that may have been running and are still to be counted as lost */
  uint32_t left;
  struct error *err;
};

static int give_up(struct losing *l, size_t cell, size_t seed) {
  struct trials *t = l->f->trials;
  struct trial outcome = {.done = true, .verdict = TRIAL_CRASHED};
  outcome.reason = mem_printf("lost with its task %u time%s, the last time with %s",
                              l->f->lost[cell][seed], PLURAL(l->f->lost[cell][seed]), l->how);
  if (store_add(l->f->store, t, cell, seed, &outcome, l->err))
    trial_release(&outcome);
  else
    trials_take(t, cell, seed, &outcome);
  return l->err->code;
}

/* Counts a trial as lost if it has no result and may have been running. A task runs its trials in
 * order, so those that were running are the first ones without a result. */
static void lose_one(void *self, size_t cell, size_t seed) {
  struct losing *l = self;
  if (!l->left || l->f->trials->of[cell][seed].done) return;
  l->left--;
  if (++l->f->lost[cell][seed] > l->f->resubmit) give_up(l, cell, seed);
}

static void farmed_lost(void *self, const json_t *task, const char *how, struct error *err) {
  struct farmed *f = self;
  struct losing l = {f, how, f->cores, err};
  farmed_each(f->keys, campaign_of_farmed(f), task, lose_one, &l);
}

/* ---- gathering ---- */

/* Counts the trials for which an ended task has no result as lost, so that they are not submitted
 * forever. */
static void farmed_ended(void *self, const json_t *task, struct error *err) {
  struct farmed *f = self;
  struct losing l = {f, "a task that ended without it", UINT32_MAX, err};
  farmed_each(f->keys, campaign_of_farmed(f), task, lose_one, &l);
}

static void farmed_say(void *self, const char *line) {
  struct farmed *f = self;
  f->say(f->self, line);
}

static void farmed_progress(void *self, const struct farm_counts *c) {
  struct farmed *f = self;
  if (f->progress) f->progress(f->self, c);
}

static struct farm_ops farmed_ops(struct farmed *f) {
  return (struct farm_ops){.result = farmed_result,
                           .over = farmed_over,
                           .plan = farmed_plan,
                           .ended = farmed_ended,
                           .lost = farmed_lost,
                           .keep = farmed_keep,
                           .say = farmed_say,
                           .progress = farmed_progress,
                           .self = f};
}

int farmed_gather(struct farmed *f, struct farm *farm, struct error *err) {
  struct farm_ops ops = farmed_ops(f);
  farm->ops = &ops;
  f->cores = farm->cores;
  f->resubmit = farm->resubmit;
  return farm_gather(farm, err);
}

int farmed_end(struct farmed *f, struct farm *farm, struct error *err) {
  struct farm_ops ops = farmed_ops(f);
  farm->ops = &ops;
  return farm_end(farm, err);
}
