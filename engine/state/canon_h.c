/* The bits of h in the canonical form (soundness rule 22, derived bits only): clocks differ between
 * paths that mean the same, so each written location contributes the set of rows that contain it.
 * Rows are threads, and the locks, atomic locations and classes among the objects numbered by the
 * traversal. A location that every thread may access is as good as unwritten, and one whose races
 * are not reported counts for nothing: no later action depends on it.
 *
 * An immortal object that was never changed can carry bits all the same (a string constant used as
 * a lock, a field that was written with its own value): the traversal may not have met it, and it
 * is named by its key. */
#include <stdlib.h>

#include "engine/property/race.h"
#include "engine/base/hash.h"
#include "engine/state/canon_int.h"
#include "engine/vm/machine.h"

enum {
  READS_TAG = 0x40000000,
  ATOMIC_READS_TAG = 0x20000000,
  TRUSTED_TAG = 0x10000000
}; /* no offset has these bits */
enum { ROW_OF_THREAD = 1, ROW_OF_LOCK, ROW_OF_LOCATION, ROW_OF_CLASS };

/* `name` stands for the object: its number or its key. Rows are interned, and many things have the
 * same. */
static void add_row(struct canon *c, ref row, uint64_t kind, uint64_t name, uint32_t off) {
  uint64_t id = hash_mix(kind + hash_mix(name + off));
  uint32_t *hint = &c->row_hint[(row >> 4) % CANON_HINTS];
  if (kind != ROW_OF_THREAD) {
    if (!row) return;
    if (*hint >= c->thread_rows && *hint < c->rows.len && c->rows.data[*hint].row == row) {
      c->rows.data[*hint].id += id;
      return;
    }
    *hint = (uint32_t)c->rows.len;
  }
  *vec_push(&c->rows) = (struct canon_row){.row = row, .id = id};
}

static uint64_t name_of(size_t number) { return (uint64_t)number << 32; }

/* The data bytes of an object that can have stamps. */
static uint32_t data_end(struct vm *vm, ref r) {
  const struct klass *k = vm_klass(vm, r);
  if (k->is_array) return r + ARRAY_BASE + (array_length(vm, r) << k->elem_shift);
  return r + vm_object_size(vm, r);
}

/* Calls for each data byte of an object that has a stamp or a row. 8 data bytes (64 of shadow) that
 * never had one are passed over. */
typedef void stamp_fn(struct canon *c, uint64_t name, ref r, uint32_t off, const uint32_t *s);
static inline void each_of_eight(struct canon *c, uint64_t name, ref r, uint32_t a, uint32_t n,
                                 stamp_fn *fn) {
  const uint64_t *p = (const uint64_t *)(const void *)(c->vm->arena.mem + SHADOW_OF(a));
  for (uint32_t i = 0; i < n; i++)
    if (p[i]) fn(c, name, r, a + i - r, (const uint32_t *)(const void *)&p[i]);
}

/* The first block from there on that is stamped, or one behind the end: most of a large array never
 * was, and 64 blocks are passed over at once. */
static uint32_t next_stamped(const struct arena *a, uint32_t block, uint32_t end) {
  const uint8_t *s = a->stamped + ((block - IMMORTAL_BASE) >> BLOCK_SHIFT),
                *last = a->stamped + ((end - 1 - IMMORTAL_BASE) >> BLOCK_SHIFT), *p = s;
  uint64_t w[8];
  for (; last - p >= (ptrdiff_t)sizeof w; p += sizeof w) {
    memcpy(w, p, sizeof w);
    if (w[0] | w[1] | w[2] | w[3] | w[4] | w[5] | w[6] | w[7]) break;
  }
  while (p <= last && !*p) p++;
  return block + (uint32_t)((p - s) << BLOCK_SHIFT);
}

static void each_stamp(struct canon *c, uint64_t name, ref r, stamp_fn *fn) {
  struct vm *vm = c->vm;
  uint32_t a, from = r + OBJ_HEADER, end = data_end(vm, r), block;
  if (vm_object(vm, r)->lock & OBJ_FROZEN)
    return; /* reduction/quiet.def: its reads are not checked */
  for (block = from & ~(uint32_t)(BLOCK_SIZE - 1);
       (block = next_stamped(&vm->arena, block, end)) < end; block += BLOCK_SIZE) {
    uint32_t eighths = vm->arena.stamped[(block - IMMORTAL_BASE) >> BLOCK_SHIFT];
    if (block < from) eighths &= 0xffu << ((from - block) >> 3);
    for (; eighths; eighths &= eighths - 1) {
      a = block + 8 * (uint32_t)__builtin_ctz(eighths);
      if (a >= end) break;
      each_of_eight(c, name, r, a, end - a < 8 ? end - a : 8, fn);
    }
  }
}

static void site_at(struct canon *c, uint64_t name, ref r, uint32_t off, const uint32_t *s) {
  add_row(c, s[1], ROW_OF_LOCATION, name, off);
  *vec_push(&c->sites) =
      (struct canon_site){.name = name, .r = r, .off = off, .stamp = s[0], .row = s[1]};
}

/* Its rows and its locations with stamps. */
static void collect_object(struct canon *c, uint64_t name, ref r) {
  struct vm *vm = c->vm;
  const struct monitor *m;
  if (vm_object(vm, r)->klass < KLASS_FIRST) return;
  m = vm_monitor(vm, r);
  if (m) add_row(c, m->row, ROW_OF_LOCK, name, 0);
  if (vm_klass(vm, r) == vm->wk.klass && vm_mirror_klass(vm, r))
    add_row(c, *MEM32(vm, r + vm->mirror.init_row), ROW_OF_CLASS, name, 0);
  each_stamp(c, name, r, site_at);
}

static int canon_h_by_key(const void *a, const void *b) {
  const struct canon_leaf *x = a, *y = b;
  return x->key < y->key ? -1 : x->key > y->key;
}

/* A row comes with a change of the monitor's record or of the mirror, the first stamp of a block's
 * eighth with arena.newly_stamped: then this is asked again. */
bool canon_h_may_have(struct canon *c, ref r) {
  struct vm *vm = c->vm;
  const struct monitor *m;
  uint32_t block, end;
  if (!vm->race || vm_object(vm, r)->klass < KLASS_FIRST) return false;
  m = vm_monitor(vm, r);
  if (m && m->row) return true;
  if (vm_klass(vm, r) == vm->wk.klass && vm_mirror_klass(vm, r) &&
      *MEM32(vm, r + vm->mirror.init_row))
    return true;
  end = data_end(vm, r);
  block = r & ~(uint32_t)(BLOCK_SIZE - 1);
  return next_stamped(&vm->arena, block, end) < end;
}

typedef void fixed_fn(struct canon *c, ref r);
static void each_fixed_with_bits(struct canon *c, fixed_fn *fn) {
  struct vm *vm = c->vm;
  size_t i;
  for (i = 0; i < vm->arena.dirty.len; i++) {
    ref r = arena_immortal_at(&vm->arena, vm->arena.dirty.data[i] << BLOCK_SHIFT);
    if (r && canon_h_may_have(c, r)) fn(c, r);
  }
}

static void add_leaf(struct canon *c, ref r) {
  if (canon_number(c, r)) return;
  *vec_push(&c->leaves) = (struct canon_leaf){.key = canon_key(c, r), .r = r};
}

/* The immortal objects that were written (or locked) on some path and that the traversal did not
 * meet. */
void canon_h_leaves(struct canon *c) {
  c->leaves.len = 0;
  each_fixed_with_bits(c, add_leaf);
  if (c->leaves.len) qsort(c->leaves.data, c->leaves.len, sizeof *c->leaves.data, canon_h_by_key);
}

/* ---- the objects that may have bits, kept with the base ---- */

void canon_h_mark(struct canon *c, uint32_t e) {
  const struct canon_entry *x = &c->entries.data[e];
  if (x->marked || x->frame || x->r < HEAP_BASE) return;
  *vec_push(&c->marked) = e;
  c->entries.data[e].marked = (uint32_t)c->marked.len;
}

void canon_h_unmark(struct canon *c, uint32_t e) {
  uint32_t at = c->entries.data[e].marked, last;
  if (!at) return;
  last = c->marked.data[--c->marked.len];
  c->marked.data[at - 1] = last;
  c->entries.data[last].marked = at;
  c->entries.data[e].marked = 0;
}

/* The object at this place among the marked ones; the last one takes its place. */
static void unmark_fixed(struct canon *c, size_t i) {
  c->fixed_map[(c->marked_fixed.data[i].r - IMMORTAL_BASE) >> BLOCK_SHIFT] = 0;
  c->marked_fixed.data[i] = c->marked_fixed.data[--c->marked_fixed.len];
}

void canon_h_mark_fixed(struct canon *c, ref r) {
  uint8_t *known = &c->fixed_map[(r - IMMORTAL_BASE) >> BLOCK_SHIFT];
  if (*known || !c->vm->race) return;
  *known = 1;
  *vec_push(&c->marked_fixed) = (struct canon_leaf){.key = canon_key(c, r), .r = r};
}

static void mark_block(struct canon *c, uint32_t block) {
  uint32_t a = block << BLOCK_SHIFT, end = a + BLOCK_SIZE, e;
  uint64_t slot;
  if (a < HEAP_BASE) {
    ref r = arena_immortal_at(&c->vm->arena, a);
    if (r) canon_h_mark_fixed(c, r);
    return;
  }
  slot = c->cover[block - (HEAP_BASE >> BLOCK_SHIFT)];
  if (slot >> 32 == c->epoch) canon_h_mark(c, (uint32_t)slot);
  for (; a < end; a += 16)
    if ((e = canon_names_find(c, a)) != CANON_NO_ENTRY) canon_h_mark(c, e);
}

void canon_h_follow(struct canon *c) {
  struct arena *a = &c->vm->arena;
  bool lost = !c->marks_known || a->stamps_lost;
  size_t i;
  for (i = 0; !lost && i < a->newly_stamped.len; i++) mark_block(c, a->newly_stamped.data[i]);
  for (i = 0; lost && i < c->entries.len; i++)
    if (c->entries.data[i].r >= HEAP_BASE && !c->entries.data[i].frame &&
        canon_h_may_have(c, c->entries.data[i].r))
      canon_h_mark(c, (uint32_t)i);
  if (lost) each_fixed_with_bits(c, canon_h_mark_fixed);
  c->marks_known = c->owner;
  if (!c->owner) return;
  a->newly_stamped.len = 0;
  a->stamps_lost = false;
}

/* A large object may have several written blocks. */
static bool leaf_again(const struct canon *c, size_t i) {
  return i && c->leaves.data[i].r == c->leaves.data[i - 1].r;
}

static void collect_threads(struct canon *c) {
  uint32_t t;
  c->rows.len = c->sites.len = 0;
  for (t = 0; t < c->thread_len; t++)
    add_row(c, vm_thread(c->vm, c->thread_order[t])->row, ROW_OF_THREAD, name_of(t), 0);
  c->thread_rows = (uint32_t)c->rows.len;
}

/* False: it has nothing, and cannot get anything unnoticed. */
static bool collect_marked(struct canon *c, uint64_t name, ref r) {
  size_t rows = c->rows.len, sites = c->sites.len;
  collect_object(c, name, r);
  return c->rows.len > rows || c->sites.len > sites || canon_h_may_have(c, r);
}

static void collect_kept(struct canon *c) {
  size_t i;
  for (i = 0; i < c->marked.len;) {
    const struct canon_entry *e = &c->entries.data[c->marked.data[i]];
    if (collect_marked(c, e->name, e->r))
      i++;
    else
      canon_h_unmark(c, c->marked.data[i]);
  }
  for (i = 0; i < c->marked_fixed.len;) {
    const struct canon_leaf *l = &c->marked_fixed.data[i];
    if (collect_marked(c, l->key, l->r))
      i++;
    else
      unmark_fixed(c, i);
  }
}

static void collect_all(struct canon *c, bool whole) {
  size_t i;
  collect_threads(c);
  for (i = 0; i < c->objects.len; i++) collect_object(c, name_of(i + 1), c->objects.data[i]);
  if (!whole) {
    collect_kept(c);
    return;
  }
  canon_h_leaves(c);
  for (i = 0; i < c->leaves.len; i++)
    if (!leaf_again(c, i)) collect_object(c, c->leaves.data[i].key, c->leaves.data[i].r);
}

/* Greatest clock first. Many rows have the same: the list is shorter than that of the rows. */
static size_t step_add(struct canon_step *s, size_t n, struct canon_step x) {
  size_t i = n;
  while (i > 0 && s[i - 1].clock < x.clock) i--;
  if (i > 0 && s[i - 1].clock == x.clock) {
    s[i - 1].set += x.set;
    s[i - 1].threads += x.threads;
    return n;
  }
  memmove(s + i + 1, s + i, (n - i) * sizeof *s);
  s[i] = x;
  return n + 1;
}

/* For writer w: the distinct clocks that rows have, greatest first, each with the set of rows that
 * reach it. */
static void make_steps(struct canon *c, uint32_t w, uint32_t *from, uint32_t *count) {
  size_t i, n = 0, start = c->steps.len;
  struct canon_step *s;
  vec_reserve(&c->steps, start + c->rows.len);
  s = c->steps.data + start;
  for (i = 0; i < c->rows.len; i++)
    n = step_add(s, n,
                 (struct canon_step){.clock = row_clock(c->vm, c->rows.data[i].row, w),
                                     .threads = i < c->thread_rows,
                                     .set = c->rows.data[i].id});
  for (i = 1; i < n; i++) {
    s[i].set += s[i - 1].set;
    s[i].threads += s[i - 1].threads;
  }
  c->known[w] = 0;
  for (i = n; i-- > 0 && s[i].threads == c->thread_rows;) c->known[w] = s[i].clock;
  c->steps.len = start + n;
  *from = (uint32_t)start;
  *count = (uint32_t)n;
}

/* The rows that contain a location with this stamp; NULL: none. */
static const struct canon_step *step_of(const struct canon *c, uint32_t stamp) {
  uint32_t w = stamp_thread(stamp), i;
  const struct canon_step *s = c->steps.data + c->step_from[w], *best = NULL;
  for (i = 0; i < c->step_count[w] && s[i].clock >= stamp_count(stamp); i++) best = &s[i];
  return best;
}

static void put_stamp(struct canon *c, uint64_t name, ref r, uint32_t off, uint32_t tag,
                      uint32_t stamp) {
  const struct canon_step *s;
  if (stamp_count(stamp) <= c->known[stamp_thread(stamp)] || race_silent(c->vm, r, off)) return;
  s = step_of(c, stamp);
  canon_put64(c, name);
  canon_put32(c, off ^ tag ^ (stamp & STAMP_TRUSTED ? TRUSTED_TAG : 0));
  canon_put64(c, s ? s->set : 0);
}

/* Reads that a write could conflict with (--race-rw): like stamps, a reader each. */
static void put_reads(struct canon *c, uint64_t name, ref r, uint32_t off, uint32_t tag,
                      ref reads) {
  uint32_t i, t, n = reads ? array_length(c->vm, reads) - ROW_CLOCKS : 0;
  for (t = 0; t < c->thread_len; t++)
    if ((i = c->thread_order[t]) < n && row_clock(c->vm, reads, i))
      put_stamp(c, name + c->thread_number[i], r, off, tag,
                stamp_of(i, row_clock(c->vm, reads, i)));
}

static void put_site(struct canon *c, const struct canon_site *s) {
  if (s->stamp) put_stamp(c, s->name, s->r, s->off, 0, s->stamp);
  if (!s->row) return;
  if (row_get(c->vm, s->row, ROW_PLAIN))
    put_stamp(c, s->name, s->r, s->off, UINT32_MAX, row_get(c->vm, s->row, ROW_PLAIN));
  put_reads(c, s->name, s->r, s->off, READS_TAG, row_get(c->vm, s->row, ROW_READS));
  put_reads(c, s->name, s->r, s->off, READS_TAG | TRUSTED_TAG,
            row_get(c->vm, s->row, ROW_TRUSTED_READS));
  put_reads(c, s->name, s->r, s->off, ATOMIC_READS_TAG, row_get(c->vm, s->row, ROW_ATOMIC_READS));
}

static void stamp_seen(struct canon *c, uint64_t name, ref r, uint32_t off, const uint32_t *s) {
  uint64_t set = 0;
  if (!s[0] || race_silent(c->vm, r, off)) return;
  for (uint32_t t = 0; t < vm_machine(c->vm)->thread_count; t++)
    if (row_clock(c->vm, vm_thread(c->vm, t)->row, stamp_thread(s[0])) >= stamp_count(s[0]))
      set += hash_mix(c->thread_number[t] + 1u);
  canon_put64(c, name + off);
  canon_put64(c, set);
}

void canon_put_h_look(struct canon *c) {
  for (size_t i = 0; i < c->objects.len; i++)
    if (vm_object(c->vm, c->objects.data[i])->klass >= KLASS_FIRST)
      each_stamp(c, name_of(i + 1), c->objects.data[i], stamp_seen);
  for (size_t i = 0; i < c->leaves.len; i++)
    if (!leaf_again(c, i)) each_stamp(c, c->leaves.data[i].key, c->leaves.data[i].r, stamp_seen);
}

/* The marked objects come in any order: what their locations add is a sum. */
static void sum_sites(struct canon *c) {
  struct canon_hash sum = {0, 0};
  size_t start = c->out.len, i;
  for (i = 0; i < c->sites.len; i++) {
    put_site(c, &c->sites.data[i]);
    if (c->out.len > start) canon_sum_add(&sum, canon_hash_from(c, start));
    c->out.len = start;
  }
  canon_put(c, &sum, sizeof sum);
}

void canon_put_h(struct canon *c, bool whole) {
  uint32_t t, n = vm_machine(c->vm)->thread_count;
  size_t i;
  collect_all(c, whole);
  c->steps.len = 0;
  for (t = 0; t < n; t++) make_steps(c, t, &c->step_from[t], &c->step_count[t]);
  if (!whole) sum_sites(c);
  for (i = 0; whole && i < c->sites.len; i++) put_site(c, &c->sites.data[i]);
}
