/* Domains: the values that one input of a program may have, as the search tries them. See verify.c.
 */
#ifndef HEDDLE_NATIVES_DOMAIN_H
#define HEDDLE_NATIVES_DOMAIN_H

#include "engine/vm/machine.h"

struct domain {
  char type; /* as in descriptors; 'L': a String */
  bool part; /* there are more values than these: no search over them is complete */
  uint32_t count;
  uint64_t value[CHOICE_VALUES_MAX]; /* natural size, low bytes first; 'L': an interned String */
};

/* Adds a value unless it is there; beyond the bound the domain becomes a part. */
void domain_add(struct domain *d, uint64_t value);
/* All whole numbers from lo to hi when they are few; else the bounds, what is around zero, and the
 * constants (and their neighbours) that the code of class `k` and its nest mates names: a function
 * of the class files alone. */
void domain_range(struct vm *vm, struct domain *d, char type, int64_t lo, int64_t hi,
                  const struct klass *k);
/* 'F' and 'D': special values, small ones and the constants of the code; always a part. */
void domain_real(struct vm *vm, struct domain *d, char type, const struct klass *k);
/* Strings: the empty one, a letter, and the constants of the code; always a part. */
void domain_strings(struct vm *vm, struct domain *d, const struct klass *k);

/* verify.c: the domain of the input that t stands before (op CHOOSE). False: it stands before none.
 */
bool verify_domain_at(struct vm *vm, const struct thread *t, struct domain *d);
#endif
