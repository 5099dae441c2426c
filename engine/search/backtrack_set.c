/* See backtrack_set.h.
 *
 * Invariants
 *   1. A level is a treap of buckets keyed by value. A bucket holds the entries of one (level,
 *      value) pair in the order of arrival and is never empty. Treap priorities are a hash of the
 *      key, so the shape of the treap depends on the keys alone.
 *   2. A bucket's entries lie in slots [head, len), and taken entries leave holes. slots[head] and
 *      slots[len-1] are not holes, and at least half of these slots are in use, so a random draw
 *      needs at most two tries on average. */
#include "engine/search/backtrack_set.h"

#include "engine/base/block_file.h"
#include "engine/base/check.h"

#include <stdlib.h>
#include <string.h>

/* ---- best_set ---- */

void best_set_add(struct best_set *s, uint64_t entry, uint32_t value) {
  if (s->entries.len && value > s->min) return;
  if (value < s->min) s->entries.len = 0;
  s->min = value;
  *vec_push(&s->entries) = entry;
}

bool best_set_pick(const struct best_set *s, struct rng *rng, uint64_t *entry) {
  if (!s->entries.len) return false;
  *entry = s->entries.data[rng_below(rng, (uint32_t)s->entries.len)];
  return true;
}

void best_set_clear(struct best_set *s) { s->entries.len = 0; }

void best_set_release(struct best_set *s) { vec_free(&s->entries); }

/* ---- buckets ---- */

struct slot {
  uint64_t entry;
  bool used;
};

struct bucket {
  uint32_t value, priority;
  struct bucket *left, *right;
  VEC(struct slot) slots;
  size_t head;
  uint32_t count;
};

struct level {
  struct bucket *root;
  uint32_t count;
};

struct backtrack_set {
  VEC(struct level) levels;
  uint32_t count, bound;
};

static uint32_t hash(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x45d9f3bu;
  x = (x ^ (x >> 16)) * 0x45d9f3bu;
  return x ^ (x >> 16);
}

static void bucket_free(struct bucket *b) {
  if (!b) return;
  bucket_free(b->left);
  bucket_free(b->right);
  vec_free(&b->slots);
  free(b);
}

static void trim(struct bucket *b) {
  while (b->head < b->slots.len && !b->slots.data[b->head].used) b->head++;
  while (b->slots.len > b->head && !b->slots.data[b->slots.len - 1].used) b->slots.len--;
}

static void compact(struct bucket *b) {
  size_t w = 0;
  for (size_t i = b->head; i < b->slots.len; i++)
    if (b->slots.data[i].used) b->slots.data[w++] = b->slots.data[i];
  b->slots.len = w;
  b->head = 0;
}

static uint64_t bucket_take(struct bucket *b, size_t slot) {
  uint64_t entry = b->slots.data[slot].entry;
  CHECK(b->slots.data[slot].used && b->count, "an entry is taken once: value %u", b->value);
  b->slots.data[slot].used = false;
  b->count--;
  trim(b);
  if (b->head > 64 && b->head > b->slots.len / 2) compact(b);
  if (b->slots.len - b->head > 2u * b->count) compact(b);
  INVARIANT(b->slots.len - b->head <= 2u * b->count, "half of the slots are in use: %u entries",
            b->count);
  return entry;
}

static uint64_t bucket_take_random(struct bucket *b, struct rng *rng) {
  for (;;) {
    size_t i = b->head + rng_below(rng, (uint32_t)(b->slots.len - b->head));
    if (b->slots.data[i].used) return bucket_take(b, i);
  }
}

/* ---- treaps of buckets ---- */

static void rotate_right(struct bucket **at) {
  struct bucket *b = *at, *l = b->left;
  b->left = l->right;
  l->right = b;
  *at = l;
}

static void rotate_left(struct bucket **at) {
  struct bucket *b = *at, *r = b->right;
  b->right = r->left;
  r->left = b;
  *at = r;
}

static struct bucket *bucket_of(struct bucket **at, uint32_t value) {
  struct bucket *b = *at, *found;
  if (!b) {
    b = *at = mem_alloc(sizeof *b);
    b->value = value;
    b->priority = hash(value);
    return b;
  }
  if (value == b->value) return b;
  found = bucket_of(value < b->value ? &b->left : &b->right, value);
  if (b->left && b->left->priority > b->priority)
    rotate_right(at);
  else if (b->right && b->right->priority > b->priority)
    rotate_left(at);
  b = *at;
  INVARIANT((!b->left || (b->left->value < b->value && b->left->priority <= b->priority)) &&
                (!b->right || (b->right->value > b->value && b->right->priority <= b->priority)),
            "buckets are in order by value and by priority: value %u", b->value);
  return found;
}

/* Returns the link to the bucket with the smallest or the largest value. */
static struct bucket **extreme(struct bucket **at, bool largest) {
  while (largest ? (*at)->right : (*at)->left) at = largest ? &(*at)->right : &(*at)->left;
  return at;
}

/* Removes an empty bucket at the edge of the treap. */
static void backtrack_set_drop(struct bucket **at) {
  struct bucket *b = *at;
  CHECK(!b->count && !(b->left && b->right),
        "a bucket that is removed is empty and at the edge: %u", b->value);
  *at = b->left ? b->left : b->right;
  vec_free(&b->slots);
  free(b);
}

static uint64_t take_from(struct level *l, bool largest, struct rng *rng, uint32_t *value) {
  struct bucket **at = extreme(&l->root, largest);
  uint64_t entry = rng ? bucket_take_random(*at, rng) : bucket_take(*at, (*at)->head);
  *value = (*at)->value;
  if (!(*at)->count) backtrack_set_drop(at);
  l->count--;
  return entry;
}

/* ---- the set ---- */

struct backtrack_set *backtrack_set_new(uint32_t bound) {
  struct backtrack_set *b = mem_alloc(sizeof *b);
  b->bound = bound ? bound : BACKTRACK_BOUND;
  return b;
}

void backtrack_set_free(struct backtrack_set *b) {
  if (!b) return;
  for (size_t i = 0; i < b->levels.len; i++) bucket_free(b->levels.data[i].root);
  vec_free(&b->levels);
  free(b);
}

uint32_t backtrack_set_size(const struct backtrack_set *b) { return b->count; }

uint32_t backtrack_set_levels(const struct backtrack_set *b) { return (uint32_t)b->levels.len; }

uint32_t backtrack_set_level_size(const struct backtrack_set *b, uint32_t level) {
  return level < b->levels.len ? b->levels.data[level].count : 0;
}

static void evict(struct backtrack_set *b, struct backtrack_entry *evicted) {
  uint32_t i = 0;
  while (!b->levels.data[i].count) {
    i++;
    CHECK(i < b->levels.len, "a set from which an entry is evicted has one: %u", b->count);
  }
  evicted->level = i;
  evicted->entry = take_from(&b->levels.data[i], true, NULL, &evicted->value);
  b->count--;
}

bool backtrack_set_add(struct backtrack_set *b, struct backtrack_entry e,
                       struct backtrack_entry *evicted) {
  struct level *l;
  struct bucket *bucket;
  while (b->levels.len <= e.level) *vec_push(&b->levels) = (struct level){0};
  l = &b->levels.data[e.level];
  bucket = bucket_of(&l->root, e.value);
  *vec_push(&bucket->slots) = (struct slot){e.entry, true};
  bucket->count++;
  l->count++;
  b->count++;
  if (b->count <= b->bound) return false;
  evict(b, evicted);
  return true;
}

static uint32_t pick_level(const struct backtrack_set *b, struct rng *rng) {
  uint32_t used = 0, n, i = 0;
  for (size_t k = 0; k < b->levels.len; k++) used += b->levels.data[k].count > 0;
  n = rng_below(rng, used);
  for (;; i++)
    if (b->levels.data[i].count && n-- == 0) return i;
}

bool backtrack_set_take(struct backtrack_set *b, struct rng *rng, struct backtrack_entry *out) {
  if (!b->count) return false;
  out->level = pick_level(b, rng);
  out->entry = take_from(&b->levels.data[out->level], false, rng, &out->value);
  b->count--;
  return true;
}

static void each_bucket(const struct bucket *k, uint32_t level, backtrack_visit *visit, void *arg) {
  if (!k) return;
  each_bucket(k->left, level, visit, arg);
  for (size_t i = k->head; i < k->slots.len; i++) {
    struct backtrack_entry e = {k->slots.data[i].entry, level, k->value};
    if (k->slots.data[i].used) visit(arg, &e);
  }
  each_bucket(k->right, level, visit, arg);
}

void backtrack_set_each(const struct backtrack_set *b, backtrack_visit *visit, void *arg) {
  for (uint32_t i = 0; i < b->levels.len; i++) each_bucket(b->levels.data[i].root, i, visit, arg);
}

/* ---- checkpoints ---- */

static uint32_t buckets_in(const struct bucket *k) {
  return k ? buckets_in(k->left) + 1 + buckets_in(k->right) : 0;
}

struct saving {
  struct ckpt_out *o;
  void (*put)(struct ckpt_out *o, const void *arg, uint64_t entry);
  const void *arg;
};

static void save_buckets(const struct bucket *k, const struct saving *s) {
  if (!k) return;
  save_buckets(k->left, s);
  ckpt_put_number(s->o, k->value);
  ckpt_put_number(s->o, k->head);
  ckpt_put_number(s->o, k->slots.len - k->head);
  for (size_t i = k->head; i < k->slots.len; i++) {
    ckpt_put_number(s->o, k->slots.data[i].used);
    if (k->slots.data[i].used) s->put(s->o, s->arg, k->slots.data[i].entry);
  }
  save_buckets(k->right, s);
}

void backtrack_set_save(const struct backtrack_set *b, struct ckpt_out *o,
                        void (*put)(struct ckpt_out *o, const void *arg, uint64_t entry),
                        const void *arg) {
  struct saving s = {o, put, arg};
  ckpt_put_number(o, b->levels.len);
  for (size_t i = 0; i < b->levels.len; i++) {
    ckpt_put_number(o, buckets_in(b->levels.data[i].root));
    save_buckets(b->levels.data[i].root, &s);
  }
}

static void load_bucket(struct level *l, struct ckpt_in *in,
                        uint64_t (*get)(struct ckpt_in *in, const void *arg), const void *arg) {
  struct bucket *k = bucket_of(&l->root, (uint32_t)ckpt_number(in));
  uint64_t head = ckpt_number(in), slots = ckpt_number_below(in, UINT32_MAX), i;
  /* bucket_take never leaves a longer unused part before the head. */
  if (head > 64 && head > slots)
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its backtrack set)");
  if (!ckpt_good(in)) return;
  for (i = 0; i < head; i++) *vec_push(&k->slots) = (struct slot){0};
  k->head = (size_t)head;
  for (i = 0; i < slots && ckpt_good(in); i++) {
    bool used = ckpt_number(in) != 0;
    *vec_push(&k->slots) = (struct slot){used ? get(in, arg) : 0, used};
    k->count += used;
  }
  if (!ckpt_good(in)) return;
  if (!k->count || !k->slots.data[k->head].used ||
      !k->slots.data[k->slots.len - 1].used) /* invariant 2 */
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its backtrack set)");
  l->count += k->count;
}

void backtrack_set_load(struct backtrack_set *b, struct ckpt_in *in,
                        uint64_t (*get)(struct ckpt_in *in, const void *arg), const void *arg) {
  uint64_t levels = ckpt_number_below(in, UINT16_MAX + 2), i, k;
  for (i = 0; i < levels && ckpt_good(in); i++) {
    struct level *l = vec_push(&b->levels);
    *l = (struct level){0};
    for (k = ckpt_number(in); k && ckpt_good(in); k--) load_bucket(l, in, get, arg);
    b->count += l->count;
  }
}
