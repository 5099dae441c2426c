/* Shared by the readers of RAPID's two formats: both turn a file into these events, and std_sink.c
 * writes them as a trace. */
#ifndef HEDDLE_TRACE_IMPORT_STD_INT_H
#define HEDDLE_TRACE_IMPORT_STD_INT_H

#include "engine/base/mem.h"
#include "trace/format/writer.h"

/* The operations, with their numbers in the binary form. */
enum std_op {
  STD_ACQUIRE,
  STD_RELEASE,
  STD_READ,
  STD_WRITE,
  STD_FORK,
  STD_JOIN,
  STD_BEGIN, /* begin of a transaction, a region that should be atomic */
  STD_END,
  STD_REQUEST, /* request of a lock, before it is acquired */
  STD_BRANCH,  /* branch on a value that was read */
  STD_OPS
};
extern const char *const std_op_names[STD_OPS];

struct std_name {
  const char *s;
  size_t len;
};

struct std_event {
  enum std_op op;
  struct std_name thread, operand, place;
};

struct std_thread {
  uint32_t id, children;
  bool forked;
};

struct std_sink {
  struct trace_writer *w;
  /* ids: the class that has the variables, the method that has the locations, the method that
   * represents a region */
  uint32_t variables, place, region;
  uint32_t locks; /* highest id of a lock so far */
  VEC(struct std_thread) threads;
  VEC(uint32_t) by_name; /* by the string id of a thread's name: index in `threads` + 1 */
  VEC(bool) taken;       /* by thread id: whether it is assigned */
  uint32_t next;         /* all thread ids up to this one are assigned */
  uint64_t requests;
};

/* Opens the trace at `path` for writing; `format` is recorded as its producer. */
int std_sink_open(struct std_sink *s, const char *format, const char *path, struct error *err);
/* Writes an event. Its names are copied. */
void std_sink_take(struct std_sink *s, const struct std_event *e);
/* Completes the trace. If `rc`, the error of the caller, is not 0, removes the trace instead.
 * Returns rc, or an error of the writer. */
int std_sink_close(struct std_sink *s, int rc, struct error *err);

#endif
