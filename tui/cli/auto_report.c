/* Reports on the members of --search auto: progress lines, lines after the answer, JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "tui/cli/advice.h"
#include "tui/cli/auto_int.h"

/* By enum auto_state. A waiting member is shown only if it has begun: its first search then ended
 * because its share was used up. */
static const char *const state_words[] = {"ended", "running", "done", "stopped"};

static bool began(const struct auto_member *m) { return m->start > 0; }

static const char *state_word(const struct auto_member *m) {
  return began(m) ? state_words[m->state] : "not begun";
}

/* ---- one member ---- */

/* Adds "6,122" or "1.9 million". */
static void add_count(struct text *t, uint64_t n) {
  if (n >= 1000000)
    text_printf(t, "%.1f million", (double)n / 1e6);
  else if (n >= 1000)
    text_printf(t, "%u,%03u", (unsigned)(n / 1000), (unsigned)(n % 1000));
  else
    text_printf(t, "%u", (unsigned)n);
}

int auto_cause_of(const struct auto_member *m) {
  const json_t *stopped = json_object_get(json_object_get(m->answer, "check"), "stopped");
  const char *cause = json_string_value(json_object_get(stopped, "cause"));
  return cause ? advice_cause_named(cause) : CAUSE_NONE;
}

/* Returns true if the search was complete, except for the bound that its options set. */
static bool is_whole(const struct auto_member *m) {
  const json_t *check = json_object_get(m->answer, "check");
  return json_is_true(json_object_get(check, "complete")) || auto_cause_of(m) == CAUSE_PREEMPTIONS;
}

/* Returns the result of a finished member: "depth 40", "no error", "an error". */
static const char *auto_word(const struct auto_member *m) {
  const json_t *check = json_object_get(m->answer, "check");
  const char *verdict = json_string_value(json_object_get(check, "verdict")),
             *reason = json_string_value(json_object_get(check, "reason"));
  if (!verdict) return "";
  if (auto_ended_by_race(m)) return "a read-write race";
  if (!strcmp(verdict, "error")) return "an error";
  if (!strcmp(verdict, "no error"))
    return m->claims >= RACE_FREE ? "no error" : "no error, complete";
  return reason && *reason ? reason : verdict;
}

/* Adds the result at more length, for people. */
static void add_word(struct text *t, const struct auto_member *m) {
  const json_t *check = json_object_get(m->answer, "check");
  const char *verdict = json_string_value(json_object_get(check, "verdict"));
  if (!strcmp(verdict, "error"))
    text_printf(t, ", %s", auto_word(m));
  else if (is_whole(m) && m->claims >= RACE_FREE)
    text_puts(t, ", complete: no error");
  else if (is_whole(m) && m->claims == SHOWN && auto_methods(m))
    text_printf(t, ", complete: no error; %s as one step each", auto_methods(m));
  else if (is_whole(m))
    text_printf(t, ", no error %s", m->what);
  else if (auto_cause_of(m) == CAUSE_TIME || auto_cause_of(m) == CAUSE_INTERRUPT)
    text_puts(t, ", incomplete: no error found");
  else
    text_printf(t, ", %.*s", auto_cause_of(m) == CAUSE_UNCONFIRMED ? 200 : 50, auto_word(m));
}

/* Returns a line such as "every step  done   0.6 s  1,204 states, complete: no error". */
static char *auto_line(const struct portfolio *p, const struct auto_member *m) {
  const json_t *check = json_object_get(m->answer, "check");
  const char *failed = json_string_value(json_object_get(m->answer, "failed"));
  bool runs = m->state == AUTO_RUNNING;
  struct text t = {0};
  text_printf(&t, "  %-10s  %-9s %6.1f s", m->name, state_word(m),
              runs ? clock_seconds() - m->start : m->seconds);
  if (runs || check) {
    uint64_t states = runs ? p->counts[m - p->member].states
                           : (uint64_t)json_integer_value(json_object_get(check, "states"));
    text_puts(&t, "  ");
    add_count(&t, states);
    text_puts(&t, states == 1 ? " state" : " states");
    if (runs && *p->counts[m - p->member].explored)
      text_printf(&t, ", %.*s", EXPLORED_TEXT - 1, p->counts[m - p->member].explored);
  }
  if (!runs && check)
    add_word(&t, m);
  else if (!runs && failed && m->state == AUTO_DONE)
    text_printf(&t, "  %.60s", failed);
  return t.s;
}

/* ---- on the terminal ---- */

/* Returns the maximum width of a progress line. A longer one would wrap, and auto_progress_clear
 * would leave its second row. */
static int auto_columns(void) {
  struct winsize w;
  return !ioctl(STDERR_FILENO, TIOCGWINSZ, &w) && w.ws_col > 1 ? w.ws_col - 1 : 78;
}

void auto_progress_clear(struct portfolio *p) {
  if (p->shown) fprintf(stderr, "\033[%zuA\033[J", p->shown);
  p->shown = 0;
}

void auto_progress(struct portfolio *p) {
  size_t i;
  auto_progress_clear(p);
  fprintf(stderr, "heddle: %u search%s at a time, %g s; Ctrl-C keeps what is known\n",
          p->workers.size, p->workers.size == 1 ? "" : "es", p->seconds);
  p->shown = 1;
  for (i = 0; i < AUTO_MEMBERS; i++) {
    char *line;
    if (!began(&p->member[i])) continue;
    line = auto_line(p, &p->member[i]);
    fprintf(stderr, "%.*s\n", auto_columns(), line);
    free(line);
    p->shown++;
  }
  fflush(stderr);
}

/* ---- after the answer ---- */

void auto_print_parts(const struct portfolio *p) {
  size_t i;
  for (i = 0; i < AUTO_MEMBERS; i++) {
    const struct auto_member *m = &p->member[i];
    if (is_whole(m)) printf("  no error %s (%s)\n", m->what, m->options);
  }
}

void auto_print_members(const struct portfolio *p) {
  size_t i, n = 0;
  for (i = 0; i < AUTO_MEMBERS; i++) n += began(&p->member[i]);
  for (i = 0; i < AUTO_MEMBERS && (n > 1 || !p->answer); i++) {
    char *line;
    if ((p->answer || p->member[i].state == AUTO_LEFT_OUT) && !began(&p->member[i])) continue;
    line = auto_line(p, &p->member[i]);
    puts(line);
    free(line);
  }
}

json_t *auto_members_json(const struct portfolio *p) {
  json_t *all = json_array();
  size_t i;
  for (i = 0; i < AUTO_MEMBERS; i++) {
    const struct auto_member *m = &p->member[i];
    const json_t *check = json_object_get(m->answer, "check");
    json_t *j;
    j = json_pack("{s:s,s:s,s:s,s:f,s:s}", "name", m->name, "options", m->options, "state",
                  state_word(m), "seconds", m->seconds, "says", auto_word(m));
    if (check) {
      json_object_set(j, "states", json_object_get(check, "states"));
      json_object_set(j, "transitions", json_object_get(check, "transitions"));
    }
    json_array_append_new(all, j);
  }
  return all;
}
