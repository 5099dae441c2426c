/* What a record with a list of executed methods rests on in a JDK: what those do (digest.h), and
 * all of the contract's own class that is outside of the library. */
#ifndef HEDDLE_CONTRACTS_RESTS_H
#define HEDDLE_CONTRACTS_RESTS_H

#include <jansson.h>
#include <xxhash.h>

#include "engine/base/error.h"
#include "engine/classfile/classpath.h"

#include <stdbool.h>

struct rests; /* the classes of an image, as far as they were asked for, and their hashes */
/* The image has to live as long. */
struct rests *rests_new(struct jimage *image);
void rests_free(struct rests *r); /* NULL is fine */
/* The hash of the classes of `executed` (evidence.executed) with their methods, in any order, and
 * of `klass` and what it extends: of those that are not in the list, with what is nested in them,
 * all methods. NULL: no such class. ERR_NOTFOUND: the image has no class of one of these names;
 * ERR_INPUT: one cannot be read. */
int rests_hash(struct rests *r, const char *klass, const json_t *executed, XXH128_hash_t *out,
               struct error *err);

#endif
