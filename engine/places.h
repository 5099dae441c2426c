/* Places that threads share, a memory location or the monitor of an object, and the events of
 * transitions that concern them: for the last writer of a field. A part of engine.h, which includes
 * it. */
#ifndef HEDDLE_PLACES_H
#define HEDDLE_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/words.h"

struct engine;

/* It stays good along every path on which the object exists. */
struct shared_place {
  uint32_t object, class_id, ordinal; /* ordinal: 0 for a class's static fields */
  uint32_t offset;
  bool monitor; /* the object's monitor; offset is not used */
  char *name;   /* "TwoStage$Cell#1.value", "Bank.bal", "int[]#2[3]"; of a monitor "Cell#1" */
};
/* What a watch expression (engine_watch) stands for here: a field or an element; "lock EXPR", or an
 * object alone, is the monitor of that object; of a lock of java.util.concurrent the state of the
 * synchronizer in it, of a condition its first waiter. ERR_INPUT with the reason: there is no such
 * place, or it is a local variable. Free with engine_place_release. */
int engine_place(struct engine *e, const char *expr, struct shared_place *out, struct error *err);
void engine_place_release(struct shared_place *p);

/* "Class.field", "a.b.Class#1.field": can a transition be seen to access it, by its events or by
 * engine_hidden_access? ERR_INPUT with the reason: the class of the name, or of one that ends with
 * it, has no such field; or nothing is seen of it, as it is a constant or one of those fields of
 * the library that need no scheduling points. A class that is not there yet may have it. */
int engine_field_seen(struct engine *e, const char *name, struct error *err);

enum place_touch {
  TOUCH_NONE,
  TOUCH_READ, /* memory: read; monitor: released, waited for, notified */
  TOUCH_WRITE /* memory: written, by an atomic update too; monitor: acquired */
};
/* What event `index` of the transition to node n (engine_event) did to the place. */
enum place_touch engine_touches(struct engine *e, node_id n, uint32_t index,
                                const struct shared_place *p);

/* Was the thread of the transition to node n on that line of a source file before? One that had not
 * begun was on none. */
bool engine_was_on(struct engine *e, node_id n, const char *file, int line);
/* Did that thread come to the beginning of the line in the transition, whether or not it did
 * anything there that others can notice? Executes the transition once more. */
bool engine_passes(struct engine *e, node_id n, const char *file, int line);
/* What the transition to node n accessed that is no event, as it needs no scheduling point: a final
 * field of a class of the program. The name of the one at `index`, as that of an event
 * ("Bank#1.accounts"), which the caller frees; NULL: there are no more. */
char *engine_hidden_access(struct engine *e, node_id n, uint32_t index);

#endif
