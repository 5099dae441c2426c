/* heddle explain --lanes: the lanes of a counterexample as a table. */
#ifndef HEDDLE_TUI_CLI_EXPLAIN_LANES_H
#define HEDDLE_TUI_CLI_EXPLAIN_LANES_H

#include "trace/reader.h"

/* To stdout, in parts as wide as a story: the events, a row for each thread and one for arrows, the
 * locks and the variables that threads share. */
void explain_lanes_print(struct trace_reader *r);

#endif
