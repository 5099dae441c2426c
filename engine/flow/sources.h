/* The sources of values: which instructions of a method produce the values that another instruction
 * uses. This is an analysis of reaching definitions, restricted to values from outside the method's
 * locals: fields, array elements, results of calls, new objects.
 *
 * It is a forward analysis over the control flow graph, including exceptions. Each local and
 * operand has the set of instructions that produced its value; the result of arithmetic has the
 * sets of all its operands. A parameter has none. The result is an estimate for choosing locations:
 * a set keeps only the first SOURCES_MOST instructions. */
#ifndef HEDDLE_FLOW_SOURCES_H
#define HEDDLE_FLOW_SOURCES_H

#include "engine/flow/cfg.h"

enum { SOURCES_MOST = 6 };

struct source_set {
  uint32_t count;
  uint32_t node[SOURCES_MOST];
};

struct sources;
/* Analyses a method that has a graph. The caller frees the result with sources_free. */
struct sources *sources_new(struct vm *vm, struct method *m);
void sources_free(struct sources *s);

/* Returns the joint sources of all operands of a node. */
struct source_set sources_taken(const struct sources *s, uint32_t node);
/* Returns the sources of the lowest operand that the node pops: the object whose field it accesses,
 * the array, the receiver or the monitor. */
struct source_set sources_of_object(const struct sources *s, uint32_t node);

/* Returns the branches and switches of the method that decide whether the node is executed: from
 * one of their successors, every path to the node leads through the branch itself. Nodes, in order;
 * the caller frees them. */
uint32_t *conditions_of(const struct cfg *g, struct method *m, uint32_t node, uint32_t *count);

#endif
