/* Shared by the files of story; nobody else includes it. */
#ifndef HEDDLE_SESSION_STORY_INT_H
#define HEDDLE_SESSION_STORY_INT_H

#include "engine/session/reach.h"
#include "engine/session/story.h"
#include "engine/state/xlog.h"
#include "engine/vm/machine.h"

struct story_item { /* a memory access, or what story_is_reported names besides */
  const struct xevent *ev;
  uint32_t step, part;
  enum reach reach;
  bool met;         /* see story_reach.c */
  uint32_t source;  /* a read: the write whose value it saw, index + 1; 0 none */
  uint32_t readers; /* a write: how many parts of other threads read it */
  uint32_t reader;  /* ... the first such read, index + 1 */
  /* a write that nobody else read: the write of another thread that took its place, index + 1 */
  uint32_t over;
  /* a read: the first write by another thread that came between it and the next write of its own
   * thread, or its next call that reads it, and that one, index + 1 */
  uint32_t overtaken, overtaken_for;
  uint32_t before; /* the event at the same location before it, index + 1; story_stale.c */
};

struct story_writer {
  struct engine *e;
  struct story *out;
  node_id *path;
  uint32_t steps;
  VEC(struct story_item) events;
  uint32_t *last; /* hash table by location: the last write, index + 1 */
  uint32_t mask;
  char **names; /* of the threads at the end of the path: before they are made they have none */
  uint32_t name_count;
};

struct held {
  ref obj; /* a monitor's, or the synchronizer inside of a lock of java.util.concurrent */
  uint32_t depth, event;
  bool monitor;
};

enum {
  LOCKS_MAX = 8,
  PARTS_FIRST = 100,
  /* of a path with very many switches the middle is not looked at */
  PARTS_LAST = 400
};

void story_report_part(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to);
void story_report_error(struct story_writer *t);
char *story_event_place(struct engine *e, const struct xevent *ev);
char *story_thread_place(struct engine *e, uint32_t thread);
void story_add_fact(struct story_part *p, const char *kind, uint32_t step, char *text);
char *story_access_text(struct engine *e, const struct xevent *ev, const char *word);
const char *story_name(const struct story_writer *t, uint32_t thread); /* at the path's end */
/* The place of the event's location in the table, empty or of an event at the same location. */
uint32_t *story_slot_of(struct story_writer *t, const struct xevent *ev);
void story_find_reach(struct story_writer *t); /* needs the table empty and leaves it so */
bool story_same_location(const struct xevent *a, const struct xevent *b);
/* story_stale.c: finds the reads that were overtaken, by the table, which it fills anew; the facts
 * about those of a part. */
void story_find_stale(struct story_writer *t);
void story_report_stale(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to);
/* The last writes of a part to each location that others read: the program's own, and some that its
 * calls did. */
void story_report_writes(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to);
/* One of the library's, for a part of which there is nothing else to report. */
void story_report_library(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to);
/* What the failing thread read last of each location, at most so many, in order: the program's own
 * or else what its calls read. */
void story_report_last_reads(struct story_writer *t, uint32_t part, uint32_t thread);
/* The threads that the part started, or interrupted, in one fact. Of a crowd the first ones. */
void story_report_others(struct story_writer *t, struct story_part *p, uint8_t op, const char *kind,
                         const char *word, uint32_t from, uint32_t to);
/* story_wakes.c: notifications, signals, and the threads that calls of the program unpark. */
void story_report_wakes(struct story_writer *t, uint32_t part, uint32_t from, uint32_t to);
/* Choices that are no plain running on: a timed wait that elapsed, a wait ended by an interrupt or
 * otherwise. */
void story_report_choices(struct story_writer *t, struct story_part *p);
/* The locks that the thread took and did not give back until event `to`, by its events; the
 * outermost first. */
uint32_t story_held_locks(const struct story_writer *t, uint32_t thread, uint32_t to,
                          struct held *out, uint32_t max);
/* Its name, if the thread holds it here; NULL: it does not, as a wait let go of it. The caller
 * frees. */
char *story_held_name(struct story_writer *t, const struct held *h, uint32_t thread);
/* Here is the state at the end of the part. */
void story_report_held(struct story_writer *t, uint32_t part, uint32_t to);

#endif
