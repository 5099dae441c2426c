/* Internal to engine/env: the text of a scenario as a tree, and the class that is made of it. */
#ifndef HEDDLE_ENV_ENV_INT_H
#define HEDDLE_ENV_ENV_INT_H

#include "engine/env/contracts.h"
#include "engine/env/scenario.h"
#include "engine/vm/loader/synthetic.h"

enum {
  ENV_ARGS_MAX = 8,    /* arguments of a call, and parameters of a lambda */
  ENV_STEPS_MAX = 256, /* statements of one thread */
  ENV_THREADS_MAX = 8,
  ENV_NAMES_MAX = 64, /* variables visible at one place */
};

enum env_kind {
  ENV_INT,
  ENV_LONG,
  ENV_CHAR,
  ENV_BOOLEAN,
  ENV_STRING,
  ENV_NULL,
  ENV_NAME, /* a variable or a static field "TimeUnit.SECONDS" */
  ENV_CALL, /* text: the method; target NULL: the function daemon */
  ENV_NEW,  /* text: the class */
  ENV_CAST, /* text: the class; target: the expression to cast */
  ENV_LAMBDA,
};

struct env_expr {
  enum env_kind kind;
  const char *text;
  int64_t value;
  struct env_expr *target; /* CALL: the receiver, or the class as a NAME; LAMBDA: the body */
  uint32_t argc;
  struct env_expr *args[ENV_ARGS_MAX];
  const char *params[ENV_ARGS_MAX]; /* parameter names of a lambda; argc of them */
};

struct env_step {
  const char *variable; /* NULL: nothing is assigned */
  struct env_expr *value;
  uint32_t line;   /* its line in the source that environment_java writes */
  uint32_t number; /* its index in the list */
};

struct env_steps {
  uint32_t count;
  struct env_step list[ENV_STEPS_MAX];
};

enum env_form {
  ENV_LINES,     /* the calls of each thread are written in the text */
  ENV_ALL,       /* every sequence of up to `length` calls of of[0] */
  ENV_UNIVERSAL, /* a loop that calls any of of[0] any number of times */
};

struct env_text {
  enum env_form form;
  uint32_t length; /* for ENV_ALL */
  struct env_steps before, after;
  uint32_t threads;
  struct env_steps of[ENV_THREADS_MAX];
};

/* parse.c: parses a text into *out, which the caller owns; its parts are in the pool. ERR_USAGE
 * names the place. */
int env_parse(const char *text, struct pool *pool, struct env_text *out, struct error *err);
/* Parses statements, "put(1); get(2)", or those of threads, "put(1) || get(2)". Calls without a
 * target are on `implicit`. */
int env_parse_steps(const char *text, const char *implicit, struct pool *pool,
                    struct env_steps *out, struct error *err);
int env_parse_threads(const char *text, const char *implicit, struct pool *pool,
                      struct env_text *out, struct error *err);
/* print.c: writes an expression or a statement in Java notation. */
void env_print(struct text *t, const struct env_expr *e);
void env_print_step(struct text *t, const struct env_step *step);

/* ---- types: descriptors as of fields, "V" for none, "N" for that of null ---- */

struct env_method {
  const struct method *m;
  const char *owner; /* the class that the call instruction names */
  const char *ret;   /* descriptor of the result */
  bool spread;       /* variable arity: the last arguments are put into an array */
};

/* Returns the class of a simple or full name, or NULL. */
struct klass *env_class(struct vm *vm, const char *name);
/* Returns the class of "Ljava/lang/String;". */
struct klass *env_class_of(struct vm *vm, const char *desc);
/* Finds the method of k for a call with arguments of these types; "<init>" stands for a
 * constructor. A NULL type stands for a lambda. Returns false if none fits. */
bool env_method_for(struct vm *vm, struct klass *k, const char *name, const char *const *types,
                    uint32_t argc, bool is_static, struct env_method *out);
/* Returns the single abstract method of an interface, or NULL if k is not a functional
 * interface. */
const struct method *env_functional(const struct klass *k);
/* Can a value of type `from` be passed where `to` is wanted? Returns the distance of the
 * conversion, or -1 if it is impossible. */
int env_distance(struct vm *vm, const char *from, const char *to);

/* Returns the letter that selects load, store and return instructions. */
static inline char env_letter(const char *desc) { return *desc == '[' ? 'L' : *desc; }

/* ---- calls ---- */

/* Appends a text of values.def for a thread. */
void env_add_value(struct text *t, const char *text, int who);
/* Returns the value that scenarios pass for the i-th parameter, a text of values.def, or NULL if
 * none is known. */
const char *env_call_value(struct vm *vm, const struct klass *k, const struct method *m,
                           const struct sig *sig, uint32_t i);
/* Does the method look for an existing value? Then its first argument is an existing one. */
bool env_looks_for(const char *name);
/* elements.c: adds the calls of m that can take such elements, provided that all its parameters
 * have values. */
void env_given_of(struct vm *vm, const struct klass *k, const struct method *m,
                  struct contract_calls *out);
void env_given_sort(struct contract_calls *out);
void env_given_release(struct contract_calls *calls);
/* walks.c: adds the walks over the result of m, called by `call`. */
void env_walks_of(struct vm *vm, const struct method *m, const struct contract_call *call,
                  struct contract_calls *out);

/* ---- making the class ---- */

struct env_name {
  const char *name, *desc;
  int slot; /* local variable; -1: a static field of the scenario's class */
};

struct env_made {   /* the state shared while one scenario is made */
  const char *main; /* name of the class */
  struct vm *vm;
  const struct klass *beside; /* the class in whose package it is made; NULL: any package */
  struct pool *pool;
  struct error *err;
  uint32_t lambdas;
};

struct env_scope { /* a method under construction */
  struct env_made *made;
  struct synth_method *m;
  bool of_object; /* slot 0 holds the scenario's object */
  int next_slot;
  uint32_t count;
  struct env_name names[ENV_NAMES_MAX];
};

/* Returns the type of the expression's value, or NULL with err set. */
const char *env_type(struct env_scope *s, const struct env_expr *e);
/* Emits code that pushes the value. Returns its type, or NULL with err set. `wanted` (may be NULL)
 * is the interface that a lambda has to implement. */
const char *env_emit(struct env_scope *s, const struct env_expr *e, const char *wanted);
/* Defines the name as a new local variable and stores the value on the stack in it. */
bool env_store(struct env_scope *s, const char *name, const char *desc);
const struct env_name *env_find(const struct env_scope *s, const char *name);
void env_load(struct env_scope *s, const struct env_name *n);
/* lambda.c: pushes the object of a lambda for the interface of type `wanted`. */
bool env_emit_lambda(struct env_scope *s, const struct env_expr *e, const char *wanted);
#define THREAD "Ljava/lang/Thread;"
#define RESULTS "[Ljava/lang/Object;"
#define OBJECT "Ljava/lang/Object;"
/* scenario.c */
/* Emits a virtual call of a method of class `owner`. */
void env_call_virtual(struct synth_method *m, const char *owner, const char *name,
                      const char *desc);
/* Defines a generated class. Its methods are shown in stacks. */
bool env_define(struct env_made *made, struct synth *c);

#endif
