/* The report of heddle env --restart: the full report of heddle check for the environment with the
 * error, and how the others ended. See restarts_int.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/number.h"
#include "engine/base/whole_file.h"
#include "tui/cli/advice.h"
#include "tui/cli/restarts_int.h"

/* ---- how runs ended ---- */

static bool counts(const struct restarts *p, size_t run) {
  if (p->runs.data[run].state != RUN_ENDED) return false;
  return !p->error || !p->of->unit_transitions || run < p->error;
}

struct restart_sums restarts_sums(const struct restarts *p) {
  struct restart_sums s = {0};
  for (size_t i = 0; i < p->runs.len; i++) {
    const struct restart_run *r = &p->runs.data[i];
    if (!counts(p, i)) continue;
    s.runs++;
    s.said[r->said]++;
    s.states += r->states;
    s.transitions += r->transitions;
    s.instructions += r->instructions;
    s.seconds += r->seconds;
    if (r->peak_kb > s.peak_kb) s.peak_kb = r->peak_kb;
  }
  return s;
}

static uint64_t cut_of(const struct restart_sums *s) {
  return s->said[SAID_LIMIT] + s->said[SAID_MEMORY] + s->said[SAID_OTHER];
}

static const struct restart_run *reported(const struct restarts *p) {
  return p->error ? &p->runs.data[p->error - 1] : NULL;
}

/* Adds which environment it is: "drawn by seed 17", "the pair put, get". */
static void add_which(const struct restarts *p, const struct restart_run *r, struct text *t) {
  const struct component_call *calls = p->of->component->calls.data;
  if (r->pair)
    text_printf(t, "the pair %s, %s", calls[r->pair->one].method, calls[r->pair->other].method);
  else
    text_printf(t, "drawn by seed %llu", (unsigned long long)r->seed);
}

static char *unit_text(const struct restarts *p) {
  char *t, *s;
  if (p->of->unit_transitions)
    return mem_printf("%llut", (unsigned long long)p->of->unit_transitions);
  s = number_duration_text((uint64_t)(p->of->unit_seconds * 1e9 + 0.5));
  t = mem_printf("%.*s%s", (int)strcspn(s, " "), s, strchr(s, ' ') ? strchr(s, ' ') + 1 : "");
  free(s);
  return t;
}

/* ---- on the terminal ---- */

static int restarts_columns(void) {
  struct winsize w;
  return !ioctl(STDERR_FILENO, TIOCGWINSZ, &w) && w.ws_col > 1 ? w.ws_col - 1 : 78;
}

void restarts_progress_clear(struct restarts *p) {
  if (p->shown) fprintf(stderr, "\033[%zuA\033[J", p->shown);
  p->shown = 0;
}

/* Returns a line such as "  17  drawn by seed 3405691582   limit 4   0.3 s  12345 states, about 34
 * %". */
static char *progress_line(const struct restarts *p, size_t run) {
  const struct restart_run *r = &p->runs.data[run];
  const struct restart_count *c = &p->counts[r->slot];
  struct text t = {0};
  text_printf(&t, "  %5zu  ", run + 1);
  add_which(p, r, &t);
  text_printf(&t, "  limit %.3g  %.1f s  %llu states", r->limit, clock_seconds() - r->start,
              (unsigned long long)c->states);
  if (*c->explored) text_printf(&t, ", %.*s", EXPLORED_TEXT - 1, c->explored);
  return t.s;
}

void restarts_progress(struct restarts *p) {
  struct restart_sums s = restarts_sums(p);
  restarts_progress_clear(p);
  fprintf(stderr,
          "heddle: %llu environment%s searched, %llu whole, %.0f s; Ctrl-C keeps what is "
          "known\n",
          (unsigned long long)s.runs, PLURAL(s.runs), (unsigned long long)s.said[SAID_WHOLE],
          clock_seconds() - p->start);
  p->shown = 1;
  for (uint32_t i = 0; i < p->workers.size; i++) {
    char *line;
    if (!p->taken[i]) continue;
    line = progress_line(p, p->taken[i] - 1);
    fprintf(stderr, "%.*s\n", restarts_columns(), line);
    free(line);
    p->shown++;
  }
  fflush(stderr);
}

/* ---- the answer ---- */

static int code_of(const struct restarts *p) {
  if (p->answer) return p->error ? EXIT_ERROR_FOUND : EXIT_NO_ERROR;
  return cli_stop ? 128 + cli_stop : EXIT_INCONCLUSIVE;
}

static char *reason_of(const struct restarts *p, const struct restart_sums *s) {
  return mem_printf("no error in %llu environment%s%s%s", (unsigned long long)s->runs,
                    PLURAL(s->runs),
                    p->of->random ? ", of many that can be drawn" : ", none searched whole",
                    cli_stop ? "; interrupted" : "");
}

/* Returns what was searched, and for which properties. Claims nothing about the result. */
static char *restarts_scope(const struct restarts *p) {
  const struct component *c = p->of->component;
  char *names = engine_properties_text(p->cli->engine.properties, " ");
  char *scope = mem_printf(
      "properties %s; Java memory model as far as data races; environments: %s, %s of %zu "
      "method%s in %u threads",
      names, c->klass, p->of->random ? "sequences" : "any calls", c->calls.len,
      PLURAL(c->calls.len), p->cli->env.threads);
  free(names);
  return scope;
}

static const char *advice_of(const struct restarts *p) {
  if (p->of->random)
    return "more --time; another --seed; --env all --length 1, or --env universal, covers all "
           "calls";
  return "a larger --unit; more --time; --env all --length 1";
}

/* Adds "9 whole, 2 cut (1 at the limit, 1 out of memory), 1 in error". */
static void add_counts(const struct restarts *p, const struct restart_sums *s, struct text *t) {
  static const char *const why[] = {
      [SAID_LIMIT] = "at the limit", [SAID_MEMORY] = "out of memory", [SAID_OTHER] = "for"};
  const char *sep = " (";
  text_printf(t, "%llu whole, %llu cut", (unsigned long long)s->said[SAID_WHOLE],
              (unsigned long long)cut_of(s));
  for (int i = SAID_LIMIT; i <= SAID_OTHER; i++) {
    if (!s->said[i]) continue;
    text_printf(t, "%s%llu %s", sep, (unsigned long long)s->said[i], why[i]);
    if (i == SAID_OTHER) text_printf(t, " %.100s", p->why);
    sep = ", ";
  }
  text_printf(t, "%s, %llu in error", cut_of(s) ? ")" : "",
              (unsigned long long)s->said[SAID_ERROR]);
}

static void print_restarts(const struct restarts *p, const struct restart_sums *s) {
  const struct restart_run *r = reported(p);
  char *unit = unit_text(p);
  struct text t = {0};
  add_counts(p, s, &t);
  printf("  %llu environment%s: %s; %.2f s\n", (unsigned long long)s->runs, PLURAL(s->runs), t.s,
         clock_seconds() - p->start);
  text_release(&t);
  if (r) add_which(p, r, &t);
  if (r) printf("  the one in error: number %zu, %s\n", p->error, t.s);
  printf("  restarts: %s, unit %s", restart_name(p->of->kind), unit);
  if (p->of->fields)
    printf(", %zu pair%s of methods that share fields between those drawn", p->pair_count,
           PLURAL(p->pair_count));
  putchar('\n');
  text_release(&t);
  free(unit);
}

static void print_again(const struct restarts *p) {
  struct command_words again = {0};
  char *command;
  restarts_again(p, reported(p), &again);
  command = command_words_text(&again, 0);
  printf("  again: heddle%s\n", command);
  free(command);
  command_words_release(&again);
}

static void print_text(const struct restarts *p) {
  struct restart_sums s = restarts_sums(p);
  char *reason = reason_of(p, &s), *scope = restarts_scope(p);
  if (p->answer)
    fputs(json_string_value(json_object_get(p->answer, "text")), stdout);
  else
    printf("inconclusive: %s\n  try: %s\n  scope: %s\n", reason, advice_of(p), scope);
  print_restarts(p, &s);
  if (p->error) print_again(p);
  free(reason);
  free(scope);
}

/* ---- JSON ---- */

static json_t *words_json(const struct command_words *w) {
  json_t *j = json_array();
  for (size_t i = 0; i < w->all.len; i++) {
    json_t *s = json_string(w->all.data[i]);
    json_array_append_new(j, s ? s : json_string("(not UTF-8)"));
  }
  return j;
}

static json_t *again_json(const struct restarts *p) {
  struct command_words again = {0};
  json_t *j;
  if (!p->error) return json_null();
  restarts_again(p, reported(p), &again);
  j = words_json(&again);
  command_words_release(&again);
  return j;
}

static json_t *restarts_json(const struct restarts *p, const struct restart_sums *s) {
  char *unit = unit_text(p);
  json_t *j = json_pack("{s:s,s:s,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:f,s:I,s:f}", "strategy",
                        restart_name(p->of->kind), "unit", unit, "environments",
                        (json_int_t)s->runs, "whole", (json_int_t)s->said[SAID_WHOLE], "cut",
                        (json_int_t)cut_of(s), "cut_memory", (json_int_t)s->said[SAID_MEMORY],
                        "error", (json_int_t)s->said[SAID_ERROR], "pairs",
                        (json_int_t)p->pair_count, "states", (json_int_t)s->states, "transitions",
                        (json_int_t)s->transitions, "seconds_searched", s->seconds, "peak_kb",
                        (json_int_t)s->peak_kb, "seconds", clock_seconds() - p->start);
  if (p->error) {
    json_object_set_new(j, "number", json_integer((json_int_t)p->error));
    json_object_set_new(
        j, "seed", reported(p)->pair ? json_null() : json_integer((json_int_t)reported(p)->seed));
  }
  json_object_set_new(j, "again", again_json(p));
  free(unit);
  return j;
}

/* Returns the first run's object, with the results of all runs. */
static json_t *no_answer_json(const struct restarts *p, const struct restart_sums *s) {
  json_t *j = json_deep_copy(json_object_get(p->first, "check"));
  char *reason = reason_of(p, s), *scope = restarts_scope(p);
  if (!j) j = json_object();
  json_object_set_new(j, "verdict", json_string(check_verdict_word(VERDICT_INCONCLUSIVE)));
  json_object_set_new(j, "complete", json_false());
  json_object_set_new(j, "reason", json_string(reason));
  json_object_set_new(j, "scope", json_string(scope));
  json_object_set_new(j, "advice", json_string(advice_of(p)));
  json_object_set_new(j, "states", json_integer((json_int_t)s->states));
  json_object_set_new(j, "transitions", json_integer((json_int_t)s->transitions));
  json_object_set_new(j, "instructions", json_integer((json_int_t)s->instructions));
  json_object_set_new(j, "peak_kb", json_integer((json_int_t)s->peak_kb));
  json_object_set_new(j, "seconds", json_real(clock_seconds() - p->start));
  json_object_set_new(j, "trace", json_null());
  json_object_del(j, "estimate");
  json_object_set_new(
      j, "stopped",
      json_pack("{s:s,s:s,s:s,s:n,s:n}", "by", advice_stopped_by(CAUSE_SAMPLED), "cause",
                advice_cause_name(CAUSE_SAMPLED), "option", "--seed", "value", "next"));
  free(reason);
  free(scope);
  return j;
}

static void print_json(const struct restarts *p) {
  struct restart_sums s = restarts_sums(p);
  json_t *j = p->answer ? json_incref(json_object_get(p->answer, "check")) : no_answer_json(p, &s);
  struct command_words given = {0};
  for (int i = 0; i < p->cli->all_argc; i++)
    *vec_push(&given.all) = mem_strdup(p->cli->all_argv[i]);
  if (json_is_string(json_object_get(p->answer, "trace")))
    json_object_set_new(j, "trace", json_string(p->cli->output));
  json_object_set_new(j, "command", words_json(&given));
  json_object_set_new(j, "restarts", restarts_json(p, &s));
  check_dump_json(j);
  command_words_release(&given);
}

/* ---- files ---- */

static void keep_files(const struct restarts *p) {
  for (size_t i = 0; p->cli->output && i < p->runs.len; i++) {
    const struct restart_run *r = &p->runs.data[i];
    char *from = restarts_file(p, r);
    if (r != reported(p))
      whole_file_remove(from);
    else if (rename(from, p->cli->output))
      fprintf(stderr, "heddle: %s: cannot be written\n", p->cli->output);
    free(from);
  }
}

/* Writes the source of the environment with the error, else of the first one. */
static void keep_source(const struct restarts *p) {
  struct command_words again = {0};
  struct error err = {0};
  if (!p->cli->env.emit || !p->runs.len) return;
  restarts_again(p, p->error ? reported(p) : &p->runs.data[0], &again);
  if (p->of->emit(p->of->self, &again, &err)) cli_fail(&err);
  command_words_release(&again);
}

int restarts_report(struct restarts *p) {
  keep_files(p);
  keep_source(p);
  if (p->cli->json)
    print_json(p);
  else
    print_text(p);
  return code_of(p);
}
