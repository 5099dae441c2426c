/* Forward analyses of the locals and operands of one method: the possible contents of each slot
 * before each instruction, including exception handlers. Each analysis (sources.h, values.h)
 * defines what a value is, how two values are joined, and the effect of an instruction. This file
 * has the fixed-point iteration and the common operations on slots. */
#ifndef HEDDLE_FLOW_DATAFLOW_H
#define HEDDLE_FLOW_DATAFLOW_H

#include "engine/classfile/insn.h"
#include "engine/flow/cfg.h"
#include "engine/vm/machine.h"

enum { DATAFLOW_VALUE_MOST = 64 };

struct dataflow_step;
struct dataflow_kind {
  uint32_t size;       /* of a value, at most DATAFLOW_VALUE_MOST, aligned like a uint32_t */
  const void *unknown; /* the value of a caught exception, and of a slot without information */
  bool (*join)(void *to, const void *from); /* returns whether *to changed */
  void (*apply)(struct dataflow_step *p);
};

struct dataflow_state { /* the state before a node */
  uint32_t depth;
  char slot[]; /* values: locals, then operands */
};

struct dataflow {
  const struct dataflow_kind *kind;
  void *owner; /* the analysis */
  const struct class_file *cf;
  const struct method_info *info;
  const struct cfg *g;
  uint32_t locals, width;
  struct pool pool;
  struct dataflow_state **at; /* by node; NULL if no path leads to the node */
  uint8_t *queued;
  VEC(uint32_t) queue;
};

/* An instruction, and the state that it transforms into the state after it. */
struct dataflow_step {
  struct dataflow *d;
  struct insn in;
  uint32_t node;
  struct dataflow_state *s;
  bool broken; /* operands are missing, because the code is not verified */
};

/* Initialises the analysis of m, which must have a graph. The caller releases it. */
void dataflow_init(struct dataflow *d, const struct dataflow_kind *kind, void *owner, struct vm *vm,
                   struct method *m);
void dataflow_release(struct dataflow *d);
/* Runs from `node` to the fixed point. `slots`: all locals, followed by `depth` operands; NULL:
 * unknown. */
void dataflow_run(struct dataflow *d, uint32_t node, const void *slots, uint32_t depth);

static inline void *dataflow_slot(const struct dataflow *d, struct dataflow_state *s, uint32_t i) {
  return s->slot + (size_t)i * d->kind->size;
}
/* Returns an operand before a node, 0 is the top; NULL if no path leads there or there are fewer
 * operands. */
const void *dataflow_operand(const struct dataflow *d, uint32_t node, uint32_t below_top);

/* Pops the top operand into `value`. Without an operand, writes zeros and sets broken. */
void dataflow_pop(struct dataflow_step *p, void *value);
void dataflow_push(struct dataflow_step *p, const void *value);
/* Returns the local that a load or store accesses. */
uint32_t dataflow_local(const struct dataflow_step *p);
/* Returns whether the instruction only moves operands, with an effect in letters: dup and similar,
 * pop, swap. dataflow_copies executes such an instruction. */
static inline bool dataflow_is_copy(const struct insn_desc *d) {
  return d->effect[0] >= 'a' && d->effect[0] <= 'd';
}
void dataflow_copies(struct dataflow_step *p);
static inline uint32_t dataflow_slots_of(char type) { return type == 'J' || type == 'D' ? 2 : 1; }

#endif
