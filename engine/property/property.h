/* Properties: conditions that a state or an event of the program can violate. Each is one file and
 * one row of engine/base/properties.def, from which the command line, counterexamples and verdicts
 * take its name and bit. */
#ifndef HEDDLE_PROPERTY_PROPERTY_H
#define HEDDLE_PROPERTY_PROPERTY_H

#include "engine/vm/interp/interp.h"

/* A function that finds a violation fills in vm->violation and returns true. Any function may be
 * NULL. A property that listens to events adds itself to vm->listen.list in start(). All its data
 * that changes along a path must be in the arena. */
struct property_ops {
  const char *name;
  /* called after vm_start, when a session with the property opens */
  int (*start)(struct vm *vm, struct error *err);
  void (*stop)(struct vm *vm); /* called when the machine is freed, even if start failed */
  /* discards, in the open delta, what it recorded on the path */
  void (*anew)(struct vm *vm);
  /* checks the state that a transition led to; `way`: how the program goes on from there */
  bool (*state)(struct vm *vm, enum way_on way);
  /* called when an exception is about to leave t's run() or main() */
  bool (*uncaught)(struct vm *vm, struct thread *t, ref exception);
};

const struct property_ops *property_at(uint32_t i); /* NULL past the last */
static inline bool property_on(const struct vm *vm, uint32_t i) {
  return vm->opt.properties >> i & 1;
}

int properties_start(struct vm *vm, struct error *err);
void properties_stop(struct vm *vm);
/* Makes the enabled properties start listening here (paper 003, section 4): they discard what they
 * recorded on the path. Called with a delta open, at a state boundary. */
void properties_anew(struct vm *vm);
/* Evaluates the enabled properties in the order of the table; stops at the first violation. */
bool properties_state(struct vm *vm, enum way_on way);
bool properties_uncaught(struct vm *vm, struct thread *t, ref exception);

#endif
