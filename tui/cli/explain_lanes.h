/* heddle explain --lanes: prints a counterexample as a table with a lane for each thread. */
#ifndef HEDDLE_TUI_CLI_EXPLAIN_LANES_H
#define HEDDLE_TUI_CLI_EXPLAIN_LANES_H

#include "trace/format/reader.h"

/* Prints to stdout, in parts as wide as a story: the events, two rows per thread (events and
 * arrows), and the shared locks and variables. */
void explain_lanes_print(struct trace_reader *r);

#endif
