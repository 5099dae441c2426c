/* Runs java, heddle record and heddle replay as a campaign's trials. See campaign_traced.h. */
#include "tui/cli/campaign_traced.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

#include "engine/base/clock.h"
#include "engine/classfile/classpath.h"
#include "trace/campaign/traced.h"
#include "trace/format/reader.h"
#include "tui/cli/command_words.h"

struct traced { /* one trial */
  const struct campaign_cell *cell;
  const struct cli *cli;
  uint64_t seed;
  char *trace; /* the trace's file name */
  struct trial t;
};

/* ---- processes ---- */

struct ran {
  int status;          /* from wait() */
  double seconds, cpu; /* wall-clock seconds; processor seconds, including its children */
  uint64_t peak_kb;
  struct text out; /* standard output */
};

static void traced_word(struct command_words *w, const char *s) {
  *vec_push(&w->all) = mem_strdup(s);
}

static void start_program(char **argv, int out) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(null, 0);
  dup2(out, 1);
  dup2(null, 2);
  execv(argv[0], argv);
  _exit(127);
}

/* Reads the output to its end. A run that lasts too long, for example in a deadlock, gets SIGTERM,
 * so that the recorder writes its trace; if it still runs later, SIGKILL. */
static void traced_output(int fd, pid_t pid, double seconds, struct text *out) {
  enum { GRACE_SECONDS = 10 };
  double deadline = clock_seconds() + seconds;
  bool asked = false;
  char buf[4096];
  for (;;) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    int ready = poll(&p, 1, 100);
    ssize_t n = ready > 0 ? read(fd, buf, sizeof buf) : -1;
    if (n > 0) text_add(out, buf, (size_t)n);
    if (!n) break;
    if (clock_seconds() < deadline) continue;
    kill(pid, asked ? SIGKILL : SIGTERM);
    asked = true;
    deadline = clock_seconds() + GRACE_SECONDS;
  }
  close(fd);
}

/* Runs the command, keeps its output, and waits until the command ends. */
static int traced_run(struct command_words *w, double seconds, struct ran *r, struct error *err) {
  double start = clock_seconds();
  struct rusage used;
  int fd[2];
  pid_t pid;
  *vec_push(&w->all) = NULL;
  if (pipe2(fd, O_CLOEXEC)) return error_set(err, ERR_MEMORY, "pipe: %s", strerror(errno));
  pid = fork();
  if (pid == 0) start_program(w->all.data, fd[1]);
  close(fd[1]);
  if (pid < 0) {
    close(fd[0]);
    return error_set(err, ERR_MEMORY, "fork: %s", strerror(errno));
  }
  traced_output(fd[0], pid, seconds, &r->out);
  while (wait4(pid, &r->status, 0, &used) < 0 && errno == EINTR) continue;
  r->seconds = clock_seconds() - start;
  r->cpu = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
  r->peak_kb = (uint64_t)used.ru_maxrss;
  return 0;
}

static int exit_of(const struct ran *r) {
  return WIFEXITED(r->status) ? WEXITSTATUS(r->status) : 128 + WTERMSIG(r->status);
}

/* ---- runs ---- */

static void add_program(const struct traced *x, struct command_words *w) {
  const struct engine_options *o = &x->cell->options.engine;
  traced_word(w, o->main_class);
  for (int i = 0; i < o->argc; i++) traced_word(w, o->argv[i]);
}

static void add_option(struct command_words *w, const char *option, const char *value) {
  if (!value) return;
  traced_word(w, option);
  traced_word(w, value);
}

/* A program's run has the same time bound as a search. */
static double run_seconds(const struct traced *x) {
  double seconds = x->cell->options.search.seconds;
  return seconds > 0 ? seconds : 1e9;
}

/* Runs the program without the recorder. */
static int run_plain(struct traced *x, struct error *err) {
  char home[PATH_MAX];
  struct command_words w = {0};
  struct ran r = {0};
  if (jdk_find(x->cli->engine.java_home, home, sizeof home, err)) return err->code;
  *vec_push(&w.all) = mem_printf("%s/bin/java", home);
  traced_word(&w, "-ea");
  add_option(&w, "-cp", x->cell->options.engine.class_path);
  add_program(x, &w);
  if (!traced_run(&w, run_seconds(x), &r, err) && exit_of(&r) == 127)
    error_set(err, ERR_INPUT, "%s/bin/java cannot be run", home);
  x->t.seconds = r.seconds;
  x->t.peak_kb = r.peak_kb;
  command_words_release(&w);
  text_release(&r.out);
  return err->code;
}

static int count_events(struct traced *x, struct error *err) {
  struct trace_reader *reader;
  if (trace_reader_open(x->trace, &reader, err)) return err->code;
  x->t.events = trace_reader_count(reader);
  trace_reader_close(reader);
  return 0;
}

static void begin_command(const struct traced *x, struct command_words *w, const char *command) {
  traced_word(w, "/proc/self/exe"); /* the child opens this path while it still runs heddle */
  traced_word(w, command);
  traced_word(w, "-q");
  add_option(w, "--java-home", x->cli->engine.java_home);
  add_option(w, "-cp", x->cell->options.engine.class_path);
}

/* Records a run into `part`. The program's exit status does not matter: a failed run is also a
 * run. */
static int record_once(struct traced *x, const char *part, uint64_t seed, struct error *err) {
  char *noise = x->cell->options.traced.noise
                    ? mem_printf("%s:%llu", x->cell->options.traced.noise, (unsigned long long)seed)
                    : NULL;
  struct command_words w = {0};
  struct ran r = {0};
  begin_command(x, &w, "record");
  add_option(&w, "--output", part);
  add_option(&w, "--events", x->cell->options.traced.events);
  add_option(&w, "--analyze", x->cell->options.traced.analyze);
  add_option(&w, "--noise", noise);
  add_program(x, &w);
  if (!traced_run(&w, run_seconds(x), &r, err) && access(part, R_OK))
    error_set(err, ERR_INPUT, "heddle record left no trace: exit status %d", exit_of(&r));
  x->t.seconds = r.seconds;
  x->t.peak_kb = r.peak_kb;
  command_words_release(&w);
  text_release(&r.out);
  free(noise);
  return err->code;
}

static int is_labelled(const char *trace, bool *out, struct error *err) {
  struct trace_reader *reader;
  *out = false;
  if (trace_reader_open(trace, &reader, err)) return err->code;
  for (size_t i = 0; i < trace_reader_label_count(reader); i++) {
    const uint64_t *events;
    *out |= trace_reader_label_events(reader, i, &events) > 0;
  }
  trace_reader_close(reader);
  return 0;
}

/* Records runs, each with its own noise, until the analysis labels an event. */
static int record_labelled(struct traced *x, const char *part, struct error *err) {
  enum { RUNS_MOST = 100, SEEDS_APART = 1000003 };
  bool labelled = false;
  for (uint64_t n = 0; !labelled && n < RUNS_MOST; n++)
    if (record_once(x, part, x->seed + n * SEEDS_APART, err) || is_labelled(part, &labelled, err))
      return err->code;
  if (labelled) return 0;
  return error_set(err, ERR_LIMIT, "the analysis labelled no event in %d runs", RUNS_MOST);
}

/* Renames the trace only when it is complete. Concurrent trials do not wait for it and make their
 * own. */
static int record_trace(struct traced *x, bool labelled, struct error *err) {
  char *part = mem_printf("%s.%ld", x->trace, (long)getpid());
  if (labelled)
    record_labelled(x, part, err);
  else
    record_once(x, part, x->seed, err);
  if (!err->code && rename(part, x->trace))
    error_set(err, ERR_INPUT, "%s: %s", x->trace, strerror(errno));
  if (err->code) unlink(part);
  free(part);
  return err->code;
}

/* ---- replay ---- */

static char *traced_text(const json_t *j, const char *member) {
  const char *s = json_string_value(json_object_get(j, member));
  return mem_strdup(s ? s : "");
}

static uint64_t traced_number(const json_t *j, const char *member) {
  return (uint64_t)json_integer_value(json_object_get(j, member));
}

/* Returns why a completed replay found no error. Leaves out numbers that differ between traces, so
 * that equal reasons of many trials are counted together. */
static char *traced_reason(const json_t *j, bool by_path) {
  if (by_path) return mem_strdup("no check found the error, but a followed path shows it");
  if (!json_is_true(json_object_get(j, "replayed"))) {
    bool failed =
        json_object_get(j, "failure") && !json_is_true(json_object_get(j, "bound_reached"));
    return mem_strdup(failed ? "the trace could not be followed to its end"
                             : "a bound was reached before the trace was followed to its end");
  }
  if (json_is_true(json_object_get(j, "checked"))) return mem_strdup("");
  return traced_text(j, "reason");
}

static void take_replay(struct traced *x, const json_t *j) {
  const json_t *error = json_object_get(j, "error");
  bool by_check = json_is_true(json_object_get(j, "by_check"));
  x->t.states = traced_number(j, "states");
  x->t.transitions = traced_number(j, "transitions");
  x->t.paths = traced_number(j, "paths");
  x->t.checks = traced_number(j, "checks");
  x->t.on_path = json_is_true(json_object_get(j, "on_path"));
  x->t.reason = error && by_check ? mem_strdup("") : traced_reason(j, error != NULL);
  if (!error) return;
  if (by_check) x->t.verdict = TRIAL_ERROR;
  x->t.length = (uint32_t)traced_number(error, "steps");
  x->t.property = traced_text(error, "property");
  x->t.kind = traced_text(error, "kind");
  x->t.message = traced_text(error, "message");
  x->t.location = traced_text(error, "location");
}

static int replay_trace(struct traced *x, struct error *err) {
  struct command_words w = {0};
  struct ran r = {0};
  json_t *answer;
  begin_command(x, &w, "replay");
  traced_word(&w, "--json");
  for (uint32_t i = 0; i < x->cell->word_count; i++) traced_word(&w, x->cell->words[i]);
  traced_word(&w, x->trace);
  add_program(x, &w);
  traced_run(&w, 15 * x->cell->options.search.seconds + 300, &r, err);
  answer = r.out.s ? json_loads(r.out.s, 0, NULL) : NULL;
  if (!err->code && !answer)
    error_set(err, ERR_INTERNAL, "heddle replay ended with status %d", exit_of(&r));
  if (answer) take_replay(x, answer);
  x->t.seconds = r.cpu;
  x->t.peak_kb = r.peak_kb;
  json_decref(answer);
  command_words_release(&w);
  text_release(&r.out);
  return err->code;
}

/* ---- trials ---- */

int campaign_traced_try(const struct campaign_cell *cell, const struct cli *campaign,
                        const char *folder, struct error *err) {
  char *traces = mem_printf("%s/traces", folder);
  if (campaign->slurm.on)
    error_set(err, ERR_USAGE, "--on slurm cannot be combined with trial %s",
              traced_kind_word((uint32_t)cell->options.traced.trial));
  else if (mkdir(traces, 0777) && errno != EEXIST)
    error_set(err, ERR_INPUT, "%s: %s", traces, strerror(errno));
  free(traces);
  return err->code;
}

static int traced_carry_out(struct traced *x, struct error *err) {
  if (x->cell->options.traced.trial == TRACED_RUN) return run_plain(x, err);
  if (x->cell->options.traced.trial == TRACED_RECORD)
    return record_trace(x, false, err) || count_events(x, err) ? err->code : 0;
  if (access(x->trace, R_OK) && record_trace(x, x->cell->options.traced.labelled, err))
    return err->code;
  return count_events(x, err) || replay_trace(x, err) ? err->code : 0;
}

json_t *campaign_traced_trial(const struct campaign_cell *cell, const struct cli *campaign,
                              const char *folder, uint64_t seed) {
  struct traced x = {
      .cell = cell, .cli = campaign, .seed = seed, .t = {.verdict = TRIAL_INCONCLUSIVE}};
  char *key = traced_key(cell);
  struct error err = {0};
  json_t *j;
  x.trace = mem_printf("%s/traces/%016llx-%llu.htrace", folder,
                       (unsigned long long)XXH3_64bits(key, strlen(key)), (unsigned long long)seed);
  if (traced_carry_out(&x, &err)) {
    x.t.verdict = TRIAL_FAILED;
    free(x.t.reason);
    x.t.reason = mem_strdup(err.msg);
  }
  j = trial_json(&x.t);
  trial_release(&x.t);
  free(x.trace);
  free(key);
  return j;
}
