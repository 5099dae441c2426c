/* Domains: the values that the search tries for one input of a program. See verification_api.c. */
#ifndef HEDDLE_NATIVES_DOMAIN_H
#define HEDDLE_NATIVES_DOMAIN_H

#include "engine/vm/machine.h"

struct domain {
  char type; /* a descriptor character; 'L': String */
  bool part; /* more values exist than these, so a search over them is incomplete */
  uint32_t count;
  uint64_t value[CHOICE_VALUES_MAX]; /* in natural size, low bytes first; 'L': an interned String */
};

/* Adds a value if it is new. If the domain is full, sets `part` instead. */
void domain_add(struct domain *d, uint64_t value);
/* Fills in all integers from lo to hi if they are few. Otherwise uses the bounds, values around
 * zero, and the constants (and their neighbours) in the code of class `k` and its nest mates; these
 * depend only on the class files. */
void domain_range(struct vm *vm, struct domain *d, char type, int64_t lo, int64_t hi,
                  const struct klass *k);
/* For 'F' and 'D': special values, small values, and constants of the code; always sets `part`. */
void domain_real(struct vm *vm, struct domain *d, char type, const struct klass *k);
/* For Strings: the empty string, a letter, and constants of the code; always sets `part`. */
void domain_strings(struct vm *vm, struct domain *d, const struct klass *k);

/* verification_api.c: computes the domain of the input that t is about to ask for (op CHOOSE).
 * Returns false if t is not about to ask for one. */
bool verify_domain_at(struct vm *vm, const struct thread *t, struct domain *d);
#endif
