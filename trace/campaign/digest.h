/* Computes a number that changes with the content of a file, or with the class files and jars in a
 * folder. */
#ifndef HEDDLE_CAMPAIGN_DIGEST_H
#define HEDDLE_CAMPAIGN_DIGEST_H

#include <stdint.h>

#include "engine/base/error.h"

/* Mixes the content of the file or folder at `path` into *digest. Returns ERR_INPUT if it cannot be
 * read. */
int digest_file(const char *path, uint64_t *digest, struct error *err);

#endif
