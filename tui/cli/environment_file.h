/* heddle env --emit: the environment as a Java source. */
#ifndef HEDDLE_TUI_CLI_ENVIRONMENT_FILE_H
#define HEDDLE_TUI_CLI_ENVIRONMENT_FILE_H

#include "engine/base/error.h"

struct component;
struct engine_options;

/* Writes DIR/CacheEnvironment.java (the folder is made) and says so on stderr. The options are
 * those of a session of heddle.Environment, with its arguments. Where a property compares results
 * the source assesses them, or why it cannot is said. ERR_INPUT: it cannot be written. */
int environment_file(const char *dir, const struct component *c, const struct engine_options *o,
                     struct error *err);

#endif
