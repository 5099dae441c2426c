/* Shared by the files of the race check; nobody else includes it. */
#ifndef HEDDLE_PROPERTY_RACE_INT_H
#define HEDDLE_PROPERTY_RACE_INT_H

#include "engine/property/race.h"

/* race_trust.c */
struct race_trust;
int race_trust_new(const char *trust, const char *benign, struct race_trust **out, struct error *err);
void race_trust_free(struct race_trust *t);
bool race_trusted(struct vm *vm, struct klass *k);

struct race {
  struct race_trust *trust;
  bool rw;
};

/* race_report.c: fills vm->violation: t's access of the location conflicts with an earlier one by thread `other`. */
void race_report(struct vm *vm, struct thread *t, ref obj, uint32_t off, uint32_t other, const char *kind);

#endif
