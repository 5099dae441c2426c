/* The results of an environment's calls (heddle env) in a forced run, as text. */
#ifndef HEDDLE_FORCER_RESULTS_H
#define HEDDLE_FORCER_RESULTS_H

#include "engine/base/mem.h"

#include <jni.h>

/* Appends the results of all calls, in the form of records_text (engine/assess/record.h), from the
 * array that the environment keeps in its field "all": the object of each thread, the one of the
 * calls after the threads, then the threads. */
void results_text(JNIEnv *env, jobjectArray all, struct text *out);

#endif
