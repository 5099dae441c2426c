/* Contracts of the user's own classes: reads their rows from a file, and hashes the code on the
 * class path that a class depends on. */
#ifndef HEDDLE_CONTRACTS_OWN_H
#define HEDDLE_CONTRACTS_OWN_H

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "engine/classfile/classpath.h"
#include "engine/env/contracts.h"

enum { OWN_LAYER = 4 }; /* the layer of these contracts, above all layers of the JDK's */

struct own_rows {
  VEC(struct contract) all;
};

/* Adds the rows of a file: a JSON object per line with "class" ("com.example.Cache"), "before" and
 * "methods", and optionally "around", "beside", "after" and "why", with the same meaning as the
 * columns of contracts.def. Returns ERR_INPUT, with the row in the message, on an error. Release
 * *out with own_rows_release in any case. */
int own_rows_read(const char *path, struct own_rows *out, struct error *err);
void own_rows_release(struct own_rows *rows);
/* Computes the hash of a class ("com/example/Cache") and of all classes of the class path that it
 * names, directly or indirectly. Returns false if the class path has no such class. */
bool own_hash(struct classpath *cp, const char *klass, uint8_t out[16]);

#endif
