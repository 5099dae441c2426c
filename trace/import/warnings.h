/* Warnings of static analysers from SARIF 2.1.0 (OASIS), as SpotBugs, Infer and heddle write it:
 * each result with its places. */
#ifndef HEDDLE_TRACE_IMPORT_WARNINGS_H
#define HEDDLE_TRACE_IMPORT_WARNINGS_H

#include <jansson.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "engine/base/warned.h"

struct warning {
  uint32_t run, result;                /* where it is in the file, from 0 on */
  char *rule, *tool, *message, *shown; /* shown: "Bank.java:12"; all owned, never NULL */
  uint32_t properties;                 /* what it may mean (warned_rules.def); 0: anything */
  VEC(struct warned_place) places;     /* texts owned */
};
struct warnings_file {
  json_t *whole; /* the document */
  VEC(struct warning) v;
  uint32_t left_out; /* results that warn of nothing: passed, suppressed, absent */
};

/* ERR_INPUT: it cannot be read, is no JSON, no SARIF of this version, or has no warnings. */
int warnings_read(const char *path, struct warnings_file *out, struct error *err);
void warnings_release(struct warnings_file *f);

#endif
