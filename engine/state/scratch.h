/* Transitions that are tried and undone. Listeners do not notice them, and they are not counted. */
#ifndef HEDDLE_STATE_SCRATCH_H
#define HEDDLE_STATE_SCRATCH_H

#include "engine/state/explorer.h"
#include "engine/vm/sched/aside.h"

struct scratch {
  struct explorer *x;
  VEC(struct delta *) deltas;
  /* saved from the machine until scratch_end */
  struct aside aside;
  uint32_t listeners;
  event_fn *tap, *before_race;
  cut_fn *cut;
};

/* Starts a scratch run. Returns false if a delta is open or the machine has failed. */
bool scratch_begin(struct scratch *s, struct explorer *x);
/* Executes a transition of the thread; returns enum stop_reason. */
int scratch_step(struct scratch *s, uint32_t thread);
/* Restores the state in which the run began. */
void scratch_undo(struct scratch *s);
void scratch_end(struct scratch *s);

#endif
