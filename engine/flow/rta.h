/* Rapid type analysis (paper 001, section 3.1; Bacon and Sweeney): which methods can run, which
 * classes are instantiated, and what each call site can call. Flow-insensitive: a virtual call on
 * type T reaches the implementations in the instantiated subclasses of T.
 *
 * Roots: main and its class's initialiser, and every method that a thread was seen in although the
 * analysis had not reached it (rta_add_root). What the analysis cannot see it learns that way:
 * reflection, service loading and method handles made at run time are not followed.
 *
 * Decisions, where the paper is silent:
 *  - The program's own classes are followed without a bound. The library is followed to a depth:
 * `jdk_depth` calls from the program's code; rta_deepen goes on for a location in the library that
 * was not reached. Beyond it a method is a leaf.
 *  - A call without an instantiated receiver (an object made where the analysis does not look, as
 * System.out) reaches the declared method itself unless that is abstract.
 *  - Class initialisers of the program are called from the instructions that trigger them
 * (RTA_INIT); those of the library run as one piece with the instruction that triggers them
 * (soundness rule 21, initialised acquires) and are left out.
 *  - Thread.start() also leads to run() of the instantiated subclasses of the receiver's type
 * (RTA_START); where the method that starts the thread also makes it, to that class's run() alone,
 * or to the Runnable that it is made with (rta_tasks.c).
 *  - A library call that takes an object of an abstract type may call that type's abstract methods
 * on objects of the program (RTA_CALLBACK): executor.submit(task) leads to task.call(), to that
 * of one task where the method makes it itself.
 * Constructors are no such calls, they only keep the object. Types with one abstract method
 * (functional interfaces) also match library classes that the program itself instantiates.
 *  - Lambdas and method references are read from the BootstrapMethods attribute
 * (LambdaMetafactory); the site instantiates the functional interface, and calls of its method
 * reach the implementation. Of other bootstraps, method handles among the arguments that name a
 * static method are called from the site; string concatenation and record methods call nothing.
 *
 * The analysis loads classes but never touches the arena's mutable part. All memory is the
 * analysis's own. */
#ifndef HEDDLE_FLOW_RTA_H
#define HEDDLE_FLOW_RTA_H

#include "engine/flow/cfg.h"

struct rta_options {
  uint32_t jdk_depth;     /* library calls followed below the program's code; 0 = default */
  uint32_t max_jdk_depth; /* the most that rta_deepen may go to; 0 = default */
  uint32_t max_methods;   /* library methods followed; 0 = default */
};

enum rta_call_kind { RTA_CALL, RTA_START, RTA_INIT, RTA_CALLBACK };

struct rta_virtual;

/* One possible call from an instruction. A node may have several: the call proper and what it
 * triggers. */
struct rta_call {
  uint32_t node;
  uint8_t kind;              /* enum rta_call_kind */
  struct rta_method *direct; /* the one target, or */
  struct rta_virtual
      *virt; /* the dispatch that it shares with other calls; both NULL: nothing known */
};

struct rta_method {
  struct method *method;
  const struct cfg *cfg;      /* NULL: no body or not followed */
  uint32_t index;             /* in the order of discovery */
  uint32_t depth;             /* library calls below the program's code; 0 for the program */
  bool scanned;               /* its calls are known */
  VEC(struct rta_call) calls; /* in node order */
};

/* A dispatch: (type of the receiver, method) and what it can reach. */
struct rta_virtual {
  struct klass *owner;
  struct method *method;
  uint8_t scope;  /* private to rta.c */
  uint32_t depth; /* of the nearest call */
  bool guessed;   /* no receiver is known: the declared method stands in */
  VEC(struct rta_method *) targets;
  VEC(struct rta_virtual *)
  parents; /* dispatches of a functional interface whose lambda is this method reference */
};

struct rta;
/* An empty analysis: nothing is reachable yet. NULL options: defaults. Freed with rta_free; the
 * machine must outlive it. */
struct rta *rta_new(struct vm *vm, const struct rta_options *opt);
void rta_free(struct rta *r);

/* Makes m and its class's initialiser reachable, as if the program called it. Takes effect with
 * rta_run. */
void rta_add_root(struct rta *r, struct method *m);
/* Brings the analysis to its fixed point. True when something was added since the last time. */
bool rta_run(struct rta *r);
/* Goes deeper into the library until m is reached, the bound is met or nothing is left; returns
 * whether m is reached.
 */
bool rta_deepen(struct rta *r, const struct method *m);

/* What is known of m; NULL when it is not reachable. */
struct rta_method *rta_method(const struct rta *r, const struct method *m);
uint32_t rta_method_count(const struct rta *r);
struct rta_method *rta_method_at(const struct rta *r, uint32_t index);
/* What runs when method `name` of the lambda that an invokedynamic of m makes is called: the one
 * implementation; NULL when it is not known, or several. */
struct rta_method *rta_lambda(struct rta *r, struct rta_method *m, const struct cfg_site *s,
                              const struct symbol *name);
/* Whether some reachable code instantiates k. */
bool rta_instantiated(const struct rta *r, const struct klass *k);

/* The targets of a call: *out is valid until the next rta_run. Returns how many. */
static inline uint32_t rta_targets(const struct rta_call *c, struct rta_method *const **out) {
  *out = c->direct ? &c->direct : c->virt ? c->virt->targets.data : NULL;
  return c->direct ? 1 : c->virt ? (uint32_t)c->virt->targets.len : 0;
}
/* The callee of a call proper whose type is resolved (exactly one target), else NULL
 * (has_resolved_type, get_target_CFG). */
static inline struct rta_method *rta_resolved(const struct rta_call *c) {
  struct rta_method *const *t;
  if (c->kind != RTA_CALL || (c->virt && c->virt->guessed)) return NULL;
  return rta_targets(c, &t) == 1 ? t[0] : NULL;
}

#endif
