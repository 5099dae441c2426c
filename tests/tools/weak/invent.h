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

/* Makes the program with this number. Of the programs that its seeds give, takes the first that is
 * small enough and has several outcomes. In two of three programs, some of them are not
 * sequentially consistent. Returns false if there is none. */
bool invent(struct invented *v, uint64_t seed, int number);

#endif
