/* Runs commands, for the oracles. */
#ifndef ORACLE_COMMAND_H
#define ORACLE_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

/* Runs a command, a list of words that ends in NULL, with an empty standard input. Stores both of
 * its output streams in `text`, cut at `size`, and its exit status, -1 if a signal ended it.
 * Returns false if it could not be started. */
bool command_run(const char *const *words, char *text, size_t size, int *status);

#endif
