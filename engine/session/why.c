/* Explains the value of a bit of h: the happens-before chain of the path's events that set it, or
 * the write that cleared it, the edge that is missing and what would add it. Uses the logs of the
 * path's nodes. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/short_name.h"
#include "engine/property/race_view.h"
#include "engine/session/hb.h"
#include "engine/vm/machine.h"

enum { NOT_THERE = UINT32_MAX };

struct step { /* an event of the path */
  uint32_t depth;
  const struct xevent *ev;
};

/* A row that contains the location, with the event and the earlier entry that caused it. */
struct reached {
  struct xh_item row;
  uint32_t step, from;
};

struct why {
  struct engine *e;
  const struct session_hb *h;
  struct xh_item row;
  struct h_column column;
  const char *row_name, *column_name;
  VEC(struct step) path;
  VEC(struct reached) set;
  uint32_t write; /* index in `path` of the last write */
  struct text out;
};

static void why_say_step(struct why *w, uint32_t i);
static bool why_same_row(const struct xh_item *a, const struct xh_item *b);

/* ---- the missing edge ---- */

/* Explains a bit of h that is cleared: the write that cleared it, the edge that is missing, and
 * what would add it. */

static uint32_t last_event_of(const struct why *w, uint32_t thread) {
  size_t i;
  for (i = w->path.len; i-- > 0;)
    if (w->path.data[i].ev->thread == thread) return (uint32_t)i;
  return NOT_THERE;
}

static void say_no_path(struct why *w) {
  uint32_t last = w->row.kind == XH_THREAD ? last_event_of(w, w->row.obj) : NOT_THERE;
  text_printf(&w->out, "No happens-before path leads from #%u to ", w->path.data[w->write].depth);
  if (last != NOT_THERE) {
    text_printf(&w->out, "T%u's last event, ", w->row.obj);
    why_say_step(w, last);
  } else {
    text_puts(&w->out, w->row_name);
  }
  text_puts(&w->out, ".\n");
}

/* Lists rows other than the writer's that have the location; an acquire of one of them would
 * suffice. Returns their number. */
static uint32_t say_released(struct why *w) {
  uint32_t i, n = 0;
  for (i = 1; i < w->set.len; i++) {
    char *name;
    if (w->set.data[i].row.kind == XH_THREAD) continue;
    name = session_item_name(w->e, &w->set.data[i].row);
    text_printf(&w->out, "%s%s (#%u)", n++ ? ", " : "  already released to: ", name,
                w->path.data[w->set.data[i].step].depth);
    free(name);
  }
  if (n) text_puts(&w->out, "\n");
  return n;
}

static void say_missing(struct why *w) {
  uint32_t writer = stamp_thread(w->column.stamp);
  if (w->row.kind == XH_THREAD)
    text_printf(&w->out,
                "Missing edge: a release by T%u after #%u, then a matching acquire by T%u.\n",
                writer, w->path.data[w->write].depth, w->row.obj);
  else
    text_printf(&w->out,
                "Missing edge: a release by T%u, or by a thread whose row has the location, to %s "
                "after #%u.\n",
                writer, w->row_name, w->path.data[w->write].depth);
  say_released(w);
}

/* Finds the lock that the writer had held longest at the write, from its lock and unlock events. */
static bool held_at_write(const struct why *w, struct xh_item *out) {
  uint32_t writer = stamp_thread(w->column.stamp), i;
  VEC(struct xh_item) held = {0};
  bool any;
  for (i = 0; i < w->write; i++) {
    const struct xevent *ev = w->path.data[i].ev;
    struct xh_item lock = {
        .kind = XH_LOCK, .obj = ev->obj, .klass = ev->klass, .ordinal = ev->ordinal};
    size_t j;
    if (ev->thread != writer) continue;
    if (ev->op == OPK_LOCK) *vec_push(&held) = lock;
    for (j = held.len; ev->op == OPK_UNLOCK && j-- > 0;)
      if (why_same_row(&held.data[j], &lock)) {
        memmove(&held.data[j], &held.data[j + 1], (held.len - j - 1) * sizeof lock);
        held.len--;
        break;
      }
  }
  any = held.len > 0;
  if (any) *out = held.data[0];
  vec_free(&held);
  return any;
}

/* Finds a lock that the reader holds now. */
static bool held_now(const struct why *w, uint32_t thread, struct xh_item *out) {
  size_t i;
  for (i = 0; i < w->h->rows.len; i++) {
    const struct xh_item *r = &w->h->rows.data[i];
    if (r->kind != XH_LOCK || !vm_holds(w->e->vm, vm_thread(w->e->vm, thread), r->obj)) continue;
    *out = *r;
    return true;
  }
  return false;
}

static void say_lock(struct why *w) {
  uint32_t writer = stamp_thread(w->column.stamp), depth = w->path.data[w->write].depth;
  struct xh_item lock;
  char *name;
  if (held_at_write(w, &lock)) {
    name = session_item_name(w->e, &lock);
    text_printf(&w->out, "  hold %s, which T%u held at #%u, around T%u's access as well\n", name,
                writer, depth, w->row.obj);
  } else if (held_now(w, w->row.obj, &lock)) {
    name = session_item_name(w->e, &lock);
    text_printf(&w->out, "  hold %s, which T%u holds now, around T%u's write #%u too\n", name,
                w->row.obj, writer, depth);
  } else {
    text_printf(&w->out, "  hold one lock around #%u and around T%u's access\n", depth, w->row.obj);
    return;
  }
  free(name);
}

/* An update (update.c) remains two steps even if its field is volatile. */
static void say_field(struct why *w, const struct field *f) {
  const struct xevent *ev = w->path.data[w->write].ev;
  const char *atomic = session_atomic_class(f);
  char *owner = session_class_name(f->owner);
  if (!session_updates(w->e->vm->methods.data[ev->in_method], ev->in_bci))
    text_printf(&w->out, "  make %s.%s volatile (a write releases, a read acquires)\n", owner,
                f->name->s);
  else if (atomic)
    text_printf(&w->out,
                "  make %s.%s %s (#%u reads it and writes it again, which volatile does not make "
                "one step)\n",
                owner, f->name->s, atomic, w->path.data[w->write].depth);
  free(owner);
}

static void say_candidates(struct why *w) {
  struct vm *vm = w->e->vm;
  const struct field *f = vm_field_at(vm, w->column.obj, w->column.off);
  uint32_t writer = stamp_thread(w->column.stamp);
  if (w->row.kind != XH_THREAD) return;
  text_puts(&w->out, "Candidates in this program:\n");
  if (f && !(f->flags & (ACC_VOLATILE | ACC_FINAL))) say_field(w, f);
  say_lock(w);
  if (session_is_ancestor(vm, w->row.obj, writer))
    text_printf(&w->out, "  let T%u join T%u before its access\n", w->row.obj, writer);
  if (session_is_ancestor(vm, writer, w->row.obj))
    text_printf(&w->out, "  let T%u write before it starts T%u\n", writer, w->row.obj);
}

/* Returns the place of the thread's choice in the list, from 1; 0: it has none. */
static uint32_t choice_number(struct engine *e, uint32_t thread) {
  struct choice all[CHOICES_MAX];
  uint32_t i, n = engine_choices(e, all, COUNT(all));
  for (i = 0; i < n && i < COUNT(all); i++)
    if (all[i].thread == thread) return i + 1;
  return 0;
}

static void say_next(struct why *w) {
  const struct thread *t;
  char *op;
  if (w->row.kind != XH_THREAD) return;
  t = vm_thread(w->e->vm, w->row.obj);
  if (t->state != THREAD_RUNNABLE || (t->op != OPK_READ && t->op != OPK_WRITE)) return;
  if (t->op_obj != w->column.obj || t->op_off != w->column.off) return;
  op = session_op_text(w->e, t);
  text_printf(&w->out, "T%u's next operation is '%s': choice %u is a data race (%s) with #%u.\n",
              t->index, op, choice_number(w->e, t->index), t->op == OPK_WRITE ? "WW" : "WR",
              w->path.data[w->write].depth);
  free(op);
}

/* Explains the write that cleared the bit, the edge that is missing, and what would add it. */
static void why_say_cleared(struct why *w) {
  text_printf(&w->out, "%s is not in h(%s).\n", w->column_name, w->row_name);
  if (w->write == NOT_THERE) {
    text_printf(&w->out,
                "T%u wrote it; not all events of this path were kept, so more cannot be shown.\n",
                stamp_thread(w->column.stamp));
    return;
  }
  why_say_step(w, w->write);
  text_printf(&w->out, "  removed it from every row but T%u's (invalidate).\n",
              stamp_thread(w->column.stamp));
  say_no_path(w);
  say_missing(w);
  say_candidates(w);
  say_next(w);
}

/* ---- the path and its write ---- */

/* Appends an event of the path: "#6 T1 write x @ A.java:3". */
static void why_say_step(struct why *w, uint32_t i) {
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

/* ---- the chain of a set bit ---- */

static bool why_same_row(const struct xh_item *a, const struct xh_item *b) {
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
  CHECK(w->set.data[i].from == NOT_THERE || w->set.data[i].from < i,
        "a row has the location from an earlier one: %u", i);
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

/* ---- finding the bit ---- */

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
    if (!strcmp(s, name) ||
        (m->row[*out].kind == H_ROW_THREAD && !strncmp(s, name, n) && s[n] == ' '))
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
  CHECK(m->rows == w->h->rows.len && m->columns == w->h->columns.len,
        "each name of the matrix has a row or a column: %u, %u", m->rows, m->columns);
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
  if (w.row.kind == XH_THREAD) session_say_writes(e, w.row.obj, w.column.obj, w.column.off, &w.out);
  vec_free(&w.path);
  vec_free(&w.set);
  *text = session_name_threads(e, w.out.s);
  return 0;
}

/* Finds the node whose step explains the bit at the current node, as in engine_h_why. Stores
 * NODE_NONE if there is none. */
static int explained_by(struct engine *e, const char *row, const char *column, bool *bit,
                        node_id *out, struct error *err) {
  struct why w;
  uint32_t step, i, depth = xnode(&e->x, e->x.here)->depth;
  if (why_begin(e, row, column, &w, bit, err)) return err->code;
  i = *bit ? in_set(&w, &w.row) : NOT_THERE;
  step = !*bit ? w.write : i == NOT_THERE ? NOT_THERE : w.set.data[i].step;
  *out = step == NOT_THERE ? NODE_NONE : e->x.here;
  CHECK(step == NOT_THERE || w.path.data[step].depth <= depth,
        "a step that explains a bit is on the path: %u", step);
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
  struct session_visit here = session_visit(e);
  bool bit;
  int r = explained_by(e, row, column, &bit, out, err);
  if (r) return r;
  while (*out != NODE_NONE && !has_changed_it(e, row, column, &bit, out)) continue;
  session_return(e, here);
  return *out == NODE_NONE
             ? error_set(err, ERR_NOTFOUND, "no step of the path has changed that bit")
             : 0;
}

int engine_h_along(struct engine *e, const char *row, const char *column, const node_id *nodes,
                   uint32_t count, uint8_t *bits, struct error *err) {
  struct session_visit here = session_visit(e);
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
  session_return(e, here);
  return failed;
}
