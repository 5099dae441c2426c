/* Describes the wait of a thread that is parked in a call of the class library: for a latch that
 * needs another countDown, a queue that is full, or a task that is queued behind its own waiter.
 *
 * The answers come from the fields of the JDK's classes. They are for messages only, so a class
 * whose fields differ is described less exactly. */
#ifndef HEDDLE_VM_SCHED_SYNCHRONIZER_H
#define HEDDLE_VM_SCHED_SYNCHRONIZER_H

#include "engine/vm/vm.h"

enum sync_kind {
  SYNC_UNKNOWN,
#define SYNCHRONIZER(id, class_name, call, words, describe, advice) SYNC_##id,
#include "engine/vm/sched/synchronizers.def"
#undef SYNCHRONIZER
};

/* The layout of StampedLock.state: seven bits count the readers, the next one is the writer's. */
enum { STAMP_READERS = 127, STAMP_WRITER = 128 };

/* How the thread `holder` keeps the other one waiting. */
enum sync_hold {
  SYNC_HELD_NOT,     /* there is no holder, or it is not known */
  SYNC_HELD_READING, /* it holds the read lock */
  SYNC_HELD_QUEUE,   /* it is the first in the lock's queue */
  SYNC_HELD_WORKER   /* the task is in the queue of a pool, and it is a worker of that pool */
};

struct sync_wait {
  enum sync_kind kind;
  ref blocker; /* the object that the thread is parked for (LockSupport.getBlocker) */
  ref object;  /* the synchronizer that the program called; 0: not found */
  enum sync_hold hold;
  const struct thread *holder;
  ref pool;         /* SYNC_HELD_WORKER */
  uint32_t workers; /* its threads */
};

/* Describes the wait of a parked thread. Returns false if t is not parked in a call of a known
 * class. */
bool sync_wait_of(struct vm *vm, const struct thread *t, struct sync_wait *out);
/* Is t an idle worker of a pool, which waits for the next task and is no cause of a deadlock? */
bool sync_idles(struct vm *vm, const struct thread *t);
/* "the write lock of " or "", which comes before the object's name */
const char *sync_words(enum sync_kind kind);
/* Returns what would end the wait; NULL: nothing that fits the kind alone. */
const char *sync_advice(const struct thread *t, const struct sync_wait *w);
const char *sync_class(enum sync_kind kind); /* "CountDownLatch" */
/* ", held for reading by " and the like, which comes before the threads that took units of the
 * synchronizer and did not give them back; NULL if the kind has no such units */
const char *sync_takers_words(struct vm *vm, const struct sync_wait *w);
/* Do these words replace the description? */
bool sync_takers_suffice(enum sync_kind kind);
/* Appends what comes after the object's name: ", whose count is 1". Appends nothing if the fields
 * are not as expected. */
void sync_describe(struct vm *vm, const struct sync_wait *w, struct text *out);

#endif
