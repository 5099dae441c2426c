/* What a class does, as a hash: of two builds of a class it is the same when their methods have the
 * same instructions, though constants stand in another order and lines are others. */
#ifndef HEDDLE_CONTRACTS_DIGEST_H
#define HEDDLE_CONTRACTS_DIGEST_H

#include <xxhash.h>

#include "engine/classfile/classfile.h"

/* The hash of
 *  - the shape of a class: flags, super class, interfaces, nest host, all fields with their
 *    constants, and name, descriptor and flags of all methods but private ones: to those another
 *    class cannot dispatch;
 *  - the code of the methods (all overloads) whose names stand in `methods` with ' ' between them;
 *    NULL: of all: flags, instructions with the constants that they name, exception tables.
 * Line numbers, names of locals, stack maps and generic signatures are no part of it. */
XXH128_hash_t digest_class(const struct class_file *cf, const char *methods);

#endif
