/* Runs a program of the host, found on PATH, and keeps what it prints. */
#ifndef HEDDLE_TRACE_SLURM_PROCESS_H
#define HEDDLE_TRACE_SLURM_PROCESS_H

#include "engine/base/mem.h"

enum { PROCESS_NOT_THERE = -1, PROCESS_LATE = -2, PROCESS_DIED = -3 };

/* Waits at most so many seconds. Returns the exit status, or one of the above. `out` has what it
 * printed, `said` what it said on standard error; the caller's to release, whatever came of it. Its
 * standard input is empty, it is a process group of its own (what the terminal's keys send is not
 * for it), and of the environment it does not see what begins with `hidden` (NULL: all of it). */
int process_run(char *const *argv, const char *hidden, double seconds, struct text *out,
                struct text *said);

#endif
