/* h of the stand-in engine. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/engine.h"
#include "fake_program.h"

/* ---- h ---- */

int engine_h(struct engine *e, struct h_matrix *out, struct error *err) {
  static const char *const columns[] = {"Bank.bal", "Bank$W.amt"};
  struct fake_state s;
  uint32_t r, c, threads = engine_thread_count(e);
  if (!(e->options.properties & PROP_RACE))
    return error_set(err, ERR_USAGE, "h is kept only with --property race");
  fake_walk(e, e->here, &s);
  memset(out, 0, sizeof *out);
  out->rows = threads + 1;
  out->columns = FAKE_COLUMNS;
  out->row = mem_alloc(out->rows * sizeof *out->row);
  out->column = mem_alloc(FAKE_COLUMNS * sizeof *out->column);
  out->bits = mem_alloc(out->rows * FAKE_COLUMNS);
  for (r = 0; r < out->rows; r++) {
    uint32_t from = r == threads ? 3 : r;
    out->row[r].name = r == threads ? mem_strdup("lock L")
                       : r          ? mem_printf("T%u Thread-%u", r, r - 1)
                                    : mem_strdup("T0 main");
    out->row[r].kind = r == threads ? H_ROW_LOCK : H_ROW_THREAD;
    out->row[r].thread = r;
    for (c = 0; c < FAKE_COLUMNS; c++) out->bits[r * FAKE_COLUMNS + c] = s.h[from][c];
  }
  for (c = 0; c < FAKE_COLUMNS; c++) out->column[c] = mem_strdup(columns[c]);
  return 0;
}

void engine_h_release(struct h_matrix *m) {
  uint32_t i;
  for (i = 0; i < m->rows; i++) free(m->row[i].name);
  for (i = 0; i < m->columns; i++) free(m->column[i]);
  free(m->row), free(m->column), free(m->bits);
}

int engine_h_history(struct engine *e, struct h_change **out, uint32_t *count, struct error *err) {
  uint32_t n = e->nodes.data[e->here].depth + 1, i;
  node_id *path = mem_alloc(n * sizeof *path);
  VEC(struct h_change) v = {0};
  (void)err;
  engine_path(e, e->here, path, n);
  for (i = 1; i < n; i++) {
    struct fake_state a, b;
    uint32_t effect;
    fake_walk(e, path[i - 1], &a);
    fake_walk(e, path[i], &b);
    effect = fake_h_effect(&a, &b);
    if (effect & H_CHANGES)
      *vec_push(&v) = (struct h_change){path[i],
                                        i,
                                        e->nodes.data[path[i]].thread,
                                        engine_node_text(e, path[i]),
                                        fake_h_text(&a, &b),
                                        effect};
  }
  free(path);
  *out = v.data;
  *count = (uint32_t)v.len;
  return 0;
}

void engine_h_history_release(struct h_change *c, uint32_t count) {
  uint32_t i;
  for (i = 0; i < count; i++) free(c[i].action), free(c[i].change);
  free(c);
}

int engine_h_why(struct engine *e, const char *row, const char *column, char **text,
                 struct error *err) {
  (void)e, (void)err;
  *text = mem_printf(
      "%s and %s:\nno happens-before path leads from the last write to this row\nMissing edge: a "
      "release after it",
      row, column);
  return 0;
}

int engine_h_since(struct engine *e, const char *row, const char *column, node_id *out,
                   struct error *err) {
  (void)e, (void)row, (void)column, (void)out;
  return error_set(err, ERR_NOTFOUND, "no step of the path has changed that bit");
}

int engine_h_along(struct engine *e, const char *row, const char *column, const node_id *nodes,
                   uint32_t count, uint8_t *bits, struct error *err) {
  (void)e, (void)row, (void)column, (void)nodes, (void)err;
  memset(bits, H_BIT_NONE, count);
  return 0;
}
