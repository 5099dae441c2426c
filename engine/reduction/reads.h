/* What a transition really reads and writes, against its footprint (soundness rule 32, read means
 * footprint); in a build with STRESS=1 only.
 *
 * The state is reached by plain pointers from everywhere, so no accessor could be trusted to be the
 * only one. The compiler is: with -fsanitize=thread it puts a call before each access to memory,
 * and what it calls is in reads.c instead of the sanitizer's library. engine/vm
 * is compiled so, but for the files that the Makefile lists as READS_NOT. Behind a transition
 * whose footprint is not `whole`, each byte of the state that was read or written has to be in its
 * footprint, as a unit of memory, a monitor or a class; out of reach of every other thread when the
 * transition began: of an object that was not shared, of its own stack or record; never written
 * again: a final field of an object that did not leak, a field of quiet.def, a frozen array, a
 * header's class; or a word of the machine's record: those that are part of a state make the
 * footprint whole once they were asked for. The rest is a fault, which aborts with the names of the
 * place and of the code. A header's lock word is not looked at, as it also has the flags of the
 * object: of a monitor, its record counts. Whether the choice is enabled is asked once more, as a
 * part of the transition.
 *
 * Where each visible operation is a transition (vm->sched.one_each), the footprint is the fine one,
 * by which the search dpor orders: there bytes count, and of another thread's record that it names
 * its life, its permit or its being woken.
 *
 * What does not count is put aside by hand (vm/uncounted.h), each with its reason: where a
 * transition ends may depend on who else can run (sleep.h says why that is allowed), how a heap is
 * cut into chunks is no part of a state, a look at a thread for a message or for the assumption
 * about the heap's bound is no effect.
 *
 * The calls know no machine, so there is one for the process, as it is for the sanitizer: the state
 * of reads.c. */
#ifndef HEDDLE_REDUCTION_READS_H
#define HEDDLE_REDUCTION_READS_H

#ifdef HEDDLE_READS
#include "engine/reduction/footprint.h"

struct reads {
  struct footprint print;
  bool keeps;       /* the first fault is kept, for a test; else it aborts */
  char *fault;      /* owned */
  uint64_t checked; /* transitions whose footprint was not whole */
};
/* Listens to the machine from now on. */
void reads_open(struct vm *vm, struct reads *r);
void reads_close(struct vm *vm, struct reads *r);
/* Around vm_step, with the delta open; the shadow arena is the state before it. */
void reads_begin(struct vm *vm, struct reads *r, uint16_t thread);
void reads_end(struct vm *vm, struct reads *r);
#endif

#endif
