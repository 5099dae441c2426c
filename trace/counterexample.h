/* Counterexamples as traces (heddle-trace(5)). A trace holds every choice of a schedule, the end
 * point of each step, and the events of each step. It is written from a session, read back, and
 * re-executed (soundness rule 24, executed again). */
#ifndef HEDDLE_TRACE_COUNTEREXAMPLE_H
#define HEDDLE_TRACE_COUNTEREXAMPLE_H

#include <string.h>

#include "engine/engine.h"
#include "trace/format/reader.h"

/* Writes the path from the root to the present node as a trace; the node need not be an error. The
 * nodes on the path must have kept their events (engine_options.keep_events). The session stays at
 * its node. On an error no file is left. */
int counterexample_write(struct engine *e, const char *path, struct error *err);

/* Do the same in two steps, for a process that may no longer open files once it has found the path
 * (engine_confine). counterexample_begin opens PATH.part. After counterexample_finish that file
 * holds the whole trace, and another process renames it. counterexample_finish frees `w`; on an
 * error it removes the file if it can. */
struct trace_writer;
int counterexample_begin(const char *path, struct trace_writer **w, struct error *err);
int counterexample_finish(struct engine *e, struct trace_writer *w, struct error *err);

/* Does the trace's meta data say that it is a counterexample? (Inline for views that do not link
 * counterexample*.c.) */
static inline bool counterexample_is(const struct trace_reader *r) {
  const char *kind = trace_reader_meta(r, TRACE_META_KIND, 0);
  return kind && !strcmp(kind, "counterexample");
}
/* Returns the word for the operation or the state at which the thread of a choice stops: "lock",
 * "ended". The event's text begins with the place if the event has a location. */
static inline const char *counterexample_stop(const struct trace_reader *r,
                                              const struct trace_event *choice) {
  const char *text = trace_reader_string(r, choice->text, NULL), *place_end = strchr(text, ' ');
  return place_end && trace_reader_location(r, choice->location) ? place_end + 1 : text;
}
/* Reads the schedule of a counterexample with the ends of its steps; release it with
 * schedule_release. Returns ERR_INPUT if the trace has no schedule or is damaged. If the trace was
 * cut off, the schedule has no property. */
int counterexample_schedule(struct trace_reader *r, struct schedule *out, struct error *err);
/* Reads the options that the trace was made with: main class, arguments, system properties,
 * standard input, seed, reduction, properties and others, but not the class path and the JDK, which
 * keep their values in `out`. Texts belong to the reader. *argv holds out->argc arguments and all
 * other memory that `out` refers to; the caller frees it. */
int counterexample_options(const struct trace_reader *r, struct engine_options *out, char ***argv,
                           struct error *err);
/* Re-executes the schedule in a session, from the root. Each step must end at the place and with
 * the instruction count that the trace records. On a difference returns ERR_INPUT, with a message
 * that names the step and the difference. Leaves the session at the last node reached. */
int counterexample_replay(struct engine *e, struct trace_reader *r, struct error *err);
/* Returns the first class of the trace that differs from the one on the class path, or NULL. The
 * text belongs to the reader. */
const char *counterexample_changed_class(struct engine *e, const struct trace_reader *r);
/* The same as counterexample_replay for classes that have changed since: each step runs its thread
 * on until it is in the method that the trace states and before the same kind of operation, and the
 * last one may show any error of the same property. */
int counterexample_follow(struct engine *e, struct trace_reader *r, struct error *err);

#endif
