/* Adds verdicts on warnings to the SARIF document that contains the warnings. Everything else in a
 * result (rule, locations, fingerprints, properties) stays unchanged. */
#ifndef HEDDLE_TRACE_EXPORT_SARIF_VERDICTS_H
#define HEDDLE_TRACE_EXPORT_SARIF_VERDICTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct warning_verdict {
  uint32_t run, result; /* indices of the warning's run and result, from 0 */
  bool confirmed;
  const char *verdict; /* "confirmed", "not found", ... */
  const char *text;    /* for people: the error, or why none was found and within which bounds */
  json_t *more;        /* further entries of the property bag; borrowed, NULL: none */
  json_t *code_flow;   /* if confirmed: the schedule, from sarif_code_flow; borrowed, NULL: none */
};

/* Adds a verdict to the result. If the warning is confirmed, adds its schedule to `codeFlows`;
 * otherwise adds a suppression with the status "under review" and v->text as its justification. In
 * both cases the property bag gets the verdict under "heddle". Replaces what an earlier run of
 * heddle added. */
void sarif_verdict_set(json_t *whole, const struct warning_verdict *v);

#endif
