/* Known small programs and all their outcomes, to test the interpreter. */
#ifndef WEAK_LITMUS_H
#define WEAK_LITMUS_H

#include <stdbool.h>

/* Prints TAP, one line for each program. Returns true if all outcomes are as known. */
bool litmus_run(void);

/* Prints the programs as Java with their outcomes. */
void litmus_print(void);

#endif
