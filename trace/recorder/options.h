/* The options of the agent, which are the text after `=` in -agentpath: a list of `name=value`
 * separated by commas, with bytes other than letters, digits and `-._/+` as %XX. jvm.c writes it,
 * options.c parses it.
 *
 *   file=PATH        the live trace to write; required without force and gather
 *   force=PATH       forces the schedule in this file (trace/plan.h); with `file` also records
 *   report=PATH      with force: the file to which the outcome is written
 *   limit=SECONDS    with force: gives up when no segment has ended for so long
 *   gather=SEED      makes threads begin at the same time (trace/forcer/gather.h)
 *   events=A+B       groups (thread, access, sync, control, alloc, input), kinds of events.def,
 *                    "default" or "all"
 *   include=REGEX    only classes whose name (with dots) matches (POSIX extended)
 *   exclude=REGEX    leaves out classes whose name matches
 *   class=CLASS      also records this class, whoever loads it ("java/util/HashMap"); may be
 *                    repeated
 *   mark=CLASS.METHOD@BCI
 *                    records when this instruction is executed, as an event BLOCK; may be repeated
 *   noise=P[:SEED]   yield or sleep before a monitored operation with probability P
 *   meta-KEY=VALUE   a meta entry of the trace; may be repeated */
#ifndef HEDDLE_RECORDER_OPTIONS_H
#define HEDDLE_RECORDER_OPTIONS_H

#include "trace/recorder/rewrite.h"

#include <regex.h>

struct recorder_meta {
  char *key, *value;
};
struct recorder_options {
  char *file, *events_text, *force, *report;
  double limit;
  struct event_set events;
  bool has_include, has_exclude;
  regex_t include, exclude;
  VEC(char *) classes; /* recorded whoever loads them; with slashes */
  VEC(char *) marks;   /* "Cell.set(I)V@4" */
  bool gathers;
  uint64_t gather_seed;
  double noise; /* probability of a delay; 0: no noise */
  uint64_t noise_seed;
  VEC(struct recorder_meta) meta;
};

/* Parses the options. Returns ERR_USAGE for a malformed, unknown or missing option. */
int recorder_options_parse(const char *text, struct recorder_options *o, struct error *err);
/* Parses a list of "default", "all", groups and kinds, separated by '+' or ','. Returns ERR_USAGE,
 * with a message that names it, for an unknown word. */
int recorder_events_parse(const char *text, struct event_set *set, struct error *err);
bool recorder_wants_class(const struct recorder_options *o, const char *name_with_dots);
/* Is it one of the classes of the option `class`? */
bool recorder_wants_anyway(const struct recorder_options *o, const char *name_with_slashes);
bool recorder_marks(const struct recorder_options *o, const char *class_name, const char *method,
                    const char *descriptor, uint32_t bci);

#endif
