/* See printed.h. The table is outside the arena: an entry is the output of any path that has its
 * hash, and never changes. */
#include "engine/vm/sched/printed.h"
#include "engine/base/check.h"

#include <stddef.h>
#include <stdlib.h>

#include "engine/base/hash.h"

struct piece {
  uint64_t hash; /* hash after this piece; 0 = free slot */
  uint64_t before;
  char *text;
  size_t len;
};

struct printed {
  struct piece *slots;
  size_t mask, used;
};

static struct piece *printed_slot_of(const struct printed *p, uint64_t hash) {
  size_t i = (size_t)hash & p->mask;
  while (p->slots[i].hash && p->slots[i].hash != hash) i = (i + 1) & p->mask;
  return &p->slots[i];
}

static void printed_grow(struct printed *p) {
  struct printed old = *p;
  size_t i;
  p->mask = old.slots ? old.mask * 2 + 1 : 255;
  p->slots = mem_alloc((p->mask + 1) * sizeof *p->slots);
  for (i = 0; old.slots && i <= old.mask; i++)
    if (old.slots[i].hash) *printed_slot_of(p, old.slots[i].hash) = old.slots[i];
  free(old.slots);
}

static struct printed *table(struct vm *vm) {
  struct printed *p = vm->host.printed;
  if (p) return p;
  p = vm->host.printed = mem_alloc(sizeof *p);
  printed_grow(p);
  return p;
}

void printed_free(struct vm *vm) {
  struct printed *p = vm->host.printed;
  size_t i;
  if (!p) return;
  for (i = 0; i <= p->mask; i++) free(p->slots[i].text);
  free(p->slots);
  free(p);
  vm->host.printed = NULL;
}

/* Extends the hash byte by byte, so that it does not depend on how the output was split. */
static uint64_t printed_extend(uint64_t hash, const char *s, size_t n) {
  size_t i;
  for (i = 0; i < n; i++) hash = hash_mix(hash * 0x100000001B3u + (unsigned char)s[i] + 1);
  return hash ? hash : 1;
}

void printed_add(struct vm *vm, const char *s, size_t n) {
  uint64_t before = vm_machine(vm)->printed, hash = printed_extend(before, s, n);
  struct printed *p = table(vm);
  struct piece *k;
  if (!n) return;
  put64(vm, MACHINE_BASE + (uint32_t)offsetof(struct machine, printed), hash);
  k = printed_slot_of(p, hash);
  if (k->hash) return;
  CHECK(p->used < p->mask, "the table of printed texts has a free place");
  *k = (struct piece){.hash = hash, .before = before, .text = mem_alloc(n), .len = n};
  memcpy(k->text, s, n);
  if (++p->used * 2 > p->mask) printed_grow(p);
}

char *printed_text(struct vm *vm, size_t *len) {
  VEC(const struct piece *) pieces = {0};
  struct text out = {0};
  uint64_t hash = vm_machine(vm)->printed;
  text_puts(&out, "");
  while (hash) {
    const struct piece *k = printed_slot_of(table(vm), hash);
    CHECK(k->hash == hash, "what was printed is known by its hash");
    *vec_push(&pieces) = k;
    hash = k->before;
  }
  while (pieces.len) {
    const struct piece *k = pieces.data[--pieces.len];
    text_add(&out, k->text, k->len);
  }
  vec_free(&pieces);
  *len = out.len;
  return out.s;
}
