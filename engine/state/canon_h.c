/* The bits of h in the canonical form (soundness rule 22, derived bits only). Clocks differ between
 * equivalent paths, so the form has, for each written location, the set of rows that contain it.
 * Rows belong to threads, and to the locks, atomic locations and classes among the objects that the
 * traversal numbered. A location that every thread may access is omitted like an unwritten one. So
 * is a location on which races are not reported, because no later action depends on it.
 *
 * An unchanged immortal object can have bits, too: a string constant used as a lock, or a field
 * to which its own value was written. The traversal may not have met such an object, so its key
 * names it. */
#include <stdlib.h>

#include "engine/property/race.h"
#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/state/canon_int.h"
#include "engine/vm/machine.h"

enum { READS_TAG = 0x40000000, ATOMIC_READS_TAG = 0x20000000 }; /* no offset has these bits */
enum { ROW_OF_THREAD = 1, ROW_OF_LOCK, ROW_OF_LOCATION, ROW_OF_CLASS };

/* `name` represents the object: its number or its key. Rows are interned, and many things share one
 * row. */
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

static void site_at(struct canon *c, uint64_t name, ref r, uint32_t off, const uint32_t *s) {
  add_row(c, s[1], ROW_OF_LOCATION, name, off);
  *vec_push(&c->sites) =
      (struct canon_site){.name = name, .r = r, .off = off, .stamp = s[0], .row = s[1]};
}

/* Collects the rows of the object itself, but not those of its locations. */
static void collect_rows(struct canon *c, uint64_t name, ref r) {
  struct vm *vm = c->vm;
  const struct monitor *m = vm_monitor(vm, r);
  if (m) add_row(c, m->row, ROW_OF_LOCK, name, 0);
  if (vm_klass(vm, r) == vm->wk.klass && vm_mirror_klass(vm, r))
    add_row(c, *MEM32(vm, r + vm->mirror.init_row), ROW_OF_CLASS, name, 0);
}

/* Collects the object's rows and its locations that have stamps. */
static void collect_object(struct canon *c, uint64_t name, ref r) {
  if (vm_object(c->vm, r)->klass < KLASS_FIRST) return;
  collect_rows(c, name, r);
  canon_h_each_stamp(c, name, r, site_at);
}

/* Collects the rows of the marked objects and their locations with rows. The other locations are
 * already summed by stamp. */
static void collect_rowed(struct canon *c) {
  const struct canon_marked *m;
  for (size_t i = 0; (m = canon_h_rowed(c, i)); i++) {
    collect_rows(c, m->name, m->r);
    for (size_t k = 0; k < m->sites.len; k++) {
      add_row(c, m->sites.data[k].row, ROW_OF_LOCATION, m->name, m->sites.data[k].off);
      *vec_push(&c->sites) = m->sites.data[k];
    }
  }
}

static int canon_h_by_key(const void *a, const void *b) {
  const struct canon_leaf *x = a, *y = b;
  return x->key < y->key ? -1 : x->key > y->key;
}

static void add_leaf(struct canon *c, ref r) {
  if (canon_number(c, r)) return;
  *vec_push(&c->leaves) = (struct canon_leaf){.key = canon_key(c, r), .r = r};
}

/* Collects the immortal objects that were written (or locked) on some path and that the traversal
 * did not meet. */
void canon_h_leaves(struct canon *c) {
  c->leaves.len = 0;
  canon_h_each_fixed(c, add_leaf);
  if (c->leaves.len) qsort(c->leaves.data, c->leaves.len, sizeof *c->leaves.data, canon_h_by_key);
}

/* Returns whether leaf i repeats the one before. A large object may have several written blocks. */
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

static void collect_all(struct canon *c, bool whole) {
  size_t i;
  collect_threads(c);
  for (i = 0; i < c->objects.len; i++) collect_object(c, name_of(i + 1), c->objects.data[i]);
  if (!whole) {
    collect_rowed(c);
    return;
  }
  canon_h_leaves(c);
  for (i = 0; i < c->leaves.len; i++)
    if (!leaf_again(c, i)) collect_object(c, c->leaves.data[i].key, c->leaves.data[i].r);
}

/* Inserts a step; the greatest clock comes first. Rows with the same clock share a step, so there
 * are fewer steps than rows. */
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

/* Lists the distinct clocks of the rows for writer w, greatest first, each with the set of rows
 * that reach it. */
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
  INVARIANT(n && s[n - 1].threads == c->thread_rows, "each thread's row is in the last step: T%u",
            w);
  c->known[w] = 0;
  for (i = n; i-- > 0 && s[i].threads == c->thread_rows;) c->known[w] = s[i].clock;
  c->steps.len = start + n;
  *from = (uint32_t)start;
  *count = (uint32_t)n;
}

/* Returns a hash of the set of rows that contain a location with this stamp; 0: no row does. */
static uint64_t set_of(const struct canon *c, uint32_t stamp) {
  uint32_t w = stamp_thread(stamp), i;
  const struct canon_step *s = c->steps.data + c->step_from[w], *best = NULL;
  INVARIANT(w < vm_machine(c->vm)->thread_count, "the writer of a location was started: T%u", w);
  INVARIANT(c->step_from[w] + c->step_count[w] <= c->steps.len, "a writer's steps were made: T%u",
            w);
  for (i = 0; i < c->step_count[w] && s[i].clock >= stamp_count(stamp); i++) best = &s[i];
  return best ? best->set : 0;
}

static bool known_to_all(const struct canon *c, uint32_t stamp) {
  return stamp_count(stamp) <= c->known[stamp_thread(stamp)];
}

/* Adds a location, or all locations with the same set, given the sum of their names. */
static void sum_add(struct canon *c, struct canon_lanes names, uint64_t set) {
  c->h_sum.lo += names.lo * (hash_mix(set) | 1);
  c->h_sum.hi += names.hi * (hash_mix(~set) | 1);
}

static void put_stamp(struct canon *c, uint64_t name, ref r, uint32_t off, uint32_t tag,
                      uint32_t stamp) {
  uint32_t what = canon_h_location(off, stamp) ^ tag;
  if (known_to_all(c, stamp) || race_silent(c->vm, r, off)) return;
  if (c->h_summed) {
    sum_add(c, canon_h_named(name, what), set_of(c, stamp));
    return;
  }
  canon_put64(c, name);
  canon_put32(c, what);
  canon_put64(c, set_of(c, stamp));
}

/* Writes the reads with which a write could conflict (--race-rw). They are written like stamps, one
 * for each reader. */
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
  put_reads(c, s->name, s->r, s->off, READS_TAG | CANON_TRUSTED,
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
      canon_h_each_stamp(c, name_of(i + 1), c->objects.data[i], stamp_seen);
  for (size_t i = 0; i < c->leaves.len; i++)
    if (!leaf_again(c, i))
      canon_h_each_stamp(c, c->leaves.data[i].key, c->leaves.data[i].r, stamp_seen);
}

/* Writes h as a sum, because the base's objects come in any order and most of their locations are
 * known only as sums. */
static void put_sum(struct canon *c) {
  const struct canon_group *g = c->h_groups.data, *end = g + c->h_groups.len;
  c->h_sum = (struct canon_lanes){0, 0};
  c->h_summed = true;
  for (size_t i = 0; i < c->sites.len; i++) put_site(c, &c->sites.data[i]);
  c->h_summed = false;
  for (; g < end; g++)
    if (g->uses && !known_to_all(c, g->stamp)) sum_add(c, g->sum, set_of(c, g->stamp));
  canon_put(c, &c->h_sum, sizeof c->h_sum);
}

void canon_put_h(struct canon *c, bool whole) {
  uint32_t t, n = vm_machine(c->vm)->thread_count;
  collect_all(c, whole);
  c->steps.len = 0;
  for (t = 0; t < n; t++) make_steps(c, t, &c->step_from[t], &c->step_count[t]);
  if (!whole) {
    put_sum(c);
    return;
  }
  for (size_t i = 0; i < c->sites.len; i++) put_site(c, &c->sites.data[i]);
}
