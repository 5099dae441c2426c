/* Fills lanes from the engine's path or from a trace, and names what they speak of. */
#ifndef HEDDLE_TUI_VIEWS_LANES_READ_H
#define HEDDLE_TUI_VIEWS_LANES_READ_H

#include "engine/engine.h"
#include "trace/reader.h"
#include "tui/views/lanes.h"

struct lanes_step { /* an event of the engine's path; index UINT32_MAX: the error it ends in */
  node_id node;
  uint32_t index;
};
/* Where the lanes' events come from: `trace`, or the path of `engine`. */
struct lanes_source {
  struct engine *engine;
  struct trace_reader *trace;
  VEC(struct lanes_step) steps; /* of the path: lane_event.source is a number here */
  /* The value of an event as the rows of variables show it, `held`: with the name of what holds the
   * object. NULL: lanes_value_text(), without packages. Callers free. */
  char *(*value)(void *arg, const struct lane_event *e, bool held);
  void *value_arg;
};

/* By its name what a lock, or a variable, is known by in the lanes of a path; never 0. */
uint64_t lanes_key(const char *object, bool lock);
/* The steps from the root to node `end`, where the session stands. `library`: what the class
 * library does for itself as well. */
void lanes_read_path(struct lanes *l, struct lanes_source *s, node_id end, bool library);
/* Damaged chunks are left out. Data races are looked for in traces that are not too long. */
void lanes_read_trace(struct lanes *l, struct lanes_source *s, bool library);
/* What an event is about: "Cell#1.value", "Object#2", "T1"; "" nothing. And the value that it read
 * or wrote, "" none. Callers free. */
char *lanes_object_text(const struct lanes_source *s, const struct lane_event *e);
/* The name of a lock or a variable that has a track. Caller frees. */
char *lanes_track_text(const struct lanes *l, const struct lanes_source *s, uint32_t track);
char *lanes_value_text(const struct lanes_source *s, const struct lane_event *e);
/* The same for two events at one place of the code. */
uint64_t lanes_place_key(const struct lanes_source *s, const struct lane_event *e);
/* The kind in words: "write", "monitor-enter". Caller frees. */
char *lanes_kind_text(const struct lanes_source *s, const struct lane_event *e);
char *lanes_place_text(const struct lanes_source *s, const struct lane_event *e);

#endif
