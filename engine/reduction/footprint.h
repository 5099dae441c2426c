/* What a transition touched that other threads can reach, by its events: memory in units of 8
 * bytes, monitors. Two transitions of different threads with disjoint footprints, writes against
 * anything, are independent: either order leads to the same state, and neither makes the other
 * possible or impossible. h follows: what a write takes from other rows, and what an acquire or a
 * release joins, concerns a location or a lock that is in the footprint.
 *
 * Whatever is no access and no lock (start, join, end, wait, notify, park, interrupts,
 * initialisers, output, inputs, clocks) is `whole`: it depends on everything. A `fine` footprint
 * has starts, ends, joins, permits, interrupts and notifies by the thread that they concern,
 * memory by bytes, and its units in the order of the events, with the releases of monitors: what
 * the search dpor orders by. */
#ifndef HEDDLE_REDUCTION_FOOTPRINT_H
#define HEDDLE_REDUCTION_FOOTPRINT_H

#include "engine/vm/sched/event.h"

struct footprint_unit {
  ref obj;
  uint32_t unit; /* offset / 8, or FOOTPRINT_MONITOR, FOOTPRINT_CLASS, FOOTPRINT_LIFE */
  bool write;
  bool release;  /* fine: of a monitor, it is given back */
  uint8_t bytes; /* fine: of memory, which of the unit, a bit each */
};
struct footprint {
  bool whole;
  bool fine; /* set once, after footprint_listen */
  uint16_t thread;
  ref joins; /* fine: footprint_begin's, the thread that the transition joins */
  VEC(struct footprint_unit) units;
};
#define FOOTPRINT_MONITOR UINT32_MAX
#define FOOTPRINT_CLASS (UINT32_MAX - 1)
/* Of fine ones, of a Thread: whether it was started and has ended, its permit, and that a notify
 * took it out of a wait set; of the class Thread: that all of them have ended. */
#define FOOTPRINT_LIFE (UINT32_MAX - 2)
#define FOOTPRINT_PERMIT (UINT32_MAX - 3)
#define FOOTPRINT_HOOKS (UINT32_MAX - 4)
#define FOOTPRINT_WAKE (UINT32_MAX - 5)

/* Listens to the machine until _close; `f` is filled by the transitions in between. Switches events
 * on. */
void footprint_listen(struct vm *vm, struct footprint *f);
void footprint_close(struct vm *vm, struct footprint *f);
/* Before a transition of `thread`. */
void footprint_begin(struct vm *vm, struct footprint *f, uint16_t thread);
/* Behind it: what events do not report. */
void footprint_end(struct vm *vm, struct footprint *f);

/* A copy of its own, to be freed. */
struct footprint *footprint_copy(const struct footprint *f);
void footprint_free(struct footprint *f);
bool footprint_independent(const struct footprint *a, const struct footprint *b);

#endif
