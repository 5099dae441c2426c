/* Checks the actual reads and writes of each transition against its footprint (soundness rule 32,
 * read means footprint). Only in a build with STRESS=1.
 *
 * Plain pointers access the state from everywhere, so no accessor function could be sure to see
 * every access. The compiler does: -fsanitize=thread inserts a call before each memory access, and
 * reads.c provides the called functions instead of the sanitizer's library. engine/vm is compiled
 * this way, except the files listed in the Makefile as READS_NOT.
 *
 * After a transition whose footprint is not `whole`, each byte of the state that it read or wrote
 * must be one of these:
 * - in the footprint, as a unit of memory, a monitor or a class;
 * - unreachable for other threads when the transition began: an object that was not shared, or
 *   the thread's own stack or record;
 * - never written again: a final field of an object that did not leak, a field of quiet.def, a
 *   frozen array, or the class in a header;
 * - a word of the machine's record. Reading such a word that is part of the state makes the
 *   footprint whole.
 *
 * Any other byte is a fault, which aborts with the names of the place and of the code. A header's
 * lock word is ignored, because it also contains flags of the object; for a monitor, its record is
 * checked instead. The check whether the choice is enabled is repeated as part of the transition.
 *
 * If each visible operation is a transition (vm->sched.one_each), the fine footprint is checked, by
 * which the search dpor orders transitions. Then accesses are compared by bytes, and an access to
 * another thread's record must be covered by that thread's life, permit or waking.
 *
 * Exempt accesses are excluded by hand (vm/uncounted.h), each with a reason. The end of a
 * transition may depend on which other threads can run (search/sleep.h says why). The partition of
 * the heap into chunks is not part of a state. Reading a thread for a message, or for the
 * assumption about the heap bound, has no effect.
 *
 * The inserted calls do not know the machine, so the state in reads.c exists once for the process,
 * as in the sanitizer. */
#ifndef HEDDLE_REDUCTION_READS_H
#define HEDDLE_REDUCTION_READS_H

#ifdef HEDDLE_READS
#include "engine/reduction/footprint.h"

struct reads {
  struct footprint print;
  bool keeps;       /* keep the first fault, for a test, instead of aborting */
  char *fault;      /* owned */
  uint64_t checked; /* number of transitions whose footprint was not whole */
};
/* Starts listening to the machine. */
void reads_open(struct vm *vm, struct reads *r);
void reads_close(struct vm *vm, struct reads *r);
/* Call around vm_step, with the delta open; the shadow arena contains the state before the step. */
void reads_begin(struct vm *vm, struct reads *r, uint16_t thread);
void reads_end(struct vm *vm, struct reads *r);
#endif

#endif
