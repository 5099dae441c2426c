/* Lanes: a drawing with one row (lane) per thread that shows what each thread did and when it ran.
 * This file declares the data of the drawing; draw.c draws a part of it.
 * The data is made from events, one by one, of the engine's path or of a trace (read.c). It
 * consists of the states of the threads, the periods in which each lock was held, and the
 * synchronises-with edges. It needs 12 bytes per event; states, spans and edges are stored only
 * where they change. Drawing takes one pass over the visible events. */
#ifndef HEDDLE_TUI_VIEWS_LANES_LANES_H
#define HEDDLE_TUI_VIEWS_LANES_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/mem.h"

enum lane_op {
  LANE_OTHER,
  LANE_BEGIN,
  LANE_READ,
  LANE_WRITE,
  LANE_LOCK,
  LANE_UNLOCK,
  LANE_WAIT,
  LANE_NOTIFY,
  LANE_PARK,
  LANE_UNPARK,
  LANE_START,
  LANE_JOIN,
  LANE_END,
  LANE_ERROR,
  LANE_OPS
};
extern const char lanes_legend[]; /* the meaning of letters and lines */

#define LANE_NONE UINT32_MAX
/* For a memory access: whether it orders threads. For a wait, LANE_SYNC means that the wait also
 * releases the lock, without a separate event. */
enum lane_sync {
  LANE_PLAIN,
  LANE_SYNC,
  LANE_UPDATE, /* reads and writes in one step */
  LANE_OLDER   /* a read that returned an older value (--stale-reads) */
};
struct lane_event {
  uint32_t source; /* index in the source: the path's events, or the trace */
  uint32_t track;  /* lock or variable; LANE_NONE: none */
  uint16_t lane;
  uint8_t op;   /* enum lane_op */
  uint8_t sync; /* enum lane_sync */
};
char lane_symbol(const struct lane_event *e); /* a letter, as in drawings and in the legend */

enum lane_state { LANE_ABSENT, LANE_READY, LANE_RUNNING, LANE_BLOCKED };
struct lane_change { /* the state from that event on */
  uint32_t event;
  uint8_t state;
};
struct lane {
  char *name;      /* "T1 Thread-0" */
  bool numbered;   /* recorded, and the name is only the library's number */
  uint32_t number; /* the thread's number */
  VEC(struct lane_change) states;
  VEC(struct lane_change) held; /* .state: number of locks held from that event on */
  uint32_t started;             /* event that started it, until its own first event; LANE_NONE */
  uint32_t ended;               /* the thread's end event; LANE_NONE: it has not ended */
  bool waits;                   /* the thread stopped by its own action: wait, park or sleep */
};

struct lane_span { /* a period in which a lock is held: the events from `from` to `to` - 1 */
  uint32_t from, to;
  uint16_t lane;
};
struct lane_track { /* a lock or a variable */
  uint64_t key;
  uint32_t named_by; /* event whose object gives the track its name */
  uint16_t first_lane;
  bool lock, shared;           /* shared: several lanes use it */
  uint32_t depth;              /* for a lock: how often its owner holds it now */
  uint32_t last_event;         /* last release or synchronising write; LANE_NONE: none */
  VEC(struct lane_span) spans; /* for a lock: when it was held */
  VEC(uint32_t) writes;        /* for a variable: the events that wrote it */
};
struct lane_fold {      /* iterations of a loop that are left out (fold.h) */
  uint32_t at;          /* the next event after them */
  uint32_t times;       /* number of hidden iterations */
  uint32_t events;      /* number of their events */
  uint32_t first, last; /* indexes of their first and last event in the source */
};
struct lane_edge {
  uint32_t from, to; /* indexes in lanes.events */
  bool missing;      /* two accesses that nothing orders: a data race */
  bool start;        /* from a thread's start to its first event */
  bool older; /* from a write to a read that returned its value although it was overwritten */
};

struct lanes {
  VEC(struct lane_event) events;
  VEC(struct lane) lanes;
  VEC(struct lane_track) tracks;
  VEC(struct lane_edge) edges; /* ascending by `to` */
  VEC(uint32_t) switches;      /* events at which another thread begins to run */
  VEC(uint32_t) changes;       /* events that change h */
  VEC(struct lane_fold) folds; /* ascending by `at` */
  const uint8_t *hidden; /* for each call of lanes_add: 1 if its event is left out. NULL: all events
                            are added */
  uint32_t hidden_count, offered;
  uint32_t *slots; /* hash table of tracks by key; index + 1 */
  uint32_t mask;
};

void lanes_init(struct lanes *l);
void lanes_release(struct lanes *l);
/* Returns the lane of a thread. Creates it, with a copy of `name`, if there is none. */
uint32_t lanes_lane(struct lanes *l, uint32_t number, const char *name);
/* Adds the next event. `key` identifies the lock or variable (0: none). `other` is the lane that
 * the event starts or joins (LANE_NONE: none). Returns the event's index; LANE_NONE: the event is
 * hidden and was not added. */
uint32_t lanes_add(struct lanes *l, uint32_t lane, enum lane_op op, uint64_t key, uint32_t other,
                   uint32_t source, enum lane_sync sync);
/* Marks a lane as blocked since its last event. Called after the last event. */
void lanes_blocked(struct lanes *l, uint32_t lane);
/* lanes_race marks two events as a data race: nothing orders them. lanes_race_of does this for a
 * data race at the end of the path: it takes the lane's last access and the last conflicting access
 * of another lane before it. */
void lanes_race(struct lanes *l, uint32_t first, uint32_t second);
void lanes_race_of(struct lanes *l, uint32_t lane);
/* Joins the write to the last event, a read that returned its overwritten value. */
void lanes_older(struct lanes *l, uint32_t write);

/* Returns the lane's state at an event; LANE_ABSENT before its start and after its end. */
enum lane_state lanes_state(const struct lane *l, uint32_t event);
bool lanes_holds(const struct lane *l, uint32_t event); /* true if it holds a lock */
/* Writes the tracks of the locks that the event's lane holds at that event, outermost first. Fills
 * at most `max` and returns their number. */
uint32_t lanes_held(const struct lanes *l, uint32_t event, uint32_t *out, uint32_t max);
/* Returns true for a variable that several lanes use and at least one writes, and for a lock that
 * several lanes use or that is still held at the end. */
bool lanes_worth_a_row(const struct lane_track *t);
/* Returns the span in which a lock is held at that event; NULL: it is free. */
const struct lane_span *lanes_owner(const struct lane_track *t, uint32_t event);
/* Returns the last write to a variable before or at the event; LANE_NONE: there is none. */
uint32_t lanes_written(const struct lane_track *t, uint32_t event);
/* Returns the first event whose index in the source is `source` or later; the number of events if
 * there is none. */
uint32_t lanes_event_from(const struct lanes *l, uint64_t source);
/* Returns the first of the sorted numbers above `event` or, with `back`, the last one below it.
 * LANE_NONE: none. */
uint32_t lanes_next(const uint32_t *sorted, size_t count, uint32_t event, bool back);

#endif
