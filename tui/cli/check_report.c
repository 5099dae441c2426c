/* The report of heddle check: text for people, a JSON object for programs. */
#include "tui/cli/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tui/cli/advice.h"
#include "tui/cli/contracts.h"
#include "tui/cli/coverage_report.h"
#include "tui/cli/extent.h"
#include "tui/cli/remedy.h"
#include "tui/cli/scope.h"
#include "tui/text/explored.h"
#include "tui/text/story.h"

enum verdict check_verdict(const struct check *k) {
  if (k->count) return VERDICT_ERROR;
  return k->report.status == SEARCH_DONE && k->report.complete ? VERDICT_NO_ERROR
                                                               : VERDICT_INCONCLUSIVE;
}

const char *check_verdict_word(enum verdict v) {
  static const char *const words[] = {"error", "no error", "inconclusive"};
  return words[v];
}

/* ---- JSON ---- */

/* "a.b.Bank.pay"; null: unknown */
static json_t *method_json(const struct error_places *p) {
  return p->method ? json_sprintf("%s.%s", p->class_name, p->method) : json_null();
}

static uint32_t stale_reads_of(const struct schedule *s) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->count; i++) n += s->choices[i].kind == CHOICE_STALE;
  return n;
}

/* the classes whose code makes the two accesses of a race inside libraries */
static json_t *accessors_json(const struct error_places *p) {
  return json_pack("[s?,s?]", p->accessor[0], p->accessor[1]);
}

static json_t *error_json(const struct check *k, const struct schedule *s) {
  json_t *story = s->story ? json_loads(s->story, 0, NULL) : NULL, *j;
  j = json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:i,s:i,s:b}", "property", s->property, "kind", s->kind,
                "message", s->message, "location", s->location ? s->location : "", "thread",
                s->thread, "detail", s->detail ? s->detail : "", "steps", (int)s->count, "switches",
                (int)s->switches, "minimal", s->minimal);
  if (s->headline && strcmp(s->headline, s->message) != 0)
    json_object_set_new(j, "headline", json_string(s->headline));
  if (stale_reads_of(s))
    json_object_set_new(j, "stale_reads", json_integer((json_int_t)stale_reads_of(s)));
  if (s->places.raced_field)
    json_object_set_new(j, "raced",
                        json_sprintf("%s.%s", s->places.raced_class, s->places.raced_field));
  if (s->places.raced_array) json_object_set_new(j, "raced", json_string(s->places.raced_array));
  if (s->places.idiom)
    json_object_set_new(j, "idiom", json_string(race_idiom_name(s->places.idiom)));
  if (s->places.by_library) {
    json_object_set_new(j, "library", json_true());
    json_object_set_new(j, "accessors", accessors_json(&s->places));
  }
  if (s->early) json_object_set_new(j, "early_ns", json_integer((json_int_t)s->early));
  if (story) json_object_set_new(j, "story", story);
  if (s->left_out) json_object_set_new(j, "left_out", json_string(s->left_out));
  if (k->traces_later) json_object_set_new(j, "method", method_json(&s->places));
  return j;
}

static json_t *trace_json(const char *path) { return path ? json_string(path) : json_null(); }

/* --all-errors: returns each error with its own counterexample. */
static json_t *distinct_json(const struct check *k) {
  json_t *all = json_array();
  uint32_t i;
  for (i = 0; i < k->count; i++) {
    json_t *j = error_json(k, &k->found[i]);
    json_object_set_new(j, "trace", trace_json(k->traces[i]));
    json_array_append_new(all, j);
  }
  return all;
}

static json_t *output_json(const char *s) {
  json_t *j = json_string(s);
  return j ? j : json_string("(not UTF-8)");
}

static json_t *printed_json(const struct outcome_info *o) {
  json_t *j = json_stringn(o->output, o->output_len);
  return j ? j : json_string("(not UTF-8)");
}

static void outcomes_json(struct check *k, json_t *j) {
  json_t *all = json_array();
  struct outcome_info o;
  uint32_t i;
  for (i = 0; !engine_outcome(k->e, i, &o); i++)
    json_array_append_new(all, json_pack("{s:s,s:i,s:o,s:s,s:I,s:s}", "end", o.end, "status",
                                         o.status, "output", printed_json(&o), "message", o.message,
                                         "met", (json_int_t)o.met, "schedule", o.schedule));
  json_object_set_new(j, "outcomes", all);
}

/* Returns the command as given. `heddle explain` proposes changes of it. */
static json_t *command_json(char *const *words, int count) {
  json_t *j = json_array();
  for (int i = 0; i < count; i++) json_array_append_new(j, output_json(words[i]));
  return j;
}

static json_t *lines_json(const char *p) {
  json_t *j = json_array();
  while (*p) {
    size_t n = strcspn(p, "\n"), blank = strspn(p, " ");
    if (n > blank) json_array_append_new(j, json_stringn(p + blank, n - blank));
    p += n + (p[n] == '\n');
  }
  return j;
}

/* Returns true if only the paths that need something missing were cut. */
static bool lacks(const struct check *k) {
  return k->report.cause == CAUSE_NATIVE || k->report.cause == CAUSE_CODE ||
         k->report.cause == CAUSE_FEATURE;
}

static json_t *seen_json(const struct search_seen *s) {
  return json_pack("{s:i,s:i,s:i,s:i}", "threads", (int)s->threads, "steps", (int)s->steps,
                   "library", (int)s->library, "plain", (int)s->plain);
}

/* Adds what stopped the search, and what to try next. */
static void stopped_json(struct check *k, json_t *j) {
  int cause = k->report.cause;
  json_t *s = json_pack("{s:s,s:s,s:s?}", "by", advice_stopped_by(cause), "cause",
                        advice_cause_name(cause), "option", advice_option(cause));
  char *was, *next;
  advice_next(cause, &k->cli, &was, &next);
  json_object_set_new(s, "value", was ? json_string(was) : json_null());
  json_object_set_new(s, "seen", seen_json(&k->report.seen));
  json_object_set_new(s, "next", next ? json_string(next) : json_null());
  if (engine_failure_stack(k->e))
    json_object_set_new(s, "stack", lines_json(engine_failure_stack(k->e)));
  if (engine_failure_place(k->e))
    json_object_set_new(s, "call", json_string(engine_failure_place(k->e)));
  if (lacks(k)) json_object_set_new(s, "ends", json_integer((json_int_t)k->report.ends));
  json_object_set_new(j, "stopped", s);
  free(was);
  free(next);
}

static void advice_json(const struct check *k, json_t *j) {
  char *advice = advice_for_report(&k->report, &k->cli, k->tried);
  if (advice) json_object_set_new(j, "advice", json_string(advice));
  free(advice);
}

static json_t *reached_json(struct check *k) {
  struct coverage c;
  json_t *j;
  engine_coverage(k->e, &c);
  j = coverage_json(&c);
  coverage_release(&c);
  return j;
}

/* Returns the checkpoint to resume from (null if the search was not stopped), and the cost of
 * checkpoints. */
static json_t *checkpoint_json(const struct check *k) {
  const struct search_report *r = &k->report;
  return json_pack("{s:o,s:I,s:I,s:f}", "file", trace_json(r->kept ? k->cli.checkpoint : NULL),
                   "written", (json_int_t)r->checkpoints, "bytes", (json_int_t)r->checkpoint_bytes,
                   "seconds", r->checkpoint_seconds);
}

static void executions_json(const struct search_report *r, json_t *j) {
  json_object_set_new(j, "executions", json_integer((json_int_t)r->executions));
  json_object_set_new(j, "redundant", json_integer((json_int_t)r->redundant));
  json_object_set_new(j, "cut", json_integer((json_int_t)r->paths_cut));
}

static json_t *weak_json(const struct check *k) {
  struct scope_info seen;
  engine_scope(k->e, &seen);
  return scope_weak_json(&seen);
}

json_t *check_json(struct check *k) {
  const struct search_report *r = &k->report;
  char *scope = scope_text(k->e, &k->cli, r, k->count);
  json_t *j = json_pack("{s:s,s:b,s:s,s:s}", "verdict", check_verdict_word(check_verdict(k)),
                        "complete", r->complete, "reason", r->reason, "scope", scope);
  if (check_verdict(k) == VERDICT_INCONCLUSIVE) advice_json(k, j);
  if (k->count) {
    json_object_set_new(j, "error", error_json(k, &k->found[0]));
    json_object_set_new(j, "certified", json_true()); /* only certified errors are reported */
  }
  if (k->unconfirmed) json_object_set_new(j, "unconfirmed", json_string(k->unconfirmed));
  if (k->cli.search.all_errors) json_object_set_new(j, "distinct_errors", distinct_json(k));
  json_object_set_new(j, "weak", weak_json(k));
  json_object_set_new(j, "states", json_integer((json_int_t)r->states));
  json_object_set_new(j, "transitions", json_integer((json_int_t)r->transitions));
  json_object_set_new(j, "instructions", json_integer((json_int_t)r->instructions));
  json_object_set_new(j, "revisits", json_integer((json_int_t)r->revisits));
  json_object_set_new(j, "backtracks", json_integer((json_int_t)r->backtracks));
  if (r->counts_executions) executions_json(r, j);
  json_object_set_new(j, "frontier", json_integer((json_int_t)r->frontier));
  if (r->stopped) json_object_set_new(j, "estimate", extent_json(r));
  json_object_set_new(j, "cycle", json_boolean(r->cycle));
  json_object_set_new(j, "hang_evaluated", json_boolean(r->complete && r->hang == HANG_EVALUATED));
  json_object_set_new(j, "errors", json_integer((json_int_t)r->errors));
  json_object_set_new(j, "depth", json_integer(k->count ? r->depth : r->max_depth));
  json_object_set_new(j, "seconds", json_real(r->seconds));
  json_object_set_new(j, "boot_seconds", json_real(k->boot));
  json_object_set_new(j, "peak_kb", json_integer((json_int_t)r->peak_kb));
  json_object_set_new(j, "trace", trace_json(k->count ? k->traces[0] : NULL));
  if (k->cli.checkpoint) json_object_set_new(j, "checkpoint", checkpoint_json(k));
  if (k->cli.engine.outcomes) outcomes_json(k, j);
  if (check_verdict(k) == VERDICT_INCONCLUSIVE) stopped_json(k, j);
  if (check_verdict(k) != VERDICT_NO_ERROR) {
    json_object_set_new(j, "command", command_json(k->cli.all_argv, k->cli.all_argc));
    if (k->cli.said_argc)
      json_object_set_new(j, "said", command_json(k->cli.said_argv, k->cli.said_argc));
  }
  if (k->tried) json_object_set(j, "tried", k->tried);
  if (k->cli.engine.coverage) json_object_set_new(j, "coverage", reached_json(k));
  free(scope);
  return j;
}

void check_dump_json(json_t *j) {
  json_dumpf(j, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
  putchar('\n');
  json_decref(j);
}

/* ---- text ---- */

static void print_lines(const char *p) {
  while (*p) {
    size_t n = strcspn(p, "\n");
    printf("    %.*s\n", (int)n, p);
    p += n + (p[n] == '\n');
  }
}

void check_print_story(const struct schedule *s, bool whole) {
  json_t *story = s->story ? json_loads(s->story, 0, NULL) : NULL;
  char *text = story ? story_text(story, "    ", STORY_COLUMNS, whole) : NULL;
  if (text) printf("  what happened:\n%s", text);
  free(text);
  json_decref(story);
}

char *check_headline(const struct schedule *s) {
  return mem_printf("error: %s\n  property %s (%s), thread %s, at %s\n",
                    s->headline ? s->headline : s->message, s->property, s->kind, s->thread,
                    s->location ? s->location : "?");
}

static void print_headline_of(const struct schedule *s) {
  char *head = check_headline(s);
  fputs(head, stdout);
  fflush(stdout);
  free(head);
}

bool check_headline_grows(const struct schedule *s) {
  return !strcmp(s->property, engine_property_name(PROP_DEADLOCK)) ||
         !strcmp(s->property, engine_property_name(PROP_HANG));
}

void check_print_headline(struct check *k) {
  if (check_headline_grows(&k->found[0])) return;
  print_headline_of(&k->found[0]);
  k->headed = true;
}

static void print_error(struct check *k, const struct schedule *s, const char *trace) {
  if (!k->headed) print_headline_of(s);
  k->headed = false;
  if (s->detail) print_lines(s->detail);
  printf(
      "  counterexample of %u step%s, %u context switch%s%s, executed again from main in a fresh "
      "process\n",
      s->count, PLURAL(s->count), s->switches, s->switches == 1 ? "" : "es",
      s->minimal ? " (minimal)" : "");
  check_print_story(s, false);
  if (s->left_out) printf("  left out of what happened: %s\n", s->left_out);
  if (trace) printf("  trace: %s\n", trace);
}

/* Prints the text in quotes, on one line. */
static void print_quoted(const char *s, size_t n) {
  putchar('"');
  for (; n; s++, n--) {
    if (*s == '\n')
      fputs("\\n", stdout);
    else if (*s == '"' || *s == '\\')
      printf("\\%c", *s);
    else if ((unsigned char)*s < 32)
      printf("\\x%02x", (unsigned char)*s);
    else
      putchar(*s);
  }
  putchar('"');
}

static void print_outcomes(struct check *k) {
  struct outcome_info o;
  uint32_t i;
  for (i = 0; !engine_outcome(k->e, i, &o); i++) {
    printf("  outcome %u: %s", i + 1, o.end);
    if (o.message[0])
      printf(" (%s)", o.message);
    else if (!strcmp(o.end, "exit"))
      printf(" %d", o.status);
    fputs(", printed ", stdout);
    print_quoted(o.output, o.output_len);
    printf(", met %llu time%s\n    schedule: %s\n", (unsigned long long)o.met, PLURAL(o.met),
           o.schedule);
  }
}

/* Prints the result of the other paths if something is missing. */
static void print_others(const struct check *k) {
  const char *place = engine_failure_place(k->e);
  if (place) printf("  the program needs it at %s\n", place);
  if (k->report.ends)
    printf("  the paths without it were searched: no error, %llu state%s, %llu way%s to end\n",
           (unsigned long long)k->report.states, PLURAL(k->report.states),
           (unsigned long long)k->report.ends, PLURAL(k->report.ends));
  else
    printf("  no path ends without it\n");
}

static void print_no_error(const struct check *k) {
  struct scope_info seen;
  char *words;
  engine_scope(k->e, &seen);
  words = contracts_words(&seen);
  printf("no error%s: the search is complete%s%s\n", scope_model(&seen), scope_rounds(&seen),
         words);
  free(words);
}

/* Returns the name of the i-th counterexample; NULL: there is none, or the caller reports it. */
static const char *trace_of(const struct check *k, uint32_t i) {
  if (k->traces_later || !k->traces[i]) return NULL;
  return k->trace_name ? k->trace_name : k->traces[i];
}

static void print_verdict(struct check *k, double seconds) {
  const struct search_report *r = &k->report;
  char *advice;
  uint32_t i;
  for (i = 0; i < k->count; i++) print_error(k, &k->found[i], trace_of(k, i));
  if (k->count) remedies_try(k, seconds, true);
  if (k->count && !k->cli.output && !k->traces_later)
    printf("  keep it with -o FILE and walk through it: heddle debug --trace FILE\n");
  if (k->count) return;
  if (check_verdict(k) == VERDICT_NO_ERROR) {
    print_no_error(k);
    if (r->cycle)
      printf("  cycle seen: a path returns to one of its own states and need not end\n");
    return;
  }
  if (k->one_of_several && r->stopped) return;
  printf("inconclusive: %s\n", r->reason);
  if (engine_failure_stack(k->e)) printf("%s", engine_failure_stack(k->e));
  if (lacks(k)) print_others(k);
  remedies_try(k, seconds, true);
  if (remedies_helped(k->tried)) return;
  advice = advice_for_report(r, &k->cli, k->tried);
  if (advice) printf("  try: %s\n", advice);
  free(advice);
}

static void print_share(const struct search_report *r) {
  char share[EXPLORED_TEXT];
  explored_text(r, share);
  if (r->stopped && *share) printf("  explored: %s\n", share);
}

static void print_executions(const struct search_report *r) {
  printf("  %llu execution%s, %llu redundant, %llu cut\n", (unsigned long long)r->executions,
         PLURAL(r->executions), (unsigned long long)r->redundant, (unsigned long long)r->paths_cut);
}

void check_print(struct check *k, double seconds) {
  const struct search_report *r = &k->report;
  char *scope = scope_text(k->e, &k->cli, r, k->count);
  print_verdict(k, seconds);
  if (k->cli.engine.outcomes) print_outcomes(k);
  if (k->count && (k->cli.engine.outcomes || k->cli.search.all_errors) && !r->complete &&
      r->reason[0])
    printf("  not complete: %s\n", r->reason);
  if (k->count && k->unconfirmed) printf("  a candidate was not confirmed: %s\n", k->unconfirmed);
  if (r->kept)
    printf("  go on from here: --resume %s (%.1f MB)\n", k->cli.checkpoint,
           (double)r->checkpoint_bytes / (1 << 20));
  print_share(r);
  printf("  scope: %s\n", scope);
  if (r->counts_executions) print_executions(r);
  printf("  %llu state%s, %llu transition%s, %llu bytecode%s, depth %u",
         (unsigned long long)r->states, PLURAL(r->states), (unsigned long long)r->transitions,
         PLURAL(r->transitions), (unsigned long long)r->instructions, PLURAL(r->instructions),
         k->count ? r->depth : r->max_depth);
  if (!k->count && r->frontier) printf(", %llu not tried", (unsigned long long)r->frontier);
  if (r->errors > 1) printf(", %u errors", r->errors);
  if (k->count > 1) printf(" (%u distinct)", k->count);
  printf("; %.2f s, %llu MB\n", r->seconds, (unsigned long long)(r->peak_kb >> 10));
  free(scope);
}
