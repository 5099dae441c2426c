/* Trial transitions: they are executed, examined and undone, and leave no trace in the machine.
 *
 * Their delta restores the state itself. struct aside saves what a transition notes outside the
 * state: how much was executed, what any path has seen, which mark it hit, where its output goes. A
 * broken assumption and the peak use of the heap are not restored. A search must never miss them,
 * and a transition that can be tried can also be taken. */
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

/* Saves the machine's notes in *a. From here on nothing is written to the program's output, and the
 * limit of bytecodes does not apply. */
void aside_begin(struct vm *vm, struct aside *a);

/* Restores the notes of aside_begin. Call after the deltas of the trial transitions were undone. */
void aside_end(struct vm *vm, const struct aside *a);

#endif
