/* Writes a trace as one self-contained HTML page, without scripts and links to other files. A table
 * has a column (lane) for each thread and a row for each event, in the order of the trace, with the
 * event's number and location. Colours mark kinds of events; the text carries the same information.
 * Events with labels, and errors, are linked from the top of the page.
 *
 * A browser can show a page of some ten thousand rows. For a longer trace, only the rows around
 * its labels and errors and at its end are written; a row in each gap says how many were
 * omitted. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "trace/export/describe.h"
#include "trace/export/export.h"

int trace_html_write(struct trace_reader *r, FILE *out, struct error *err);

enum { HTML_WHOLE = 10000, HTML_END = 2000, HTML_AROUND = 100, HTML_MARKS = 40 };

struct html {
  struct trace_reader *r;
  FILE *out;
  VEC(uint32_t) lanes; /* threads in order of appearance */
  VEC(uint64_t) marks; /* the first HTML_MARKS events with labels or errors */
  uint64_t count;
};

/* ---- text ---- */

/* Writes text between tags or in an attribute's value. Characters that HTML lacks, and bytes that
 * are not UTF-8, become U+FFFD. */
static void html_put(const struct html *h, const char *s, size_t len) {
  json_t *text = trace_json_text(s, len);
  for (const char *c = json_string_value(text); *c; c++)
    export_put_html(h->out, *c == '\t' || *c == '\n' ? ' ' : *c);
  json_decref(text);
}

static void html_put_text(const struct html *h, struct text *t) {
  if (t->len) html_put(h, t->s, t->len);
  text_release(t);
}

/* ---- selecting events ---- */

static bool html_is_error(const struct trace_event *e) {
  return e->kind == TRACE_EV_ERROR || e->kind == TRACE_EV_UNCAUGHT;
}

/* Is the event written? The choices of a search are not, because they are not events of the
 * program. */
static bool html_is_row(const struct trace_event *e) {
  return e->thread && (trace_kind_group(e->kind) != TRACE_GROUP_CHOICE || html_is_error(e));
}

static size_t lane_of(struct html *h, uint32_t thread) {
  for (size_t i = 0; i < h->lanes.len; i++)
    if (h->lanes.data[i] == thread) return i;
  *vec_push(&h->lanes) = thread;
  return h->lanes.len - 1;
}

static bool html_is_shown(const struct html *h, uint64_t n) {
  if (h->count <= HTML_WHOLE || n + HTML_END >= h->count) return true;
  for (size_t i = 0; i < h->marks.len; i++)
    if (n + HTML_AROUND >= h->marks.data[i] && n <= h->marks.data[i] + HTML_AROUND) return true;
  return false;
}

static int html_look(struct html *h, struct error *err) {
  h->count = trace_reader_count(h->r);
  for (uint64_t n = 0; n < h->count; n++) {
    struct trace_event e;
    if (trace_reader_event(h->r, n, &e, err)) return err->code;
    if ((e.labels || html_is_error(&e)) && h->marks.len < HTML_MARKS) *vec_push(&h->marks) = n;
  }
  for (uint64_t n = 0; n < h->count; n++) {
    struct trace_event e;
    if (!html_is_shown(h, n)) continue;
    if (trace_reader_event(h->r, n, &e, err)) return err->code;
    if (html_is_row(&e)) lane_of(h, e.thread);
  }
  return 0;
}

/* ---- the page ---- */

static const char html_style[] =
    "body { font: 14px/1.4 sans-serif; margin: 1.5em; color: #1a1a1a; background: #fff }\n"
    "table { border-collapse: collapse; font: 12px/1.5 monospace }\n"
    "th { position: sticky; top: 0; background: #eef; text-align: left; padding: 2px 8px }\n"
    "td { padding: 0 8px; border-left: 1px solid #dde; white-space: nowrap }\n"
    "td.n, td.at { color: #666 }\n"
    "tr.gap td { text-align: center; color: #666; background: #f4f4f4 }\n"
    "tr:target td { outline: 2px solid #c60 }\n"
    ".thread { background: #e2e8f6 } .access { background: #eaf5e6 } .sync { background: #fdf1d6 "
    "}\n"
    ".control { color: #555 } .marked { font-weight: bold } .error { background: #f8d5d1 }\n";

static void put_head(const struct html *h) {
  const char *path = trace_reader_path(h->r), *name = strrchr(path, '/');
  struct text title = {0};
  name = name ? name + 1 : path;
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>", h->out);
  text_printf(&title, "%s", name);
  html_put(h, title.s, title.len);
  fprintf(h->out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", html_style);
  html_put_text(h, &title);
  fprintf(h->out, "</h1>\n<p>%" PRIu64 " events of %zu threads.</p>\n", h->count, h->lanes.len);
}

/* Writes a list item with a link to the event, such as "eraser: write Bank#1.total". */
static void put_mark(const struct html *h, uint64_t n, const struct trace_event *e) {
  struct text t = {0};
  export_describe_labels(h->r, e, &t);
  if (t.len) text_puts(&t, ": ");
  export_describe(h->r, e, &t);
  fprintf(h->out, "<li><a href=\"#e%" PRIu64 "\">%" PRIu64 "</a> ", n, n);
  html_put_text(h, &t);
  fputs("</li>\n", h->out);
}

static int put_marks(const struct html *h, struct error *err) {
  bool any = false;
  for (size_t i = 0; i < h->marks.len; i++) {
    struct trace_event e;
    if (trace_reader_event(h->r, h->marks.data[i], &e, err)) return err->code;
    if (!html_is_row(&e)) continue;
    if (!any) fputs("<ul>\n", h->out);
    any = true;
    put_mark(h, h->marks.data[i], &e);
  }
  if (any) fputs("</ul>\n", h->out);
  return 0;
}

static void put_lanes(const struct html *h) {
  fputs("<table>\n<thead>\n<tr><th scope=\"col\">event</th>", h->out);
  for (size_t i = 0; i < h->lanes.len; i++) {
    struct text t = {0};
    export_describe_thread(h->r, h->lanes.data[i], &t);
    fputs("<th scope=\"col\">", h->out);
    html_put_text(h, &t);
    fputs("</th>", h->out);
  }
  fputs("<th scope=\"col\">place</th></tr>\n</thead>\n<tbody>\n", h->out);
}

static const char *html_class(const struct trace_event *e) {
  static const char *const names[] = {
      [TRACE_GROUP_THREAD] = "thread", [TRACE_GROUP_ACCESS] = "access",
      [TRACE_GROUP_SYNC] = "sync",     [TRACE_GROUP_CONTROL] = "control",
      [TRACE_GROUP_ALLOC] = "control", [TRACE_GROUP_INPUT] = "control",
      [TRACE_GROUP_NOTE] = "control",  [TRACE_GROUP_CHOICE] = "control"};
  int group = trace_kind_group(e->kind);
  if (html_is_error(e)) return "error";
  return group >= 0 && (size_t)group < COUNT(names) ? names[group] : "control";
}

static void put_row(struct html *h, uint64_t n, const struct trace_event *e) {
  struct text what = {0}, labels = {0}, place = {0};
  size_t lane = lane_of(h, e->thread);
  fprintf(h->out, "<tr id=\"e%" PRIu64 "\"><td class=\"n\">%" PRIu64 "</td>", n, n);
  for (size_t i = 0; i < lane; i++) fputs("<td></td>", h->out);
  fprintf(h->out, "<td class=\"%s%s\">", html_class(e), e->labels ? " marked" : "");
  export_describe(h->r, e, &what);
  export_describe_labels(h->r, e, &labels);
  if (labels.len) text_printf(&what, " [%s]", labels.s);
  html_put_text(h, &what);
  fputs("</td>", h->out);
  for (size_t i = lane + 1; i < h->lanes.len; i++) fputs("<td></td>", h->out);
  fputs("<td class=\"at\">", h->out);
  if (e->location) trace_name_location(h->r, e->location, &place);
  html_put_text(h, &place);
  fputs("</td></tr>\n", h->out);
  text_release(&labels);
}

static void put_gap(const struct html *h, uint64_t left_out) {
  if (left_out)
    fprintf(h->out,
            "<tr class=\"gap\"><td colspan=\"%zu\">%" PRIu64
            " events are left out here</td></tr>\n",
            h->lanes.len + 2, left_out);
}

static int put_rows(struct html *h, struct error *err) {
  uint64_t left_out = 0;
  for (uint64_t n = 0; n < h->count; n++) {
    struct trace_event e;
    if (!html_is_shown(h, n)) {
      left_out++;
      continue;
    }
    if (trace_reader_event(h->r, n, &e, err)) return err->code;
    if (!html_is_row(&e)) continue;
    put_gap(h, left_out);
    left_out = 0;
    put_row(h, n, &e);
  }
  put_gap(h, left_out);
  return 0;
}

int trace_html_write(struct trace_reader *r, FILE *out, struct error *err) {
  struct html h = {.r = r, .out = out};
  if (!html_look(&h, err)) {
    put_head(&h);
    put_marks(&h, err);
    put_lanes(&h);
    if (!err->code) put_rows(&h, err);
    fputs("</tbody>\n</table>\n</body>\n</html>\n", out);
  }
  vec_free(&h.lanes);
  vec_free(&h.marks);
  return err->code ? err->code : trace_export_end(out, err);
}
