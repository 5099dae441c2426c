/* Transitions that are tried and undone: nobody hears of what only might happen, and it counts for
 * nothing. */
#ifndef HEDDLE_STATE_SCRATCH_H
#define HEDDLE_STATE_SCRATCH_H

#include "engine/state/explorer.h"
#include "engine/vm/sched/aside.h"

struct scratch {
  struct explorer *x;
  VEC(struct delta *) deltas;
  /* of the machine, until the end */
  struct aside aside;
  uint32_t listeners;
  event_fn *tap, *before_race;
  cut_fn *cut;
};

/* False: not now, as a delta is open or the machine has failed. */
bool scratch_begin(struct scratch *s, struct explorer *x);
/* The thread goes on: enum stop_reason. */
int scratch_step(struct scratch *s, uint32_t thread);
/* Back in the state of the beginning. */
void scratch_undo(struct scratch *s);
void scratch_end(struct scratch *s);

#endif
