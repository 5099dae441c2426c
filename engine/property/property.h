/* Properties: what a state or an event of the program can violate. Each is one file and one row of
 * engine/base/properties.def; the command line, the counterexamples and the verdicts take their
 * names and bits from that table. */
#ifndef HEDDLE_PROPERTY_PROPERTY_H
#define HEDDLE_PROPERTY_PROPERTY_H

#include "engine/vm/interp/interp.h"

/* A function that finds a violation fills vm->violation and returns true. Any function may be NULL.
 * A property that listens to events enters itself into vm->listen.list in start(); of its own data
 * it keeps nothing outside the arena that a path could change. */
struct property_ops {
  const char *name;
  /* when a session with the property opens: after vm_start */
  int (*start)(struct vm *vm, struct error *err);
  void (*stop)(struct vm *vm); /* when the machine is freed; also after a start that failed */
  /* forgets what it has heard on the path, in the open delta */
  void (*anew)(struct vm *vm);
  /* looks at the state that a transition led to, from which the program goes on by `way` */
  bool (*state)(struct vm *vm, enum way_on way);
  /* an exception is about to leave t's run() or main() */
  bool (*uncaught)(struct vm *vm, struct thread *t, ref exception);
};

const struct property_ops *property_at(uint32_t i); /* NULL behind the last */
static inline bool property_on(const struct vm *vm, uint32_t i) {
  return vm->opt.properties >> i & 1;
}

int properties_start(struct vm *vm, struct error *err);
void properties_stop(struct vm *vm);
/* Those that are on begin to listen here (paper 003, section 4): what they heard on the path counts
 * no more. In an open delta, at a state boundary. */
void properties_anew(struct vm *vm);
/* Asks the properties that are on, in the order of the table; the first violation counts. */
bool properties_state(struct vm *vm, enum way_on way);
bool properties_uncaught(struct vm *vm, struct thread *t, ref exception);

#endif
