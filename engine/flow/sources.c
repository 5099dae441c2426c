/* See sources.h. */
#include "engine/flow/sources.h"

#include <stdlib.h>

#include "engine/flow/dataflow.h"

struct sources {
  struct dataflow flow; /* the values are of type struct source_set */
};

static const struct source_set no_source;

static bool source_set_join(void *into, const void *what) {
  struct source_set *to = into;
  const struct source_set *from = what;
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

static void sources_store(struct dataflow_step *p) {
  uint32_t slot = dataflow_local(p), i;
  uint32_t n = dataflow_slots_of(insn_table[p->in.op].effect[0]);
  struct source_set v = {0}, half;
  for (i = 0; i < n; i++) {
    dataflow_pop(p, &half);
    source_set_join(&v, &half);
  }
  for (i = 0; i < n && slot + i < p->d->locals; i++)
    *(struct source_set *)dataflow_slot(p->d, p->s, slot + i) = v;
}

static void sources_load(struct dataflow_step *p) {
  uint32_t slot = dataflow_local(p), n = dataflow_slots_of(insn_table[p->in.op].effect[1]);
  for (uint32_t i = 0; i < n; i++)
    dataflow_push(p, slot < p->d->locals ? dataflow_slot(p->d, p->s, slot) : &no_source);
}

/* Returns whether the instruction reads a value from outside the method's locals and operands. */
static bool is_source(const struct insn *in) {
  return in->op == OP_GETFIELD || in->op == OP_GETSTATIC || in->op == OP_NEW ||
         (in->op >= OP_IALOAD && in->op <= OP_SALOAD) ||
         (in->op >= OP_INVOKEVIRTUAL && in->op <= OP_INVOKEDYNAMIC);
}

static void sources_plain(struct dataflow_step *p) {
  int popped, pushed;
  struct source_set made = {0}, v;
  insn_slots(p->d->cf, &p->in, &popped, &pushed);
  while (popped-- > 0) {
    dataflow_pop(p, &v);
    source_set_join(&made, &v);
  }
  if (is_source(&p->in)) made = (struct source_set){.count = 1, .node = {p->node}};
  for (; pushed > 0; pushed--) dataflow_push(p, &made);
}

static void sources_apply(struct dataflow_step *p) {
  const struct insn_desc *d = &insn_table[p->in.op];
  if (d->local[0] == 'w')
    sources_store(p);
  else if (d->local[0] == 'r' && d->effect[0] == ':')
    sources_load(p);
  else if (dataflow_is_copy(d))
    dataflow_copies(p);
  else
    sources_plain(p);
}

/* ---- the analysis ---- */

_Static_assert(sizeof(struct source_set) <= DATAFLOW_VALUE_MOST, "the copies of dup");
static const struct dataflow_kind sources_kind = {
    .size = sizeof(struct source_set),
    .unknown = &no_source,
    .join = source_set_join,
    .apply = sources_apply,
};

struct sources *sources_new(struct vm *vm, struct method *m) {
  struct sources *s = mem_alloc(sizeof *s);
  dataflow_init(&s->flow, &sources_kind, s, vm, m);
  dataflow_run(&s->flow, 0, NULL, 0);
  return s;
}

void sources_free(struct sources *s) {
  if (!s) return;
  dataflow_release(&s->flow);
  free(s);
}

/* ---- results ---- */

static uint32_t taken_by(const struct dataflow *d, uint32_t node) {
  struct insn in;
  int popped = 0, pushed = 0;
  if (node >= d->g->count || !d->at[node] ||
      insn_decode(d->info->code, d->info->code_len, d->g->bci[node], &in))
    return 0;
  if (insn_table[in.op].local[0] == 'r' || dataflow_is_copy(&insn_table[in.op])) return 0;
  insn_slots(d->cf, &in, &popped, &pushed);
  return popped > 0 && (uint32_t)popped <= d->at[node]->depth ? (uint32_t)popped : 0;
}

struct source_set sources_taken(const struct sources *s, uint32_t node) {
  struct source_set all = {0};
  for (uint32_t n = taken_by(&s->flow, node); n-- > 0;)
    source_set_join(&all, dataflow_operand(&s->flow, node, n));
  return all;
}

struct source_set sources_of_object(const struct sources *s, uint32_t node) {
  uint32_t n = taken_by(&s->flow, node);
  return n ? *(const struct source_set *)dataflow_operand(&s->flow, node, n - 1) : no_source;
}

/* ---- control dependence ---- */

/* Marks the nodes from which the node can be reached without passing `avoid`. */
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
