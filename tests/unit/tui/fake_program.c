/* See fake_program.h. */
#include <stdlib.h>
#include <string.h>

#include "fake_program.h"

static const struct fake_op fake_main[] = {{FK_START, 1, 15}, {FK_START, 2, 16}, {FK_JOIN, 1, 17},
                                           {FK_JOIN, 2, 17},  {FK_CHECK, 0, 18}, {FK_END, 0, 19}};

static const struct fake_op fake_run[] = {{FK_LOCK, 0, 8},  {FK_READ, 0, 8},   {FK_UNLOCK, 0, 8},
                                          {FK_LOCK, 0, 10}, {FK_WRITE, 0, 10}, {FK_UNLOCK, 0, 10},
                                          {FK_END, 0, 12}};

const struct fake_op *fake_next(const struct fake_state *s, uint32_t t) {
  if (!s->started[t] || s->ended[t]) return NULL;
  return t ? &fake_run[s->pc[t]] : &fake_main[s->pc[t]];
}

bool fake_enabled(const struct fake_state *s, uint32_t t) {
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

void fake_apply(const struct engine *e, struct fake_state *s, uint32_t t) {
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

void fake_walk(const struct engine *e, node_id n, struct fake_state *s) {
  if (n == NODE_ROOT) {
    fake_start(s);
    return;
  }
  fake_walk(e, e->nodes.data[n].parent, s);
  fake_apply(e, s, e->nodes.data[n].thread);
}

const char *fake_word(enum fake_kind k) {
  static const char *const words[] = {"start", "join",   "assert", "lock",
                                      "read",  "unlock", "write",  "end"};
  return words[k];
}

char *fake_op_text(const struct fake_op *op) {
  if (op->kind == FK_START || op->kind == FK_JOIN)
    return mem_printf("%s T%u", fake_word(op->kind), op->arg);
  if (op->kind == FK_LOCK || op->kind == FK_UNLOCK) return mem_printf("%s L", fake_word(op->kind));
  if (op->kind == FK_READ || op->kind == FK_WRITE)
    return mem_printf("%s Bank.bal", fake_word(op->kind));
  return mem_strdup(fake_word(op->kind));
}

char *fake_h_text(const struct fake_state *a, const struct fake_state *b) {
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

uint32_t fake_h_effect(const struct fake_state *a, const struct fake_state *b) {
  uint32_t effect = 0;
  int r, c;
  for (r = 0; r < FAKE_ROWS; r++)
    for (c = 0; c < FAKE_COLUMNS; c++)
      effect |= b->h[r][c] > a->h[r][c] ? H_GROWS : b->h[r][c] < a->h[r][c] ? H_LOSES : 0;
  return effect ? effect : H_UNCHANGED;
}

char *fake_step_text(const struct fake_state *s, uint32_t t) {
  const struct fake_op *op = fake_next(s, t);
  char *what = fake_op_text(op), *all = mem_printf("T%u %s @ Bank.java:%d", t, what, op->line);
  free(what);
  return all;
}
