/* Steps the engine along a recorded trace or a counterexample. Each has a table of functions
 * (struct follow_ops), so tests of views and commands can use a table of their own. */
#ifndef HEDDLE_TUI_TERMINAL_FOLLOW_H
#define HEDDLE_TUI_TERMINAL_FOLLOW_H

#include "engine/engine.h"
#include "trace/format/reader.h"

enum follow_status { FOLLOW_STEPPED, FOLLOW_END, FOLLOW_STUCK };
struct follow_report {
  int status;        /* FOLLOW_STEPPED, FOLLOW_END or FOLLOW_STUCK */
  uint64_t events;   /* index of the first recorded event not yet matched on the current path */
  char message[512]; /* FOLLOW_STUCK: the event that cannot be matched, and why */
};
struct follow_ops {
  int (*open)(struct engine *e, struct trace_reader *r, volatile int *stop, void **out,
              struct error *err);
  /* Returns the i-th warning about the replay, in one line; "" after the last. */
  const char *(*warning)(void *self, size_t i);
  /* Takes the next transition that matches the trace: from the current node if it is on the
   * followed path, else from that path's end. */
  int (*step)(void *self, struct follow_report *out, struct error *err);
  /* Moves forwards or backwards to the state before a recorded event. */
  int (*to)(void *self, uint64_t event, struct follow_report *out, struct error *err);
  /* Returns the index of the first recorded event that the path to n has not matched; UINT64_MAX if
   * n is not on the followed path. */
  uint64_t (*position)(void *self, node_id n);
  void (*close)(void *self);
};

/* for a recorded trace: follow_replay.c, using trace/replay/replay.h */
extern const struct follow_ops follow_replay;
extern const struct follow_ops follow_counterexample; /* for a counterexample */

#endif
