/* Inside the writers of SARIF: what sarif.c (verdicts), sarif_flow.c (steps) and sarif_trace.c
 * (traces) share. */
#ifndef HEDDLE_TRACE_EXPORT_SARIF_INT_H
#define HEDDLE_TRACE_EXPORT_SARIF_INT_H

#include <jansson.h>
#include <stdint.h>

struct trace_reader;

/* A `location`: the method or class (with dots), and when `file` is not NULL the line (0: unknown)
 * of that file. */
json_t *sarif_location(const char *name, const char *file, int line, const char *source_path);
/* That of a row of the trace's table of locations. */
json_t *sarif_trace_location(struct trace_reader *r, uint32_t location, const char *source_path);
/* sarif_code_flow() of a trace that is open. */
json_t *sarif_trace_flow(struct trace_reader *r, const char *source_path);

/* The rules: a row for each property, then that of verdicts; others may be appended. */
json_t *sarif_rules(void);
int sarif_rule_index(const char *property); /* of one that is unknown: that of verdicts */
/* The text of the file; takes all three, the caller frees it. */
char *sarif_whole(json_t *rules, json_t *invocation, json_t *results);

#endif
