/* The commands source, restart, set, follow, redraw and suspend. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/commands/commands.h"
#include "tui/terminal/library.h"
#include "tui/terminal/theme.h"
#include "tui/views/view_trace.h"

static bool source_exists(struct debug *d) {
  const struct source *source;
  char *class_name = NULL;
  bool found = source_get(d->sources, d->shown_class, d->shown_file)->path ||
               library_file(d, d->shown_file, &source, &class_name);
  free(class_name);
  return found;
}

int do_source(struct debug *d, const struct args *a) {
  const char *colon = strrchr(a->rest, ':');
  uint64_t line = 1;
  free(d->shown_file);
  free(d->shown_class);
  d->shown_file = d->shown_class = NULL;
  debug_stale(d);
  if (!a->argc) return 0;
  if (colon && !command_number(colon + 1, 10000000, &line))
    return command_usage(d, "source FILE[:LINE]");
  d->shown_file =
      mem_printf("%.*s", (int)(colon ? colon - a->rest : (long)strlen(a->rest)), a->rest);
  d->shown_class = mem_strdup(d->main_class);
  if (!source_exists(d)) {
    debug_log(d, LOG_ERROR, "no file %s on the source path", d->shown_file);
    free(d->shown_file);
    d->shown_file = NULL;
    return ERR_INPUT;
  }
  d->source_line = line ? (size_t)line - 1 : 0;
  return 0;
}

int do_restart(struct debug *d, const struct args *a) {
  struct error err = {0};
  uint64_t seed = 0;
  if (a->argc > 1 || (a->argc && !command_number(a->argv[0], UINT64_MAX, &seed)))
    return command_usage(d, "restart [SEED]");
  return debug_restart(d, a->argc ? &seed : NULL, &err) ? debug_fail(d, &err) : 0;
}

/* ---- settings ---- */

static const char *row_word(uint32_t n) {
  static const char *const words[] = {"all", "threads", "others"};
  return n < COUNT(words) ? words[n] : NULL;
}

enum setting_kind { SET_BOOL, SET_NUMBER, SET_SECONDS, SET_WORD };
static const struct setting {
  const char *name;
  enum setting_kind kind;
  size_t offset;
  const char *help;
  const char *(*word)(uint32_t n); /* SET_WORD: the n-th word; NULL after the last */
} settings[] = {
    {"mouse", SET_BOOL, offsetof(struct debug_settings, mouse),
     "clicks and the wheel; the terminal's own selection then needs Shift", NULL},
    {"times", SET_BOOL, offsetof(struct debug_settings, times), "show seconds", NULL},
    {"ascii", SET_BOOL, offsetof(struct debug_settings, ascii), "rules in ASCII", NULL},
    {"jdk", SET_BOOL, offsetof(struct debug_settings, jdk),
     "events: what the class library does for itself as well", NULL},
    {"changed", SET_BOOL, offsetof(struct debug_settings, changed_only),
     "h: only the columns that the last step changed", NULL},
    {"rows", SET_WORD, offsetof(struct debug_settings, rows), "h: all, threads or others",
     row_word},
    {"depth", SET_NUMBER, offsetof(struct debug_settings, depth), "bound of checks", NULL},
    {"time", SET_SECONDS, offsetof(struct debug_settings, seconds), "seconds of checks", NULL},
    {"width", SET_NUMBER, offsetof(struct debug_settings, width), "columns of printed views", NULL},
    {"theme", SET_WORD, offsetof(struct debug_settings, theme),
     "colours: default, mono, high-contrast or blue-yellow", theme_name},
};

static void report_setting(struct debug *d, const struct setting *s) {
  const char *at = (const char *)&d->set + s->offset;
  CHECK(s->kind != SET_WORD || s->word(*(const uint32_t *)(const void *)at),
        "a setting has one of its words: %s", s->name);
  switch (s->kind) {
    case SET_BOOL:
      debug_log(d, LOG_INFO, "%s %s  (%s)", s->name, *(const bool *)at ? "on" : "off", s->help);
      break;
    case SET_NUMBER:
      debug_log(d, LOG_INFO, "%s %u  (%s)", s->name, *(const uint32_t *)(const void *)at, s->help);
      break;
    case SET_SECONDS:
      debug_log(d, LOG_INFO, "%s %g  (%s)", s->name, *(const double *)(const void *)at, s->help);
      break;
    case SET_WORD:
      debug_log(d, LOG_INFO, "%s %s  (%s)", s->name, s->word(*(const uint32_t *)(const void *)at),
                s->help);
      break;
  }
}

static bool set_value(struct debug *d, const struct setting *s, const char *value) {
  char *at = (char *)&d->set + s->offset, *end;
  uint64_t n;
  double seconds;
  uint32_t *number = (uint32_t *)(void *)at;
  switch (s->kind) {
    case SET_BOOL:
      if (!strcmp(value, "toggle")) return *(bool *)at = !*(bool *)at, true;
      if (strcmp(value, "on") && strcmp(value, "off")) return false;
      return *(bool *)at = !strcmp(value, "on"), true;
    case SET_NUMBER:
      if (!command_number(value, 100000, &n) || (!strcmp(s->name, "width") && (n < 60 || n > 1000)))
        return false;
      return *number = (uint32_t)n, true;
    case SET_SECONDS:
      seconds = strtod(value, &end);
      if (end == value || *end || seconds < 0) return false;
      return *(double *)(void *)at = seconds, true;
    case SET_WORD:
      if (!strcmp(value, "next")) return *number = s->word(*number + 1) ? *number + 1 : 0, true;
      for (n = 0; s->word((uint32_t)n); n++)
        if (!strcmp(value, s->word((uint32_t)n))) return *number = (uint32_t)n, true;
      return false;
  }
  return false;
}

int do_set(struct debug *d, const struct args *a) {
  size_t i;
  for (i = 0; i < COUNT(settings); i++) {
    if (a->argc && strcmp(settings[i].name, a->argv[0])) continue;
    if (a->argc > 1 && !set_value(d, &settings[i], a->argv[1]))
      return command_usage(d, "set %s: bad value '%s'", a->argv[0], a->argv[1]);
    if (a->argc < 2 || !strcmp(a->argv[1], "toggle") || !strcmp(a->argv[1], "next"))
      report_setting(d, &settings[i]); /* probably a key ran this, so show the new value */
    if (a->argc) break;
  }
  if (i == COUNT(settings) && a->argc) return command_usage(d, "no setting '%s'", a->argv[0]);
  debug_stale(d);
  return 0;
}

/* ---- the recorded trace ---- */

static int followed(struct debug *d, node_id before, const struct follow_report *r) {
  INVARIANT(d->follow && r->events <= trace_reader_count(d->trace),
            "no more events are followed than were recorded: %llu", (unsigned long long)r->events);
  d->follow_used = true;
  d->follow_at = r->events;
  d->follow_off = false;
  debug_moved(d, before);
  if (engine_here(d->engine) != before) {
    debug_report_noted(d, before, engine_here(d->engine));
    debug_report_node(d, engine_here(d->engine));
  }
  view_trace_show(d, d->follow_at);
  if (r->status == FOLLOW_STUCK)
    return debug_fail_text(d, ERR_NOTFOUND, "the trace cannot be followed %s", r->message);
  debug_log(d, r->status == FOLLOW_END ? LOG_GOOD : LOG_INFO,
            "trace: %s%llu of %llu events followed", r->status == FOLLOW_END ? "the end; " : "",
            (unsigned long long)r->events, (unsigned long long)trace_reader_count(d->trace));
  return 0;
}

static int follow_steps(struct debug *d, uint64_t steps) {
  struct follow_report r = {.status = FOLLOW_STEPPED};
  struct error err = {0};
  node_id before = engine_here(d->engine);
  bool hit = false;
  while (steps-- && !hit && r.status == FOLLOW_STEPPED && !(d->stop && *d->stop)) {
    if (d->follow_ops->step(d->follow, &r, &err)) {
      debug_moved(d, before);
      return debug_fail(d, &err);
    }
    hit = r.status == FOLLOW_STEPPED && breaks_hit(d);
  }
  return followed(d, before, &r);
}

/* Takes one step towards a recorded event, so that breakpoints can stop it. Returns false if it is
 * not a plain step up to the event: then follow_ops.to must do the rest and report the outcome. */
static bool follow_one(struct debug *d, uint64_t event, struct follow_report *r) {
  struct error err = {0};
  if (d->stop && *d->stop) return false;
  return !d->follow_ops->step(d->follow, r, &err) && r->status == FOLLOW_STEPPED &&
         r->events <= event;
}

static int follow_to(struct debug *d, uint64_t event) {
  struct follow_report r = {.status = FOLLOW_STEPPED};
  struct error err = {0};
  node_id before = engine_here(d->engine);
  bool hit = false;
  while (d->breaks.v.len && !hit && d->follow_at < event && follow_one(d, event, &r))
    hit = breaks_hit(d);
  if (hit) return followed(d, before, &r);
  if (d->follow_ops->to(d->follow, event, &r, &err)) {
    debug_moved(d, before);
    return debug_fail(d, &err);
  }
  return followed(d, before, &r);
}

static int follow_open(struct debug *d) {
  struct error err = {0};
  size_t i;
  if (!d->trace) return command_usage(d, "no recorded trace (heddle debug --trace FILE)");
  if (!d->follow_ops) return command_usage(d, "this session cannot follow a trace");
  if (d->follow) return 0;
  if (d->follow_ops->open(d->engine, d->trace, d->stop, &d->follow, &err))
    return debug_fail(d, &err);
  for (i = 0; *d->follow_ops->warning(d->follow, i); i++)
    debug_log(d, LOG_WARN, "trace: %s", d->follow_ops->warning(d->follow, i));
  return 0;
}

int do_follow(struct debug *d, const struct args *a) {
  uint64_t n = 1;
  int r = follow_open(d);
  if (r) return r;
  if (a->argc && !strcmp(a->argv[0], "suspicious")) {
    n = view_trace_suspicious(d, d->follow_at + (d->follow_used ? 1 : 0), NULL);
    if (n == UINT64_MAX) return debug_fail_text(d, ERR_NOTFOUND, "no suspicious event ahead");
    return follow_to(d, n);
  }
  if (a->argc == 2 && !strcmp(a->argv[0], "to")) {
    if (!command_number(a->argv[1], UINT64_MAX, &n))
      return command_usage(d, "'%s' is not a number", a->argv[1]);
    return follow_to(d, n);
  }
  if (!command_count(d, a, 0, 1, &n)) return ERR_USAGE;
  return follow_steps(d, n);
}

/* ---- the terminal ---- */

int do_redraw(struct debug *d, const struct args *a) { return (void)a, d->redraw = true, 0; }
int do_suspend(struct debug *d, const struct args *a) { return (void)a, d->suspend = true, 0; }
