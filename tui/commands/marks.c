/* The commands on marks: mark, unmark, marks, sequence. */
#include <stdlib.h>
#include <string.h>

#include "tui/commands/commands.h"
#include "tui/views/view_debug.h"

static void report_mark(struct debug *d, const struct mark_info *m) {
  debug_log(d, LOG_INFO, "%s g%u %s%s%s%s", m->observed ? "ok" : "  ", m->id, m->text,
            m->method ? "  " : "", m->method ? m->method : "", m->observed ? "  (observed)" : "");
}

/* Logs the new mark. If several methods have code on that line, names the method that was chosen
 * (engine/flow/location.h). */
static void say_marked(struct debug *d, const char *location, uint32_t id) {
  struct error none = {0};
  struct mark_info m = {0};
  char *file = NULL;
  uint32_t methods = 1;
  int line;
  bool shared = !engine_program_line(d->engine, location, &file, &line, &methods, &none) &&
                methods > 1 && !engine_mark(d->engine, engine_mark_count(d->engine) - 1, &m);
  free(file);
  debug_log(d, LOG_GOOD, "marked g%u %s%s%s", id, location, shared ? ", in the lambda " : "",
            shared ? m.method : "");
  if (shared) engine_mark_release(&m);
}

int do_mark(struct debug *d, const struct args *a) {
  struct error err = {0};
  uint32_t id = 0;
  char *location = a->argc ? mem_strdup(a->rest) : view_debug_cursor_location(d);
  int r;
  if (!location) return command_usage(d, "mark LOCATION: no source line is under the cursor");
  r = engine_mark_add(d->engine, location, &id, &err);
  if (r)
    debug_fail(d, &err);
  else
    say_marked(d, location, id);
  free(location);
  debug_changed(d);
  return r;
}

static int unmark_all(struct debug *d) {
  struct error err = {0};
  while (engine_mark_count(d->engine)) {
    struct mark_info m;
    int r;
    memset(&m, 0, sizeof m);
    if (engine_mark(d->engine, engine_mark_count(d->engine) - 1, &m)) break;
    r = engine_mark_remove(d->engine, m.id, &err);
    engine_mark_release(&m);
    if (r) return debug_fail(d, &err);
  }
  debug_log(d, LOG_INFO, "no marks");
  debug_changed(d);
  return 0;
}

int do_unmark(struct debug *d, const struct args *a) {
  struct error err = {0};
  uint64_t id;
  if (a->argc && !strcmp(a->argv[0], "all")) return unmark_all(d);
  if (!a->argc)
    id = view_debug_cursor_mark(d);
  else if (!command_number(a->argv[0] + (*a->argv[0] == 'g'), UINT32_MAX, &id))
    return command_usage(d, "unmark N: the mark's number");
  if (!id) return command_usage(d, "no mark on the line under the cursor");
  if (engine_mark_remove(d->engine, (uint32_t)id, &err)) return debug_fail(d, &err);
  debug_log(d, LOG_GOOD, "unmarked g%u", (uint32_t)id);
  debug_changed(d);
  return 0;
}

int do_marks(struct debug *d, const struct args *a) {
  uint32_t i;
  (void)a;
  if (!engine_mark_count(d->engine)) debug_log(d, LOG_INFO, "no marks");
  for (i = 0; i < engine_mark_count(d->engine); i++) {
    struct mark_info m;
    memset(&m, 0, sizeof m);
    if (engine_mark(d->engine, i, &m)) continue;
    report_mark(d, &m);
    engine_mark_release(&m);
  }
  return 0;
}

int do_sequence(struct debug *d, const struct args *a) {
  struct error err = {0};
  if (!a->argc) return command_usage(d, "sequence FILE");
  if (engine_marks_load(d->engine, a->rest, &err)) return debug_fail(d, &err);
  debug_log(d, LOG_GOOD, "%u mark%s from %s", engine_mark_count(d->engine),
            PLURAL(engine_mark_count(d->engine)), a->rest);
  debug_changed(d);
  return 0;
}
