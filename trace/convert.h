/* From the engine's terms to a trace's: classes, methods, fields, locations, threads, objects, and
 * the events of a transition.
 *
 * Objects have ids in the order in which the events name them. A reference is an address of the
 * arena, so the converter has to follow the path: it looks at each node in order, while the session
 * stands there, and forgets what was collected. */
#ifndef HEDDLE_TRACE_CONVERT_H
#define HEDDLE_TRACE_CONVERT_H

#include "engine/engine.h"
#include "engine/state/explorer.h"
#include "trace/writer.h"

struct convert_object {
  ref at;
  uint32_t id, klass;
};
struct convert_number { /* of the object with that id less 1 */
  uint32_t klass, class_id, number;
};

struct convert {
  struct engine *e;
  struct vm *vm;
  struct trace_writer *w;
  VEC(struct convert_object) objects;
  uint32_t *slots, mask; /* hash table over their addresses */
  uint32_t next_object;
  VEC(struct convert_number) numbers;
};

/* The session stands at the end of the path that is converted: its objects get their numbers. */
void convert_init(struct convert *c, struct engine *e, struct trace_writer *w);
void convert_release(struct convert *c);

/* Rows, made on demand. 0 for nothing. A location of a method without code (natives, root frames)
 * has bytecode index 0.
 */
uint32_t convert_class(struct convert *c, const struct klass *k);
uint32_t convert_method(struct convert *c, const struct method *m);
uint32_t convert_location(struct convert *c, const struct method *m, uint32_t bci);
/* klass: id of its class; number: among those of its class in the session, 0 not known */
uint32_t convert_object(struct convert *c, ref at, uint32_t klass, uint32_t number);
/* The innermost frame of a thread, as the present state has it; 0 for a root frame and for none. */
uint32_t convert_place(struct convert *c, uint32_t thread, uint32_t bci);
static inline uint32_t convert_thread(uint32_t index) { return index + 1; }

/* What was chosen to come to the present node. */
struct choice convert_choice(const struct convert *c);
/* Call on arriving at a node, before its events. */
void convert_arrive(struct convert *c);
/* The events of the transition that led to the present node. */
void convert_transition(struct convert *c);
/* Rows of all threads and of the program's classes, as the present state has them, and the numbers
 * of objects that are not those of their rows: in the trace an object is called what the session
 * calls it. */
void convert_tables(struct convert *c);

/* The kind of the trace's event for an engine's one, 0 for none; what needs a look at its
 * neighbours (a wait releases and takes its monitor) is seen from `log` and the index. */
int convert_kind(const struct xlog *log, uint32_t index, bool is_array);
/* A JVM type for a field's or element's type character ('[' is 'L'), and the bits of a value of
 * that type as an event holds them. For references the raw reference. */
static inline char convert_type(char c) { return c == '[' ? 'L' : c; }
uint64_t convert_bits(char type, uint64_t raw);

#endif
