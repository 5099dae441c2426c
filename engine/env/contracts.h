/* Contracts: methods of a class that the search may take for one step each, once scenarios of its
 * calls have shown that nothing else can be observed (soundness rule 33, atomic is shown). The rows
 * of contracts.def are claims; what a class's calls are, as texts of scenarios, is said here too.
 */
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

/* Is it a row that is shown together with `outer`: of a class nested in that one's, which cannot be
 * made by itself? */
bool contract_is_within(const struct contract *row, const struct contract *outer);
/* NULL: there is none of that number. */
const struct contract *contract_row(size_t i);
/* Is the row of a class of one of these names ("java.util.Vector", "Vector")? Of none of them: of
 * any. */
bool contract_is_wanted(const struct contract *row, char *const *names, int count);
bool contract_is_known(const char *name); /* some row is of a class of that name */
/* The lowest layer that has a row of the class ("java/util/Vector"); 0: none has. */
int contract_layer(const char *klass);
uint32_t contract_count(const char *methods); /* words */
/* Does the claim (words; "*" all but "!name") have the method? */
bool contract_claims(const char *methods, const char *name);
/* ... as a step of its own behind a public method's that calls it ("+name")? */
bool contract_is_apart(const char *methods, const char *name);
/* Is it one of those in front of the ';'? */
bool contract_is_main(const char *methods, const char *name);

/* What a program can look at beside the calls of a class: states of threads, and permits of park,
 * which the library's own parking may leave over. */
enum contract_observers { CONTRACT_STATES = 1, CONTRACT_PERMITS = 2, CONTRACT_OBSERVERS = 3 };
/* Of one of them; NULL: there is no such bit. */
const char *contract_observer_name(uint32_t bit);

enum { CONTRACT_THREADS = 3 };
struct contract_call { /* of one method with one list of arguments */
  char *method;
  char *overload;               /* "append(I)Ljava/lang/StringBuffer;" */
  char *text[CONTRACT_THREADS]; /* what thread 0, 1 or 2 calls: they may give other values */
};
struct contract_walk { /* of a view, an iterator or their like, which a call gives (walks.def) */
  char *method;        /* that gives it */
  char *names;         /* "v = q.values(); i = v.iterator()" */
  char *vars;          /* "vi": what is reached, a letter each */
  char *text;          /* names, and what is done: "v = ...; i = ...; i.hasNext(); i.next()" */
};
struct contract_element { /* what calls are given that another thread changes: elements.def */
  const char *klass, *make, *change;
};
struct contract_given { /* a call that takes such an object */
  char *method, *overload;
  char *x, *y;    /* its text with one or the other of those that are made */
  size_t element; /* contract_element */
  bool fills;     /* it does not look for what is there */
};
struct contract_calls {
  VEC(struct contract_call) all;
  VEC(struct contract_given) given;
  VEC(struct contract_walk) walks;
  VEC(char *) left_out; /* "drainTo(Ljava/util/Collection;)I": no value for a parameter */
};

/* The calls of the public methods of a class ("java/util/Vector") on an object q, in the order of
 * their names. ERR_NOTFOUND, ERR_INPUT: no such class. Free with contract_calls_release. */
int contract_calls_of(struct vm *vm, const char *klass, struct contract_calls *out,
                      struct error *err);
const struct contract_element *contract_element(size_t i); /* NULL: there is none of that number */
/* The names of the methods that a walk calls on one of its variables, once each, with ' ' between
 * them. */
void contract_walk_methods(const struct contract_walk *w, char var, struct text *out);
void contract_calls_release(struct contract_calls *calls);

#endif
