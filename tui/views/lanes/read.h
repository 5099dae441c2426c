/* Fills lanes from the engine's path or from a trace, and names their objects. */
#ifndef HEDDLE_TUI_VIEWS_LANES_READ_H
#define HEDDLE_TUI_VIEWS_LANES_READ_H

#include "engine/engine.h"
#include "trace/format/reader.h"
#include "tui/views/lanes/lanes.h"

struct lanes_step { /* an event of the engine's path; index UINT32_MAX: the error at its end */
  node_id node;
  uint32_t index;
};
/* Where the lanes' events come from: `trace`, or, if that is NULL, the path of `engine`. */
struct lanes_source {
  struct engine *engine;
  struct trace_reader *trace;
  VEC(struct lanes_step) steps; /* of the path; lane_event.source is an index here */
  /* Returns an event's value for the rows of variables. With `held`, the name of the variable that
   * holds the object follows. NULL: lanes_value_text() without packages is used. Callers free. */
  char *(*value)(void *arg, const struct lane_event *e, bool held);
  void *value_arg;
};

/* Reads the steps from the root to node `end`, which must be the current node. `library`: includes
 * the internal events of the class library. */
void lanes_read_path(struct lanes *l, struct lanes_source *s, node_id end, bool library);
/* Reads a trace. Skips its damaged chunks. Looks for data races if the trace is not too long. */
void lanes_read_trace(struct lanes *l, struct lanes_source *s, bool library);
/* lanes_object_text returns the object of an event: "Cell#1.value", "Object#2", "T1"; "" if it
 * has none. lanes_value_text returns the value that it read or wrote; "" if it has none. Callers
 * free. */
char *lanes_object_text(const struct lanes_source *s, const struct lane_event *e);
/* Returns the name of a track's lock or variable. Caller frees. */
char *lanes_track_text(const struct lanes *l, const struct lanes_source *s, uint32_t track);
char *lanes_value_text(const struct lanes_source *s, const struct lane_event *e);
/* Returns a key for the event's code location: equal for two events at the same location. */
uint64_t lanes_place_key(const struct lanes_source *s, const struct lane_event *e);
/* Returns the kind of an event: "write", "monitor-enter". Caller frees. */
char *lanes_kind_text(const struct lanes_source *s, const struct lane_event *e);
/* Returns the code location: "Bank.java:12"; "" if it is unknown. Caller frees. */
char *lanes_place_text(const struct lanes_source *s, const struct lane_event *e);

#endif
