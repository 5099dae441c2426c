/* Runs a program once, in a single schedule like that of java(1), without a tree of states. For
 * everything else use a session (engine.h). */
#ifndef HEDDLE_RUN_H
#define HEDDLE_RUN_H

#include "engine/base/coverage.h"
#include "engine/base/error.h"
#include "engine/base/words.h"

struct engine_run;
struct text;

/* Boots a machine. The options' texts, arguments and lists must outlive it. options.main_class is
 * ignored. */
int engine_run_open(const struct engine_options *o, struct engine_run **out, struct error *err);
void engine_run_close(struct engine_run *r); /* NULL is ignored */
/* Returns whether a class with this internal name exists. */
bool engine_run_has_class(struct engine_run *r, const char *name);
/* Appends to *out, which the caller owns, the report lines of main classes that run a test
 * (natives/test/junit.c). Call before engine_run_start. */
void engine_run_hear_tests(struct engine_run *r, struct text *out);
/* Loads the main class. From then on, the process has only the rights that it needs to execute the
 * program, as after engine_confine. */
int engine_run_start(struct engine_run *r, const char *main_class, int argc, char *const *argv,
                     struct error *err);

/* Returns the calls of a class's public methods as texts of scenarios (env/contracts.h). The caller
 * releases *out. May be called at any time after engine_run_open. */
struct contract_calls;
int engine_run_calls(struct engine_run *r, const char *klass, struct contract_calls *out,
                     struct error *err);

/* Returns the calls of a component (env/component.h). The caller releases *out, even after an
 * error. May be called at any time after engine_run_open. */
struct component;
struct component_asked;
int engine_run_component(struct engine_run *r, const char *klass,
                         const struct component_asked *asked, struct component *out,
                         struct error *err);

enum run_end {
  RUN_EXIT,    /* see engine_run_status */
  RUN_STOPPED, /* stopped by *stop, or after max_steps bytecodes */
  RUN_FAILED,  /* see engine_run_failure */
  RUN_STUCK,   /* no thread can run; engine_run_deadlock may explain why */
};
/* Runs the program to its end. *stop (may be NULL) is set by a signal handler. max_steps 0:
 * unbounded. */
enum run_end engine_run_go(struct engine_run *r, const volatile int *stop, uint64_t max_steps);

int engine_run_status(const struct engine_run *r); /* the program's exit status */
uint64_t engine_run_instructions(const struct engine_run *r);
/* Returns why heddle could not continue. *stack is the Java stack at that point, or "". */
const struct error *engine_run_failure(const struct engine_run *r, const char **stack);
/* Returns the message of the deadlock, or NULL if there is none. *detail has the stacks. */
const char *engine_run_deadlock(struct engine_run *r, const char **detail);
/* Returns the message of the violated property, or NULL if there was no violation. */
const char *engine_run_violation(const struct engine_run *r);
/* Returns the stack of every thread, as a JVM prints them on Ctrl-\. The caller frees it. */
char *engine_run_threads(struct engine_run *r);
/* Free with coverage_release. */
void engine_run_coverage(struct engine_run *r, struct coverage *out);

#endif
