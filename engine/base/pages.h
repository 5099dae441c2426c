/* Memory for large tables that grow: whole pages from the host, huge ones where it has them. With
 * small pages, each random access to such a table misses the processor's TLB, which on a virtual
 * machine costs as much as the memory access itself. */
#ifndef HEDDLE_BASE_PAGES_H
#define HEDDLE_BASE_PAGES_H

#include <stddef.h>

/* Resizes `p` from `old` bytes to `n`, where n is greater than `old`; NULL and 0 allocate. The
 * memory may move. It keeps its contents, and the new part is zero. Never returns NULL: ends the
 * process when out of memory, as in mem.h. The caller frees the result by pages_free with the last
 * size. */
void *pages_resize(void *p, size_t old, size_t n);
void pages_free(void *p, size_t n); /* NULL is ignored */

#endif
