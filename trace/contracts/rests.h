/* Hashes the code in a JDK that a record depends on: the methods that it lists as executed
 * (digest.h) and, if they are outside the library, the contract's own class and its
 * superclasses. */
#ifndef HEDDLE_CONTRACTS_RESTS_H
#define HEDDLE_CONTRACTS_RESTS_H

#include <jansson.h>
#include <xxhash.h>

#include "engine/base/error.h"
#include "engine/classfile/classpath.h"

#include <stdbool.h>

struct rests; /* the classes of an image that were read so far, with their hashes */
/* The image must outlive the result. */
struct rests *rests_new(struct jimage *image);
void rests_free(struct rests *r); /* NULL is fine */
/* Computes a hash of the classes in `executed` (evidence.executed) with the listed methods, in any
 * order. It also includes all methods of `klass`, its superclasses and their nested classes, except
 * of classes in the list (NULL: no such class). Returns ERR_NOTFOUND if the image lacks a class,
 * and ERR_INPUT if a class cannot be read. */
int rests_hash(struct rests *r, const char *klass, const json_t *executed, XXH128_hash_t *out,
               struct error *err);

#endif
