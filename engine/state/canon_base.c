/* The base of a state's canonical form: the objects that are reachable from the threads' objects
 * and from the changed immortal objects, without the stacks. Between two states of a search few of
 * them change, and mostly in values and locks, so their numbers and hashes are kept.
 *
 * Numbers are given in order of first mention: by the thread objects, then by the changed immortal
 * objects in order of their keys, then by each numbered object in turn. Immortal objects have none:
 * their keys stand for them. What an object adds to a commutative sum is a hash of its number,
 * class and contents (references as numbers) and one of its number and lock.
 *
 * Each entry knows how many objects were numbered before its own references were, and how many it
 * introduced. While the roots are the same and every changed object introduces the same ones in the
 * same order, all numbers stand: then only the objects in changed blocks (arena.changed) are hashed
 * anew. Else the base is traversed from nothing. The stress build does both and compares. */
#include <stdlib.h>

#include "engine/state/canon_int.h"
#include "engine/vm/machine.h"

static uint64_t *canon_base_slot_of(struct canon *c, uint32_t addr) {
  return &c->number[(addr - IMMORTAL_BASE) >> 4];
}
static uint64_t *cover_of(struct canon *c, uint32_t block) {
  return &c->cover[block - (HEAP_BASE >> BLOCK_SHIFT)];
}

static void sum_add(struct canon *c, struct canon_hash h) { canon_sum_add(&c->sum, h); }
static void sum_take(struct canon *c, struct canon_hash h) { canon_sum_take(&c->sum, h); }

void canon_watch_lock(struct canon *c, ref r) {
  ref m = vm_object(c->vm, r)->lock & ~(uint32_t)OBJ_FLAGS;
  uint64_t *slot;
  if (!m) return;
  slot = canon_base_slot_of(c, m);
  if (*slot >> 32 == c->epoch && (*slot & CANON_LOCK) && c->locked.data[*slot & CANON_NUMBER] == r)
    return;
  *slot = (uint64_t)c->epoch << 32 | CANON_LOCK | c->locked.len;
  *vec_push(&c->locked) = r;
}

/* ---- one object ---- */

/* `name` is its number, or the key of a changed immortal object. */
static struct canon_hash contents_of(struct canon *c, uint64_t name, ref r) {
  c->out.len = 0;
  c->mix = 0;
  canon_put64(c, name);
  if (arena_is_immortal(r))
    canon_put_contents(c, r);
  else
    canon_put_object(c, r);
  canon_put64(c, c->mix);
  return canon_hash_from(c, 0);
}

static struct canon_hash lock_of(struct canon *c, uint64_t name, ref r) {
  const struct monitor *m = vm_object(c->vm, r)->klass >= KLASS_FIRST ? vm_monitor(c->vm, r) : NULL;
  if (!m) return (struct canon_hash){0, 0};
  canon_watch_lock(c, r);
  if (!m->owner && !m->hash) return (struct canon_hash){0, 0};
  c->out.len = 0;
  canon_put64(c, ~name);
  canon_put_monitor(c, r);
  return canon_hash_from(c, 0);
}

/* The blocks that an object reaches into lead to it; the first does by its number. */
static void cover(struct canon *c, uint32_t number, ref r) {
  uint32_t b, last = (r + vm_object_size(c->vm, r) - 1) >> BLOCK_SHIFT;
  for (b = (r >> BLOCK_SHIFT) + 1; b <= last; b++)
    *cover_of(c, b) = (uint64_t)c->epoch << 32 | number;
}

static struct canon_entry canon_base_entry(struct canon *c, uint64_t name, ref r) {
  struct canon_entry e = {.r = r,
                          .klass = vm_object(c->vm, r)->klass,
                          .size = vm_object_size(c->vm, r),
                          .first = (uint32_t)c->objects.len};
  e.contents = contents_of(c, name, r);
  e.count = (uint32_t)c->objects.len - e.first;
  e.lock = lock_of(c, name, r);
  sum_add(c, e.contents);
  sum_add(c, e.lock);
  return e;
}

static void add_fixed(struct canon *c, struct canon_entry e) {
  *canon_base_slot_of(c, e.r) = (uint64_t)c->epoch << 32 | CANON_DIRTY | c->fixed.len;
  *vec_push(&c->fixed) = e;
}

/* ---- from nothing ---- */

static void enter_roots(struct canon *c) {
  struct canon_root *dirty;
  size_t i, n;
  uint32_t t;
  c->roots.len = 0;
  for (t = 0; t < c->thread_len; t++) {
    ref r = vm_thread(c->vm, c->thread_order[t])->object;
    *vec_push(&c->roots) = r;
    canon_mention(c, r);
  }
  memcpy(c->base_order, c->thread_order, c->thread_len * sizeof *c->base_order);
  c->root_count = (uint32_t)c->objects.len;
  canon_dirty_roots(c, &dirty, &n);
  for (i = 0; i < n; i++) add_fixed(c, canon_base_entry(c, dirty[i].key, dirty[i].r));
  free(dirty);
}

void canon_base_make(struct canon *c) {
  size_t i;
  c->epoch++;
  c->round = 0;
  c->objects.len = c->entries.len = c->fixed.len = c->locked.len = c->versions.len = 0;
  c->sum = (struct canon_hash){0, 0};
  enter_roots(c);
  for (i = 0; i < c->objects.len; i++) {
    ref r = c->objects.data[i];
    struct canon_entry e = canon_base_entry(c, (uint32_t)i + 1, r);
    cover(c, (uint32_t)i + 1, r);
    *vec_push(&c->entries) = e;
  }
  c->base_len = (uint32_t)c->objects.len;
  c->base_valid = c->owner;
}

/* ---- from the last one; false: it has to be made from nothing ---- */

static bool same_roots(const struct canon *c) {
  uint32_t t;
  if (c->roots.len != c->thread_len ||
      memcmp(c->base_order, c->thread_order, c->thread_len * sizeof *c->base_order))
    return false;
  for (t = 0; t < c->thread_len; t++)
    if (c->roots.data[t] != vm_thread(c->vm, c->thread_order[t])->object) return false;
  return true;
}

static void lock_again(struct canon *c, struct canon_entry *e, uint64_t name) {
  struct canon_hash h = lock_of(c, name, e->r);
  sum_take(c, e->lock);
  sum_add(c, h);
  e->lock = h;
}

/* A depth-first search goes back and forth between two contents of an object, and its neighbours in
 * the changed blocks have not changed at all: while the numbers stand, the hashes of the last two
 * contents do. A version is the hash, then the contents. */
enum { VERSION_MAX = 256 };

/* The bytes of e's contents, if they are worth keeping; else 0. */
static uint32_t version_bytes(const struct canon *c, const struct canon_entry *e) {
  const struct klass *k;
  if (e->klass < KLASS_FIRST || arena_is_immortal(e->r)) return 0;
  k = c->vm->klasses.data[e->klass];
  if (k == c->vm->wk.klass) return 0; /* says more than its bytes: canon_put_contents */
  return e->size > OBJ_HEADER && e->size <= VERSION_MAX ? e->size - OBJ_HEADER : 0;
}

static uint8_t *version_at(struct canon *c, const struct canon_entry *e, uint32_t which,
                           uint32_t bytes) {
  return c->versions.data + (e->versions - 1) + which * (sizeof(struct canon_hash) + bytes);
}

/* True: one of the versions has these contents, and *h is its hash. */
static bool version_known(struct canon *c, const struct canon_entry *e, uint32_t bytes,
                          struct canon_hash *h) {
  const uint8_t *now = MEM8(c->vm, e->r + OBJ_HEADER);
  uint32_t i;
  if (!bytes || !e->versions) return false;
  for (i = 0; i < 2; i++) {
    uint8_t *v = version_at(c, e, i, bytes);
    if (memcmp(v + sizeof *h, now, bytes) != 0) continue;
    memcpy(h, v, sizeof *h);
    return h->lo || h->hi; /* else never filled */
  }
  return false;
}

/* In the place of the one that is not the present one, e->contents. */
static void version_keep(struct canon *c, struct canon_entry *e, uint32_t bytes,
                         struct canon_hash h) {
  uint32_t each = (uint32_t)sizeof h + bytes;
  uint8_t *v;
  if (!bytes) return;
  if (!e->versions) {
    size_t at = c->versions.len;
    vec_reserve(&c->versions, at + 2 * each);
    memset(c->versions.data + at, 0, 2 * each);
    c->versions.len = at + 2 * each;
    e->versions = (uint32_t)at + 1;
  }
  v = version_at(c, e, 0, bytes);
  if (!memcmp(v, &e->contents, sizeof h)) v += each;
  memcpy(v, &h, sizeof h);
  memcpy(v + sizeof h, MEM8(c->vm, e->r + OBJ_HEADER), bytes);
}

static void replace_contents(struct canon *c, struct canon_entry *e, struct canon_hash h) {
  sum_take(c, e->contents);
  sum_add(c, h);
  e->contents = h;
}

static bool hash_again(struct canon *c, struct canon_entry *e, uint64_t name) {
  struct canon_hash h;
  uint32_t bytes;
  if (e->round == c->round) return true;
  e->round = c->round;
  if (vm_object(c->vm, e->r)->klass != e->klass)
    return false; /* another object, elsewhere covered */
  if (vm_object_size(c->vm, e->r) != e->size) return false;
  bytes = version_bytes(c, e);
  if (version_known(c, e, bytes, &h)) {
    replace_contents(c, e, h);
    lock_again(c, e, name);
    return true;
  }
  c->checking = true; /* canon_mention compares with what was introduced */
  c->broken = false;
  c->first = e->first;
  c->next = e->first + 1;
  h = contents_of(c, name, e->r);
  c->checking = false;
  if (c->broken || c->next != e->first + e->count + 1) return false;
  version_keep(c, e, bytes, h);
  replace_contents(c, e, h);
  lock_again(c, e, name);
  return true;
}

/* An immortal object that has changed now may refer to thread objects alone: then it numbers
 * nothing, wherever it would come. */
static bool immortal_dirty(struct canon *c, ref r) {
  struct canon_entry e = {.r = r,
                          .klass = vm_object(c->vm, r)->klass,
                          .size = vm_object_size(c->vm, r),
                          .first = c->root_count,
                          .round = c->round - 1};
  if (!hash_again(c, &e, canon_key(c, r))) return false;
  add_fixed(c, e);
  return true;
}

static bool immortal_clean(struct canon *c, struct canon_entry *e) {
  if (e->count) return false;
  sum_take(c, e->contents);
  sum_take(c, e->lock);
  *canon_base_slot_of(c, e->r) = 0;
  return true;
}

static bool immortal_again(struct canon *c, ref r) {
  uint64_t slot;
  if (!r || vm_object(c->vm, r)->klass < KLASS_FIRST) return true;
  canon_watch_lock(c, r);
  slot = *canon_base_slot_of(c, r);
  if (slot >> 32 != c->epoch || !(slot & CANON_DIRTY))
    return !canon_differs(c->vm, r) || immortal_dirty(c, r);
  if (!canon_differs(c->vm, r)) return immortal_clean(c, &c->fixed.data[slot & CANON_NUMBER]);
  return hash_again(c, &c->fixed.data[slot & CANON_NUMBER], canon_key(c, r));
}

/* The monitor record of r has changed; a large object need not be read for that. */
static bool monitor_again(struct canon *c, ref r) {
  uint32_t number;
  if (arena_is_immortal(r)) {
    uint64_t slot = *canon_base_slot_of(c, r);
    if (slot >> 32 == c->epoch && (slot & CANON_DIRTY) && canon_differs(c->vm, r)) {
      lock_again(c, &c->fixed.data[slot & CANON_NUMBER], canon_key(c, r));
      return true;
    }
    return immortal_again(c, r);
  }
  number = canon_number(c, r);
  if (number) lock_again(c, &c->entries.data[number - 1], number);
  return true;
}

static bool number_again(struct canon *c, uint32_t number) {
  return hash_again(c, &c->entries.data[number - 1], number);
}

static bool block_again(struct canon *c, uint32_t block) {
  uint32_t a = block << BLOCK_SHIFT, end = a + BLOCK_SIZE;
  if (a < HEAP_BASE && !immortal_again(c, arena_immortal_at(&c->vm->arena, a))) return false;
  if (a >= HEAP_BASE && *cover_of(c, block) >> 32 == c->epoch &&
      !number_again(c, (uint32_t)*cover_of(c, block)))
    return false;
  for (; a < end; a += 16) {
    uint64_t slot = *canon_base_slot_of(c, a);
    if (slot >> 32 != c->epoch || (slot & CANON_DIRTY)) continue;
    if (slot & CANON_LOCK ? !monitor_again(c, c->locked.data[slot & CANON_NUMBER])
                          : !number_again(c, (uint32_t)slot))
      return false;
  }
  return true;
}

/* What the last fingerprint numbered beyond the base is forgotten. */
static void forget_above(struct canon *c) {
  while (c->objects.len > c->base_len)
    *canon_base_slot_of(c, c->objects.data[--c->objects.len]) = 0;
}

static bool again(struct canon *c) {
  struct arena *a = &c->vm->arena;
  size_t i;
  if (!c->base_valid || a->changes_lost || (c->order_new && !same_roots(c))) return false;
  forget_above(c);
  c->round++;
  for (i = 0; i < a->changed.len; i++)
    if (!block_again(c, a->changed.data[i])) return false;
  for (i = 0; a->open && i < a->log.len; i++) {
    uint32_t b = a->log.data[i].block;
    if (b >= IMMORTAL_BASE >> BLOCK_SHIFT && b < HEAP_LIMIT >> BLOCK_SHIFT && !block_again(c, b))
      return false;
  }
  return true;
}

void canon_base(struct canon *c) {
  if (!again(c)) canon_base_make(c);
  if (!c->owner) return;
  c->vm->arena.changed.len = 0;
  c->vm->arena.changes_lost = false;
  c->vm->arena.log_seen = c->vm->arena.log.len;
}
