/* The broker: a helper process of the process that runs a program under the seccomp filter
 * (host/filter.h). It opens the files that the file table allows (natives/io/files.h). It also
 * executes requests, such as certifying an error, for which the running process no longer has the
 * rights. It holds no state of the search and ends with the process that it serves. */
#ifndef HEDDLE_HOST_BROKER_H
#define HEDDLE_HOST_BROKER_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Executes one request in the broker's process: `in` of `n` bytes, zero-terminated. Returns the
 * answer as a malloc'd text, or NULL. *file is initially -1. If the service sets it to a
 * descriptor, the broker sends it with the answer and then closes it. */
typedef char *broker_service(void *self, const char *in, size_t n, int *file);

struct broker;

/* Returns whether this host file may be opened for reading. */
typedef bool broker_allows(void *self, const char *path);

/* The functions that run in the broker's process. */
struct broker_duty {
  broker_allows *allows;
  void *allows_self;
  broker_service *service; /* NULL: requests are refused */
  void *service_self;
};

/* Forks the broker, then puts this process under the filter. From now on, the broker opens files.
 * Call once after the machine has booted, while no other thread is alive, even if the kernel has no
 * filter. *out may be set even on failure; the caller frees it with broker_free. Errors:
 * ERR_INTERNAL. */
int broker_enter(const struct broker_duty *duty, struct broker **out, struct error *err);
void broker_free(struct broker *b); /* NULL is ignored; waits for the process to end */

/* Returns a descriptor for reading the host file at `path`, or -errno. */
int broker_open(struct broker *b, const char *path);
/* Makes the broker execute a request. Returns the malloc'd answer, or NULL if there is none or the
 * broker died. Sets *file to the descriptor that came with the answer, or -1. If `file` is NULL,
 * closes the descriptor. */
char *broker_request(struct broker *b, const char *in, size_t n, int *file);

#endif
