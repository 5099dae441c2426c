/* Why a bit of h is as it is: what why.c gathers, and why_missing.c reads. Nobody else includes it.
 */
#ifndef HEDDLE_SESSION_WHY_H
#define HEDDLE_SESSION_WHY_H

#include "engine/session/hb.h"

enum { NOT_THERE = UINT32_MAX };

struct step { /* an event of the path */
  uint32_t depth;
  const struct xevent *ev;
};

struct reached { /* a row that contains the location, by which event, from which earlier entry */
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
  uint32_t write; /* index in path of the last write */
  struct text out;
};

void why_say_step(struct why *w, uint32_t i); /* an event of the path: "#6 T1 write x @ A.java:3" */
bool why_same_row(const struct xh_item *a, const struct xh_item *b);
/* The write that cleared the bit, the edge that is missing, and what would make it. */
void why_say_cleared(struct why *w);

#endif
