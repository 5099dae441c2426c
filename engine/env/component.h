/* A component: a class without a main, what can be called of it, and values for its parameters.
 * From it environments are drawn (environment.h), as texts of scenarios. */
#ifndef HEDDLE_ENV_COMPONENT_H
#define HEDDLE_ENV_COMPONENT_H

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "engine/base/rng.h"

#include <stdbool.h>
#include <stdint.h>

struct vm;

enum { COMPONENT_ARGS = 8, COMPONENT_CALLS = 128 };

struct component_arg {
  VEC(char *) values; /* Java expressions, one at least */
  bool ordered;       /* numbers, as the table of defaults has them: 1, 0, 2, ... */
};

/* A field that a method's code names, in the class or in what is nested in it (fields.c). */
struct component_touch {
  uint64_t field; /* a hash of its class and name */
  bool writes;
  bool refers; /* to an object, which may be changed when the field is only read */
};

struct component_call {
  char *method;
  uint32_t argc;
  struct component_arg args[COMPONENT_ARGS];
  VEC(struct component_touch) touches; /* each field once */
};

struct component {
  char *klass;    /* as Java writes it: "a.b.Outer.Cache" */
  char *receiver; /* "comp", or the class when all its methods are static */
  char *make;     /* "comp = new a.b.Cache(1)"; "" when nothing has to be made */
  bool is_jdk;
  char *binary;       /* "a/b/Outer$Cache" */
  bool is_hidden;     /* it is not public, or what makes it is not, or some value */
  VEC(char *) hidden; /* methods that only its package can call; its simple name: constructors */
  /* Where its calls are assessed, contracts (contracts.h) of its own classes are no steps, nor are
   * those that may have been shown with them: they would say what is to be found out.
   * "2,java/util/Vector": none above this layer, none of these classes; layer 0: no bound; NULL:
   * nobody knows of what class it is. */
  char *own;
  bool alike; /* its code treats the values "a" and "b" alike (alike.c) */
  VEC(struct component_call) calls;
  VEC(char *) left_out; /* "put(java.lang.Object[]): no value for java.lang.Object[]" */
};

/* The binary name of the class where calls of its package alone can do what it takes: make the
 * object, give the values, or perform what one of the texts says (each may be NULL); NULL:
 * everybody can. */
const char *component_beside(const struct component *c, const char *const *texts, size_t count);

/* What is asked of component_of; NULL where nothing is. */
struct component_asked {
  const char *make;   /* the expression that makes it */
  const char *values; /* the class with values of the user */
  /* is the method one of those to be called? Asked with its name, then as "put(Object, int)" */
  bool (*wanted)(void *self, const char *method);
  void *self;
};

/* *out is the caller's, to be released whatever is returned. ERR_INPUT, ERR_NOTFOUND: no such
 * class; ERR_USAGE: it cannot be made, or nothing of it can be called. */
int component_of(struct vm *vm, const char *klass, const struct component_asked *asked,
                 struct component *out, struct error *err);
void component_release(struct component *c);
/* The k-th call with values, each combination of them in turn: "comp.put(1, "a")". */
void component_call_text(const struct component *c, const struct component_call *call, uint32_t k,
                         struct text *out);
/* How many combinations there are, at most UINT32_MAX. */
uint32_t component_combinations(const struct component_call *call);

/* draw.c: what stands between the braces of an environment; the caller's. `values`: drawn for each
 * call, else the combinations in turn. */
struct component_draw {
  uint32_t threads;
  bool values;
  struct rng rng;
};
/* Figure 1b: each thread a sequence of a length drawn evenly from 1 to twice the number of methods,
 * of calls drawn evenly. */
char *component_random(const struct component *c, struct component_draw *d);
/* Short ones, for results that are assessed: 1 to 3 calls of each thread, and in front of them none
 * to two alone, in *before; of each parameter's values the first two are drawn. Both are the
 * caller's.
 */
char *component_short(const struct component *c, struct component_draw *d, char **before);
/* The values that --env all calls each method with: each parameter takes its first `values` values,
 * or all where it has fewer. Every combination is called, or, with `one_off`, those in which at
 * most one parameter has another value than its first. */
struct component_each {
  uint32_t values;
  bool one_off;
};
/* Every sequence of up to `length` calls with these values; of each method with one that is drawn
 * where values are. First values come first. */
char *component_all(const struct component *c, struct component_draw *d, uint32_t length,
                    struct component_each each);
/* How many calls that are: a method with its values is one. */
double component_all_calls(const struct component *c, struct component_each each);
/* How many combinations of sequences, of which no two differ by an exchange of threads alone. */
double component_all_count(const struct component *c, uint32_t threads, uint32_t length,
                           struct component_each each);
/* For each of these calls, in their order, the number of that in which "a" and "b" have changed
 * places: "1,0,2"; *fixed: how many are their own. False: not all are there, or the component does
 * not treat the two alike (alike.c). */
bool component_mirrors(const struct component *c, struct component_each each, struct text *out,
                       uint32_t *fixed);
/* How many combinations, of which no two differ by an exchange of threads and of the two. */
double component_mirrored_count(const struct component *c, uint32_t threads, uint32_t length,
                                struct component_each each, uint32_t fixed);
/* As much as leaves a number of combinations that can be searched: 3 values or 2, and one off where
 * they are still many. 1: no parameter has more. */
struct component_each component_all_each(const struct component *c, uint32_t threads,
                                         uint32_t length);
/* Figure 1a: the numbering of the calls is shuffled. */
char *component_universal(const struct component *c, struct component_draw *d);

/* pairs.c: two calls that touch the same field: component.calls[one] and [other], which may be the
 * same. */
struct component_pair {
  uint32_t one, other;
  uint32_t shared; /* how much they share, at least 1: see component_shared */
};
/* 4 for each field that both touch and one of them writes, 1 for each that both only read and that
 * refers to an object. */
uint32_t component_shared(const struct component_call *a, const struct component_call *b);
/* All pairs that share something, those that share most first; equal ones in the order of calls.
 * *out is the caller's. */
size_t component_pairs(const struct component *c, struct component_pair **out);
/* Its scenario: "a(); b() || b(); a()", so that each of the two calls meets
 * the other one and itself; more threads take turns. */
char *component_pair_text(const struct component *c, const struct component_pair *p,
                          uint32_t threads);

/* A text of the user, "put(1, 2); get(1) || remove(1)", in which calls are on the component, as it
 * stands in an environment. ERR_USAGE with the place; the caller's. */
int component_scenario(const struct component *c, const char *text, char **out, struct error *err);
/* Statements that run alone. */
int component_alone(const struct component *c, const char *text, char **out, struct error *err);
/* Exceptions that calls of a class of the JDK answer with, as environment.h takes them. */
const char *component_answers(const struct component *c);

#endif
