/* One search for the error behind a warning, in its own process. See warnings_int.h. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tui/cli/captured.h"
#include "tui/cli/scope.h"
#include "tui/cli/warnings_int.h"

/* ---- the plan ---- */

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

json_t *warnings_plan_work(void *self, size_t unused, size_t unused2) {
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

/* ---- one try ---- */

char *warnings_trace(const struct warned_run *r, size_t warning, bool part) {
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
  if (!engine_warned_error(w, s->property, s->message, s->detail)) {
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

json_t *warnings_try_work(void *self, size_t warning, size_t nth) {
  const struct warned_run *r = self;
  const struct warned_work *work = &r->work[warning];
  const json_t *sequences = json_object_get(work->plan, "sequences");
  struct check k = {.cli = r->check->cli, .progress = nobody_asks};
  struct warnings *of = NULL;
  struct warned *one = NULL;
  struct error err = {0};
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
