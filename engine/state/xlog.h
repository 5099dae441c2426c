/* The log of a transition: its events with their places and values, what they did to h, and what
 * the program printed. Kept for the debugger, replay and counterexamples; searches run without. */
#ifndef HEDDLE_STATE_XLOG_H
#define HEDDLE_STATE_XLOG_H

#include "engine/state/explorer.h"
#include "engine/vm/sched/event.h"

/* What one event did to h (paper 004, figure 1), noted when it happened: the clocks behind it are
 * gone once the state moves on. invalidate: `items` are the rows that lost the location. release
 * and acquire: `gained` locations went from the acting thread to `row`, or from `row` to the
 * thread; `items` are the first of them. */
enum xh_kind { XH_INVALIDATE, XH_RELEASE, XH_ACQUIRE };
enum xh_item_kind { XH_THREAD, XH_LOCK, XH_LOCATION, XH_CLASS };
enum { XH_SHOWN = 3 }; /* gained locations that are kept by name */
struct xh_item {
  uint8_t kind; /* enum xh_item_kind */
  uint32_t obj; /* thread index, or the object */
  uint32_t off; /* XH_LOCATION */
  uint32_t klass, ordinal;
};
struct xh {
  struct xh *next; /* an atomic write both releases and invalidates */
  uint8_t kind;
  uint32_t gained;
  struct xh_item row;
  uint32_t count;
  struct xh_item items[];
};

void xlog_begin(struct explorer *x, const struct thread *t);
struct xlog *xlog_end(struct explorer *x); /* the caller owns it */
void xlog_free(struct xlog *l);

/* The place of t's innermost frame outside the JDK (the innermost when there is none), and the
 * innermost itself; each may be NULL. False: no frame. */
struct xplace {
  uint32_t method, bci;
};
/* The frames of a stack trace, innermost first. */
struct xstack {
  uint32_t count;
  struct xplace places[];
};
bool xlog_place(struct vm *vm, const struct thread *t, struct xplace *user, struct xplace *inner);
/* The event is the library's own affair: what its code does with objects that no other thread
 * reaches or that never change, how it loads its classes, the monitor of a Thread that is being
 * started. Views leave it out unless they are asked for it. */
bool xlog_internal(struct vm *vm, const struct xevent *e);
/* The type of the memory at an offset of an object of that class: first character of a descriptor,
 * 0 unknown. */
char xlog_type(struct vm *vm, uint32_t klass, ref obj, uint32_t off);
/* The field at that offset; NULL for elements of arrays. Looks at no memory that changes. */
const struct field *xlog_field(struct vm *vm, uint32_t klass, ref obj, uint32_t off);

/* xlog_hidden.c: the listener for what is no event (struct xlog.hidden). */
void xlog_hear_hidden(void *self, struct vm *vm, const struct event *e);

/* xlog_h.c: the two halves around the race check. */
struct xh_watch *xh_watch_new(void);
void xh_watch_free(struct xh_watch *w);
void xh_before(struct xh_watch *w, struct vm *vm, const struct event *e);
struct xh *xh_after(struct xh_watch *w, struct vm *vm, const struct event *e);
void xh_free(struct xh *h);
struct xh_flow { /* whether an event is a release or an acquire, and the row that is not the acting
                    thread's */
  bool any, release;
  struct xh_item row;
};
struct xh_flow xh_flow(const struct event *e);
ref xh_row(struct vm *vm, const struct xh_item *i); /* its clocks in the present state */

#endif
