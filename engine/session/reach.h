/* Classifies accesses by what they say about an error (reach.c). */
#ifndef HEDDLE_SESSION_REACH_H
#define HEDDLE_SESSION_REACH_H

#include "engine/session/session.h"
#include "engine/state/xlog.h"

/* Classifies an access by whose data it concerns and whose code made it. */
enum reach {
  /* An access to data with which locks order the threads, or an event that is not an access. */
  REACH_ORDER,
  REACH_TEXT,    /* an access to bytes and characters of the library */
  REACH_LIBRARY, /* an access by the library, for its own purposes */
  REACH_CALLED,  /* an access to the library's data, in a call by the program */
  /* An access by the program's own code to one of its fields or to an array element. */
  REACH_OWN
};

enum reach session_reach(const struct engine *e, const struct xevent *ev);
/* Returns whether ev is an access, in a call by the program, to the data by which a lock of
 * java.util.concurrent orders threads. */
bool session_is_lock(const struct engine *e, const struct xevent *ev);

#endif
