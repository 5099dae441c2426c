/* `heddle record`: runs a program in the real JVM under the recorder and writes its trace. */
#ifndef HEDDLE_TRACE_RECORD_H
#define HEDDLE_TRACE_RECORD_H

#include "trace/format/reader.h"
#include "trace/format/writer.h"

/* Receives the events of the run while it continues (trace/format/follow.h). Events have the
 * numbers that they get in the trace. */
struct record_watcher {
  void *arg;
  /* called before the program starts; an error cancels the run. `names` has the tables read so far
   * and is valid until `end` returns */
  int (*begin)(void *arg, const struct trace_reader *names, struct error *err);
  void (*event)(void *arg, uint64_t n, const struct trace_event *e);
  /* called after the last event; sets the labels to add to the trace. They stay the watcher's */
  void (*end)(void *arg, const struct trace_mark **marks, size_t *count);
};

struct record_options {
  const char *java_home;  /* NULL: $JAVA_HOME or the java on PATH */
  const char *class_path; /* NULL: $CLASSPATH or "." */
  const char *main_class; /* with dots */
  const char *const *args;
  size_t argc;
  const char *output; /* the trace; while the program runs, OUTPUT.live grows */
  /* NULL: default; "all", or groups and kinds of trace/events.def, separated by commas */
  const char *events;
  /* NULL: all classes of the class path; otherwise a POSIX extended regular expression over class
   * names with dots */
  const char *include;
  const char *exclude; /* NULL: nothing excluded */
  /* NULL: no noise; "PROBABILITY[:SEED]": yields or sleeps before recorded operations */
  const char *noise;
  /* placed before the class name, e.g. "-Xmx1g"; `java_option_count` of them */
  const char *const *java_options;
  size_t java_option_count;
  const struct record_watcher *watcher; /* may be NULL */
};

/* Runs `java -ea`. Passes stdin, stdout and stderr through, and forwards signals that heddle
 * receives. *status is the program's exit status, or 128 + n when signal n ended the JVM; the trace
 * is written in either case. Returns 0, ERR_USAGE (bad event kind, regular expression or noise) or
 * ERR_INPUT (no JDK, main class not on the class path, output not writable, or a JVM that ended
 * before the program began; then no output file is left). *status is the JVM's if it ran at all,
 * otherwise -1. */
int record_run(const struct record_options *o, int *status, struct error *err);

#endif
