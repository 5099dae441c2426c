/* The control flow graph of one method's bytecode (paper 001, section 3.2: get_CFG).
 *
 * Nodes are instructions in the order of their bytecode index; node 0 is n_start. Node `count` is
 * n_end, the normal return, which is the successor of every return instruction. A call is an
 * ordinary node whose successor is the return point; distance.h defines its cost.
 *
 * Exceptions: an explicit athrow leads to the handlers that cover it, and has no successor if there
 * are none, because leaving by an exception is not a normal return. Every other instruction may
 * throw, too. Edges for that would provide a short cut around every try block, so they are stored
 * separately as `handlers`. Distances use them only for nodes that cannot be reached otherwise.
 *
 * A graph depends only on the method's bytes. It is made once, is allocated in the machine's pool
 * and is cached in method->flow. */
#ifndef HEDDLE_FLOW_CFG_H
#define HEDDLE_FLOW_CFG_H

#include "engine/vm/vm.h"

/* An instruction that refers to something outside the method: invokes, new, getstatic, putstatic,
 * invokedynamic. */
struct cfg_site {
  uint32_t node;
  uint16_t cp; /* constant pool index */
  uint8_t op;  /* enum opcode */
};

struct cfg_handler {
  uint32_t start, end, target; /* nodes; end is exclusive */
};

struct cfg {
  uint32_t count;
  const uint16_t *bci; /* bytecode index of each node; count entries */
  /* node of each bytecode index, CFG_NO_NODE inside an instruction; code_len entries */
  const uint16_t *node_of;
  uint32_t code_len;
  /* successors of n: succ[succ_first[n] .. succ_first[n + 1]); count + 2 entries */
  const uint32_t *succ_first;
  const uint32_t *succ;
  const uint32_t *pred_first; /* predecessors, in the same form */
  const uint32_t *pred;
  uint32_t handler_count;
  const struct cfg_handler *handlers;
  uint32_t site_count;
  const struct cfg_site *sites; /* in node order */
};

enum { CFG_NO_NODE = 0xffff };

/* Returns the graph of m, or NULL if m has no Java body (abstract, native, replaced by a native) or
 * its bytes are not valid code. */
const struct cfg *cfg_of(struct vm *vm, struct method *m);

/* Like cfg_of, but needs no machine. Allocates the graph in the caller's pool and does not cache
 * it. */
const struct cfg *cfg_build(struct pool *pool, const struct method_info *m);

/* Returns the node of a bytecode index; UINT32_MAX if no instruction begins there. */
static inline uint32_t cfg_node(const struct cfg *g, uint32_t bci) {
  return bci < g->code_len && g->node_of[bci] != CFG_NO_NODE ? g->node_of[bci] : UINT32_MAX;
}

#endif
