/* Inputs of a recorded run that the machine feeds to the program again: clock readings, random
 * seeds, identity hashes, environment variables, and the sizes of the pieces of standard input.
 *
 * engine_options.inputs holds them, one per line, in the recorded order:
 *
 *   THREAD SOURCE VALUE OF PLACE
 *
 * THREAD is 0 for main, 0.2 for its third child and so on, or - for an input of the whole run.
 * SOURCE names the kind of input. VALUE is a decimal number, or NAME=VALUE for the environment. OF
 * is the class of the hashed object. PLACE is the innermost place of the program's own code, as
 * Class.method(descriptor)@index. - means none. %XX encodes a byte in all columns.
 *
 * Each thread receives its inputs of one source, class and place in their recorded order. Its
 * position in each such queue is state: it is stored in an array in the arena, is part of the
 * canonical form, and is undone with the transition. A thread that asks for more inputs than were
 * recorded, or at another place, receives the machine's own value, and the path counts this.
 * Virtual time then goes on from the last recorded reading; it is never ahead of the
 * recorded readings. */
#ifndef HEDDLE_VM_GIVEN_H
#define HEDDLE_VM_GIVEN_H

#include "engine/vm/vm.h"

struct given;

/* Parses the lines. Returns ERR_INPUT for a malformed line. Sets *out to NULL if there are no
 * lines. */
int given_new(const char *const *lines, int count, struct given **out, struct error *err);
void given_free(struct given *g); /* NULL is allowed */
/* Makes the array of positions. Call once, after the machine has booted. */
int given_start(struct vm *vm, struct error *err);

/* Returns NAME=VALUE if the line is an environment variable, otherwise NULL. The caller frees
 * it. */
char *given_line_environment(const char *line);

/* Gets an input of the whole run. Returns false if none was recorded. */
bool given_fixed(const struct vm *vm, const char *source, uint64_t *value);
/* Returns the seed of the iteration order of Map.of and Set.of: the recorded one, or one that
 * depends on options.seed. It is never 0, for which the library would use the clock. */
uint64_t given_map_order(const struct vm *vm);
/* Gets an input of one thread. Returns false if none was recorded. */
bool given_thread(struct vm *vm, const struct thread *t, const char *source, uint64_t *value);
/* Returns the i-th NAME=VALUE of the environment, or NULL after the last one. */
const char *given_environment(const struct vm *vm, uint32_t i);
/* Returns whether t has an unused input of this source at its current place. Sets *line to the
 * index of that input's line. */
bool given_waits(struct vm *vm, const struct thread *t, const char *source, uint32_t *line);
/* Takes the next input of this source for t. `of`: the class of an object, or NULL. Returns false
 * if there is none; counts this if `count` is set and any inputs were recorded. */
bool given_take(struct vm *vm, struct thread *t, const char *source, const char *of, bool count,
                uint64_t *value);
/* Takes the next input of the whole run, whichever thread asks. */
bool given_take_any(struct vm *vm, const char *source, uint64_t *value);

/* Advances the clock to `at`, a recorded reading, unless it is there already. */
void given_clock(struct vm *vm, uint64_t at);

#endif
