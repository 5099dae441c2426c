/* Lanes: what each thread did and whether it ran, as a table of events in their order. The model
 * takes events one by one, from the engine's path or from a trace (lanes_read.c), and knows the
 * states of the threads, who held which lock when, and the synchronises-with edges between them;
 * lanes_draw.c draws a part of it.
 *
 * Costs: 12 bytes an event; states, spans and edges are kept where they change. Drawing looks at
 * the events that are in sight, one pass over them. */
#ifndef HEDDLE_TUI_VIEWS_LANES_H
#define HEDDLE_TUI_VIEWS_LANES_H

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
char lane_symbol(enum lane_op op); /* one letter, the same in drawings and legends */
extern const char lanes_legend[];  /* what the letters and lines mean */

#define LANE_NONE UINT32_MAX
/* Of an access to memory: does it order threads? Of a wait: LANE_SYNC, it gives the lock back by
 * itself (no event of its own says so). */
enum lane_sync { LANE_PLAIN, LANE_SYNC, LANE_UPDATE /* read and written in one step */ };
struct lane_event {
  uint32_t source; /* number in the source: of the path's events, of the trace */
  uint32_t track;  /* LANE_NONE: it is about no lock and no variable */
  uint16_t lane;
  uint8_t op;   /* enum lane_op */
  uint8_t sync; /* enum lane_sync */
};

enum lane_state { LANE_ABSENT, LANE_READY, LANE_RUNNING, LANE_BLOCKED };
struct lane_change { /* the state from that event on */
  uint32_t event;
  uint8_t state;
};
struct lane {
  char *name;      /* "T1 Thread-0" */
  uint32_t number; /* of the thread */
  VEC(struct lane_change) states;
  VEC(struct lane_change) held; /* .state: how many locks it holds from there on */
  uint32_t started;             /* event that started it, until it has an event; LANE_NONE */
  uint32_t ended;               /* event, LANE_NONE */
  bool waits;                   /* it gave up running by itself: wait, park, sleep */
};

struct lane_span { /* a lock held: events from .. to, to not included */
  uint32_t from, to;
  uint16_t lane;
};
struct lane_track { /* a lock or a variable */
  uint64_t key;
  uint32_t named_by; /* event whose object is its name */
  uint16_t first_lane;
  bool lock, shared;           /* shared: touched by several lanes */
  uint32_t depth;              /* lock: how often it is held now */
  uint32_t last_event;         /* release or synchronising write; LANE_NONE */
  VEC(struct lane_span) spans; /* of a lock */
  VEC(uint32_t) writes;        /* events that wrote a variable */
};
struct lane_fold {      /* iterations of a loop that are left out (lanes_fold.h) */
  uint32_t at;          /* the event behind them */
  uint32_t times;       /* iterations */
  uint32_t events;      /* of all of them */
  uint32_t first, last; /* numbers of their events in the source, from .. to */
};
struct lane_edge {
  uint32_t from, to; /* events */
  bool missing;      /* two accesses that nothing orders */
  bool start;        /* from a thread's start to its first event */
};

struct lanes {
  VEC(struct lane_event) events;
  VEC(struct lane) lanes;
  VEC(struct lane_track) tracks;
  VEC(struct lane_edge) edges; /* ascending by `to` */
  VEC(uint32_t) switches;      /* events before which another thread ran */
  VEC(uint32_t) changes;       /* events that changed h */
  VEC(struct lane_fold) folds; /* ascending by `at` */
  const uint8_t *hidden;       /* by number of the event offered: 1, it is left out; NULL: none */
  uint32_t hidden_count, offered;
  uint32_t *slots; /* hash table of tracks by key, index + 1 */
  uint32_t mask;
};

void lanes_init(struct lanes *l);
void lanes_release(struct lanes *l);
/* The lane of a thread, made when there is none; `name` is copied then. */
uint32_t lanes_lane(struct lanes *l, uint32_t number, const char *name);
/* The next event. `key` says which lock or variable (0: none), `other` the lane that is started or
 * joined (LANE_NONE). Returns its number; LANE_NONE: it is left out (hidden). */
uint32_t lanes_add(struct lanes *l, uint32_t lane, enum lane_op op, uint64_t key, uint32_t other,
                   uint32_t source, enum lane_sync sync);
/* Behind the last event: a lane that can not run. */
void lanes_blocked(struct lanes *l, uint32_t lane);
/* The two events are a data race: nothing orders them. Of the error that the path ends in: the last
 * access of that lane, and the last one of another lane that conflicts with it. */
void lanes_race(struct lanes *l, uint32_t first, uint32_t second);
void lanes_race_of(struct lanes *l, uint32_t lane);

enum lane_state lanes_state(const struct lane *l, uint32_t event);
bool lanes_holds(const struct lane *l, uint32_t event); /* a lock */
/* The tracks of the locks that the lane of an event holds there, outermost first; fills
 * at most max, returns how many. */
uint32_t lanes_held(const struct lanes *l, uint32_t event, uint32_t *out, uint32_t max);
/* Is it worth a row: touched by several lanes and written, or a lock that is held to the end? */
bool lanes_worth_a_row(const struct lane_track *t);
/* The span of a lock that holds at that event; NULL: it is free. */
const struct lane_span *lanes_owner(const struct lane_track *t, uint32_t event);
/* The last write before or at the event; LANE_NONE. */
uint32_t lanes_written(const struct lane_track *t, uint32_t event);
/* The first event that has this number of the source, or a later one; how many there are: none. */
uint32_t lanes_event_from(const struct lanes *l, uint64_t source);
/* The first of sorted numbers that is above `event`, or (back) the last that is below it;
 * LANE_NONE. */
uint32_t lanes_next(const uint32_t *sorted, size_t count, uint32_t event, bool back);

#endif
