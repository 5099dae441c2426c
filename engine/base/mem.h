/* Host memory: checked allocation, a bump pool for data that lives as long as the engine, growable
 * arrays, text buffers.
 *
 * If the host cannot allocate a small structure, the process ends with a message, so no caller
 * needs recovery code that could never be tested. Only the arena, which has the user's bound,
 * reports the error to its caller. */
#ifndef HEDDLE_BASE_MEM_H
#define HEDDLE_BASE_MEM_H

#include <stddef.h>
#include <stdint.h>

/* Ends the process because n bytes could not be allocated. */
__attribute__((noreturn)) void mem_exhausted(size_t n);
void *mem_alloc(size_t n);            /* zeroed; never NULL */
void *mem_realloc(void *p, size_t n); /* never NULL; the new part is not zeroed */
/* Returns the bytes that a block of n bytes takes in the host's heap, with its header and rounding.
 * Used where memory counts towards a bound. */
static inline size_t mem_cost(size_t n) { return n <= 24 ? 32 : (n + 8 + 15) & ~(size_t)15; }
char *mem_strdup(const char *s);
void mem_exchange(char *s, char from, char to); /* replaces each `from` in the text by `to` */
char *mem_printf(const char *fmt, ...) __attribute__((format(printf, 1, 2))); /* caller frees */

/* A pool returns zeroed memory, all of which is freed at once. */
struct pool {
  struct pool_chunk *chunks;
  char *at, *end;
};
void pool_init(struct pool *p);
void pool_release(struct pool *p);
void *pool_alloc(struct pool *p, size_t n); /* 16-byte aligned, zeroed */
char *pool_strndup(struct pool *p, const char *s, size_t n);

/* Growable array: VEC(type) v = {0}; *vec_push(&v) = x; free(v.data). */
#define VEC(T) \
  struct { \
    T *data; \
    size_t len, cap; \
  }
void vec_grow_(void **data, size_t *cap, size_t need, size_t elem);
#define vec_reserve(v, n) \
  ((n) > (v)->cap ? vec_grow_((void **)&(v)->data, &(v)->cap, (n), sizeof *(v)->data) : (void)0)
#define vec_push(v) (vec_reserve((v), (v)->len + 1), &(v)->data[(v)->len++])
#define vec_free(v) (free((v)->data), (v)->data = NULL, (v)->len = (v)->cap = 0)

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* "%u step%s", n, PLURAL(n) */
#define PLURAL(n) ((n) == 1 ? "" : "s")

/* A growable text buffer, zero-terminated once something was added. */
struct text {
  char *s;
  size_t len, cap;
};
void text_add(struct text *t, const char *s, size_t n);
void text_puts(struct text *t, const char *s);
void text_printf(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void text_release(struct text *t);

#endif
