/* What references a method's locals and operands may hold, as far as is known without running it:
 * objects that are there already, and what the method itself makes ("propagate the types extracted
 * from the state along the program": paper 001, section 5).
 *
 * A forward analysis over the control flow graph. It begins at any instruction with what is known
 * there: a frame's locals, or nothing. Copies, casts and fields of known objects are followed; a
 * field counts as what it holds now. Of all else the instruction is known that gives it: the result
 * of a call, an element of an array, a field of an unknown object.
 *
 * An estimate for heuristics: what other threads write in the meantime is not looked at. */
#ifndef HEDDLE_FLOW_VALUES_H
#define HEDDLE_FLOW_VALUES_H

#include "engine/classfile/classfile.h"
#include "engine/flow/cfg.h"

enum { VALUE_ITEMS = 4 };

enum value_kind {
  VALUE_OBJECT, /* id is the object */
  VALUE_MADE,   /* by the instruction (node) id of this method: new, invokedynamic */
  VALUE_GIVEN,  /* by the instruction id: what, is not known */
};

struct value_item {
  uint32_t kind; /* enum value_kind */
  uint32_t id;
};

/* What a slot may hold. No item and not `other`: null, or no reference. */
struct value {
  uint32_t count : 8;
  bool other; /* something else besides */
  struct value_item item[VALUE_ITEMS];
};

static inline struct value value_other(void) { return (struct value){.other = true}; }
static inline struct value value_of(enum value_kind kind, uint32_t id) {
  return (struct value){.count = 1, .item = {{kind, id}}};
}
static inline struct value value_object(ref r) {
  return r ? value_of(VALUE_OBJECT, r) : (struct value){0};
}
/* Adds what x may be to *v; whether that was anything new. */
bool value_join(struct value *v, const struct value *x);

/* What an analysis read of the state: with the same words it has the same result. */
struct state_read {
  uint32_t at, word;
};
struct state_reads {
  VEC(struct state_read) v;
};
uint32_t state_read(struct vm *vm, struct state_reads *reads, uint32_t at);
/* The same for the class of an object. */
struct klass *state_read_class(struct vm *vm, struct state_reads *reads, ref object);

/* What the reference field of a constant holds now in an object; given by `node` where there is no
 * such field. */
struct value value_of_field(struct vm *vm, struct state_reads *reads, const struct cp_entry *e,
                            ref holder, uint32_t node);

struct values;

/* The analysis of m, which has a graph, from `node` on. `slots`: the locals and then the operands
 * there, all locals and as many operands as `depth` says; NULL: nothing is known. Fields of known
 * objects are read as they are now, which is noted in `reads`; NULL: they are not. Freed with
 * values_free. */
struct values *values_new(struct vm *vm, struct method *m, uint32_t node, const struct value *slots,
                          uint32_t depth, struct state_reads *reads);
void values_free(struct values *v);

/* An operand before a node, counted in slots from the top, 0 the top: NULL where no path leads or
 * there are not so many. */
const struct value *values_operand(const struct values *v, uint32_t node, uint32_t below_top);
/* The node that calls the constructor of what the `new` at `node` makes; UINT32_MAX: not found. */
uint32_t values_constructor(const struct values *v, uint32_t node);

#endif
