/* Explores all executions of a program: breadth-first, every state once, without any reduction. */
#ifndef ORACLE_EXPLORE_H
#define ORACLE_EXPLORE_H

#include "tests/tools/oracle/program.h"

enum { OUTCOME_TEXT = 96, OUTCOMES_MAX = 512 };

struct outcomes {
  char text[OUTCOMES_MAX][OUTCOME_TEXT]; /* "exit 0: 12", "deadlock: a"; sorted, each once */
  int count;
  bool many; /* there are more than OUTCOMES_MAX */
};

struct executions {
  struct outcomes outcomes;
  uint32_t racy; /* bits of locations */
  bool deadlock, cycle, uncaught;
  bool loops;   /* the program has loops that may have no end */
  bool hang;    /* a state from which neither an end nor a deadlock can be reached */
  bool decided; /* false: more than `most` states, or output that is too long */
  size_t states;
};

void outcomes_add(struct outcomes *o, const char *text);

/* Returns e->decided; false also if there is not enough memory. */
bool executions_of(struct executions *e, const struct program *p, size_t most);

#endif
