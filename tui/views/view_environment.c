/* The view Env: the calls of an environment (heddle env, heddle debug --env). For each thread,
 * shows its calls on the current path with their results, in the order in which they began and
 * ended, and below them its current and future calls. */
#include <stdlib.h>
#include <string.h>

#include "tui/terminal/debug.h"
#include "tui/views/views.h"

enum pane { CALLS, THREADS };

/* A row of the view: a call begins, ends, or does both. */
struct moment {
  const struct environment_call *call;
  uint32_t column;
  bool begin, end;
};

struct data {
  bool is_one;
  struct environment_info info;
  VEC(struct moment) moments;
};

static struct data *environment_data_of(struct debug *d) {
  view_refresh(d, VIEW_environment);
  return d->views[VIEW_environment].data;
}

static void *environment_open_data(struct debug *d) {
  (void)d;
  return mem_alloc(sizeof(struct data));
}

static void environment_clear(struct data *v) {
  if (v->is_one) engine_environment_release(&v->info);
  v->is_one = false;
  v->moments.len = 0;
}

static void environment_close_data(void *data) {
  struct data *v = data;
  environment_clear(v);
  vec_free(&v->moments);
  free(v);
}

/* ---- moments ---- */

static const struct environment_thread *thread_shown(const struct data *v, uint32_t i) {
  return i < v->info.threads ? &v->info.of[i] : &v->info.behind;
}

/* Returns the position of a begin or an end in the order of rows. Within a step, ends come before
 * begins, because a thread must end a call before its next one. The exception is a call that begins
 * and ends in the same step. */
static uint32_t place_of(const struct moment *m) {
  bool ends = m->end && m->call->from != m->call->to;
  return 2 * (m->end ? m->call->to : m->call->from) + !ends;
}

static int environment_compare(const void *a, const void *b) {
  const struct moment *x = a, *y = b;
  uint32_t i = place_of(x), k = place_of(y);
  if (i != k) return i < k ? -1 : 1;
  if (x->call != y->call) return x->call < y->call ? -1 : 1;
  return (int)y->begin - (int)x->begin;
}

/* Merges the begin and the end of a call into one row if no other row lies between them. */
static void join_moments(struct data *v) {
  size_t n = 0;
  for (size_t i = 0; i < v->moments.len; i++) {
    struct moment *m = &v->moments.data[i];
    bool whole = n && m->end && v->moments.data[n - 1].call == m->call;
    if (whole)
      v->moments.data[n - 1].end = true;
    else
      v->moments.data[n++] = *m;
  }
  v->moments.len = n;
}

static void environment_refresh(struct debug *d, void *data) {
  struct data *v = data;
  environment_clear(v);
  v->is_one = !engine_environment(d->engine, &v->info);
  for (uint32_t i = 0; v->is_one && i <= v->info.threads; i++) {
    const struct environment_thread *t = thread_shown(v, i);
    for (uint32_t k = 0; k < t->begun; k++) {
      const struct environment_call *c = &t->calls[k];
      *vec_push(&v->moments) = (struct moment){.call = c, .column = i, .begin = true};
      if (c->ended) *vec_push(&v->moments) = (struct moment){.call = c, .column = i, .end = true};
    }
  }
  if (v->moments.len)
    qsort(v->moments.data, v->moments.len, sizeof *v->moments.data, environment_compare);
  join_moments(v);
}

/* ---- the calls ---- */

enum { STEP_COLUMNS = 11, COLUMN_LEAST = 16 };

static uint32_t columns_of(const struct data *v) {
  return v->info.threads + (v->info.behind.begun > 0);
}

static int column_width(const struct data *v, int cols) {
  uint32_t n = columns_of(v);
  int width = n ? (cols - STEP_COLUMNS) / (int)n : cols;
  return width < COLUMN_LEAST ? COLUMN_LEAST : width;
}

static void calls_title(struct debug *d, struct line *out) {
  const struct data *v = environment_data_of(d);
  line_puts(out, ST_NORMAL, "Calls on the path to here");
  if (v->is_one) line_printf(out, ST_DIM, ": %s", v->info.about);
}

static size_t calls_count(struct debug *d) { return environment_data_of(d)->moments.len; }

enum { NAME_MAX_BYTES = 80 };

static void thread_name(struct debug *d, const struct data *v, uint32_t i,
                        char out[NAME_MAX_BYTES]) {
  if (i == v->info.threads)
    strcpy(out, "at the end");
  else if (v->info.of[i].thread == UINT32_MAX)
    snprintf(out, NAME_MAX_BYTES, "thread %u", i + 1);
  else
    snprintf(out, NAME_MAX_BYTES, "%s", debug_thread_title(d, v->info.of[i].thread));
}

static bool calls_header(struct debug *d, int cols, struct line *out) {
  const struct data *v = environment_data_of(d);
  int width = column_width(v, cols);
  if (!v->moments.len) return false;
  line_printf(out, ST_DIM, "%-*s", STEP_COLUMNS, "step");
  for (uint32_t i = 0; i < columns_of(v); i++) {
    char name[NAME_MAX_BYTES];
    int at = line_width(out);
    thread_name(d, v, i, name);
    line_fit(out, ST_DIM, name, width - 1);
    line_tab(out, at + width);
  }
  return true;
}

static void calls_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct data *v = environment_data_of(d);
  const struct moment *m = &v->moments.data[i];
  const struct environment_call *c = m->call;
  int width = column_width(v, cols);
  char steps[32];
  (void)row;
  if (m->begin && m->end && c->from != c->to)
    snprintf(steps, sizeof steps, "%u-%u", c->from, c->to);
  else
    snprintf(steps, sizeof steps, "%u", m->begin ? c->from : c->to);
  line_printf(out, ST_DIM, "%-*s", STEP_COLUMNS, steps);
  line_printf(out, ST_NORMAL, "%*s", (int)m->column * width, "");
  if (m->begin && !m->end) line_puts(out, ST_KEY, "begin ");
  line_puts(out, ST_NORMAL, c->text);
  if (!m->begin) line_puts(out, ST_KEY, " ends");
  if (m->end && c->result) line_printf(out, ST_GOOD, " -> %s", c->result);
}

static char *calls_open(struct debug *d, size_t i) {
  const struct moment *m = &environment_data_of(d)->moments.data[i];
  return mem_printf("go %u", m->end ? m->call->end : m->call->begin);
}

static size_t calls_home(struct debug *d) {
  size_t n = environment_data_of(d)->moments.len;
  return n ? n - 1 : 0;
}

static const char *calls_why_empty(struct debug *d) {
  return environment_data_of(d)->is_one
             ? "no thread has begun a call yet"
             : "main is not an environment: heddle debug --env opens one";
}

/* ---- the threads ---- */

static void threads_title(struct debug *d, struct line *out) {
  const struct data *v = environment_data_of(d);
  line_puts(out, ST_NORMAL, "Threads");
  if (v->is_one && !v->info.kept)
    line_puts(out, ST_DIM, ": results are kept with --property linearizable");
}

static size_t threads_count(struct debug *d) {
  const struct data *v = environment_data_of(d);
  return v->is_one ? v->info.threads : 0;
}

/* Adds the state of a thread that is not runnable, to say why it is still in its call: "waiting",
 * "blocked". */
static void add_state(struct debug *d, uint32_t thread, struct line *out) {
  struct thread_info t;
  memset(&t, 0, sizeof t);
  if (thread == UINT32_MAX || engine_thread(d->engine, thread, &t)) return;
  if (t.life != LIFE_RUNNABLE) line_printf(out, ST_WARN, " (%s)", t.state);
  engine_thread_release(&t);
}

static void threads_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct data *v = environment_data_of(d);
  const struct environment_thread *t = &v->info.of[i];
  char name[NAME_MAX_BYTES];
  (void)row, (void)cols;
  thread_name(d, v, (uint32_t)i, name);
  line_printf(out, ST_NORMAL, " %-9s ", name);
  line_printf(out, ST_NORMAL, "%u done", t->ended);
  if (t->begun > t->ended) {
    const struct environment_call *c = &t->calls[t->ended];
    line_puts(out, ST_NORMAL, "; ");
    line_printf(out, ST_KEY, "in %s", c->text);
    line_printf(out, ST_NORMAL, " since step %u", c->from);
    add_state(d, t->thread, out);
  }
  for (uint32_t k = t->begun; k < t->count; k++)
    line_printf(out, ST_DIM, "%s%s", k == t->begun ? "; to come: " : "; ", t->calls[k].text);
}

static const struct pane_ops calls_pane = {.name = "calls",
                                           .title = calls_title,
                                           .count = calls_count,
                                           .header = calls_header,
                                           .item = calls_item,
                                           .open = calls_open,
                                           .home = calls_home,
                                           .why_empty = calls_why_empty,
                                           .fixed = STEP_COLUMNS};
static const struct pane_ops threads_pane = {.name = "threads",
                                             .title = threads_title,
                                             .count = threads_count,
                                             .item = threads_item,
                                             .text = true};
static const struct pane_ops *const panes[] = {&calls_pane, &threads_pane, NULL};

static void environment_layout(struct debug *d, struct rect area, struct rect *out) {
  int rows = (int)threads_count(d) + 1;
  out[THREADS] = rect_bottom(&area, rows < area.rows / 2 ? rows : area.rows / 2);
  out[CALLS] = area;
}

static int environment_twin_rows(struct debug *d, int cols) {
  int rows = (int)calls_count(d) + 3, threads = (int)threads_count(d) + 1;
  (void)cols;
  return rows + threads > 2 * threads ? rows + threads : 2 * threads;
}

const struct view_ops view_environment = {.name = "environment",
                                          .title = "Env",
                                          .panes = panes,
                                          .layout = environment_layout,
                                          .twin_rows = environment_twin_rows,
                                          .open = environment_open_data,
                                          .refresh = environment_refresh,
                                          .close = environment_close_data,
                                          .focus = CALLS};
