/* See reach.c. */
#ifndef HEDDLE_SESSION_REACH_H
#define HEDDLE_SESSION_REACH_H

#include "engine/session/session.h"
#include "engine/state/xlog.h"

/* Whose affair an access is. */
enum reach {
  REACH_ORDER,   /* to what locks keep to order the threads; and what is no access */
  REACH_TEXT,    /* the library's bytes and characters */
  REACH_LIBRARY, /* the library's own */
  REACH_CALLED,  /* to the library's data, by a call of the program */
  REACH_OWN      /* to a field or an element of the program's, in its own code */
};

enum reach session_reach(const struct engine *e, const struct xevent *ev);
/* By a call of the program, to what a lock of java.util.concurrent keeps to order the threads. */
bool session_is_lock(const struct engine *e, const struct xevent *ev);

#endif
