/* Where values come from: which instructions of a method give what another one takes (reaching
 * definitions, as far as to what lies outside the method's locals: fields, elements of arrays,
 * results of calls, new objects).
 *
 * A forward analysis over the control flow graph, exceptions included. Locals and operands hold the
 * instructions that their value was made of; what arithmetic makes has those of all its operands.
 * What comes in as a parameter has none. An estimate for choosing locations: a value made of more
 * than SOURCES_MOST instructions keeps the first ones. */
#ifndef HEDDLE_FLOW_SOURCES_H
#define HEDDLE_FLOW_SOURCES_H

#include "engine/flow/cfg.h"

enum { SOURCES_MOST = 6 };

struct source_set {
  uint32_t count;
  uint32_t node[SOURCES_MOST];
};

struct sources;
/* The analysis of a method that has a graph; freed with sources_free. */
struct sources *sources_new(struct vm *vm, struct method *m);
void sources_free(struct sources *s);

/* What the operands of a node are made of, all of them together. */
struct source_set sources_taken(const struct sources *s, uint32_t node);
/* What the operand at the bottom of those that the node takes is made of: the object whose field it
 * is, the array, the receiver, the monitor. */
struct source_set sources_of_object(const struct sources *s, uint32_t node);

/* The branches and switches of the method that decide whether the node is come to: from one of
 * their successors no path leads there but through themselves. Nodes, in order; caller frees. */
uint32_t *conditions_of(const struct cfg *g, struct method *m, uint32_t node, uint32_t *count);

#endif
