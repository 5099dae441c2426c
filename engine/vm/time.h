/* Virtual time under scheduling (soundness rule 15): when it passes, and what bounds it.
 *
 * Time stands still while threads run. It passes when a timed wait elapses, in a sleep, in an endless loop that reads
 * the clock, and where the program itself reads the clock again: there a long time may have passed since the reading
 * before, which is a choice of its own. The first readings of a loop that polls the clock leave it alone, so that a
 * loop without other effects comes back to its own state; later ones let it pass. Steps grow with the number of steps
 * on the path: a loop towards a deadline ends after few of them. Once the clock is part of the state, all of them
 * count, and a path with too many is cut (TIME_STEPS_MAX). */
#ifndef HEDDLE_VM_TIME_H
#define HEDDLE_VM_TIME_H

#include "engine/vm/vm.h"

enum { TIME_STEPS_MAX = 128, TIME_JUMPS_MAX = 3 };

/* `ns` pass, and more when many steps came before. */
void time_pass(struct vm *vm, uint64_t ns);
/* The same up to a deadline. */
void time_pass_to(struct vm *vm, uint64_t deadline);
/* The program's own code reads the clock: NATIVE_OK, or NATIVE_STOP before the reading, whose choices are that time
 * jumped or not. */
int time_read(struct vm *vm, struct thread *t);
/* t stands before a reading of the clock, and time may jump there. */
bool time_may_jump(struct vm *vm, const struct thread *t);
void time_jump(struct vm *vm);

#endif
