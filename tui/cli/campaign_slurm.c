/* Distributes a campaign's trials to Slurm and shows the progress. See campaign_slurm.h. */
#include "tui/cli/campaign_slurm.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "tui/cli/slurm_options.h"

struct sharing {
  const struct campaign_slurm *of;
  double start;
  bool shown; /* a progress line is on the terminal */
};

static void sharing_clear(struct sharing *s) {
  if (s->shown) fprintf(stderr, "\r\033[K");
  s->shown = false;
}

static void sharing_say(void *self, const char *line) {
  sharing_clear(self);
  fprintf(stderr, "heddle: %s\n", line);
}

static void sharing_progress(void *self, const struct farm_counts *c) {
  struct sharing *s = self;
  const struct trials *t = s->of->trials;
  sharing_clear(s);
  fprintf(stderr, "%llu of %llu trials, %u tasks run, %u wait", (unsigned long long)t->done,
          (unsigned long long)t->total, c->running, c->waiting);
  if (c->why) fprintf(stderr, " (%.30s)", c->why);
  fprintf(stderr, ", %.0f s ", clock_seconds() - s->start);
  fflush(stderr);
  s->shown = true;
}

/* The caller frees folder and command. */
static void make_farm(const struct campaign_slurm *s, struct farm *f) {
  static const char *const not_theirs[] = {"--again", "--retry", "--tables", NULL};
  slurm_farm(s->cli, f);
  f->folder = mem_printf("%s/slurm", s->folder);
  f->command = slurm_task_command(s->cli, not_theirs);
}

static void release_farm(struct farm *f) {
  free((char *)f->folder);
  free((char *)f->command);
}

int campaign_slurm(const struct campaign_slurm *s, struct error *err) {
  struct sharing show = {.of = s, .start = clock_seconds()};
  struct farmed f = {.most = slurm_most_tasks(s->cli),
                     .say = sharing_say,
                     .progress = s->show ? sharing_progress : NULL,
                     .self = &show};
  struct farm farm;
  make_farm(s, &farm);
  farmed_init(&f, s->trials, s->store);
  farmed_gather(&f, &farm, err);
  sharing_clear(&show);
  if (cli_stop && !err->code)
    sharing_say(&show, farm.leave ? "the tasks continue; the same command collects their results"
                                  : "the tasks were cancelled");
  farmed_release(&f);
  release_farm(&farm);
  return err->code;
}

/* Stores the results that the tasks have left, because the caller decides which of them to
 * delete. */
int campaign_slurm_end(const struct campaign_slurm *s, struct error *err) {
  struct sharing show = {.of = s};
  struct farmed f = {.say = sharing_say, .self = &show};
  struct trials known;
  struct farm farm;
  make_farm(s, &farm);
  trials_init(&known, s->trials->campaign);
  farmed_init(&f, &known, s->store);
  if (!store_load(s->store, &known, err)) farmed_end(&f, &farm, err);
  farmed_release(&f);
  trials_free(&known);
  release_farm(&farm);
  return err->code;
}

int campaign_slurm_task(const struct cli *c, struct trials *t, const struct run_ops *ops,
                        struct farm_task *task, struct error *err) {
  struct run run = {.trials = t, .ops = ops, .stop = &cli_stop, .lock = -1};
  run.jobs = c->jobs ? c->jobs : 1;
  return farmed_task(&run, task, err);
}
