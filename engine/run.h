/* A program that is only run: one schedule, as java(1) would take it, without a tree of states. For
 * everything else there are sessions, engine.h. */
#ifndef HEDDLE_RUN_H
#define HEDDLE_RUN_H

#include "engine/base/coverage.h"
#include "engine/base/error.h"
#include "engine/base/words.h"

struct engine_run;
struct text;

/* Boots a machine. The options' texts, arguments and lists outlive it; options.main_class is not
 * looked at. */
int engine_run_open(const struct engine_options *o, struct engine_run **out, struct error *err);
void engine_run_close(struct engine_run *r); /* NULL is fine */
/* Is there a class of this internal name? */
bool engine_run_has_class(struct engine_run *r, const char *name);
/* What the main classes of natives/test/junit.c report of tests, a line each, is added to *out, the
 * caller's. Before engine_run_start. */
void engine_run_hear_tests(struct engine_run *r, struct text *out);
/* Loads the main class; from here on the process has no rights but to execute the program, as after
 * engine_confine. */
int engine_run_start(struct engine_run *r, const char *main_class, int argc, char *const *argv,
                     struct error *err);

/* The calls of a class's public methods, as texts of scenarios (env/contracts.h); the caller's, to
 * be released. Any time after opening. */
struct contract_calls;
int engine_run_calls(struct engine_run *r, const char *klass, struct contract_calls *out,
                     struct error *err);

/* What can be called of a component (env/component.h); the caller's, to be released whatever is
 * returned. Any time after opening. */
struct component;
struct component_asked;
int engine_run_component(struct engine_run *r, const char *klass,
                         const struct component_asked *asked, struct component *out,
                         struct error *err);

enum run_end {
  RUN_EXIT,    /* engine_run_status */
  RUN_STOPPED, /* by *stop, or after max_steps bytecodes */
  RUN_FAILED,  /* engine_run_failure */
  RUN_STUCK,   /* nothing can run: engine_run_deadlock may say why */
};
/* Runs to the end. *stop (NULL: none) is set by a signal handler; max_steps 0: unbounded. */
enum run_end engine_run_go(struct engine_run *r, const volatile int *stop, uint64_t max_steps);

int engine_run_status(const struct engine_run *r); /* the program's exit status */
uint64_t engine_run_instructions(const struct engine_run *r);
/* Why heddle could not go on; *stack: the Java stack there, or "". */
const struct error *engine_run_failure(const struct engine_run *r, const char **stack);
/* The deadlock that it stands in, NULL none; *detail: the stacks. */
const char *engine_run_deadlock(struct engine_run *r, const char **detail);
/* The property that was violated on the way, NULL none. */
const char *engine_run_violation(const struct engine_run *r);
/* Where every thread is, as a JVM shows on Ctrl-\. Caller frees. */
char *engine_run_threads(struct engine_run *r);
void engine_run_coverage(struct engine_run *r, struct coverage *out); /* coverage_release */

#endif
