/* A stand-in for the engine behind engine/engine.h: one small program, two threads that add to a
 * balance under a lock that they give back between reading and writing. The views are tested on it
 * without a JDK. To be included by one file of a test.
 *
 *    8  synchronized (L) { r = bal; }        T1 and T2: lock, read, unlock
 *   10  synchronized (L) { bal = r + amt; }  lock, write, unlock
 *   12  }                                    end
 *   15  x.start();   16  y.start();   17  x.join(); y.join();   18  assert bal == 130;      main
 *
 * A state is a function of the path: it is computed by walking it. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/engine.h"

enum { FAKE_THREADS = 3, FAKE_ROWS = 4, FAKE_COLUMNS = 2 };
enum fake_kind { FK_START, FK_JOIN, FK_CHECK, FK_LOCK, FK_READ, FK_UNLOCK, FK_WRITE, FK_END };
struct fake_op {
  enum fake_kind kind;
  uint32_t arg;
  int line;
};
static const struct fake_op fake_main[] = {{FK_START, 1, 15}, {FK_START, 2, 16}, {FK_JOIN, 1, 17},
                                           {FK_JOIN, 2, 17},  {FK_CHECK, 0, 18}, {FK_END, 0, 19}};
static const struct fake_op fake_run[] = {{FK_LOCK, 0, 8},  {FK_READ, 0, 8},   {FK_UNLOCK, 0, 8},
                                          {FK_LOCK, 0, 10}, {FK_WRITE, 0, 10}, {FK_UNLOCK, 0, 10},
                                          {FK_END, 0, 12}};

struct fake_state {
  uint32_t pc[FAKE_THREADS];
  bool started[FAKE_THREADS], ended[FAKE_THREADS], error;
  int owner; /* of L, -1 free */
  int bal, r[FAKE_THREADS];
  bool h[FAKE_ROWS][FAKE_COLUMNS]; /* T0 T1 T2 L by bal, amt */
  uint32_t observed;
};
struct fake_node {
  node_id parent, child, sibling, last; /* last: child that was last gone to */
  uint32_t depth, thread;
  uint32_t visits;
};
struct engine {
  struct engine_options options;
  VEC(struct fake_node) nodes;
  VEC(struct mark_info) marks;
  VEC(struct check_info) checks;
  struct search_report report;
  bool searching;
  node_id here;
};

static const struct fake_op *fake_next(const struct fake_state *s, uint32_t t) {
  if (!s->started[t] || s->ended[t]) return NULL;
  return t ? &fake_run[s->pc[t]] : &fake_main[s->pc[t]];
}

static bool fake_enabled(const struct fake_state *s, uint32_t t) {
  const struct fake_op *op = fake_next(s, t);
  if (!op || s->error) return false;
  if (op->kind == FK_LOCK) return s->owner < 0;
  if (op->kind == FK_JOIN) return s->ended[op->arg];
  return true;
}

static void fake_join_rows(struct fake_state *s, int from, int to) {
  int c;
  for (c = 0; c < FAKE_COLUMNS; c++) s->h[to][c] = s->h[to][c] || s->h[from][c];
}

static void fake_apply(const struct engine *e, struct fake_state *s, uint32_t t) {
  const struct fake_op *op = fake_next(s, t);
  uint32_t i;
  for (i = s->observed; i < e->marks.len && i == s->observed; i++)
    if (e->marks.data[i].line == op->line && (op->kind == FK_READ || op->kind == FK_WRITE || !t)) {
      s->observed++;
      break;
    }
  switch (op->kind) {
    case FK_START: s->started[op->arg] = true, fake_join_rows(s, (int)t, (int)op->arg); break;
    case FK_JOIN: fake_join_rows(s, (int)op->arg, (int)t); break;
    case FK_CHECK: s->error = s->bal != 130; break;
    case FK_LOCK: s->owner = (int)t, fake_join_rows(s, 3, (int)t); break;
    case FK_UNLOCK: s->owner = -1, fake_join_rows(s, (int)t, 3); break;
    case FK_READ: s->r[t] = s->bal; break;
    case FK_WRITE:
      s->bal = s->r[t] + (t == 1 ? 10 : 20);
      for (i = 0; i < FAKE_ROWS; i++) s->h[i][0] = i == t;
      break;
    case FK_END: s->ended[t] = true; break;
  }
  s->pc[t]++;
}

static void fake_start(struct fake_state *s) {
  memset(s, 0, sizeof *s);
  s->started[0] = true;
  s->owner = -1;
  s->bal = 100;
  s->h[0][0] = s->h[0][1] = true;
}

static void fake_walk(const struct engine *e, node_id n, struct fake_state *s) {
  if (n == NODE_ROOT) {
    fake_start(s);
    return;
  }
  fake_walk(e, e->nodes.data[n].parent, s);
  fake_apply(e, s, e->nodes.data[n].thread);
}

static const char *fake_word(enum fake_kind k) {
  static const char *const words[] = {"start", "join",   "assert", "lock",
                                      "read",  "unlock", "write",  "end"};
  return words[k];
}

static char *fake_op_text(const struct fake_op *op) {
  if (op->kind == FK_START || op->kind == FK_JOIN)
    return mem_printf("%s T%u", fake_word(op->kind), op->arg);
  if (op->kind == FK_LOCK || op->kind == FK_UNLOCK) return mem_printf("%s L", fake_word(op->kind));
  if (op->kind == FK_READ || op->kind == FK_WRITE)
    return mem_printf("%s Bank.bal", fake_word(op->kind));
  return mem_strdup(fake_word(op->kind));
}

static char *fake_step_text(const struct fake_state *s, uint32_t t) {
  const struct fake_op *op = fake_next(s, t);
  char *what = fake_op_text(op), *all = mem_printf("T%u %s @ Bank.java:%d", t, what, op->line);
  free(what);
  return all;
}

/* ---- opening, nodes ---- */

void engine_options_init(struct engine_options *o) {
  memset(o, 0, sizeof *o);
  o->properties = PROP_DEFAULT;
  o->seed = 1;
}

static void fake_add(struct engine *e, node_id parent, uint32_t thread) {
  struct fake_node n = {parent, NODE_NONE, NODE_NONE, NODE_NONE, 0, thread, 1};
  if (parent != NODE_NONE) n.depth = e->nodes.data[parent].depth + 1;
  *vec_push(&e->nodes) = n;
}

int engine_open(const struct engine_options *o, struct engine **out, struct error *err) {
  struct engine *e = mem_alloc(sizeof *e);
  (void)err;
  e->options = *o;
  fake_add(e, NODE_NONE, 0);
  *out = e;
  return 0;
}

void engine_close(struct engine *e) {
  size_t i;
  if (!e) return;
  for (i = 0; i < e->marks.len; i++) free(e->marks.data[i].text);
  for (i = 0; i < e->checks.len; i++) free(e->checks.data[i].verdict);
  vec_free(&e->nodes);
  vec_free(&e->marks);
  vec_free(&e->checks);
  free(e);
}

struct vm *engine_vm(struct engine *e) {
  return (void)e, NULL;
}
const struct engine_options *engine_opts(const struct engine *e) { return &e->options; }
const char *engine_jdk(const struct engine *e) { return (void)e, "a test"; }
node_id engine_here(const struct engine *e) { return e->here; }
uint32_t engine_node_count(const struct engine *e) { return (uint32_t)e->nodes.len; }

static bool fake_on_path(const struct engine *e, node_id n) {
  node_id p;
  for (p = e->here; p != NODE_NONE; p = e->nodes.data[p].parent)
    if (p == n) return true;
  return false;
}

int engine_node(const struct engine *e, node_id n, struct node_info *out) {
  struct fake_state s;
  const struct fake_node *k;
  if (n >= e->nodes.len) return ERR_NOTFOUND;
  k = &e->nodes.data[n];
  fake_walk(e, n, &s);
  memset(out, 0, sizeof *out);
  out->id = n;
  out->parent = k->parent;
  out->first_child = k->child;
  out->next_sibling = k->sibling;
  out->depth = k->depth;
  out->choice.thread = k->thread;
  out->observed = s.observed;
  out->h_value = e->marks.len ? 20 - k->depth % 20 : UINT32_MAX;
  out->visits = k->visits;
  out->events = n ? 1 : 0;
  out->instructions = 10;
  out->fingerprint[0] = n;
  if (fake_on_path(e, n)) out->flags |= NODE_ON_PATH;
  if (n == e->here) out->flags |= NODE_HERE;
  if (s.error) out->flags |= NODE_ERROR;
  if (s.ended[0]) out->flags |= NODE_ENDED;
  if (!fake_on_path(e, n) && k->child != NODE_NONE) out->flags |= NODE_BACKTRACKED;
  return 0;
}

char *engine_node_text(struct engine *e, node_id n) {
  struct fake_state s;
  if (n == NODE_ROOT) return mem_strdup("");
  fake_walk(e, e->nodes.data[n].parent, &s);
  return fake_step_text(&s, e->nodes.data[n].thread);
}

int engine_go(struct engine *e, node_id n, struct error *err) {
  node_id p;
  if (n >= e->nodes.len) return error_set(err, ERR_NOTFOUND, "no node %u", n);
  e->here = n;
  for (p = n; p != NODE_ROOT; p = e->nodes.data[p].parent)
    e->nodes.data[e->nodes.data[p].parent].last = p;
  return 0;
}

int engine_back(struct engine *e, struct error *err) {
  if (e->here == NODE_ROOT) return error_set(err, ERR_NOTFOUND, "the root");
  return engine_go(e, e->nodes.data[e->here].parent, err);
}

int engine_forward(struct engine *e, struct error *err) {
  if (e->nodes.data[e->here].last == NODE_NONE)
    return error_set(err, ERR_NOTFOUND, "nothing ahead");
  return engine_go(e, e->nodes.data[e->here].last, err);
}

uint32_t engine_path(const struct engine *e, node_id n, node_id *out, uint32_t max) {
  uint32_t depth = e->nodes.data[n].depth + 1, i = depth;
  for (; n != NODE_NONE; n = e->nodes.data[n].parent)
    if (--i < max) out[i] = n;
  return depth;
}

/* ---- choices ---- */

uint32_t engine_choices(struct engine *e, struct choice *out, uint32_t max) {
  struct fake_state s;
  uint32_t t, n = 0;
  fake_walk(e, e->here, &s);
  for (t = 0; t < FAKE_THREADS; t++)
    if (fake_enabled(&s, t)) {
      if (n < max) out[n] = (struct choice){t, 0, 0};
      n++;
    }
  return n;
}

int engine_take(struct engine *e, struct choice c, node_id *out, struct error *err) {
  node_id n, made;
  struct fake_state s;
  fake_walk(e, e->here, &s);
  if (c.thread >= FAKE_THREADS || !fake_enabled(&s, c.thread))
    return error_set(err, ERR_INPUT, "not enabled");
  for (n = e->nodes.data[e->here].child; n != NODE_NONE; n = e->nodes.data[n].sibling)
    if (e->nodes.data[n].thread == c.thread) break;
  if (n == NODE_NONE) {
    node_id *at;
    made = (node_id)e->nodes.len;
    fake_add(e, e->here, c.thread);
    for (at = &e->nodes.data[e->here].child; *at != NODE_NONE; at = &e->nodes.data[*at].sibling)
      continue;
    *at = n = made;
  }
  if (out) *out = n;
  return engine_go(e, n, err);
}

static char *fake_h_text(const struct fake_state *a, const struct fake_state *b) {
  static const char *const rows[] = {"T0", "T1", "T2", "L"};
  struct text t = {0};
  int r;
  for (r = 0; r < FAKE_ROWS; r++) {
    int gained = 0, lost = 0, c;
    for (c = 0; c < FAKE_COLUMNS; c++)
      gained += b->h[r][c] > a->h[r][c], lost += b->h[r][c] < a->h[r][c];
    if (gained) text_printf(&t, "%sh(%s) +%d", t.len ? ", " : "", rows[r], gained);
    if (lost) text_printf(&t, "%sh(%s) -%d", t.len ? ", " : "", rows[r], lost);
  }
  if (!t.len) text_puts(&t, "h unchanged");
  return t.s;
}

int engine_preview(struct engine *e, struct choice c, struct preview *out, struct error *err) {
  struct fake_state s, next;
  (void)err;
  fake_walk(e, e->here, &s);
  next = s;
  fake_apply(e, &next, c.thread);
  memset(out, 0, sizeof *out);
  out->action = fake_step_text(&s, c.thread);
  out->h_change = fake_h_text(&s, &next);
  out->sequence = next.observed > s.observed
                      ? mem_printf("observes %u: %s", next.observed, e->marks.data[s.observed].text)
                      : mem_strdup("neutral");
  out->flags = (next.error ? NODE_ERROR : 0) | (next.ended[0] ? NODE_ENDED : 0);
  out->observed = next.observed;
  out->h_value = UINT32_MAX;
  return 0;
}

void engine_preview_release(struct preview *p) {
  free(p->action);
  free(p->h_change);
  free(p->sequence);
}

int engine_violation(struct engine *e, node_id n, struct violation_info *out) {
  struct node_info info;
  if (engine_node(e, n, &info) || !(info.flags & NODE_ERROR)) return ERR_NOTFOUND;
  *out = (struct violation_info){PROP_EXCEPTION,
                                 "exception",
                                 "java.lang.AssertionError",
                                 "uncaught java.lang.AssertionError: 120",
                                 "Bank.java:18",
                                 "T0 main\n  at Bank.main(Bank.java:18)",
                                 0};
  return 0;
}

/* ---- threads ---- */

uint32_t engine_thread_count(struct engine *e) {
  struct fake_state s;
  uint32_t n = 0;
  fake_walk(e, e->here, &s);
  while (n < FAKE_THREADS && s.started[n]) n++;
  return n;
}

int engine_thread(struct engine *e, uint32_t t, struct thread_info *out) {
  struct fake_state s;
  const struct fake_op *op;
  fake_walk(e, e->here, &s);
  if (t >= FAKE_THREADS || !s.started[t]) return ERR_NOTFOUND;
  op = fake_next(&s, t);
  memset(out, 0, sizeof *out);
  out->number = t;
  out->name = t ? mem_printf("Thread-%u", t - 1) : mem_strdup("main");
  out->enabled = fake_enabled(&s, t);
  out->state = !op                   ? "ended"
               : out->enabled        ? "runnable"
               : op->kind == FK_LOCK ? "blocked"
                                     : "joining";
  out->current = e->here != NODE_ROOT && e->nodes.data[e->here].thread == t;
  out->op = op ? fake_op_text(op) : mem_strdup("");
  out->waits_for = op && !out->enabled && op->kind == FK_LOCK
                       ? mem_printf("monitor L held by T%d", s.owner)
                       : mem_strdup("");
  out->file = op ? mem_strdup("Bank.java") : NULL;
  out->class_name = mem_strdup(t ? "Bank$W" : "Bank");
  out->method = mem_strdup(t ? "run" : "main");
  out->line = op ? op->line : -1;
  out->frames = 1;
  out->h_bits = mem_printf("%c%c", s.h[t][0] ? '1' : '.', s.h[t][1] ? '1' : '.');
  return 0;
}

void engine_thread_release(struct thread_info *t) {
  free(t->name), free(t->op), free(t->waits_for), free(t->file), free(t->class_name),
      free(t->method), free(t->h_bits);
}

int engine_frame(struct engine *e, uint32_t thread, uint32_t frame, struct frame_info *out) {
  struct thread_info t;
  struct fake_state s;
  if (frame || engine_thread(e, thread, &t)) return ERR_NOTFOUND;
  fake_walk(e, e->here, &s);
  memset(out, 0, sizeof *out);
  out->class_name = mem_strdup(t.class_name);
  out->method = mem_strdup(t.method);
  out->file = mem_strdup("Bank.java");
  out->line = t.line;
  out->locals = mem_alloc(2 * sizeof *out->locals);
  out->locals[0] = mem_printf("r = %d", s.r[thread]);
  engine_thread_release(&t);
  return 0;
}

void engine_frame_release(struct frame_info *f) {
  char **l;
  for (l = f->locals; l && *l; l++) free(*l);
  free(f->locals), free(f->class_name), free(f->method), free(f->file);
}

int engine_bytecode(struct engine *e, uint32_t thread, uint32_t frame, struct bytecode_info *out) {
  (void)e, (void)thread, (void)frame;
  memset(out, 0, sizeof *out);
  return ERR_NOTFOUND;
}

int engine_bytecode_at(struct engine *e, const char *location, struct bytecode_info *out,
                       struct error *err) {
  (void)e;
  memset(out, 0, sizeof *out);
  return error_set(err, ERR_NOTFOUND, "%s has no bytecode", location);
}

void engine_bytecode_release(struct bytecode_info *b) { memset(b, 0, sizeof *b); }

int engine_watch(struct engine *e, const char *expr, char **value, struct error *err) {
  struct fake_state s;
  fake_walk(e, e->here, &s);
  if (strcmp(expr, "Bank.bal")) return error_set(err, ERR_INPUT, "no field '%s'", expr);
  *value = mem_printf("%d", s.bal);
  return 0;
}

int engine_diff(struct engine *e, node_id from, node_id to, char ***lines, struct error *err) {
  struct fake_state a, b;
  VEC(char *) v = {0};
  uint32_t t;
  (void)err;
  fake_walk(e, from, &a);
  fake_walk(e, to, &b);
  if (a.bal != b.bal) *vec_push(&v) = mem_printf("Bank.bal  %d -> %d", a.bal, b.bal);
  if (a.owner != b.owner) *vec_push(&v) = mem_printf("L  owner T%d -> T%d", a.owner, b.owner);
  for (t = 0; t < FAKE_THREADS; t++)
    if (a.pc[t] != b.pc[t]) *vec_push(&v) = mem_printf("T%u  step %u -> %u", t, a.pc[t], b.pc[t]);
  *vec_push(&v) = NULL;
  *lines = v.data;
  return 0;
}

void engine_lines_free(char **lines) {
  char **l;
  for (l = lines; l && *l; l++) free(*l);
  free(lines);
}

char *engine_output(struct engine *e, node_id n) {
  return (void)e, mem_strdup(n == NODE_ROOT ? "" : "opening the bank\n");
}

int engine_event(struct engine *e, node_id n, uint32_t index, struct event_info *out) {
  struct fake_state s, next;
  const struct fake_op *op;
  uint32_t t;
  if (n == NODE_ROOT || n >= e->nodes.len || index) return ERR_NOTFOUND;
  t = e->nodes.data[n].thread;
  fake_walk(e, e->nodes.data[n].parent, &s);
  op = fake_next(&s, t);
  next = s;
  fake_apply(e, &next, t);
  memset(out, 0, sizeof *out);
  out->thread = t;
  out->op = fake_word(op->kind);
  out->object = mem_strdup(op->kind == FK_READ || op->kind == FK_WRITE ? "Bank.bal"
                           : op->kind == FK_LOCK                       ? "L"
                                                                       : "");
  out->value =
      op->kind == FK_READ || op->kind == FK_WRITE ? mem_printf("%d", next.bal) : mem_strdup("");
  out->class_name = mem_strdup("Bank");
  out->method = mem_strdup(t ? "run" : "main");
  out->file = mem_strdup("Bank.java");
  out->line = op->line;
  out->h_change = fake_h_text(&s, &next);
  return 0;
}

void engine_event_release(struct event_info *ev) {
  free(ev->object), free(ev->value), free(ev->class_name), free(ev->method), free(ev->file),
      free(ev->h_change);
}

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
    out->row[r].kind = r == threads ? 1 : 0;
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
    char *change;
    fake_walk(e, path[i - 1], &a);
    fake_walk(e, path[i], &b);
    change = fake_h_text(&a, &b);
    if (strcmp(change, "h unchanged"))
      *vec_push(&v) = (struct h_change){path[i], i, e->nodes.data[path[i]].thread,
                                        engine_node_text(e, path[i]), change};
    else
      free(change);
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

/* ---- marks ---- */

int engine_mark_add(struct engine *e, const char *location, uint32_t *id, struct error *err) {
  struct mark_info m = {0};
  int line;
  if (sscanf(location, "Bank.java:%d", &line) != 1 || line < 8)
    return error_set(err, ERR_INPUT, "no code at %s", location);
  m.id = (uint32_t)e->marks.len + 1;
  m.text = mem_strdup(location);
  m.line = line;
  *vec_push(&e->marks) = m;
  *id = m.id;
  return 0;
}

int engine_mark_remove(struct engine *e, uint32_t id, struct error *err) {
  size_t i;
  if (!id || id > e->marks.len) return error_set(err, ERR_NOTFOUND, "no mark %u", id);
  free(e->marks.data[id - 1].text);
  for (i = id - 1; i + 1 < e->marks.len; i++)
    e->marks.data[i] = e->marks.data[i + 1], e->marks.data[i].id = (uint32_t)i + 1;
  e->marks.len--;
  return 0;
}

int engine_marks_load(struct engine *e, const char *seq_file, struct error *err) {
  (void)e;
  return error_set(err, ERR_INPUT, "cannot read %s", seq_file);
}

uint32_t engine_mark_count(const struct engine *e) { return (uint32_t)e->marks.len; }

int engine_mark(struct engine *e, uint32_t index, struct mark_info *out) {
  struct fake_state s;
  if (index >= e->marks.len) return ERR_NOTFOUND;
  fake_walk(e, e->here, &s);
  *out = e->marks.data[index];
  out->text = mem_strdup(e->marks.data[index].text);
  out->file = mem_strdup("Bank.java");
  out->method = mem_strdup(out->line < 14 ? "run" : "main");
  out->observed = index < s.observed;
  out->observed_node = out->observed ? e->here : NODE_NONE;
  return 0;
}

void engine_mark_release(struct mark_info *m) { free(m->text), free(m->file), free(m->method); }

/* ---- searches and checks: depth first, the lowest thread first ---- */

void search_options_init(struct search_options *o) {
  memset(o, 0, sizeof *o);
  o->search = "guided";
  o->heuristic = "pfsm";
  o->seed = 1;
}

int engine_search_start(struct engine *e, const struct search_options *o, struct error *err) {
  if (strcmp(o->search, "guided") && strcmp(o->search, "dfs"))
    return error_set(err, ERR_INPUT, "no search '%s'", o->search);
  memset(&e->report, 0, sizeof e->report);
  e->report.error_node = NODE_NONE;
  e->searching = true;
  return 0;
}

int engine_search_run(struct engine *e, uint32_t transitions, uint32_t ms,
                      struct search_report *out, struct error *err) {
  struct choice c[FAKE_THREADS];
  uint32_t i;
  (void)ms;
  for (i = 0; e->report.status == SEARCH_RUNNING && (!transitions || i < transitions) && i < 5;
       i++) {
    struct node_info here;
    uint32_t n = engine_choices(e, c, FAKE_THREADS);
    engine_node(e, e->here, &here);
    if (here.flags & NODE_ERROR)
      e->report.status = SEARCH_ERROR;
    else if (!n)
      e->report.status = SEARCH_DONE;
    else {
      if (engine_take(e, c[(e->report.transitions + 1) % n], NULL, err)) return err->code;
      e->report.transitions++;
      e->report.states++;
      engine_node(e, e->here, &here);
      if (here.observed > e->report.observed_max) e->report.observed_max = here.observed;
    }
  }
  *out = e->report;
  return 0;
}

int engine_search_report(struct engine *e, struct search_report *out) {
  *out = e->report;
  return e->searching ? 0 : ERR_NOTFOUND;
}

void engine_search_stop(struct engine *e) { e->searching = false; }

int engine_search(struct engine *e, const struct search_options *o, volatile int *stop,
                  engine_progress_fn *progress, void *self, struct search_report *report,
                  struct schedule *found, struct error *err) {
  (void)e, (void)o, (void)stop, (void)progress, (void)self, (void)report, (void)found;
  return error_set(err, ERR_UNSUPPORTED, "not here");
}
int engine_replay_schedule(struct engine *e, const struct schedule *s, struct error *err) {
  (void)e, (void)s;
  return error_set(err, ERR_UNSUPPORTED, "not here");
}
void schedule_release(struct schedule *s) { memset(s, 0, sizeof *s); }

int engine_check_start(struct engine *e, node_id from, const struct check_options *o, uint32_t *id,
                       struct error *err) {
  struct check_info c = {0};
  (void)err;
  c.id = *id = (uint32_t)e->checks.len + 1;
  c.from = from;
  c.options = *o;
  c.error_node = NODE_NONE;
  *vec_push(&e->checks) = c;
  return 0;
}

bool engine_checks_poll(struct engine *e) {
  bool changed = false;
  size_t i;
  for (i = 0; i < e->checks.len; i++) {
    struct check_info *c = &e->checks.data[i];
    if (c->state != CHECK_RUNNING) continue;
    c->state = c->options.depth > 4 ? CHECK_INCONCLUSIVE : CHECK_NO_ERROR;
    c->states = 19;
    c->verdict = c->options.depth > 4 ? mem_strdup("inconclusive: depth 5")
                                      : mem_printf("no error within depth %u", c->options.depth);
    changed = true;
  }
  return changed;
}

int engine_check_wait(struct engine *e, uint32_t id, volatile int *stop) {
  return (void)id, (void)stop, engine_checks_poll(e), 0;
}

void engine_check_kill(struct engine *e, uint32_t id) {
  if (e->checks.data[id - 1].state == CHECK_RUNNING) e->checks.data[id - 1].state = CHECK_KILLED;
}

uint32_t engine_check_count(const struct engine *e) { return (uint32_t)e->checks.len; }

int engine_check(struct engine *e, uint32_t index, struct check_info *out) {
  if (index >= e->checks.len) return ERR_NOTFOUND;
  *out = e->checks.data[index];
  out->verdict = out->verdict ? mem_strdup(out->verdict) : NULL;
  return 0;
}

void engine_check_release(struct check_info *c) { free(c->verdict); }

/* ---- the story ---- */

int engine_story(struct engine *e, node_id n, struct story *out, struct error *err) {
  (void)e, (void)n;
  memset(out, 0, sizeof *out);
  return error_set(err, ERR_USAGE, "no story in the tests of the views");
}

void engine_story_release(struct story *s) { memset(s, 0, sizeof *s); }
