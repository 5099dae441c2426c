/* Reads and writes of the machine that are no part of what a transition depends on, for the
 * comparison of footprints with what transitions really touch (reduction/reads.h), which only
 * builds with STRESS=1 make. In others these are nothing. */
#ifndef HEDDLE_VM_UNCOUNTED_H
#define HEDDLE_VM_UNCOUNTED_H

#ifdef HEDDLE_READS
#include <stdint.h>

struct uncounted {
  int aside;                                 /* above 0: what is accessed does not count */
  void (*fresh)(uint32_t at, uint32_t size); /* NULL: nobody asks */
};
/* One for the process, as for the sanitizer whose calls are listened to. */
struct uncounted *uncounted(void);

#define READS_ASIDE() (void)uncounted()->aside++
#define READS_COUNT() (void)uncounted()->aside--
/* A new object takes the place of one that was collected. */
#define READS_FRESH(at, size) (uncounted()->fresh ? uncounted()->fresh((at), (size)) : (void)0)
#else
#define READS_FRESH(at, size) ((void)0)
#define READS_ASIDE() ((void)0)
#define READS_COUNT() ((void)0)
#endif

#endif
