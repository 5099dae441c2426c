/* Reports the result of --search auto: prints the report of the search that answered, the other
 * members' results, and a command that repeats the answer alone. If no search answered, uses the
 * report of the first search, which explored the most, with the overall reason and advice. Also
 * prints the progress of the members. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/base/whole_file.h"
#include "tui/cli/advice.h"
#include "tui/cli/auto/auto_int.h"
#include "tui/cli/captured.h"

int auto_code_of(const struct auto_member *m) {
  const json_t *code = json_object_get(m->answer, "code");
  return json_is_integer(code)
             ? (int)json_integer_value(code)
             : cli_exit_code((int)json_integer_value(json_object_get(m->answer, "errno")));
}

const json_t *auto_error_of(const struct auto_member *m) {
  return json_object_get(json_object_get(m->answer, "check"), "error");
}

bool auto_ended_by_race(const struct auto_member *m) {
  const json_t *error = auto_error_of(m);
  const char *property = json_string_value(json_object_get(error, "property"));
  const char *kind = json_string_value(json_object_get(error, "kind"));
  return m->claims == RACE_FREE && property && !strcmp(property, engine_property_name(PROP_RACE)) &&
         kind && !strcmp(kind, race_kind_word(RACE_RW));
}

const char *auto_methods(const struct auto_member *m) {
  return json_string_value(json_object_get(m->answer, "methods"));
}

/* Returns the methods that the answer rests on. An error does not depend on methods taken as one
 * step. */
static const char *rests_on(const struct portfolio *p, const struct auto_member *m) {
  return p->answer && auto_code_of(m) == EXIT_NO_ERROR ? auto_methods(m) : NULL;
}

/* If no member has a complete answer, takes one that rests on contracts, provided that the searches
 * with every step have looked for an error for as long. */
static void take_shown(struct portfolio *p) {
  struct auto_member *m = auto_shown(p);
  if (!p->answer && m && auto_witnesses(p) >= m->seconds) p->answer = m;
}

/* Returns the member whose report is printed; NULL: no member has one. */
static struct auto_member *spokesman(struct portfolio *p) {
  size_t i;
  if (p->answer) return p->answer;
  for (i = 0; i < AUTO_MEMBERS; i++)
    if (json_object_get(p->member[i].answer, "check")) return &p->member[i];
  for (i = 0; i < AUTO_MEMBERS; i++)
    if (p->member[i].answer) return &p->member[i];
  return NULL;
}

static const struct auto_count *counts_of(const struct portfolio *p, const struct auto_member *m) {
  return &p->counts[m - p->member];
}

void auto_print_head(struct portfolio *p) {
  if (p->headed) return;
  CHECK(p->answer && counts_of(p, p->answer)->certified,
        "a head that is printed was confirmed: %zu members", (size_t)AUTO_MEMBERS);
  fputs(counts_of(p, p->answer)->head, stdout);
  fflush(stdout);
  p->headed = true;
}

/* ---- file of the counterexample ---- */

static bool has_trace(const struct portfolio *p, const struct auto_member *m) {
  return p->check->cli.output && json_is_string(json_object_get(m->answer, "trace"));
}

static void keep_trace(const struct portfolio *p, const struct auto_member *m) {
  size_t i;
  for (i = 0; i < AUTO_MEMBERS; i++) {
    char *from = auto_member_file(p, &p->member[i]);
    if (!from) continue;
    if (&p->member[i] != m || !has_trace(p, m))
      whole_file_remove(from);
    else if (rename(from, p->check->cli.output))
      fprintf(stderr, "heddle: %s: cannot be written\n", p->check->cli.output);
    free(from);
  }
}

static int auto_cause_of(const struct auto_member *m);

/* ---- no answer ---- */

static int cause_of(const struct auto_member *m) {
  return cli_stop ? CAUSE_INTERRUPT : auto_cause_of(m);
}

/* Returns why the first search failed; NULL: it did not fail. Its answer would have been the answer
 * of all members. */
static char *first_failure(const struct portfolio *p) {
  const struct auto_member *m = &p->member[0];
  const char *failed = json_string_value(json_object_get(m->answer, "failed"));
  return failed ? mem_printf("the search %s failed: %s", m->name, failed) : NULL;
}

/* Returns the reason, with the time of all members instead of one member's share. Caller frees. */
static char *reason_of(const struct portfolio *p, const struct auto_member *m) {
  const char *own =
      json_string_value(json_object_get(json_object_get(m->answer, "check"), "reason"));
  char *failed;
  if (cli_stop) return mem_strdup("interrupted");
  if (cause_of(m) == CAUSE_TIME) {
    const char *more = own ? strstr(own, "; ") : NULL;
    return mem_printf("time %g s%s", p->seconds, more ? more : "");
  }
  if ((failed = first_failure(p))) return failed;
  return mem_strdup(own ? own : "");
}

static void auto_print_parts(const struct portfolio *p);

/* Prints the text of the member that answers. The first line of "no error" names the races inside
 * libraries. */
static void print_said(const struct portfolio *p, const char *text) {
  static const char verdict[] = "no error";
  if (p->library_count && !strncmp(text, verdict, sizeof verdict - 1)) {
    printf("%s, %u race%s inside libraries without consequence (--library-races: errors)", verdict,
           p->library_count, p->library_count == 1 ? "" : "s");
    text += sizeof verdict - 1;
  }
  fputs(text, stdout);
}

/* ---- report as text ---- */

static void print_no_answer(const struct portfolio *p, const struct auto_member *m) {
  char *reason = reason_of(p, m), *advice = advice_for(cause_of(m), &p->check->cli, NULL);
  printf("inconclusive: %s\n", reason);
  auto_print_parts(p);
  if (advice) printf("  try: %s\n", advice);
  free(advice);
  free(reason);
}

static void auto_print_members(const struct portfolio *p);

static void print_text(const struct portfolio *p, const struct auto_member *m,
                       const struct command_words *again) {
  const char *text = json_string_value(json_object_get(m->answer, "text")),
             *head = counts_of(p, m)->head;
  char *command = command_words_text(again, 0);
  if (!p->answer) print_no_answer(p, m);
  print_said(p, p->headed && !strncmp(text, head, strlen(head)) ? text + strlen(head) : text);
  auto_print_races(p);
  auto_print_members(p);
  if (p->answer) printf("  again: heddle%s\n", command);
  if (rests_on(p, m)) printf("  every step: --strict\n");
  free(command);
}

/* ---- report as JSON ---- */

static json_t *answer_words(char *const *words, size_t n) {
  json_t *j = json_array();
  for (size_t i = 0; i < n; i++) {
    json_t *s = json_string(words[i]);
    json_array_append_new(j, s ? s : json_string("(not UTF-8)"));
  }
  return j;
}

static void no_answer_json(const struct portfolio *p, const struct auto_member *m, json_t *j) {
  struct cli c = p->check->cli;
  char *reason = reason_of(p, m), *advice = advice_for(cause_of(m), &c, NULL), *was, *next;
  json_t *stopped = json_object_get(j, "stopped");
  c.search.seconds = p->seconds;
  advice_next(cause_of(m), &c, &was, &next);
  json_object_set_new(j, "reason", json_string(reason));
  if (advice) json_object_set_new(j, "advice", json_string(advice));
  if (stopped && cause_of(m) == CAUSE_TIME) {
    json_object_set_new(stopped, "value", json_string(was));
    json_object_set_new(stopped, "next", json_string(next));
  }
  free(was);
  free(next);
  free(advice);
  free(reason);
}

static json_t *auto_members_json(const struct portfolio *p);

/* Returns an object that belongs to the member. */
static json_t *answer_json(const struct portfolio *p, const struct auto_member *m,
                           const struct command_words *again) {
  const struct cli *c = &p->check->cli;
  json_t *j = json_object_get(m->answer, "check");
  if (!p->answer) no_answer_json(p, m, j);
  auto_races_json(p, j);
  json_object_set_new(j, "trace", has_trace(p, m) ? json_string(c->output) : json_null());
  if (json_object_get(j, "command"))
    json_object_set_new(j, "command", answer_words(c->all_argv, (size_t)c->all_argc));
  if (json_object_get(j, "command") && c->said_argc)
    json_object_set_new(j, "said", answer_words(c->said_argv, (size_t)c->said_argc));
  json_object_set_new(
      j, "auto",
      json_pack("{s:s?,s:s?,s:o,s:o,s:f}", "answered", p->answer ? m->name : NULL, "methods",
                rests_on(p, m), "again", answer_words(again->all.data, again->all.len), "members",
                auto_members_json(p), "seconds", clock_seconds() - p->start));
  return j;
}

/* ---- whole report ---- */

static void print_answer(const struct portfolio *p, const struct auto_member *m) {
  struct command_words again = {0};
  char options[AUTO_WORDS];
  auto_member_words(p, m, options, true, &again);
  if (p->check->cli.json)
    check_dump_json(json_incref(answer_json(p, m, &again)));
  else
    print_text(p, m, &again);
  command_words_release(&again);
}

static int no_answer_code(void) { return cli_stop ? 128 + cli_stop : EXIT_INCONCLUSIVE; }

/* Reports a confirmed error whose process died before the rest of its report. */
static int report_head(struct portfolio *p, const char *failed) {
  const char *head = counts_of(p, p->answer)->head, *message = head + strlen("error: ");
  if (p->check->cli.json) {
    check_dump_json(json_pack("{s:s,s:b,s:s,s:b,s:{s:s%}}", "verdict", "error", "complete", 0,
                              "reason", failed, "certified", 1, "error", "message", message,
                              strcspn(message, "\n")));
    return EXIT_ERROR_FOUND;
  }
  auto_print_head(p);
  printf("  the rest of the report was lost: %s\n", failed);
  auto_print_members(p);
  return EXIT_ERROR_FOUND;
}

/* Reports that no search completed because of failures inside heddle. */
static int report_failures(struct portfolio *p, const char *failed) {
  if (p->check->cli.json) {
    check_dump_json(json_pack("{s:s,s:b,s:s,s:o}", "verdict", "inconclusive", "complete", 0,
                              "reason", failed, "members", auto_members_json(p)));
    return no_answer_code();
  }
  printf("inconclusive: %s\n", failed);
  auto_print_members(p);
  return no_answer_code();
}

static int report_failed(struct portfolio *p, const struct auto_member *m, const char *failed) {
  struct error err = {0};
  if (m == p->answer && counts_of(p, m)->certified) return report_head(p, failed);
  if (m != p->answer && auto_code_of(m) == EXIT_INTERNAL) return report_failures(p, failed);
  error_set(&err, (int)json_integer_value(json_object_get(m->answer, "errno")), "%s", failed);
  return cli_fail(&err);
}

int auto_report(struct portfolio *p) {
  struct auto_member *m;
  const char *failed;
  take_shown(p);
  m = spokesman(p);
  if (!m) return no_answer_code();
  failed = json_string_value(json_object_get(m->answer, "failed"));
  if (failed) return report_failed(p, m, failed);
  keep_trace(p, m);
  print_answer(p, m);
  return p->answer ? auto_code_of(m) : no_answer_code();
}

json_t *auto_report_test(struct portfolio *p, int fd) {
  struct command_words again = {0};
  char options[AUTO_WORDS];
  const struct auto_member *m;
  json_t *check;
  bool skipped;
  int code;
  take_shown(p);
  m = spokesman(p);
  if (!m || json_object_get(m->answer, "failed")) return m ? json_incref(m->answer) : NULL;
  keep_trace(p, m);
  auto_member_words(p, m, options, true, &again);
  code = p->answer ? auto_code_of(m) : no_answer_code();
  skipped = p->answer && json_is_true(json_object_get(m->answer, "skipped"));
  check = answer_json(p, m, &again);
  if (code != EXIT_NO_ERROR || !p->test->name)
    print_text(p, m, &again);
  else if (p->library_count)
    auto_print_races(p);
  command_words_release(&again);
  return json_pack("{s:i,s:b,s:O,s:o,s:o,s:s?,s:s?}", "code", code, "skipped", skipped, "check",
                   check, "text", captured_text(fd), "traces",
                   has_trace(p, m) ? json_pack("[s]", p->check->cli.output) : json_array(), "by",
                   p->answer ? m->name : NULL, "methods", rests_on(p, m));
}

/* ---- state of a member ---- */

/* By enum auto_state. A waiting member is shown only if it has begun: its first search then ended
 * because its share was used up. */
static const char *const state_words[] = {"ended", "running", "done", "stopped"};

static bool began(const struct auto_member *m) { return m->start > 0; }

static const char *state_word(const struct auto_member *m) {
  CHECK(!began(m) || (size_t)m->state < COUNT(state_words), "a member that began has a state: %d",
        (int)m->state);
  return began(m) ? state_words[m->state] : "not begun";
}

/* ---- result of a member ---- */

/* Adds "6,122" or "1.9 million". */
static void add_count(struct text *t, uint64_t n) {
  if (n >= 1000000)
    text_printf(t, "%.1f million", (double)n / 1e6);
  else if (n >= 1000)
    text_printf(t, "%u,%03u", (unsigned)(n / 1000), (unsigned)(n % 1000));
  else
    text_printf(t, "%u", (unsigned)n);
}

/* Returns why the member's search was inconclusive (enum search_cause); CAUSE_NONE: it was not. */
static int auto_cause_of(const struct auto_member *m) {
  const json_t *stopped = json_object_get(json_object_get(m->answer, "check"), "stopped");
  const char *cause = json_string_value(json_object_get(stopped, "cause"));
  return cause ? advice_cause_named(cause) : CAUSE_NONE;
}

/* Returns true if the search was complete, except for the bound that its options set. */
static bool is_whole(const struct auto_member *m) {
  const json_t *check = json_object_get(m->answer, "check");
  return json_is_true(json_object_get(check, "complete")) || auto_cause_of(m) == CAUSE_PREEMPTIONS;
}

/* Returns the result of a finished member: "depth 40", "no error", "an error". */
static const char *auto_word(const struct auto_member *m) {
  const json_t *check = json_object_get(m->answer, "check");
  const char *verdict = json_string_value(json_object_get(check, "verdict")),
             *reason = json_string_value(json_object_get(check, "reason"));
  if (!verdict) return "";
  if (auto_ended_by_race(m)) return "a read-write race";
  if (!strcmp(verdict, "error")) return "an error";
  if (!strcmp(verdict, "no error"))
    return m->claims >= RACE_FREE ? "no error" : "no error, complete";
  return reason && *reason ? reason : verdict;
}

/* Adds a longer text of the result, for people. */
static void add_word(struct text *t, const struct auto_member *m) {
  const json_t *check = json_object_get(m->answer, "check");
  const char *verdict = json_string_value(json_object_get(check, "verdict"));
  if (!strcmp(verdict, "error"))
    text_printf(t, ", %s", auto_word(m));
  else if (is_whole(m) && m->claims >= RACE_FREE)
    text_puts(t, ", complete: no error");
  else if (is_whole(m) && m->claims == SHOWN && auto_methods(m))
    text_printf(t, ", complete: no error; %s as one step each", auto_methods(m));
  else if (is_whole(m))
    text_printf(t, ", no error %s", m->what);
  else if (auto_cause_of(m) == CAUSE_TIME || auto_cause_of(m) == CAUSE_INTERRUPT)
    text_puts(t, ", incomplete: no error found");
  else
    text_printf(t, ", %.*s", auto_cause_of(m) == CAUSE_UNCONFIRMED ? 200 : 50, auto_word(m));
}

/* Returns a line such as "every step  done   0.6 s  1,204 states, complete: no error". */
static char *auto_line(const struct portfolio *p, const struct auto_member *m) {
  const json_t *check = json_object_get(m->answer, "check");
  const char *failed = json_string_value(json_object_get(m->answer, "failed"));
  bool runs = m->state == AUTO_RUNNING;
  struct text t = {0};
  text_printf(&t, "  %-10s  %-9s %6.1f s", m->name, state_word(m),
              runs ? clock_seconds() - m->start : m->seconds);
  if (runs || check) {
    uint64_t states = runs ? p->counts[m - p->member].states
                           : (uint64_t)json_integer_value(json_object_get(check, "states"));
    text_puts(&t, "  ");
    add_count(&t, states);
    text_puts(&t, states == 1 ? " state" : " states");
    if (runs && *p->counts[m - p->member].explored)
      text_printf(&t, ", %.*s", EXPLORED_TEXT - 1, p->counts[m - p->member].explored);
  }
  if (!runs && check)
    add_word(&t, m);
  else if (!runs && failed && m->state == AUTO_DONE)
    text_printf(&t, "  %.60s", failed);
  return t.s;
}

/* ---- progress on the terminal ---- */

/* Returns the maximum width of a progress line. A longer one would wrap, and auto_progress_clear
 * would leave its second row. */
static int auto_columns(void) {
  struct winsize w;
  return !ioctl(STDERR_FILENO, TIOCGWINSZ, &w) && w.ws_col > 1 ? w.ws_col - 1 : 78;
}

void auto_progress_clear(struct portfolio *p) {
  if (p->shown) fprintf(stderr, "\033[%zuA\033[J", p->shown);
  p->shown = 0;
}

void auto_progress(struct portfolio *p) {
  size_t i;
  auto_progress_clear(p);
  fprintf(stderr, "heddle: %u search%s at a time, %g s; Ctrl-C keeps what is known\n",
          p->workers.size, p->workers.size == 1 ? "" : "es", p->seconds);
  p->shown = 1;
  for (i = 0; i < AUTO_MEMBERS; i++) {
    char *line;
    if (!began(&p->member[i])) continue;
    line = auto_line(p, &p->member[i]);
    fprintf(stderr, "%.*s\n", auto_columns(), line);
    free(line);
    p->shown++;
  }
  fflush(stderr);
}

/* ---- lines after the answer ---- */

/* Prints which members completed their part without an error, and what that part was, to stdout. */
static void auto_print_parts(const struct portfolio *p) {
  size_t i;
  for (i = 0; i < AUTO_MEMBERS; i++) {
    const struct auto_member *m = &p->member[i];
    if (is_whole(m)) printf("  no error %s (%s)\n", m->what, m->options);
  }
}

/* Prints one line per member to stdout. After an answer, lists only members that began, and prints
 * nothing if only one did. print_races says what the searches for consequences found. */
static void auto_print_members(const struct portfolio *p) {
  size_t i, n = 0;
  for (i = 0; i < AUTO_MEMBERS; i++)
    n += began(&p->member[i]) && !auto_is_late(p->member[i].claims);
  for (i = 0; i < AUTO_MEMBERS && (n > 1 || !p->answer); i++) {
    char *line;
    if (auto_is_late(p->member[i].claims)) continue;
    if ((p->answer || p->member[i].state == AUTO_LEFT_OUT) && !began(&p->member[i])) continue;
    line = auto_line(p, &p->member[i]);
    puts(line);
    free(line);
  }
}

/* Returns the members as JSON, owned by the caller. */
static json_t *auto_members_json(const struct portfolio *p) {
  json_t *all = json_array();
  size_t i;
  for (i = 0; i < AUTO_MEMBERS; i++) {
    const struct auto_member *m = &p->member[i];
    const json_t *check = json_object_get(m->answer, "check");
    json_t *j;
    if (auto_is_late(m->claims) && !began(m)) continue;
    j = json_pack("{s:s,s:s,s:s,s:f,s:s}", "name", m->name, "options", m->options, "state",
                  state_word(m), "seconds", m->seconds, "says", auto_word(m));
    if (check) {
      json_object_set(j, "states", json_object_get(check, "states"));
      json_object_set(j, "transitions", json_object_get(check, "transitions"));
    }
    json_array_append_new(all, j);
  }
  return all;
}
