/* See locks.h. Each set is stored once, as a sorted array (S. Savage et al.: Eraser, SOSP 1997,
 * section 3), so an analysis needs only the set's number for each variable. */
#include "trace/analysis/locks.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"

struct lock_set {
  uint32_t *locks; /* sorted */
  size_t len;
};

struct holder {
  uint32_t id;
  VEC(struct lock_held) locks;
  uint32_t all, exclusive; /* numbers of the sets of its locks, updated on every change */
};

struct locks {
  VEC(struct lock_set) sets;
  uint32_t *table; /* hash table with open addressing: numbers of sets; 0: free */
  size_t cap;
  VEC(struct holder) holders; /* sorted by id */
};

struct locks *locks_new(void) {
  struct locks *l = mem_alloc(sizeof *l);
  *vec_push(&l->sets) = (struct lock_set){0};
  return l;
}

void locks_free(struct locks *l) {
  if (!l) return;
  for (size_t i = 0; i < l->sets.len; i++) free(l->sets.data[i].locks);
  for (size_t i = 0; i < l->holders.len; i++) vec_free(&l->holders.data[i].locks);
  vec_free(&l->sets);
  vec_free(&l->holders);
  free(l->table);
  free(l);
}

/* ---- sets ---- */

static int lock_by_id(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static uint32_t *set_slot(const struct locks *l, const uint32_t *locks, size_t n) {
  size_t i = XXH3_64bits(locks, n * sizeof *locks) & (l->cap - 1);
  for (; l->table[i]; i = (i + 1) & (l->cap - 1)) {
    const struct lock_set *s = &l->sets.data[l->table[i]];
    if (s->len == n && !memcmp(s->locks, locks, n * sizeof *locks)) break;
  }
  return &l->table[i];
}

static void set_table_grow(struct locks *l) {
  if ((l->sets.len + 1) * 2 <= l->cap) return;
  l->cap = l->cap ? l->cap * 2 : 256;
  free(l->table);
  l->table = mem_alloc(l->cap * sizeof *l->table);
  for (size_t i = 1; i < l->sets.len; i++)
    *set_slot(l, l->sets.data[i].locks, l->sets.data[i].len) = (uint32_t)i;
}

static uint32_t set_intern(struct locks *l, const uint32_t *locks, size_t n) {
  if (!n) return 0;
  for (size_t i = 1; INVARIANTS_ON && i < n; i++)
    INVARIANT(locks[i - 1] < locks[i], "a set of locks is sorted and has each once: %u", locks[i]);
  set_table_grow(l);
  uint32_t *slot = set_slot(l, locks, n);
  if (*slot) return *slot;
  struct lock_set s = {mem_alloc(n * sizeof *locks), n};
  memcpy(s.locks, locks, n * sizeof *locks);
  *vec_push(&l->sets) = s;
  return *slot = (uint32_t)(l->sets.len - 1);
}

uint32_t locks_set(struct locks *l, uint32_t *locks, size_t count) {
  if (count) qsort(locks, count, sizeof *locks, lock_by_id);
  return set_intern(l, locks, count);
}

uint32_t locks_intersect(struct locks *l, uint32_t a, uint32_t b) {
  CHECK(a < l->sets.len && b < l->sets.len, "a set of locks has a number: %u, %u", a, b);
  if (a == b || !a) return a;
  struct lock_set x = l->sets.data[a], y = l->sets.data[b];
  uint32_t *both = mem_alloc(x.len * sizeof *both);
  size_t n = 0;
  for (size_t i = 0, k = 0; i < x.len && k < y.len;) {
    if (x.locks[i] == y.locks[k])
      both[n++] = x.locks[i++], k++;
    else if (x.locks[i] < y.locks[k])
      i++;
    else
      k++;
  }
  uint32_t set = set_intern(l, both, n);
  free(both);
  return set;
}

char *locks_name(const struct locks *l, const struct trace_reader *r, uint32_t set) {
  struct text t = {0};
  CHECK(set < l->sets.len, "a set of locks has a number: %u", set);
  text_puts(&t, "{");
  for (size_t i = 0; i < l->sets.data[set].len; i++) {
    if (i) text_puts(&t, ", ");
    trace_name_object(r, l->sets.data[set].locks[i], &t);
  }
  text_puts(&t, "}");
  return t.s;
}

/* ---- threads ---- */

static size_t holder_place(const struct locks *l, uint32_t id) {
  size_t low = 0, high = l->holders.len;
  while (low < high) {
    size_t mid = (low + high) / 2;
    if (l->holders.data[mid].id < id)
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}

static const struct holder *holder_find(const struct locks *l, uint32_t id) {
  size_t at = holder_place(l, id);
  return at < l->holders.len && l->holders.data[at].id == id ? &l->holders.data[at] : NULL;
}

static struct holder *holder_of(struct locks *l, uint32_t id) {
  size_t at = holder_place(l, id);
  if (at < l->holders.len && l->holders.data[at].id == id) return &l->holders.data[at];
  vec_push(&l->holders);
  struct holder *h = &l->holders.data[at];
  memmove(h + 1, h, (l->holders.len - 1 - at) * sizeof *h);
  *h = (struct holder){.id = id};
  CHECK((!at || h[-1].id < id) && (at + 1 == l->holders.len || id < h[1].id),
        "threads are sorted by id: %u", id);
  return h;
}

static struct lock_held *held_of(struct holder *h, uint32_t lock) {
  for (size_t i = 0; i < h->locks.len; i++)
    if (h->locks.data[i].lock == lock) return &h->locks.data[i];
  return NULL;
}

static void holder_acquire(struct holder *h, uint32_t lock, bool shared) {
  struct lock_held *held = held_of(h, lock);
  if (!held) *(held = vec_push(&h->locks)) = (struct lock_held){.lock = lock};
  if (shared)
    held->shared++;
  else
    held->exclusive++;
}

static void holder_release(struct holder *h, uint32_t lock, bool shared) {
  struct lock_held *held = held_of(h, lock);
  if (!held) return;
  if (shared && held->shared) held->shared--;
  if (!shared && held->exclusive) held->exclusive--;
  if (!held->shared && !held->exclusive) *held = h->locks.data[--h->locks.len];
}

static uint32_t holder_set(struct locks *l, const struct holder *h, bool exclusive_only) {
  uint32_t few[16],
      *locks = h->locks.len <= COUNT(few) ? few : mem_alloc(h->locks.len * sizeof *few);
  size_t n = 0;
  for (size_t i = 0; i < h->locks.len; i++)
    if (h->locks.data[i].exclusive || !exclusive_only) locks[n++] = h->locks.data[i].lock;
  uint32_t set = locks_set(l, locks, n);
  if (locks != few) free(locks);
  return set;
}

bool locks_take(struct locks *l, const struct trace_event *e) {
  bool acquires = trace_has(e, TRAIT_ACQUIRES);
  if (!acquires && !trace_has(e, TRAIT_RELEASES)) return false;
  struct holder *h = holder_of(l, e->thread);
  if (acquires)
    holder_acquire(h, trace_lock(e), e->flags & TRACE_SHARED);
  else
    holder_release(h, trace_lock(e), e->flags & TRACE_SHARED);
  h->all = holder_set(l, h, false);
  h->exclusive = holder_set(l, h, true);
  return true;
}

const struct lock_held *locks_held(const struct locks *l, uint32_t thread, size_t *count) {
  const struct holder *h = holder_find(l, thread);
  *count = h ? h->locks.len : 0;
  return h ? h->locks.data : NULL;
}

uint32_t locks_all(const struct locks *l, uint32_t thread) {
  const struct holder *h = holder_find(l, thread);
  return h ? h->all : 0;
}

uint32_t locks_exclusive(const struct locks *l, uint32_t thread) {
  const struct holder *h = holder_find(l, thread);
  return h ? h->exclusive : 0;
}
