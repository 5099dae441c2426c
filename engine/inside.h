/* The inside of a session, for what is built together with the engine: the other parts of it, the
 * events of traces (trace/convert.c), the replay of a recorded run, which steers the machine
 * (trace/replay.c), and tests. Not installed; other programs have engine.h. */
#ifndef HEDDLE_INSIDE_H
#define HEDDLE_INSIDE_H

#include "engine/engine.h"

struct vm *engine_vm(struct engine *e);             /* the machine: engine/vm/vm.h */
struct explorer *engine_explorer(struct engine *e); /* the tree itself: engine/state/explorer.h */
/* Gives the objects of the path to here their numbers, also in its events (xevent.ordinal): Cell#2
 * as the session shows it. Goes to nodes of the path and back. */
void engine_name_path(struct engine *e);
/* The number of the object at this address of here, of the class with this id; 0: it has none. And
 * the number that was given last among those of the class on the path to here; 0: none. */
uint32_t engine_object_number(struct engine *e, uint32_t object, uint32_t klass);
uint32_t engine_last_number(struct engine *e, uint32_t klass);

#endif
