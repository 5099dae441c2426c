/* Rewrites class files: inserts calls of the helper class around the monitored instructions of a
 * class.
 *
 * Insertions are straight-line code. No instruction of the class is removed, and only branch
 * offsets change. Uninitialised objects are never passed to a probe. The result has passed
 * rewrite_check. */
#ifndef HEDDLE_RECORDER_REWRITE_H
#define HEDDLE_RECORDER_REWRITE_H

#include "engine/classfile/classfile.h"
#include "trace/jdkcalls.h"

#define HELPER_CLASS "heddle/recorder/Probe"

enum probe {
#define PROBE(id, name, desc, params) PROBE_##id,
#include "trace/recorder/probes.def"
#undef PROBE
  PROBE_COUNT
};

/* The events to record, by kind. */
struct event_set {
  uint64_t bits[TRACE_EV_LIMIT / 64];
};
static inline bool event_wanted(const struct event_set *s, unsigned kind) {
  return kind && (s->bits[kind / 64] >> (kind % 64) & 1);
}
static inline void event_want(struct event_set *s, unsigned kind) {
  s->bits[kind / 64] |= 1ull << (kind % 64);
}

enum site_kind {
  SITE_READ,
  SITE_WRITE, /* ref: the field; type: its first character */
  SITE_AREAD,
  SITE_AWRITE, /* type: the element type, B also for boolean[] */
  SITE_ENTER,
  SITE_EXIT, /* flags: TRACE_SYNC_METHOD, TRACE_THROWN */
  SITE_CALL, /* ref: the method; type: its result type; action */
  SITE_MARK, /* event; the method or the class is the event's `ref` as in events.def */
};

/* A place that calls a probe. Pointers are valid only during the call of the site function. */
struct rewrite_site {
  enum site_kind kind;
  uint8_t type, event;
  uint16_t flags; /* enum trace_flag */
  enum call_action action;
  const struct method_info *method;
  uint32_t bci; /* bytecode index in the original class */
  const struct cp_entry *ref;
};

/* The new position of an instruction of the original method, at the beginning of its insertions. */
struct moved_insn {
  uint16_t pc, bci;
};

struct rewrite_options {
  struct event_set events;
  bool noise; /* call a probe before monitors are entered */
  /* Returns the number that the inserted code passes for this site. */
  uint32_t (*site)(void *arg, const struct class_file *cf, const struct rewrite_site *site);
  /* Called for every rewritten method, with entries in the order of pc; may be NULL. The map is
   * valid only during the call. */
  void (*moved)(void *arg, const struct class_file *cf, const struct method_info *mi,
                const struct moved_insn *map, size_t count);
  void *arg;
};

/* Rewrites the class file `data` that was parsed as `cf`. *out is malloc'd; the caller frees it.
 * Returns 0 with *out NULL when there is nothing to record in the class. Errors, also with *out
 * NULL: ERR_LIMIT when the result would exceed a limit of the format, ERR_INPUT when the class
 * contains something that the rewriter cannot place, ERR_INTERNAL when the result does not pass its
 * check. `err` has the reason. */
int class_rewrite(const uint8_t *data, size_t len, const struct class_file *cf,
                  const struct rewrite_options *o, uint8_t **out, size_t *out_len,
                  struct error *err);

/* Parses the class and checks what the JVM would reject in moved code: branch targets, exception
 * ranges, frames, and line and variable tables must be at instructions and in order. */
int rewrite_check(const uint8_t *data, size_t len, struct error *err);

/* Returns the helper class, malloc'd. */
void probe_class(uint8_t **out, size_t *len);

#endif
