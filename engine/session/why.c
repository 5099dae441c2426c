/* Explains the value of a bit of h: the happens-before chain of the path's events that set it, or
 * the write that cleared it, the edge that is missing and what would add it. Uses the logs of the
 * path's nodes. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/short_name.h"
#include "engine/property/race_view.h"
#include "engine/session/why.h"
#include "engine/vm/machine.h"

void why_say_step(struct why *w, uint32_t i) {
  char *s = session_action(w->e, w->path.data[i].ev);
  text_printf(&w->out, "#%u %s", w->path.data[i].depth, s);
  free(s);
}

static void gather(struct why *w) {
  struct engine *e = w->e;
  uint32_t depth = xnode(&e->x, e->x.here)->depth, i, j;
  node_id *path = mem_alloc((depth + 1) * sizeof *path);
  engine_path(e, e->x.here, path, depth + 1);
  for (i = 0; i <= depth; i++) {
    const struct xlog *l = xnode(&e->x, path[i])->log;
    for (j = 0; l && j < l->count; j++)
      *vec_push(&w->path) = (struct step){.depth = i, .ev = &l->events[j]};
  }
  free(path);
}

static bool is_write_of(const struct why *w, const struct xevent *ev) {
  if (!ev->write || ev->obj != w->column.obj || ev->off != w->column.off) return false;
  if (w->column.atomic && ev->mode != ACCESS_PLAIN) return false;
  return ev->thread == stamp_thread(w->column.stamp);
}

static uint32_t find_write(const struct why *w) {
  size_t i;
  for (i = w->path.len; i-- > 0;)
    if (is_write_of(w, w->path.data[i].ev)) return (uint32_t)i;
  return NOT_THERE;
}

/* ---- the flow of the location after the write ---- */

bool why_same_row(const struct xh_item *a, const struct xh_item *b) {
  return a->kind == b->kind && a->obj == b->obj && (a->kind != XH_LOCATION || a->off == b->off);
}

static uint32_t in_set(const struct why *w, const struct xh_item *row) {
  size_t i;
  for (i = 0; i < w->set.len; i++)
    if (why_same_row(&w->set.data[i].row, row)) return (uint32_t)i;
  return NOT_THERE;
}

static struct xh_flow flow_at(const struct xevent *ev) {
  const struct event x = {.op = ev->op,
                          .mode = ev->mode,
                          .size = ev->size,
                          .write = ev->write,
                          .thread = ev->thread,
                          .obj = ev->obj,
                          .off = ev->off,
                          .other = ev->other};
  struct xh_flow f = xh_flow(&x);
  f.row.klass = ev->klass;
  f.row.ordinal = ev->ordinal;
  return f;
}

static void why_spread(struct why *w) {
  uint32_t i;
  *vec_push(&w->set) =
      (struct reached){.row = {.kind = XH_THREAD, .obj = stamp_thread(w->column.stamp)},
                       .step = w->write,
                       .from = NOT_THERE};
  for (i = w->write + 1; i < w->path.len; i++) {
    struct xh_flow f = flow_at(w->path.data[i].ev);
    struct xh_item me = {.kind = XH_THREAD, .obj = w->path.data[i].ev->thread};
    uint32_t from;
    if (!f.any) continue;
    from = in_set(w, f.release ? &me : &f.row);
    if (from == NOT_THERE || in_set(w, f.release ? &f.row : &me) != NOT_THERE) continue;
    *vec_push(&w->set) = (struct reached){.row = f.release ? f.row : me, .step = i, .from = from};
  }
}

static void say_chain(struct why *w, uint32_t i) {
  char *row;
  bool release;
  if (w->set.data[i].from != NOT_THERE) say_chain(w, w->set.data[i].from);
  if (w->set.data[i].from == NOT_THERE) {
    text_puts(&w->out, "  ");
    why_say_step(w, w->set.data[i].step);
    text_printf(&w->out, "  wrote it\n");
    return;
  }
  release = flow_at(w->path.data[w->set.data[i].step].ev).release;
  row = session_item_name(w->e, &w->set.data[i].row);
  text_puts(&w->out, "  ");
  why_say_step(w, w->set.data[i].step);
  text_printf(&w->out, "  %s: h(%s) contains it\n", release ? "release" : "acquire", row);
  free(row);
}

static void why_set(struct why *w) {
  uint32_t i = in_set(w, &w->row);
  text_printf(&w->out, "%s is in h(%s).\n", w->column_name, w->row_name);
  if (!w->column.stamp) {
    text_puts(&w->out,
              "It was not written since a second thread was started: default values, and what "
              "happened before the first start, "
              "are in every row (JLS 17.4.4).\n");
    return;
  }
  if (w->write == NOT_THERE || i == NOT_THERE) {
    text_puts(&w->out, "Not all events of this path were kept, so the chain cannot be shown.\n");
    return;
  }
  if (w->set.data[i].from == NOT_THERE) {
    text_puts(&w->out, "Its own last write:\n");
  } else {
    text_puts(&w->out, "Happens-before:\n");
  }
  say_chain(w, i);
}

/* ---- which bit ---- */

/* Is `name` short for `full`, as "lock Vector#1" is for "lock java.util.Vector#1"? */
static bool is_short_row(const char *full, const char *name) {
  size_t n = strcspn(name, " ");
  return name[n] && !strncmp(full, name, n + 1) && short_name_of(full + n + 1, name + n + 1);
}

/* Finds a row by its full or short name, or a thread by its number alone ("T1"). */
static int find_row(const struct h_matrix *m, const char *name, uint32_t *out) {
  size_t n = strlen(name);
  for (*out = 0; *out < m->rows; ++*out) {
    const char *s = m->row[*out].name;
    if (!strcmp(s, name) || (m->row[*out].kind == 0 && !strncmp(s, name, n) && s[n] == ' '))
      return 0;
  }
  for (*out = 0; *out < m->rows; ++*out)
    if (is_short_row(m->row[*out].name, name)) return 0;
  return ERR_NOTFOUND;
}

static int find_column(const struct h_matrix *m, const char *name, uint32_t *out) {
  for (*out = 0; *out < m->columns; ++*out)
    if (!strcmp(m->column[*out], name)) return 0;
  for (*out = 0; *out < m->columns; ++*out)
    if (short_name_of(m->column[*out], name)) return 0;
  return ERR_NOTFOUND;
}

/* Fills *w for the bit and stores its value in *bit. The caller frees its vectors. */
static int why_begin(struct engine *e, const char *row, const char *column, struct why *w,
                     bool *bit, struct error *err) {
  const struct h_matrix *m;
  uint32_t r, c;
  *w = (struct why){.e = e, .h = session_hb_at(e)};
  if (!w->h) return session_no_h(e, err);
  m = &w->h->m;
  if (find_row(m, row, &r)) return error_set(err, ERR_NOTFOUND, "h has no row '%s' here", row);
  if (find_column(m, column, &c))
    return error_set(err, ERR_NOTFOUND, "h has no column '%s' here", column);
  w->row = w->h->rows.data[r];
  w->column = w->h->columns.data[c];
  w->row_name = m->row[r].name;
  w->column_name = m->column[c];
  gather(w);
  w->write = w->column.stamp ? find_write(w) : NOT_THERE;
  if (w->write != NOT_THERE) why_spread(w);
  *bit = m->bits[(size_t)r * m->columns + c];
  return 0;
}

int engine_h_why(struct engine *e, const char *row, const char *column, char **text,
                 struct error *err) {
  struct why w;
  bool bit;
  *text = NULL;
  if (why_begin(e, row, column, &w, &bit, err)) return err->code;
  if (bit)
    why_set(&w);
  else
    why_say_cleared(&w);
  vec_free(&w.path);
  vec_free(&w.set);
  *text = session_name_threads(e, w.out.s);
  return 0;
}

/* Finds the node whose step explains the bit here, as in engine_h_why. Stores NODE_NONE if there is
 * none. */
static int explained_by(struct engine *e, const char *row, const char *column, bool *bit,
                        node_id *out, struct error *err) {
  struct why w;
  uint32_t step, i, depth = xnode(&e->x, e->x.here)->depth;
  if (why_begin(e, row, column, &w, bit, err)) return err->code;
  i = *bit ? in_set(&w, &w.row) : NOT_THERE;
  step = !*bit ? w.write : i == NOT_THERE ? NOT_THERE : w.set.data[i].step;
  *out = step == NOT_THERE ? NODE_NONE : e->x.here;
  if (step != NOT_THERE)
    for (; depth > w.path.data[step].depth; depth--) *out = xnode(&e->x, *out)->parent;
  vec_free(&w.path);
  vec_free(&w.set);
  return 0;
}

/* Did the step to *n change the bit? The session is at a state where the bit is *bit, explained by
 * *n. A write may leave the writer's own bit unchanged; then an earlier step explains it, so moves
 * to the parent of *n, stores the earlier step in *n and returns false. */
static bool has_changed_it(struct engine *e, const char *row, const char *column, bool *bit,
                           node_id *n) {
  struct error none = {0};
  node_id above = xnode(&e->x, *n)->parent, earlier = NODE_NONE;
  bool now = *bit;
  if (above == NODE_NONE) return true;
  explorer_go(&e->x, above);
  if (explained_by(e, row, column, &now, &earlier, &none) || now != *bit) return true;
  *n = earlier;
  return false;
}

int engine_h_since(struct engine *e, const char *row, const char *column, node_id *out,
                   struct error *err) {
  node_id here = e->x.here;
  bool bit;
  int r = explained_by(e, row, column, &bit, out, err);
  if (r) return r;
  while (*out != NODE_NONE && !has_changed_it(e, row, column, &bit, out)) continue;
  explorer_go(&e->x, here);
  return *out == NODE_NONE
             ? error_set(err, ERR_NOTFOUND, "no step of the path has changed that bit")
             : 0;
}

int engine_h_along(struct engine *e, const char *row, const char *column, const node_id *nodes,
                   uint32_t count, uint8_t *bits, struct error *err) {
  node_id here = e->x.here;
  int failed = 0;
  uint32_t i, r, c;
  for (i = 0; i < count && !failed; i++) {
    const struct session_hb *h;
    explorer_go(&e->x, nodes[i]);
    h = session_hb_at(e);
    if (!h)
      failed = session_no_h(e, err);
    else if (find_row(&h->m, row, &r) || find_column(&h->m, column, &c))
      bits[i] = H_BIT_NONE;
    else
      bits[i] = h->m.bits[(size_t)r * h->m.columns + c] ? H_BIT_SET : H_BIT_CLEAR;
  }
  explorer_go(&e->x, here);
  return failed;
}
