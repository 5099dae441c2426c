/* Calls sbatch, squeue and scancel, and parses their output. */
#include "trace/slurm/slurm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/slurm/process.h"

static const double SECONDS = 60; /* time limit of a Slurm command */

/* Returns the last line of the command's messages, without its program's name and "error: ". */
static const char *reason(struct text *said, const char *program) {
  char *end = said->s + said->len, *line;
  while (end > said->s && (end[-1] == '\n' || end[-1] == ' ')) *--end = 0;
  line = strrchr(said->s, '\n');
  line = line ? line + 1 : said->s;
  if (!strncmp(line, program, strlen(program))) line += strlen(program);
  if (!strncmp(line, ": ", 2)) line += 2;
  return strncmp(line, "error: ", 7) ? line : line + 7;
}

/* Runs a Slurm command. Returns ERR_INPUT if it cannot be run, does not answer in time, or
 * fails. */
static int slurm_ask(char *const *argv, const char *hidden, struct text *out, struct error *err) {
  struct text said = {0};
  int status = process_run(argv, hidden, SECONDS, out, &said);
  if (status == PROCESS_NOT_THERE)
    error_set(err, ERR_INPUT, "there is no %s on PATH: is Slurm installed here?", argv[0]);
  else if (status == PROCESS_LATE)
    error_set(err, ERR_INPUT, "%s does not answer", argv[0]);
  else if (status)
    error_set(err, ERR_INPUT, "%s failed: %.300s", argv[0],
              said.len ? reason(&said, argv[0]) : "without a message");
  text_release(&said);
  return err->code;
}

/* Returns the pattern for the log's name. sbatch treats % in file names as the start of a pattern,
 * so doubles it. */
static char *log_pattern(const char *name) {
  struct text t = {0};
  for (; *name; name++)
    if (*name == '%')
      text_puts(&t, "%%");
    else
      text_add(&t, name, 1);
  text_puts(&t, "%a.log");
  return t.s;
}

int slurm_submit(const struct slurm_array *a, char **job, struct error *err) {
  struct text out = {0}, range = {0};
  char *log = log_pattern(a->log), *words[12];
  size_t n = 0, i;
  *job = NULL;
  text_printf(&range, "--array=0-%u", a->tasks - 1);
  if (a->at_once) text_printf(&range, "%%%u", a->at_once);
  words[n++] = mem_strdup("sbatch");
  words[n++] = mem_strdup("--parsable");
  /* the farm resubmits tasks itself, and counts how often */
  words[n++] = mem_strdup("--no-requeue");
  words[n++] = mem_printf("--job-name=%s", a->name);
  words[n++] = mem_strdup(range.s);
  words[n++] = mem_printf("--output=%s", log);
  words[n++] = mem_strdup("--open-mode=append");
  words[n++] = mem_printf("--cpus-per-task=%u", a->cores);
  if (a->partition) words[n++] = mem_printf("--partition=%s", a->partition);
  words[n++] = mem_strdup(a->script);
  words[n] = NULL;
  if (!slurm_ask(words, NULL, &out, err)) {
    out.s[strcspn(out.s, ";\n")] = 0; /* the output may be "12;cluster" */
    *job = mem_strdup(out.s);
  }
  for (i = 0; i < n; i++) free(words[i]);
  text_release(&out);
  text_release(&range);
  free(log);
  return err->code;
}

/* ---- the queue ---- */

static enum slurm_state state_of(const char *word) {
  static const char *const over[] = {"COMPLETED", "COMPLETING", "CANCELLED",     "FAILED",
                                     "TIMEOUT",   "NODE_FAIL",  "PREEMPTED",     "BOOT_FAIL",
                                     "DEADLINE",  "REVOKED",    "OUT_OF_MEMORY", "STOPPED"};
  if (!strcmp(word, "RUNNING")) return SLURM_RUNS;
  for (size_t i = 0; i < COUNT(over); i++)
    if (!strcmp(word, over[i])) return SLURM_OVER;
  return SLURM_WAITS; /* PENDING, CONFIGURING, REQUEUED, SUSPENDED, ... */
}

/* Parses a line "NAME|JOB|TASK|STATE|REASON" and ignores any other. */
static void take_line(char *line, struct slurm_tasks *out) {
  char *words[5], *end;
  struct slurm_task t = {0};
  size_t n = 0;
  while (n < COUNT(words) && line) words[n++] = strsep(&line, "|");
  if (n < COUNT(words)) return;
  t.number = (uint32_t)strtoul(words[2], &end, 10);
  if (end == words[2] || *end) return;
  t.state = state_of(words[3]);
  t.name = mem_strdup(words[0]);
  t.job = mem_strdup(words[1]);
  t.said = mem_strdup(t.state == SLURM_WAITS ? words[4] : words[3]);
  *vec_push(&out->all) = t;
}

int slurm_queue(const char *names, struct slurm_tasks *out, struct error *err) {
  char *words[] = {
      "squeue", "--noheader", "--array", "--states=all", NULL, "--format=%j|%F|%K|%T|%r", NULL};
  struct text t = {0};
  char *at, *line;
  words[4] = mem_printf("--name=%s", names);
  if (!slurm_ask(words, "SQUEUE_", &t, err))
    for (at = t.s; (line = strsep(&at, "\n"));) take_line(line, out);
  free(words[4]);
  text_release(&t);
  return err->code;
}

void slurm_tasks_release(struct slurm_tasks *t) {
  for (size_t i = 0; i < t->all.len; i++) {
    free(t->all.data[i].name);
    free(t->all.data[i].job);
    free(t->all.data[i].said);
  }
  vec_free(&t->all);
}

int slurm_cancel(const char *name, struct error *err) {
  char *words[] = {"scancel", NULL, NULL};
  struct text out = {0};
  words[1] = mem_printf("--name=%s", name);
  slurm_ask(words, "SCANCEL_", &out, err);
  free(words[1]);
  text_release(&out);
  return err->code;
}
