/* Contracts: methods of a class that the search may execute as one step each, once scenarios of its
 * calls have shown that nothing else can be observed (soundness rule 33, atomic is shown). The rows
 * of contracts.def are claims. This file also declares the functions that list the calls of a
 * class, in the notation of scenarios. */
#ifndef HEDDLE_ENV_CONTRACTS_H
#define HEDDLE_ENV_CONTRACTS_H

#include "engine/base/error.h"
#include "engine/base/mem.h"

#include <stdbool.h>
#include <stdint.h>

struct vm;

struct contract { /* the columns of contracts.def */
  int layer;
  const char *klass, *before, *around, *beside, *after, *methods, *why;
};

/* Is the row shown together with `outer`, because its class is nested in outer's class and cannot
 * be made by itself? */
bool contract_is_within(const struct contract *row, const struct contract *outer);
/* Returns NULL if there is no row with this number. */
const struct contract *contract_row(size_t i);
/* Is the row's class one of these names ("java.util.Vector", "Vector")? With no names, every row is
 * wanted. */
bool contract_is_wanted(const struct contract *row, char *const *names, int count);
/* Does some row have a class of this name? */
bool contract_is_known(const char *name);
/* Returns the lowest layer that has a row for the class ("java/util/Vector"), or 0. */
int contract_layer(const char *klass);
/* Returns the number of words in `methods`. */
uint32_t contract_count(const char *methods);
/* Does the claim (words; "*" for all except "!name") contain the method? */
bool contract_claims(const char *methods, const char *name);
/* Is the method claimed as a step of its own after the step of a public method that calls it
 * ("+name")? */
bool contract_is_apart(const char *methods, const char *name);
/* Is `name` one of the methods before the ';'? */
bool contract_is_main(const char *methods, const char *name);

/* Besides the results of calls, a scenario may observe the states of threads, and the permits that
 * library code may leave when it parks and unparks threads. */
enum contract_observers { CONTRACT_STATES = 1, CONTRACT_PERMITS = 2, CONTRACT_OBSERVERS = 3 };
/* Returns the name of one observer, or NULL if there is no such bit. */
const char *contract_observer_name(uint32_t bit);

enum { CONTRACT_THREADS = 3 };
struct contract_call { /* a call of one method with one list of arguments */
  char *method;
  char *overload; /* "append(I)Ljava/lang/StringBuffer;" */
  /* the call as threads 0, 1 and 2 make it; they may pass different values */
  char *text[CONTRACT_THREADS];
};
/* A walk over a view, an iterator or a similar object that a call returns (walks.def). */
struct contract_walk {
  char *method; /* the method that returns it */
  char *names;  /* "v = q.values(); i = v.iterator()" */
  char *vars;   /* "vi": the variables of the objects reached, a letter each */
  char *text;   /* `names` and the calls: "v = ...; i = ...; i.hasNext(); i.next()" */
};
struct contract_element { /* an argument that another thread changes: elements.def */
  const char *klass, *make, *change;
};
struct contract_given { /* a call that takes such an argument */
  char *method, *overload;
  char *x, *y;    /* its text with the argument x, and with y */
  size_t element; /* index for contract_element */
  bool fills;     /* the call does not look for an existing value */
};
struct contract_calls {
  VEC(struct contract_call) all;
  VEC(struct contract_given) given;
  VEC(struct contract_walk) walks;
  VEC(char *) left_out; /* "drainTo(Ljava/util/Collection;)I": a parameter has no value */
};

/* Collects the calls of the public methods of a class ("java/util/Vector") on an object q, by
 * method name. ERR_NOTFOUND, ERR_INPUT: the class does not exist. Free with
 * contract_calls_release. */
int contract_calls_of(struct vm *vm, const char *klass, struct contract_calls *out,
                      struct error *err);
/* Returns NULL if there is no element with this number. */
const struct contract_element *contract_element(size_t i);
/* Appends the names of the methods that a walk calls on one of its variables, each once, separated
 * by ' '. */
void contract_walk_methods(const struct contract_walk *w, char var, struct text *out);
void contract_calls_release(struct contract_calls *calls);

#endif
