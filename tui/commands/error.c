/* The command error: goes to the error. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/counterexample.h"
#include "tui/commands/commands.h"

/* Runs the command that leads to the error, so that the script records that command instead of this
 * one. */
int do_error(struct debug *d, const struct args *a) {
  node_id n = debug_known_error(d);
  char *line;
  int r;
  (void)a;
  if (n != NODE_NONE)
    line = mem_printf("go %u", n);
  else if (d->trace && counterexample_is(d->trace))
    line = mem_printf("follow to %" PRIu64, trace_reader_count(d->trace));
  else if (debug_here(d).flags & NODE_ERROR)
    return debug_log(d, LOG_INFO, "here it is"), 0;
  else
    return command_usage(d, "no error is known: B checks from here, G searches");
  r = command_run(d, line);
  free(line);
  return r;
}
