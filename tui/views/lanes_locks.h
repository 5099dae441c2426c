/* Locks of java.util.concurrent among the events of the engine's path. */
#ifndef HEDDLE_TUI_VIEWS_LANES_LOCKS_H
#define HEDDLE_TUI_VIEWS_LANES_LOCKS_H

#include "tui/views/lanes.h"

struct lanes_lock {
  uint64_t key;
  bool held;
};
struct lanes_locks { /* of one path; {0} at first */
  VEC(struct lanes_lock) locks;
};

/* What a write to `object` ("java.util.concurrent.locks.ReentrantLock$NonfairSync#1.state") of a
 * value is in a lane: LANE_LOCK when the thread takes the lock by it, LANE_UNLOCK when it gives the
 * lock back, else `op`. Events are offered in their order. */
enum lane_op lanes_lock_op(struct lanes_locks *l, const char *object, const char *value,
                           enum lane_op op);
/* How long the lock's name is in that text; 0: it is no such lock's state. */
size_t lanes_lock_name(const char *object);
void lanes_locks_release(struct lanes_locks *l);

#endif
