/* The references that a method's locals and operands may hold, as far as is known without running
 * it: existing objects, and objects that the method itself creates ("propagate the types extracted
 * from the state along the program": paper 001, section 5).
 *
 * It is a forward analysis over the control flow graph. It begins at any instruction with the known
 * values: a frame's locals, or nothing. It follows copies, casts and fields of known objects, whose
 * current contents are used. For any other value it only knows the instruction that produces it: a
 * call, or the read of an array element or of a field of an unknown object.
 *
 * The result is an estimate for heuristics, because it ignores writes of other threads in the
 * meantime. */
#ifndef HEDDLE_FLOW_VALUES_H
#define HEDDLE_FLOW_VALUES_H

#include "engine/classfile/classfile.h"
#include "engine/flow/cfg.h"

enum { VALUE_ITEMS = 4 };

enum value_kind {
  VALUE_OBJECT, /* id is the object */
  VALUE_MADE,   /* created by the instruction (node) id of this method: new, invokedynamic */
  VALUE_GIVEN,  /* an unknown value produced by the instruction id */
};

struct value_item {
  uint32_t kind; /* enum value_kind */
  uint32_t id;
};

/* The possible values of a slot. Without items and without `other`, the slot holds null or no
 * reference. */
struct value {
  uint32_t count : 8;
  bool other; /* it may also hold an unknown value */
  struct value_item item[VALUE_ITEMS];
};

static inline struct value value_other(void) { return (struct value){.other = true}; }
static inline struct value value_of(enum value_kind kind, uint32_t id) {
  return (struct value){.count = 1, .item = {{kind, id}}};
}
static inline struct value value_object(ref r) {
  return r ? value_of(VALUE_OBJECT, r) : (struct value){0};
}
/* Adds the possible values of x to *v; returns whether *v changed. */
bool value_join(struct value *v, const struct value *x);

/* A word of the state that an analysis read. While none of these words changes, the analysis has
 * the same result. */
struct state_read {
  uint32_t at, word;
};
struct state_reads {
  VEC(struct state_read) v;
};
/* Returns the word at the address `at` and adds it to *reads. */
uint32_t state_read(struct vm *vm, struct state_reads *reads, uint32_t at);
/* Returns the class of an object and adds the word that holds it to *reads. */
struct klass *state_read_class(struct vm *vm, struct state_reads *reads, ref object);

/* Returns the current value of an object's reference field, which the constant e names. If there is
 * no such field, the value is unknown and produced by `node`. */
struct value value_of_field(struct vm *vm, struct state_reads *reads, const struct cp_entry *e,
                            ref holder, uint32_t node);

struct values;

/* Analyses m, which must have a graph, from `node` on. `slots`: all locals, followed by `depth`
 * operands; NULL: nothing is known. Uses the current values of the fields of known objects and
 * notes these reads in `reads`; if `reads` is NULL, does not read fields. The caller frees the
 * result with values_free. */
struct values *values_new(struct vm *vm, struct method *m, uint32_t node, const struct value *slots,
                          uint32_t depth, struct state_reads *reads);
void values_free(struct values *v);

/* Returns an operand before a node; `below_top` counts the slots above the operand. NULL if no path
 * leads to the node or there are fewer operands. */
const struct value *values_operand(const struct values *v, uint32_t node, uint32_t below_top);
/* Returns the node that calls the constructor of the object that the `new` at `node` creates;
 * UINT32_MAX: not found. */
uint32_t values_constructor(const struct values *v, uint32_t node);

#endif
