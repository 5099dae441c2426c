/* Inputs of a recorded run that the machine gives the program again: readings of the clock, seeds
 * of random numbers, identity hashes, the environment, the parts in which standard input came.
 *
 * engine_options.inputs holds them, a line each, in the recorded order:
 *
 *   THREAD SOURCE VALUE OF PLACE
 *
 * THREAD is 0 for main, 0.2 for its third child and so on, or - for what holds for the whole run.
 * SOURCE says what was asked. VALUE is a number, in decimal, or NAME=VALUE of the environment. OF
 * is the class of the object that was hashed, PLACE the innermost place of the program's own code,
 * Class.method(descriptor)@index; - is none. %XX stands for a byte in all of them.
 *
 * Each thread is given its inputs of one source, class and place in their order. How far it has
 * come in each is state: an array of the arena, part of the canonical form and undone with the
 * step. A thread that asks for more than were recorded, or elsewhere, is given the machine's own
 * (virtual time goes on from what was given, which is never behind it), and the path counts that.
 */
#ifndef HEDDLE_VM_GIVEN_H
#define HEDDLE_VM_GIVEN_H

#include "engine/vm/vm.h"

struct given;

/* ERR_INPUT: a line that is none. No lines: *out is NULL. */
int given_new(const char *const *lines, int count, struct given **out, struct error *err);
void given_free(struct given *g); /* NULL is fine */
/* Makes the positions. Once, when the machine has booted. */
int given_start(struct vm *vm, struct error *err);

/* What holds for the whole run; false: nothing was recorded. */
bool given_fixed(const struct vm *vm, const char *source, uint64_t *value);
/* What holds for one thread. */
bool given_thread(struct vm *vm, const struct thread *t, const char *source, uint64_t *value);
/* The environment: the i-th NAME=VALUE, NULL behind the last. */
const char *given_environment(const struct vm *vm, uint32_t i);
/* Was one recorded that t has not been given, of this source where t is? *line: its number. */
bool given_waits(struct vm *vm, const struct thread *t, const char *source, uint32_t *line);
/* The next input of this source for t; `of`: the class of an object, or NULL. false: there is none,
 * which is counted when there are inputs at all and `count` is set. */
bool given_take(struct vm *vm, struct thread *t, const char *source, const char *of, bool count,
                uint64_t *value);
/* The next one of the whole run, whichever thread asks. */
bool given_take_any(struct vm *vm, const char *source, uint64_t *value);

/* t reads the clock: that is the virtual time until which the clock has to go on, unless it is
 * there already. */
void given_clock(struct vm *vm, uint64_t at);

#endif
