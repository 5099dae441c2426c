/* See exact.h. A hash table with open addressing by fingerprint; each form is allocated
 * separately. */
#include "engine/state/exact.h"
#include "engine/base/check.h"

#include "engine/base/block_file.h"

#include <stdlib.h>
#include <zstd.h>

struct kept {
  struct fingerprint f;
  uint8_t *packed; /* NULL: free slot */
  uint32_t packed_len, len;
};

struct exact {
  struct canon *canon;
  struct kept *slots;
  uint64_t cap, count, bytes;
  ZSTD_CCtx *pack;
  ZSTD_DCtx *unpack;
  VEC(uint8_t) room; /* for one form, packed or not */
};

enum { FIRST = 1 << 10, LEVEL = 1 };

struct exact *exact_new(struct vm *vm, struct error *err) {
  struct exact *e;
  struct canon *c = canon_new(vm);
  if (!c) {
    error_set(err, ERR_MEMORY, "cannot reserve memory for the forms of states");
    return NULL;
  }
  e = mem_alloc(sizeof *e);
  e->canon = c;
  e->cap = FIRST;
  e->slots = mem_alloc(e->cap * sizeof *e->slots);
  e->pack = ZSTD_createCCtx();
  e->unpack = ZSTD_createDCtx();
  return e;
}

void exact_free(struct exact *e) {
  if (!e) return;
  for (uint64_t i = 0; i < e->cap; i++) free(e->slots[i].packed);
  free(e->slots);
  vec_free(&e->room);
  canon_free(e->canon);
  ZSTD_freeCCtx(e->pack);
  ZSTD_freeDCtx(e->unpack);
  free(e);
}

void exact_set_symmetric(struct exact *e) { canon_set_symmetric(e->canon, true); }

uint64_t exact_bytes(const struct exact *e) {
  return e->cap * sizeof *e->slots + e->bytes + e->count * 16;
}

static struct kept *exact_find(const struct exact *e, struct fingerprint f) {
  uint64_t i = (f.lo ^ f.hi) & (e->cap - 1);
  while (e->slots[i].packed && (e->slots[i].f.lo != f.lo || e->slots[i].f.hi != f.hi))
    i = (i + 1) & (e->cap - 1);
  return &e->slots[i];
}

static void exact_grow(struct exact *e) {
  struct kept *old = e->slots;
  uint64_t n = e->cap;
  e->cap *= 2;
  e->slots = mem_alloc(e->cap * sizeof *e->slots);
  for (uint64_t i = 0; i < n; i++) {
    if (!old[i].packed) continue;
    CHECK(!exact_find(e, old[i].f)->packed, "a fingerprint has one form");
    *exact_find(e, old[i].f) = old[i];
  }
  free(old);
}

static uint8_t *room(struct exact *e, size_t n) {
  if (e->room.cap < n) {
    e->room.cap = n * 2;
    e->room.data = mem_realloc(e->room.data, e->room.cap);
  }
  return e->room.data;
}

static void exact_keep(struct exact *e, struct kept *k, struct fingerprint f, const uint8_t *form,
                       size_t len) {
  size_t bound = ZSTD_compressBound(len), n;
  uint8_t *p = room(e, bound);
  n = ZSTD_compressCCtx(e->pack, p, bound, form, len, LEVEL);
  CHECK(!ZSTD_isError(n), "a form fits in zstd's own bound: %zu bytes", len);
  *k = (struct kept){
      .f = f, .packed = mem_alloc(n), .packed_len = (uint32_t)n, .len = (uint32_t)len};
  memcpy(k->packed, p, n);
  e->count++;
  e->bytes += n;
}

static bool same(struct exact *e, const struct kept *k, const uint8_t *form, size_t len) {
  uint8_t *p = room(e, len);
  if (k->len != len) return false;
  return ZSTD_decompressDCtx(e->unpack, p, len, k->packed, k->packed_len) == len &&
         !memcmp(p, form, len);
}

bool exact_meet(struct exact *e, struct fingerprint f, bool match_h) {
  size_t len;
  const uint8_t *form = canon_bytes(e->canon, match_h, &len);
  struct kept *k;
  if (e->count * 4 >= e->cap * 3) exact_grow(e);
  k = exact_find(e, f);
  if (k->packed) return same(e, k, form, len);
  exact_keep(e, k, f, form, len);
  return true;
}

void exact_save(const struct exact *e, struct ckpt_out *o) {
  ckpt_begin(o, CKPT_EXACT);
  ckpt_put_number(o, e->count);
  for (uint64_t i = 0; i < e->cap; i++) {
    const struct kept *k = &e->slots[i];
    if (!k->packed) continue;
    ckpt_put(o, &k->f, sizeof k->f);
    ckpt_put_number(o, k->len);
    ckpt_put_number(o, k->packed_len);
    ckpt_put(o, k->packed, k->packed_len);
  }
}

static void load_one(struct exact *e, struct ckpt_in *in) {
  struct kept k = {0}, *at;
  ckpt_get(in, &k.f, sizeof k.f);
  k.len = (uint32_t)ckpt_number_below(in, UINT32_MAX);
  k.packed_len = (uint32_t)ckpt_number_below(in, UINT32_MAX);
  if (!ckpt_can_hold(in, k.packed_len, 1))
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its forms)");
  if (!ckpt_good(in)) return;
  k.packed = mem_alloc(k.packed_len + 1u);
  ckpt_get(in, k.packed, k.packed_len);
  if (e->count * 4 >= e->cap * 3) exact_grow(e);
  at = exact_find(e, k.f);
  if (at->packed) {
    free(k.packed);
    return;
  }
  *at = k;
  e->count++;
  e->bytes += k.packed_len;
}

void exact_load(struct exact *e, struct ckpt_in *in) {
  uint64_t count;
  ckpt_need(in, CKPT_EXACT);
  for (count = ckpt_number(in); count && ckpt_good(in); count--) load_one(e, in);
}
