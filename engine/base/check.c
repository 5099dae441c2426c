/* See check.h. */
#include "engine/base/check.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

/* Thread-local, like errno, because check_failed has no parameter that leads to the reporters. */
static _Thread_local struct {
  struct check_reporter *reporters;
  bool failing;
} check;

enum { EXIT_BROKEN = 5 }; /* EXIT_INTERNAL of the command line */

void check_register(struct check_reporter *r) {
  r->next = check.reporters;
  check.reporters = r;
}

void check_unregister(struct check_reporter *r) {
  struct check_reporter **at = &check.reporters;
  while (*at && *at != r) at = &(*at)->next;
  if (*at) *at = r->next;
}

/* The reporters write to memory first, because one of them may have to restore the terminal before
 * anything printed there can be read. */
static char *reports(void) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  const struct check_reporter *r;
  if (!out) return NULL;
  for (r = check.reporters; r; r = r->next) r->report(r->self, out);
  fclose(out);
  return text;
}

void check_failed(const char *place, const char *condition, const char *name, ...) {
  va_list args;
  char *where;
  if (check.failing) _exit(EXIT_BROKEN);
  check.failing = true;
  where = reports();
  fflush(stdout);
  fprintf(stderr, "heddle: internal error: this invariant is broken: ");
  va_start(args, name);
  vfprintf(stderr, name, args);
  va_end(args);
  fprintf(stderr, "\n  condition: %s\n  place: %s\n%s", condition, place, where ? where : "");
  fprintf(
      stderr,
      "  This is a fault of heddle, and nothing was concluded about the program. To report it,\n"
      "  send these lines, the output of 'heddle --version', the command and its class files.\n");
  fflush(stderr);
  /* _exit does not run exit handlers, which would work on a broken state. */
  _exit(EXIT_BROKEN);
}
