/* Shared by certify.c, which asks for an error to be executed again, and certify_child.c, which
 * executes it. See certify.h. */
#ifndef HEDDLE_TUI_CLI_CERTIFY_INT_H
#define HEDDLE_TUI_CLI_CERTIFY_INT_H

#include <jansson.h>

#include "engine/engine.h"

struct certify_work {
  const struct engine_options *options;
  const char *seq, *path; /* NULL: none */
  const struct schedule *schedule;
  double seconds; /* time bound of the story */
};

/* Runs the forked process. Sends its answers to `fd`. */
void certify_child(const struct certify_work *w, int fd);
json_t *certify_text(const char *s); /* NULL becomes null; text that is not UTF-8 becomes "?" */

#endif
