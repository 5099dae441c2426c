/* What a watch expression of engine_watch stands for. Inside the session only. */
#ifndef HEDDLE_SESSION_WATCH_H
#define HEDDLE_SESSION_WATCH_H

#include "engine/session/session.h"

struct watched_at {
  char type; /* first character of the value's descriptor */
  uint64_t value;
  ref obj;      /* where the value stands; 0: in no memory that threads share */
  uint32_t off; /* in obj */
};
/* 0, ERR_INPUT (no such thing) or ERR_NOTFOUND (not in the present state), with the reason. */
int session_watched(struct engine *e, const char *expr, struct watched_at *out, struct error *err);

/* The class, among those linked so far, that the name stands for, in full or by its end: dots for
 * packages, '.' or '$' before nested classes. NULL: none. */
struct klass *session_linked(struct engine *e, const char *name, size_t len);

#endif
