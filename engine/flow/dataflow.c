/* See dataflow.h. */
#include "engine/flow/dataflow.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"

static size_t state_size(const struct dataflow *d) {
  return sizeof(struct dataflow_state) + (size_t)d->width * d->kind->size;
}

static void flow_into(struct dataflow *d, uint32_t node, struct dataflow_state *from) {
  struct dataflow_state *to;
  uint32_t i, filled = d->locals + from->depth;
  bool changed = false;
  INVARIANT(filled <= d->width, "a state fits into the locals and operands: %u of %u", filled,
            d->width);
  if (node >= d->g->count) return;
  to = d->at[node];
  if (!to) {
    to = d->at[node] = pool_alloc(&d->pool, state_size(d));
    memcpy(to, from, sizeof *from + (size_t)filled * d->kind->size);
    changed = true;
  } else if (to->depth == from->depth) {
    for (i = 0; i < filled; i++)
      changed |= d->kind->join(dataflow_slot(d, to, i), dataflow_slot(d, from, i));
  }
  if (!changed || d->queued[node]) return;
  d->queued[node] = 1;
  *vec_push(&d->queue) = node;
}

static void flow_to_handlers(struct dataflow *d, uint32_t node, struct dataflow_state *scratch) {
  for (uint32_t i = 0; i < d->g->handler_count; i++) {
    const struct cfg_handler *h = &d->g->handlers[i];
    if (node < h->start || node >= h->end || d->locals >= d->width) continue;
    memcpy(scratch, d->at[node], state_size(d));
    scratch->depth = 1;
    memcpy(dataflow_slot(d, scratch, d->locals), d->kind->unknown, d->kind->size);
    flow_into(d, h->target, scratch);
  }
}

void dataflow_init(struct dataflow *d, const struct dataflow_kind *kind, void *owner, struct vm *vm,
                   struct method *m) {
  *d = (struct dataflow){.kind = kind, .owner = owner, .cf = m->owner->cf, .info = m->info};
  d->g = cfg_of(vm, m);
  CHECK(d->g, "a method that is analysed has a graph: %s", m->name->s);
  d->locals = m->info->max_locals;
  d->width = d->locals + m->info->max_stack;
  pool_init(&d->pool);
  d->at = pool_alloc(&d->pool, (d->g->count + 1u) * sizeof *d->at);
  d->queued = pool_alloc(&d->pool, d->g->count + 1u);
}

void dataflow_release(struct dataflow *d) {
  vec_free(&d->queue);
  pool_release(&d->pool);
}

void dataflow_run(struct dataflow *d, uint32_t node, const void *slots, uint32_t depth) {
  struct dataflow_state *scratch = pool_alloc(&d->pool, state_size(d));
  uint32_t size = d->kind->size, i;
  scratch->depth = depth <= d->info->max_stack ? depth : 0;
  for (i = 0; i < d->locals + scratch->depth; i++)
    memcpy(dataflow_slot(d, scratch, i),
           slots ? (const char *)slots + (size_t)i * size : d->kind->unknown, size);
  flow_into(d, node, scratch);
  while (d->queue.len) {
    struct dataflow_step p = {.d = d, .node = d->queue.data[--d->queue.len], .s = scratch};
    INVARIANT(d->queued[p.node] && d->at[p.node],
              "a node in the queue is marked and has a state: %u", p.node);
    d->queued[p.node] = 0;
    flow_to_handlers(d, p.node, scratch);
    if (insn_decode(d->info->code, d->info->code_len, d->g->bci[p.node], &p.in)) continue;
    memcpy(scratch, d->at[p.node], state_size(d));
    d->kind->apply(&p);
    for (i = d->g->succ_first[p.node]; !p.broken && i < d->g->succ_first[p.node + 1]; i++)
      flow_into(d, d->g->succ[i], scratch);
  }
}

const void *dataflow_operand(const struct dataflow *d, uint32_t node, uint32_t below_top) {
  struct dataflow_state *s = node < d->g->count ? d->at[node] : NULL;
  return s && below_top < s->depth ? dataflow_slot(d, s, d->locals + s->depth - 1 - below_top)
                                   : NULL;
}

/* ---- effects of instructions on slots ---- */

void dataflow_pop(struct dataflow_step *p, void *value) {
  if (p->s->depth) {
    memcpy(value, dataflow_slot(p->d, p->s, p->d->locals + --p->s->depth), p->d->kind->size);
  } else {
    p->broken = true;
    memset(value, 0, p->d->kind->size);
  }
}

void dataflow_push(struct dataflow_step *p, const void *value) {
  uint32_t i = p->d->locals + p->s->depth;
  if (i >= p->d->width) {
    p->broken = true;
    return;
  }
  memcpy(dataflow_slot(p->d, p->s, i), value, p->d->kind->size);
  p->s->depth++;
}

uint32_t dataflow_local(const struct dataflow_step *p) {
  const char *how = insn_table[p->in.op].local;
  return how[1] == 'n' ? (uint32_t)p->in.local : (uint32_t)(how[1] - '0');
}

void dataflow_copies(struct dataflow_step *p) {
  const char *effect = insn_table[p->in.op].effect, *colon = strchr(effect, ':'), *c;
  char named[4][DATAFLOW_VALUE_MOST] = {{0}};
  CHECK(colon && colon - effect <= (int)COUNT(named), "a copy moves at most four operands: %s",
        effect);
  for (c = colon; c-- > effect;) dataflow_pop(p, named[(*c - 'a') & 3]);
  for (c = colon + 1; *c; c++) dataflow_push(p, named[(*c - 'a') & 3]);
}
