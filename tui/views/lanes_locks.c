/* Recognises java.util.concurrent locks on the engine's path. The engine executes the locks' real
 * code, so it reports accesses to the field that holds their state. Lanes show these accesses as
 * lock operations. */
#include "tui/views/lanes_locks.h"

#include <stdlib.h>
#include <string.h>

#include "tui/views/lanes_read.h"

static const char field[] = ".state";
/* Classes (with their nested classes) whose state counts how often one thread holds the lock. Locks
 * that several threads can hold at once are shown as variables. */
static const char *const owned[] = {"java.util.concurrent.locks.ReentrantLock$"};

size_t lanes_lock_name(const char *object) {
  size_t n = strlen(object), i;
  if (n < sizeof field || strcmp(object + n - (sizeof field - 1), field) != 0) return 0;
  for (i = 0; i < COUNT(owned); i++)
    if (!strncmp(object, owned[i], strlen(owned[i]))) return n - (sizeof field - 1);
  return 0;
}

static struct lanes_lock *lock_of(struct lanes_locks *l, const char *object) {
  uint64_t key = lanes_key(object, true);
  struct lanes_lock *k;
  for (k = l->locks.data; k < l->locks.data + l->locks.len; k++)
    if (k->key == key) return k;
  k = vec_push(&l->locks);
  k->key = key;
  k->held = false;
  return k;
}

enum lane_op lanes_lock_op(struct lanes_locks *l, const char *object, const char *value,
                           enum lane_op op) {
  struct lanes_lock *k;
  bool held;
  if (op != LANE_WRITE || !lanes_lock_name(object)) return op;
  k = lock_of(l, object);
  held = strcmp(value, "0") != 0;
  if (held == k->held) return op; /* a nested acquisition or release */
  k->held = held;
  return held ? LANE_LOCK : LANE_UNLOCK;
}

void lanes_locks_release(struct lanes_locks *l) { vec_free(&l->locks); }
