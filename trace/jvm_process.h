/* A JVM as a child process. It is the leader of a process group, so that its own children can be
 * killed with it. */
#ifndef HEDDLE_TRACE_JVM_PROCESS_H
#define HEDDLE_TRACE_JVM_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "engine/base/error.h"

/* Starts the command, which is NULL-terminated. Its standard input is the file `input`; both its
 * outputs go to the file `output`, or with NULL to those of this process. Sets *child. */
int jvm_process_start(char **argv, char **environment, const char *input, const char *output,
                      pid_t *child, struct error *err);
/* Has it ended? Then it is reaped, and *status is that of wait(). */
bool jvm_process_ended(pid_t child, int *status);
/* Kills it and all processes of its group. */
void jvm_process_kill(pid_t child);
/* Sleeps for two milliseconds, between two looks at a process. */
void jvm_process_nap(void);

#endif
