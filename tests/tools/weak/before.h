/* A sequence of the actions of all threads, and its happens-before relation. The relation is a
 * matrix of bits that is closed transitively: edges lead from earlier to later actions, so the row
 * of an action is complete when the action is added. */
#ifndef WEAK_BEFORE_H
#define WEAK_BEFORE_H

#include "tests/tools/weak/actions.h"

#include <stdint.h>

enum { DONE_MAX = 64, PLACES = LOCS + BOXES_MAX };

enum done_kind { DONE_ACCESS, DONE_FENCE, DONE_LOCK, DONE_UNLOCK };

struct done {
  enum done_kind kind;
  int thread;
  /* a location, the field of a box (LOCS + its number), a monitor, or which fence it is */
  int place;
  enum mode read, write; /* of an access */
  bool updates;          /* an access of a read-modify-write, which may have failed */
  bool first;            /* the default of a location */
  int value;             /* written */
  int from;              /* the action whose write a read returns */
  uint64_t before;       /* the actions that happen-before this one */
};

struct sequence {
  int count;
  struct done at[DONE_MAX];
};

static inline bool before_has(uint64_t row, int i) { return row >> i & 1; }

/* An action of `thread`, with the edges that do not depend on what it reads. The sequence does not
 * contain it yet. */
struct done before_next(const struct sequence *s, int thread, enum done_kind kind, int place,
                        enum mode read, enum mode write);

/* The action d returns the write of `from`. */
void before_returns(const struct sequence *s, struct done *d, int from);

#endif
