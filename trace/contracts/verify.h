/* Showing contracts: for each row of engine/env/contracts.def, layer by layer, scenarios of calls
 * are searched whole twice, with every step of the class and with the row's methods as one step
 * each, the layers below being steps in both. What can be observed must be the same: results,
 * exceptions, interrupts that are left over, deadlocks and the state in the end. A method of which
 * that is not so is taken out of the row; a method of the class that is not in the row and sees
 * inside of one is noted as such.
 *
 * The scenarios are all pairs of calls of the class, and what the row names beside them, of which
 * one is of the row, and an interrupt beside each; then, over the row's main methods, two threads
 * by two calls and three threads by one. */
#ifndef HEDDLE_CONTRACTS_VERIFY_H
#define HEDDLE_CONTRACTS_VERIFY_H

#include "engine/env/contracts.h"
#include "trace/contracts/evidence.h"

enum { VERIFY_STATES = 300000 }; /* of one search: beyond that it is open */

struct verify_progress {
  const char *klass;
  size_t done, all; /* searches of this round */
};

struct verify_options {
  const char *java_home;
  const char *file; /* records are added to it; those that hold are not made again */
  /* names of the classes ("java.util.Vector", "Vector"): made again in any case; NULL, 0: all rows
   */
  char *const *classes;
  int class_count;
  uint32_t jobs;
  uint64_t states; /* 0: VERIFY_STATES */
  volatile int *stop;
  /* may be NULL */
  void (*progress)(void *self, const struct verify_progress *p);
  /* a row is ready; `made`: now */
  void (*ready)(void *self, const struct contract *row, const struct evidence *e, bool made);
  void *self;
};

/* The names are those of rows (contract_check_names). ERR_INPUT: the file; ERR_LIMIT: it was
 * stopped. */
int contracts_verify(const struct verify_options *o, struct error *err);

/* ---- inside: scenarios.c ---- */

enum { SCENARIO_CALLS = 4 };
struct scenario {
  char *text;
  const char *methods[SCENARIO_CALLS]; /* of the calls; NULL: of something else */
  uint32_t count;
};
struct scenarios {
  VEC(struct scenario) all;
  struct contract_calls calls; /* whose names the scenarios have */
};
/* `calls` is taken over. Free with scenarios_release. */
void scenarios_of(const struct contract *row, const struct contract_calls *calls,
                  struct scenarios *out);
void scenarios_release(struct scenarios *s);

/* ---- inside: round.c ---- */

struct outcome_text { /* of one search of one scenario */
  char *ends;         /* sorted lines; NULL: not searched yet */
  bool open;          /* not whole */
  char *why;          /* ... and why; NULL otherwise */
};
struct claim { /* a row while it is shown */
  const struct verify_options *o;
  const struct contract *row;
  struct scenarios scenarios;
  const char *below;               /* engine_options.contracts of the layers below; NULL none */
  char *methods;                   /* what is still claimed */
  struct outcome_text *each, *one; /* by scenario */
  char **one_for;                  /* which of its methods were steps then */
  bool *left; /* the scenario is no program, or has a method that sees inside */
  uint64_t states;
};
/* Searches what is not known: ERR_LIMIT when it was stopped. */
int claim_search(struct claim *c, struct error *err);
/* The methods of the scenario that are claimed, each once, in order; caller frees. */
char *claim_of(const struct claim *c, const struct scenario *s);

#endif
