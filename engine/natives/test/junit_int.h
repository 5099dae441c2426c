/* Private to junit.c, junit4.c, junit5.c and testng.c: helpers that write the main classes. */
#ifndef HEDDLE_NATIVES_JUNIT_INT_H
#define HEDDLE_NATIVES_JUNIT_INT_H

#include "engine/natives/util.h"
#include "engine/vm/loader/synthetic.h"

#define FOUR "heddle/JUnit4"
#define FIVE "heddle/JUnit5"
#define TESTNG_MAIN "heddle/TestNG"
#define STRING "Ljava/lang/String;"

void junit_call(struct synth_method *m, const char *owner, const char *name, const char *desc);
void junit_call_static(struct synth_method *m, const char *owner, const char *name,
                       const char *desc);
void junit_call_interface(struct synth_method *m, const char *owner, const char *name,
                          const char *desc);
void junit_new_object(struct synth_method *m, const char *klass);
void junit_argument(struct synth_method *m, int i);
/* Jumps to `label` unless main has `n` arguments. */
void junit_unless_arguments(struct synth_method *m, int n, int label);
/* Expects the list of failures on the stack; throws the exception of the first one, if any. */
void junit_throw_first(struct synth_method *m, const char *failure, bool on_interface);
/* Expects the number of started tests on the stack, as an int; ends the program. */
void junit_leave(struct synth_method *m, const char *self);
/* For each element of the iterator in local `it`: pushes local `before` (if >= 0) and the element
 * cast to `type`, then calls self's `walk`. */
void junit_each(struct synth_method *m, int it, const char *self, const char *type, int before,
                const char *walk_desc);

void junit_write_constructor(struct synth *s);
void junit_write_four(struct synth *s);
void junit_write_five(struct synth *s);
/* a TestExecutionListener that lists the tests created during execution */
void junit_write_listing(struct synth *s);
void junit_write_skipping(struct synth *s);  /* an InvocationInterceptor that skips tests */
void junit_write_testng(struct synth *s);    /* testng.c */
void junit_write_reporting(struct synth *s); /* the TestNG listener that lists the tests */

/* Appends a tab and the string, as one line, to vm->listen.junit, which must not be NULL. */
void junit_report_part(struct native_call *c, ref string);
/* Native of the main classes: records that no test was executed. */
int junit_skipped(struct native_call *c);

#endif
