/* Makes chunks of events on a thread of its own, one at a time, while the caller fills the next. */
#ifndef HEDDLE_TRACE_PACKER_H
#define HEDDLE_TRACE_PACKER_H

#include "trace/chunk.h"

struct packer;

struct packed { /* what a chunk was made of */
  uint64_t first;
  uint32_t count;
};

/* NULL: a thread cannot be had. */
struct packer *packer_new(void);
/* Also ends what it is at. */
void packer_free(struct packer *p);
/* Takes over the rows of a chunk, after packer_take; *rows is an empty buffer then. */
void packer_give(struct packer *p, struct packed what, struct text *rows);
/* Waits for the chunk that was given. False: there is none; *out stays the packer's until the next
 * call of packer_give. */
bool packer_take(struct packer *p, struct packed *what, const struct text **out);

#endif
