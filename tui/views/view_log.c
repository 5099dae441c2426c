/* The view Log: the session's commands and messages, and the program's output on the current
 * path. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/views/views.h"
#include "tui/terminal/debug.h"

enum pane { LOG, OUTPUT };

struct data {
  size_t cursor;
  VEC(char *) output;
};

static struct data *log_data_of(struct debug *d) { return d->views[VIEW_log].data; }

static void *log_open_data(struct debug *d) {
  (void)d;
  return mem_alloc(sizeof(struct data));
}

static void log_clear(struct data *v) {
  size_t i;
  for (i = 0; i < v->output.len; i++) free(v->output.data[i]);
  v->output.len = 0;
}

static void log_close_data(void *data) {
  struct data *v = data;
  log_clear(v);
  vec_free(&v->output);
  free(v);
}

static void log_refresh(struct debug *d, void *data) {
  struct data *v = data;
  char *text = engine_output(d->engine, engine_here(d->engine)), *at = text;
  log_clear(v);
  while (at && *at) {
    size_t n = strcspn(at, "\n");
    *vec_push(&v->output) = mem_printf("%.*s", (int)n, at);
    at += n + (at[n] == '\n');
  }
  free(text);
}

static void log_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "Log");
}
static size_t log_count(struct debug *d) { return d->log.len; }
static size_t *log_cursor(struct debug *d) { return &log_data_of(d)->cursor; }
static void log_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  static const enum style styles[] = {ST_KEY, ST_NORMAL, ST_GOOD, ST_WARN, ST_BAD};
  const struct log_entry *e = &d->log.data[i];
  (void)row, (void)cols;
  CHECK(i < d->log.len && (size_t)e->kind < COUNT(styles), "the log has the entry: %zu of %zu", i,
        d->log.len);
  line_puts(out, styles[e->kind], e->kind == LOG_COMMAND ? " :" : "  ");
  line_puts(out, styles[e->kind], e->text);
}

static void output_title(struct debug *d, struct line *out) {
  line_printf(out, ST_NORMAL, "Program output on the path to step %u", debug_here(d).depth);
}
static size_t output_count(struct debug *d) { return log_data_of(d)->output.len; }
static void output_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  (void)row, (void)cols;
  line_printf(out, ST_NORMAL, " %s", log_data_of(d)->output.data[i]);
}
static size_t output_home(struct debug *d) {
  return log_data_of(d)->output.len ? log_data_of(d)->output.len - 1 : 0;
}

static const struct pane_ops log_pane = {.name = "log",
                                         .title = log_title,
                                         .count = log_count,
                                         .item = log_item,
                                         .cursor = log_cursor,
                                         .text = true,
                                         .tail = true};
static const struct pane_ops output_pane = {.name = "output",
                                            .title = output_title,
                                            .count = output_count,
                                            .item = output_item,
                                            .home = output_home,
                                            .empty = "nothing",
                                            .text = true};
static const struct pane_ops *const panes[] = {&log_pane, &output_pane, NULL};

static void log_layout(struct debug *d, struct rect area, struct rect *out) {
  int rows = (int)output_count(d) + 2;
  out[OUTPUT] = rect_bottom(&area, rows < area.rows / 3 ? rows : area.rows / 3);
  out[LOG] = area;
}

static int log_twin_rows(struct debug *d, int cols) {
  int log = 1, output = (int)output_count(d) + 2, rows;
  size_t i;
  for (i = 0; i < d->log.len; i++) log += utf8_rows(d->log.data[i].text, cols - 1);
  rows = log + output;
  return rows > output * 3 ? rows : output * 3;
}

const struct view_ops view_log = {.name = "log",
                                  .title = "Log",
                                  .panes = panes,
                                  .layout = log_layout,
                                  .twin_rows = log_twin_rows,
                                  .open = log_open_data,
                                  .refresh = log_refresh,
                                  .close = log_close_data,
                                  .focus = LOG};
