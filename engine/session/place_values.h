/* Takes the values that a thread sees where a segment ends. Internal to engine/session. */
#ifndef HEDDLE_SESSION_PLACE_VALUES_H
#define HEDDLE_SESSION_PLACE_VALUES_H

#include "engine/session/session.h"

/* Stores what a thread finds that is before the current instruction of frame f. */
void place_values_take(struct vm *vm, const struct frame *f, struct place_values *out);
void place_values_forget(struct place_values *v);

#endif
