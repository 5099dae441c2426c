/* Writes verdicts on warnings into the SARIF document that contains them. Everything else in a
 * result (rule, locations, fingerprints, properties) stays unchanged. */
#ifndef HEDDLE_TRACE_EXPORT_SARIF_VERDICTS_H
#define HEDDLE_TRACE_EXPORT_SARIF_VERDICTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct warning_verdict {
  uint32_t run, result; /* indices of run and result, from 0 */
  bool confirmed;
  const char *verdict; /* "confirmed", "not found", ... */
  const char *text;    /* for people: the error; or why none was found, and within which bounds */
  json_t *more;        /* more entries for the property bag; borrowed, NULL: none */
  json_t *code_flow;   /* if confirmed: from sarif_code_flow; borrowed, NULL: none */
};

/* Adds the schedule of a confirmed warning to `codeFlows`. Otherwise adds a suppression under
 * review with the text as its justification. In both cases the property bag gets the verdict under
 * "heddle". Replaces the results of earlier runs of heddle. */
void sarif_verdict_set(json_t *whole, const struct warning_verdict *v);

#endif
