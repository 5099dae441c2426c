/* heddle check --warnings: a guided search along candidate sequences for each warning of a file
 * (paper 000: from a warning to its error). The warnings take turns. Each gets a share of the time,
 * divided among its candidates. A warning without a verdict starts again with another seed and a
 * larger share, until the time is over. */
#include "tui/cli/warnings.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/whole_file.h"
#include "trace/campaign/workers.h"
#include "trace/export/verdict_report.h"
#include "trace/export/sarif_verdicts.h"
#include "trace/import/sarif_warnings.h"
#include "tui/cli/captured.h"
#include "tui/cli/machine.h"
#include "tui/cli/scope.h"
#include "tui/text/output.h"
#include "tui/text/story.h"

struct warned_work { /* the work on one warning */
  const struct warning *w;
  json_t *plan; /* borrowed: "state", "sequences", "shown" */
  enum warned_state state;
  size_t sequences;
  uint32_t tries, ended; /* tries started; consecutive tries that ended before their time limit */
  double share;          /* seconds for the current try */
  bool running, done, reported;
  /* Totals so far. */
  double seconds;
  uint64_t states;
  uint32_t passed_over; /* errors that did not concern the warning */
  json_t *observed;     /* per sequence: most locations that a try has observed; null: no try */
  json_t *found;        /* the answer that confirms the warning; NULL */
  json_t *masks;        /* fields whose races hid other errors; later tries ignore them */
  char *failed;         /* why the search failed; NULL */
};

struct warned_run {
  struct check *check;
  struct warnings_file file;
  json_t *plan;
  struct warned_work *work; /* one per warning of the file */
  size_t count;
  struct workers workers;
  double start, seconds, took;
  bool no_contracts; /* there are no contract records for this JDK */
  bool show, terminal, stopped;
  size_t printed; /* number of verdicts printed so far */
};

/* ---- plan of candidates ---- */

static json_t *sequences_json(struct warned *w, bool shown) {
  json_t *all = json_array();
  for (uint32_t i = 0; i < engine_warned_sequences(w); i++) {
    json_t *one = json_array();
    for (uint32_t k = 0; k < engine_warned_length(w, i); k++) {
      char *text = engine_warned_location(w, i, k, shown);
      json_array_append_new(one, json_string(text));
      free(text);
    }
    json_array_append_new(all, one);
  }
  return all;
}

static json_t *plan_of(struct warnings *of, const struct warning *w, struct error *err) {
  struct warned *k;
  json_t *j;
  if (engine_warned(of, w->places.data, (uint32_t)w->places.len, &k, err)) return NULL;
  j = json_pack("{s:i,s:o,s:o}", "state", (int)engine_warned_state(k), "sequences",
                sequences_json(k, false), "shown", sequences_json(k, true));
  engine_warned_free(k);
  return j;
}

static json_t *plan_all(const struct warned_run *r, struct engine *e, struct error *err) {
  json_t *all = json_array();
  struct warnings *of;
  size_t i;
  if (engine_warnings(e, &of, err)) return json_null();
  for (i = 0; i < r->count && !err->code; i++) {
    const struct warning *w = r->work[i].w;
    json_t *one = plan_of(of, w, err);
    if (one)
      json_array_append_new(all, one);
    else
      error_prefix(err, "%s: result %u (%s)", r->check->cli.warnings, w->result + 1, w->rule);
  }
  engine_warnings_free(of);
  return all;
}

/* Returns the location and the candidate sequences of each warning. */
static json_t *warnings_plan_work(void *self, size_t unused, size_t unused2) {
  const struct warned_run *r = self;
  struct check k = {.cli = r->check->cli};
  struct error err = {0};
  json_t *plan;
  (void)unused, (void)unused2;
  k.cli.output = NULL;
  if (check_open(&k, &err)) return worker_failure_json(&err);
  plan = plan_all(r, k.e, &err);
  if (!err.code) return json_pack("{s:o}", "plan", plan);
  json_decref(plan);
  return worker_failure_json(&err);
}

/* ---- search for one warning ---- */

/* Each search for the error that a warning predicts runs in its own process. */

/* Returns the file for a warning's counterexample (warnings from 0); NULL: none is wanted. Caller
 * frees. */
static char *warnings_trace(const struct warned_run *r, size_t warning, bool part) {
  const char *file = r->check->cli.output, *slash, *dot;
  if (!file) return NULL;
  slash = strrchr(file, '/');
  dot = strrchr(slash ? slash : file, '.');
  if (!dot || dot == file || (slash && dot == slash + 1)) dot = file + strlen(file);
  return mem_printf("%.*s-%zu.htrace%s", (int)(dot - file), file, warning + 1, part ? ".new" : "");
}

/* Makes a sequence file that only this process and its children can read. NULL: out of memory. */
static char *sequence_file(const json_t *sequence) {
  int fd = memfd_create("sequence", 0);
  size_t i;
  for (i = 0; fd >= 0 && i < json_array_size(sequence); i++)
    dprintf(fd, "%s\n", json_string_value(json_array_get(sequence, i)));
  return fd < 0 ? NULL : mem_printf("/proc/self/fd/%d", fd);
}

/* Returns "^(?:Bank\.total|...)$", combined with the user's pattern; NULL: neither. */
static char *benign_of(const struct warned_run *r, const struct warned_work *k) {
  const char *given = r->check->cli.engine.benign;
  struct text t = {0};
  size_t i;
  for (i = 0; i < json_array_size(k->masks); i++)
    text_printf(&t, "%s\\Q%s\\E", i ? "|" : "^(?:", json_string_value(json_array_get(k->masks, i)));
  if (i) text_puts(&t, ")$");
  if (!given) return t.s;
  if (i) text_puts(&t, "|");
  text_printf(&t, "%s%s%s", i ? "(?:" : "", given, i ? ")" : "");
  return t.s;
}

static json_t *masks_json(const struct warned *w) {
  json_t *j = json_array();
  for (uint32_t i = 0; engine_warned_masks(w, i); i++)
    json_array_append_new(j, json_string(engine_warned_masks(w, i)));
  return j;
}

/* Adds the re-executed error, if it concerns the warning. */
static void add_error(json_t *answer, struct check *k, struct warned *w) {
  const struct schedule *s = &k->found[0];
  json_t *error, *story;
  if (!k->count || !s->property) return;
  if (!engine_warned_error(w, s->property, &s->places)) {
    json_object_set_new(answer, "passed_over", json_integer((json_int_t)k->report.passed_over + 1));
    return;
  }
  story = s->story ? json_loads(s->story, 0, NULL) : NULL;
  error = json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:i,s:i,s:b}", "property", s->property, "kind",
                    s->kind, "message", s->message, "location", s->location ? s->location : "",
                    "thread", s->thread, "detail", s->detail ? s->detail : "", "steps",
                    (int)s->count, "switches", (int)s->switches, "minimal", s->minimal);
  if (error && story) json_object_set(error, "story", story);
  json_decref(story);
  if (error) json_object_set_new(answer, "error", error);
  if (error && k->traces[0]) json_object_set_new(answer, "trace", json_string(k->traces[0]));
}

static json_t *answer_of(struct check *k, struct warned *w) {
  const struct search_report *report = &k->report;
  char *scope;
  json_t *j;
  k->cli.seq = NULL; /* the sequence is reported separately */
  scope = scope_text(k->e, &k->cli, report, k->count);
  j = json_pack("{s:I,s:f,s:b,s:i,s:i,s:o,s:s,s:s}", "states", (json_int_t)report->states,
                "seconds", report->seconds + k->boot, "ended", !report->stopped, "passed_over",
                (int)report->passed_over, "observed", (int)report->observed_max, "masks",
                masks_json(w), "reason", report->reason, "scope", scope);
  free(scope);
  add_error(j, k, w);
  return j;
}

static int try_open(struct check *k, const struct warning *w, struct warnings **of,
                    struct warned **one, struct error *err) {
  if (check_open(k, err) || engine_warnings(k->e, of, err)) return err->code;
  if (engine_warned(*of, w->places.data, (uint32_t)w->places.len, one, err)) return err->code;
  engine_warned_state(*one); /* reads class files before the process is confined */
  k->cli.search.wanted = engine_warned_concerns;
  k->cli.search.wanted_self = *one;
  return 0;
}

/* Returns the properties that the rule may concern. Properties that the user names are checked
 * whatever the rule. */
static uint32_t wanted_properties(const struct cli *c, const struct warning *w) {
  uint32_t both = c->engine.properties & w->properties;
  if (cli_given(c, "--property") || c->engine.por == POR_SYNC) return c->engine.properties;
  return both ? both : c->engine.properties;
}

/* Varies the search from round to round, because no way is best for all warnings: first with
 * contracts, which shorten paths considerably, guided by the heuristic; then with contracts and at
 * random between two locations; then with every step. */
static void choose_way(const struct warned_run *r, struct cli *c, size_t round) {
  enum { WAYS = 3, BY_CHANCE = 1, EVERY_STEP = 2 };
  size_t way = round % WAYS;
  if (!cli_given(c, "--contracts")) c->contracts = way != EVERY_STEP && !r->no_contracts;
  if (way == BY_CHANCE && !cli_given(c, "--heuristic") && !cli_given(c, "--position"))
    c->search.heuristic = "random";
  c->search.seed += round;
}

static void nobody_asks(void *self, const struct search_report *r) { (void)self, (void)r; }

/* If there are no contract records for this JDK, answers "no_contracts" instead of a failure, so
 * that later tries run with every step. */
static json_t *try_failure(const struct check *k, const struct error *err) {
  bool lacks = k->cli.contracts && !k->contracts && err->code == ERR_INPUT &&
               !cli_given(&k->cli, "--contracts");
  return lacks ? json_pack("{s:b}", "no_contracts", true) : worker_failure_json(err);
}

/* Makes one try for a warning. Its answer contains "error" and "trace" if an error was found that
 * concerns the warning, and "states", "seconds", "ended" (before its time limit), "passed_over",
 * "masks", "reason", "scope". */
static json_t *warnings_try_work(void *self, size_t warning, size_t nth) {
  const struct warned_run *r = self;
  const struct warned_work *work = &r->work[warning];
  const json_t *sequences = json_object_get(work->plan, "sequences");
  struct check k = {.cli = r->check->cli, .progress = nobody_asks};
  struct warnings *of = NULL;
  struct warned *one = NULL;
  struct error err = {0};
  CHECK(work->sequences, "a warning that is tried has a sequence: %zu", warning + 1);
  cli_stop_on(SIGTERM);
  k.cli.quiet = true;
  k.cli.seq = sequence_file(json_array_get(sequences, nth % work->sequences));
  k.cli.output = warnings_trace(r, warning, true);
  k.cli.engine.benign = benign_of(r, work);
  k.cli.engine.properties = wanted_properties(&k.cli, work->w);
  k.cli.search.seconds = work->share;
  choose_way(r, &k.cli, nth / work->sequences);
  if (try_open(&k, work->w, &of, &one, &err) || check_run(&k, &err)) return try_failure(&k, &err);
  return answer_of(&k, one);
}

/* ---- verdicts ---- */

static bool warnings_confirmed(const struct warned_work *k) { return k->found != NULL; }

/* Returns "confirmed", "not found", ... */
static const char *warnings_verdict(const struct warned_work *k) {
  static const char *const words[] = {[WARNED_FOUND] = "not found",
                                      [WARNED_NOT_OF_PROGRAM] = "not of the program",
                                      [WARNED_NO_CODE] = "no code there",
                                      [WARNED_NO_LINE] = "no line named",
                                      [WARNED_NOT_REACHED] = "not reached"};
  CHECK((size_t)k->state < COUNT(words), "a warning is in a known state: %d", (int)k->state);
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

/* ---- report as text ---- */

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
  CHECK(!k->reported, "a verdict is printed once: warning %zu", (size_t)(k - r->work) + 1);
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

/* Prints the available verdicts, in order; with `all`, also those still open. */
static void warnings_show(struct warned_run *r, bool all) {
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

static void warnings_sum(const struct warned_run *r) {
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

/* ---- report as JSON ---- */

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

static json_t *warnings_json(const struct warned_run *r) {
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

/* ---- report as SARIF ---- */

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

/* Adds the verdicts to the document and writes it. */
static int warnings_write(struct warned_run *r, struct error *err) {
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

/* ---- options and limits ---- */

enum { SECONDS_EACH = 3, ROUNDS_MOST = 12, SAME_END = 3 /* rounds that end by themselves */ };
static const double LEAST_TRY = 0.2;

int warnings_usage(struct cli *c, struct error *err) {
  static const char *const others[] = {"--junit",      "--junit-xml",  "--sarif",    "--seq",
                                       "--shortest",   "--all-errors", "--outcomes", "--coverage",
                                       "--checkpoint", "--resume",     "--estimate", "--strict",
                                       "--try"};
  if (!c->warnings) return 0;
  for (size_t i = 0; i < COUNT(others); i++)
    if (cli_given(c, others[i]))
      return error_set(err, ERR_USAGE, "%s cannot be combined with --warnings", others[i]);
  if (!cli_given(c, "--search")) c->search.search = "guided";
  return 0;
}

/* ---- choosing the next warning ---- */

static bool is_open(const struct warned_work *k) { return !k->done; }

static size_t open_count(const struct warned_run *r) {
  size_t n = 0;
  for (size_t i = 0; i < r->count; i++) n += is_open(&r->work[i]);
  return n;
}

static double warnings_left(const struct warned_run *r) {
  return r->start + r->seconds - clock_seconds();
}

/* Returns the warning with the fewest rounds, the first of these. */
static struct warned_work *next_work(struct warned_run *r) {
  struct warned_work *best = NULL;
  for (size_t i = 0; i < r->count; i++) {
    struct warned_work *k = &r->work[i];
    if (!is_open(k) || k->running) continue;
    if (!best || k->tries / k->sequences < best->tries / best->sequences) best = k;
  }
  return best;
}

/* Each round takes at most half of the remaining time, so that difficult warnings get more
 * later. */
static double warned_share(const struct warned_run *r, const struct warned_work *k) {
  double left = warnings_left(r), mine = left * r->workers.size / (double)open_count(r);
  size_t tries = k->sequences - k->tries % k->sequences;
  double share = mine / 2 / (double)tries;
  if (share < LEAST_TRY) share = LEAST_TRY;
  return share < left ? share : left;
}

static int start_tries(struct warned_run *r, struct error *err) {
  struct warned_work *k;
  while (!r->stopped && r->workers.busy < r->workers.size && warnings_left(r) > 0.05 &&
         (k = next_work(r))) {
    k->share = warned_share(r, k);
    k->running = true;
    if (workers_start(&r->workers, (size_t)(k - r->work), k->tries++, k->share * 5 + 60, -1,
                      warnings_try_work, r, err))
      return err->code;
  }
  return 0;
}

/* ---- results of searches ---- */

static void add_masks(struct warned_work *k, const json_t *masks) {
  if (!k->masks) k->masks = json_array();
  for (size_t i = 0; i < json_array_size(masks); i++) {
    const json_t *name = json_array_get(masks, i);
    size_t n = 0;
    while (n < json_array_size(k->masks) && !json_equal(json_array_get(k->masks, n), name)) n++;
    if (n == json_array_size(k->masks)) json_array_append(k->masks, (json_t *)(uintptr_t)name);
  }
}

static void drop_part(const struct warned_run *r, const struct warned_work *k) {
  char *part = warnings_trace(r, (size_t)(k - r->work), true);
  if (part) unlink(part);
  free(part);
}

static void keep_trace(const struct warned_run *r, const struct warned_work *k) {
  char *part = warnings_trace(r, (size_t)(k - r->work), true),
       *file = warnings_trace(r, (size_t)(k - r->work), false);
  if (part && json_object_get(k->found, "trace")) {
    if (rename(part, file)) fprintf(stderr, "heddle: %s: cannot be written\n", file);
    json_object_set_new(k->found, "trace", json_string(file));
  }
  free(part);
  free(file);
}

static void note_observed(struct warned_work *k, size_t sequence, const json_t *answer) {
  json_int_t now = json_integer_value(json_object_get(answer, "observed"));
  if (!k->observed) k->observed = json_array();
  while (json_array_size(k->observed) <= sequence) json_array_append_new(k->observed, json_null());
  if (now >= json_integer_value(json_array_get(k->observed, sequence)))
    json_array_set_new(k->observed, sequence, json_integer(now));
}

/* Returns true if further rounds are unlikely to find anything new: several rounds with different
 * seeds have all ended by themselves. */
static bool is_exhausted(const struct warned_work *k) {
  return k->tries / k->sequences >= ROUNDS_MOST || k->ended >= SAME_END * k->sequences;
}

static int try_done(void *self, size_t warning, size_t nth, const json_t *answer, const char *how,
                    struct error *err) {
  struct warned_run *r = self;
  struct warned_work *k = &r->work[warning];
  const char *failed = json_string_value(json_object_get(answer, "failed"));
  (void)nth, (void)err;
  k->running = false;
  if (!answer) failed = how;
  if (json_object_get(answer, "no_contracts")) {
    r->no_contracts = true;
    k->tries--;
    return 0;
  }
  if (failed && !(r->stopped && !answer)) {
    k->failed = mem_strdup(failed);
    k->done = true;
  }
  k->seconds += json_real_value(json_object_get(answer, "seconds"));
  k->states += (uint64_t)json_integer_value(json_object_get(answer, "states"));
  k->passed_over += (uint32_t)json_integer_value(json_object_get(answer, "passed_over"));
  add_masks(k, json_object_get(answer, "masks"));
  note_observed(k, nth % k->sequences, answer);
  k->ended = json_is_true(json_object_get(answer, "ended")) ? k->ended + 1 : 0;
  if (json_object_get(answer, "error")) {
    k->found = json_deep_copy(answer);
    json_object_set_new(
        k->found, "sequence",
        json_incref(json_array_get(json_object_get(k->plan, "shown"), nth % k->sequences)));
    k->done = true;
    keep_trace(r, k);
  }
  drop_part(r, k);
  if (!k->done && is_exhausted(k)) k->done = true;
  return 0;
}

/* ---- all warnings ---- */

static void stop_tries(struct warned_run *r) {
  if (r->stopped) return;
  r->stopped = true;
  for (uint32_t i = 0; i < r->workers.size; i++)
    if (r->workers.slots[i].pid) kill(r->workers.slots[i].pid, SIGTERM);
}

static int run_tries(struct warned_run *r, struct error *err) {
  while (!err->code) {
    if (cli_stop) stop_tries(r);
    if (start_tries(r, err) || !r->workers.busy) break;
    if (workers_wait(&r->workers, 100, try_done, r, err)) break;
    if (r->show) warnings_show(r, false);
  }
  return err->code;
}

static int plan_done(void *self, size_t unused, size_t unused2, const json_t *answer,
                     const char *how, struct error *err) {
  struct warned_run *r = self;
  const char *failed = json_string_value(json_object_get(answer, "failed"));
  int code = (int)json_integer_value(json_object_get(answer, "errno"));
  (void)unused, (void)unused2;
  if (!answer && cli_stop) return 0;
  if (!answer || failed)
    return error_set(err, answer && code ? code : ERR_INTERNAL, "%s", failed ? failed : how);
  r->plan = json_incref(json_object_get(answer, "plan"));
  return 0;
}

/* Makes the plan in another process, because this one does not read classes. */
static int make_plan(struct warned_run *r, struct error *err) {
  workers_start(&r->workers, 0, 0, 600, -1, warnings_plan_work, r, err);
  while (!err->code && r->workers.busy) workers_wait(&r->workers, 100, plan_done, r, err);
  for (size_t i = 0; i < r->count && !err->code; i++) {
    struct warned_work *k = &r->work[i];
    k->plan = json_array_get(r->plan, i);
    k->state = (enum warned_state)json_integer_value(json_object_get(k->plan, "state"));
    k->sequences = json_array_size(json_object_get(k->plan, "sequences"));
    k->done = k->state != WARNED_FOUND || !k->sequences;
  }
  return err->code;
}

static int warnings_open(struct warned_run *r, struct error *err) {
  const struct cli *c = &r->check->cli;
  if (c->output && whole_file_possible(c->output, err)) return err->code;
  if (warnings_read(c->warnings, &r->file, err) || check_take_input(r->check, err))
    return err->code;
  r->count = r->file.v.len;
  r->work = mem_alloc((r->count + 1) * sizeof *r->work);
  for (size_t i = 0; i < r->count; i++) r->work[i].w = &r->file.v.data[i];
  r->start = clock_seconds();
  r->seconds = c->search.seconds > 0 ? c->search.seconds : SECONDS_EACH * (double)r->count;
  r->show = !c->json;
  r->terminal = r->show && !c->quiet && isatty(STDERR_FILENO);
  return 0;
}

static int search_warnings(struct warned_run *r, struct error *err) {
  const struct cli *c = &r->check->cli;
  if (warnings_open(r, err)) return err->code;
  workers_init(&r->workers, c->jobs ? c->jobs : machine_cores());
  if (!make_plan(r, err)) run_tries(r, err);
  workers_release(&r->workers);
  r->took = clock_seconds() - r->start;
  if (err->code) return err->code;
  if (r->show) warnings_show(r, true);
  warnings_write(r, err);
  if (c->json)
    check_dump_json(warnings_json(r));
  else
    warnings_sum(r);
  return err->code;
}

static int warnings_exit_code(const struct warned_run *r) {
  for (size_t i = 0; i < r->count; i++)
    if (warnings_confirmed(&r->work[i])) return EXIT_ERROR_FOUND;
  return cli_stop && cli_stop != SIGALRM ? 128 + cli_stop : EXIT_INCONCLUSIVE;
}

static void warnings_close(struct warned_run *r) {
  for (size_t i = 0; i < r->count; i++) {
    json_decref(r->work[i].found);
    json_decref(r->work[i].masks);
    json_decref(r->work[i].observed);
    free(r->work[i].failed);
  }
  free(r->work);
  json_decref(r->plan);
  warnings_release(&r->file);
}

int check_warnings(struct check *k) {
  struct warned_run r = {.check = k};
  struct error err = {0};
  int code;
  k->cli.engine.main_class = cli_operand(&k->cli, "the main class");
  if (!k->cli.engine.main_class) return EXIT_USAGE;
  k->cli.engine.argc = k->cli.argc;
  k->cli.engine.argv = k->cli.argv;
  cli_signals();
  code = search_warnings(&r, &err) ? cli_fail(&err) : warnings_exit_code(&r);
  warnings_close(&r);
  return code;
}
