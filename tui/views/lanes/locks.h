/* Recognises java.util.concurrent locks in the events of the engine's path. */
#ifndef HEDDLE_TUI_VIEWS_LANES_LOCKS_H
#define HEDDLE_TUI_VIEWS_LANES_LOCKS_H

#include "tui/views/lanes/lanes.h"

struct lanes_lock {
  uint64_t key;
  bool held;
};
struct lanes_locks { /* of one path; initialise with {0} */
  VEC(struct lanes_lock) locks;
};

/* Returns what a write of `value` to `object`
 * ("java.util.concurrent.locks.ReentrantLock$NonfairSync#1.state") means: LANE_LOCK if it acquires
 * the lock, LANE_UNLOCK if it releases the lock, else `op`. Must be called for the events in their
 * order. */
enum lane_op lanes_lock_op(struct lanes_locks *l, const char *object, const char *value,
                           enum lane_op op);
/* Returns the length of the lock's name in a text such as `object` above; 0: the text does not name
 * the state of such a lock. */
size_t lanes_lock_name(const char *object);
void lanes_locks_release(struct lanes_locks *l);

#endif
