/* Encodes and compresses chunks of events in a separate thread, one at a time, while the caller
 * fills the next. */
#ifndef HEDDLE_TRACE_FORMAT_PACKER_H
#define HEDDLE_TRACE_FORMAT_PACKER_H

#include "trace/format/chunk.h"

struct packer;

struct packed { /* the events in a chunk */
  uint64_t first;
  uint32_t count;
};

/* Returns NULL if no thread can be created. */
struct packer *packer_new(void);
/* Waits for the chunk in progress, then frees the packer. */
void packer_free(struct packer *p);
/* Takes over the rows of a chunk and leaves an empty buffer in *rows. Call packer_take first. */
void packer_give(struct packer *p, struct packed what, struct text *rows);
/* Waits for the chunk passed to packer_give and returns it. Returns false if there is none. *out
 * belongs to the packer and is valid until the next packer_give. */
bool packer_take(struct packer *p, struct packed *what, const struct text **out);

#endif
