/* The log of a transition: its events with their places and values, their effects on h, and the
 * text that the program printed. Kept for the debugger, replay and counterexamples. Searches run
 * without logs. */
#ifndef HEDDLE_STATE_XLOG_H
#define HEDDLE_STATE_XLOG_H

#include "engine/state/explorer.h"
#include "engine/vm/sched/event.h"

/* The effect of one event on h (paper 004, figure 1). It is noted when the event happens, because
 * the clocks are lost when the state changes. For invalidate, `items` are the rows that lost the
 * location. For release and acquire, the locations in `gained` were passed from the acting thread
 * to `row`, or from `row` to the thread; `items` are the first of them. */
enum xh_kind { XH_INVALIDATE, XH_RELEASE, XH_ACQUIRE };
enum xh_item_kind { XH_THREAD, XH_LOCK, XH_LOCATION, XH_CLASS };
enum { XH_SHOWN = 3 }; /* number of gained locations that are kept by name */
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

/* Stores the place of t's innermost frame outside the JDK (or the innermost frame if there is none)
 * and of the innermost frame. Either pointer may be NULL. Returns false if t has no frame. */
struct xplace {
  uint32_t method, bci;
};
/* The frames of a stack trace, innermost first. */
struct xstack {
  uint32_t count;
  struct xplace places[];
};
bool xlog_place(struct vm *vm, const struct thread *t, struct xplace *user, struct xplace *inner);
/* Returns whether the event is internal to the library: its access to an object that no other
 * thread reaches or that never changes, its class loading, or the monitor of a Thread that is being
 * started. Views omit such events unless asked for them. */
bool xlog_internal(struct vm *vm, const struct xevent *e);
/* Returns the type of the memory at an offset of an object of that class: the first character of a
 * descriptor, 0 if unknown. */
char xlog_type(struct vm *vm, uint32_t klass, ref obj, uint32_t off);
/* Returns the field at that offset; NULL for array elements. Reads no memory that changes. */
const struct field *xlog_field(struct vm *vm, uint32_t klass, ref obj, uint32_t off);

/* The listener for accesses without events (struct xlog.hidden). */
void xlog_hear_hidden(void *self, struct vm *vm, const struct event *e);

/* xlog_h.c: xh_before runs before the race check hears the event, xh_after runs after it. */
struct xh_watch *xh_watch_new(void);
void xh_watch_free(struct xh_watch *w);
void xh_before(struct xh_watch *w, struct vm *vm, const struct event *e);
struct xh *xh_after(struct xh_watch *w, struct vm *vm, const struct event *e);
void xh_free(struct xh *h);
/* whether an event is a release or an acquire, and the row that does not belong to the acting
 * thread */
struct xh_flow {
  bool any, release;
  struct xh_item row;
};
struct xh_flow xh_flow(const struct event *e);
ref xh_row(struct vm *vm, const struct xh_item *i); /* its clocks in the current state */

#endif
