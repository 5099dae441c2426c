/* Distributes a campaign's trials to the tasks of job arrays, runs them in a task, and gathers the
 * results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/check.h"
#include "trace/campaign/farmed.h"

/* ---- keys of cells ---- */

static int by_text(const void *a, const void *b) {
  const struct farmed_key *x = a, *y = b;
  int r = strcmp(x->text, y->text);
  return r ? r : (x->cell > y->cell) - (x->cell < y->cell);
}

static int by_seed(const void *a, const void *b, void *seeds) {
  const uint64_t *s = seeds, x = s[*(const uint32_t *)a], y = s[*(const uint32_t *)b];
  return (x > y) - (x < y);
}

static void make_key(struct farmed_key *k, const struct campaign *c, uint32_t cell) {
  const struct campaign_cell *of = &c->cells.data[cell];
  char *all = mem_printf("heddle=%s\n%s", HEDDLE_VERSION, of->spec);
  uint32_t i, n = (uint32_t)of->options.seeds.len;
  snprintf(k->text, sizeof k->text, "%016llx", (unsigned long long)XXH3_64bits(all, strlen(all)));
  k->cell = cell;
  k->seeds = mem_alloc((n + 1) * sizeof *k->seeds);
  for (i = 0; i < n; i++) k->seeds[i] = i;
  qsort_r(k->seeds, n, sizeof *k->seeds, by_seed, of->options.seeds.data);
  free(all);
}

/* Returns the keys of all cells, sorted by text. Free them with farmed_keys_free. */
static struct farmed_key *farmed_keys(const struct campaign *c) {
  struct farmed_key *keys = mem_alloc((c->cells.len + 1) * sizeof *keys);
  for (uint32_t i = 0; i < c->cells.len; i++) make_key(&keys[i], c, i);
  qsort(keys, c->cells.len, sizeof *keys, by_text);
  return keys;
}

static void farmed_keys_free(struct farmed_key *keys, const struct campaign *c) {
  for (size_t i = 0; keys && i < c->cells.len; i++) free(keys[i].seeds);
  free(keys);
}

/* Returns the index of the first key that is not less than `text`. */
static size_t first_key(const struct farmed_key *keys, size_t n, const char *text) {
  size_t from = 0;
  while (from < n) {
    size_t middle = from + (n - from) / 2;
    if (strcmp(keys[middle].text, text) < 0)
      from = middle + 1;
    else
      n = middle;
  }
  return from;
}

typedef void farmed_take(void *self, size_t cell, size_t seed);

static bool find_seed(const struct farmed_key *k, const campaign_seeds *seeds, uint64_t seed,
                      farmed_take *take, void *self) {
  size_t from = 0, to = seeds->len;
  bool found = false;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if (seeds->data[k->seeds[middle]] < seed)
      from = middle + 1;
    else
      to = middle;
  }
  for (; from < seeds->len && seeds->data[k->seeds[from]] == seed; from++) {
    take(self, k->cell, k->seeds[from]);
    found = true;
  }
  return found;
}

/* Calls `take` for each trial whose cell has that key and that seed. There are several if two cells
 * have the same spec. Returns false if there is none. */
static bool farmed_find(const struct farmed_key *keys, const struct campaign *c, const char *cell,
                        uint64_t seed, farmed_take *take, void *self) {
  size_t i = first_key(keys, c->cells.len, cell);
  bool found = false;
  INVARIANT((!i || strcmp(keys[i - 1].text, cell) < 0) &&
                (i == c->cells.len || strcmp(keys[i].text, cell) >= 0),
            "the keys of cells are sorted: %zu", i);
  for (; i < c->cells.len && !strcmp(keys[i].text, cell); i++)
    found |= find_seed(&keys[i], &c->cells.data[keys[i].cell].options.seeds, seed, take, self);
  return found;
}

/* Calls `take` for each trial of a task, in the task's order. Returns false if the campaign lacks
 * any of them. */
static bool farmed_each(const struct farmed_key *keys, const struct campaign *c, const json_t *task,
                        farmed_take *take, void *self) {
  const json_t *list = json_object_get(task, "trials"), *pair, *seed;
  bool found = json_is_array(list);
  size_t i, k;
  json_array_foreach(list, i, pair) {
    const char *cell = json_string_value(json_array_get(pair, 0));
    json_array_foreach(json_array_get(pair, 1), k, seed) found &=
        cell && farmed_find(keys, c, cell, (uint64_t)json_integer_value(seed), take, self);
  }
  return found;
}

/* ---- running a task ---- */

struct working {
  struct run *run;
  struct farm_task *task;
  const struct run_ops *ops;
  struct farmed_key *keys;
};

static const char *key_text(const struct working *w, size_t cell) {
  size_t i = 0, n = w->run->trials->campaign->cells.len;
  while (i < n && w->keys[i].cell != cell) i++;
  CHECK(i < n, "each cell has a key: %zu", cell);
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

/* Marks the task's trials as open and all others as done, so that run_campaign runs only the task's
 * trials. */
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

/* ---- set-up and release ---- */

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

/* ---- storing results ---- */

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
  size_t i = 0, n = campaign_of_farmed(f)->cells.len;
  while (i < n && f->keys[i].cell != cell) i++;
  CHECK(i < n, "each cell has a key: %zu", cell);
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

/* ---- ended tasks ---- */

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
