/* The property `race`: the summary function h of paper 004 (section 3), precise for the Java memory
 * model's data races.
 *
 * h(row) is the set of locations that may be accessed without a WR or WW race. It is represented by
 * clocks: each row (thread, lock, volatile location, class initialisation) has a vector of release
 * counts, each location a stamp (thread, count) of its last write; x is in h(row) exactly when
 * row[writer] >= count. release, acquire, invalidate and instantiate of the paper's figure 1
 * become: copy-join and increment, join, stamp, and nothing (default values are in every row,
 * JLS 17.4.4). Clocks never reach a fingerprint, only the bits derived from them (race_canon_*).
 *
 * Atomic accesses (soundness rule 20, two access modes): one with acquire or release semantics
 * makes its edge before it is checked; opaque ones make none. Two things are less than exact, both
 * towards silence: of several unordered atomic writes a plain access is checked against the last
 * one only, and a plain access, through a var handle, to a field that is declared volatile is not
 * checked against volatile writes. With --race-rw each location also has the reads since its last
 * write, and a write conflicts with those that its thread does not know.
 *
 * All of it is state in the arena: rows are KLASS_ROW objects, stamps live in the shadow area, so
 * undo undoes h. */
#ifndef HEDDLE_PROPERTY_RACE_H
#define HEDDLE_PROPERTY_RACE_H

#include "engine/property/property.h"
#include "engine/vm/rows.h"
#include "engine/vm/sched/event.h"

struct race;

/* The property's row switches the race check on; patterns and --race-rw are the machine's options.
 */
extern const struct property_ops property_race;
void race_event(struct vm *vm, struct thread *t, const struct event *e);

static inline uint32_t row_clock(struct vm *vm, ref row, uint32_t thread) {
  return row_get(vm, row, ROW_CLOCKS + thread);
}
/* Stamps: 0 never written; else (thread + 1) << 23 | count, and for elements whether trusted code
 * wrote it. Of threads beyond the first STAMP_THREADS the five low bits of the number take the
 * place of the highest of the count. */
enum {
  STAMP_SHIFT = 23,
  STAMP_TRUSTED = 1 << 22,
  STAMP_THREADS = 256,
  STAMP_REST = 5,
  STAMP_FEW = STAMP_TRUSTED >> STAMP_REST
};
static inline uint32_t stamp_of(uint32_t thread, uint32_t count) {
  uint32_t beyond = thread - STAMP_THREADS;
  if (thread < STAMP_THREADS) return (thread + 1) << STAMP_SHIFT | count;
  return (STAMP_THREADS + 1 + (beyond >> STAMP_REST)) << STAMP_SHIFT |
         (beyond & ((1 << STAMP_REST) - 1)) * STAMP_FEW | count;
}
static inline uint32_t stamp_thread(uint32_t stamp) {
  uint32_t high = stamp >> STAMP_SHIFT;
  if (high <= STAMP_THREADS) return high - 1;
  return STAMP_THREADS + ((high - STAMP_THREADS - 1) << STAMP_REST) +
         (stamp & (STAMP_TRUSTED - 1)) / STAMP_FEW;
}
static inline uint32_t stamp_count(uint32_t stamp) {
  return stamp & ((stamp >> STAMP_SHIFT <= STAMP_THREADS ? STAMP_TRUSTED : STAMP_FEW) - 1);
}
/* The stamp of the last write of any kind, and the row of a location that was accessed atomically
 * (0: never). */
static inline uint32_t race_stamp(struct vm *vm, ref obj, uint32_t off) {
  return *MEM32(vm, SHADOW_OF(obj + off));
}
static inline ref race_volatile_row(struct vm *vm, ref obj, uint32_t off) {
  return *MEM32(vm, SHADOW_OF(obj + off) + 4);
}
/* Is the location with this stamp in h(row)? Unwritten locations are in every row (JLS 17.4.4). */
static inline bool race_in_h(struct vm *vm, ref row, uint32_t stamp) {
  return !stamp || row_clock(vm, row, stamp_thread(stamp)) >= stamp_count(stamp);
}
/* Would the access that thread t is about to make be free of WR (WW) races? Asks only. */
bool race_free_access(struct vm *vm, const struct thread *t, const struct event *e);
/* The same for RW races, while reads are kept (--race-rw). */
bool race_free_of_reads(struct vm *vm, const struct thread *t, const struct event *e);
/* Is a race on this location reported (not trusted, not benign)? `t` makes the access; that counts
 * for elements only, and when the other access is by trusted code too: an array of the program's
 * that the library reads is none of its own. */
bool race_reported(struct vm *vm, const struct thread *t, ref obj, uint32_t off);
/* The same of a single access, whether or not races are looked for. */
bool race_exempt(struct vm *vm, const struct thread *t, ref obj, uint32_t off);
/* Reads --trust and --benign (ERR_USAGE) for these questions; once for all properties that ask
 * them. */
int race_trust_start(struct vm *vm, struct error *err);
void race_trust_stop(struct vm *vm);
/* Is it a field whose races are never reported? What h knows of it can have no effect. */
bool race_silent(struct vm *vm, ref obj, uint32_t off);
/* Gives a new thread its row (main: at the start of the race check). */
void race_thread(struct vm *vm, struct thread *t);

/* Fills in the texts of a race that was noted; in the state behind its transition. */
void race_texts_of(struct vm *vm, struct violation *v);

/* Names for people, malloc'd. A location: "Publish.done", "Counter.cells[1]", "int[1]". An object:
 * the field that holds it, "Counter.lock", or "Counter.class"; NULL when no field does. They do not
 * depend on addresses. */
char *race_location_name(struct vm *vm, const struct thread *t, ref obj, uint32_t off);
char *race_object_name(struct vm *vm, ref obj);

#endif
