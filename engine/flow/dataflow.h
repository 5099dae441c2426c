/* Forward analyses over the locals and operands of one method: what each slot may hold before each
 * instruction, exceptions included. What a value is, how two are joined and what an instruction
 * makes of them is the analysis' own (sources.h, values.h); the order of the work, and what all of
 * them do with slots, is here. */
#ifndef HEDDLE_FLOW_DATAFLOW_H
#define HEDDLE_FLOW_DATAFLOW_H

#include "engine/classfile/insn.h"
#include "engine/flow/cfg.h"
#include "engine/vm/machine.h"

enum { DATAFLOW_VALUE_MOST = 64 };

struct dataflow_step;
struct dataflow_kind {
  uint32_t size;       /* of a value, at most DATAFLOW_VALUE_MOST, aligned as a uint32_t */
  const void *unknown; /* what a caught exception is, and a slot of which nothing is said */
  bool (*join)(void *to, const void *from); /* whether that was anything new */
  void (*apply)(struct dataflow_step *p);
};

struct dataflow_state { /* before a node */
  uint32_t depth;
  char slot[]; /* values: locals, operands */
};

struct dataflow {
  const struct dataflow_kind *kind;
  void *owner; /* the analysis */
  const struct class_file *cf;
  const struct method_info *info;
  const struct cfg *g;
  uint32_t locals, width;
  struct pool pool;
  struct dataflow_state **at; /* by node, NULL where no path leads */
  uint8_t *queued;
  VEC(uint32_t) queue;
};

/* An instruction, and the state that it turns into the one behind it. */
struct dataflow_step {
  struct dataflow *d;
  struct insn in;
  uint32_t node;
  struct dataflow_state *s;
  bool broken; /* operands are missing: code that is not verified */
};

/* Of m, which has a graph; to be released. */
void dataflow_init(struct dataflow *d, const struct dataflow_kind *kind, void *owner, struct vm *vm,
                   struct method *m);
void dataflow_release(struct dataflow *d);
/* Runs to the fixed point from `node` on. `slots`: all locals and then as many operands as `depth`
 * says; NULL: unknown. */
void dataflow_run(struct dataflow *d, uint32_t node, const void *slots, uint32_t depth);

static inline void *dataflow_slot(const struct dataflow *d, struct dataflow_state *s, uint32_t i) {
  return s->slot + (size_t)i * d->kind->size;
}
/* An operand before a node, 0 the top; NULL where no path leads or there are not so many. */
const void *dataflow_operand(const struct dataflow *d, uint32_t node, uint32_t below_top);

/* Copies the top operand to `value`, and pops it; zeros, and broken, when there is none. */
void dataflow_pop(struct dataflow_step *p, void *value);
void dataflow_push(struct dataflow_step *p, const void *value);
/* The local that a load or store names. */
uint32_t dataflow_local(const struct dataflow_step *p);
/* Does it move operands by letters: dup and its kin, pop, swap? dataflow_copies does so. */
static inline bool dataflow_is_copy(const struct insn_desc *d) {
  return d->effect[0] >= 'a' && d->effect[0] <= 'd';
}
void dataflow_copies(struct dataflow_step *p);
static inline uint32_t dataflow_slots_of(char type) { return type == 'J' || type == 'D' ? 2 : 1; }

#endif
