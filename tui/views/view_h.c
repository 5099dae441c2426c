/* The view h (paper 004): which thread may access which location without a data race. It also shows
 * which bits the last step set and cleared, the h-history stack, why a bit has its value, the
 * effect of each enabled choice on h, and, on a screen, the source.
 * It reads the matrix before the last step by going to the parent node and back. That swaps two
 * deltas and executes nothing. */
#include "tui/views/view_h.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/views/view_debug_data.h"
#include "tui/views/views.h"

struct data {
  bool have, have_before;
  struct h_matrix now, before;
  struct error err;
  VEC(uint32_t) rows, columns; /* visible rows and columns of `now` */
  size_t row;
  size_t column, left; /* the cursor and the first column on the screen, as indexes in `columns` */
  struct regex *filter;
  struct h_change *history;
  uint32_t history_count;
  VEC(char *) why;
  node_id why_at;  /* node for which `why` was asked */
  node_id race_at; /* node of the race at whose bit the cursor was placed */
};

extern const struct pane_ops view_h_why_pane;

static struct data *view_h_data_of(struct debug *d);

/* ---- history and choices ---- */

static void view_h_history_title(struct debug *d, struct line *out) {
  line_printf(out, ST_NORMAL, "h-history stack (%u), newest first",
              view_h_data_of(d)->history_count);
}

static size_t view_h_history_count(struct debug *d) {
  return view_h_data_of(d)->have ? view_h_data_of(d)->history_count + 1 : 0;
}

static int view_h_history_height(struct debug *d, int cols, int rows) {
  (void)d, (void)cols, (void)rows;
  return 2;
}

static void view_h_history_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct data *v = view_h_data_of(d);
  const struct h_change *c;
  char *s;
  (void)cols;
  if (i >= v->history_count) {
    line_puts(out, row ? ST_DIM : ST_NORMAL,
              row ? "            T0 may access the statics" : "  step 0    initial");
    return;
  }
  c = &v->history[v->history_count - 1 - i];
  if (row == 0) {
    s = debug_named(d, c->action ? c->action : "");
    line_printf(out, ST_DIM, "  step %-4u ", c->step);
    line_puts(out, line_thread_style(c->thread), s);
  } else {
    s = debug_short(d, c->change ? c->change : "");
    line_tab(out, 12);
    line_puts(out, c->effect & (H_RACE | H_LOSES) ? ST_BAD : ST_GOOD, s);
  }
  free(s);
}

static char *view_h_history_open(struct debug *d, size_t i) {
  const struct data *v = view_h_data_of(d);
  if (i >= v->history_count) return mem_strdup("go 0");
  return mem_printf("go %u", v->history[v->history_count - 1 - i].node);
}

static size_t view_h_history_home(struct debug *d) {
  (void)d;
  return 0;
}

static void view_h_next_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "What the choices would do");
}

static size_t view_h_next_count(struct debug *d) {
  debug_choices(d);
  return d->choices.len;
}

static void view_h_next_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct debug_choice *c = &d->choices.data[i];
  char *action = debug_named(d, c->previewed && c->preview.action ? c->preview.action : "?");
  bool known = c->previewed && c->preview.h_effect && !teach_hides(d);
  char *h = debug_short(d, known ? c->preview.h_change : "");
  (void)cols;
  if (row == 0) {
    line_printf(out, ST_NORMAL, "%zu ", i + 1);
    line_puts(out, line_thread_style(c->choice.thread), action);
  } else {
    line_printf(out, line_h_style(known ? c->preview.h_effect : 0), "    %s", h);
  }
  free(action);
  free(h);
}

static char *view_h_next_open(struct debug *d, size_t i) {
  (void)d;
  return mem_printf("take %zu", i + 1);
}

static size_t *view_h_next_cursor(struct debug *d) { return &d->selected; }

/* ---- reasons for a bit ---- */

static void view_h_clear_why(struct data *v) {
  size_t i;
  for (i = 0; i < v->why.len; i++) free(v->why.data[i]);
  v->why.len = 0;
}

bool view_h_cursor(struct debug *d, char **row, char **column) {
  struct data *v = view_h_data_of(d);
  view_refresh(d, VIEW_h);
  if (!v->have || v->row >= v->rows.len || v->column >= v->columns.len) return false;
  *row = mem_strdup(v->now.row[v->rows.data[v->row]].name);
  *column = mem_strdup(v->now.column[v->columns.data[v->column]]);
  return true;
}

/* Returns true if `given` is the full name, the shortened name, the first word ("T1") or the number
 * of a row or column. */
static bool same_name(struct debug *d, const char *full, const char *given, size_t number) {
  char *s = debug_short(d, full), *end;
  size_t n = strcspn(full, " ");
  bool same =
      !strcmp(full, given) || !strcmp(s, given) || (strlen(given) == n && !strncmp(full, given, n));
  if (!same && isdigit((unsigned char)*given)) same = strtoul(given, &end, 10) == number && !*end;
  free(s);
  return same;
}

static int find_bit(struct debug *d, const char *row, const char *column, uint32_t *r, uint32_t *c,
                    struct error *err) {
  struct data *v = view_h_data_of(d);
  view_refresh(d, VIEW_h);
  if (!v->have) return error_set(err, v->err.code, "%s", v->err.msg);
  for (*r = 0; *r < v->now.rows && !same_name(d, v->now.row[*r].name, row, *r + 1u); ++*r) continue;
  for (*c = 0; *c < v->now.columns && !same_name(d, v->now.column[*c], column, *c + 1u); ++*c)
    continue;
  if (*r == v->now.rows) return error_set(err, ERR_INPUT, "h has no row '%s'", row);
  if (*c == v->now.columns) return error_set(err, ERR_INPUT, "h has no column '%s'", column);
  return 0;
}

int view_h_names(struct debug *d, const char *row, const char *column, char **row_name,
                 char **column_name, struct error *err) {
  const struct data *v = view_h_data_of(d);
  uint32_t r, c;
  if (find_bit(d, row, column, &r, &c, err)) return err->code;
  *row_name = mem_strdup(v->now.row[r].name);
  *column_name = mem_strdup(v->now.column[c]);
  return 0;
}

int view_h_why(struct debug *d, const char *row, const char *column, struct error *err) {
  struct data *v = view_h_data_of(d);
  uint32_t r, c;
  char *text = NULL, *line, *save = NULL;
  int code;
  if (find_bit(d, row, column, &r, &c, err)) return err->code;
  code = engine_h_why(d->engine, v->now.row[r].name, v->now.column[c], &text, err);
  if (code) return code;
  view_h_clear_why(v);
  v->why_at = engine_here(d->engine);
  for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
    *vec_push(&v->why) = debug_short(d, line);
  free(text);
  v->row = r;
  for (r = 0; r < v->rows.len; r++)
    if (v->rows.data[r] == v->row) break;
  v->row = r < v->rows.len ? r : 0;
  for (r = 0; r < v->columns.len; r++)
    if (v->columns.data[r] == c) v->column = r;
  return 0;
}

void view_h_report_why(struct debug *d) {
  const struct data *v = view_h_data_of(d);
  size_t i;
  for (i = 0; i < v->why.len; i++) debug_log(d, LOG_INFO, "%s", v->why.data[i]);
}

/* The answer stays after moves, for comparison, so the title names the state that it is about. */
static void why_title(struct debug *d, struct line *out) {
  const struct data *v = view_h_data_of(d);
  struct node_info asked;
  line_puts(out, ST_NORMAL, "Why (i)");
  if (v->why.len && v->why_at != engine_here(d->engine) &&
      !engine_node(d->engine, v->why_at, &asked))
    line_printf(out, ST_WARN, ", asked at step %u (node %u)", asked.depth, asked.id);
}
static size_t why_count(struct debug *d) { return view_h_data_of(d)->why.len; }
static void why_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  (void)row, (void)cols;
  line_printf(out, ST_NORMAL, " %s", view_h_data_of(d)->why.data[i]);
}

const struct pane_ops view_h_why_pane = {
    .name = "why",
    .title = why_title,
    .count = why_count,
    .item = why_item,
    .text = true,
    .empty = "i shows why the bit under the cursor is as it is"};

/* ---- data of the view ---- */

enum pane { MATRIX, HISTORY, WHY, NEXT, SOURCE };

static struct data *view_h_data_of(struct debug *d) { return d->views[VIEW_h].data; }

static void *h_open_data(struct debug *d) {
  struct data *v = mem_alloc(sizeof *v);
  (void)d;
  v->race_at = NODE_NONE;
  return v;
}

static void h_clear(struct data *v) {
  if (v->have) engine_h_release(&v->now);
  if (v->have_before) engine_h_release(&v->before);
  if (v->history) engine_h_history_release(v->history, v->history_count);
  v->history = NULL;
  v->history_count = 0;
  v->have = v->have_before = false;
  v->rows.len = v->columns.len = 0;
}

static void h_close_data(void *data) {
  struct data *v = data;
  h_clear(v);
  view_h_clear_why(v);
  vec_free(&v->why);
  vec_free(&v->rows);
  vec_free(&v->columns);
  regex_free(v->filter);
  free(v);
}

/* ---- reading the session ---- */

static void read_before(struct debug *d, struct data *v) {
  struct node_info here = debug_here(d);
  struct error err = {0};
  if (here.parent == NODE_NONE || d->running || engine_go(d->engine, here.parent, &err)) return;
  v->have_before = !engine_h(d->engine, &v->before, &err);
  if (engine_go(d->engine, here.id, &err)) debug_fail(d, &err);
}

static int bit_of(const struct h_matrix *m, const char *row, const char *column) {
  uint32_t r, c;
  for (r = 0; r < m->rows && strcmp(m->row[r].name, row); r++) continue;
  for (c = 0; c < m->columns && strcmp(m->column[c], column); c++) continue;
  return r < m->rows && c < m->columns ? m->bits[r * m->columns + c] : -1;
}

/* Returns '1' for a set bit and '.' for a clear one, or '+' or '-' if the last step set or cleared
 * it. */
static char cell(const struct data *v, uint32_t r, uint32_t c) {
  bool now = v->now.bits[r * v->now.columns + c];
  int before = v->have_before ? bit_of(&v->before, v->now.row[r].name, v->now.column[c]) : -1;
  INVARIANT(r < v->now.rows && c < v->now.columns, "h has the bit: row %u of %u, column %u of %u",
            r, v->now.rows, c, v->now.columns);
  if (before < 0 || before == (int)now) return now ? '1' : '.';
  return now ? '+' : '-';
}

static bool changed(const struct data *v, uint32_t c) {
  uint32_t r;
  for (r = 0; r < v->now.rows; r++)
    if (strchr("+-", cell(v, r, c))) return true;
  return false;
}

static void choose(struct debug *d, struct data *v) {
  uint32_t i, pass;
  for (pass = 0; pass < 2; pass++) /* threads first */
    for (i = 0; i < v->now.rows; i++)
      if ((v->now.row[i].kind != 0) == (pass == 1) && (d->set.rows == 0 || d->set.rows == pass + 1))
        *vec_push(&v->rows) = i;
  for (i = 0; i < v->now.columns; i++)
    if ((!v->filter || regex_match(v->filter, v->now.column[i], 0, NULL, NULL)) &&
        (!d->set.changed_only || changed(v, i)))
      *vec_push(&v->columns) = i;
  if (v->column >= v->columns.len) v->column = v->columns.len ? v->columns.len - 1 : 0;
}

/* At a data race, moves the cursor to the bit of the racing access, once per race. */
static void to_race(struct debug *d, struct data *v) {
  struct node_info here = debug_here(d);
  struct violation_info bad;
  struct event_info e;
  size_t i;
  if (!(here.flags & NODE_ERROR) || !here.events || v->race_at == here.id ||
      engine_violation(d->engine, here.id, &bad) || bad.property != PROP_RACE ||
      engine_event(d->engine, here.id, here.events - 1, &e))
    return;
  v->race_at = here.id;
  for (i = 0; i < v->rows.len; i++) {
    const struct h_row *row = &v->now.row[v->rows.data[i]];
    if (row->kind == 0 && row->thread == e.thread) v->row = i;
  }
  for (i = 0; i < v->columns.len; i++)
    if (e.object && !strcmp(v->now.column[v->columns.data[i]], e.object)) v->column = i;
  engine_event_release(&e);
}

static void h_refresh(struct debug *d, void *data) {
  struct data *v = data;
  struct error err = {0};
  view_refresh(d, VIEW_debug); /* updates the data of the source pane */
  h_clear(v);
  error_clear(&v->err);
  v->have = !engine_h(d->engine, &v->now, &v->err);
  if (!v->have) return;
  read_before(d, v);
  choose(d, v);
  to_race(d, v);
  if (engine_h_history(d->engine, &v->history, &v->history_count, &err)) v->history_count = 0;
}

/* ---- pane of the matrix ---- */

enum { NAME_COLUMNS = 20, CELL_MAX = 20 };

static int cell_columns(struct debug *d, const struct data *v, size_t shown) {
  char *s = debug_short(d, v->now.column[v->columns.data[shown]]);
  int w = utf8_width(s);
  free(s);
  return (w < 3 ? 3 : w > CELL_MAX ? CELL_MAX : w) + 2;
}

/* Scrolls so that the cursor's column is visible. Returns the index after the last column that
 * fits. */
static size_t fit_columns(struct debug *d, struct data *v, int cols) {
  size_t end;
  int x;
  if (v->left > v->column) v->left = v->column;
  for (;;) {
    x = NAME_COLUMNS;
    for (end = v->left; end < v->columns.len; end++) {
      x += cell_columns(d, v, end);
      if (x > cols && end > v->left) break;
    }
    INVARIANT(v->left <= v->column, "the cursor's column is not left of the first: %zu, %zu",
              v->left, v->column);
    if (v->column < end || v->left >= v->column) return end;
    v->left++;
  }
}

static bool matrix_header(struct debug *d, int cols, struct line *out) {
  struct data *v = view_h_data_of(d);
  size_t i, end;
  int x = NAME_COLUMNS;
  if (!v->have || !v->columns.len) return false;
  end = fit_columns(d, v, cols);
  line_puts(out, ST_DIM, v->left ? " <-" : " ");
  for (i = v->left; i < end; i++) {
    char *s = debug_short(d, v->now.column[v->columns.data[i]]);
    line_tab(out, x + 1);
    line_fit(out, i == v->column ? ST_TITLE : ST_NORMAL, s, CELL_MAX);
    x += cell_columns(d, v, i);
    free(s);
  }
  if (end < v->columns.len) line_puts(out, ST_DIM, " ->");
  return true;
}

static void matrix_title(struct debug *d, struct line *out) {
  const struct data *v = view_h_data_of(d);
  line_printf(out, ST_NORMAL, "h at step %u: 1 ok . races + gained - lost", debug_here(d).depth);
  if (v->filter)
    line_printf(out, ST_MARK, "  /%s/ %zu of %u", regex_pattern(v->filter), v->columns.len,
                v->now.columns);
  else if (d->set.changed_only)
    line_puts(out, ST_MARK, "  changed only");
}

static size_t matrix_count(struct debug *d) {
  const struct data *v = view_h_data_of(d);
  return v->have ? v->rows.len : 1;
}

static void matrix_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  struct data *v = view_h_data_of(d);
  uint32_t r;
  size_t k, end;
  int x = NAME_COLUMNS;
  (void)row;
  if (!v->have) {
    line_puts(out, ST_WARN, v->err.msg);
    return;
  }
  CHECK(i < v->rows.len, "h has the row: %zu of %zu", i, v->rows.len);
  r = v->rows.data[i];
  {
    const struct h_row *h = &v->now.row[r];
    char *s = debug_short(d, h->name);
    bool mover = h->kind == 0 && debug_here(d).parent != NODE_NONE &&
                 debug_here(d).choice.thread == h->thread;
    line_puts(out, ST_KEY, mover ? "*" : " ");
    line_fit(out, h->kind == 0 ? line_thread_style(h->thread) : ST_DIM, s, NAME_COLUMNS - 2);
    free(s);
  }
  if (!v->columns.len) {
    line_puts(out, ST_DIM, "  no location to show");
    return;
  }
  end = fit_columns(d, v, cols);
  for (k = v->left; k < end; k++) {
    char c = cell(v, r, v->columns.data[k]);
    bool here = k == v->column && i == v->row;
    line_tab(out, x);
    line_puts(out, ST_KEY, here ? "[" : " ");
    line_printf(out,
                c == '+'   ? ST_GOOD
                : c == '-' ? ST_BAD
                : c == '.' ? ST_DIM
                           : ST_NORMAL,
                "%c", c);
    line_puts(out, ST_KEY, here ? "]" : " ");
    x += cell_columns(d, v, k);
  }
}

static char *matrix_subject(struct debug *d, size_t i) {
  const struct data *v = view_h_data_of(d);
  (void)i;
  return v->have && v->column < v->columns.len
             ? mem_strdup(v->now.column[v->columns.data[v->column]])
             : NULL;
}

static size_t *matrix_cursor(struct debug *d) { return &view_h_data_of(d)->row; }

static char *matrix_open(struct debug *d, size_t i) {
  (void)d, (void)i;
  return mem_strdup("why");
}

void view_h_move(struct debug *d, long columns) {
  struct data *v = view_h_data_of(d);
  long to = (long)v->column + columns;
  view_refresh(d, VIEW_h);
  if (to >= (long)v->columns.len) to = (long)v->columns.len - 1;
  v->column = to < 0 ? 0 : (size_t)to;
}

void view_h_filter(struct debug *d, struct regex *filter) {
  struct data *v = view_h_data_of(d);
  regex_free(v->filter);
  v->filter = filter;
  v->column = v->left = 0;
  debug_stale(d);
}

/* ---- panes of the view ---- */

static const struct pane_ops matrix_pane = {.name = "matrix",
                                            .title = matrix_title,
                                            .count = matrix_count,
                                            .header = matrix_header,
                                            .item = matrix_item,
                                            .open = matrix_open,
                                            .subject = matrix_subject,
                                            .cursor = matrix_cursor};
static const struct pane_ops history_pane = {.name = "history",
                                             .title = view_h_history_title,
                                             .count = view_h_history_count,
                                             .height = view_h_history_height,
                                             .item = view_h_history_item,
                                             .open = view_h_history_open,
                                             .home = view_h_history_home,
                                             .empty = "h is off"};
static const struct pane_ops next_pane = {.name = "choices",
                                          .title = view_h_next_title,
                                          .count = view_h_next_count,
                                          .height = view_h_history_height,
                                          .item = view_h_next_item,
                                          .open = view_h_next_open,
                                          .cursor = view_h_next_cursor,
                                          .why_empty = debug_no_choice};
static const struct pane_ops *const panes[] = {&matrix_pane, &history_pane,      &view_h_why_pane,
                                               &next_pane,   &debug_source_pane, NULL};

/* Returns the number of rows for the source. Without a screen, shows it only if it has the focus,
 * because the text twin of the view Debug has it anyway. */
static int source_rows(struct debug *d, struct rect area) {
  bool focus = d->views[VIEW_h].focus == SOURCE;
  if (!d->interactive && !focus) return 0;
  if (area.cols >= 100) return area.rows / 2;
  return area.rows >= 11 ? area.rows / 3 : focus ? 3 : 0;
}

static void h_layout(struct debug *d, struct rect area, struct rect *out) {
  int focus = d->views[VIEW_h].focus;
  struct rect bottom = rect_bottom(&area, area.rows * 2 / 5);
  if (area.cols >= 100) {
    out[HISTORY] = rect_right(&area, area.cols / 2);
    out[SOURCE] = rect_bottom(&out[HISTORY], source_rows(d, out[HISTORY]));
    out[MATRIX] = area;
    out[NEXT] = rect_right(&bottom, bottom.cols / 2);
    out[WHY] = bottom;
  } else {
    out[SOURCE] = rect_bottom(&area, source_rows(d, area));
    out[MATRIX] = area;
    out[focus == NEXT ? NEXT : focus == WHY ? WHY : HISTORY] = bottom;
    if (view_h_data_of(d)->why.len && focus == MATRIX) {
      out[WHY] = bottom;
      out[HISTORY].rows = 0;
    }
  }
}

static int h_twin_rows(struct debug *d, int cols) {
  const struct data *v = view_h_data_of(d);
  int matrix = (int)v->rows.len + 2, below, history = (int)v->history_count * 2 + 3;
  debug_choices(d);
  below = (int)d->choices.len * 2 + 1;
  if ((int)v->why.len + 1 > below) below = (int)v->why.len + 1;
  if (cols >= 100 && history > matrix) matrix = history;
  if (cols < 100 && history > below) below = history;
  /* the layout gives two fifths of the rows to the lower panes */
  return matrix * 2 >= below * 3 ? matrix * 5 / 3 + 1 : below * 5 / 2 + 2;
}

bool view_h_on_matrix(const struct debug *d) { return d->views[VIEW_h].focus == MATRIX; }

const struct view_ops view_h = {.name = "h",
                                .title = "h",
                                .panes = panes,
                                .layout = h_layout,
                                .twin_rows = h_twin_rows,
                                .open = h_open_data,
                                .refresh = h_refresh,
                                .close = h_close_data,
                                .sideways = view_h_move,
                                .focus = MATRIX};
