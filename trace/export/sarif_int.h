/* Inside the writer of SARIF: what sarif.c and sarif_flow.c share. */
#ifndef HEDDLE_TRACE_EXPORT_SARIF_INT_H
#define HEDDLE_TRACE_EXPORT_SARIF_INT_H

#include <jansson.h>

/* A `location`: the method or class (with dots), and when `file` is not NULL the line (0: unknown)
 * of that file. */
json_t *sarif_location(const char *name, const char *file, int line, const char *source_path);

#endif
