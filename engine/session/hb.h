/* h as the session keeps it between views; for hb.c and why.c. */
#ifndef HEDDLE_SESSION_HB_H
#define HEDDLE_SESSION_HB_H

#include "engine/session/session.h"
#include "engine/state/xlog.h"

struct h_column {
  ref obj;
  uint32_t off, stamp; /* 0: not written */
  bool atomic;         /* for atomic accesses to a location that has plain ones too */
};

struct session_hb {
  node_id node;
  uint64_t transitions; /* with node: which state this is of */
  struct h_matrix m;
  VEC(struct xh_item) rows;
  VEC(struct h_column) columns;
};

struct session_hb *session_hb_at(struct engine *e);    /* of here; NULL while race is off */
int session_no_h(struct engine *e, struct error *err); /* why there is none */
/* "T1", "lock Data#1", "volatile Publish.ready", ... */
char *session_item_name(struct engine *e, const struct xh_item *i);
/* "T1 write Publish.done = 1 @ Publish.java:14" */
char *session_action(struct engine *e, const struct xevent *ev);

#endif
