/* Writes a log for ShiViz: a regular expression, an empty line (which means a single execution),
 * and then a line for each event,
 *
 *     T0 {"T0":4,"T1":2} a.b.C.run:12 write a.b.C#7.x = 3
 *
 * with its thread, its vector clock (trace/causal.h), its location ("-" if unknown) and its text.
 * As ShiViz requires, a thread's own entry counts its events from 1 on. */
#include <inttypes.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"
#include "trace/causal.h"
#include "trace/export/describe.h"
#include "trace/export/export.h"

int trace_shiviz_write(struct trace_reader *r, FILE *out, struct error *err);

static void put_one_line(struct text *t) {
  for (size_t i = 0; i < t->len; i++)
    if ((unsigned char)t->s[i] < ' ') t->s[i] = ' ';
}

static void put_clock(const struct causal *c, const struct trace_event *e, FILE *out) {
  size_t width;
  const uint32_t *clock = causal_clock(c, e->thread, &width);
  const char *comma = "";
  CHECK(width, "a thread that is written has a clock: T%u", e->thread - 1);
  fputc('{', out);
  for (size_t i = 0; i < width; i++) {
    if (!clock[i]) continue;
    fprintf(out, "%s\"T%" PRIu32 "\":%" PRIu32, comma, trace_thread_number(causal_thread(c, i)),
            clock[i]);
    comma = ",";
  }
  fputc('}', out);
}

/* Is the event written? The choices of a search are not, because they are not events of the
 * program. */
static bool is_logged(const struct trace_event *e) {
  return e->thread &&
         (trace_kind_group(e->kind) != TRACE_GROUP_CHOICE || e->kind == TRACE_EV_ERROR);
}

static void put_log_line(struct trace_reader *r, const struct causal *c,
                         const struct trace_event *e, FILE *out) {
  struct text place = {0}, what = {0}, labels = {0};
  if (e->location)
    trace_name_location(r, e->location, &place);
  else
    text_puts(&place, "-");
  for (size_t i = 0; i < place.len; i++)
    if ((unsigned char)place.s[i] <= ' ') place.s[i] = '_';
  export_describe(r, e, &what);
  export_describe_labels(r, e, &labels);
  if (labels.len) text_printf(&what, " [%s]", labels.s);
  put_one_line(&what);
  fprintf(out, "T%" PRIu32 " ", trace_thread_number(e->thread));
  put_clock(c, e, out);
  fprintf(out, " %s %s\n", place.s, what.s);
  text_release(&place);
  text_release(&what);
  text_release(&labels);
}

int trace_shiviz_write(struct trace_reader *r, FILE *out, struct error *err) {
  struct causal *c = causal_new(&(struct causal_listener){.only = 0});
  int rc = 0;
  fputs("(?<host>\\S+) (?<clock>\\{.*?\\}) (?<location>\\S+) (?<event>.*)\n\n", out);
  for (uint64_t n = 0; n < trace_reader_count(r) && !rc; n++) {
    struct trace_event e;
    rc = trace_reader_event(r, n, &e, err);
    if (rc || !is_logged(&e)) continue;
    causal_take(c, n, &e);
    put_log_line(r, c, &e, out);
  }
  causal_free(c);
  return rc ? rc : trace_export_end(out, err);
}
