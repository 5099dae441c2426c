/* Runs remedies in child processes, started by the broker if the search is confined.
 * A request names the row, the command and the time. The answer is the result object; any other
 * JSON value means that there is no result. */
#include "tui/cli/remedy.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/number.h"
#include "tui/cli/advice.h"
#include "tui/cli/auto/auto.h"
#include "tui/cli/child.h"
#include "tui/cli/misplaced.h"
#include "tui/cli/remedy_words.h"
#include "tui/cli/scope.h"
#include "tui/text/explored.h"

/* ---- options as words ---- */

static void remedy_words_add(struct command_words *w, const char *option, char *value) {
  *vec_push(&w->all) = mem_strdup(option);
  if (value) *vec_push(&w->all) = value;
}

static void add_text(struct command_words *w, const char *option, const char *value) {
  if (value) remedy_words_add(w, option, mem_strdup(value));
}

static void add_number(struct command_words *w, const char *option, uint64_t value,
                       const char *unit) {
  remedy_words_add(w, option, mem_printf("%llu%s", (unsigned long long)value, unit));
}

static void add_flag(struct command_words *w, const char *option, bool given) {
  if (given) remedy_words_add(w, option, NULL);
}

bool remedy_words(struct command_words *out, const struct engine_options *o) {
  int i;
  if (o->stdin_len) return false;
  *vec_push(&out->all) = mem_strdup("check");
  add_text(out, "-cp", o->class_path);
  add_text(out, "--java-home", o->java_home);
  add_number(out, "--seed", o->seed, "");
  remedy_words_add(out, "--property", engine_properties_text(o->properties, ","));
  add_text(out, "--por", engine_por_name((uint32_t)o->por));
  add_number(out, "--patience", o->patience, "ns");
  if (o->heap_bytes) remedy_words_add(out, "--heap", number_size_word(o->heap_bytes));
  if (o->clock_jumps) add_number(out, "--clock-jumps", o->clock_jumps, "");
  if (o->spurious) add_number(out, "--spurious", o->spurious, "");
  if (o->stale_reads) add_text(out, "--stale-reads", engine_stale_name((uint32_t)o->stale_reads));
  add_flag(out, "--race-rw", o->race_rw);
  add_flag(out, "--swallowed", o->swallowed);
  add_flag(out, "--library-frames", o->library_frames);
  add_text(out, "--trust", o->trust);
  add_text(out, "--benign", o->benign);
  add_text(out, "--own", o->own);
  add_text(out, "--atomic", o->atomic);
  for (i = 0; i < o->define_count; i++) add_text(out, "--define", o->defines[i]);
  for (i = 0; i < o->readable_count; i++) add_text(out, "--readable", o->readable[i]);
  *vec_push(&out->all) = mem_strdup(o->main_class);
  for (i = 0; i < o->argc; i++) *vec_push(&out->all) = mem_strdup(o->argv[i]);
  return true;
}

/* ---- process of one try ---- */

static bool remedy_interrupted(void) { return cli_stop && cli_stop != SIGALRM; }

enum {
  GROUPS = CLI_PROGRAM | CLI_SEARCH | CLI_OUTPUT | CLI_CHECK | CLI_CONFIRMS | CLI_COVERAGE |
           CLI_JUNIT | CLI_REPORTS | CLI_TRY
};

static bool parse(struct cli *c, size_t count, char **words) {
  struct error err = {0};
  return cli_parse(c, (int)count, words, GROUPS, "") == CLI_GO_ON && !misplaced(c, &err);
}

/* Switches off all output except the answer. */
static void make_silent(struct cli *c) {
  c->output = c->coverage = c->checkpoint = c->resume = c->junit_xml = c->sarif = NULL;
  c->json = c->engine.outcomes = c->search.all_errors = false;
  c->quiet = true;
}

static json_t *words_json(const struct command_words *w) {
  json_t *j = json_array();
  for (size_t i = 0; i < w->all.len; i++) json_array_append_new(j, json_string(w->all.data[i]));
  return j;
}

/* Returns "--search context-bounded --preemptions 1", or "without --atomic". */
static char *options_text(const struct remedy_plan *p) {
  struct text t = {0};
  for (size_t i = 0; i < p->count; i++) {
    const struct option_change *c = &p->change[i];
    text_printf(&t, "%s%s%s", i ? " " : "", c->value ? "" : "without ", c->option);
    if (c->value && *c->value) text_printf(&t, " %s", c->value);
  }
  return t.s;
}

static json_t *result_json(struct check *k, const struct remedy *r, const struct remedy_plan *plan,
                           const struct command_words *again) {
  char *options = options_text(plan);
  const struct schedule *s = k->count ? &k->found[0] : NULL;
  char share[EXPLORED_TEXT];
  struct scope_info seen;
  bool within = k->report.cause == CAUSE_DEPTH || k->report.cause == CAUSE_PREEMPTIONS;
  json_t *j = json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:b,s:f,s:I,s:o}", "remedy", r->name, "options",
                        options, "means", r->means, "verdict", check_verdict_word(check_verdict(k)),
                        "cause", advice_cause_name(k->report.cause), "reason", k->report.reason,
                        "complete_within", !s && within, "seconds", k->boot + k->report.seconds,
                        "states", (json_int_t)k->report.states, "command", words_json(again));
  engine_scope(k->e, &seen);
  json_object_set_new(j, "weak", scope_weak_json(&seen));
  explored_text(&k->report, share);
  if (*share) json_object_set_new(j, "explored", json_string(share));
  if (s)
    json_object_set_new(
        j, "error",
        json_pack("{s:s,s:s,s:s,s:s,s:i}", "property", s->property, "kind", s->kind, "message",
                  s->message, "location", s->location ? s->location : "", "steps", (int)s->count));
  free(options);
  return j;
}

static json_t *check_once(struct check *k, const struct remedy *r, const struct remedy_plan *plan,
                          const struct command_words *again) {
  struct error err = {0};
  json_t *j = NULL;
  if (k->cli.argc) {
    k->cli.engine.main_class = *k->cli.argv++;
    k->cli.engine.argc = --k->cli.argc;
    k->cli.engine.argv = k->cli.argv;
    if (!check_search(k, &err) && !remedy_interrupted()) j = result_json(k, r, plan, again);
  }
  check_release(k);
  return j;
}

struct request {
  const struct remedy *row;
  struct remedy_case of;
  char **words;
  size_t count;
  char **said; /* cli.said_argv; if said_count is 0, the user typed `words` */
  size_t said_count;
  double seconds;
};

/* Handles signals again, because the broker that forked this process ignores them. */
static void heed_signals(void) {
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  cli_stop = 0;
  cli_signals();
}

static void add_search(struct command_words *w, const char *name) {
  struct command_words given = *w;
  const struct option_change search = {"--search", name};
  *w = (struct command_words){0};
  command_words_change(w, given.all.data, given.all.len, &search, 1);
  command_words_release(&given);
}

/* Makes the command of a try, and the command `again` that repeats it. A try does not use
 * checkpoints. Both are one search, never auto. */
static void change_command(const struct request *q, const struct remedy_plan *plan,
                           struct command_words *w, struct command_words *again) {
  struct option_change all[REMEDY_CHANGES + 3];
  size_t n = plan->count;
  struct cli c;
  memcpy(all, plan->change, n * sizeof *all);
  all[n++] = (struct option_change){"--resume", NULL};
  all[n++] = (struct option_change){"--checkpoint", NULL};
  all[n++] = (struct option_change){"--checkpoint-every", NULL};
  command_words_change(w, q->words, q->count, all, n);
  if (q->said_count)
    command_words_change(again, q->said, q->said_count, all, n);
  else
    command_words_change(again, q->words, q->count, all, n);
  if (!parse(&c, w->all.len, w->all.data) || !auto_by_default(&c)) return;
  add_search(w, c.search.search);
  add_search(again, c.search.search);
}

static json_t *try_it(void *self) {
  struct request *q = self;
  struct cli given;
  struct check k = {0};
  struct remedy_plan plan = {0};
  struct command_words w = {0}, again = {0};
  double start = clock_seconds();
  json_t *j = NULL;
  heed_signals();
  if (!freopen("/dev/null", "w", stderr)) return NULL;
  if (!parse(&given, q->count, q->words)) return NULL;
  q->of.cli = &given;
  if (!q->row->plan(&q->of, &plan)) return NULL;
  change_command(q, &plan, &w, &again);
  if (parse(&k.cli, w.all.len, w.all.data)) {
    make_silent(&k.cli);
    k.cli.search.seconds = q->seconds - (clock_seconds() - start);
    j = check_once(&k, q->row, &plan, &again);
  }
  command_words_release(&w);
  command_words_release(&again);
  return j;
}

/* ---- the broker ---- */

static char **words_of(const json_t *all, size_t *count) {
  char **words;
  *count = json_array_size(all);
  words = mem_alloc((*count + 1) * sizeof *words);
  for (size_t i = 0; i < *count; i++)
    words[i] = mem_strdup(json_string_value(json_array_get(all, i)));
  return words;
}

static void words_free(char **words, size_t count) {
  for (size_t i = 0; i < count; i++) free(words[i]);
  free(words);
}

char *remedies_service(const char *request, size_t n) {
  json_t *j = json_loadb(request, n, 0, NULL), *answer;
  struct request q = {0};
  json_int_t row = json_integer_value(json_object_get(j, "remedy"));
  char *text = NULL;
  if (json_is_integer(json_object_get(j, "remedy")) && row >= 0 && remedy_at((size_t)row)) {
    q.row = remedy_at((size_t)row);
    q.words = words_of(json_object_get(j, "words"), &q.count);
    q.said = words_of(json_object_get(j, "said"), &q.said_count);
    q.of.cause = (int)json_integer_value(json_object_get(j, "cause"));
    q.of.early = (uint64_t)json_integer_value(json_object_get(j, "early"));
    q.of.jdk = json_string_value(json_object_get(j, "jdk"));
    q.seconds = json_real_value(json_object_get(j, "seconds"));
    answer = child_ask(try_it, &q);
    text = answer ? json_dumps(answer, JSON_COMPACT) : mem_strdup("null");
    json_decref(answer);
    words_free(q.words, q.count);
    words_free(q.said, q.said_count);
  }
  json_decref(j);
  return text;
}

/* ---- the process that asks ---- */

typedef json_t *asker(void *self, size_t row, const struct remedy_case *of, double seconds);

static bool is_whole(const json_t *result) {
  return !strcmp(json_string_value(json_object_get(result, "verdict")), "no error");
}

static bool is_certain(const json_t *result) {
  if (!strcmp(json_string_value(json_object_get(result, "verdict")), "error")) return true;
  return is_whole(result) && !*json_string_value(json_object_get(result, "means"));
}

/* Each remaining remedy gets at least a second, or an equal share of the time if that is more;
 * remedies that do not apply take no time. Stops after an unconditional answer. After an answer
 * with a condition, tries one more. */
static json_t *try_all(const struct remedy_case *of, double seconds, bool show, asker *ask,
                       void *self) {
  json_t *all = json_array();
  double end = clock_seconds() + seconds;
  size_t order[REMEDIES_MOST], left = remedy_order(of, order), i;
  bool certain = false;
  for (i = 0; left && !certain && !remedy_interrupted(); i++) {
    size_t before = json_array_size(all);
    json_t *result;
    double rest = end - clock_seconds(), share = rest / (double)left--;
    if (rest <= 0) break;
    if (share < 1) share = rest < 1 ? rest : 1;
    result = ask(self, order[i], of, share);
    if (!json_is_object(result)) {
      json_decref(result);
      continue;
    }
    if (show) remedy_print(result);
    certain = is_certain(result) || (before && is_whole(json_array_get(all, before - 1)));
    json_array_append_new(all, result);
  }
  return all;
}

static json_t *strings_json(char *const *all, int count) {
  json_t *j = json_array();
  for (int i = 0; i < count; i++) json_array_append_new(j, json_string(all[i]));
  return j;
}

static json_t *ask_broker(void *self, size_t row, const struct remedy_case *of, double seconds) {
  struct check *k = self;
  json_t *words = strings_json(k->cli.all_argv, k->cli.all_argc),
         *said = strings_json(k->cli.said_argv, k->cli.said_argc), *j;
  char *request, *answer;
  j = json_pack("{s:i,s:o,s:o,s:i,s:I,s:s,s:f}", "remedy", (int)row, "words", words, "said", said,
                "cause", of->cause, "early", (json_int_t)of->early, "jdk", of->jdk, "seconds",
                seconds);
  request = j ? json_dumps(j, JSON_COMPACT) : NULL;
  json_decref(j);
  answer = request ? engine_ask(k->e, request, NULL) : NULL;
  free(request);
  j = answer ? json_loads(answer, JSON_DECODE_ANY, NULL) : NULL;
  free(answer);
  return j;
}

void remedies_try(struct check *k, double seconds, bool show) {
  struct remedy_case of = {.cli = &k->cli,
                           .cause = k->count ? CAUSE_NONE : k->report.cause,
                           .seen = k->report.seen,
                           .jdk = engine_jdk_home(k->e)};
  if (seconds <= 0 || remedy_interrupted() || (!k->count && of.cause == CAUSE_NONE)) return;
  if (k->count) of.early = k->found[0].early;
  if (k->count && !of.early) return;
  fflush(stdout);
  k->tried = try_all(&of, seconds, show, ask_broker, k);
}

static json_t *ask_child(void *self, size_t row, const struct remedy_case *of, double seconds) {
  struct request q = *(struct request *)self;
  q.row = remedy_at(row);
  q.of = *of;
  q.seconds = seconds;
  return child_ask(try_it, &q);
}

json_t *remedies_try_command(char *const *words, size_t count, const struct remedy_case *of,
                             double seconds) {
  struct request q = {.words = (char **)(uintptr_t)words, .count = count};
  return try_all(of, seconds, false, ask_child, &q);
}

/* Returns true if the search ended at a bound on the schedules that the user had set, if it is a
 * part of a longer search (--checkpoint, --resume), or if it reports JSON. */
static bool was_asked_for(const struct check *k) {
  int cause = k->report.cause;
  if (k->cli.json || k->cli.checkpoint || k->cli.resume) return true;
  return cause == CAUSE_DEPTH || cause == CAUSE_PREEMPTIONS || cause == CAUSE_WALKS ||
         cause == CAUSE_STRATEGY;
}

/* Returns a tenth of the search's time bound, at least 3 and at most 30 seconds. */
double remedies_seconds(const struct check *k, bool asked) {
  enum { LEAST = 3, MOST = 30 };
  const struct cli *c = &k->cli;
  double s = c->search.seconds / 10;
  if (cli_given(c, "--try")) return c->try_seconds;
  if (!asked && was_asked_for(k)) return 0;
  return s < LEAST ? LEAST : s > MOST ? MOST : s;
}

/* ---- reports ---- */

static void print_command(const json_t *result) {
  const json_t *command = json_object_get(result, "command");
  struct command_words w = {0};
  char *text;
  for (size_t i = 0; i < json_array_size(command); i++)
    *vec_push(&w.all) = mem_strdup(json_string_value(json_array_get(command, i)));
  text = command_words_text(&w, 1);
  printf("    again: heddle %s%s\n", command_words_search(w.all.data[0]), text);
  free(text);
  command_words_release(&w);
}

void remedy_print(const json_t *result) {
  const json_t *error = json_object_get(result, "error");
  const char *options = json_string_value(json_object_get(result, "options")),
             *means = json_string_value(json_object_get(result, "means")),
             *explored = json_string_value(json_object_get(result, "explored"));
  const char *reason = json_string_value(json_object_get(result, "reason"));
  double s = json_real_value(json_object_get(result, "seconds"));
  bool within = json_is_true(json_object_get(result, "complete_within"));
  printf("  tried %s: ", options);
  if (error)
    printf("error: %s, at %s, executed again (%.2f s)\n",
           json_string_value(json_object_get(error, "message")),
           json_string_value(json_object_get(error, "location")), s);
  else if (!strcmp(json_string_value(json_object_get(result, "verdict")), "no error"))
    printf("no error%s: the search is complete%s%s (%.2f s)\n", scope_model_of(result),
           *means ? ", " : "", means, s);
  else if (within)
    printf("no error within its bound (%s), which was searched completely (%.2f s)\n", reason, s);
  else if (advice_cause_named(json_string_value(json_object_get(result, "cause"))) == CAUSE_TIME)
    printf("no error, but incomplete, after %.2f s%s%s\n", s, explored ? ": " : "",
           explored ? explored : "");
  else
    printf("no verdict: %s (%.2f s)\n", reason, s);
  if (error || within || !strcmp(json_string_value(json_object_get(result, "verdict")), "no error"))
    print_command(result);
  fflush(stdout);
}

bool remedies_helped(const json_t *tried) {
  size_t i;
  for (i = 0; i < json_array_size(tried); i++)
    if (is_certain(json_array_get(tried, i)) || is_whole(json_array_get(tried, i))) return true;
  return false;
}

bool remedies_tried(const json_t *tried, const char *options) {
  size_t i;
  for (i = 0; i < json_array_size(tried); i++)
    if (!strcmp(options, json_string_value(json_object_get(json_array_get(tried, i), "options"))))
      return true;
  return false;
}
