/* See npe_stack.h. States are joined per instruction until nothing changes: two different sources give none. */
#include "engine/natives/npe_stack.h"

#include "engine/classfile/insn.h"

#include <stdlib.h>
#include <string.h>

enum { NO_SOURCE = 0xffff, EFFECT_MAX = 600 };

struct state {
  bool reached;
  uint16_t depth;
  uint64_t written;
  uint16_t *source; /* [max_stack] */
};

struct npe_stacks {
  const struct class_file *cf;
  const struct method_info *m;
  struct state *at; /* by bytecode index */
  uint16_t *cells;
  VEC(uint32_t) todo;
};

static void join(struct npe_stacks *s, uint32_t pc, const struct state *from) {
  struct state *to;
  bool changed = false;
  if (pc >= s->m->code_len) return;
  to = &s->at[pc];
  if (!to->reached) {
    to->reached = changed = true;
    to->depth = from->depth;
    to->written = from->written;
    memcpy(to->source, from->source, from->depth * sizeof *from->source);
  }
  if ((to->written | from->written) != to->written) {
    to->written |= from->written;
    changed = true;
  }
  for (uint32_t i = 0; i < to->depth && i < from->depth; i++) {
    if (to->source[i] == from->source[i] || to->source[i] == NO_SOURCE) continue;
    to->source[i] = NO_SOURCE;
    changed = true;
  }
  if (changed) *vec_push(&s->todo) = pc;
}

static uint32_t slots_of(char letter) {
  return letter == 'J' || letter == 'D' ? 2 : 1;
}

/* Pops and pushes as the effect says; slot letters (dup and its kin) carry their source along. */
static void apply(struct npe_stacks *s, const struct insn *in, struct state *st) {
  char effect[EFFECT_MAX];
  uint16_t kept[26] = {0};
  const char *colon, *p;
  uint32_t popped = 0, at;
  if (in->op == OP_CHECKCAST) return; /* the same value */
  insn_effect(s->cf, in, effect, sizeof effect);
  colon = strchr(effect, ':');
  for (p = effect; p < colon; p++) popped += slots_of(*p);
  at = st->depth >= popped ? st->depth - popped : 0;
  st->depth = (uint16_t)at;
  for (p = effect; p < colon; at += slots_of(*p), p++)
    if (*p >= 'a' && *p <= 'z') kept[*p - 'a'] = st->source[at];
  for (p = colon + 1; *p; p++)
    for (uint32_t i = slots_of(*p); i > 0 && st->depth < s->m->max_stack; i--)
      st->source[st->depth++] = *p >= 'a' && *p <= 'z' ? kept[*p - 'a'] : (uint16_t)in->pc;
  if (insn_table[in->op].local[0] == 'w' && in->local >= 0 && in->local < 64) st->written |= UINT64_C(1) << in->local;
}

static void enter_handlers(struct npe_stacks *s, uint32_t pc, const struct state *st) {
  struct state h = {true, 1, st->written, &(uint16_t){NO_SOURCE}};
  for (uint32_t i = 0; i < s->m->exception_count; i++) {
    const struct exception_entry *e = &s->m->exceptions[i];
    if (pc >= e->start_pc && pc < e->end_pc) join(s, e->handler_pc, &h);
  }
}

static void step(struct npe_stacks *s, uint32_t pc, uint16_t *scratch) {
  struct state st = s->at[pc];
  struct insn in;
  memcpy(scratch, st.source, st.depth * sizeof *scratch);
  st.source = scratch;
  if (insn_decode(s->m->code, s->m->code_len, pc, &in)) return;
  enter_handlers(s, pc, &st);
  apply(s, &in, &st);
  if (in.target != UINT32_MAX) join(s, in.target, &st);
  for (uint32_t i = 0; i < in.cases; i++) {
    int32_t match;
    uint32_t target;
    insn_case(s->m->code, &in, i, &match, &target);
    join(s, target, &st);
  }
  if (insn_falls_through(&in)) join(s, in.next, &st);
}

struct npe_stacks *npe_stacks_new(const struct class_file *cf, const struct method_info *m) {
  struct npe_stacks *s = mem_alloc(sizeof *s);
  size_t width = (size_t)m->max_stack + 1;
  uint16_t *scratch = mem_alloc(width * sizeof *scratch);
  struct state entry = {.reached = true, .source = scratch};
  s->cf = cf;
  s->m = m;
  s->at = mem_alloc(m->code_len * sizeof *s->at);
  s->cells = mem_alloc(m->code_len * width * sizeof *s->cells);
  for (uint32_t i = 0; i < m->code_len; i++) s->at[i].source = s->cells + i * width;
  join(s, 0, &entry);
  while (s->todo.len) step(s, s->todo.data[--s->todo.len], scratch);
  free(scratch);
  return s;
}

void npe_stacks_free(struct npe_stacks *s) {
  vec_free(&s->todo);
  free(s->at);
  free(s->cells);
  free(s);
}

int npe_stacks_source(const struct npe_stacks *s, uint32_t bci, int slot) {
  const struct state *st = &s->at[bci];
  uint16_t source;
  if (!st->reached || slot < 0 || slot >= st->depth) return -1;
  source = st->source[st->depth - 1 - slot];
  return source == NO_SOURCE ? -1 : source;
}

bool npe_stacks_written(const struct npe_stacks *s, uint32_t bci, int local) {
  return local >= 64 || (s->at[bci].written >> local & 1);
}
