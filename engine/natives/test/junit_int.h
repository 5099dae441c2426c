/* Inside the main classes of junit.c only: what junit4.c and junit5.c write them with. */
#ifndef HEDDLE_NATIVES_JUNIT_INT_H
#define HEDDLE_NATIVES_JUNIT_INT_H

#include "engine/natives/util.h"
#include "engine/vm/synth/synth.h"

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
/* Jumps when main has not `n` arguments. */
void junit_unless_arguments(struct synth_method *m, int n, int label);
/* The list of failures is on the stack: throws the first one's exception, if any. */
void junit_throw_first(struct synth_method *m, const char *failure, bool on_interface);
/* How many tests were started is on the stack, as an int. */
void junit_leave(struct synth_method *m, const char *self);
/* For each element of the iterator in local `it`: pushes it as a `type` and calls walk with what
 * `before` pushed. */
void junit_each(struct synth_method *m, int it, const char *self, const char *type, int before,
                const char *walk_desc);

void junit_write_constructor(struct synth *s);
void junit_write_four(struct synth *s);
void junit_write_five(struct synth *s);
/* a TestExecutionListener that lists the tests that are made on the way */
void junit_write_listing(struct synth *s);
void junit_write_skipping(struct synth *s);  /* an InvocationInterceptor that skips */
void junit_write_testng(struct synth *s);    /* testng.c */
void junit_write_reporting(struct synth *s); /* TestNG's listener that lists the tests */

/* A tab and the string, on one line, to vm->listen.junit, which is not NULL. */
void junit_report_part(struct native_call *c, ref string);
int junit_skipped(struct native_call *c); /* the native of the main classes: no test was executed */

#endif
