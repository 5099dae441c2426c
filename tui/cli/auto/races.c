/* Data races in --search auto. A race inside libraries is listed, and the members search again
 * without it. Once a race was found, late members search for what races do. The report says what
 * they found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "tui/cli/auto/auto_int.h"

enum { CONSEQUENCE_SECONDS = 5, EFFECT_SHARE = 40 };

/* ---- commands of members ---- */

size_t auto_race_changes(const struct portfolio *p, const struct auto_member *m,
                         struct option_change *out) {
  size_t n = 0;
  if (!auto_is_late(m->claims)) {
    if (p->benign) out[n++] = (struct option_change){"--benign", p->benign};
    return n;
  }
  out[n++] = (struct option_change){"--property", p->effects};
  out[n++] = (struct option_change){"--race-rw", NULL};
  if (m->claims == CONSEQUENCE) return n;
  out[n++] = (struct option_change){"--trust", NULL};
  out[n++] = (struct option_change){"--benign", NULL};
  return n;
}

/* ---- races inside libraries ---- */

bool auto_is_race(const struct portfolio *p, const struct auto_member *m) {
  return m && p->counts[m - p->member].race && auto_code_of(m) == EXIT_ERROR_FOUND;
}

static bool is_library_race(const struct portfolio *p) {
  const json_t *error;
  if (!auto_is_race(p, p->answer)) return false;
  error = auto_error_of(p->answer);
  return json_is_true(json_object_get(error, "library"));
}

/* Extends p->benign by exactly this field. */
static void extend_benign(struct portfolio *p, const char *field) {
  const char *before = p->benign ? p->benign : p->check->cli.engine.benign;
  char *all = mem_printf("%s%s^\\Q%s\\E$", before ? before : "", before ? "|" : "", field);
  free(p->benign);
  p->benign = all;
}

bool auto_sets_aside(struct portfolio *p) {
  const json_t *error;
  const char *field;
  struct library_race *r;
  if (!is_library_race(p) || p->library_count == LIBRARY_RACES ||
      auto_time_left(p) < AUTO_LEAST_SECONDS)
    return false;
  error = auto_error_of(p->answer);
  field = json_string_value(json_object_get(error, "raced"));
  for (uint32_t i = 0; i < p->library_count; i++)
    if (!strcmp(p->library[i].field, field)) return false;
  r = &p->library[p->library_count++];
  *r = (struct library_race){mem_strdup(field),
                             mem_strdup(json_string_value(json_object_get(error, "message")))};
  extend_benign(p, field);
  auto_members_begin(p);
  return true;
}

/* ---- what a race does ---- */

bool auto_seeks_effects(const struct portfolio *p) {
  const struct cli *c = &p->check->cli;
  return !p->sought && !p->test && !c->first_race && !c->all_errors &&
         c->engine.properties & (PROP_DEADLOCK | PROP_EXCEPTION | PROP_HANG);
}

/* The members of this claim are the only ones that wait. */
static void wait_for(struct portfolio *p, enum auto_claim claim) {
  for (struct auto_member *m = p->member; m < p->member + AUTO_MEMBERS; m++)
    if (m->claims == claim)
      m->state = AUTO_WAITING;
    else if (m->state == AUTO_WAITING)
      m->state = m->start ? AUTO_STOPPED : AUTO_LEFT_OUT;
}

/* Runs the late members of this claim for so many seconds. Returns whether they found an error. */
static bool run_late(struct portfolio *p, enum auto_claim claim, double seconds,
                     struct error *err) {
  p->phase = claim;
  p->answer = NULL;
  p->stopped = false;
  p->seconds = clock_seconds() - p->start + seconds;
  wait_for(p, claim);
  auto_run_members(p, err);
  return p->answer && auto_code_of(p->answer) == EXIT_ERROR_FOUND;
}

/* Searches for an error that races lead to, first by interleavings alone, which a JVM can be made
 * to follow. If there is one, it becomes the answer. */
static int run_consequences(struct portfolio *p, double seconds, struct error *err) {
  const uint32_t races = PROP_RACE | PROP_CONFLICT;
  bool found;
  CHECK(!p->sought, "consequences are searched for once: %u", p->library_count);
  p->before = p->answer;
  p->sought = true;
  p->effects = engine_properties_text(p->check->cli.engine.properties & ~races, ",");
  found = run_late(p, EFFECT, seconds * EFFECT_SHARE / 100, err);
  /* no JVM can be forced to return an older value */
  if (!found && !err->code && !cli_stop && !p->check->cli.confirm)
    found = run_late(p, CONSEQUENCE, seconds * (100 - EFFECT_SHARE) / 100, err);
  p->whole = p->answer && p->answer->claims == p->phase && auto_code_of(p->answer) == EXIT_NO_ERROR;
  if (!found) p->answer = p->before;
  return err->code;
}

/* Returns the seconds for consequences: what a limit of the user leaves. */
static double late_seconds(const struct portfolio *p) {
  double left = auto_time_left(p);
  return cli_given(&p->check->cli, "--time") && left < CONSEQUENCE_SECONDS ? left
                                                                           : CONSEQUENCE_SECONDS;
}

/* Did the members find a race, and no other error? */
static bool met_race(const struct portfolio *p) {
  if (auto_is_race(p, p->answer)) return true;
  return p->library_count && (!p->answer || auto_code_of(p->answer) != EXIT_ERROR_FOUND);
}

int auto_search_effects(struct portfolio *p, struct error *err) {
  double seconds = late_seconds(p);
  if (!met_race(p) || !auto_seeks_effects(p) || seconds < AUTO_LEAST_SECONDS) return 0;
  return run_consequences(p, seconds, err);
}

/* ---- report ---- */

/* Returns the member that searched most thoroughly for what a race does. */
static const struct auto_member *searcher(const struct portfolio *p) {
  size_t i = 0;
  while (p->sought && p->member[i].claims != p->phase) i++;
  return &p->member[i];
}

static uint64_t consequence_states(const struct portfolio *p) {
  return (uint64_t)json_integer_value(
      json_object_get(json_object_get(searcher(p)->answer, "check"), "states"));
}

/* Returns why it did not search everything. */
static const char *late_reason(const struct portfolio *p) {
  const json_t *answer = searcher(p)->answer;
  const char *failed = json_string_value(json_object_get(answer, "failed")),
             *reason =
                 json_string_value(json_object_get(json_object_get(answer, "check"), "reason"));
  return failed ? failed : reason && *reason ? reason : "its time ran out";
}

/* Returns "1204 states (all of them)" or "... (not all: time 3 s)"; caller frees. */
static char *searched_text(const struct portfolio *p) {
  return mem_printf("%llu states (%s%s)", (unsigned long long)consequence_states(p),
                    p->whole ? "all of them" : "not all: ", p->whole ? "" : late_reason(p));
}

static void print_library_races(const struct portfolio *p) {
  for (uint32_t i = 0; i < p->library_count; i++) printf("    %s\n", p->library[i].message);
}

static void print_cause(const struct portfolio *p) {
  if (json_integer_value(json_object_get(auto_error_of(p->answer), "stale_reads")))
    puts("  some of its reads return older values, which only data races allow");
  if (auto_is_race(p, p->before)) {
    printf("  the data race that was found first (--first-race): %s\n",
           json_string_value(json_object_get(auto_error_of(p->before), "message")));
    return;
  }
  puts("  races inside libraries (--library-races):");
  print_library_races(p);
}

/* Prints what is known of the races besides the answer. A loop that reads an older value for ever
 * would be a hang, but that is not looked for. */
void auto_print_races(const struct portfolio *p) {
  const uint32_t claimed = PROP_DEADLOCK | PROP_EXCEPTION;
  char *none = engine_properties_text(p->check->cli.engine.properties & claimed, " or "),
       *searched = searched_text(p);
  if (auto_shows_consequence(p))
    print_cause(p);
  else if (p->sought && auto_is_race(p, p->answer))
    printf(
        "  no consequence of this race in %s: no %s%s\n", searched, none,
        p->phase == CONSEQUENCE ? " with older values of the program's own fields and arrays" : "");
  if (p->library_count && !auto_shows_consequence(p)) {
    printf("  races inside libraries%s%s:\n", p->sought ? ", without consequence in " : "",
           p->sought ? searched : "");
    print_library_races(p);
  }
  free(searched);
  free(none);
}

void auto_races_json(const struct portfolio *p, json_t *j) {
  json_t *all = json_array();
  for (uint32_t i = 0; i < p->library_count; i++)
    json_array_append_new(all, json_pack("{s:s,s:s}", "raced", p->library[i].field, "message",
                                         p->library[i].message));
  json_object_set_new(j, "library_races", all);
  if (!p->sought) return;
  if (auto_shows_consequence(p) && auto_is_race(p, p->before))
    json_object_set_new(j, "race", json_deep_copy(auto_error_of(p->before)));
  json_object_set_new(j, "consequences",
                      json_pack("{s:b,s:b,s:I}", "found", auto_shows_consequence(p), "complete",
                                p->whole, "states", (json_int_t)consequence_states(p)));
}
