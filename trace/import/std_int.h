/* What the readers of RAPID's formats share: the model behind both (std_sink.c). */
#ifndef HEDDLE_TRACE_IMPORT_STD_INT_H
#define HEDDLE_TRACE_IMPORT_STD_INT_H

#include "engine/base/mem.h"
#include "trace/writer.h"

/* The operations, in the numbers of the binary form. */
enum std_op {
  STD_ACQUIRE,
  STD_RELEASE,
  STD_READ,
  STD_WRITE,
  STD_FORK,
  STD_JOIN,
  STD_BEGIN, /* of a transaction: a region that is meant to be atomic */
  STD_END,
  STD_REQUEST, /* of a lock, before it is acquired */
  STD_BRANCH,  /* on a value that was read */
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
  uint32_t variables, place, region; /* class, method, method */
  uint32_t locks;                    /* the highest id of a lock so far */
  VEC(struct std_thread) threads;
  VEC(uint32_t) by_name; /* index of `threads` + 1, by the id of the name's string */
  VEC(bool) taken;       /* by id of a thread */
  uint32_t next;         /* no id up to this one is free */
  uint64_t requests;
};

int std_sink_open(struct std_sink *s, const char *format, const char *path, struct error *err);
void std_sink_take(struct std_sink *s, const struct std_event *e);
/* Ends the trace; with rc, the reader's error, it is dropped. Returns rc or what went wrong. */
int std_sink_close(struct std_sink *s, int rc, struct error *err);

#endif
