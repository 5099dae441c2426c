/* Generates programs. A seed determines the program, on every machine. */
#ifndef WEAK_INVENT_H
#define WEAK_INVENT_H

#include "tests/tools/weak/actions.h"
#include "tests/tools/weak/lines.h"

#include <stdint.h>

/* A program with its outcomes, and with those that it has under sequential consistency. */
struct invented {
  struct program program;
  struct lines lines, newest;
};

/* Makes program `number`. Draws programs until one is small enough and has several outcomes; for
 * two of three numbers, some outcomes must not be sequentially consistent. Returns false after too
 * many draws. */
bool invent(struct invented *v, uint64_t seed, int number);

#endif
