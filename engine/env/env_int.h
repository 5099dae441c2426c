/* Inside engine/env only: the text of a scenario as a tree, and the class that is made of it. */
#ifndef HEDDLE_ENV_ENV_INT_H
#define HEDDLE_ENV_ENV_INT_H

#include "engine/env/contracts.h"
#include "engine/env/scenario.h"
#include "engine/vm/synth/synth.h"

enum {
  ENV_ARGS_MAX = 8,    /* of a call, and parameters of a lambda */
  ENV_STEPS_MAX = 256, /* statements of one thread */
  ENV_THREADS_MAX = 8,
  ENV_NAMES_MAX = 64, /* variables that are seen at one place */
};

enum env_kind {
  ENV_INT,
  ENV_LONG,
  ENV_CHAR,
  ENV_BOOLEAN,
  ENV_STRING,
  ENV_NULL,
  ENV_NAME, /* a variable, or a static field "TimeUnit.SECONDS" */
  ENV_CALL, /* text: the method; target NULL: daemon */
  ENV_NEW,  /* text: the class */
  ENV_CAST, /* text: the class; target: what is cast */
  ENV_LAMBDA,
};

struct env_expr {
  enum env_kind kind;
  const char *text;
  int64_t value;
  struct env_expr *target; /* CALL: its receiver, or the class as a NAME; LAMBDA: the body */
  uint32_t argc;
  struct env_expr *args[ENV_ARGS_MAX];
  const char *params[ENV_ARGS_MAX]; /* of a lambda, argc of them */
};

struct env_step {
  const char *variable; /* NULL: none is assigned */
  struct env_expr *value;
  uint32_t line;   /* of the source that env_java writes */
  uint32_t number; /* in its list */
};

struct env_steps {
  uint32_t count;
  struct env_step list[ENV_STEPS_MAX];
};

enum env_form {
  ENV_LINES,     /* what each thread does is written down */
  ENV_ALL,       /* every sequence of up to `length` calls of of[0] */
  ENV_UNIVERSAL, /* a loop that calls any of of[0], as often as it likes */
};

struct env_text {
  enum env_form form;
  uint32_t length; /* ENV_ALL */
  struct env_steps before, after;
  uint32_t threads;
  struct env_steps of[ENV_THREADS_MAX];
};

/* parse.c: *out is the caller's, what hangs on it lies in the pool. ERR_USAGE with the place. */
int env_parse(const char *text, struct pool *pool, struct env_text *out, struct error *err);
/* Statements alone, "put(1); get(2)", or of threads, "put(1) || get(2)": calls without a target are
 * on `implicit`. */
int env_parse_steps(const char *text, const char *implicit, struct pool *pool,
                    struct env_steps *out, struct error *err);
int env_parse_threads(const char *text, const char *implicit, struct pool *pool,
                      struct env_text *out, struct error *err);
/* print.c: as Java has it. */
void env_print(struct text *t, const struct env_expr *e);
void env_print_step(struct text *t, const struct env_step *step);

/* ---- types: descriptors of fields, "V" for none, "N" for that of null ---- */

struct env_method {
  const struct method *m;
  const char *owner; /* the class that the call names */
  const char *ret;   /* descriptor of what it gives */
  bool spread;       /* the last arguments are put into an array */
};

/* The class of a simple or a whole name; NULL: there is none. */
struct klass *env_class(struct vm *vm, const char *name);
struct klass *env_class_of(struct vm *vm, const char *desc); /* of "Ljava/lang/String;" */
/* The method of k that a call with arguments of these types means: "<init>" for a constructor. NULL
 * types stand for lambdas. False: none fits. */
bool env_method_for(struct vm *vm, struct klass *k, const char *name, const char *const *types,
                    uint32_t argc, bool is_static, struct env_method *out);
/* The one abstract method of an interface; NULL: it has none, or k is no interface. */
const struct method *env_functional(const struct klass *k);
/* May a value of type `from` be given where `to` is wanted? How far it is from it, -1: it may not.
 */
int env_distance(struct vm *vm, const char *from, const char *to);

/* The letter that loads, stores and returns go by. */
static inline char env_letter(const char *desc) { return *desc == '[' ? 'L' : *desc; }

/* ---- calls ---- */

/* A text of values.def for a thread. */
void env_add_value(struct text *t, const char *text, int who);
/* The value that scenarios give the i-th parameter, a text of values.def; NULL: none is known. */
const char *env_call_value(struct vm *vm, const struct klass *k, const struct method *m,
                           const struct sig *sig, uint32_t i);
/* Does the method look for what is there, so that its first value is one that is? */
bool env_looks_for(const char *name);
/* elements.c: adds the calls of m that are given elements, all of whose parameters have values. */
void env_given_of(struct vm *vm, const struct klass *k, const struct method *m,
                  struct contract_calls *out);
void env_given_sort(struct contract_calls *out);
void env_given_release(struct contract_calls *calls);
/* walks.c: adds the walks over what m, called by `call`, gives. */
void env_walks_of(struct vm *vm, const struct method *m, const struct contract_call *call,
                  struct contract_calls *out);

/* ---- making the class ---- */

struct env_name {
  const char *name, *desc;
  int slot; /* local variable; -1: static field of the scenario's class */
};

struct env_made {   /* what is shared while one scenario is made */
  const char *main; /* the class */
  struct vm *vm;
  const struct klass *beside; /* it is of that one's package; NULL: of none that matters */
  struct pool *pool;
  struct error *err;
  uint32_t lambdas;
};

struct env_scope { /* a method under construction */
  struct env_made *made;
  struct synth_method *m;
  bool of_object; /* has the scenario's object in slot 0 */
  int next_slot;
  uint32_t count;
  struct env_name names[ENV_NAMES_MAX];
};

/* The type of its value; NULL: err is set. */
const char *env_type(struct env_scope *s, const struct env_expr *e);
/* Puts the value on the stack; its type, NULL: err is set. `wanted` (may be NULL): what a lambda is
 * to be. */
const char *env_emit(struct env_scope *s, const struct env_expr *e, const char *wanted);
/* The same, converted. False: err is set. */
bool env_emit_as(struct env_scope *s, const struct env_expr *e, const char *wanted);
/* Makes the name known with a new local variable, into which the value on the stack goes. */
bool env_store(struct env_scope *s, const char *name, const char *desc);
const struct env_name *env_find(const struct env_scope *s, const char *name);
void env_load(struct env_scope *s, const struct env_name *n);
/* lambda.c: the object of a lambda for the interface of type `wanted` on the stack. */
bool env_emit_lambda(struct env_scope *s, const struct env_expr *e, const char *wanted);
/* scenario_parts.c: calls of methods of the scenario's class and of others, the StringBuilder on
 * the stack goes on with a string, and the methods show, add and await. */
#define THREAD "Ljava/lang/Thread;"
#define RESULTS "[Ljava/lang/Object;"
#define OBJECT "Ljava/lang/Object;"
void env_call_static(struct synth_method *m, const char *name, const char *desc);
void env_call_virtual(struct synth_method *m, const char *owner, const char *name,
                      const char *desc);
void env_append(struct synth_method *m);
void env_append_text(struct synth_method *m, const char *text);
void env_write_parts(struct synth *c);
/* Defines a class that is made; its methods are shown in stacks. */
bool env_define(struct env_made *made, struct synth *c);

#endif
