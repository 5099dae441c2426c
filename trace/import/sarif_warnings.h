/* Reads the warnings of static analysers from SARIF 2.1.0 (OASIS) files, as written by SpotBugs,
 * Infer and heddle. */
#ifndef HEDDLE_TRACE_IMPORT_SARIF_WARNINGS_H
#define HEDDLE_TRACE_IMPORT_SARIF_WARNINGS_H

#include <jansson.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "engine/base/warned.h"

struct warning {
  uint32_t run, result;                /* indices in the file, from 0 */
  char *rule, *tool, *message, *shown; /* shown: "Bank.java:12"; all owned, never NULL */
  /* properties that the warning may be about (warned_rules.def); 0: any */
  uint32_t properties;
  VEC(struct warned_place) places; /* with owned texts */
};
struct warnings_file {
  json_t *whole; /* the document */
  VEC(struct warning) v;
  uint32_t left_out; /* number of results that are not warnings: passed, suppressed or absent */
};

/* Reads all warnings. Returns ERR_INPUT if the file cannot be read, is not JSON or not SARIF 2.1.0,
 * or has no warnings. Release *out with warnings_release. */
int warnings_read(const char *path, struct warnings_file *out, struct error *err);
void warnings_release(struct warnings_file *f);

#endif
