/* The accesses of the program's own code to memory that threads can share: reads and writes of
 * fields and array elements, calls on library objects, monitors that are taken. A variable is
 * identified by the field that holds it, or by its type if no field is known. The analysis does not
 * distinguish the objects to which a field belongs. The heuristics use it to choose related
 * locations. */
#ifndef HEDDLE_FLOW_ACCESSES_H
#define HEDDLE_FLOW_ACCESSES_H

#include "engine/flow/location.h"
#include "engine/flow/rta.h"
#include "engine/flow/sources.h"

enum access_kind { ACCESS_READS, ACCESS_WRITES, ACCESS_CALLS, ACCESS_LOCKS };

struct variable {
  /* The field (struct field) that holds the variable, or that refers to its array or object. If
   * there is none, the class or the kind of array. */
  const void *what;
  bool inside; /* an array element, or the state of an object */
};

struct access {
  struct method *method;
  uint32_t node;
  uint8_t kind;               /* enum access_kind */
  bool makes;                 /* in a constructor or a class initialiser */
  const struct symbol *calls; /* the name of the called method if this is a call */
  struct variable of;
};

static inline bool variable_equal(const struct variable *a, const struct variable *b) {
  return a->what == b->what && a->inside == b->inside;
}

struct accesses;
/* Collects the accesses of all methods of the program that the analysis reached. The analysis and
 * the machine must outlive the result, which the caller frees with accesses_free. */
struct accesses *accesses_new(struct vm *vm, struct rta *rta);
void accesses_free(struct accesses *a);

uint32_t access_count(const struct accesses *a);
const struct access *access_at(const struct accesses *a, uint32_t i);
static inline struct location access_place(struct vm *vm, const struct access *x) {
  return (struct location){x->method, cfg_of(vm, x->method)->bci[x->node]};
}

/* Returns the sources of a reached method with code, or NULL. */
const struct sources *accesses_sources(const struct accesses *a, const struct method *m);
/* Returns whether one of the accesses may affect the other. */
bool access_conflicts(const struct access *x, const struct access *y);

struct variable_list {
  VEC(struct variable) v;
};
/* Adds the variables that the instructions of a set, in m, read. For a call of the program's own
 * methods, adds the variables that determine its result, including calls in it. */
void accesses_read(const struct accesses *a, const struct method *m, const struct source_set *s,
                   struct variable_list *out);

#endif
