/* Reports of verdicts for other programs, such as CI servers: JUnit's XML (junit_xml.c) and SARIF
 * (sarif.c).
 *
 * Both take an array of cases, in order. A case is an object:
 *   class, name   strings: a test's class and its name in it; for a program its main class and ""
 *   verdict       "no error", "error", "inconclusive", "skipped", "failed" (heddle could not search
 *                 it)
 *   how           string to print after the verdict: the search that led to it and what it relies
 *                 on, such as
 *                 ", by contracts, taking 17 methods of the JDK as one step each"; "" or absent
 *   reason        string: why the verdict is "inconclusive" or "failed"; else ""
 *   scope         string: what the verdict covers; may be ""
 *   seconds, states
 *   text          string: what is printed for people
 *   errors        array of objects: property, kind, message, location, thread, detail (strings as
 * in `heddle check --json`), trace (a file's name or null), code_flow (from sarif_code_flow, or
 * absent)
 *   library_races array of objects, or absent: races inside libraries that are no errors; raced
 *                 (the field), message and idiom (race_idiom_name, may be absent) are strings */
#ifndef HEDDLE_TRACE_EXPORT_VERDICT_REPORT_H
#define HEDDLE_TRACE_EXPORT_VERDICT_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <time.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"

struct report {
  const json_t *cases;
  const char *source_path; /* folders of the sources, separated by colons; NULL: unknown */
  const json_t *command;   /* array of strings: heddle's command line without the program name */
  time_t start, end;
  int exit_code;
  int signal; /* number of the signal that interrupted heddle; 0: none */
};

/* Return the text of the whole report file; the caller frees it. */
char *junit_xml_text(const struct report *r);
char *sarif_text(const struct report *r);

/* Returns the steps of a counterexample, by thread, as the `codeFlow` of a SARIF result, or NULL if
 * the trace cannot be read. The caller owns it. */
json_t *sarif_code_flow(const char *trace, const char *source_path);

/* Returns the path of a source file in the form that tools expect: "a/b/C.java", in the folder of
 * the source path that contains it. `name` is a class or one of its methods, with dots; `file` is
 * the name of the file without folders. The caller frees the path. */
char *report_source(const char *name, const char *file, const char *source_path);

#endif
