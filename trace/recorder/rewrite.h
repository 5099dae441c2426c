/* Rewrites class files: inserts calls of the helper class around the instructions of a class that
 * are to be recorded.
 *
 * Insertions are straight-line code. No instruction of the class is removed, and only branch
 * offsets change. Uninitialised objects are never passed to a probe. Every rewritten class has
 * passed rewrite_check. */
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
static inline void event_forget(struct event_set *s, unsigned kind) {
  s->bits[kind / 64] &= ~(1ull << (kind % 64));
}

enum site_kind {
  /* access of a field: `ref` is the field, `type` the first character of its descriptor */
  SITE_READ,
  SITE_WRITE,
  /* access of an array element: `type` is the element type, B for byte and boolean */
  SITE_AREAD,
  SITE_AWRITE,
  /* use of a monitor: `flags` may have TRACE_SYNC_METHOD (of a synchronized method), TRACE_THROWN
   */
  SITE_ENTER,
  SITE_EXIT,
  SITE_CALL, /* `ref` is the method, `type` its result type */
  /* `event` is the kind to record, whose `ref` is the method or class that events.def requires */
  SITE_MARK,
};

/* A place in the code that calls a probe. Pointers are valid only while the function `site`
 * runs. */
struct rewrite_site {
  enum site_kind kind;
  uint8_t type, event;
  uint16_t flags; /* enum trace_flag */
  enum call_action action;
  const struct method_info *method;
  uint32_t bci; /* bytecode index in the original class */
  const struct cp_entry *ref;
};

/* The new position of an instruction of the original method: that of its first insertion. */
struct moved_insn {
  uint16_t pc, bci;
};

struct rewrite_options {
  struct event_set events;
  bool noise; /* also call a probe that may delay the thread before it enters a monitor */
  /* adds a site and returns the number that the inserted code passes to the probe */
  uint32_t (*site)(void *arg, const struct class_file *cf, const struct rewrite_site *site);
  /* called for every rewritten method, with entries in the order of pc, valid only during the call;
   * may be NULL */
  void (*moved)(void *arg, const struct class_file *cf, const struct method_info *mi,
                const struct moved_insn *map, size_t count);
  /* should an event BLOCK be recorded at this instruction, in addition to those of basic blocks?
   * May be NULL */
  bool (*marks)(void *arg, const struct class_file *cf, const struct method_info *mi, uint32_t bci);
  void *arg;
};

/* Rewrites the class file `data` that was parsed as `cf`. The caller frees *out. Returns 0 with
 * *out NULL if there is nothing to record in the class. On an error, *out is NULL too and `err`
 * has the reason: ERR_LIMIT if the result would exceed a limit of the class-file format, ERR_INPUT
 * if the class contains something that the rewriter does not support, ERR_INTERNAL if the result
 * does not pass rewrite_check. */
int class_rewrite(const uint8_t *data, size_t len, const struct class_file *cf,
                  const struct rewrite_options *o, uint8_t **out, size_t *out_len,
                  struct error *err);

/* Parses the class and checks what the JVM would reject after code was moved: that branch targets,
 * exception ranges, frames, and line and variable tables are at instructions and in order. Returns
 * ERR_INPUT if not. */
int rewrite_check(const uint8_t *data, size_t len, struct error *err);

/* Generates the helper class; the caller frees *out. */
void probe_class(uint8_t **out, size_t *len);

#endif
