/* How the debugger steps the engine along a recorded trace. The table is filled by the module that
 * knows how to replay, so that views and commands can be tested without it. */
#ifndef HEDDLE_TUI_TERMINAL_FOLLOW_H
#define HEDDLE_TUI_TERMINAL_FOLLOW_H

#include "engine/engine.h"
#include "trace/reader.h"

enum follow_status { FOLLOW_STEPPED, FOLLOW_END, FOLLOW_STUCK };
struct follow_report {
  int status;        /* enum follow_status */
  uint64_t events;   /* the first recorded event that is not matched on the path to here */
  char message[512]; /* FOLLOW_STUCK: which event cannot be matched, and why */
};
struct follow_ops {
  int (*open)(struct engine *e, struct trace_reader *r, volatile int *stop, void **out,
              struct error *err);
  /* One line each on what the replay has to put up with; "" behind the last. */
  const char *(*warning)(void *self, size_t i);
  /* Takes the next transition that matches the trace, from here when here is on the followed path,
   * else from that path's end. */
  int (*step)(void *self, struct follow_report *out, struct error *err);
  /* Forwards or backwards to the state before a recorded event. */
  int (*to)(void *self, uint64_t event, struct follow_report *out, struct error *err);
  /* The first recorded event that is not matched on the path to node n; UINT64_MAX when n is not on
   * the followed path. */
  uint64_t (*position)(void *self, node_id n);
  void (*close)(void *self);
};

/* a recorded trace: follow_replay.c, on trace/replay.h */
extern const struct follow_ops follow_replay;
extern const struct follow_ops follow_counterexample; /* follow_counterexample.c */

#endif
