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
 * object alone, is the monitor of that object. ERR_INPUT with the reason: there is no such place,
 * or it is a local variable. Free with engine_place_release. */
int engine_place(struct engine *e, const char *expr, struct shared_place *out, struct error *err);
void engine_place_release(struct shared_place *p);

/* "Class.field", "a.b.Class#1.field": may it be a place? ERR_INPUT with the reason when the class
 * is loaded, under the name or one that ends with it, and no such one has the field. */
int engine_field_exists(struct engine *e, const char *name, struct error *err);

enum place_touch {
  TOUCH_NONE,
  TOUCH_READ, /* memory: read; monitor: released, waited for, notified */
  TOUCH_WRITE /* memory: written, by an atomic update too; monitor: acquired */
};
/* What event `index` of the transition to node n (engine_event) did to the place. */
enum place_touch engine_touches(struct engine *e, node_id n, uint32_t index,
                                const struct shared_place *p);

#endif
