/* See auto.h. Each member is a process that was forked before the machine is made, parses the
 * command with the member's options and searches as that command would. */
#include "tui/cli/auto.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "trace/campaign/workers.h"
#include "tui/cli/advice.h"
#include "tui/cli/captured.h"
#include "tui/cli/command_words.h"
#include "tui/cli/misplaced.h"

enum { AUTO_SECONDS = 30, FIRST_SHARE = 10, OPTION_PAIRS = 4 };
enum { GROUPS = CLI_PROGRAM | CLI_SEARCH | CLI_OUTPUT | CLI_CHECK | CLI_JUNIT | CLI_TRY };

static const struct auto_member rows[] = {
#define MEMBER(title, part, claim, rest, words, meaning) \
  {.name = (title), \
   .options = (words), \
   .what = (meaning), \
   .share = (part), \
   .claims = (claim), \
   .takes_rest = (rest)},
#include "tui/cli/auto_members.def"
#undef MEMBER
};
enum { ROWS = sizeof rows / sizeof *rows };

struct portfolio {
  struct check *check;
  struct workers workers;
  struct auto_member member[ROWS];
  struct auto_count *counts; /* shared with the members */
  double start, seconds;     /* of all together */
  struct auto_member *answer;
  bool show;
  size_t shown; /* lines of progress on the terminal */
  bool stopped; /* the members were asked to end */
};

bool auto_chosen(const struct cli *c) {
  return c->search.search && !strcmp(c->search.search, AUTO_NAME);
}

/* ---- a member's command ---- */

/* The words of the command as it was given, with the member's options. `text` is theirs, and has to
 * outlive what is parsed of them. */
static void member_words(const struct portfolio *p, const struct auto_member *m, char *text,
                         struct command_words *w) {
  struct option_change all[OPTION_PAIRS + 2];
  char *at = NULL, *option;
  size_t n = 0;
  strcpy(text, m->options);
  for (option = strtok_r(text, " ", &at); option && n < OPTION_PAIRS;
       option = strtok_r(NULL, " ", &at)) {
    const char *value = strtok_r(NULL, " ", &at);
    all[n++] = (struct option_change){option, value ? value : ""}; /* the last may be a flag */
  }
  all[n++] = (struct option_change){"--time", NULL};
  all[n++] = (struct option_change){"--jobs", NULL};
  command_words_change(w, p->check->cli.all_argv, (size_t)p->check->cli.all_argc, all, n);
}

static char *member_file(const struct portfolio *p, const struct auto_member *m) {
  const char *base = p->check->cli.output;
  return base ? mem_printf("%s.%zu.new", base, (size_t)(m - p->member)) : NULL;
}

/* ---- in a member's process ---- */

static void count_up(void *self, const struct search_report *r) {
  struct auto_count *c = self;
  c->states = r->states;
  c->transitions = r->transitions;
}

static json_t *search_as(struct check *k, const struct portfolio *p, const struct auto_member *m,
                         double seconds) {
  int fd = captured_begin();
  struct error err = {0};
  json_t *check;
  int code;
  k->cli.quiet = true;
  k->cli.search.seconds = seconds;
  k->cli.output = member_file(p, m);
  k->cli.engine.main_class = *k->cli.argv;
  k->cli.engine.argc = k->cli.argc - 1;
  k->cli.engine.argv = k->cli.argv + 1;
  k->traces_later = true;
  k->progress = count_up;
  k->progress_self = &p->counts[m - p->member];
  if (p->check->cli.engine.stdin_data) {
    k->cli.engine.stdin_path = NULL;
    k->cli.engine.stdin_data = p->check->cli.engine.stdin_data;
    k->cli.engine.stdin_len = p->check->cli.engine.stdin_len;
  }
  if (check_search(k, &err)) return worker_failure_json(&err);
  count_up(k->progress_self, &k->report);
  code = check_exit_code(k);
  check = check_json(k);
  check_print(k, 0);
  return json_pack("{s:i,s:o,s:o,s:s?}", "code", code, "check", check, "text", captured_text(fd),
                   "trace", k->count ? k->traces[0] : NULL);
}

static json_t *auto_work(void *self, size_t row, size_t unused) {
  struct portfolio *p = self;
  struct auto_member *m = &p->member[row];
  struct command_words w = {0};
  struct check k = {0};
  char options[256];
  (void)unused;
  cli_stop_on(SIGTERM);
  member_words(p, m, options, &w);
  if (cli_parse(&k.cli, (int)w.all.len, w.all.data, GROUPS, "") != CLI_GO_ON) return NULL;
  return search_as(&k, p, m, m->seconds);
}

/* ---- in this process ---- */

static double time_left(const struct portfolio *p) {
  return p->start + p->seconds - clock_seconds();
}

/* The seconds that it may take. On one processor none waits for long. */
static double share_of(const struct portfolio *p, const struct auto_member *m) {
  double left = time_left(p), share = m->share, seconds;
  if (p->workers.size == 1) share = share == 100 ? FIRST_SHARE : share / 2;
  if (m->again) share = 100;
  seconds = share < 100 ? p->seconds * share / 100 : left;
  if (seconds > left) seconds = left;
  return seconds > 0.1 ? (double)(long)(seconds * 10) / 10 : seconds;
}

/* The next in order, then what ended at its share though it takes all that is left. */
static struct auto_member *next_member(struct portfolio *p) {
  size_t i;
  for (i = 0; i < ROWS; i++)
    if (p->member[i].state == AUTO_WAITING && !p->member[i].again) return &p->member[i];
  for (i = 0; i < ROWS; i++)
    if (p->member[i].state == AUTO_WAITING) return &p->member[i];
  return NULL;
}

static int start_some(struct portfolio *p, struct error *err) {
  struct auto_member *m;
  while (!p->stopped && p->workers.busy < p->workers.size && time_left(p) > 0.05 &&
         (m = next_member(p))) {
    m->start = clock_seconds();
    m->seconds = share_of(p, m);
    if (workers_start(&p->workers, (size_t)(m - p->member), 0, m->seconds * 5 + 60, -1, auto_work,
                      p, err))
      return err->code;
    m->state = AUTO_RUNNING;
  }
  return 0;
}

static int code_of(const struct auto_member *m) {
  const json_t *code = json_object_get(m->answer, "code");
  return json_is_integer(code)
             ? (int)json_integer_value(code)
             : cli_exit_code((int)json_integer_value(json_object_get(m->answer, "errno")));
}

/* Does it answer for all? What fails inside of heddle is never passed over. */
static bool is_answer(const struct auto_member *m) {
  int code = code_of(m);
  if (code == EXIT_NO_ERROR) return m->claims == ALL;
  /* without records for this JDK it has nothing to say */
  if (code == EXIT_INPUT && m->claims == SHOWN) return false;
  return code == EXIT_ERROR_FOUND || code == EXIT_USAGE || code == EXIT_INPUT ||
         code == EXIT_INTERNAL;
}

static bool ended_by_time(const struct auto_member *m) {
  const json_t *stopped = json_object_get(json_object_get(m->answer, "check"), "stopped");
  const char *cause = json_string_value(json_object_get(stopped, "cause"));
  return cause && !strcmp(cause, advice_cause_name(CAUSE_TIME));
}

static void stop_members(struct portfolio *p) {
  uint32_t i;
  if (p->stopped) return;
  p->stopped = true;
  for (i = 0; i < p->workers.size; i++)
    if (p->workers.slots[i].pid) kill(p->workers.slots[i].pid, p->answer ? SIGKILL : SIGTERM);
}

static int member_done(void *self, size_t row, size_t unused, const json_t *answer, const char *how,
                       struct error *err) {
  struct portfolio *p = self;
  struct auto_member *m = &p->member[row];
  bool too_short = m->seconds < time_left(p) && m->takes_rest && !m->again;
  (void)unused, (void)err;
  m->seconds = clock_seconds() - m->start;
  m->state = p->answer ? AUTO_STOPPED : AUTO_DONE;
  json_decref(m->answer);
  m->answer = answer ? json_deep_copy(answer)
                     : json_pack("{s:s,s:i}", "failed", how, "errno", ERR_INTERNAL);
  if (p->answer) return 0;
  if (is_answer(m)) {
    p->answer = m;
    stop_members(p);
  } else if (too_short && ended_by_time(m)) {
    m->again = true;
    m->state = AUTO_WAITING;
  }
  return 0;
}

static int run_members(struct portfolio *p, struct error *err) {
  while (!err->code) {
    if (cli_stop) stop_members(p);
    if (start_some(p, err) || !p->workers.busy) break;
    if (workers_wait(&p->workers, 100, member_done, p, err)) break;
    if (p->show) p->shown = auto_progress(p->member, ROWS, p->counts, p->shown);
  }
  return err->code;
}

/* ---- the answer ---- */

/* Nobody came to an end that says all: one that rests on what was shown. */
static void take_shown(struct portfolio *p) {
  for (size_t i = 0; i < ROWS && !p->answer && !cli_stop && !p->check->cli.every_step; i++) {
    struct auto_member *m = &p->member[i];
    if (m->claims == SHOWN && m->answer && code_of(m) == EXIT_NO_ERROR) p->answer = m;
  }
}

/* Without an answer, the first row's is the most that is known. */
static struct auto_member *spokesman(struct portfolio *p) {
  size_t i;
  if (p->answer) return p->answer;
  for (i = 0; i < ROWS; i++)
    if (p->member[i].answer) return &p->member[i];
  return NULL;
}

static void keep_trace(const struct portfolio *p, const struct auto_member *m) {
  size_t i;
  for (i = 0; i < ROWS; i++) {
    char *from = member_file(p, &p->member[i]);
    if (!from) continue;
    if (&p->member[i] == m && json_is_string(json_object_get(m->answer, "trace"))) {
      if (rename(from, p->check->cli.output))
        fprintf(stderr, "heddle: %s: cannot be written\n", p->check->cli.output);
    } else {
      unlink(from);
    }
    free(from);
  }
}

static bool has_trace(const struct portfolio *p, const struct auto_member *m) {
  return p->check->cli.output && json_is_string(json_object_get(m->answer, "trace"));
}

static void print_json(const struct portfolio *p, const struct auto_member *m,
                       const struct command_words *again) {
  json_t *j = json_object_get(m->answer, "check"), *words = json_array();
  for (size_t i = 0; i < again->all.len; i++)
    json_array_append_new(words, json_string(again->all.data[i]));
  json_object_set_new(j, "trace",
                      has_trace(p, m) ? json_string(p->check->cli.output) : json_null());
  json_object_set_new(j, "auto",
                      json_pack("{s:s?,s:o,s:o,s:f}", "answered", p->answer ? m->name : NULL,
                                "again", words, "members", auto_members_json(p->member, ROWS),
                                "seconds", clock_seconds() - p->start));
  check_dump_json(json_incref(j));
}

static void print_text(const struct portfolio *p, const struct auto_member *m,
                       const struct command_words *again) {
  const char *text = json_string_value(json_object_get(m->answer, "text"));
  char *command = command_words_text(again, 0);
  if (!p->answer) { /* its reason is its own share of the time */
    text += strcspn(text, "\n");
    printf(cli_stop ? "inconclusive: interrupted" : "inconclusive: time %g s", p->seconds);
  }
  fputs(text, stdout);
  if (has_trace(p, m))
    printf("  trace: %s\n", p->check->cli.output);
  else if (code_of(m) == EXIT_ERROR_FOUND)
    printf("  keep it with -o FILE and walk through it: heddle debug --trace FILE\n");
  if (!p->answer) auto_print_parts(p->member, ROWS);
  auto_print_members(p->member, ROWS, p->answer);
  if (p->answer) printf("  again: heddle%s\n", command);
  free(command);
}

static int auto_report(struct portfolio *p) {
  struct auto_member *m;
  struct command_words again = {0};
  struct error err = {0};
  char options[256];
  const char *failed;
  int code;
  take_shown(p);
  m = spokesman(p);
  if (!m) return cli_stop ? 128 + cli_stop : EXIT_INCONCLUSIVE;
  failed = json_string_value(json_object_get(m->answer, "failed"));
  if (failed) {
    error_set(&err, (int)json_integer_value(json_object_get(m->answer, "errno")), "%s", failed);
    return cli_fail(&err);
  }
  keep_trace(p, m);
  member_words(p, m, options, &again);
  if (p->check->cli.json)
    print_json(p, m, &again);
  else
    print_text(p, m, &again);
  command_words_release(&again);
  code = code_of(m);
  if (p->answer) return code;
  return cli_stop ? 128 + cli_stop : EXIT_INCONCLUSIVE;
}

static int portfolio_open(struct portfolio *p, struct error *err) {
  const struct cli *c = &p->check->cli;
  p->counts = mmap(NULL, ROWS * sizeof *p->counts, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (p->counts == MAP_FAILED) return error_set(err, ERR_MEMORY, "no shared memory");
  memcpy(p->member, rows, sizeof rows);
  p->start = clock_seconds();
  p->seconds = c->search.seconds > 0 ? c->search.seconds : AUTO_SECONDS;
  p->show = !c->quiet && !c->json && isatty(STDERR_FILENO);
  workers_init(&p->workers, c->jobs ? c->jobs : cli_cores());
  return check_take_input(p->check, err);
}

int auto_check(struct check *k) {
  struct portfolio p = {.check = k};
  struct error err = {0};
  int r;
  size_t i;
  if (portfolio_open(&p, &err)) return cli_fail(&err);
  run_members(&p, &err);
  workers_release(&p.workers);
  if (p.shown) fprintf(stderr, "\033[%zuA\033[J", p.shown);
  r = err.code ? cli_fail(&err) : auto_report(&p);
  for (i = 0; i < ROWS; i++) json_decref(p.member[i].answer);
  munmap(p.counts, ROWS * sizeof *p.counts);
  return r;
}
