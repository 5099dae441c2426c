/* Known small programs and all their outcomes, to test the interpreter. */
#ifndef WEAK_LITMUS_H
#define WEAK_LITMUS_H

#include "tests/tools/weak/actions.h"

/* Prints TAP, one line for each program. Returns true if all outcomes are as known. */
bool litmus_run(void);

/* The programs by number. Returns NULL after the last. */
const struct program *litmus_program(int number);
const char *litmus_name(int number);

#endif
