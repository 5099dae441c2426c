/* The last two contents of an object or a far frame of the base, with their hashes.
 *
 * A depth-first search alternates between two contents of an object, and other objects in the
 * changed blocks have not changed at all. While no names change, the hashes of the last two
 * contents remain valid. A version consists of the hash and the contents as they are in memory. */
#include "engine/state/canon_int.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"

/* Larger contents are not kept. All versions together are limited, because most of them belong to
 * removed entries. */
enum { VERSION_MAX = 256, VERSIONS_MAX = 1 << 20 };

struct contents {
  const uint8_t *at;
  uint32_t bytes; /* 0: not kept */
};

static struct contents frame_contents(struct canon *c, uint32_t at) {
  const struct frame *f = vm_frame(c->vm, at);
  return (struct contents){.at = MEM8(c->vm, f->locals), .bytes = f->sp - f->locals};
}

static struct contents contents_now(struct canon *c, const struct canon_entry *e) {
  struct contents now = {0};
  const struct klass *k = NULL;
  if (e->frame) {
    now = frame_contents(c, e->r);
  } else if (e->klass >= KLASS_FIRST && !arena_is_immortal(e->r)) {
    k = c->vm->klasses.data[e->klass];
    now.at = MEM8(c->vm, e->r + OBJ_HEADER);
    /* a mirror is more than its bytes: see canon_put_contents */
    if (k != c->vm->wk.klass && e->size > OBJ_HEADER) now.bytes = e->size - OBJ_HEADER;
  }
  if (now.bytes > VERSION_MAX) now.bytes = 0;
  return now;
}

static uint8_t *version_at(struct canon *c, const struct canon_entry *e, uint32_t which) {
  return c->versions.data + (e->versions - 1) +
         which * (sizeof(struct canon_hash) + e->version_bytes);
}

bool canon_version_known(struct canon *c, const struct canon_entry *e, struct canon_hash *h) {
  struct contents now;
  uint32_t i;
  if (!e->versions) return false;
  now = contents_now(c, e);
  if (now.bytes != e->version_bytes) return false;
  for (i = 0; i < 2; i++) {
    uint8_t *v = version_at(c, e, i);
    if (memcmp(v + sizeof *h, now.at, now.bytes) != 0) continue;
    memcpy(h, v, sizeof *h);
    return h->lo || h->hi; /* zeros: never filled */
  }
  return false;
}

static void versions_take(struct canon *c, uint32_t entry, uint32_t bytes) {
  size_t at = c->versions.len, both = 2 * (sizeof(struct canon_hash) + bytes);
  vec_reserve(&c->versions, at + both);
  memset(c->versions.data + at, 0, both);
  c->versions.len = at + both;
  c->entries.data[entry].versions = (uint32_t)at + 1;
  c->entries.data[entry].version_bytes = bytes;
  *vec_push(&c->versioned) = entry;
}

void canon_version_keep(struct canon *c, uint32_t entry, struct canon_hash h) {
  struct canon_entry *e = &c->entries.data[entry];
  struct contents now = contents_now(c, e);
  uint8_t *v;
  if (!now.bytes) return;
  if (!e->versions || e->version_bytes != now.bytes) versions_take(c, entry, now.bytes);
  v = version_at(c, e, 0);
  if (!memcmp(v, &e->contents, sizeof h)) v = version_at(c, e, 1);
  memcpy(v, &h, sizeof h);
  memcpy(v + sizeof h, now.at, now.bytes);
}

bool canon_version_stands(struct canon *c, const struct canon_entry *e) {
  struct canon_hash h;
  if (e->fresh || !e->versions || c->versions_shape != c->shape) return false;
  if (!e->frame && vm_object(c->vm, e->r)->klass != e->klass) return false;
  return canon_version_known(c, e, &h) && h.lo == e->contents.lo && h.hi == e->contents.hi;
}

void canon_versions_begin(struct canon *c) {
  if (c->versions_shape == c->shape && c->versions.len <= VERSIONS_MAX) return;
  c->versions_shape = c->shape;
  for (size_t i = 0; i < c->versioned.len; i++) c->entries.data[c->versioned.data[i]].versions = 0;
  c->versions.len = c->versioned.len = 0;
}
