/* Shared by the SARIF writers: sarif.c (verdicts), sarif_flow.c (steps of a counterexample) and
 * sarif_trace.c (traces). The caller owns returned JSON values. */
#ifndef HEDDLE_TRACE_EXPORT_SARIF_INT_H
#define HEDDLE_TRACE_EXPORT_SARIF_INT_H

#include <jansson.h>
#include <stdint.h>

struct trace_reader;

/* Returns a SARIF `location` with the method or class `name` (with dots). If `file` is not NULL,
 * the location also has that file and its line (0: unknown). */
json_t *sarif_location(const char *name, const char *file, int line, const char *source_path);
/* Returns the SARIF `location` of a row in the trace's table of locations. */
json_t *sarif_trace_location(struct trace_reader *r, uint32_t location, const char *source_path);
/* Does the same as sarif_code_flow for an open trace. */
json_t *sarif_trace_flow(struct trace_reader *r, const char *source_path);

/* Returns the SARIF rules: one for each property, then one for all other verdicts. The caller may
 * append others. */
json_t *sarif_rules(void);
/* Returns the rule's index in sarif_rules. An unknown property has the index of the last rule. */
int sarif_rule_index(const char *property);
/* Returns the text of the whole file, which the caller frees. Takes ownership of all three
 * arguments. */
char *sarif_whole(json_t *rules, json_t *invocation, json_t *results);

#endif
