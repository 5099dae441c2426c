/* Counterexamples as traces (heddle-trace(5)). A trace holds every choice of a schedule, the end
 * point of each step, and the events of each step. It is written from a session, read back, and
 * re-executed (soundness rule 24, executed again). */
#ifndef HEDDLE_TRACE_COUNTEREXAMPLE_H
#define HEDDLE_TRACE_COUNTEREXAMPLE_H

#include <string.h>

#include "engine/engine.h"
#include "trace/reader.h"

/* Writes the path from the root to the present node, which need not be an error. The nodes on the
 * path must have kept their events (engine_options.keep_events). The session stays where it was. On
 * an error no file is left. */
int counterexample_write(struct engine *e, const char *path, struct error *err);

/* The same in two steps, for a process that may no longer open files once it has found the path
 * (engine_confine). _begin opens PATH.part. After _finish that file holds the whole trace, and
 * another process renames it. _finish frees `w` and on an error removes the file if it can. */
struct trace_writer;
int counterexample_begin(const char *path, struct trace_writer **w, struct error *err);
int counterexample_finish(struct engine *e, struct trace_writer *w, struct error *err);

/* Does the trace's meta data say that it is a counterexample? (Inline for views that do not link
 * counterexample*.c.) */
static inline bool counterexample_is(const struct trace_reader *r) {
  const char *kind = trace_reader_meta(r, TRACE_META_KIND, 0);
  return kind && !strcmp(kind, "counterexample");
}
/* Reads the schedule of a counterexample with the ends of its steps; release it with
 * schedule_release. Returns ERR_INPUT if the trace has no schedule or is damaged. If the trace was
 * cut off, the schedule has no property. */
int counterexample_schedule(struct trace_reader *r, struct schedule *out, struct error *err);
/* Reads the options that the trace was made with: main class, arguments, system properties,
 * standard input, seed, reduction, properties and the rest. Texts belong to the reader. *argv
 * (out->argc arguments) holds everything else that `out` refers to; the caller frees it. Does not
 * change the class path and JDK in `out`. */
int counterexample_options(const struct trace_reader *r, struct engine_options *out, char ***argv,
                           struct error *err);
/* Re-executes the schedule in a session from the root. Each step must end at the place that the
 * trace records and with the same instruction count. Returns ERR_INPUT with the step that differs
 * and how. Leaves the session at the last node reached. */
int counterexample_replay(struct engine *e, struct trace_reader *r, struct error *err);

#endif
