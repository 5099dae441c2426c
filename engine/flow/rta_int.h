/* Private to the rapid type analysis: rta.c (worklist and dispatch), rta_scan.c (instructions),
 * rta_indy.c (lambdas and callbacks).
 *
 * Invariants
 *  1. A method is in queue[depth] at least once whenever its depth fell or it was found, until it
 * is processed at that depth; entries whose depth is no longer the method's are stale.
 *  2. depth(program's method) = 0; depth(library method) <= 1 + depth of every caller whose calls
 * are known.
 *  3. For every dispatch v and every instantiated class or lambda that matches it, v->targets holds
 * the selected method.
 *  4. Nothing depends on addresses: the order of discovery is that of the instructions, so indices
 * are the same in every run. */
#ifndef HEDDLE_FLOW_RTA_INT_H
#define HEDDLE_FLOW_RTA_INT_H

#include "engine/flow/rta.h"
#include "engine/flow/values.h"
#include "engine/vm/machine.h"

enum { RTA_DEPTHS = 40 };
enum klass_mark { MARK_INSTANTIATED = 1, MARK_BY_PROGRAM = 2 };

/* Which receivers a dispatch counts. */
enum rta_scope {
  SCOPE_ALL,     /* an ordinary call */
  SCOPE_SINGLE,  /* callback of a functional type: classes that the program itself instantiates */
  SCOPE_PROGRAM, /* callback of another abstract type: classes of the program */
};

/* A lambda or method reference: an object of type `iface` whose method `name` runs the
 * implementation. */
struct rta_lambda {
  struct klass *iface;
  const struct symbol *name;
  struct rta_method *direct; /* or */
  struct rta_virtual *virt;
  bool by_program;
};

struct rta_callbacks { /* what a library call with a parameter of type `type` may call */
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
  uint32_t bound;                   /* library depth followed now */
  uint32_t scanned;                 /* library methods scanned */
  bool grown;                       /* since the last rta_run */
  VEC(struct rta_method *) by_id;   /* by method->id */
  VEC(struct rta_method *) methods; /* by index */
  VEC(uint8_t) marks;               /* by klass->id: enum klass_mark */
  VEC(struct klass *) instantiated;
  VEC(struct rta_lambda *) lambdas;
  VEC(struct rta_virtual *) virtuals;
  struct rta_virtual **table; /* open addressing over virtuals */
  uint32_t table_mask;
  VEC(struct rta_callbacks *) callbacks;
  struct rta_queue queue[RTA_DEPTHS];
  const struct symbol *s_start, *s_run, *s_run_desc, *s_clinit, *s_init, *s_metafactory;
  struct klass *thread, *object;
  struct values *values; /* of the method that is scanned, once asked for */
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
/* The class of a constant; NULL when it cannot be loaded. */
struct klass *rta_class(struct rta *r, const struct symbol *name);
/* The method that a reference names. NULL: none. */
struct method *rta_resolve(struct rta *r, struct klass *owner, const struct symbol *name,
                           const struct symbol *desc);
/* Whether a call of m on a receiver of static type `owner` can only run m. */
bool rta_is_direct(const struct klass *owner, const struct method *m);

/* rta_indy.c */
void rta_scan_indy(struct rta *r, struct rta_method *m, const struct cfg_site *s);
/* The lambda that the invokedynamic makes; false: it makes none that is known. */
bool rta_lambda_at(struct rta *r, struct rta_method *m, const struct cfg_site *s,
                   struct rta_lambda *out);
/* The dispatches of the abstract methods of a type. */
const struct rta_callbacks *rta_callbacks_of(struct rta *r, struct klass *type, uint32_t depth);
/* Adds RTA_CALLBACK calls for a call of library method `callee` from the program's method m.
 * `receiver`: its static type, NULL for static calls. */
void rta_scan_callbacks(struct rta *r, struct rta_method *m, uint32_t node, struct klass *receiver,
                        const struct method *callee);

/* rta_tasks.c */
/* Adds calls of `kind` for what runs when `called` is called on what v holds; false, and nothing
 * added, when v may hold what m does not make itself. */
bool rta_add_tasks(struct rta *r, struct rta_method *m, uint32_t node, enum rta_call_kind kind,
                   const struct value *v, const struct method *called);
/* What a call without arguments is made on, and what a parameter is passed: that at `at` in the
 * call's descriptor. NULL: no path leads there. */
const struct value *rta_receiver(struct rta *r, struct rta_method *m, uint32_t node);
const struct value *rta_argument(struct rta *r, struct rta_method *m, uint32_t node,
                                 const char *at);
void rta_values_done(struct rta *r);

#endif
