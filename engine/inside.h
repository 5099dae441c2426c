/* The internals of a session, for code that is built together with the engine: other parts of the
 * session, the events of traces (trace/convert.c), the replay of a recorded run, which controls the
 * machine (trace/replay/replay.c), and tests. Not installed; other programs use engine.h. */
#ifndef HEDDLE_INSIDE_H
#define HEDDLE_INSIDE_H

#include "engine/engine.h"

struct vm *engine_vm(struct engine *e);             /* the machine: engine/vm/vm.h */
struct explorer *engine_explorer(struct engine *e); /* the tree: engine/state/explorer.h */
/* Numbers the objects on the path to the current node, also in the path's events (xevent.ordinal),
 * as in the session's names: Cell#2. Visits nodes of the path and returns to the current node. */
void engine_name_path(struct engine *e);
/* Returns the number of the object of this class id at an address of the current state; 0: it has
 * none. engine_last_number returns the last number assigned to an object of the class on the path
 * to the current node; 0: none. */
uint32_t engine_object_number(struct engine *e, uint32_t object, uint32_t klass);
uint32_t engine_last_number(struct engine *e, uint32_t klass);

#endif
