/* Makes threads begin at the same time, for `heddle confirm --stress`: errors of nanoseconds need
 * threads that run at the same time, but one that has been started runs some 50 microseconds
 * later. So a thread that begins may wait for the next one, and one that starts another for that
 * one to begin. Then each waits for a random time, of every order of magnitude up to some
 * microseconds. Nothing waits for long, and no class is rewritten. */
#ifndef HEDDLE_FORCER_GATHER_H
#define HEDDLE_FORCER_GATHER_H

#include <jvmti.h>
#include <stdint.h>

/* Sets up the agent. */
jint gather_load(JavaVM *vm, uint64_t seed);

#endif
