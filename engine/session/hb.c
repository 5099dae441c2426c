/* The matrix of h, its changes and their history (paper 004, section 3). The rows are the threads,
 * then the locks, volatile locations and classes among the objects of the state. The columns are
 * the locations on which a race would be reported. The arrays that hold the contents of strings are
 * left out, because nothing writes them once they are shared. */
#include "engine/session/hb.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/property/race_view.h"
#include "engine/vm/machine.h"

/* ---- names ---- */

static char *class_of(struct engine *e, ref mirror) {
  const struct klass *k = vm_mirror_klass(e->vm, mirror);
  return k ? session_class_name(k) : mem_strdup("?");
}

static uint32_t item_ordinal(struct engine *e, const struct xh_item *i) {
  return i->ordinal ? i->ordinal : session_ordinal(e, i->obj, i->klass);
}

static char *lock_name(struct engine *e, const struct xh_item *i) {
  char *s, *name;
  if (i->klass != e->vm->wk.klass->id) return session_named(e, i->klass, item_ordinal(e, i));
  name = class_of(e, i->obj);
  s = mem_printf("%s.class", name);
  free(name);
  return s;
}

static char *item_object(struct engine *e, const struct xh_item *i) {
  if (i->kind == XH_LOCK) return lock_name(e, i);
  if (i->kind == XH_CLASS) return class_of(e, i->obj);
  return session_memory_name(e, i->obj, i->klass, item_ordinal(e, i), i->off);
}

char *session_item_name(struct engine *e, const struct xh_item *i) {
  static const char *const words[] = {
      [XH_LOCK] = "lock", [XH_LOCATION] = "volatile", [XH_CLASS] = "static-init"};
  char *object, *s;
  CHECK(i->kind == XH_THREAD || (i->kind < COUNT(words) && words[i->kind]),
        "a row of h is of a known kind: %u", i->kind);
  if (i->kind == XH_THREAD) return mem_printf("T%u", i->obj);
  object = item_object(e, i);
  s = mem_printf("%s %s", words[i->kind], object);
  free(object);
  return s;
}

static void add_freed(struct text *t, char *s) {
  text_puts(t, s);
  free(s);
}

/* ---- changes ---- */

enum { ROWS_SHOWN = 6 };

static void invalidate_text(struct engine *e, const struct xevent *ev, const struct xh *h,
                            struct text *t) {
  uint32_t i, shown = h->count < ROWS_SHOWN ? h->count : ROWS_SHOWN;
  text_puts(t, "invalidate:");
  for (i = 0; i < shown; i++) {
    text_puts(t, " ");
    add_freed(t, session_item_name(e, &h->items[i]));
  }
  if (shown < h->count) text_printf(t, " and %u more", h->count - shown);
  text_puts(t, " -");
  add_freed(t, session_event_object(e, ev));
}

static void flow_text(struct engine *e, const struct xevent *ev, const struct xh *h,
                      struct text *t) {
  char *row = session_item_name(e, &h->row), *me = mem_printf("T%u", ev->thread);
  bool release = h->kind == XH_RELEASE;
  uint32_t i;
  text_printf(t, "%s(%s,%s): %s +%u", release ? "release" : "acquire", release ? me : row,
              release ? row : me, release ? row : me, h->gained);
  for (i = 0; i < h->count && h->gained <= h->count; i++) {
    text_puts(t, i ? ", " : " (");
    add_freed(t, item_object(e, &h->items[i]));
  }
  if (i) text_puts(t, ")");
  free(row);
  free(me);
}

char *session_h_change(struct engine *e, const struct xevent *ev) {
  struct text t = {0};
  const struct xh *h;
  text_puts(&t, "");
  for (h = ev->h; h; h = h->next) {
    if (t.len) text_puts(&t, "; ");
    if (h->kind == XH_INVALIDATE)
      invalidate_text(e, ev, h, &t);
    else
      flow_text(e, ev, h, &t);
  }
  return t.s;
}

uint32_t session_h_effect(const struct xevent *ev) {
  uint32_t effect = 0;
  for (const struct xh *h = ev->h; h; h = h->next)
    effect |= h->kind == XH_INVALIDATE ? H_LOSES : H_GROWS;
  return effect;
}

/* ---- the matrix ---- */

struct scan {
  struct engine *e;
  struct session_hb *h;
};

static void mark(void *self, enum race_mark kind, ref obj, uint32_t off, uint32_t value,
                 uint32_t at) {
  static const uint8_t kinds[] = {
      [RACE_LOCK_ROW] = XH_LOCK, [RACE_CLASS_ROW] = XH_CLASS, [RACE_LOCATION_ROW] = XH_LOCATION};
  struct scan *s = self;
  struct vm *vm = s->e->vm;
  (void)at;
  if (kind <= RACE_LOCATION_ROW) {
    *vec_push(&s->h->rows) = (struct xh_item){
        .kind = kinds[kind], .obj = obj, .off = off, .klass = vm_object(vm, obj)->klass};
    return;
  }
  if (!race_is_column(vm, obj, off)) return;
  *vec_push(&s->h->columns) =
      (struct h_column){.obj = obj, .off = off, .stamp = value, .atomic = kind == RACE_PLAIN_STAMP};
}

static ref canon_at(void *self, uint32_t i) { return canon_object(self, i + 1); }

static bool has_column(const struct session_hb *h, ref obj, uint32_t off) {
  size_t i;
  for (i = 0; i < h->columns.len; i++)
    if (h->columns.data[i].obj == obj && h->columns.data[i].off == off) return true;
  return false;
}

/* Adds the locations that threads are about to access, which may not have been written yet. */
static void add_pending(struct scan *s) {
  struct vm *vm = s->e->vm;
  uint32_t i;
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *t = vm_thread(vm, i);
    if (t->state != THREAD_RUNNABLE || (t->op != OPK_READ && t->op != OPK_WRITE) || !t->op_obj)
      continue;
    if (!race_is_column(vm, t->op_obj, t->op_off) || has_column(s->h, t->op_obj, t->op_off))
      continue;
    *vec_push(&s->h->columns) = (struct h_column){.obj = t->op_obj, .off = t->op_off};
  }
}

static void find_all(struct scan *s) {
  struct vm *vm = s->e->vm;
  struct canon *c = s->e->x.canon;
  ref *texts;
  size_t n;
  uint32_t i;
  canon_order(c);
  n = race_texts(vm, canon_at, c, canon_count(c), &texts);
  for (i = 0; i < vm_machine(vm)->thread_count; i++)
    *vec_push(&s->h->rows) = (struct xh_item){.kind = XH_THREAD, .obj = i};
  for (i = 1; i <= canon_count(c); i++) {
    ref r = canon_object(c, i);
    if (!race_is_text(texts, n, r)) race_marks_of(vm, r, mark, s);
  }
  add_pending(s);
  free(texts);
}

static char *column_name(struct engine *e, const struct h_column *c) {
  uint32_t k = vm_object(e->vm, c->obj)->klass;
  char *name = session_memory_name(e, c->obj, k, session_ordinal(e, c->obj, k), c->off), *s;
  if (!c->atomic) return name;
  s = mem_printf("%s (atomic)", name);
  free(name);
  return s;
}

/* Rows and columns are sorted by kind, then the program's own before the JDK's, then by name, so
 * that their order is the same in every state. */
struct sorted {
  int kind;
  bool jdk;
  char *name;
  uint32_t from;
};

static int hb_by_name(const void *a, const void *b) {
  const struct sorted *x = a, *y = b;
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  if (x->jdk != y->jdk) return x->jdk ? 1 : -1;
  return x->name && y->name ? strverscmp(x->name, y->name) : 0;
}

static bool is_jdks(struct engine *e, ref obj) {
  const struct klass *k = vm_klass(e->vm, obj),
                     *mk = k == e->vm->wk.klass ? vm_mirror_klass(e->vm, obj) : NULL;
  if (mk) k = mk;
  k = klass_base(k);
  return k->is_jdk;
}

static void sort_rows(struct engine *e, struct session_hb *h) {
  size_t n = h->rows.len, i;
  struct sorted *v = mem_alloc((n + 1) * sizeof *v);
  struct xh_item *old = mem_alloc((n + 1) * sizeof *old);
  memcpy(old, h->rows.data, n * sizeof *old);
  for (i = 0; i < n; i++) {
    bool thread = old[i].kind == XH_THREAD;
    v[i] = (struct sorted){.kind = old[i].kind,
                           .jdk = !thread && is_jdks(e, old[i].obj),
                           .name = session_item_name(e, &old[i]),
                           .from = (uint32_t)i};
  }
  qsort(v, n, sizeof *v, hb_by_name);
  for (i = 0; i < n; i++) {
    h->rows.data[i] = old[v[i].from];
    free(v[i].name);
  }
  free(v);
  free(old);
}

static void sort_columns(struct engine *e, struct session_hb *h) {
  size_t n = h->columns.len, i;
  struct sorted *v = mem_alloc((n + 1) * sizeof *v);
  struct h_column *old = mem_alloc((n + 1) * sizeof *old);
  if (n) memcpy(old, h->columns.data, n * sizeof *old);
  for (i = 0; i < n; i++)
    v[i] = (struct sorted){
        .jdk = is_jdks(e, old[i].obj), .name = column_name(e, &old[i]), .from = (uint32_t)i};
  qsort(v, n, sizeof *v, hb_by_name);
  h->m.column = mem_alloc((n + 1) * sizeof *h->m.column);
  for (i = 0; i < n; i++) {
    h->columns.data[i] = old[v[i].from];
    h->m.column[i] = v[i].name;
  }
  free(v);
  free(old);
}

static void fill_row(struct engine *e, const struct xh_item *i, struct h_row *r) {
  static const enum h_row_kind kinds[] = {[XH_THREAD] = H_ROW_THREAD,
                                          [XH_LOCK] = H_ROW_LOCK,
                                          [XH_LOCATION] = H_ROW_LOCATION,
                                          [XH_CLASS] = H_ROW_CLASS};
  r->kind = kinds[i->kind];
  r->name = session_item_name(e, i);
  if (i->kind != XH_THREAD) return;
  r->thread = i->obj;
  free(r->name);
  r->name = session_thread_title(e, i->obj);
}

static void fill(struct engine *e, struct session_hb *h) {
  struct h_matrix *m = &h->m;
  uint32_t r, c;
  m->rows = (uint32_t)h->rows.len;
  m->columns = (uint32_t)h->columns.len;
  m->row = mem_alloc((m->rows + 1) * sizeof *m->row);
  m->bits = mem_alloc((size_t)m->rows * m->columns + 1);
  for (r = 0; r < m->rows; r++) {
    ref row = xh_row(e->vm, &h->rows.data[r]);
    fill_row(e, &h->rows.data[r], &m->row[r]);
    for (c = 0; c < m->columns; c++) {
      uint32_t stamp = h->columns.data[c].stamp;
      m->bits[(size_t)r * m->columns + c] = race_in_h(e->vm, row, stamp);
      INVARIANT(
          !stamp || h->rows.data[r].kind != XH_THREAD ||
              h->rows.data[r].obj != stamp_thread(stamp) || m->bits[(size_t)r * m->columns + c],
          "a thread's row has its own last write: T%u, %s", stamp_thread(stamp), m->column[c]);
    }
  }
}

void session_h_free(struct engine *e) {
  if (!e->h) return;
  engine_h_release(&e->h->m);
  vec_free(&e->h->rows);
  vec_free(&e->h->columns);
  free(e->h);
  e->h = NULL;
}

struct session_hb *session_hb_at(struct engine *e) {
  struct scan s = {.e = e};
  if (!e->vm->race || !session_intact(e, e->x.here)) return NULL;
  if (e->h && e->h->node == e->x.here && e->h->transitions == e->x.transitions) return e->h;
  session_h_free(e);
  session_names(e);
  e->h = s.h = mem_alloc(sizeof *e->h);
  e->h->node = e->x.here;
  e->h->transitions = e->x.transitions;
  find_all(&s);
  sort_rows(e, e->h);
  sort_columns(e, e->h);
  fill(e, e->h);
  return e->h;
}

const struct h_matrix *session_matrix(struct engine *e) {
  struct session_hb *h = session_hb_at(e);
  return h ? &h->m : NULL;
}

int session_no_h(struct engine *e, struct error *err) {
  if (e->vm->race)
    return error_set(err, ERR_NOTFOUND, "the execution was cut short at this node: h is not known");
  return error_set(err, ERR_USAGE, "h is kept only while the property race is on");
}

int engine_h(struct engine *e, struct h_matrix *out, struct error *err) {
  const struct h_matrix *m = session_matrix(e);
  uint32_t i;
  memset(out, 0, sizeof *out);
  if (!m) return session_no_h(e, err);
  out->rows = m->rows;
  out->columns = m->columns;
  out->row = mem_alloc((m->rows + 1) * sizeof *m->row);
  out->column = mem_alloc((m->columns + 1) * sizeof *m->column);
  out->bits = mem_alloc((size_t)m->rows * m->columns + 1);
  memcpy(out->bits, m->bits, (size_t)m->rows * m->columns);
  for (i = 0; i < m->rows; i++) {
    out->row[i] = m->row[i];
    out->row[i].name = mem_strdup(m->row[i].name);
  }
  for (i = 0; i < m->columns; i++) out->column[i] = mem_strdup(m->column[i]);
  return 0;
}

void engine_h_release(struct h_matrix *m) {
  uint32_t i;
  for (i = 0; i < m->rows; i++) free(m->row[i].name);
  for (i = 0; i < m->columns; i++) free(m->column[i]);
  free(m->row);
  free(m->column);
  free(m->bits);
  memset(m, 0, sizeof *m);
}

/* ---- history ---- */

char *session_action(struct engine *e, const struct xevent *ev) {
  char *text = session_event_text(e, ev), *place, *s;
  if (!ev->method) return text;
  place = session_location(e->vm->methods.data[ev->method], ev->bci);
  s = mem_printf("%s @ %s", text, place);
  free(text);
  free(place);
  return s;
}

int engine_h_history(struct engine *e, struct h_change **out, uint32_t *count, struct error *err) {
  VEC(struct h_change) v = {0};
  uint32_t depth = xnode(&e->x, e->x.here)->depth, i, j;
  node_id *path;
  if (!e->vm->race)
    return error_set(err, ERR_USAGE, "h is kept only while the property race is on");
  if (!e->x.keep_events)
    return error_set(err, ERR_USAGE, "the events of transitions are not kept in this session");
  session_names(e);
  path = mem_alloc((depth + 1) * sizeof *path);
  engine_path(e, e->x.here, path, depth + 1);
  for (i = 0; i <= depth; i++) {
    const struct xlog *l = xnode(&e->x, path[i])->log;
    for (j = 0; l && j < l->count; j++)
      if (l->events[j].h)
        *vec_push(&v) = (struct h_change){.node = path[i],
                                          .step = i,
                                          .thread = l->events[j].thread,
                                          .action = session_action(e, &l->events[j]),
                                          .change = session_h_change(e, &l->events[j]),
                                          .effect = session_h_effect(&l->events[j])};
  }
  free(path);
  *out = v.data;
  *count = (uint32_t)v.len;
  return 0;
}

void engine_h_history_release(struct h_change *c, uint32_t count) {
  while (count) {
    free(c[--count].action);
    free(c[count].change);
  }
  free(c);
}
