/* Files that are mapped and cut short by somebody else meanwhile: an access to what is gone raises
 * SIGBUS. An empty page takes its place, so that the reader goes on and finds the damage by its
 * checksums, as in a file that was always so. */
#ifndef HEDDLE_TRACE_MAPPED_H
#define HEDDLE_TRACE_MAPPED_H

#include <signal.h>
#include <stdbool.h>

/* For a handler of SIGBUS: true when the access can be made again. */
bool mapped_hole(const siginfo_t *info);
/* Installs a handler that does this, and lets any other SIGBUS end the process. */
void mapped_guard(void);

#endif
