/* Converts a trial's outcome to and from JSON, and stores the outcomes of a campaign. */
#include "trace/campaign/trial.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"

static const char *const verdicts[] = {"error", "no error", "inconclusive", "failed", "crashed"};

const char *trial_verdict_text(enum trial_verdict v) {
  CHECK((size_t)v < COUNT(verdicts), "a trial has a known verdict: %d", (int)v);
  return verdicts[v];
}

/* Returns the text as a JSON string, or "?" if it is not UTF-8. */
static json_t *text(const char *s) {
  json_t *j = json_string(s ? s : "");
  return j ? j : json_string("?");
}

json_t *trial_json(const struct trial *t) {
  return json_pack(
      "{s:i,s:I,s:I,s:I,s:I,s:I,s:I,s:i,s:i,s:i,s:f,s:o,s:o,s:o,s:o,s:o,s:i,s:i,s:I,s:I,s:I,s:I,s:"
      "I,s:b}",
      "verdict", (int)t->verdict, "states", (json_int_t)t->states, "transitions",
      (json_int_t)t->transitions, "instructions", (json_int_t)t->instructions, "revisits",
      (json_int_t)t->revisits, "backtracks", (json_int_t)t->backtracks, "peak_kb",
      (json_int_t)t->peak_kb, "depth", (int)t->depth, "length", (int)t->length, "switches",
      (int)t->switches, "seconds", t->seconds, "reason", text(t->reason), "property",
      text(t->property), "kind", text(t->kind), "message", text(t->message), "location",
      text(t->location), "h_rows", (int)t->h_rows, "h_columns", (int)t->h_columns, "h_bytes",
      (json_int_t)t->h_bytes, "environments", (json_int_t)t->environments, "events",
      (json_int_t)t->events, "paths", (json_int_t)t->paths, "checks", (json_int_t)t->checks,
      "on_path", (int)t->on_path);
}

static uint64_t trial_number_of(const json_t *j, const char *key) {
  return (uint64_t)json_integer_value(json_object_get(j, key));
}

static char *trial_text_of(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  return mem_strdup(s ? s : "");
}

bool trial_from_json(const json_t *j, struct trial *out) {
  uint64_t verdict = trial_number_of(j, "verdict");
  memset(out, 0, sizeof *out);
  if (!json_is_integer(json_object_get(j, "verdict")) || verdict >= TRIAL_VERDICTS) return false;
  *out = (struct trial){.done = true,
                        .verdict = (enum trial_verdict)verdict,
                        .states = trial_number_of(j, "states"),
                        .transitions = trial_number_of(j, "transitions"),
                        .instructions = trial_number_of(j, "instructions"),
                        .revisits = trial_number_of(j, "revisits"),
                        .backtracks = trial_number_of(j, "backtracks"),
                        .peak_kb = trial_number_of(j, "peak_kb"),
                        .depth = (uint32_t)trial_number_of(j, "depth"),
                        .length = (uint32_t)trial_number_of(j, "length"),
                        .switches = (uint32_t)trial_number_of(j, "switches"),
                        .seconds = json_number_value(json_object_get(j, "seconds")),
                        .reason = trial_text_of(j, "reason"),
                        .property = trial_text_of(j, "property"),
                        .kind = trial_text_of(j, "kind"),
                        .message = trial_text_of(j, "message"),
                        .location = trial_text_of(j, "location"),
                        .h_rows = (uint32_t)trial_number_of(j, "h_rows"),
                        .h_columns = (uint32_t)trial_number_of(j, "h_columns"),
                        .h_bytes = trial_number_of(j, "h_bytes"),
                        .environments = trial_number_of(j, "environments"),
                        .events = trial_number_of(j, "events"),
                        .paths = trial_number_of(j, "paths"),
                        .checks = trial_number_of(j, "checks"),
                        .on_path = json_is_true(json_object_get(j, "on_path"))};
  return true;
}

void trial_release(struct trial *t) {
  free(t->reason);
  free(t->property);
  free(t->kind);
  free(t->message);
  free(t->location);
  memset(t, 0, sizeof *t);
}

void trials_init(struct trials *t, const struct campaign *c) {
  size_t i;
  t->campaign = c;
  t->done = 0;
  t->total = campaign_trial_count(c);
  t->of = mem_alloc((c->cells.len + 1) * sizeof *t->of);
  for (i = 0; i < c->cells.len; i++)
    t->of[i] = mem_alloc((c->cells.data[i].options.seeds.len + 1) * sizeof **t->of);
}

void trials_free(struct trials *t) {
  size_t i, k;
  for (i = 0; t->of && i < t->campaign->cells.len; i++) {
    for (k = 0; k < t->campaign->cells.data[i].options.seeds.len; k++) trial_release(&t->of[i][k]);
    free(t->of[i]);
  }
  free(t->of);
  t->of = NULL;
}

struct trial *trials_at(const struct trials *t, const struct campaign_cell *cell) {
  CHECK((size_t)(cell - t->campaign->cells.data) < t->campaign->cells.len,
        "the trials are those of the campaign's cells: row %u", cell->row);
  return t->of[cell - t->campaign->cells.data];
}

void trials_take(struct trials *t, size_t cell, size_t seed, struct trial *outcome) {
  struct trial *slot = &t->of[cell][seed];
  CHECK(cell < t->campaign->cells.len && seed < t->campaign->cells.data[cell].options.seeds.len,
        "a trial is one of the campaign: %zu, %zu", cell, seed);
  t->done += !slot->done;
  CHECK(t->done <= t->total, "a trial is counted once: %llu", (unsigned long long)t->done);
  trial_release(slot);
  *slot = *outcome;
  slot->done = true;
}
