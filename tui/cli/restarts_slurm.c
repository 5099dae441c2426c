/* heddle env --on slurm: tasks of job arrays search the environments. Task k of N takes the runs k,
 * k + N, ...: {"first": K, "step": N, "seconds": S}; 0 seconds is no bound. A result is {"run":
 * NUMBER, "answer": the answer of restarts_work, "how", "seconds", "spent"}. Once a run has shown
 * an error, the file `stop` in the folder of the tasks contains the number from which runs are no
 * longer needed. See restarts_int.h and trace/slurm/farm.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <signal.h>
#include <unistd.h>
#include <xxhash.h>

#include "engine/base/clock.h"
#include "engine/base/whole_file.h"
#include "trace/campaign/digest.h"
#include "trace/slurm/farm.h"
#include "tui/cli/restarts_int.h"
#include "tui/cli/slurm_options.h"

static const double LEAST = 0.05; /* seconds; less time is not worth a task */
static const double PATIENCE = 3; /* seconds to wait for tasks that are no longer needed */

/* ---- a task ---- */

static char *stop_file(const char *beside) {
  const char *slash = strrchr(beside, '/');
  return mem_printf("%.*sstop", slash ? (int)(slash + 1 - beside) : 0, beside);
}

void restarts_look(struct restarts *p, struct error *err) {
  char *path = stop_file(p->cli->slurm.task);
  FILE *f = fopen(path, "re");
  unsigned long long n;
  if (f && fscanf(f, "%llu", &n) == 1 && !p->bound) {
    p->bound = (size_t)n;
    restarts_stop(p, p->bound, SIGKILL);
  }
  if (f) fclose(f);
  free(path);
  farm_task_sync(p->task, false, err);
}

/* Removes the files of runs that are no longer needed. */
static void remove_unwanted(const struct restarts *p) {
  for (size_t i = 0; i < p->runs.len && p->cli->output; i++) {
    char *path = restarts_file(p, &p->runs.data[i]);
    if (i % p->step == p->from % p->step &&
        (p->runs.data[i].state == RUN_LEFT || (p->bound && i >= p->bound)))
      whole_file_remove(path);
    free(path);
  }
}

int restarts_task(struct restarts *p, struct error *err) {
  struct farm_task task;
  if (!farm_task_open(&task, p->cli->slurm.task, err)) {
    p->from = (size_t)json_integer_value(json_object_get(task.what, "first"));
    p->step = (size_t)json_integer_value(json_object_get(task.what, "step"));
    p->seconds = json_number_value(json_object_get(task.what, "seconds"));
    if (!p->step) p->step = 1;
    p->show = false;
    p->task = &task;
    restarts_run(p, err);
    remove_unwanted(p);
    if (!err->code && p->failed.code) *err = p->failed;
  }
  farm_task_close(&task, err, cli_stop != 0);
  return err->code;
}

/* ---- the gathering process ---- */

struct share {
  bool done;
  double spent;
  uint32_t lost; /* how many times in a row its task was lost during the same run */
  size_t at;     /* the number of that run */
};

struct shares {
  struct restarts *p;
  struct share *all;
  size_t count;
  char *folder;
  uint32_t resubmit;
  bool said;         /* the file `stop` is written */
  double over_since; /* time when the answer was known; 0: not yet */
  bool shown;
};

static bool has_ended(const struct restarts *p, size_t run) {
  return run < p->runs.len && p->runs.data[run].state == RUN_ENDED;
}

/* Returns the number from which runs are not needed; SIZE_MAX: all are. */
static size_t share_bound(const struct restarts *p) {
  size_t n = p->most ? (size_t)p->most : SIZE_MAX;
  return p->error && p->error < n ? p->error : n;
}

static size_t first_open(const struct shares *s, size_t share) {
  size_t n = share;
  while (has_ended(s->p, n)) n += s->count;
  return n;
}

static void say_where_to_stop(struct shares *s) {
  char *path;
  FILE *f;
  if (!s->p->error || s->said) return;
  s->said = true;
  path = mem_printf("%s/stop", s->folder);
  f = fopen(path, "we");
  if (f) fprintf(f, "%zu\n", s->p->error);
  if (f) fclose(f);
  free(path);
}

static int share_result(void *self, const json_t *j, struct error *err) {
  struct shares *s = self;
  struct restarts *p = s->p;
  json_int_t run = json_integer_value(json_object_get(j, "run"));
  const json_t *answer = json_object_get(j, "answer");
  if (run < 0 || run > UINT32_MAX || has_ended(p, (size_t)run)) return 0;
  restarts_reach(p, (size_t)run + 1);
  p->runs.data[run].seconds = json_number_value(json_object_get(j, "seconds"));
  restarts_take(p, (size_t)run, json_is_object(answer) ? answer : NULL,
                json_string_value(json_object_get(j, "how")));
  s->all[(size_t)run % s->count].spent = json_number_value(json_object_get(j, "spent"));
  if (p->failed.code) return error_set(err, p->failed.code, "%s", p->failed.msg);
  say_where_to_stop(s);
  return 0;
}

static bool all_done(const struct shares *s) {
  bool done = true;
  for (size_t i = 0; i < s->count; i++) done &= s->all[i].done;
  return done;
}

static bool is_known(const struct shares *s) {
  const struct restarts *p = s->p;
  bool over = true;
  if (p->stopped || (p->error && !p->of->unit_transitions)) return true;
  for (size_t i = 0; p->error && i < p->error && over; i++) over = has_ended(p, i);
  if (p->error) return over;
  for (size_t i = 0; i < s->count && over; i++)
    over = s->all[i].done || first_open(s, i) >= share_bound(p);
  return over;
}

/* Gives tasks that are no longer needed a moment to notice it and to clean up. */
static bool share_over(void *self) {
  struct shares *s = self;
  double now = clock_seconds();
  if (!is_known(s)) return false;
  if (s->over_since <= 0) s->over_since = now;
  return !s->p->error || all_done(s) || cli_stop || now > s->over_since + PATIENCE;
}

static json_t *share_plan(void *self, const json_t *const *live, size_t count) {
  struct shares *s = self;
  json_t *tasks = NULL;
  for (size_t i = 0; i < s->count; i++) {
    double left = s->p->seconds - s->all[i].spent;
    size_t first = first_open(s, i);
    bool covered = false;
    for (size_t k = 0; k < count; k++)
      covered |= (size_t)json_integer_value(json_object_get(live[k], "first")) % s->count == i;
    if (covered || s->all[i].done) continue;
    s->all[i].done = first >= share_bound(s->p) || (s->p->seconds > 0 && left < LEAST);
    if (s->all[i].done) continue;
    if (!tasks) tasks = json_array();
    json_array_append_new(
        tasks, json_pack("{s:I,s:I,s:f}", "first", (json_int_t)first, "step", (json_int_t)s->count,
                         "seconds", s->p->seconds > 0 ? left : 0.0));
  }
  return tasks;
}

static struct share *share_of(const struct shares *s, const json_t *task) {
  return &s->all[(size_t)json_integer_value(json_object_get(task, "first")) % s->count];
}

static void share_ended(void *self, const json_t *task, struct error *err) {
  (void)err;
  share_of(self, task)->done = true;
}

/* Gives up on the task's current run if it was lost too often. */
static void share_lost(void *self, const json_t *task, const char *how, struct error *err) {
  struct shares *s = self;
  struct share *one = share_of(s, task);
  size_t run = first_open(s, (size_t)(one - s->all));
  (void)err;
  one->lost = one->lost && one->at == run ? one->lost + 1 : 1;
  one->at = run;
  if (one->lost > s->resubmit) {
    char *why = mem_printf("lost with its task %u times, the last time with %s", one->lost, how);
    restarts_reach(s->p, run + 1);
    restarts_take(s->p, run, NULL, why);
    one->lost = 0;
    free(why);
  }
}

static void share_clear(struct shares *s) {
  if (s->shown) fprintf(stderr, "\r\033[K");
  s->shown = false;
}

static void share_say(void *self, const char *line) {
  share_clear(self);
  fprintf(stderr, "heddle: %s\n", line);
}

static void share_progress(void *self, const struct farm_counts *c) {
  struct shares *s = self;
  size_t ended = 0;
  if (!s->p->show) return;
  for (size_t i = 0; i < s->p->runs.len; i++) ended += has_ended(s->p, i);
  share_clear(s);
  fprintf(stderr, "%zu environments searched, %u tasks run, %u wait, %.0f s ", ended, c->running,
          c->waiting, clock_seconds() - s->p->start);
  fflush(stderr);
  s->shown = true;
}

/* ---- the folder ---- */

/* Returns the folder, named by a digest of everything that the answers depend on, so that the same
 * command finds its folder again. */
static char *share_folder(const struct cli *c) {
  static const char *const no_matter[] = {"--leave", "--resubmit", "--partition", "-q", "--quiet"};
  struct text all = {0};
  uint64_t digest = 0;
  char *path = mem_strdup(c->engine.class_path ? c->engine.class_path : "."), *at = path, *part;
  text_printf(&all, "%s", HEDDLE_VERSION);
  while ((part = strsep(&at, ":"))) {
    struct error none = {0};
    digest_file(part, &digest, &none);
  }
  for (int i = 0; i < c->all_argc; i++) {
    bool matters = true;
    for (size_t k = 0; k < COUNT(no_matter); k++)
      matters &= strcmp(c->all_argv[i], no_matter[k]) != 0;
    if (matters) text_printf(&all, "%c%s", 0x1f, c->all_argv[i]);
  }
  digest ^= XXH3_64bits(all.s, all.len);
  text_release(&all);
  free(path);
  return mem_printf("heddle-env-%016llx.slurm", (unsigned long long)digest);
}

static int look_at_input(const struct cli *c, struct error *err) {
  const char *path = c->engine.stdin_path;
  struct stat st;
  if (!path || (!stat(path, &st) && S_ISREG(st.st_mode))) return 0;
  return error_set(err, ERR_USAGE, "--on slurm: --stdin is a file that each task can read");
}

static void remove_stop(const struct shares *s) {
  char *path = mem_printf("%s/stop", s->folder);
  unlink(path);
  free(path);
}

int restarts_gather(struct restarts *p, struct error *err) {
  static const char *const none[] = {NULL};
  struct shares s = {.p = p, .count = p->cli->slurm.tasks, .resubmit = p->cli->slurm.resubmit};
  struct farm_ops ops = {.result = share_result,
                         .over = share_over,
                         .plan = share_plan,
                         .ended = share_ended,
                         .lost = share_lost,
                         .say = share_say,
                         .progress = share_progress,
                         .self = &s};
  struct farm farm;
  if (look_at_input(p->cli, err)) return err->code;
  slurm_farm(p->cli, &farm);
  s.folder = share_folder(p->cli);
  s.all = mem_alloc((s.count + 1) * sizeof *s.all);
  farm.ops = &ops;
  farm.folder = s.folder;
  farm.command = slurm_task_command(p->cli, none);
  farm.holds = true;
  farm_gather(&farm, err);
  share_clear(&s);
  if (cli_stop && !err->code)
    share_say(&s, farm.leave ? "the tasks continue; the same command collects their results"
                             : "the tasks were cancelled; the same command continues");
  if (is_known(&s) && !err->code) {
    remove_stop(&s);
    rmdir(s.folder);
  }
  free((char *)farm.command);
  free(s.folder);
  free(s.all);
  return err->code;
}
