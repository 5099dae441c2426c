/* Places that threads share (a memory location, or the monitor of an object) and the events of
 * transitions that concern them. Used to find the last writer of a field. Part of engine.h, which
 * includes this file. */
#ifndef HEDDLE_PLACES_H
#define HEDDLE_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/words.h"

struct engine;

/* Identifies a place along every path on which the object exists. */
struct shared_place {
  uint32_t object, class_id, ordinal; /* ordinal: 0 for a class's static fields */
  uint32_t offset;
  bool monitor; /* the object's monitor; offset is not used */
  /* "TwoStage$Cell#1.value", "Bank.bal", "int[]#2[3]"; for a monitor "Cell#1" */
  char *name;
};
/* Finds the place that a watch expression (engine_watch) denotes in the current state: a field or
 * an array element. "lock EXPR", or an expression that is only an object, denotes the object's
 * monitor; for a lock of java.util.concurrent, the state of its synchronizer; for a condition, its
 * first waiter. ERR_INPUT with the reason: there is no such place, or it is a local variable.
 * ERR_NOTFOUND: it does not exist in the current state. Free with engine_place_release. */
int engine_place(struct engine *e, const char *expr, struct shared_place *out, struct error *err);
void engine_place_release(struct shared_place *p);

/* Checks whether accesses to the field "Class.field" or "a.b.Class#1.field" can be found in
 * transitions, by events or by engine_hidden_access. ERR_INPUT with the reason: the class (named in
 * full or by the end of its name) has no such field, or accesses leave no trace because the field
 * is a constant or a library field that needs no scheduling points. A class that is not loaded yet
 * counts as having the field. */
int engine_field_seen(struct engine *e, const char *name, struct error *err);

enum place_touch {
  TOUCH_NONE,
  /* memory: read; monitor: released, waited for or notified */
  TOUCH_READ,
  /* memory: written, also by an atomic update; monitor: acquired */
  TOUCH_WRITE
};
/* Returns what event `index` of the transition to node n (engine_event) did to the place. */
enum place_touch engine_touches(struct engine *e, node_id n, uint32_t index,
                                const struct shared_place *p);

/* Returns whether the thread of the transition to node n was on that source line before the
 * transition. A thread that had not begun was on no line. */
bool engine_was_on(struct engine *e, node_id n, const char *file, int line);
/* Returns whether the thread reached the beginning of the line in the transition, even if it did
 * nothing there that other threads can notice. Executes the transition once more. */
bool engine_passes(struct engine *e, node_id n, const char *file, int line);
/* Returns an access of the transition to node n that is not an event, because it needs no
 * scheduling point: to a final field of a class of the program. Returns the name of the field at
 * `index` in the form of an event's object ("Bank#1.accounts"), which the caller frees, or NULL
 * after the last. */
char *engine_hidden_access(struct engine *e, node_id n, uint32_t index);

#endif
