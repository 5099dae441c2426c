/* Private to the SARIF writers: shared by sarif.c (verdicts), sarif_flow.c (steps) and
 * sarif_trace.c (traces). */
#ifndef HEDDLE_TRACE_EXPORT_SARIF_INT_H
#define HEDDLE_TRACE_EXPORT_SARIF_INT_H

#include <jansson.h>
#include <stdint.h>

struct trace_reader;

/* Returns a `location`: the method or class (with dots) and, if `file` is not NULL, the line (0:
 * unknown) of that file. */
json_t *sarif_location(const char *name, const char *file, int line, const char *source_path);
/* Returns the `location` for a row of the trace's table of locations. */
json_t *sarif_trace_location(struct trace_reader *r, uint32_t location, const char *source_path);
/* The same as sarif_code_flow() for an open trace. */
json_t *sarif_trace_flow(struct trace_reader *r, const char *source_path);

/* Returns the rules: one for each property, then the one for verdicts; the caller may append
 * others. */
json_t *sarif_rules(void);
int sarif_rule_index(const char *property); /* for an unknown property: the rule for verdicts */
/* Returns the text of the file, which the caller frees. Takes ownership of all three arguments. */
char *sarif_whole(json_t *rules, json_t *invocation, json_t *results);

#endif
