/* Runs javac and heddle, and reads what heddle reports. Nothing else here is connected to heddle.
 */
#ifndef WEAK_ASK_H
#define WEAK_ASK_H

#include "tests/tools/weak/actions.h"
#include "tests/tools/weak/lines.h"

struct asked {
  const char *heddle, *javac, *folder; /* folder: contains the sources and the class files */
  const char *const *options;          /* for each heddle check; NULL-terminated */
  bool newest;                         /* without --stale-reads: sequential consistency */
};

struct answer {
  int status;         /* the exit status; -1: a signal ended heddle */
  bool complete;      /* heddle searched everything and found no error */
  struct lines lines; /* what main printed; other ends than exit 0 begin with the kind of end */
  char first_line[200];
};

/* Writes NAME.java for each program and compiles them all. */
bool ask_javac(const struct asked *q, const struct program *const *programs,
               const char *const *names, int count);

/* Runs heddle check. Returns false if it cannot be started. */
bool ask_heddle(const struct asked *q, const char *name, struct answer *a);

#endif
