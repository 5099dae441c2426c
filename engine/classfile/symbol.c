/* The symbol table: open addressing with linear probing, at most two thirds full. The symbols are
 * in the table's own pool.
 *
 * The hash depends only on the text (no seed, no address), so an order or numbering by hash is the
 * same in every run. */
#include "engine/classfile/symbol.h"
#include "engine/base/check.h"

#include "engine/base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { FIRST_SLOTS = 1024 };

struct symtab {
  struct symbol **slots; /* `mask` + 1 slots, NULL: free */
  uint32_t mask, count;
  struct pool pool;
};

struct symtab *symtab_new(void) {
  struct symtab *t = mem_alloc(sizeof *t);
  pool_init(&t->pool);
  t->mask = FIRST_SLOTS - 1;
  t->slots = mem_alloc(FIRST_SLOTS * sizeof *t->slots);
  return t;
}

void symtab_free(struct symtab *t) {
  if (!t) return;
  free(t->slots);
  pool_release(&t->pool);
  free(t);
}

static uint32_t hash_text(const char *s, size_t len) { return XXH32(s, len, 0); }

/* Returns the slot that holds the text, or the free slot where it belongs. */
static struct symbol **symbol_slot_of(const struct symtab *t, uint32_t hash, const char *s,
                                      size_t len) {
  uint32_t i = hash & t->mask;
  for (;; i = (i + 1) & t->mask) {
    const struct symbol *y = t->slots[i];
    if (!y || (y->hash == hash && y->len == len && memcmp(y->s, s, len) == 0)) return &t->slots[i];
  }
}

static void symbol_grow(struct symtab *t) {
  struct symbol **old = t->slots;
  uint32_t n = t->mask + 1;
  t->mask = n * 2 - 1;
  t->slots = mem_alloc((size_t)n * 2 * sizeof *t->slots);
  for (uint32_t i = 0; i < n; i++)
    if (old[i]) {
      INVARIANT(!*symbol_slot_of(t, old[i]->hash, old[i]->s, old[i]->len), "a text has one symbol");
      *symbol_slot_of(t, old[i]->hash, old[i]->s, old[i]->len) = old[i];
    }
  free(old);
}

const struct symbol *symtab_intern(struct symtab *t, const char *s, size_t len) {
  uint32_t hash = hash_text(s, len);
  struct symbol **slot = symbol_slot_of(t, hash, s, len);
  struct symbol *y = *slot;
  if (y) return y;
  CHECK(t->count < t->mask, "the table of symbols has a free place: %u", t->count);
  CHECK(len <= UINT32_MAX - sizeof *y - 1, "a symbol has a length: %zu", len);
  y = pool_alloc(&t->pool, sizeof *y + len + 1); /* zeroed: the text ends with a zero */
  y->hash = hash;
  y->len = (uint32_t)len;
  if (len) memcpy(y->s, s, len);
  *slot = y;
  if (++t->count > (t->mask + 1) / 3 * 2) symbol_grow(t);
  return y;
}

const struct symbol *symtab_cstr(struct symtab *t, const char *s) {
  return symtab_intern(t, s, strlen(s));
}

const struct symbol *symtab_find(const struct symtab *t, const char *s, size_t len) {
  return *symbol_slot_of(t, hash_text(s, len), s, len);
}
