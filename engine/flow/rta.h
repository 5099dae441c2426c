/* Rapid type analysis (paper 001, section 3.1; Bacon and Sweeney): which methods can run, which
 * classes are instantiated, and which methods each call site can call. It is flow-insensitive: a
 * virtual call on type T reaches the implementations in the instantiated subclasses of T.
 *
 * Roots are main, its class's initialiser, and every method in which a thread was seen although the
 * analysis had not reached it (rta_add_root). The latter covers what the analysis does not follow:
 * reflection, service loading and method handles created at run time.
 *
 * Decisions where the paper is silent:
 *
 *  - The program's own classes are followed without a bound. The library is followed to a depth of
 *    `jdk_depth` calls from the program's code. rta_deepen extends this for a library location that
 *    was not reached. A method beyond the depth is a leaf.
 *  - A call without an instantiated receiver (an object created where the analysis does not look,
 *    such as System.out) reaches the declared method, unless that is abstract.
 *  - Class initialisers of the program are called from the instructions that trigger them
 *    (RTA_INIT). Those of the library run in one step with the triggering instruction (soundness
 *    rule 21, initialised acquires) and are omitted.
 *  - Thread.start() also leads to run() of the instantiated subclasses of the receiver's type
 *    (RTA_START). If the method that starts the thread also creates it, it leads only to that
 *    class's run(), or to the Runnable that is passed to the constructor (rta.c).
 *  - A library call with an argument of an abstract type may call that type's abstract methods on
 *    objects of the program (RTA_CALLBACK): executor.submit(task) leads to task.call(). If the
 *    method creates the task itself, the call leads only to that task. A constructor does not call
 *    the methods, because it only stores the object. A type with one abstract method (functional
 *    interface) also matches library classes that the program itself instantiates.
 *  - Lambdas and method references are read from the BootstrapMethods attribute
 *    (LambdaMetafactory). The site instantiates the functional interface, and calls of its method
 *    reach the implementation. For other bootstrap methods, the site calls the static methods among
 *    the arguments' method handles. String concatenation and record methods call nothing.
 *
 * The analysis loads classes but never changes the arena's mutable part. It owns all its memory. */
#ifndef HEDDLE_FLOW_RTA_H
#define HEDDLE_FLOW_RTA_H

#include "engine/flow/cfg.h"

struct rta_options {
  uint32_t jdk_depth;     /* depth of library calls below the program's code; 0 = default */
  uint32_t max_jdk_depth; /* limit of rta_deepen; 0 = default */
  uint32_t max_methods;   /* library methods followed; 0 = default */
};

enum rta_call_kind { RTA_CALL, RTA_START, RTA_INIT, RTA_CALLBACK };

struct rta_virtual;

/* A possible call from an instruction. A node may have several: the call proper and the calls that
 * it triggers. */
struct rta_call {
  uint32_t node;
  uint8_t kind;              /* enum rta_call_kind */
  struct rta_method *direct; /* the only target, or NULL */
  /* the dispatch, which other calls may share, or NULL; both NULL: not known */
  struct rta_virtual *virt;
};

struct rta_method {
  struct method *method;
  const struct cfg *cfg; /* NULL: no body, or not followed */
  uint32_t index;        /* in the order of discovery */
  /* number of library calls below the program's code; 0 for the program's methods */
  uint32_t depth;
  bool scanned;               /* its calls are known */
  VEC(struct rta_call) calls; /* in node order */
};

/* A dispatch: a pair of receiver type and method, and the targets that it can reach. */
struct rta_virtual {
  struct klass *owner;
  struct method *method;
  uint8_t scope;  /* private to rta.c */
  uint32_t depth; /* depth of the nearest call */
  bool guessed;   /* no receiver is known, so the target is the declared method */
  VEC(struct rta_method *) targets;
  /* dispatches of a functional interface whose method reference is this one */
  VEC(struct rta_virtual *) parents;
};

struct rta;
/* Makes an empty analysis, in which nothing is reachable. NULL options: defaults. The caller frees
 * it with rta_free; the machine must outlive it. */
struct rta *rta_new(struct vm *vm, const struct rta_options *opt);
void rta_free(struct rta *r);

/* Makes m and its class's initialiser reachable, as if the program called it. Takes effect with the
 * next rta_run. */
void rta_add_root(struct rta *r, struct method *m);
/* Runs the analysis to its fixed point. Returns whether anything was added since the last call. */
bool rta_run(struct rta *r);
/* Goes deeper into the library until m is reached, the bound is met or nothing is left. Returns
 * whether m is reached. */
bool rta_deepen(struct rta *r, const struct method *m);

/* Returns the analysis's record of m, or NULL if m is not reachable. */
struct rta_method *rta_method(const struct rta *r, const struct method *m);
uint32_t rta_method_count(const struct rta *r);
struct rta_method *rta_method_at(const struct rta *r, uint32_t index);
/* Returns the only implementation of method `name` of the lambda that an invokedynamic of m
 * creates; NULL if it is not known or there are several. */
struct rta_method *rta_lambda(struct rta *r, struct rta_method *m, const struct cfg_site *s,
                              const struct symbol *name);
/* Returns whether reachable code instantiates k. */
bool rta_instantiated(const struct rta *r, const struct klass *k);

/* Returns the number of targets of a call. *out is valid until the next rta_run. */
static inline uint32_t rta_targets(const struct rta_call *c, struct rta_method *const **out) {
  *out = c->direct ? &c->direct : c->virt ? c->virt->targets.data : NULL;
  return c->direct ? 1 : c->virt ? (uint32_t)c->virt->targets.len : 0;
}
/* Returns the callee of a call proper with a resolved type (exactly one target), else NULL
 * (has_resolved_type, get_target_CFG). */
static inline struct rta_method *rta_resolved(const struct rta_call *c) {
  struct rta_method *const *t;
  if (c->kind != RTA_CALL || (c->virt && c->virt->guessed)) return NULL;
  return rta_targets(c, &t) == 1 ? t[0] : NULL;
}

#endif
