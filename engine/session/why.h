/* The explanation of a bit of h, shared by why.c and why_missing.c. */
#ifndef HEDDLE_SESSION_WHY_H
#define HEDDLE_SESSION_WHY_H

#include "engine/session/hb.h"

enum { NOT_THERE = UINT32_MAX };

struct step { /* an event of the path */
  uint32_t depth;
  const struct xevent *ev;
};

/* A row that contains the location, with the event and the earlier entry that caused it. */
struct reached {
  struct xh_item row;
  uint32_t step, from;
};

struct why {
  struct engine *e;
  const struct session_hb *h;
  struct xh_item row;
  struct h_column column;
  const char *row_name, *column_name;
  VEC(struct step) path;
  VEC(struct reached) set;
  uint32_t write; /* index in `path` of the last write */
  struct text out;
};

/* Appends an event of the path: "#6 T1 write x @ A.java:3". */
void why_say_step(struct why *w, uint32_t i);
bool why_same_row(const struct xh_item *a, const struct xh_item *b);
/* Explains the write that cleared the bit, the edge that is missing, and what would add it. */
void why_say_cleared(struct why *w);

#endif
