/* Converts the inputs of a recorded trace to the form that the engine takes (engine/vm/given.h). */
#ifndef HEDDLE_TRACE_REPLAY_INPUTS_H
#define HEDDLE_TRACE_REPLAY_INPUTS_H

#include "engine/base/mem.h"
#include "engine/engine.h"
#include "trace/format/reader.h"

struct replay_inputs {
  VEC(char *) lines;
  VEC(uint64_t) events;      /* by line: the number of its event in the trace */
  VEC(const char *) defines; /* first the options' own, then the recorded ones */
  VEC(char *) properties;
  struct text standard; /* recorded bytes of standard input */
};

/* Sets the inputs, system properties and standard input of the options to the recorded ones. A
 * property that the options define keeps its value, and so does a standard input that they give.
 * `out` must be zeroed and must live as long as the options are used; then release it with
 * replay_inputs_release. */
int replay_inputs(struct trace_reader *reader, struct engine_options *o, struct replay_inputs *out,
                  struct error *err);
void replay_inputs_release(struct replay_inputs *in);

#endif
