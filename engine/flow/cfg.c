/* See cfg.h. There are two passes: the first decodes and numbers the instructions, the second lists
 * the edges. Both adjacency tables are made from the list of edges. */
#include "engine/flow/cfg.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/classfile/insn.h"

struct edge {
  uint32_t from, to;
};

struct builder {
  struct pool *pool;
  const struct method_info *m;
  struct cfg *g;
  uint16_t *node_of;
  VEC(struct insn) insns;
  VEC(struct edge) edges;
  VEC(struct cfg_site) sites;
};

static void add_edge(struct builder *b, uint32_t from, uint32_t target_pc) {
  uint32_t to = target_pc < b->m->code_len ? b->node_of[target_pc] : CFG_NO_NODE;
  INVARIANT(from < b->insns.len && (to < b->insns.len || to == CFG_NO_NODE),
            "both ends of an edge are instructions of the method: %u, %u", from, to);
  if (to != CFG_NO_NODE) *vec_push(&b->edges) = (struct edge){from, to};
}

static bool is_site(uint8_t op) {
  return (op >= OP_INVOKEVIRTUAL && op <= OP_NEW) || op == OP_GETSTATIC || op == OP_PUTSTATIC;
}

/* Numbers the instructions. Returns false if the bytes are not valid code. */
static bool cfg_number(struct builder *b) {
  for (uint32_t pc = 0; pc < b->m->code_len;) {
    struct insn in;
    if (insn_decode(b->m->code, b->m->code_len, pc, &in)) return false;
    b->node_of[pc] = (uint16_t)b->insns.len;
    if (is_site(in.op))
      *vec_push(&b->sites) = (struct cfg_site){(uint32_t)b->insns.len, in.cp, in.op};
    *vec_push(&b->insns) = in;
    pc = in.next;
  }
  return b->insns.len > 0;
}

static void switch_edges(struct builder *b, uint32_t n, const struct insn *in) {
  add_edge(b, n, in->target);
  for (uint32_t i = 0; i < in->cases; i++) {
    int32_t match;
    uint32_t target;
    insn_case(b->m->code, in, i, &match, &target);
    if (target != in->target) add_edge(b, n, target);
  }
}

/* Adds the edges of a ret: it may return to the instruction after any jsr of the method. */
static void ret_edges(struct builder *b, uint32_t n) {
  for (uint32_t i = 0; i < b->insns.len; i++)
    if (insn_table[b->insns.data[i].op].flow == FLOW_JSR) add_edge(b, n, b->insns.data[i].next);
}

static void throw_edges(struct builder *b, uint32_t n, const struct insn *in) {
  for (uint32_t i = 0; i < b->m->exception_count; i++) {
    const struct exception_entry *x = &b->m->exceptions[i];
    if (in->pc >= x->start_pc && in->pc < x->end_pc) add_edge(b, n, x->handler_pc);
  }
}

static void node_edges(struct builder *b, uint32_t n) {
  const struct insn *in = &b->insns.data[n];
  switch (insn_table[in->op].flow) {
    case FLOW_COND:
    case FLOW_GOTO:
    case FLOW_JSR: add_edge(b, n, in->target); break;
    case FLOW_SWITCH: switch_edges(b, n, in); break;
    case FLOW_RET: ret_edges(b, n); break;
    case FLOW_RETURN: *vec_push(&b->edges) = (struct edge){n, (uint32_t)b->insns.len}; break;
    case FLOW_THROW: throw_edges(b, n, in); break;
    default: break;
  }
  if (insn_falls_through(in)) add_edge(b, n, in->next);
}

/* Makes one adjacency table from the list of edges, reversed if `back`. The edges of a node keep
 * the order of the list. */
static void adjacency(struct builder *b, bool back, const uint32_t **first_out,
                      const uint32_t **list_out) {
  uint32_t nodes = b->g->count + 1;
  uint32_t *first = pool_alloc(b->pool, (nodes + 1) * sizeof *first);
  uint32_t *list = pool_alloc(b->pool, (b->edges.len + 1) * sizeof *list);
  for (size_t i = 0; i < b->edges.len; i++)
    first[(back ? b->edges.data[i].to : b->edges.data[i].from) + 1]++;
  for (uint32_t n = 0; n < nodes; n++) first[n + 1] += first[n];
  for (size_t i = b->edges.len; i-- > 0;) {
    const struct edge *e = &b->edges.data[i];
    list[--first[(back ? e->to : e->from) + 1]] = back ? e->from : e->to;
  }
  /* first[n + 1] is now the beginning of node n, so move all entries down by one. */
  memmove(first, first + 1, nodes * sizeof *first);
  CHECK(!first[0], "the edges of the first node begin the list: %u", first[0]);
  first[nodes] = (uint32_t)b->edges.len;
  *first_out = first;
  *list_out = list;
}

/* Returns the node of the instruction at `pc`, or the end node if `pc` is the end of the code. */
static uint32_t range_node(const struct builder *b, uint32_t pc) {
  return pc < b->m->code_len ? b->node_of[pc] : b->g->count;
}

static void add_handlers(struct builder *b) {
  struct cfg_handler *h = pool_alloc(b->pool, (b->m->exception_count + 1u) * sizeof *h);
  for (uint32_t i = 0; i < b->m->exception_count; i++) {
    const struct exception_entry *x = &b->m->exceptions[i];
    uint32_t start = range_node(b, x->start_pc), end = range_node(b, x->end_pc),
             to = range_node(b, x->handler_pc);
    if (start < end && end <= b->g->count && to < b->g->count)
      h[b->g->handler_count++] = (struct cfg_handler){start, end, to};
  }
  b->g->handlers = h;
}

static void add_nodes(struct builder *b) {
  uint16_t *bci = pool_alloc(b->pool, b->insns.len * sizeof *bci);
  struct cfg_site *sites = pool_alloc(b->pool, (b->sites.len + 1) * sizeof *sites);
  for (size_t i = 0; i < b->insns.len; i++) bci[i] = (uint16_t)b->insns.data[i].pc;
  if (b->sites.len) memcpy(sites, b->sites.data, b->sites.len * sizeof *sites);
  b->g->count = (uint32_t)b->insns.len;
  b->g->bci = bci;
  b->g->node_of = b->node_of;
  b->g->code_len = b->m->code_len;
  b->g->sites = sites;
  b->g->site_count = (uint32_t)b->sites.len;
  CHECK(b->g->site_count <= b->g->count, "an instruction is one site at most: %u of %u",
        b->g->site_count, b->g->count);
}

const struct cfg *cfg_build(struct pool *pool, const struct method_info *m) {
  struct builder b = {.pool = pool, .m = m};
  const struct cfg *g = NULL;
  if (!m->code_len) return NULL;
  b.node_of = pool_alloc(pool, m->code_len * sizeof *b.node_of);
  memset(b.node_of, 0xff, m->code_len * sizeof *b.node_of);
  if (!cfg_number(&b)) goto out;
  b.g = pool_alloc(pool, sizeof *b.g);
  add_nodes(&b);
  for (uint32_t n = 0; n < b.g->count; n++) node_edges(&b, n);
  adjacency(&b, false, &b.g->succ_first, &b.g->succ);
  adjacency(&b, true, &b.g->pred_first, &b.g->pred);
  add_handlers(&b);
  g = b.g;
out:
  vec_free(&b.insns);
  vec_free(&b.edges);
  vec_free(&b.sites);
  return g;
}

const struct cfg *cfg_of(struct vm *vm, struct method *m) {
  if (m->flow) return m->flow;
  if (!m->info || (m->vm_flags & METHOD_OVERRIDE)) return NULL;
  return m->flow = (void *)cfg_build(&vm->pool, m->info);
}
