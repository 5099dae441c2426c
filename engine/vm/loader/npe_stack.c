/* See npe_stack.h. States are joined per instruction; two different sources become unknown. To
 * print the JVM's messages, the analysis goes exactly as far as the JVM's: it makes passes over the
 * code until all instructions have a state, and ends when the requested one has a state. Handlers
 * begin with no local written. */
#include "engine/vm/loader/npe_stack.h"

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
  bool added; /* an instruction got its first state in this pass */
};

static void join(struct npe_stacks *s, uint32_t pc, const struct state *from) {
  struct state *to;
  if (pc >= s->m->code_len) return;
  to = &s->at[pc];
  if (!to->reached) {
    to->reached = s->added = true;
    to->depth = from->depth;
    to->written = from->written;
    memcpy(to->source, from->source, from->depth * sizeof *from->source);
  }
  to->written |= from->written;
  for (uint32_t i = 0; i < to->depth && i < from->depth; i++)
    if (to->source[i] != from->source[i]) to->source[i] = NO_SOURCE;
}

static uint32_t npe_stack_slots_of(char letter) { return letter == 'J' || letter == 'D' ? 2 : 1; }

/* Pops and pushes according to the effect. Slot letters (dup and its variants) keep their
 * source. */
static void npe_stack_apply(struct npe_stacks *s, const struct insn *in, struct state *st) {
  char effect[EFFECT_MAX];
  uint16_t kept[26] = {0};
  const char *colon, *p;
  uint32_t popped = 0, at;
  if (in->op == OP_CHECKCAST) return; /* the value does not change */
  insn_effect(s->cf, in, effect, sizeof effect);
  colon = strchr(effect, ':');
  for (p = effect; p < colon; p++) popped += npe_stack_slots_of(*p);
  at = st->depth >= popped ? st->depth - popped : 0;
  st->depth = (uint16_t)at;
  for (p = effect; p < colon; at += npe_stack_slots_of(*p), p++)
    if (*p >= 'a' && *p <= 'z') kept[*p - 'a'] = st->source[at];
  for (p = colon + 1; *p; p++)
    for (uint32_t i = npe_stack_slots_of(*p); i > 0 && st->depth < s->m->max_stack; i--)
      st->source[st->depth++] = *p >= 'a' && *p <= 'z' ? kept[*p - 'a'] : (uint16_t)in->pc;
  if (insn_table[in->op].local[0] == 'w' && in->local >= 0 && in->local < 64)
    st->written |= UINT64_C(1) << in->local;
}

static void enter_handlers(struct npe_stacks *s) {
  const struct state h = {true, 1, 0, &(uint16_t){NO_SOURCE}};
  for (uint32_t i = 0; i < s->m->exception_count; i++) join(s, s->m->exceptions[i].handler_pc, &h);
}

static void npe_stack_step(struct npe_stacks *s, const struct insn *in, uint16_t *scratch) {
  struct state st = s->at[in->pc];
  memcpy(scratch, st.source, st.depth * sizeof *scratch);
  st.source = scratch;
  npe_stack_apply(s, in, &st);
  if (in->target != UINT32_MAX) join(s, in->target, &st);
  for (uint32_t i = 0; i < in->cases; i++) {
    int32_t match;
    uint32_t target;
    insn_case(s->m->code, in, i, &match, &target);
    join(s, target, &st);
  }
  if (insn_falls_through(in)) join(s, in->next, &st);
}

/* Makes one pass over the code. Returns false if it was the last. */
static bool pass(struct npe_stacks *s, uint32_t bci, uint16_t *scratch) {
  bool all = true;
  struct insn in;
  s->added = false;
  for (uint32_t pc = 0; pc < s->m->code_len; pc = in.next) {
    if (pc == bci && pc && s->at[pc].reached) return false;
    if (insn_decode(s->m->code, s->m->code_len, pc, &in)) return false;
    if (s->at[pc].reached)
      npe_stack_step(s, &in, scratch);
    else
      all = false;
  }
  return !all && s->added;
}

struct npe_stacks *npe_stacks_new(const struct class_file *cf, const struct method_info *m,
                                  uint32_t bci) {
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
  enter_handlers(s);
  while (pass(s, bci, scratch)) continue;
  free(scratch);
  return s;
}

void npe_stacks_free(struct npe_stacks *s) {
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
