/* Evaluates the watch expressions of engine_watch. Internal to the session. */
#ifndef HEDDLE_SESSION_WATCH_H
#define HEDDLE_SESSION_WATCH_H

#include "engine/session/session.h"

struct watched_at {
  char type; /* first character of the value's descriptor */
  uint64_t value;
  ref obj;      /* the object that holds the value; 0: not in shared memory */
  uint32_t off; /* in obj */
};
/* Returns 0, ERR_INPUT (no such thing) or ERR_NOTFOUND (not in the current state); err has the
 * reason. */
int session_watched(struct engine *e, const char *expr, struct watched_at *out, struct error *err);

/* Finds a linked class by its full name or the end of it, with dots for packages and '.' or '$'
 * before nested classes. Returns NULL if there is none. */
struct klass *session_linked(struct engine *e, const char *name, size_t len);

#endif
