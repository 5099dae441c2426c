/* Private to the files of the race check. */
#ifndef HEDDLE_PROPERTY_RACE_INT_H
#define HEDDLE_PROPERTY_RACE_INT_H

#include "engine/property/race.h"

/* race_trust.c */
/* Does t access this array from code that is trusted with it? */
bool race_by_trusted(struct vm *vm, const struct thread *t, ref array);

struct race {
  bool rw;
};

/* race_report.c: fills in vm->violation. t's access of the location conflicts with an earlier
 * access by thread `other`. */
void race_report(struct vm *vm, struct thread *t, ref obj, uint32_t off, uint32_t other,
                 const char *kind);

#endif
