/* The broker: a process beside the one that runs a program under the filter. It opens the files
 * that the file table allows (natives/io/files.h) and carries out its owner's requests (certifying
 * an error, for example), for which the running process has no rights any more. It holds no state
 * of the search, and ends with the process that it serves. */
#ifndef HEDDLE_HOST_BROKER_H
#define HEDDLE_HOST_BROKER_H

#include "engine/base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Carries out one request in the broker's process: `in` of `n` bytes, zero-terminated. The answer
 * is a text, malloc'd, or NULL. A descriptor in *file, which is -1 at first, goes along with it and
 * is closed here. */
typedef char *broker_service(void *self, const char *in, size_t n, int *file);

struct broker;

/* May this host file be opened for reading? */
typedef bool broker_allows(void *self, const char *path);

/* What runs in the broker's process. */
struct broker_duty {
  broker_allows *allows;
  void *allows_self;
  broker_service *service; /* NULL: requests are refused */
  void *service_self;
};

/* Forks the broker, then puts this process under the filter. From now on files are opened by the
 * broker. Call once the machine is booted, with no other thread alive; also where the kernel has no
 * filter. *out, which may be set although it fails, is freed by broker_free. Errors: ERR_INTERNAL.
 */
int broker_enter(const struct broker_duty *duty, struct broker **out, struct error *err);
void broker_free(struct broker *b); /* NULL is fine; waits for its process */

/* A descriptor for reading the host file at `path`, or -errno. */
int broker_open(struct broker *b, const char *path);
/* Has a request carried out; the answer is malloc'd, NULL when there is none or the broker died. */
/* *file: what came along, or -1; NULL: nobody asks */
char *broker_request(struct broker *b, const char *in, size_t n, int *file);

#endif
