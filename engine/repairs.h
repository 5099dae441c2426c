/* Repairs: proposals to fix an error. A bounded check can apply one to the loaded classes and
 * search the program again. Part of engine.h, which includes this file. */
#ifndef HEDDLE_REPAIRS_H
#define HEDDLE_REPAIRS_H

#include <stdint.h>

#include "engine/base/words.h"

struct engine;

struct repair_info {
  char *text; /* "make Cell.value volatile" */
  /* The change to the loaded classes, for check_options.repair: flags of a field or of methods,
   * "volatile TwoStage$Cell.value", "acquire-release TwoStage$Cell.value", "synchronized
   * TwoStage.produce()V TwoStage.consume()V". NULL: it cannot be applied to class files. */
  char *apply;
};
/* Proposes repairs for the error of node n, based on what threads shared on the path to it
 * (keep_events). They are in the order of what they demand of the threads, so the first one that
 * helps is the weakest; *count is 0 if there is none. A proposal is only a guess,
 * which a check (CHECK_REPAIR) can try. Free with engine_repairs_release. ERR_NOTFOUND: the node
 * has no error. */
int engine_repairs(struct engine *e, node_id n, struct repair_info **out, uint32_t *count);
void engine_repairs_release(struct repair_info *r, uint32_t count);

#endif
