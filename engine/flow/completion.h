/* Makes sequences of locations for the guided search from the lines of a warning. Paper 000 makes
 * sequences by hand and mentions this as future work. A sequence contains the lines themselves in
 * an order in which threads may reach them, accesses elsewhere that conflict with them, and
 * preconditions. Preconditions are found backwards by control and data dependence: the conditions
 * that decide whether a line or a call leading to it is executed, the definitions of the variables
 * in these conditions, and the calls. The right order is not known, so there are several
 * candidates, the most likely first. */
#ifndef HEDDLE_FLOW_COMPLETION_H
#define HEDDLE_FLOW_COMPLETION_H

#include "engine/flow/accesses.h"
#include "engine/flow/callgraph.h"
#include "engine/flow/places.h"
#include "engine/flow/sequence.h"

struct candidates {
  VEC(struct sequence) v;
};

struct completion {
  struct vm *vm;
  struct accesses *accesses;
  struct callgraph *graph;
  const struct warned_lines *lines;
};

enum { CANDIDATES_MOST = 12, CANDIDATE_LENGTH = 8 };
void completion_run(const struct completion *c, struct candidates *out);
void candidates_release(struct candidates *c);

/* Collects the variables that an instruction's line uses, including calls from there, and the
 * variables of the conditions on which the instruction depends. */
void completion_used(const struct completion *c, struct method *m, uint32_t bci,
                     struct variable_list *out);

/* Collects the variables that the lines of the warning itself access, including calls on them. Used
 * to find what concerns these lines. */
void completion_variables(const struct completion *c, struct variable_list *out);

#endif
