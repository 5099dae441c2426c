/* Reads warnings of static analysers from SARIF 2.1.0 (OASIS), as written by SpotBugs, Infer and
 * heddle: each result with its locations. */
#ifndef HEDDLE_TRACE_IMPORT_WARNINGS_H
#define HEDDLE_TRACE_IMPORT_WARNINGS_H

#include <jansson.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "engine/base/warned.h"

struct warning {
  uint32_t run, result;                /* indices in the file, from 0 */
  char *rule, *tool, *message, *shown; /* shown: "Bank.java:12"; all owned, never NULL */
  uint32_t properties;                 /* properties that it may mean (warned_rules.def); 0: any */
  VEC(struct warned_place) places;     /* with owned texts */
};
struct warnings_file {
  json_t *whole; /* the document */
  VEC(struct warning) v;
  uint32_t left_out; /* number of results without a warning: passed, suppressed, absent */
};

/* Returns ERR_INPUT if the file cannot be read, is not JSON or not SARIF of this version, or has no
 * warnings. */
int warnings_read(const char *path, struct warnings_file *out, struct error *err);
void warnings_release(struct warnings_file *f);

#endif
