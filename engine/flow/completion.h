/* From the lines that a warning names to sequences of locations for the guided search (paper 000,
 * which makes them by hand, and whose future work this is): the lines themselves, orders in which
 * threads may come to them, what conflicts with them elsewhere, and, backwards by control and data
 * dependence, what has to happen before: the definitions of what the conditions read that decide
 * about a line or about the calls that lead to it, and those calls. Which order is the right one is
 * not known, so there are several candidates, the likeliest first. */
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

/* The variables that an instruction's line uses, calls from there included, and those that what
 * decides about it is made of. */
void completion_used(const struct completion *c, struct method *m, uint32_t bci,
                     struct variable_list *out);

/* The variables that the lines of the warning itself access, calls on them included; for what
 * concerns them. */
void completion_variables(const struct completion *c, struct variable_list *out);

#endif
