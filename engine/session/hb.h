/* The matrix of h that the session keeps between views. Internal to hb.c and why.c. */
#ifndef HEDDLE_SESSION_HB_H
#define HEDDLE_SESSION_HB_H

#include "engine/session/session.h"
#include "engine/state/xlog.h"

struct h_column {
  ref obj;
  uint32_t off, stamp; /* 0: not written */
  bool atomic;         /* for atomic accesses to a location that also has plain ones */
};

struct session_hb {
  node_id node;
  uint64_t transitions; /* with `node`, identifies the state */
  struct h_matrix m;
  VEC(struct xh_item) rows;
  VEC(struct h_column) columns;
};

/* Returns the matrix of the current state, or NULL while the property race is off. */
struct session_hb *session_hb_at(struct engine *e);
/* Sets the error that explains why there is no matrix. */
int session_no_h(struct engine *e, struct error *err);
/* Returns "T1", "lock Data#1", "volatile Publish.ready", ...; malloc'd. */
char *session_item_name(struct engine *e, const struct xh_item *i);
/* Returns "T1 write Publish.done = 1 @ Publish.java:14"; malloc'd. */
char *session_action(struct engine *e, const struct xevent *ev);

#endif
