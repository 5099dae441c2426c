/* The pane of the view h that says why a bit of the matrix has its value. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tui/views/view_h_int.h"

void view_h_clear_why(struct data *v) {
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
