/* Makes threads begin at the same time, for `heddle confirm --stress`. Some errors occur only if
 * two threads make their accesses within nanoseconds, but a thread begins some 50 microseconds
 * after it was started. So a new thread may wait for the next one, and a thread that starts another
 * may wait until that one begins. Then each waits for a random time: some nanoseconds to some
 * microseconds, each order of magnitude equally often. No wait is long, and no class is rewritten.
 */
#ifndef HEDDLE_FORCER_GATHER_H
#define HEDDLE_FORCER_GATHER_H

#include <jvmti.h>
#include <stdint.h>

/* Sets up the agent. */
jint gather_load(JavaVM *vm, uint64_t seed);

#endif
