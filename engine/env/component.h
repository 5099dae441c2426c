/* A component: a class without a main method, its callable methods, and values for their
 * parameters. Environments (environment.h) are drawn from it, as texts of scenarios. */
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
  VEC(char *) values; /* Java expressions, at least one */
  bool ordered;       /* they are numbers in the order of the defaults: 1, 0, 2, ... */
};

/* A field of the class or of a class nested in it that a method's code names (env/component.c). */
struct component_touch {
  uint64_t field; /* a hash of its class and its name */
  bool writes;
  bool refers; /* to an object, which may change even if the field is only read */
};

struct component_call {
  char *method;
  uint32_t argc;
  struct component_arg args[COMPONENT_ARGS];
  VEC(struct component_touch) touches; /* one entry for each field */
};

struct component {
  char *klass;    /* in Java notation: "a.b.Outer.Cache" */
  char *receiver; /* the target of calls: "comp", or the class if all its methods are static */
  char *make;     /* "comp = new a.b.Cache(1)"; "" if no object is needed */
  bool is_jdk;
  char *binary;   /* "a/b/Outer$Cache" */
  bool is_hidden; /* it, its constructor or a value is not public */
  /* The methods that only its package can call. Constructors are listed by the simple name of the
   * class. */
  VEC(char *) hidden;
  /* The contracts that must not be used while results are assessed, because they assume what is to
   * be found out: those of the component's own classes, and those that may have been shown with
   * their help. "2,java/util/Vector" excludes all contracts above layer 2 and those of the classes
   * listed. Layer 0: no bound. NULL: the component's class is unknown. */
  char *own;
  bool alike; /* its code does not distinguish "a" from "b" (env/component.c) */
  VEC(struct component_call) calls;
  VEC(char *) left_out; /* "put(java.lang.Object[]): no value for java.lang.Object[]" */
};

/* Returns the component's binary name if only code of its package can make the object, provide the
 * values or perform one of the texts (each may be NULL). Returns NULL if any code can. */
const char *component_beside(const struct component *c, const char *const *texts, size_t count);

/* Options of component_of; each may be NULL. */
struct component_asked {
  const char *make;   /* the expression that makes the object */
  const char *values; /* the class with the user's values */
  /* Is the method to be called? Called with its name, then with "put(Object, int)". */
  bool (*wanted)(void *self, const char *method);
  void *self;
};

/* Fills *out, which the caller releases even after an error. ERR_INPUT, ERR_NOTFOUND: the class
 * does not exist. ERR_USAGE: it cannot be made, or has no callable method. */
int component_of(struct vm *vm, const char *klass, const struct component_asked *asked,
                 struct component *out, struct error *err);
void component_release(struct component *c);
/* Appends the call with the k-th combination of its values (modulo their number): "comp.put(1,
 * "a")". */
void component_call_text(const struct component *c, const struct component_call *call, uint32_t k,
                         struct text *out);
/* Returns the number of combinations, at most UINT32_MAX. */
uint32_t component_combinations(const struct component_call *call);

/* draw.c: draws the text between the braces of an environment; the caller frees it. `values`: the
 * values are drawn for each call; otherwise the combinations are taken in turn. */
struct component_draw {
  uint32_t threads;
  bool values;
  struct rng rng;
};
/* Figure 1b: each thread gets a sequence of calls, drawn uniformly. Its length is drawn uniformly
 * from 1 to twice the number of methods. */
char *component_random(const struct component *c, struct component_draw *d);
/* Draws a short text for results that are assessed: 1 to 3 calls in each thread and, in *before, up
 * to 2 calls by main. Only the first two values of each parameter are drawn, unless d->values. The
 * caller frees both texts. */
char *component_short(const struct component *c, struct component_draw *d, char **before);
/* The values with which --env all calls each method. Each parameter takes its first `values`
 * values, or all if it has fewer. Every combination is called; with `one_off`, only those in which
 * at most one parameter differs from its first value. */
struct component_each {
  uint32_t values;
  bool one_off;
};
/* Returns all sequences of up to `length` calls with these values. With d->values, each method has
 * one call with drawn values. First values come first. */
char *component_all(const struct component *c, struct component_draw *d, uint32_t length,
                    struct component_each each);
/* Returns the number of these calls: a method with its values counts as one. */
double component_all_calls(const struct component *c, struct component_each each);
/* Returns the number of combinations of sequences, not counting those that differ only by an
 * exchange of threads. */
double component_all_count(const struct component *c, uint32_t threads, uint32_t length,
                           struct component_each each);
/* For each of these calls, in their order, appends the number of the call in which "a" and "b" are
 * exchanged: "1,0,2". *fixed is the number of calls that are their own mirror. Returns false if a
 * mirror is missing, if all calls are their own mirror, or if the component distinguishes the two
 * values (env/component.c). */
bool component_mirrors(const struct component *c, struct component_each each, struct text *out,
                       uint32_t *fixed);
/* Returns the number of combinations, not counting those that differ only by an exchange of threads
 * or of the two values. */
double component_mirrored_count(const struct component *c, uint32_t threads, uint32_t length,
                                struct component_each each, uint32_t fixed);
/* Chooses the values so that the number of combinations can be searched: 3 values of each parameter
 * or 2, and one_off if there are still too many. Sets `values` to 1 if no parameter has more than
 * one. */
struct component_each component_all_each(const struct component *c, uint32_t threads,
                                         uint32_t length);
/* Figure 1a: the calls are numbered in random order. */
char *component_universal(const struct component *c, struct component_draw *d);

/* pairs.c: two calls that touch the same field, component.calls[one] and [other]; they may be the
 * same. */
struct component_pair {
  uint32_t one, other;
  uint32_t shared; /* at least 1; see component_shared */
};
/* Returns 4 for each field that both calls touch and one of them writes, plus 1 for each field that
 * both only read and that refers to an object. */
uint32_t component_shared(const struct component_call *a, const struct component_call *b);
/* Stores all pairs that share something in *out, those that share most first, equal ones in the
 * order of calls. Returns their number. The caller frees *out. */
size_t component_pairs(const struct component *c, struct component_pair **out);
/* Returns the scenario of the pair: "a(); b() || b(); a()", so that each call runs concurrently
 * with the other one and with itself. More threads alternate. */
char *component_pair_text(const struct component *c, const struct component_pair *p,
                          uint32_t threads);

/* Rewrites a text of the user, such as "put(1, 2); get(1) || remove(1)", for an environment: its
 * calls become calls on the component. ERR_USAGE names the place. The caller frees *out. */
int component_scenario(const struct component *c, const char *text, char **out, struct error *err);
/* Like component_scenario, for a text that has only statements of main. */
int component_alone(const struct component *c, const char *text, char **out, struct error *err);
/* Returns the exceptions that are regular results of a JDK class's calls, as environment.h takes
 * them. */
const char *component_answers(const struct component *c);

#endif
