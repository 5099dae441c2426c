/* Threads, frames, bytecode, watches, differences, output and events of the stand-in engine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/engine.h"
#include "fake_program.h"

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
  out->name = mem_printf("T%u %s", t, t ? "W" : "main");
  out->kind = mem_strdup(t ? "W" : "Thread");
  out->enabled = fake_enabled(&s, t);
  out->life = !op ? LIFE_ENDED : out->enabled ? LIFE_RUNNABLE : LIFE_WAITS;
  out->state = !op                   ? "ended"
               : out->enabled        ? "runnable"
               : op->kind == FK_LOCK ? "blocked"
                                     : "joining";
  out->current = e->here != NODE_ROOT && e->nodes.data[e->here].thread == t;
  out->op = op ? fake_op_text(op) : mem_strdup("");
  out->waits_for = op && !out->enabled && op->kind == FK_LOCK
                       ? mem_printf("lock L, held by T%d %s", s.owner, s.owner ? "W" : "main")
                       : mem_strdup("");
  out->wants_lock = *out->waits_for != 0;
  out->file = op ? mem_strdup("Bank.java") : NULL;
  out->class_name = mem_strdup(t ? "Bank$W" : "Bank");
  out->method = mem_strdup(t ? "run" : "main");
  out->line = op ? op->line : -1;
  out->frames = 1;
  out->h_bits = mem_printf("%c%c", s.h[t][0] ? '1' : '.', s.h[t][1] ? '1' : '.');
  return 0;
}

void engine_thread_release(struct thread_info *t) {
  free(t->kind), free(t->name), free(t->op), free(t->waits_for), free(t->file), free(t->class_name),
      free(t->method), free(t->h_bits);
}

char *engine_with_places(struct engine *e, const char *text) {
  (void)e;
  return mem_strdup(text);
}

char **engine_held(struct engine *e) {
  struct fake_state s;
  uint32_t i, count = engine_thread_count(e);
  char **held = mem_alloc((count + 1) * sizeof *held);
  fake_walk(e, e->here, &s);
  for (i = 0; i < count; i++) held[i] = mem_strdup(s.owner == (int)i ? "L" : "");
  return held;
}

char **engine_thread_titles(struct engine *e, node_id n) {
  uint32_t i, count = engine_thread_count(e);
  char **titles = mem_alloc((count + 1) * sizeof *titles);
  (void)n;
  for (i = 0; i < count; i++) titles[i] = mem_printf("T%u %s", i, i ? "W" : "main");
  return titles;
}

char *engine_titled(const char *text, char *const *titles) {
  (void)titles;
  return mem_strdup(text);
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

char *engine_library_source(struct engine *e, const char *class_name, const char *file) {
  (void)e, (void)class_name, (void)file;
  return NULL;
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

int engine_program_line(struct engine *e, const char *location, char **file, int *line,
                        uint32_t *methods, struct error *err) {
  (void)e;
  if (sscanf(location, "Bank.java:%d", line) != 1)
    return error_set(err, ERR_INPUT, "no code at %s", location);
  *file = mem_strdup("Bank.java");
  *methods = 1;
  return 0;
}

void engine_bytecode_release(struct bytecode_info *b) { memset(b, 0, sizeof *b); }

int engine_watch(struct engine *e, const char *expr, char **value, struct error *err) {
  struct fake_state s;
  fake_walk(e, e->here, &s);
  if (strcmp(expr, "Bank.bal")) return error_set(err, ERR_INPUT, "no field '%s'", expr);
  *value = mem_printf("%d", s.bal);
  return 0;
}

void engine_complete(struct engine *e, const char *word, unsigned members,
                     void (*offer)(void *self, const char *expr), void *self) {
  (void)e, (void)word;
  offer(self, "Bank");
  if (members & ENGINE_FIELDS) offer(self, "Bank.bal");
  if (members & ENGINE_METHODS) offer(self, "Bank.main");
}

int engine_place(struct engine *e, const char *expr, struct shared_place *out, struct error *err) {
  bool lock = !strcmp(expr, "L") || !strcmp(expr, "lock L");
  (void)e;
  memset(out, 0, sizeof *out);
  if (!lock && strcmp(expr, "Bank.bal")) return error_set(err, ERR_INPUT, "no field '%s'", expr);
  out->monitor = lock;
  out->name = mem_strdup(lock ? "L" : expr);
  return 0;
}

int engine_field_seen(struct engine *e, const char *name, struct error *err) {
  (void)e;
  return strcmp(name, "Bank.bal") ? error_set(err, ERR_INPUT, "no field '%s'", name) : 0;
}

bool engine_was_on(struct engine *e, node_id n, const char *file, int line) {
  (void)e, (void)n, (void)file, (void)line;
  return false;
}

bool engine_passes(struct engine *e, node_id n, const char *file, int line) {
  (void)e, (void)n, (void)file, (void)line;
  return false;
}

char *engine_hidden_access(struct engine *e, node_id n, uint32_t index) {
  (void)e, (void)n, (void)index;
  return NULL;
}

void engine_place_release(struct shared_place *p) {
  free(p->name);
  memset(p, 0, sizeof *p);
}

enum place_touch engine_touches(struct engine *e, node_id n, uint32_t index,
                                const struct shared_place *p) {
  struct fake_state s;
  const struct fake_op *op;
  if (n == NODE_ROOT || index) return TOUCH_NONE;
  fake_walk(e, e->nodes.data[n].parent, &s);
  op = fake_next(&s, e->nodes.data[n].thread);
  if (op->kind == (p->monitor ? FK_LOCK : FK_WRITE)) return TOUCH_WRITE;
  return op->kind == (p->monitor ? FK_UNLOCK : FK_READ) ? TOUCH_READ : TOUCH_NONE;
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
  static const enum event_kind kinds[] = {
      [FK_START] = EVENT_START, [FK_JOIN] = EVENT_JOIN, [FK_CHECK] = EVENT_OTHER,
      [FK_LOCK] = EVENT_LOCK,   [FK_READ] = EVENT_READ, [FK_UNLOCK] = EVENT_UNLOCK,
      [FK_WRITE] = EVENT_WRITE, [FK_END] = EVENT_END};
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
  out->kind = kinds[op->kind];
  out->other = op->kind == FK_START || op->kind == FK_JOIN ? op->arg : UINT32_MAX;
  out->object = op->kind == FK_START || op->kind == FK_JOIN    ? mem_printf("T%u", op->arg)
                : op->kind == FK_READ || op->kind == FK_WRITE  ? mem_strdup("Bank.bal")
                : op->kind == FK_LOCK || op->kind == FK_UNLOCK ? mem_strdup("L")
                                                               : mem_strdup("");
  out->value =
      op->kind == FK_READ || op->kind == FK_WRITE ? mem_printf("%d", next.bal) : mem_strdup("");
  out->class_name = mem_strdup("Bank");
  out->method = mem_strdup(t ? "run" : "main");
  out->file = mem_strdup("Bank.java");
  out->line = op->line;
  out->h_change = fake_h_text(&s, &next);
  out->h_effect = fake_h_effect(&s, &next);
  return 0;
}

bool engine_older_write(struct engine *e, node_id n, uint32_t index, node_id *at, uint32_t *which) {
  (void)e, (void)n, (void)index, (void)at, (void)which;
  return false;
}

void engine_event_release(struct event_info *ev) {
  free(ev->object), free(ev->value), free(ev->class_name), free(ev->method), free(ev->file),
      free(ev->h_change);
}
