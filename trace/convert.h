/* Converts the engine's classes, methods, fields, locations, threads, objects and the events of a
 * transition to those of a trace.
 *
 * Objects get ids in the order in which the events name them. The converter knows an object by its
 * arena address, which may be reused once the object is collected. The session must therefore visit
 * every node of the path in order, and the caller calls convert_arrive at each, which forgets
 * collected objects. */
#ifndef HEDDLE_TRACE_CONVERT_H
#define HEDDLE_TRACE_CONVERT_H

#include "engine/engine.h"
#include "engine/state/explorer.h"
#include "trace/format/writer.h"

struct convert_object {
  ref at;
  uint32_t id, klass;
};
struct convert_number { /* the session's number of the object whose id is the index + 1 */
  uint32_t klass, class_id, number;
};

struct convert {
  struct engine *e;
  struct vm *vm;
  struct trace_writer *w;
  VEC(struct convert_object) objects;
  uint32_t *slots, mask; /* hash table over the addresses of `objects` */
  uint32_t next_object;
  VEC(struct convert_number) numbers;
};

/* Requires that the session is at the end of the path to convert, because it numbers the path's
 * objects there. The engine and the writer must outlive *c. */
void convert_init(struct convert *c, struct engine *e, struct trace_writer *w);
void convert_release(struct convert *c);

/* Return the id of a row, adding the row on first use. convert_class returns 0 for NULL. A location
 * in a method without code (natives, root frames) has bytecode index 0. */
uint32_t convert_class(struct convert *c, const struct klass *k);
uint32_t convert_method(struct convert *c, const struct method *m);
uint32_t convert_location(struct convert *c, const struct method *m, uint32_t bci);
/* Returns the id of the object at that address. `klass` is the engine's id of its class; `number`
 * is the session's number of the object among those of its class, or 0 if unknown. */
uint32_t convert_object(struct convert *c, ref at, uint32_t klass, uint32_t number);
/* Returns the location at `bci` in a thread's innermost frame in the present state; 0 for a root
 * frame or a thread without frames. */
uint32_t convert_place(struct convert *c, uint32_t thread, uint32_t bci);
static inline uint32_t convert_thread(uint32_t index) { return index + 1; }

/* Returns the choice that led to the present node. */
struct choice convert_choice(const struct convert *c);
/* Must be called on arriving at a node, before its events are converted. */
void convert_arrive(struct convert *c);
/* Writes the events of the transition that led to the present node. */
void convert_transition(struct convert *c);
/* Writes rows for all threads and for the program's classes in the present state. Also writes the
 * session's number of each object, where it differs from the number that the row implies, so that
 * the trace names objects as the session does. */
void convert_tables(struct convert *c);

/* Returns the trace's event kind for an engine event, or 0 if the event is not traced. Examines the
 * event's neighbours in `log`, because a wait also logs a release and an acquire of its monitor. */
int convert_kind(const struct xlog *log, uint32_t index, bool is_array);
/* convert_type returns the JVM type for the type character of a field or element ('[' becomes 'L').
 * convert_bits returns the bits of a value of that type as an event holds them; a reference keeps
 * the engine's bits. */
static inline char convert_type(char c) { return c == '[' ? 'L' : c; }
uint64_t convert_bits(char type, uint64_t raw);

#endif
