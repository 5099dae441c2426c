/* heddle env --emit: writes the environment as a Java source. */
#ifndef HEDDLE_TUI_CLI_ENVIRONMENT_FILE_H
#define HEDDLE_TUI_CLI_ENVIRONMENT_FILE_H

#include "engine/base/error.h"

struct component;
struct engine_options;

/* Writes the source file (DIR/CacheEnvironment.java for a class Cache), makes the folder if
 * necessary, and reports the file on stderr. `o`: the options of a session of heddle.Environment,
 * with its arguments. If a property compares results, the source assesses them too, or a message
 * says why it cannot. ERR_INPUT: the file cannot be written. */
int environment_file(const char *dir, const struct component *c, const struct engine_options *o,
                     struct error *err);

#endif
