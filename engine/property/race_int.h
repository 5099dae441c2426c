/* Shared by the files of the race check; nobody else includes it. */
#ifndef HEDDLE_PROPERTY_RACE_INT_H
#define HEDDLE_PROPERTY_RACE_INT_H

#include "engine/property/race.h"

/* race_trust.c */
/* Does t access this array by code that is trusted with it? */
bool race_by_trusted(struct vm *vm, const struct thread *t, ref array);

/* race_anew.c: no location was written or read yet. What orders accesses to come stays: rows of
 * threads, of locks and of volatile locations. */
void race_anew(struct vm *vm);

struct race {
  bool rw;
};

/* race_report.c: fills vm->violation: t's access of the location conflicts with an earlier one by
 * thread `other`. */
void race_report(struct vm *vm, struct thread *t, ref obj, uint32_t off, uint32_t other,
                 const char *kind);

#endif
