/* See h_reference.h. Uses plain loops only, because the fast implementation is compared with this
 * one. */
#include "h_reference.h"

#include <stdlib.h>
#include <string.h>

/* ---- classifying events ---- */

static bool is_memory(const struct event *e) { return e->size != 0; }

static bool has_edge(enum h_mutation m, const struct href_event *ev) {
  const struct event *e = &ev->e;
  if (e->mode == ACCESS_OPAQUE) return m == MUTATE_OPAQUE_EDGES;
  if (e->mode == ACCESS_PLAIN || m == MUTATE_NO_VOLATILE) return false;
  return !(ev->is_interrupt && m == MUTATE_NO_INTERRUPT);
}

/* Is the access checked only against plain writes? This is so for atomic accesses; plain accesses
 * are checked against any write. */
static bool checks_plain_only(const struct href_event *ev) { return ev->e.mode != ACCESS_PLAIN; }

/* Atomic writes of a volatile field are synchronisation actions, not data writes. */
static bool is_data_write(const struct href_event *ev) {
  return ev->e.write && !(ev->is_volatile && ev->e.mode != ACCESS_PLAIN);
}

static bool is_plain_write(enum h_mutation m, const struct href_event *ev) {
  if (m == MUTATE_ONE_COLUMN) return is_data_write(ev);
  return ev->e.write && ev->e.mode == ACCESS_PLAIN;
}

/* A synchronisation variable, which connects releases with acquires. */
enum variable_kind {
  VARIABLE_NONE,
  VARIABLE_THREAD,
  VARIABLE_LOCK,
  VARIABLE_LOCATION,
  VARIABLE_CLASS
};
struct sync_variable {
  uint8_t kind;
  bool release;
  uint32_t obj, off;
};

static struct sync_variable variable_of(enum h_mutation m, const struct href_event *ev) {
  const struct event *e = &ev->e;
  struct sync_variable v = {.obj = e->obj};
  switch (e->op) {
    case OPK_LOCK:
    case OPK_UNLOCK:
      if (m != MUTATE_NO_LOCK) v.kind = VARIABLE_LOCK;
      v.release = e->op == OPK_UNLOCK;
      return v;
    case OPK_START:
      if (m != MUTATE_NO_START) v.kind = VARIABLE_THREAD;
      v.release = true;
      v.obj = e->other;
      return v;
    case OPK_JOIN:
      if (m != MUTATE_NO_JOIN) v.kind = VARIABLE_THREAD;
      v.obj = e->other;
      return v;
    case OPK_IS_ALIVE:
      if (m != MUTATE_NO_IS_ALIVE) v.kind = VARIABLE_THREAD;
      v.obj = e->other;
      return v;
    case OPK_CLASS_INIT:
      if (m != MUTATE_NO_CLASS_INIT) v.kind = VARIABLE_CLASS;
      v.release = e->other;
      return v;
    default: break;
  }
  if (!is_memory(e) || !has_edge(m, ev)) return v;
  v.kind = VARIABLE_LOCATION;
  v.off = e->off;
  v.release = e->write;
  return v;
}

/* ---- a table from keys to numbers ---- */

struct table {
  VEC(uint64_t) keys;   /* by number */
  uint32_t *slots, cap; /* number + 1 */
};

static uint64_t key_of(uint32_t kind, uint32_t obj, uint32_t off) {
  return (uint64_t)kind << 60 ^ (uint64_t)obj << 24 ^ off;
}

static uint32_t slot_of(const struct table *t, uint64_t key) {
  uint32_t i = (uint32_t)((key * 0x9e3779b97f4a7c15ull) >> 32) & (t->cap - 1);
  while (t->slots[i] && t->keys.data[t->slots[i] - 1] != key) i = (i + 1) & (t->cap - 1);
  return i;
}

static void table_grow(struct table *t) {
  size_t i;
  t->cap = t->cap ? t->cap * 2 : 256;
  free(t->slots);
  t->slots = mem_alloc(t->cap * sizeof *t->slots);
  for (i = 0; i < t->keys.len; i++) t->slots[slot_of(t, t->keys.data[i])] = (uint32_t)i + 1;
}

/* -1: not found */
static int32_t table_find(const struct table *t, uint64_t key) {
  return t->cap ? (int32_t)t->slots[slot_of(t, key)] - 1 : -1;
}

static uint32_t table_add(struct table *t, uint64_t key) {
  if (t->keys.len * 2 >= t->cap) table_grow(t);
  *vec_push(&t->keys) = key;
  t->slots[slot_of(t, key)] = (uint32_t)t->keys.len;
  return (uint32_t)t->keys.len - 1;
}

static void table_free(struct table *t) {
  vec_free(&t->keys);
  free(t->slots);
}

/* ---- the matrix ---- */

struct matrix_row {
  VEC(uint8_t) bits; /* one for each existing column */
};

struct matrix_column {
  struct href_location x;
  bool plain;
};

struct href_matrix {
  enum h_mutation mutation;
  struct table row_of, column_of;
  VEC(struct matrix_row) rows;
  VEC(uint8_t) row_kinds;
  VEC(struct matrix_column) columns;
};

struct href_matrix *href_matrix_new(enum h_mutation m) {
  struct href_matrix *h = mem_alloc(sizeof *h);
  h->mutation = m;
  return h;
}

void href_matrix_free(struct href_matrix *h) {
  size_t i;
  for (i = 0; i < h->rows.len; i++) vec_free(&h->rows.data[i].bits);
  vec_free(&h->rows);
  vec_free(&h->row_kinds);
  vec_free(&h->columns);
  table_free(&h->row_of);
  table_free(&h->column_of);
  free(h);
}

/* A row that was never released into contains only the unwritten locations, that is, no column. */
static uint32_t row_of(struct href_matrix *h, uint32_t kind, uint32_t obj, uint32_t off) {
  uint64_t key = key_of(kind, obj, off);
  int32_t found = table_find(&h->row_of, key);
  struct matrix_row *r;
  size_t i;
  if (found >= 0) return (uint32_t)found;
  *vec_push(&h->rows) = (struct matrix_row){0};
  *vec_push(&h->row_kinds) = (uint8_t)kind;
  r = &h->rows.data[h->rows.len - 1];
  for (i = 0; i < h->columns.len; i++) *vec_push(&r->bits) = 0;
  return table_add(&h->row_of, key);
}

/* A location becomes a column at its first write; until then it is in every row. */
static uint32_t column_of(struct href_matrix *h, struct href_location x, bool plain) {
  uint64_t key = key_of(plain, x.obj, x.off);
  int32_t found = table_find(&h->column_of, key);
  size_t i;
  if (found >= 0) return (uint32_t)found;
  *vec_push(&h->columns) = (struct matrix_column){x, plain};
  for (i = 0; i < h->rows.len; i++) *vec_push(&h->rows.data[i].bits) = 1;
  return table_add(&h->column_of, key);
}

static void add_to(struct href_matrix *h, uint32_t to, uint32_t from, bool replace) {
  size_t i;
  for (i = 0; i < h->columns.len; i++)
    h->rows.data[to].bits.data[i] =
        h->rows.data[from].bits.data[i] | (replace ? 0 : h->rows.data[to].bits.data[i]);
}

static void invalidate(struct href_matrix *h, uint32_t writer, struct href_location x, bool plain) {
  uint32_t c = column_of(h, x, plain);
  size_t i;
  for (i = 0; i < h->rows.len; i++) {
    if (h->mutation == MUTATE_STALE_ROWS && h->row_kinds.data[i] != VARIABLE_THREAD) continue;
    h->rows.data[i].bits.data[c] = i == writer;
  }
}

static bool in_row(const struct href_matrix *h, uint32_t row, struct href_location x, bool plain) {
  int32_t c = table_find(&h->column_of, key_of(plain, x.obj, x.off));
  return c < 0 || h->rows.data[row].bits.data[c];
}

bool href_matrix_legal(struct href_matrix *h, const struct href_event *ev) {
  struct href_location x = {ev->e.obj, ev->e.off};
  struct sync_variable v = variable_of(h->mutation, ev);
  uint32_t t = row_of(h, VARIABLE_THREAD, ev->e.thread, 0);
  bool plain = checks_plain_only(ev);
  if (in_row(h, t, x, plain)) return true;
  return v.kind && !v.release && in_row(h, row_of(h, v.kind, v.obj, v.off), x, plain);
}

void href_matrix_apply(struct href_matrix *h, const struct href_event *ev) {
  struct sync_variable v = variable_of(h->mutation, ev);
  uint32_t t = row_of(h, VARIABLE_THREAD, ev->e.thread, 0), r;
  if (is_memory(&ev->e) && is_data_write(ev))
    invalidate(h, t, (struct href_location){ev->e.obj, ev->e.off}, false);
  if (is_memory(&ev->e) && is_plain_write(h->mutation, ev))
    invalidate(h, t, (struct href_location){ev->e.obj, ev->e.off}, true);
  if (!v.kind) return;
  r = row_of(h, v.kind, v.obj, v.off);
  if (v.release)
    add_to(h, r, t, h->mutation == MUTATE_LAST_RELEASE && v.kind != VARIABLE_THREAD);
  else
    add_to(h, t, r, false);
}

uint32_t href_matrix_columns(const struct href_matrix *h) { return (uint32_t)h->columns.len; }

struct href_location href_matrix_column(const struct href_matrix *h, uint32_t c, bool *plain) {
  *plain = h->columns.data[c].plain;
  return h->columns.data[c].x;
}

bool href_matrix_bit(const struct href_matrix *h, uint32_t thread, uint32_t c) {
  int32_t r = table_find(&h->row_of, key_of(VARIABLE_THREAD, thread, 0));
  return r >= 0 && h->rows.data[r].bits.data[c];
}

/* ---- the graph ---- */

struct vertex { /* the set of events before this one */
  struct href_event ev;
  uint64_t *before;
  uint32_t words;
};

struct writes { /* writes and reads of a location, oldest first */
  VEC(uint32_t) any, plain, reads;
};

struct href_graph {
  enum h_mutation mutation;
  VEC(struct vertex) v;
  int64_t last[THREAD_MAX]; /* by thread: its last event, at first its start; -1: none */
  struct table location_of;
  VEC(struct writes) writes;
};

struct href_graph *href_graph_new(enum h_mutation m) {
  struct href_graph *g = mem_alloc(sizeof *g);
  int i;
  g->mutation = m;
  for (i = 0; i < THREAD_MAX; i++) g->last[i] = -1;
  return g;
}

void href_graph_free(struct href_graph *g) {
  size_t i;
  for (i = 0; i < g->v.len; i++) free(g->v.data[i].before);
  for (i = 0; i < g->writes.len; i++) {
    vec_free(&g->writes.data[i].any);
    vec_free(&g->writes.data[i].plain);
    vec_free(&g->writes.data[i].reads);
  }
  vec_free(&g->v);
  vec_free(&g->writes);
  table_free(&g->location_of);
  free(g);
}

uint32_t href_graph_events(const struct href_graph *g) { return (uint32_t)g->v.len; }

static bool is_before(const struct href_graph *g, uint32_t a, uint32_t b) {
  const struct vertex *v = &g->v.data[b];
  return a / 64 < v->words && (v->before[a / 64] >> (a % 64) & 1);
}

static void add_edge(struct href_graph *g, uint32_t from, uint32_t to) {
  struct vertex *v = &g->v.data[to];
  const struct vertex *w = &g->v.data[from];
  uint32_t i;
  if (is_before(g, from, to)) return;
  v->before[from / 64] |= 1ull << (from % 64);
  for (i = 0; i < w->words; i++) v->before[i] |= w->before[i];
}

/* Synchronizes-with (JLS 17.4.4): an earlier event releases the same variable. For a thread that
 * ended, its last event releases. */
static bool synchronizes(const struct href_graph *g, const struct sync_variable *to,
                         const struct href_event *from) {
  struct sync_variable f = variable_of(g->mutation, from);
  return f.kind == to->kind && f.release && f.obj == to->obj && f.off == to->off;
}

static void add_edges_into(struct href_graph *g, uint32_t n, int64_t previous) {
  struct sync_variable to = variable_of(g->mutation, &g->v.data[n].ev);
  uint32_t i;
  if (previous >= 0) add_edge(g, (uint32_t)previous, n);
  if (!to.kind || to.release) return;
  if (to.kind == VARIABLE_THREAD) {
    int64_t last = g->last[to.obj];
    if (last >= 0) add_edge(g, (uint32_t)last, n);
    return;
  }
  for (i = n; i-- > 0;)
    if (synchronizes(g, &to, &g->v.data[i].ev)) add_edge(g, i, n);
}

/* Two atomic accesses do not conflict. */
static bool reads_ordered(const struct href_graph *g, const struct writes *x, uint32_t n) {
  const struct href_event *ev = &g->v.data[n].ev;
  size_t i;
  for (i = 0; i < x->reads.len; i++) {
    const struct href_event *r = &g->v.data[x->reads.data[i]].ev;
    if (ev->e.mode != ACCESS_PLAIN && r->e.mode != ACCESS_PLAIN) continue;
    if (!is_before(g, x->reads.data[i], n)) return false;
  }
  return true;
}

static struct href_allowed href_evaluate(const struct href_graph *g, uint32_t n) {
  const struct href_event *ev = &g->v.data[n].ev;
  int32_t at = table_find(&g->location_of, key_of(0, ev->e.obj, ev->e.off));
  struct href_allowed j = {true, true, true};
  const struct writes *x;
  const uint32_t *w;
  size_t i, count;
  if (at < 0) return j;
  x = &g->writes.data[at];
  w = checks_plain_only(ev) ? x->plain.data : x->any.data;
  count = checks_plain_only(ev) ? x->plain.len : x->any.len;
  if (count) j.last = j.all = is_before(g, w[count - 1], n);
  if (ev->e.write) j.reads = reads_ordered(g, x, n);
  if (x->any.len != x->plain.len)
    return j; /* atomic writes do not race with one another: rule 20 (two access modes) */
  for (i = 0; i < count; i++) j.all &= is_before(g, w[i], n);
  return j;
}

static void note_access(struct href_graph *g, uint32_t n) {
  const struct href_event *ev = &g->v.data[n].ev;
  uint64_t key = key_of(0, ev->e.obj, ev->e.off);
  int32_t x = table_find(&g->location_of, key);
  if (ev->is_volatile && ev->e.mode != ACCESS_PLAIN) return; /* not a data access */
  if (x < 0) {
    x = (int32_t)table_add(&g->location_of, key);
    (void)vec_push(&g->writes);
    memset(&g->writes.data[x], 0, sizeof g->writes.data[x]);
  }
  if (!ev->e.write) {
    *vec_push(&g->writes.data[x].reads) = n;
    return;
  }
  *vec_push(&g->writes.data[x].any) = n;
  if (is_plain_write(g->mutation, ev)) *vec_push(&g->writes.data[x].plain) = n;
}

struct href_allowed href_graph_apply(struct href_graph *g, const struct href_event *ev) {
  uint32_t n = (uint32_t)g->v.len;
  int64_t previous = g->last[ev->e.thread];
  struct href_allowed j = {true, true, true};
  *vec_push(&g->v) = (struct vertex){.ev = *ev, .words = n / 64 + 1};
  g->v.data[n].before = mem_alloc(g->v.data[n].words * sizeof(uint64_t));
  add_edges_into(g, n, previous);
  g->last[ev->e.thread] = n;
  if (ev->e.op == OPK_START && g->mutation != MUTATE_NO_START) g->last[ev->e.other] = n;
  if (!is_memory(&ev->e)) return j;
  j = href_evaluate(g, n);
  note_access(g, n);
  return j;
}

bool href_graph_ordered(const struct href_graph *g, uint32_t thread, struct href_location x,
                        bool plain) {
  int32_t at = table_find(&g->location_of, key_of(0, x.obj, x.off));
  int64_t last = g->last[thread];
  const uint32_t *w;
  size_t count;
  if (at < 0) return true;
  w = plain ? g->writes.data[at].plain.data : g->writes.data[at].any.data;
  count = plain ? g->writes.data[at].plain.len : g->writes.data[at].any.len;
  if (!count) return true;
  return last >= 0 && (w[count - 1] == last || is_before(g, w[count - 1], (uint32_t)last));
}
