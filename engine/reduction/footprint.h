/* The footprint of a transition: the memory (in units of 8 bytes) and the monitors that the
 * transition accessed and that other threads can reach. The footprint is collected from events. Two
 * transitions of different threads are independent if no unit that one of them writes is in the
 * footprint of the other. Then both orders lead to the same state, and neither transition enables
 * or disables the other. This is also true with h, which changes only at locations and locks that
 * are in the footprint.
 *
 * Operations other than accesses and locks (start, join, end, wait, notify, park, interrupts,
 * initialisers, output, inputs, clocks) make the footprint `whole`: the transition is then
 * dependent on every other one. A `fine` footprint, which the search dpor uses, is more precise.
 * Starts, ends, joins, permits, interrupts and notifies are units of the thread that they concern,
 * memory is recorded by bytes, and the units are in the order of the events and include releases of
 * monitors. */
#ifndef HEDDLE_REDUCTION_FOOTPRINT_H
#define HEDDLE_REDUCTION_FOOTPRINT_H

#include "engine/vm/sched/event.h"

struct footprint_unit {
  ref obj;
  uint32_t unit; /* offset / 8, or FOOTPRINT_MONITOR, FOOTPRINT_CLASS, FOOTPRINT_LIFE */
  bool write;
  bool release;  /* fine: the monitor is released */
  uint8_t bytes; /* fine: for memory, the bytes of the unit as a bit mask */
};
struct footprint {
  bool whole;
  bool fine; /* set once, after footprint_listen */
  bool open; /* between footprint_begin and footprint_end */
  uint16_t thread;
  ref joins; /* fine: the thread that the transition joins; set by footprint_begin */
  VEC(struct footprint_unit) units;
};
#define FOOTPRINT_MONITOR UINT32_MAX
#define FOOTPRINT_CLASS (UINT32_MAX - 1)
/* Units of a fine footprint. For a Thread: its life (started, ended), its permit, and that a notify
 * removed it from a wait set. FOOTPRINT_HOOKS, for class Thread: the end of all threads. */
#define FOOTPRINT_LIFE (UINT32_MAX - 2)
#define FOOTPRINT_PERMIT (UINT32_MAX - 3)
#define FOOTPRINT_HOOKS (UINT32_MAX - 4)
#define FOOTPRINT_WAKE (UINT32_MAX - 5)

/* Listens to the machine's events until footprint_close; transitions between footprint_begin and
 * footprint_end fill `f`, other transitions (those of the minimisation) do not. Enables events. */
void footprint_listen(struct vm *vm, struct footprint *f);
void footprint_close(struct vm *vm, struct footprint *f);
/* Call before a transition of `thread`. */
void footprint_begin(struct vm *vm, struct footprint *f, uint16_t thread);
/* Call after the transition: adds what events do not report. */
void footprint_end(struct vm *vm, struct footprint *f);
/* Call instead of footprint_end if the footprint of the transition does not matter. */
void footprint_drop(struct footprint *f);

/* Returns a copy, to be freed with footprint_free. */
struct footprint *footprint_copy(const struct footprint *f);
void footprint_free(struct footprint *f);
bool footprint_independent(const struct footprint *a, const struct footprint *b);

#endif
