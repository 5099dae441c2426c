/* Finds the outcomes of a program: enumerates all sequences of its threads' actions, and in each
 * sequence all choices of the writes that its reads return. Nothing is remembered between two
 * sequences, so that nothing can be wrongly taken as equal. */
#ifndef WEAK_WEAVE_H
#define WEAK_WEAVE_H

#include "tests/tools/weak/actions.h"
#include "tests/tools/weak/lines.h"

enum { STEPS_MAX = 200000 };

/* Stores the lines that main may print in *to. `newest`: under sequential consistency, each read
 * returns the newest write. Returns false if there are more than `steps` steps, if the program is
 * too large, or if it may deadlock. */
bool weave(struct lines *to, const struct program *p, bool newest, long steps);

#endif
