/* `heddle record`: runs a program in the real JVM under the recorder and leaves its trace. */
#ifndef HEDDLE_TRACE_RECORD_H
#define HEDDLE_TRACE_RECORD_H

#include "trace/reader.h"
#include "trace/writer.h"

/* Takes the events of the run while it goes on (trace/follow.h). Events have the numbers that they
 * get in the trace. */
struct record_watcher {
  void *arg;
  /* before the program is started; `names` are the tables so far, good until `end` has returned */
  int (*begin)(void *arg, const struct trace_reader *names, struct error *err);
  void (*event)(void *arg, uint64_t n, const struct trace_event *e);
  /* after the last one: the labels for the trace, which belong to the watcher */
  void (*end)(void *arg, const struct trace_mark **marks, size_t *count);
};

struct record_options {
  const char *java_home;  /* NULL: $JAVA_HOME or the java on PATH */
  const char *class_path; /* NULL: $CLASSPATH or "." */
  const char *main_class; /* with dots */
  const char *const *args;
  size_t argc;
  const char *output; /* the trace; while the program runs it grows in OUTPUT.live */
  /* NULL: default; groups and kinds of trace/events.def, parted by commas; "all" */
  const char *events;
  /* NULL: all classes of the class path; a POSIX extended regular expression over names with dots
   */
  const char *include;
  const char *exclude; /* NULL: none */
  /* NULL: none; "PROBABILITY[:SEED]": yield or sleep before a recorded operation */
  const char *noise;
  /* put before the class name, e.g. "-Xmx1g"; `java_option_count` of them */
  const char *const *java_options;
  size_t java_option_count;
  const struct record_watcher *watcher; /* NULL: none */
};

/* Runs `java -ea`, with stdin, stdout and stderr passed through, and signals that heddle gets
 * handed on. *status is the program's exit status, 128 + n when signal n ended the JVM; the trace
 * is written in either case. Returns 0, or ERR_USAGE  a bad kind of event, regular expression or
 * noise ERR_INPUT  no JDK, no such class on the class path, output not writable, or a JVM that did
 * not come to run the program; then no output file is left. *status is the JVM's, if it ran at all.
 */
int record_run(const struct record_options *o, int *status, struct error *err);

#endif
