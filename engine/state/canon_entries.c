/* The entries of the base: allocating them, finding them and making them roots. canon_names.c
 * computes their names. */
#include "engine/state/canon_int.h"
#include "engine/base/check.h"

uint32_t canon_names_find(const struct canon *c, ref r) {
  uint64_t slot = c->number[(r - IMMORTAL_BASE) >> 4];
  return slot >> 32 == c->epoch && (slot & CANON_BASE) ? (uint32_t)(slot & CANON_NUMBER)
                                                       : CANON_NO_ENTRY;
}

/* Allocates an entry for the object or frame at this address, which no root reaches yet. */
static uint32_t entry_take(struct canon *c, uint32_t at) {
  uint32_t e;
  if (c->entries_free.len) {
    e = c->entries_free.data[--c->entries_free.len];
    CHECK(!c->entries.data[e].r, "an entry that is taken was free: %u", e);
  } else {
    e = (uint32_t)c->entries.len;
    vec_push(&c->entries);
  }
  c->entries.data[e] =
      (struct canon_entry){.r = at, .depth = CANON_NOWHERE, .queued = CANON_NOWHERE, .fresh = true};
  *vec_push(&c->doubtful) = e;
  c->base_len++;
  return e;
}

uint32_t canon_entry_new(struct canon *c, ref r) {
  INVARIANT(canon_names_find(c, r) == CANON_NO_ENTRY, "an object gets one entry: 0x%x", r);
  uint32_t e = entry_take(c, r);
  uint64_t *slot = &c->number[(r - IMMORTAL_BASE) >> 4];
  c->entries.data[e].hides = *slot;
  *slot = (uint64_t)c->epoch << 32 | CANON_BASE | e;
  return e;
}

void canon_names_root(struct canon *c, ref r, uint64_t name) {
  uint32_t e = canon_names_find(c, r);
  if (e == CANON_NO_ENTRY) e = canon_entry_new(c, r);
  c->entries.data[e].root = true;
  c->entries.data[e].root_name = name;
  canon_queue_push(c, 0, e);
}

uint32_t canon_names_frame(struct canon *c, uint32_t at, uint64_t name, uint32_t depth) {
  uint32_t e = entry_take(c, at);
  struct canon_entry *x = &c->entries.data[e];
  x->frame = x->root = true;
  x->root_name = name;
  x->root_depth = depth;
  canon_queue_push(c, depth, e);
  return e;
}

void canon_names_unroot(struct canon *c, uint32_t e) {
  CHECK(c->entries.data[e].r, "an entry that is no root any more is in use: %u", e);
  c->entries.data[e].root = false;
  canon_queue_push(c, 0, e);
}

void canon_names_clear(struct canon *c) {
  for (size_t i = 0; i < c->entries.len; i++) canon_array_leave(&c->entries.data[i]);
  c->entries.len = c->entries_free.len = 0;
  c->queue.len = c->due.len = c->renamed.len = c->doubtful.len = 0;
  canon_edges_clear(c);
  c->base_len = 0;
  c->shape++;
}
