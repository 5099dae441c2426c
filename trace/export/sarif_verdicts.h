/* Verdicts on warnings, written into the SARIF document that has them. What else is in a result, as
 * its rule, places, fingerprints and properties, stays as it is. */
#ifndef HEDDLE_TRACE_EXPORT_SARIF_VERDICTS_H
#define HEDDLE_TRACE_EXPORT_SARIF_VERDICTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct warning_verdict {
  uint32_t run, result; /* which one, from 0 on */
  bool confirmed;
  const char *verdict; /* "confirmed", "not found", ... */
  const char *text;    /* for people: the error; or why none was found, within which bounds */
  json_t *more;        /* of the property bag: what else is known; borrowed, NULL none */
  json_t *code_flow;   /* confirmed: sarif_code_flow; borrowed, NULL none */
};

/* Confirmed: the schedule is added to `codeFlows`. Else a suppression under review is added, with
 * the text as its justification. Both have the verdict in the property bag, as "heddle". What an
 * earlier run of heddle put there is replaced. */
void sarif_verdict_set(json_t *whole, const struct warning_verdict *v);

#endif
