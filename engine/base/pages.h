/* Large tables that grow: whole pages from the host, on huge ones where it has them. A table that
 * is read at random misses the processor's address cache with each access to it otherwise, and on a
 * virtual machine that costs as much as the memory itself. */
#ifndef HEDDLE_BASE_PAGES_H
#define HEDDLE_BASE_PAGES_H

#include <stddef.h>

/* Makes `p`, of `old` bytes (NULL, 0: new), one of `n` > old bytes: it may move, its contents stay,
 * what is new is zero. Never NULL: out of memory ends the process as in mem.h. To be freed by
 * pages_free with the last size. */
void *pages_resize(void *p, size_t old, size_t n);
void pages_free(void *p, size_t n); /* NULL is nothing */

#endif
