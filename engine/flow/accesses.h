/* What the program's own code does to what threads can share: reads and writes of fields and of the
 * elements of arrays, calls on objects of the library, monitors that are taken. A variable is known
 * by the field that holds it, and by its type where none does; which object it belongs to is not
 * looked at. For choosing locations that concern each other. */
#ifndef HEDDLE_FLOW_ACCESSES_H
#define HEDDLE_FLOW_ACCESSES_H

#include "engine/flow/location.h"
#include "engine/flow/rta.h"
#include "engine/flow/sources.h"

enum access_kind { ACCESS_READS, ACCESS_WRITES, ACCESS_CALLS, ACCESS_LOCKS };

struct variable {
  /* the field (struct field) whose value, or whose array's elements or object, it is; else the
   * class or the kind of array */
  const void *what;
  bool inside; /* an element, or the state of the object */
};

struct access {
  struct method *method;
  uint32_t node;
  uint8_t kind;               /* enum access_kind */
  bool makes;                 /* in a constructor or an initialiser */
  const struct symbol *calls; /* the method's name, when it is a call */
  struct variable of;
};

static inline bool variable_equal(const struct variable *a, const struct variable *b) {
  return a->what == b->what && a->inside == b->inside;
}

struct accesses;
/* Of the program's methods that the analysis reached; it and the machine must outlive this. Freed
 * with accesses_free. */
struct accesses *accesses_new(struct vm *vm, struct rta *rta);
void accesses_free(struct accesses *a);

uint32_t access_count(const struct accesses *a);
const struct access *access_at(const struct accesses *a, uint32_t i);
static inline struct location access_place(struct vm *vm, const struct access *x) {
  return (struct location){x->method, cfg_of(vm, x->method)->bci[x->node]};
}

/* Of a method that was reached and has code, else NULL. */
const struct sources *accesses_sources(const struct accesses *a, const struct method *m);
/* May one of the two change what the other sees? */
bool access_conflicts(const struct access *x, const struct access *y);

struct variable_list {
  VEC(struct variable) v;
};
/* Adds what the instructions of a set, in m, give: the variables that they read; of a call of the
 * program's own those that its result is made of and that decide about it, calls in it included. */
void accesses_read(const struct accesses *a, const struct method *m, const struct source_set *s,
                   struct variable_list *out);

#endif
