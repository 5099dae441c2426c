/* Maps the ids of a trace to consecutive numbers from 0, in the order of first use, which serve as
 * array indices for threads, locks or methods. (The ids themselves need not be dense, and in a
 * damaged file may have any value.) */
#ifndef HEDDLE_TRACE_ANALYSIS_IDS_H
#define HEDDLE_TRACE_ANALYSIS_IDS_H

#include <stddef.h>
#include <stdint.h>

struct ids {
  uint32_t (*places)[2]; /* hash table with open addressing: id, number + 1; 0: free */
  size_t cap;
  uint32_t count;
};

/* Returns the number of the id, assigning the next one on first use. */
uint32_t ids_number(struct ids *s, uint32_t id);
void ids_release(struct ids *s);

#endif
