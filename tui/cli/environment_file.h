/* heddle env --emit: the environment as a Java source. */
#ifndef HEDDLE_TUI_CLI_ENVIRONMENT_FILE_H
#define HEDDLE_TUI_CLI_ENVIRONMENT_FILE_H

#include "engine/base/error.h"

struct component;

/* Writes DIR/CacheEnvironment.java (the folder is made) and says so on stderr. The arguments are
 * those of heddle.Environment. ERR_INPUT: it cannot be written. */
int environment_file(const char *dir, const struct component *c, int argc, char *const *argv,
                     struct error *err);

#endif
