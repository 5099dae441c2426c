/* Shared by the readers of RAPID's formats: the model of a trace behind both (std_sink.c). */
#ifndef HEDDLE_TRACE_IMPORT_STD_INT_H
#define HEDDLE_TRACE_IMPORT_STD_INT_H

#include "engine/base/mem.h"
#include "trace/writer.h"

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
  uint32_t variables, place, region; /* ids: class, method, method */
  uint32_t locks;                    /* highest id of a lock so far */
  VEC(struct std_thread) threads;
  VEC(uint32_t) by_name; /* index of `threads` + 1, by the id of the name's string */
  VEC(bool) taken;       /* by thread id: is it assigned? */
  uint32_t next;         /* all ids up to this one are assigned */
  uint64_t requests;
};

int std_sink_open(struct std_sink *s, const char *format, const char *path, struct error *err);
void std_sink_take(struct std_sink *s, const struct std_event *e);
/* Closes the trace. If `rc`, the reader's error, is not 0, drops it. Returns rc or an error of its
 * own. */
int std_sink_close(struct std_sink *s, int rc, struct error *err);

#endif
