/* One search of --search auto, in a process forked before the program is loaded. It parses the
 * command with the member's options and searches as that command would. See auto_int.h. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tui/cli/auto_int.h"
#include "tui/cli/captured.h"
#include "tui/cli/contracts.h"
#include "tui/cli/machine.h"
#include "tui/cli/remedy.h"

enum { OPTION_PAIRS = 4, TEST_CHANGES = 5 };
enum {
  GROUPS = CLI_PROGRAM | CLI_SEARCH | CLI_OUTPUT | CLI_CHECK | CLI_CONFIRMS | CLI_COVERAGE |
           CLI_JUNIT | CLI_REPORTS | CLI_TRY
};

/* ---- its command ---- */

/* Writes the changes that select the one test and, if --junit extended the class path, set that
 * class path. Returns their number. */
static size_t test_changes(const struct portfolio *p, struct option_change *out) {
  const struct auto_test *t = p->test;
  size_t n = 0;
  if (!t || !t->name) return 0;
  out[n++] = (struct option_change){"--junit", t->name};
  out[n++] = (struct option_change){"--output", NULL}; /* --output is for the first error */
  out[n++] = (struct option_change){"-o", NULL};
  if (!t->own_path) return n;
  out[n++] = (struct option_change){"--class-path", p->check->cli.engine.class_path};
  out[n++] = (struct option_change){"-cp", NULL};
  return n;
}

void auto_member_words(const struct portfolio *p, const struct auto_member *m,
                       char text[AUTO_WORDS], bool said, struct command_words *w) {
  static const char *const of_all[] = {"--time",      "--jobs",  "-j",           "--strict",
                                       "--junit-xml", "--sarif", "--source-path"};
  struct option_change all[OPTION_PAIRS + TEST_CHANGES + COUNT(of_all)];
  char *at = NULL, *option;
  size_t n = 0, i;
  strcpy(text, m->options);
  for (option = strtok_r(text, " ", &at); option && n < OPTION_PAIRS;
       option = strtok_r(NULL, " ", &at)) {
    const char *value = strtok_r(NULL, " ", &at);
    all[n++] = (struct option_change){option, value ? value : ""}; /* the last may be a flag */
  }
  n += test_changes(p, all + n);
  for (i = 0; i < COUNT(of_all); i++) all[n++] = (struct option_change){of_all[i], NULL};
  if (said && p->check->cli.said_argc)
    command_words_change(w, p->check->cli.said_argv, (size_t)p->check->cli.said_argc, all, n);
  else
    command_words_change(w, p->check->cli.all_argv, (size_t)p->check->cli.all_argc, all, n);
}

char *auto_member_file(const struct portfolio *p, const struct auto_member *m) {
  const char *base = p->check->cli.output;
  return base ? mem_printf("%s.%zu.new", base, (size_t)(m - p->member)) : NULL;
}

/* Unless the user sets a bound, the members that search at the same time share half of the
 * machine's memory. */
static uint64_t member_memory(const struct portfolio *p) {
  const uint64_t least = 64ull << 20, most = p->check->cli.engine.memory_bytes;
  uint64_t part = (machine_memory() / 2 / p->workers.size) >> 20 << 20;
  if (cli_given(&p->check->cli, "--memory") || part > most) return most;
  return part < least ? least : part;
}

/* ---- its search ---- */

static void count_up(void *self, const struct search_report *r) {
  struct auto_count *c = self;
  c->states = r->states;
  c->transitions = r->transitions;
  explored_text(r, c->explored);
}

/* Announces a confirmed error, so that the other members can stop while this one writes its
 * story. */
static void announce(struct check *k) {
  struct auto_count *c = k->progress_self;
  char *head = check_headline(&k->found[0]);
  if (strlen(head) < sizeof c->head) {
    strcpy(c->head, head);
    c->certified = true;
  }
  free(head);
}

/* A race is not announced: see auto_ended_by_race. */
static void announce_but_race(struct check *k) {
  if (strcmp(k->found[0].property, "race") != 0) announce(k);
}

/* Returns true if no other member could find out more. */
static bool is_final(const struct check *k, const struct auto_member *m) {
  return k->count || (m->claims == ALL && !k->report.stopped && !k->unconfirmed);
}

static json_t *member_answer(struct check *k, const struct portfolio *p,
                             const struct auto_member *m, int fd) {
  int code = check_exit_code(k); /* later interrupts must not change it */
  double seconds = is_final(k, m) && !k->listing ? remedies_seconds(k, false) : 0;
  char *methods = contracts_called(k->e);
  bool skipped = code == EXIT_NO_ERROR && k->listing && k->listing->len;
  json_t *check, *answer;
  if (k->cli.json && !p->test)
    remedies_try(k, seconds, false);
  else
    check_print(k, seconds);
  check = check_json(k);
  answer = json_pack("{s:i,s:b,s:o,s:o,s:s?,s:s?,s:b}", "code", code, "final", is_final(k, m),
                     "check", check, "text", captured_text(fd), "trace",
                     k->count ? k->traces[0] : NULL, "methods", methods, "skipped", skipped);
  free(methods);
  return answer;
}

static void take_input(struct engine_options *to, const struct engine_options *from) {
  if (!from->stdin_data) return;
  to->stdin_path = NULL;
  to->stdin_data = from->stdin_data;
  to->stdin_len = from->stdin_len;
}

static json_t *search_as(struct check *k, const struct portfolio *p, const struct auto_member *m) {
  int fd = captured_begin();
  struct error err = {0};
  k->cli.quiet = true;
  k->cli.search.seconds = m->seconds;
  k->cli.output = auto_member_file(p, m);
  k->cli.engine.memory_bytes = member_memory(p);
  k->cli.engine.class_path = p->check->cli.engine.class_path;
  k->cli.engine.main_class = p->check->cli.engine.main_class;
  k->cli.engine.argc = p->check->cli.engine.argc;
  k->cli.engine.argv = p->check->cli.engine.argv;
  take_input(&k->cli.engine, &p->check->cli.engine);
  k->trace_name = p->check->cli.output;
  k->traces_later = p->check->traces_later;
  k->one_of_several = true;
  k->progress = count_up;
  k->progress_self = &p->counts[m - p->member];
  if (!p->test) k->certified = m->claims == RACE_FREE ? announce_but_race : announce;
  if (check_search(k, &err)) return worker_failure_json(&err);
  count_up(k->progress_self, &k->report);
  return member_answer(k, p, m, fd);
}

json_t *auto_member_work(void *self, size_t row, size_t unused) {
  struct portfolio *p = self;
  struct auto_member *m = &p->member[row];
  struct command_words w = {0};
  struct text listing = {0};
  struct check k = {0};
  char options[AUTO_WORDS];
  (void)unused;
  cli_stop_on(SIGTERM);
  auto_member_words(p, m, options, false, &w);
  if (cli_parse(&k.cli, (int)w.all.len, w.all.data, GROUPS, "") != CLI_GO_ON) return NULL;
  if (p->test && p->test->name) k.listing = &listing;
  return search_as(&k, p, m);
}
