/* The backward analysis: which locals are live before each instruction. See stackmap.c for the
 * rules. */
#include "engine/vm/interp/stackmap_int.h"

#include <stdlib.h>
#include <string.h>

static bool can_throw(const struct insn *in) {
  switch (in->op) {
    case OP_IDIV:
    case OP_LDIV:
    case OP_IREM:
    case OP_LREM:
    case OP_LDC:
    case OP_LDC_W:
    case OP_LDC2_W: return true;
    default: break;
  }
  if (in->op >= OP_IALOAD && in->op <= OP_SALOAD) return true;
  if (in->op >= OP_IASTORE && in->op <= OP_SASTORE) return true;
  return in->op >= OP_GETSTATIC && in->op != OP_WIDE && in->op != OP_IFNULL &&
         in->op != OP_IFNONNULL && in->op != OP_GOTO_W && in->op != OP_JSR_W;
}

static bool join_live(uint64_t *to, const uint64_t *from, uint32_t words) {
  bool changed = false;
  for (uint32_t k = 0; k < words; k++) {
    uint64_t v = to[k] | from[k];
    changed |= v != to[k];
    to[k] = v;
  }
  return changed;
}

struct gather {
  const struct stackmap_work *w;
  uint64_t *set;
};
static void gather_from(void *arg, uint32_t i) {
  struct gather *g = arg;
  if (i != NO_INSN && i < g->w->count) join_live(g->set, live_of(g->w, i), g->w->words);
}

/* A ret may continue after any jsr that calls its subroutine. */
static void gather_ret(struct gather *g, uint32_t i) {
  for (uint32_t j = 0; j + 1 < g->w->count; j++)
    if (insn_table[g->w->insns[j].op].flow == FLOW_JSR && stackmap_ends(g->w, i, &g->w->insns[j]))
      gather_from(g, j + 1);
}

static void gather_out(struct stackmap_work *w, uint32_t i, uint64_t *set) {
  struct gather g = {w, set};
  memset(set, 0, w->words * sizeof *set);
  stackmap_each_target(w, i, gather_from, &g);
  if (insn_falls_through(&w->insns[i])) gather_from(&g, i + 1);
  if (insn_table[w->insns[i].op].flow == FLOW_RET) gather_ret(&g, i);
}

/* Updates the live locals before instruction i. A jsr does not kill locals that its subroutine
 * leaves alone: those live after it stay live through it. */
static bool live_step(struct stackmap_work *w, uint32_t i, uint64_t *set) {
  const struct insn *in = &w->insns[i];
  const char *how;
  int32_t slot;
  unsigned n = stackmap_local_access(in, &how, &slot, w->effects[i]);
  struct gather g = {w, set};
  gather_out(w, i, set);
  for (unsigned k = 0; k < n; k++) {
    uint32_t l = (uint32_t)slot + k;
    if (how[0] == 'w')
      set[l / 64] &= ~(1ull << (l % 64));
    else
      set[l / 64] |= 1ull << (l % 64);
  }
  if (can_throw(in))
    for (uint32_t h = 0; h < w->info->exception_count; h++) {
      const struct exception_entry *x = &w->info->exceptions[h];
      if (in->pc >= x->start_pc && in->pc < x->end_pc) gather_from(&g, insn_at(w, x->handler_pc));
    }
  return join_live(live_of(w, i), set, w->words);
}

void stackmap_liveness(struct stackmap_work *w) {
  uint64_t *set = mem_alloc(w->words * sizeof *set);
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t i = w->count; i-- > 0;)
      if (w->reached[i]) changed |= live_step(w, i, set);
  }
  free(set);
}
