/* Internal to the files story*.c. */
#ifndef HEDDLE_SESSION_STORY_INT_H
#define HEDDLE_SESSION_STORY_INT_H

#include "engine/session/reach.h"
#include "engine/session/story.h"
#include "engine/state/xlog.h"
#include "engine/vm/machine.h"

struct story_item { /* a memory access, or another event that story_is_reported accepts */
  const struct xevent *ev;
  uint32_t step, part;
  enum reach reach;
  bool met;         /* see story_reach.c */
  uint32_t source;  /* a read: index + 1 of the write whose value it saw; 0: none */
  uint32_t readers; /* a write: number of reads by other threads */
  uint32_t reader;  /* a write: index + 1 of the first such read */
  /* A write that no other thread read: index + 1 of another thread's write that overwrote it. */
  uint32_t over;
  /* A read: index + 1 of the first write by another thread before the reader's next write to the
   * location or its next call that reads it; and index + 1 of that write or call. */
  uint32_t overtaken, overtaken_for;
  uint32_t before; /* index + 1 of the previous event at the same location; story_stale.c */
};

struct story_writer {
  struct engine *e;
  struct story *out;
  node_id *path;
  uint32_t steps;
  VEC(struct story_item) events;
  uint32_t *last; /* hash table by location: index + 1 of the last write */
  uint32_t mask;
  /* The threads' names at the end of the path. A thread has no name before it is created. */
  char **names;
  uint32_t name_count;
};

struct held {
  ref obj; /* the monitor's object, or the synchronizer in a lock of java.util.concurrent */
  uint32_t depth, event;
  bool monitor;
};

enum {
  LOCKS_MAX = 8,
  PARTS_FIRST = 100,
  /* only the first and the last parts of a very long path are reported */
  PARTS_LAST = 400
};

void story_report_part(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to);
void story_report_error(struct story_writer *t);
char *story_event_place(struct engine *e, const struct xevent *ev);
char *story_thread_place(struct engine *e, uint32_t thread);
void story_add_fact(struct story_part *p, const char *kind, uint32_t step, char *text);
char *story_access_text(struct engine *e, const struct xevent *ev, const char *word);
/* Returns the thread's name at the end of the path. */
const char *story_name(const struct story_writer *t, uint32_t thread);
/* Returns the table slot for the event's location, which is empty or holds an event there. */
uint32_t *story_slot_of(struct story_writer *t, const struct xevent *ev);
/* Classifies the events. Needs an empty table and empties it again. */
void story_find_reach(struct story_writer *t);
bool story_same_location(const struct xevent *a, const struct xevent *b);
/* story_stale.c: finds the reads that were overtaken, and refills the table for this; reports those
 * of a part. */
void story_find_stale(struct story_writer *t);
void story_report_stale(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to);
/* Reports the last writes of a part to each location that other threads read: those by the
 * program's own code, and some by its calls. */
void story_report_writes(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to);
/* Reports one write by the library, for a part that has nothing else to report. */
void story_report_library(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to);
/* Reports the failing thread's last reads, at most FACTS_MAX locations in order: those by the
 * program's own code, else those by its calls. */
void story_report_last_reads(struct story_writer *t, uint32_t part, uint32_t thread);
/* Reports in one fact the threads that the part started or interrupted. Names only the first of
 * many. */
void story_report_others(struct story_writer *t, struct story_part *p, uint8_t op, const char *kind,
                         const char *word, uint32_t from, uint32_t to);
/* story_wakes.c: reports notifications, signals, and the threads that calls of the program
 * unpark. */
void story_report_wakes(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to);
/* Reports choices other than running on: a timed wait that elapsed, or a wait that an interrupt or
 * something else ended. */
void story_report_choices(struct story_writer *t, struct story_part *p);
/* Stores the locks that the thread had taken and not released at event `to`, outermost first. Uses
 * its events. Returns their number. */
uint32_t story_held_locks(const struct story_writer *t, uint32_t thread, uint32_t to,
                          struct held *out, uint32_t max);
/* Returns the lock's name if the thread holds it here. Returns NULL if not, because a wait released
 * it. The caller frees the name. */
char *story_held_name(struct story_writer *t, const struct held *h, uint32_t thread);
/* Reports the locks held at the end of the part. The session must be at that state. */
void story_report_held(struct story_writer *t, uint32_t part, uint32_t to);

#endif
