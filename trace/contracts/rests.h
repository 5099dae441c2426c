/* Hashes the code in a JDK that a record with a list of executed methods depends on: those methods
 * (digest.h), and the contract's own class with its superclasses if they are outside the
 * library. */
#ifndef HEDDLE_CONTRACTS_RESTS_H
#define HEDDLE_CONTRACTS_RESTS_H

#include <jansson.h>
#include <xxhash.h>

#include "engine/base/error.h"
#include "engine/classfile/classpath.h"

#include <stdbool.h>

struct rests; /* the classes of an image that were needed so far, with their hashes */
/* The image must outlive it. */
struct rests *rests_new(struct jimage *image);
void rests_free(struct rests *r); /* NULL is fine */
/* Computes the hash of the classes of `executed` (evidence.executed) with their methods, in any
 * order. Also includes all methods of `klass` and its superclasses with their nested classes, as
 * far as they are not in the list (NULL: no such class). ERR_NOTFOUND: the image lacks one of the
 * classes; ERR_INPUT: one cannot be read. */
int rests_hash(struct rests *r, const char *klass, const json_t *executed, XXH128_hash_t *out,
               struct error *err);

#endif
