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
  if (m->claims == CONSEQUENCE) {
    if (p->elements) out[n++] = (struct option_change){"--benign", p->elements};
    return n;
  }
  out[n++] = (struct option_change){"--trust", NULL};
  out[n++] = (struct option_change){"--benign", NULL};
  out[n++] = (struct option_change){"--own", NULL};
  return n;
}

/* ---- races inside libraries ---- */

static void library_race_release(struct library_race *r) {
  free(r->field);
  free(r->message);
}

bool auto_is_race(const struct portfolio *p, const struct auto_member *m) {
  return m && p->counts[m - p->member].race && auto_code_of(m) == EXIT_ERROR_FOUND;
}

static bool is_library_race(const struct portfolio *p) {
  const json_t *error;
  if (!auto_is_race(p, p->answer)) return false;
  error = auto_error_of(p->answer);
  return json_is_true(json_object_get(error, "library"));
}

void auto_races_release(struct portfolio *p) {
  for (uint32_t i = 0; i < p->library_count; i++) library_race_release(&p->library[i]);
  free(p->benign);
  free(p->elements);
  free(p->effects);
}

/* Extends a value of --benign by exactly this name. Returns false if that was done before. */
static bool extend_benign(const struct portfolio *p, char **benign, const char *name) {
  const char *before = *benign ? *benign : p->check->cli.engine.benign;
  char *one = mem_printf("^\\Q%s\\E$", name), *all = NULL;
  if (!before || !strstr(before, one))
    all = mem_printf("%s%s%s", before ? before : "", before ? "|" : "", one);
  free(one);
  if (!all) return false;
  free(*benign);
  *benign = all;
  return true;
}

/* Leaves out races on elements that code of these classes accesses. */
static bool set_elements_aside(struct portfolio *p, const json_t *accessors) {
  bool done = false;
  for (size_t i = 0; i < json_array_size(accessors); i++) {
    const char *class_name = json_string_value(json_array_get(accessors, i));
    char *name = mem_printf(BENIGN_ELEMENTS "%s", class_name ? class_name : "");
    done |= class_name && extend_benign(p, &p->benign, name);
    if (class_name) extend_benign(p, &p->elements, name);
    free(name);
  }
  return done;
}

/* Makes the members leave out the race. Returns false if they were to leave it out before. */
static bool set_race_aside(struct portfolio *p, const json_t *error) {
  const char *raced = json_string_value(json_object_get(error, "raced"));
  if (!raced) return false;
  return strchr(raced, '[') ? set_elements_aside(p, json_object_get(error, "accessors"))
                            : extend_benign(p, &p->benign, raced);
}

/* The race was not left out: the program passed the array to the library. */
static void take_off_list(struct portfolio *p, const char *raced) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->library_count; i++)
    if (raced && !strcmp(p->library[i].field, raced))
      library_race_release(&p->library[i]);
    else
      p->library[n++] = p->library[i];
  p->library_count = n;
}

bool auto_sets_aside(struct portfolio *p) {
  const json_t *error;
  if (!is_library_race(p) || p->library_count == LIBRARY_RACES ||
      auto_time_left(p) < AUTO_LEAST_SECONDS)
    return false;
  error = auto_error_of(p->answer);
  if (!set_race_aside(p, error)) {
    take_off_list(p, json_string_value(json_object_get(error, "raced")));
    return false;
  }
  p->library[p->library_count++] =
      (struct library_race){mem_strdup(json_string_value(json_object_get(error, "raced"))),
                            mem_strdup(json_string_value(json_object_get(error, "message"))),
                            race_idiom_of(json_string_value(json_object_get(error, "idiom")))};
  auto_members_begin(p);
  return true;
}

/* ---- what a race does ---- */

bool auto_seeks_effects(const struct portfolio *p) {
  const struct cli *c = &p->check->cli;
  return !p->sought && !c->first_race && !c->all_errors &&
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
  for (const struct library_race *r = p->library; r < p->library + p->library_count; r++) {
    printf("    %s\n", r->message);
    if (r->idiom) printf("      this looks like %s\n", race_idiom_text(r->idiom));
  }
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

/* Says whether the search read older values. It finds only some of the loops that read one for
 * ever, so it does not claim that there are none. */
static const char *older_text(const struct portfolio *p) {
  if (p->phase != CONSEQUENCE) return "";
  return p->check->cli.engine.properties & PROP_HANG
             ? " with older values of the program's own fields and arrays; a loop that reads one "
               "for ever is found only if it runs alone and its states repeat"
             : " with older values of the program's own fields and arrays";
}

/* Prints what is known of the races besides the answer. */
void auto_print_races(const struct portfolio *p) {
  const uint32_t claimed = PROP_DEADLOCK | PROP_EXCEPTION;
  char *none = engine_properties_text(p->check->cli.engine.properties & claimed, " or "),
       *searched = searched_text(p);
  if (auto_shows_consequence(p))
    print_cause(p);
  else if (p->sought && auto_is_race(p, p->answer))
    printf("  no consequence of this race in %s: no %s%s\n", searched, none, older_text(p));
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
  for (const struct library_race *r = p->library; r < p->library + p->library_count; r++) {
    json_t *race = json_pack("{s:s,s:s}", "raced", r->field, "message", r->message);
    if (r->idiom) json_object_set_new(race, "idiom", json_string(race_idiom_name(r->idiom)));
    json_array_append_new(all, race);
  }
  json_object_set_new(j, "library_races", all);
  if (!p->sought) return;
  if (auto_shows_consequence(p) && auto_is_race(p, p->before))
    json_object_set_new(j, "race", json_deep_copy(auto_error_of(p->before)));
  json_object_set_new(j, "consequences",
                      json_pack("{s:b,s:b,s:I}", "found", auto_shows_consequence(p), "complete",
                                p->whole, "states", (json_int_t)consequence_states(p)));
}
