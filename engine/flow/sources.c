/* See sources.h. */
#include "engine/flow/sources.h"

#include <stdlib.h>

#include "engine/classfile/insn.h"
#include "engine/vm/machine.h"

struct slots { /* before a node */
  uint32_t depth;
  struct source_set slot[]; /* locals, operands */
};

struct sources {
  const struct class_file *cf;
  const struct method_info *info;
  const struct cfg *g;
  uint32_t locals, width;
  struct pool pool;
  struct slots **at; /* by node; NULL where no path leads */
  uint8_t *queued;
  VEC(uint32_t) queue;
};

static bool source_set_join(struct source_set *to, const struct source_set *from) {
  bool changed = false;
  for (uint32_t i = 0; i < from->count; i++) {
    uint32_t k = 0;
    while (k < to->count && to->node[k] != from->node[i]) k++;
    if (k < to->count || to->count == SOURCES_MOST) continue;
    to->node[to->count++] = from->node[i];
    changed = true;
  }
  return changed;
}

/* ---- one instruction ---- */

struct move { /* an instruction, and the state that it turns into the one behind it */
  struct sources *s;
  struct insn in;
  uint32_t node;
  struct slots *to;
  bool broken; /* operands are missing: code that is not verified */
};

static struct source_set slots_pop(struct move *m) {
  if (m->to->depth) return m->to->slot[m->s->locals + --m->to->depth];
  m->broken = true;
  return (struct source_set){0};
}

static void slots_push(struct move *m, struct source_set v) {
  if (m->s->locals + m->to->depth < m->s->width)
    m->to->slot[m->s->locals + m->to->depth++] = v;
  else
    m->broken = true;
}

static uint32_t local_number(const struct move *m) {
  const char *how = insn_table[m->in.op].local;
  return how[1] == 'n' ? (uint32_t)m->in.local : (uint32_t)(how[1] - '0');
}

static void move_store(struct move *m) {
  char type = insn_table[m->in.op].effect[0];
  uint32_t slot = local_number(m), n = type == 'J' || type == 'D' ? 2 : 1, i;
  struct source_set v = {0};
  for (i = 0; i < n; i++) {
    struct source_set half = slots_pop(m);
    source_set_join(&v, &half);
  }
  for (i = 0; i < n && slot + i < m->s->locals; i++) m->to->slot[slot + i] = v;
}

static void move_load(struct move *m) {
  char type = insn_table[m->in.op].effect[1];
  uint32_t slot = local_number(m), n = type == 'J' || type == 'D' ? 2 : 1;
  for (uint32_t i = 0; i < n; i++)
    slots_push(m, slot < m->s->locals ? m->to->slot[slot] : (struct source_set){0});
}

/* dup and its kin, pop, swap: slots by their letters. */
static void move_copies(struct move *m, const char *effect) {
  const char *colon = strchr(effect, ':'), *c;
  struct source_set named[4] = {{0}};
  for (c = colon; c-- > effect;) named[(*c - 'a') & 3] = slots_pop(m);
  for (c = colon + 1; *c; c++) slots_push(m, named[(*c - 'a') & 3]);
}

/* Does the instruction get its value from outside the method's locals and operands? */
static bool is_source(const struct insn *in) {
  return in->op == OP_GETFIELD || in->op == OP_GETSTATIC || in->op == OP_NEW ||
         (in->op >= OP_IALOAD && in->op <= OP_SALOAD) ||
         (in->op >= OP_INVOKEVIRTUAL && in->op <= OP_INVOKEDYNAMIC);
}

static void move_plain(struct move *m) {
  int popped, pushed;
  struct source_set made = {0};
  insn_slots(m->s->cf, &m->in, &popped, &pushed);
  while (popped-- > 0) {
    struct source_set v = slots_pop(m);
    source_set_join(&made, &v);
  }
  if (is_source(&m->in)) made = (struct source_set){.count = 1, .node = {m->node}};
  for (; pushed > 0; pushed--) slots_push(m, made);
}

static void move_apply(struct move *m) {
  const struct insn_desc *d = &insn_table[m->in.op];
  if (d->local[0] == 'w')
    move_store(m);
  else if (d->local[0] == 'r' && d->effect[0] == ':')
    move_load(m);
  else if (d->effect[0] >= 'a' && d->effect[0] <= 'd')
    move_copies(m, d->effect);
  else
    move_plain(m);
}

/* ---- the analysis ---- */

static size_t slots_size(const struct sources *s) {
  return sizeof(struct slots) + s->width * sizeof(struct source_set);
}

static void sources_flow(struct sources *s, uint32_t node, const struct slots *from) {
  struct slots *to;
  bool changed = false;
  if (node >= s->g->count) return;
  to = s->at[node];
  if (!to) {
    to = s->at[node] = pool_alloc(&s->pool, slots_size(s));
    memcpy(to, from, sizeof *from + (s->locals + from->depth) * sizeof from->slot[0]);
    changed = true;
  } else if (to->depth == from->depth) {
    for (uint32_t i = 0; i < s->locals + from->depth; i++)
      changed |= source_set_join(&to->slot[i], &from->slot[i]);
  }
  if (!changed || s->queued[node]) return;
  s->queued[node] = 1;
  *vec_push(&s->queue) = node;
}

static void flow_into_handlers(struct sources *s, uint32_t node, struct slots *scratch) {
  for (uint32_t i = 0; i < s->g->handler_count; i++) {
    const struct cfg_handler *h = &s->g->handlers[i];
    if (node < h->start || node >= h->end || s->locals >= s->width) continue;
    memcpy(scratch, s->at[node], slots_size(s));
    scratch->depth = 1;
    scratch->slot[s->locals] = (struct source_set){0};
    sources_flow(s, h->target, scratch);
  }
}

static void sources_run(struct sources *s) {
  struct slots *scratch = pool_alloc(&s->pool, slots_size(s));
  while (s->queue.len) {
    uint32_t node = s->queue.data[--s->queue.len];
    struct move m = {.s = s, .node = node, .to = scratch};
    s->queued[node] = 0;
    flow_into_handlers(s, node, scratch);
    if (insn_decode(s->info->code, s->info->code_len, s->g->bci[node], &m.in)) continue;
    memcpy(scratch, s->at[node], slots_size(s));
    move_apply(&m);
    for (uint32_t i = s->g->succ_first[node]; !m.broken && i < s->g->succ_first[node + 1]; i++)
      sources_flow(s, s->g->succ[i], scratch);
  }
}

struct sources *sources_new(struct vm *vm, struct method *m) {
  struct sources *s = mem_alloc(sizeof *s);
  struct slots *first;
  s->cf = m->owner->cf;
  s->info = m->info;
  s->g = cfg_of(vm, m);
  s->locals = m->info->max_locals;
  s->width = s->locals + m->info->max_stack;
  pool_init(&s->pool);
  s->at = pool_alloc(&s->pool, (s->g->count + 1u) * sizeof *s->at);
  s->queued = pool_alloc(&s->pool, s->g->count + 1u);
  first = pool_alloc(&s->pool, slots_size(s));
  sources_flow(s, 0, first);
  sources_run(s);
  return s;
}

void sources_free(struct sources *s) {
  if (!s) return;
  vec_free(&s->queue);
  pool_release(&s->pool);
  free(s);
}

/* ---- what was found ---- */

static uint32_t taken_by(const struct sources *s, uint32_t node) {
  struct insn in;
  int popped = 0, pushed = 0;
  if (node >= s->g->count || !s->at[node] ||
      insn_decode(s->info->code, s->info->code_len, s->g->bci[node], &in))
    return 0;
  if (insn_table[in.op].local[0] == 'r') return 0;
  if (insn_table[in.op].effect[0] >= 'a' && insn_table[in.op].effect[0] <= 'd') return 0;
  insn_slots(s->cf, &in, &popped, &pushed);
  return popped > 0 && (uint32_t)popped <= s->at[node]->depth ? (uint32_t)popped : 0;
}

struct source_set sources_taken(const struct sources *s, uint32_t node) {
  uint32_t n = taken_by(s, node);
  struct source_set all = {0};
  for (uint32_t i = 0; i < n; i++)
    source_set_join(&all, &s->at[node]->slot[s->locals + s->at[node]->depth - n + i]);
  return all;
}

struct source_set sources_of_object(const struct sources *s, uint32_t node) {
  uint32_t n = taken_by(s, node);
  return n ? s->at[node]->slot[s->locals + s->at[node]->depth - n] : (struct source_set){0};
}

/* ---- control dependence ---- */

/* What the node can be come to from, without passing `avoid`. */
static void reach_backwards(const struct cfg *g, uint32_t node, uint32_t avoid, uint8_t *reached) {
  VEC(uint32_t) queue = {0};
  memset(reached, 0, g->count + 1u);
  reached[node] = 1;
  *vec_push(&queue) = node;
  while (queue.len) {
    uint32_t at = queue.data[--queue.len], i;
    for (i = g->pred_first[at]; i < g->pred_first[at + 1]; i++) {
      uint32_t p = g->pred[i];
      if (reached[p] || p == avoid) continue;
      reached[p] = 1;
      *vec_push(&queue) = p;
    }
  }
  vec_free(&queue);
}

uint32_t *conditions_of(const struct cfg *g, struct method *m, uint32_t node, uint32_t *count) {
  VEC(uint32_t) found = {0};
  uint8_t *reached = mem_alloc(g->count + 1u);
  for (uint32_t n = 0; n < g->count; n++) {
    uint32_t i, to = 0, past = 0;
    struct insn in;
    if (g->succ_first[n + 1] - g->succ_first[n] < 2 || n == node ||
        insn_decode(m->info->code, m->info->code_len, g->bci[n], &in))
      continue;
    reach_backwards(g, node, n, reached);
    for (i = g->succ_first[n]; i < g->succ_first[n + 1]; i++)
      *(reached[g->succ[i]] ? &to : &past) += 1;
    if (to && past) *vec_push(&found) = n;
  }
  free(reached);
  *count = (uint32_t)found.len;
  return found.data;
}
