/* Protects readers of mapped files that another process may truncate. Accessing a page beyond the
 * new end raises SIGBUS. The handler maps an empty page there, so the reader continues and finds
 * the damage by its checksums. */
#ifndef HEDDLE_TRACE_FORMAT_MAPPED_H
#define HEDDLE_TRACE_FORMAT_MAPPED_H

#include <signal.h>
#include <stdbool.h>

/* For a SIGBUS handler: maps an empty page. Returns true if the access can be retried. */
bool mapped_hole(const siginfo_t *info);
/* Installs a SIGBUS handler that calls mapped_hole. Any other SIGBUS ends the process. */
void mapped_guard(void);

#endif
