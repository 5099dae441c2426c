/* The inside of a session, for what is built together with the engine: the other parts of it, the
 * events of traces (trace/convert.c), the replay of a recorded run, which steers the machine
 * (trace/replay.c), and tests. Not installed; other programs have engine.h. */
#ifndef HEDDLE_INSIDE_H
#define HEDDLE_INSIDE_H

#include "engine/engine.h"

struct vm *engine_vm(struct engine *e);             /* the machine: engine/vm/vm.h */
struct explorer *engine_explorer(struct engine *e); /* the tree itself: engine/state/explorer.h */

#endif
