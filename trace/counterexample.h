/* Counterexamples as traces: every choice of a schedule with its end point and the events that it
 * made (heddle-trace(5)), written from a session, read back, and executed again (soundness rule
 * 24, executed again). */
#ifndef HEDDLE_TRACE_COUNTEREXAMPLE_H
#define HEDDLE_TRACE_COUNTEREXAMPLE_H

#include <string.h>

#include "engine/engine.h"
#include "trace/reader.h"

/* Writes the path from the root to the present node, which need not be an error. The nodes on it
 * must have kept their events (engine_options.keep_events). Leaves the session where it was; on an
 * error no file is left. */
int counterexample_write(struct engine *e, const char *path, struct error *err);

/* The same in two steps, for a process that has lost the right to open files when the path is there
 * (engine_confine): first PATH.part is opened, in the end it holds the whole trace and waits for
 * its name. _finish frees `w` and on an error removes the file if it can. */
struct trace_writer;
int counterexample_begin(const char *path, struct trace_writer **w, struct error *err);
int counterexample_finish(struct engine *e, struct trace_writer *w, struct error *err);

/* Does its meta say that it is one? (Here, for views that are linked without the rest.) */
static inline bool counterexample_is(const struct trace_reader *r) {
  const char *kind = trace_reader_meta(r, TRACE_META_KIND, 0);
  return kind && !strcmp(kind, "counterexample");
}
/* The schedule of a counterexample with the ends of its steps; release with schedule_release.
 * ERR_INPUT for a trace that has none or is damaged. A schedule whose trace was cut off has no
 * property. */
int counterexample_schedule(struct trace_reader *r, struct schedule *out, struct error *err);
/* What the trace says of how it was made: main class, arguments, system properties, standard input,
 * seed, reduction, properties and the rest. Texts belong to the reader; *argv (out->argc of them)
 * holds all else that `out` refers to and is freed by the caller. Class path and JDK stay as they
 * are in `out` when the caller has set them. */
int counterexample_options(const struct trace_reader *r, struct engine_options *out, char ***argv,
                           struct error *err);
/* Executes it in a session from the root, step by step: each must end where the trace says, at the
 * same place and with the same count of instructions. ERR_INPUT says at which step it differs and
 * how. Leaves the session at the last node reached. */
int counterexample_replay(struct engine *e, struct trace_reader *r, struct error *err);

#endif
