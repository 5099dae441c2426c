/* Marks memory accesses of the machine that a transition does not depend on. Only builds with
 * STRESS=1 use this: they compare footprints with the memory that transitions really touch
 * (reduction/reads.h). In other builds the macros do nothing. */
#ifndef HEDDLE_VM_UNCOUNTED_H
#define HEDDLE_VM_UNCOUNTED_H

#ifdef HEDDLE_READS
#include <stdint.h>

struct uncounted {
  int aside;                                 /* accesses do not count while this is above 0 */
  void (*fresh)(uint32_t at, uint32_t size); /* NULL: no listener */
};
/* Returns the only instance in the process; the sanitizer whose calls report accesses is also
 * process-wide. */
struct uncounted *uncounted(void);

#define READS_ASIDE() (void)uncounted()->aside++
#define READS_COUNT() (void)uncounted()->aside--
/* A new object takes the place of a collected one. */
#define READS_FRESH(at, size) (uncounted()->fresh ? uncounted()->fresh((at), (size)) : (void)0)
#else
#define READS_FRESH(at, size) ((void)0)
#define READS_ASIDE() ((void)0)
#define READS_COUNT() ((void)0)
#endif

#endif
