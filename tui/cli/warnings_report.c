/* The report on each warning: text for people, one JSON object, and the SARIF document with the
 * verdicts. See warnings_int.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "trace/export/report.h"
#include "trace/export/sarif_verdicts.h"
#include "tui/cli/warnings_int.h"
#include "tui/text/output.h"
#include "tui/text/story.h"

bool warnings_confirmed(const struct warned_work *k) { return k->found != NULL; }

const char *warnings_verdict(const struct warned_work *k) {
  static const char *const words[] = {[WARNED_FOUND] = "not found",
                                      [WARNED_NOT_OF_PROGRAM] = "not of the program",
                                      [WARNED_NO_CODE] = "no code there",
                                      [WARNED_NO_LINE] = "no line named",
                                      [WARNED_NOT_REACHED] = "not reached"};
  return k->found ? "confirmed" : words[k->state];
}

static const char *text_at(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  return s ? s : "";
}

static const json_t *error_of(const struct warned_work *k) {
  return json_object_get(k->found, "error");
}

/* ---- reasons without an error ---- */

static void put_bounds(const struct warned_run *r, const struct warned_work *k, struct text *t) {
  size_t tried = k->tries < k->sequences ? k->tries : k->sequences, i;
  if (k->failed) {
    text_printf(t, "it could not be searched: %s", k->failed);
    return;
  }
  text_printf(t,
              "no error that concerns it in %llu state%s, %.1f s, along %zu sequence%s of "
              "locations",
              (unsigned long long)k->states, PLURAL(k->states), k->seconds, tried, PLURAL(tried));
  if (tried < k->sequences) text_printf(t, " of %zu", k->sequences);
  if (k->passed_over)
    text_printf(t, "; %u error%s that did not concern it", k->passed_over, PLURAL(k->passed_over));
  for (i = 0; i < json_array_size(k->masks); i++)
    text_printf(t, "%s%s", i ? ", " : "; races not checked on ",
                json_string_value(json_array_get(k->masks, i)));
  if (r->stopped && !k->done) text_puts(t, "; interrupted");
}

/* Returns one line for people; caller frees. */
static char *why(const struct warned_run *r, const struct warned_work *k) {
  struct text t = {0};
  switch (k->state) {
    case WARNED_NOT_OF_PROGRAM:
      text_puts(&t,
                "no class to which the main class refers, directly or indirectly, has this place");
      break;
    case WARNED_NO_CODE: text_puts(&t, "there is no instruction"); break;
    case WARNED_NO_LINE: text_puts(&t, "the warning names neither a line nor a method"); break;
    case WARNED_NOT_REACHED:
      text_puts(&t,
                "no call leads there from main, as far as calls are known without running the "
                "program");
      break;
    default: put_bounds(r, k, &t); break;
  }
  return t.s;
}

/* ---- text ---- */

static char *sequence_text(const json_t *sequence) {
  struct text t = {0};
  for (size_t i = 0; i < json_array_size(sequence); i++)
    text_printf(&t, "%s%s", i ? ", " : "", json_string_value(json_array_get(sequence, i)));
  return t.s;
}

static void print_confirmed(const struct warned_work *k) {
  const json_t *error = error_of(k);
  char *along = sequence_text(json_object_get(k->found, "sequence"));
  json_int_t steps = json_integer_value(json_object_get(error, "steps")),
             switches = json_integer_value(json_object_get(error, "switches"));
  char *story = json_object_get(error, "story")
                    ? story_text(json_object_get(error, "story"), "    ", STORY_COLUMNS, false)
                    : NULL;
  printf("  error: %s\n", text_at(error, "message"));
  printf("  property %s (%s), thread %s, at %s\n", text_at(error, "property"),
         text_at(error, "kind"), text_at(error, "thread"), text_at(error, "location"));
  printf(
      "  counterexample of %lld step%s, %lld context switch%s, executed again from main in a "
      "fresh process\n",
      (long long)steps, PLURAL(steps), (long long)switches, switches == 1 ? "" : "es");
  printf("  along %s\n", along);
  if (story) printf("  what happened:\n%s", story);
  if (*text_at(k->found, "trace")) printf("  trace: %s\n", text_at(k->found, "trace"));
  free(story);
  free(along);
}

static void print_verdict(const struct warned_run *r, struct warned_work *k) {
  printf("%zu. %s at %s: %s\n", (size_t)(k - r->work) + 1, k->w->rule, k->w->shown,
         warnings_verdict(k));
  if (k->found) {
    print_confirmed(k);
  } else {
    char *text = why(r, k);
    printf("  %s\n", text);
    free(text);
  }
  k->reported = true;
}

static void clear_line(const struct warned_run *r) {
  if (r->terminal) fputs("\r\033[K", stderr);
}

static void show_progress(const struct warned_run *r) {
  size_t confirmed = 0, done = 0, i;
  for (i = 0; i < r->count; i++) {
    done += r->work[i].done;
    confirmed += warnings_confirmed(&r->work[i]);
  }
  fprintf(stderr, "%zu of %zu decided, %zu confirmed, %.0f of %.0f s; now", done, r->count,
          confirmed, clock_seconds() - r->start, r->seconds);
  for (i = 0; i < r->count; i++)
    if (r->work[i].running) fprintf(stderr, " %zu (%.24s)", i + 1, r->work[i].w->shown);
  fflush(stderr);
}

void warnings_show(struct warned_run *r, bool all) {
  clear_line(r);
  for (; r->printed < r->count && (all || r->work[r->printed].done); r->printed++)
    print_verdict(r, &r->work[r->printed]);
  fflush(stdout);
  if (r->terminal && !all) show_progress(r);
}

/* Returns how many warnings have the i-th one's verdict; 0: an earlier one has it too. */
static size_t same_verdict(const struct warned_run *r, size_t i) {
  size_t n = 0;
  for (size_t k = 0; k < r->count; k++) {
    bool same = !strcmp(warnings_verdict(&r->work[k]), warnings_verdict(&r->work[i]));
    if (same && k < i) return 0;
    n += same;
  }
  return n;
}

void warnings_sum(const struct warned_run *r) {
  size_t i;
  if (r->stopped) printf("interrupted: what was found until then\n");
  printf("%zu warning%s:", r->count, PLURAL(r->count));
  for (i = 0; i < r->count; i++)
    if (same_verdict(r, i))
      printf("%s %zu %s", i ? "," : "", same_verdict(r, i), warnings_verdict(&r->work[i]));
  printf("; %.1f s\n", r->took);
  if (r->file.left_out)
    printf("  %u result%s left out, which passed or %s suppressed\n", r->file.left_out,
           PLURAL(r->file.left_out), r->file.left_out == 1 ? "is" : "are");
  if (r->check->cli.output) printf("  written: %s\n", r->check->cli.output);
}

/* ---- JSON ---- */

/* Returns the members that both outputs add to a warning's verdict and text. */
static json_t *more_json(const struct warned_run *r, const struct warned_work *k) {
  json_t *j = json_pack("{s:I,s:f,s:O?,s:i,s:i}", "states", (json_int_t)k->states, "seconds",
                        k->seconds, "sequences", json_object_get(k->plan, "shown"), "tries",
                        (int)k->tries, "passed_over", (int)k->passed_over);
  if (k->found) {
    json_object_set(j, "error", (json_t *)(uintptr_t)error_of(k));
    json_object_set(j, "sequence", json_object_get(k->found, "sequence"));
    json_object_set_new(j, "certified", json_true());
    json_object_set(j, "scope", json_object_get(k->found, "scope"));
    json_object_set_new(
        j, "trace",
        *text_at(k->found, "trace") ? json_string(text_at(k->found, "trace")) : json_null());
  }
  if (k->observed) json_object_set(j, "observed", k->observed);
  if (json_array_size(k->masks)) json_object_set(j, "masks", k->masks);
  if (r->stopped && !k->done) json_object_set_new(j, "interrupted", json_true());
  return j;
}

static char *verdict_text(const struct warned_run *r, const struct warned_work *k) {
  return k->found ? mem_strdup(text_at(error_of(k), "message")) : why(r, k);
}

static json_t *warning_json(const struct warned_run *r, const struct warned_work *k) {
  char *text = verdict_text(r, k);
  json_t *j =
      json_pack("{s:i,s:i,s:s,s:s,s:s,s:s,s:s,s:s}", "run", (int)k->w->run, "result",
                (int)k->w->result, "tool", k->w->tool, "rule", k->w->rule, "place", k->w->shown,
                "message", k->w->message, "verdict", warnings_verdict(k), "text", text);
  json_t *more = more_json(r, k);
  json_object_update(j, more);
  json_decref(more);
  free(text);
  return j;
}

json_t *warnings_json(const struct warned_run *r) {
  json_t *all = json_array(), *counts = json_object(), *j;
  for (size_t i = 0; i < r->count; i++) {
    json_array_append_new(all, warning_json(r, &r->work[i]));
    if (same_verdict(r, i))
      json_object_set_new(counts, warnings_verdict(&r->work[i]),
                          json_integer((json_int_t)same_verdict(r, i)));
  }
  j = json_pack("{s:s,s:o,s:i,s:f,s:o}", "file", r->check->cli.warnings, "verdicts", counts,
                "left_out", (int)r->file.left_out, "seconds", r->took, "warnings", all);
  if (r->check->cli.output) json_object_set_new(j, "output", json_string(r->check->cli.output));
  return j;
}

/* ---- SARIF ---- */

static void put_verdict(struct warned_run *r, const struct warned_work *k) {
  const char *trace = text_at(k->found, "trace");
  json_t *flow = *trace ? sarif_code_flow(trace, r->check->cli.source_path) : NULL,
         *more = more_json(r, k);
  char *text = verdict_text(r, k);
  struct warning_verdict v = {.run = k->w->run,
                              .result = k->w->result,
                              .confirmed = k->found != NULL,
                              .verdict = warnings_verdict(k),
                              .text = text,
                              .more = more,
                              .code_flow = flow};
  sarif_verdict_set(r->file.whole, &v);
  json_decref(flow);
  json_decref(more);
  free(text);
}

int warnings_write(struct warned_run *r, struct error *err) {
  char *text, *line;
  if (!r->check->cli.output) return 0;
  for (size_t i = 0; i < r->count; i++) put_verdict(r, &r->work[i]);
  text = json_dumps(r->file.whole, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
  line = text ? mem_printf("%s\n", text) : NULL;
  if (line)
    output_file(r->check->cli.output, line, err);
  else
    error_set(err, ERR_INTERNAL, "the verdicts cannot be written as JSON");
  free(text);
  free(line);
  return err->code;
}
