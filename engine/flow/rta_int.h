/* Private to the rapid type analysis: rta.c (worklist and dispatch), rta_scan.c (instructions),
 * rta_indy.c (lambdas and callbacks), rta_tasks.c (tasks).
 *
 * Invariants
 *
 *  1. From its discovery, or from a decrease of its depth, until it is processed at that depth, a
 *     method is in queue[depth] at least once. Entries with another depth than the method's are
 *     stale.
 *  2. depth(program's method) = 0; depth(library method) <= 1 + depth of every caller whose calls
 *     are known.
 *  3. For every dispatch v and every instantiated class or lambda that matches it, v->targets
 *     contains the selected method.
 *  4. Nothing depends on addresses: methods are discovered in the order of the instructions, so
 *     indices are the same in every run. */
#ifndef HEDDLE_FLOW_RTA_INT_H
#define HEDDLE_FLOW_RTA_INT_H

#include "engine/flow/rta.h"
#include "engine/flow/values.h"
#include "engine/vm/machine.h"

enum { RTA_DEPTHS = 40 };
enum klass_mark { MARK_INSTANTIATED = 1, MARK_BY_PROGRAM = 2 };

/* The receivers that a dispatch considers. */
enum rta_scope {
  SCOPE_ALL,     /* an ordinary call */
  SCOPE_SINGLE,  /* a callback of a functional type: classes that the program itself instantiates */
  SCOPE_PROGRAM, /* a callback of another abstract type: classes of the program */
};

/* A lambda or method reference: an object of type `iface` whose method `name` runs the
 * implementation. */
struct rta_lambda {
  struct klass *iface;
  const struct symbol *name;
  struct rta_method *direct; /* this or virt */
  struct rta_virtual *virt;
  bool by_program;
};

/* the methods that a library call with a parameter of type `type` may call */
struct rta_callbacks {
  struct klass *type;
  VEC(struct rta_virtual *) virtuals;
};

struct rta_queue {
  VEC(struct rta_method *) v;
};

struct rta {
  struct vm *vm;
  struct rta_options opt;
  struct pool pool;
  uint32_t bound;                   /* the present depth limit for the library */
  uint32_t scanned;                 /* number of library methods scanned */
  bool grown;                       /* something was added since the last rta_run */
  VEC(struct rta_method *) by_id;   /* by method->id */
  VEC(struct rta_method *) methods; /* by index */
  VEC(uint8_t) marks;               /* by klass->id: enum klass_mark */
  VEC(struct klass *) instantiated;
  VEC(struct rta_lambda *) lambdas;
  VEC(struct rta_virtual *) virtuals;
  struct rta_virtual **table; /* hash table of virtuals with open addressing */
  uint32_t table_mask;
  VEC(struct rta_callbacks *) callbacks;
  struct rta_queue queue[RTA_DEPTHS];
  const struct symbol *s_start, *s_run, *s_run_desc, *s_clinit, *s_init, *s_metafactory;
  struct klass *thread, *object;
  struct values *values; /* of the method being scanned, made on first use */
  const struct rta_method *values_of;
};

/* rta.c */
struct rta_method *rta_reach(struct rta *r, struct method *m, uint32_t caller_depth);
struct rta_virtual *rta_dispatch(struct rta *r, struct klass *owner, struct method *m,
                                 enum rta_scope scope, uint32_t caller_depth);
void rta_instantiate(struct rta *r, struct klass *k, bool by_program);
void rta_add_lambda(struct rta *r, const struct rta_lambda *lambda);
struct rta_call *rta_add_call(struct rta_method *m, uint32_t node, enum rta_call_kind kind);
static inline bool rta_is_program(const struct method *m) { return !m->owner->is_jdk; }

/* rta_scan.c: fills m->calls. */
void rta_scan(struct rta *r, struct rta_method *m);
/* Returns the class of a constant; NULL if it cannot be loaded. */
struct klass *rta_class(struct rta *r, const struct symbol *name);
/* Returns the method to which a reference resolves, or NULL. */
struct method *rta_resolve(struct rta *r, struct klass *owner, const struct symbol *name,
                           const struct symbol *desc);
/* Returns whether a call of m on a receiver of static type `owner` can only run m. */
bool rta_is_direct(const struct klass *owner, const struct method *m);

/* rta_indy.c */
void rta_scan_indy(struct rta *r, struct rta_method *m, const struct cfg_site *s);
/* Returns whether the invokedynamic creates a known lambda, and the lambda in *out. */
bool rta_lambda_at(struct rta *r, struct rta_method *m, const struct cfg_site *s,
                   struct rta_lambda *out);
/* Returns the dispatches of the abstract methods of a type. */
const struct rta_callbacks *rta_callbacks_of(struct rta *r, struct klass *type, uint32_t depth);
/* Adds RTA_CALLBACK calls for a call of library method `callee` from the program's method m.
 * `receiver` is its static type, NULL for static calls. */
void rta_scan_callbacks(struct rta *r, struct rta_method *m, uint32_t node, struct klass *receiver,
                        const struct method *callee);

/* rta_tasks.c */
/* Adds calls of `kind` to the methods that run when `called` is called on the value v. Returns
 * false, without adding anything, if v may contain an object that m does not create itself. */
bool rta_add_tasks(struct rta *r, struct rta_method *m, uint32_t node, enum rta_call_kind kind,
                   const struct value *v, const struct method *called);
/* Return the receiver of a call without arguments, and the argument for the parameter at `at` in
 * the call's descriptor. NULL: no path leads to the call. */
const struct value *rta_receiver(struct rta *r, struct rta_method *m, uint32_t node);
const struct value *rta_argument(struct rta *r, struct rta_method *m, uint32_t node,
                                 const char *at);
void rta_values_done(struct rta *r);

#endif
