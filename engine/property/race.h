/* The property `race`: data races, found with the summary function h of paper 004 (section 3). The
 * check is precise for the data races of the Java memory model, with two exceptions named below.
 *
 * h describes the happens-before order of a path. It has a row for each thread, lock, class
 * initialisation and volatile (or atomically accessed) location, and a column for each location
 * with plain accesses. h(row) is the set of locations that a thread with this row may access
 * without a write-read (WR) or write-write (WW) race. For example, main starts worker, writes x and
 * z, and releases a lock; then worker acquires the lock and writes y:
 *
 *                      x       y        z      clocks (main, worker)
 *     row of main      1       0        1      (3, 0)
 *     row of worker    1       1        1      (2, 1)
 *     row of lock      1       0        1      (2, 0)
 *     stamp          main 2  worker 1  main 2
 *
 * The bits are not stored. Each thread counts its releases, starting at 1. A row is a vector clock
 * of such counts (vm/rows.h). Each location has a stamp in the shadow area: the thread that wrote
 * it last and that thread's count. Location x is in h(row) exactly if row[writer] >= count. The
 * operations of the paper's figure 1 become:
 *
 *     release      joins the thread's row into the lock's row, then increments the thread's count
 *     acquire      joins the lock's row into the thread's row
 *     invalidate   stamps the written location
 *     instantiate  nothing, because an unwritten location is in every row (JLS 17.4.4)
 *
 * An atomic access with acquire or release semantics makes its edge before it is checked; an opaque
 * access makes no edge (soundness rule 20, two access modes). Two cases can miss a race: a plain
 * access is checked only against the last of several unordered atomic writes, and a plain access by
 * a var handle to a field declared volatile is not checked against volatile writes. With --race-rw,
 * each location also keeps the reads since its last write, and a write conflicts with every read
 * that does not happen before it.
 *
 * Rows (KLASS_ROW) and stamps are in the arena, so undoing a delta also undoes h. The fingerprint
 * never contains clocks, only the bits derived from them (state/canon/h_bits.c). */
#ifndef HEDDLE_PROPERTY_RACE_H
#define HEDDLE_PROPERTY_RACE_H

#include "engine/property/property.h"
#include "engine/vm/rows.h"
#include "engine/vm/sched/event.h"

struct race;

/* Enabling the property enables the race check; patterns and --race-rw are options of the
 * machine. */
extern const struct property_ops property_race;
void race_event(struct vm *vm, struct thread *t, const struct event *e);

static inline uint32_t row_clock(struct vm *vm, ref row, uint32_t thread) {
  return row_get(vm, row, ROW_CLOCKS + thread);
}
/* A stamp is 0 for a location that was never written, otherwise (thread + 1) << 23 | count. In
 * stamps of elements, STAMP_TRUSTED is set if trusted code wrote the element. For threads from
 * STAMP_THREADS on, the low five bits of the thread number replace the highest bits of the
 * count. */
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
/* Return the stamp of the last write of any kind, and the row of a location that was accessed
 * atomically (0: never). */
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
/* Would the access that thread t is about to make be free of WR (WW) races? Changes nothing. */
bool race_free_access(struct vm *vm, const struct thread *t, const struct event *e);
/* Like race_free_access, for RW races, if reads are recorded (--race-rw). */
bool race_free_of_reads(struct vm *vm, const struct thread *t, const struct event *e);
/* Is a race on this location reported, that is, neither trusted nor benign? For an element, a race
 * is silent only if trusted code makes both accesses: pass the accessing thread as `t` if trusted
 * code made the other access, else NULL. An array of the program does not become trusted because
 * the library reads it. */
bool race_reported(struct vm *vm, const struct thread *t, ref obj, uint32_t off);
/* Is this single access exempt, as trusted or benign? Does not require the race check to be on. */
bool race_exempt(struct vm *vm, const struct thread *t, ref obj, uint32_t off);
/* Does the class belong to a library, not to the program? Classes of the JDK do, and those in jars,
 * unless the jar is that of the main class or --own names the class. */
bool race_of_library(struct vm *vm, struct klass *k);
/* Parses --trust, --benign and --own (ERR_USAGE) for these questions, once for all properties that
 * ask them. */
int race_trust_start(struct vm *vm, struct error *err);
void race_trust_stop(struct vm *vm);
/* Is this a field whose races are never reported? Then h's entries for it can have no effect. */
bool race_silent(struct vm *vm, ref obj, uint32_t off);
/* Creates the row of a new thread (for main, when the race check starts). */
void race_thread(struct vm *vm, struct thread *t);

/* Fills in the texts of a race that was noted. Call it in the state after the race's transition. */
void race_texts_of(struct vm *vm, struct violation *v);

/* Return names for messages, malloc'd, that do not depend on addresses. A location: "Publish.done",
 * "Counter.cells[1]", "int[1]". An object: the field that holds it, "Counter.lock", or
 * "Counter.class"; NULL if no field holds it. */
char *race_location_name(struct vm *vm, const struct thread *t, ref obj, uint32_t off);
char *race_object_name(struct vm *vm, ref obj);

#endif
