/* Runs a program of the host, found on PATH, and captures its output. */
#ifndef HEDDLE_TRACE_SLURM_PROCESS_H
#define HEDDLE_TRACE_SLURM_PROCESS_H

#include "engine/base/mem.h"

enum { PROCESS_NOT_THERE = -1, PROCESS_LATE = -2, PROCESS_DIED = -3 };

/* Runs a program and waits at most `seconds` for it. Returns its exit status, or one of the values
 * above. `out` gets its standard output and `said` its standard error; the caller releases both in
 * every case. The program has an empty standard input, and a process group of its own, so that
 * signals from the terminal do not reach it. Its environment lacks the variables whose names begin
 * with `hidden` (NULL: lacks none). */
int process_run(char *const *argv, const char *hidden, double seconds, struct text *out,
                struct text *said);

#endif
