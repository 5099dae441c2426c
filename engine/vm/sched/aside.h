/* Transitions that are only looked at: they are executed and undone, and leave nothing behind in
 * the machine either.
 *
 * The state itself is restored by its delta. What a transition notes beside the state (how much was
 * executed, what any path has seen, which mark it hit, where its output goes) is kept here. Notes
 * that a search must never miss, a broken assumption and the greatest use of the heap, stay: a
 * transition that can be looked at can be taken. */
#ifndef HEDDLE_VM_SCHED_ASIDE_H
#define HEDDLE_VM_SCHED_ASIDE_H

#include "engine/vm/vm.h"

struct aside {
  struct thread *cur;
  struct choice choice;
  int mark_hit, out_fd;
  uint64_t insn_total, insn_limit;
  uint32_t asked_world;
  bool unreported, sections_seen, time_seen, patient_seen, seed_seen;
  uint8_t weak_seen;
  const char *distinguished_by;
};

/* From here on nothing is written to the program's output and no limit of bytecodes is met; *a
 * keeps the machine's notes. */
void aside_begin(struct vm *vm, struct aside *a);

/* The notes of aside_begin again. The deltas of the transitions must have been undone. */
void aside_end(struct vm *vm, const struct aside *a);

#endif
