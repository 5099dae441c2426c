/* Runs the program heddle and reads what it printed: the only way in which the oracle meets it. */
#ifndef ORACLE_HEDDLE_H
#define ORACLE_HEDDLE_H

#include "tests/tools/oracle/explore.h"

struct answer {
  int status;    /* the exit status, -1 when a signal ended it */
  bool complete; /* the search came to its end */
  bool bounded;  /* it met --max-states, or something that dpor does not do */
  struct outcomes outcomes;
  uint32_t racy;         /* bits of the locations it named */
  bool unknown_location; /* it named one that is none of the program's */
  char first_line[256];
};

struct site {
  const char *heddle, *javac, *folder; /* folder: of the sources and the class files */
  const char *const *options;          /* for each heddle check, up to NULL */
  char patience[16], spurious[8];      /* of the program that is checked */
};

/* Its options are to be those of a program. */
void site_for(struct site *site, const struct program *p);

/* heddle check ARGS... -cp folder NAME. False when it cannot be started. */
bool heddle_check(const struct site *site, const char *name, const char *const *args,
                  struct answer *a);

/* What --benign and --trust take, so that no race on these locations is reported. */
void heddle_benign(const char *name, uint32_t locs, char *benign, size_t benign_size, char *trust,
                   size_t trust_size);

/* Writes name.java for each program and compiles them all. */
bool heddle_compile(const struct site *site, const struct program *const *programs,
                    const char *const *names, int count);

#endif
