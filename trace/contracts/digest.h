/* Hashes what a class does. Two builds of a class have the same hash if their methods have the same
 * instructions, even if their constants are in another order or their line numbers differ. */
#ifndef HEDDLE_CONTRACTS_DIGEST_H
#define HEDDLE_CONTRACTS_DIGEST_H

#include <xxhash.h>

#include "engine/classfile/classfile.h"

/* Returns the hash of
 *  - the shape of a class: flags, super class, interfaces, nest host, all fields with their
 *    constants, and name, descriptor and flags of all methods except private ones, which another
 *    class cannot call by dispatch;
 *  - the code of the methods (all overloads) whose names `methods` lists, separated by ' '; NULL:
 *    of all methods. Code means flags, instructions with the constants that they use, and
 *    exception tables.
 * Line numbers, names of locals, stack maps and generic signatures are not included. */
XXH128_hash_t digest_class(const struct class_file *cf, const char *methods);

#endif
