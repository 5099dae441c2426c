/* What the members of --search auto did: lines of progress, lines behind the answer, JSON. */
#include "tui/cli/auto.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "tui/cli/advice.h"

/* (One that waits has had its share and asks for more.) */
static const char *const state_words[] = {"ended", "running", "done", "stopped"};

static bool began(const struct auto_member *m) { return m->start > 0; }

static const char *state_word(const struct auto_member *m) {
  return began(m) ? state_words[m->state] : "not begun";
}

/* "depth 40", "no error", "an error": what one that ended has said */
static const char *auto_word(const struct auto_member *m) {
  const json_t *check = json_object_get(m->answer, "check");
  const char *verdict = json_string_value(json_object_get(check, "verdict")),
             *reason = json_string_value(json_object_get(check, "reason"));
  if (!verdict) return "";
  if (!strcmp(verdict, "error")) return "an error";
  if (!strcmp(verdict, "no error")) return m->claims == ALL ? "no error" : "no error, whole";
  return reason && *reason ? reason : verdict;
}

size_t auto_progress(const struct auto_member *m, size_t n, const struct auto_count *counts,
                     size_t shown) {
  size_t i, lines = 0;
  if (shown) fprintf(stderr, "\033[%zuA", shown);
  for (i = 0; i < n; i++) {
    bool runs = m[i].state == AUTO_RUNNING;
    if (!began(&m[i])) continue;
    fprintf(stderr, "\r\033[K  %-10s  %-9s %6.1f s  %llu states, %llu transitions", m[i].name,
            state_word(&m[i]), runs ? clock_seconds() - m[i].start : m[i].seconds,
            (unsigned long long)counts[i].states, (unsigned long long)counts[i].transitions);
    fprintf(stderr, "%s%.40s\n", m[i].answer ? ": " : "", auto_word(&m[i]));
    lines++;
  }
  fflush(stderr);
  return lines;
}

/* Stopped by the bound that it has by its options, and by nothing else. */
static bool is_whole(const struct auto_member *m) {
  const json_t *check = json_object_get(m->answer, "check");
  const char *cause =
      json_string_value(json_object_get(json_object_get(check, "stopped"), "cause"));
  return json_is_true(json_object_get(check, "complete")) ||
         (cause && !strcmp(cause, advice_cause_name(CAUSE_PREEMPTIONS)));
}

void auto_print_parts(const struct auto_member *m, size_t n) {
  size_t i;
  for (i = 0; i < n; i++)
    if (is_whole(&m[i])) printf("  no error %s (%s)\n", m[i].what, m[i].options);
}

void auto_print_members(const struct auto_member *m, size_t n, bool answered) {
  size_t i;
  for (i = 0; i < n; i++) {
    const json_t *check = json_object_get(m[i].answer, "check");
    if (answered && !began(&m[i])) continue;
    printf("  %-10s  %-9s %6.1f s", m[i].name, state_word(&m[i]), m[i].seconds);
    if (check)
      printf("  %lld states, %.50s",
             (long long)json_integer_value(json_object_get(check, "states")), auto_word(&m[i]));
    putchar('\n');
  }
}

json_t *auto_members_json(const struct auto_member *m, size_t n) {
  json_t *all = json_array();
  size_t i;
  for (i = 0; i < n; i++) {
    const json_t *check = json_object_get(m[i].answer, "check");
    json_t *j;
    j = json_pack("{s:s,s:s,s:s,s:f,s:s}", "name", m[i].name, "options", m[i].options, "state",
                  state_word(&m[i]), "seconds", m[i].seconds, "says", auto_word(&m[i]));
    if (check) {
      json_object_set(j, "states", json_object_get(check, "states"));
      json_object_set(j, "transitions", json_object_get(check, "transitions"));
    }
    json_array_append_new(all, j);
  }
  return all;
}
