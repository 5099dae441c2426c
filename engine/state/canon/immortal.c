/* Immortal objects in the canonical form. An unchanged object is represented by its key. A changed
 * object is an additional root, in the order of the keys (soundness rule 1, changed means
 * different). An object counts as changed if its bytes now differ from the pristine ones, whatever
 * was written before. */
#include <stdlib.h>

#include "engine/base/hash.h"
#include "engine/base/check.h"
#include "engine/state/canon/canon_int.h"
#include "engine/vm/machine.h"
#include "engine/vm/strings.h"

static uint64_t bytes_key(const uint8_t *p, size_t n, uint64_t h) {
  size_t i;
  for (i = 0; i < n; i++) h = (h ^ p[i]) * 0x100000001b3ull;
  return hash_mix(h);
}

struct fold {
  struct canon *c;
  ref r;
  uint8_t *copy;
  uint64_t h;
  int depth;
};

static uint64_t key_of(struct canon *c, ref r, int depth);

/* Hashes a reference as the key of the object to which it refers. */
static void fold_ref(void *self, uint32_t slot) {
  struct fold *f = self;
  ref v;
  memcpy(&v, f->c->vm->arena.pristine + slot, sizeof v);
  memset(f->copy + (slot - f->r), 0, sizeof v);
  f->h = hash_mix(f->h + (v && f->depth < 4 ? key_of(f->c, v, f->depth + 1) : v != 0));
}

/* Computes a key from the class and the pristine contents. This is for objects that are made after
 * the boot, at their first use (interned strings, handles, singletons of lambdas). */
static uint64_t contents_key(struct canon *c, ref r, int depth) {
  struct vm *vm = c->vm;
  struct klass *k = vm_klass(vm, r);
  uint32_t size = vm_object_size(vm, r);
  struct fold f = {.c = c, .r = r, .copy = mem_alloc(size), .h = k->key, .depth = depth};
  uint64_t h;
  memcpy(f.copy, vm->arena.pristine + r, size);
  heap_each_ref(vm, r, fold_ref, &f);
  h = bytes_key(f.copy + OBJ_HEADER, size - OBJ_HEADER, f.h);
  free(f.copy);
  return h;
}

static uint64_t make_key(struct canon *c, ref r, int depth) {
  struct klass *mk = vm_mirror_klass(c->vm, r);
  if (mk) return hash_mix(mk->key + 1);
  if (r < c->vm->boot.top) return hash_mix(r); /* boot is the same in every run */
  return contents_key(c, r, depth);
}

static uint64_t key_of(struct canon *c, ref r, int depth) {
  uint64_t *key = &c->keys[(r - IMMORTAL_BASE) >> BLOCK_SHIFT];
  if (depth)
    /* The depth bound may have truncated this key, so it is neither stored nor taken from the
     * table. */
    return make_key(c, r, depth);
  if (!*key) *key = make_key(c, r, depth);
  return *key;
}

uint64_t canon_key(struct canon *c, ref r) {
  INVARIANT(arena_is_immortal(r) && !(r % BLOCK_SIZE), "only immortal objects have keys: 0x%x", r);
  return key_of(c, r, 0);
}

bool canon_differs(struct vm *vm, ref r) {
  const struct monitor *m = vm_monitor(vm, r);
  if (m && (m->owner || m->hash)) return true;
  return memcmp(vm->arena.mem + r + OBJ_HEADER, vm->arena.pristine + r + OBJ_HEADER,
                vm_object_size(vm, r) - OBJ_HEADER) != 0;
}

static int canon_immortal_by_key(const void *a, const void *b) {
  const struct canon_root *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->r < y->r ? -1 : x->r > y->r;
}

/* Sorts the roots and removes duplicates, which occur if several blocks of an object were
 * written. */
static size_t sort_roots(struct canon_root *r, size_t n) {
  size_t i, kept = 0;
  if (n) qsort(r, n, sizeof *r, canon_immortal_by_key);
  for (i = 0; i < n; i++)
    if (!i || r[i].r != r[kept - 1].r) r[kept++] = r[i];
  return kept;
}

/* Collects the changed objects among the immortal objects that were ever written. */
static void canon_immortal_collect(struct canon *c, struct canon_root **roots, size_t *count) {
  struct vm *vm = c->vm;
  VEC(struct canon_root) v = {0};
  size_t i;
  for (i = 0; i < vm->arena.dirty.len; i++) {
    ref r = arena_immortal_at(&vm->arena, vm->arena.dirty.data[i] << BLOCK_SHIFT);
    uint64_t *slot;
    if (!r || vm_object(vm, r)->klass < KLASS_FIRST) continue;
    slot = &c->number[(r - IMMORTAL_BASE) >> 4];
    if (*slot == ((uint64_t)c->epoch << 32 | UINT32_MAX))
      continue; /* already met in another of its blocks */
    canon_watch_lock(c, r);
    if (!canon_differs(vm, r)) continue;
    if (*slot >> 32 != c->epoch) *slot = (uint64_t)c->epoch << 32 | UINT32_MAX;
    *vec_push(&v) = (struct canon_root){.key = canon_key(c, r), .r = r};
  }
  *roots = v.data;
  *count = sort_roots(v.data, v.len);
}

void canon_dirty_roots(struct canon *c, struct canon_root **roots, size_t *n) {
  size_t i;
  canon_immortal_collect(c, roots, n);
  for (i = 0; i < *n; i++) { /* objects marked above have no numbers yet */
    uint64_t *slot = &c->number[((*roots)[i].r - IMMORTAL_BASE) >> 4];
    if ((uint32_t)*slot == UINT32_MAX) *slot = 0;
  }
}

void canon_put_dirty(struct canon *c) {
  struct canon_root *roots;
  size_t n, i;
  canon_dirty_roots(c, &roots, &n);
  canon_put32(c, (uint32_t)n);
  for (i = 0; i < n; i++) {
    canon_put64(c, roots[i].key);
    canon_mention(c, roots[i].r);
    canon_put_monitor(c, roots[i].r);
    canon_put_contents(c, roots[i].r);
  }
  free(roots);
}
