/* The results of `heddle replay` and their report. */
#ifndef HEDDLE_TUI_CLI_REPLAY_REPORT_H
#define HEDDLE_TUI_CLI_REPLAY_REPORT_H

#include "engine/base/mem.h"
#include "trace/replay/replay.h"
#include "trace/replay/inputs.h"
#include "tui/cli/certify.h"
#include "tui/cli/cli.h"

struct replay_session {
  struct cli cli;
  struct trace_reader *reader;
  struct engine *e;
  struct replay *r;
  char **argv; /* arguments of the trace's program */
  struct replay_inputs inputs;
  struct replay_checks checks;
  struct replay_failure failure;
  struct certifier certifier;
  bool counterexample, complete, failed; /* complete: the trace was followed to its last event */
  bool bound_reached; /* the trace was not followed to its end because of a bound or of memory */
  uint32_t paths;
  VEC(struct schedule) ways; /* the followed paths */
  struct schedule exact;     /* the schedule of a counterexample */
  char reason[1100];
  double start, seconds;
};

/* Prints to standard output: text, or one object with --json. */
void replay_report(struct replay_session *s);
int replay_exit_code(const struct replay_session *s);

#endif
