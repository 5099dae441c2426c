/* The words of CHOICE events, shared by the writer and the reader of counterexamples. */
#ifndef HEDDLE_TRACE_COUNTEREXAMPLE_INT_H
#define HEDDLE_TRACE_COUNTEREXAMPLE_INT_H

#include "engine/vm/vm.h"

#define COUNTEREXAMPLE_LOCATION "location"
#define COUNTEREXAMPLE_DETAIL "detail"

extern const char *const counterexample_choices[CHOICE_SPURIOUS + 1]; /* by enum choice_kind */
/* by enum thread_state; for a RUNNABLE thread the trace names its next operation instead */
extern const char *const counterexample_states[THREAD_TERMINATED + 1];
extern const char *const counterexample_ops[OPK_COUNT];

#endif
