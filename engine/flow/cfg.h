/* The control flow graph of one method over its bytecode (paper 001, section 3.2: get_CFG).
 *
 * Nodes are instructions, in order of their bytecode index; node 0 is n_start. Node `count` is
 * n_end, the normal return: every return instruction leads there. A call is an ordinary node whose
 * successor is the return point; what the call costs is the matter of distance.h.
 *
 * Exceptions: an explicit athrow leads to the handlers that cover it, and nowhere when there are
 * none (leaving by an exception is not a normal return). Every other instruction may throw as well,
 * but edges for that would make a short cut round every try block, so they are kept apart as
 * `handlers`; distances use them only for what cannot be reached otherwise.
 *
 * A graph is a pure function of the method's bytes. It is made once, lies in the machine's pool and
 * is cached in method->flow. */
#ifndef HEDDLE_FLOW_CFG_H
#define HEDDLE_FLOW_CFG_H

#include "engine/vm/vm.h"

/* An instruction that names something outside the method: invokes, new, getstatic, putstatic,
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
  const uint16_t *bci; /* node -> bytecode index, count entries */
  const uint16_t
      *node_of; /* bytecode index -> node, CFG_NO_NODE inside an instruction; code_len entries */
  uint32_t code_len;
  const uint32_t *
      succ_first; /* successors of n: succ[succ_first[n] .. succ_first[n + 1]); count + 2 entries */
  const uint32_t *succ;
  const uint32_t *pred_first; /* predecessors, the same way */
  const uint32_t *pred;
  uint32_t handler_count;
  const struct cfg_handler *handlers;
  uint32_t site_count;
  const struct cfg_site *sites; /* in node order */
};

enum { CFG_NO_NODE = 0xffff };

/* The graph of m; NULL when it has no Java body (abstract, native, replaced by a native) or its
 * bytes are no code. */
const struct cfg *cfg_of(struct vm *vm, struct method *m);

/* The same without a machine, in the caller's pool and not cached. */
const struct cfg *cfg_build(struct pool *pool, const struct method_info *m);

/* The node of a bytecode index; UINT32_MAX when no instruction begins there. */
static inline uint32_t cfg_node(const struct cfg *g, uint32_t bci) {
  return bci < g->code_len && g->node_of[bci] != CFG_NO_NODE ? g->node_of[bci] : UINT32_MAX;
}

#endif
