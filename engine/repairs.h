/* Repairs: what might help against an error, and what comes of it when it is applied to the loaded
 * classes and the program is checked again. A part of engine.h, which includes it. */
#ifndef HEDDLE_REPAIRS_H
#define HEDDLE_REPAIRS_H

#include <stdint.h>

#include "engine/base/words.h"

struct engine;

struct repair_info {
  char *text; /* "make Cell.value volatile" */
  /* What is changed in the loaded classes, for check_options.repair: the flags of a field or of
   * methods, "volatile TwoStage$Cell.value", "synchronized TwoStage.produce()V
   * TwoStage.consume()V". NULL: it cannot be applied to class files. */
  char *apply;
};
/* What is proposed against the error of node n, by what threads shared on the path to it
 * (keep_events): the likeliest first, *count 0 for nothing. A proposal is a guess: a check of it
 * (CHECK_REPAIR) says what becomes of it. Free with engine_repairs_release. ERR_NOTFOUND: the node
 * has no error. */
int engine_repairs(struct engine *e, node_id n, struct repair_info **out, uint32_t *count);
void engine_repairs_release(struct repair_info *r, uint32_t count);

#endif
