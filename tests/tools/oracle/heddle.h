/* Runs the program heddle and reads what it prints. The oracle has no other connection to heddle.
 */
#ifndef ORACLE_HEDDLE_H
#define ORACLE_HEDDLE_H

#include "tests/tools/oracle/explore.h"

struct answer {
  int status;    /* the exit status; -1: a signal ended heddle */
  bool complete; /* heddle searched everything */
  bool bounded;  /* it reached --max-states, or something that dpor does not support */
  struct outcomes outcomes;
  uint32_t racy;         /* bits of the locations of the reported races */
  bool unknown_location; /* a reported location is not one of the program's */
  char first_line[256];
};

struct site {
  const char *heddle, *javac, *folder; /* folder: contains the sources and the class files */
  const char *const *options;          /* for each heddle check; NULL-terminated */
  char patience[16], spurious[8];      /* options of the program that is checked */
};

/* Sets the patience and the number of spurious wake-ups to those of the program. */
void site_for(struct site *site, const struct program *p);

/* Runs heddle check ARGS... -cp folder NAME. Returns false if it cannot be started. */
bool heddle_check(const struct site *site, const char *name, const char *const *args,
                  struct answer *a);

/* Writes values of --benign and --trust with which no race on these locations is reported. */
void heddle_benign(const char *name, uint32_t locs, char *benign, size_t benign_size, char *trust,
                   size_t trust_size);

/* Writes name.java for each program and compiles them all. */
bool heddle_compile(const struct site *site, const struct program *const *programs,
                    const char *const *names, int count);

#endif
