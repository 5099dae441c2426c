/* The bits of h in the canonical form (soundness rule 22, derived bits only). Clocks differ between
 * equivalent paths, so the form has, for each written location, the set of rows that contain it.
 * Rows belong to threads, and to the locks, atomic locations and classes among the objects that the
 * traversal numbered. A location that every thread may access is omitted like an unwritten one. So
 * is a location on which races are not reported, because no later action depends on it.
 *
 * An unchanged immortal object can have bits, too: a string constant used as a lock, or a field
 * to which its own value was written. The traversal may not have met such an object, so its key
 * names it.
 *
 * Objects that may have bits are marked. The locations of an object are read when it is marked, and
 * again when its shadow, its header or its name changes. The rows that contain a location follow
 * from its stamp and may change with every step, but the location's name does not. So the names are
 * summed by stamp over all marked objects, and the cost for a state depends on the number of
 * stamps. The few locations and objects that have rows of their own are listed instead. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/property/race.h"
#include "engine/state/canon/canon_int.h"
#include "engine/vm/machine.h"

/* ---- locations of an object ---- */

/* Returns the end of the object's data bytes, which can have stamps. */
static uint32_t data_end(struct vm *vm, ref r) {
  const struct klass *k = vm_klass(vm, r);
  if (k->is_array) return r + ARRAY_BASE + (array_length(vm, r) << k->elem_shift);
  return r + vm_object_size(vm, r);
}

/* Calls fn for each of n data bytes, at most 8, that has a stamp or a row. */
static inline void each_of_eight(struct canon *c, uint64_t name, ref r, uint32_t a, uint32_t n,
                                 canon_stamp_fn *fn) {
  const uint64_t *p = (const uint64_t *)(const void *)(c->vm->arena.mem + SHADOW_OF(a));
  for (uint32_t i = 0; i < n; i++)
    if (p[i]) fn(c, name, r, a + i - r, (const uint32_t *)(const void *)&p[i]);
}

/* Returns the first stamped block from `block` on, or a block after the end. Most blocks of a large
 * array never had stamps, so this skips 64 blocks at a time. */
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

/* Calls fn for each data byte of the object that has a stamp or a row. */
static void canon_h_each_stamp(struct canon *c, uint64_t name, ref r, canon_stamp_fn *fn) {
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

/* Returns whether the object may have bits. The answer can change only with the monitor's record,
 * the mirror or the shadow, and then the object is asked about again. */
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

/* Calls fn for each immortal object that may have bits, possibly several times for one object. */
static void canon_h_each_fixed(struct canon *c, canon_fixed_fn *fn) {
  struct vm *vm = c->vm;
  for (size_t i = 0; i < vm->arena.dirty.len; i++) {
    ref r = arena_immortal_at(&vm->arena, vm->arena.dirty.data[i] << BLOCK_SHIFT);
    if (r && canon_h_may_have(c, r)) fn(c, r);
  }
}

/* ---- sums by stamp ---- */

enum { GROUPS_LEAST = 256 };

static uint32_t *group_place(struct canon *c, uint32_t stamp) {
  size_t mask = c->h_group_at.cap - 1, at = hash_mix(stamp) & mask;
  while (c->h_group_at.data[at] && c->h_groups.data[c->h_group_at.data[at] - 1].stamp != stamp)
    at = (at + 1) & mask;
  return &c->h_group_at.data[at];
}

/* Drops unused groups and makes a hash table with room for twice as many as remain. */
static void groups_rebuild(struct canon *c) {
  size_t used = 0, cap = GROUPS_LEAST;
  for (size_t i = 0; i < c->h_groups.len; i++)
    if (c->h_groups.data[i].uses) c->h_groups.data[used++] = c->h_groups.data[i];
  c->h_groups.len = used;
  while (cap < 4 * used) cap *= 2;
  free(c->h_group_at.data);
  c->h_group_at.data = mem_alloc(cap * sizeof *c->h_group_at.data);
  c->h_group_at.cap = cap;
  for (size_t i = 0; i < used; i++) *group_place(c, c->h_groups.data[i].stamp) = (uint32_t)i + 1;
}

static struct canon_group *group_of(struct canon *c, uint32_t stamp) {
  uint32_t *place;
  if (c->h_groups.len * 2 >= c->h_group_at.cap) groups_rebuild(c);
  place = group_place(c, stamp);
  if (!*place) {
    *vec_push(&c->h_groups) = (struct canon_group){.stamp = stamp};
    *place = (uint32_t)c->h_groups.len;
  }
  return &c->h_groups.data[*place - 1];
}

static void groups_clear(struct canon *c) {
  c->h_groups.len = 0;
  if (c->h_group_at.cap)
    memset(c->h_group_at.data, 0, c->h_group_at.cap * sizeof *c->h_group_at.data);
}

static struct canon_lanes canon_h_named(uint64_t name, uint32_t what) {
  const uint64_t words[] = {name, what};
  struct canon_hash h = canon_hash_of(words, sizeof words);
  return (struct canon_lanes){h.lo, h.hi};
}

/* ---- lists of marked objects ---- */

static void list_add(struct canon *c, enum canon_h_list which, uint32_t m) {
  uint32_t *place = &c->marked.data[m].place[which];
  if (*place) return;
  *vec_push(&c->h_lists[which]) = m;
  *place = (uint32_t)c->h_lists[which].len;
}

/* The last list element takes the place of the removed one. */
static void list_take(struct canon *c, enum canon_h_list which, uint32_t m) {
  uint32_t at = c->marked.data[m].place[which], last;
  if (!at) return;
  INVARIANT(c->h_lists[which].data[at - 1] == m, "a marked object is where it says in its list: %u",
            m);
  last = c->h_lists[which].data[--c->h_lists[which].len];
  c->h_lists[which].data[at - 1] = last;
  c->marked.data[last].place[which] = at;
  c->marked.data[m].place[which] = 0;
}

/* Returns the i-th marked object that has rows, or NULL. */
static const struct canon_marked *canon_h_rowed(const struct canon *c, size_t i) {
  if (i >= c->h_lists[CANON_H_ROWED].len) return NULL;
  return &c->marked.data[c->h_lists[CANON_H_ROWED].data[i]];
}

/* ---- marking objects ---- */

/* Returns the slot for the object's index among the marked ones, plus 1. */
static uint32_t *mark_of(struct canon *c, const struct canon_marked *m) {
  if (m->entry != CANON_NO_ENTRY) return &c->entries.data[m->entry].marked;
  return &c->fixed_map[(m->r - IMMORTAL_BASE) >> BLOCK_SHIFT];
}

static void mark_new(struct canon *c, struct canon_marked m) {
  *vec_push(&c->marked) = m;
  *mark_of(c, &m) = (uint32_t)c->marked.len;
  list_add(c, CANON_H_DUE, (uint32_t)c->marked.len - 1);
}

/* Subtracts the object's contribution from the sums. */
static void parts_take(struct canon *c, struct canon_marked *m) {
  for (size_t i = 0; i < m->parts.len; i++) {
    struct canon_group *g = group_of(c, m->parts.data[i].stamp);
    INVARIANT(g->uses, "what is subtracted from a sum of stamps was added: 0x%x", g->stamp);
    g->sum.lo -= m->parts.data[i].sum.lo;
    g->sum.hi -= m->parts.data[i].sum.hi;
    g->uses--;
    INVARIANT(g->uses || (!g->sum.lo && !g->sum.hi), "an empty sum of stamps is zero: 0x%x",
              g->stamp);
  }
  m->parts.len = m->sites.len = 0;
}

static void unmark(struct canon *c, uint32_t at) {
  struct canon_marked *m = &c->marked.data[at];
  uint32_t last = (uint32_t)c->marked.len - 1;
  parts_take(c, m);
  vec_free(&m->parts);
  vec_free(&m->sites);
  *mark_of(c, m) = 0;
  for (enum canon_h_list l = 0; l < CANON_H_LISTS; l++) list_take(c, l, at);
  c->marked.len--;
  if (at == last) return;
  *m = c->marked.data[last];
  *mark_of(c, m) = at + 1;
  for (enum canon_h_list l = 0; l < CANON_H_LISTS; l++)
    if (m->place[l]) c->h_lists[l].data[m->place[l] - 1] = at;
}

void canon_h_mark(struct canon *c, uint32_t e) {
  const struct canon_entry *x = &c->entries.data[e];
  if (x->frame || x->r < HEAP_BASE || !c->vm->race) return;
  if (x->marked)
    list_add(c, CANON_H_DUE, x->marked - 1);
  else
    mark_new(c, (struct canon_marked){.r = x->r, .entry = e});
}

void canon_h_unmark(struct canon *c, uint32_t e) {
  if (c->entries.data[e].marked) unmark(c, c->entries.data[e].marked - 1);
}

void canon_h_mark_fixed(struct canon *c, ref r) {
  uint32_t at = c->fixed_map[(r - IMMORTAL_BASE) >> BLOCK_SHIFT];
  if (!c->vm->race) return;
  if (at)
    list_add(c, CANON_H_DUE, at - 1);
  else
    mark_new(c, (struct canon_marked){.r = r, .entry = CANON_NO_ENTRY, .name = canon_key(c, r)});
}

void canon_h_hashed(struct canon *c, uint32_t e) {
  const struct canon_entry *x = &c->entries.data[e];
  const struct canon_marked *m = x->marked ? &c->marked.data[x->marked - 1] : NULL;
  if (!c->vm->race || x->frame || x->klass < KLASS_FIRST) return;
  if (m ? m->name != x->name || m->header != vm_object(c->vm, x->r)->lock
        : vm_monitor(c->vm, x->r) != NULL)
    canon_h_mark(c, e);
}

void canon_h_clear(struct canon *c) {
  for (size_t i = 0; i < c->marked.len; i++) {
    struct canon_marked *m = &c->marked.data[i];
    if (m->entry == CANON_NO_ENTRY) *mark_of(c, m) = 0;
    vec_free(&m->parts);
    vec_free(&m->sites);
  }
  c->marked.len = 0;
  for (enum canon_h_list l = 0; l < CANON_H_LISTS; l++) c->h_lists[l].len = 0;
  groups_clear(c);
  c->marks_known = false;
}

void canon_h_free(struct canon *c) {
  canon_h_clear(c);
  vec_free(&c->marked);
  for (enum canon_h_list l = 0; l < CANON_H_LISTS; l++) vec_free(&c->h_lists[l]);
  vec_free(&c->h_groups);
  free(c->h_group_at.data);
}

/* ---- reading marked objects ---- */

static void note_site(struct canon *c, uint64_t name, ref r, uint32_t off, const uint32_t *s) {
  *vec_push(&c->sites) =
      (struct canon_site){.name = name, .r = r, .off = off, .stamp = s[0], .row = s[1]};
}

/* Adds a location to the parts. Adjacent locations usually have the same stamp. */
static void add_part(struct canon_marked *m, const struct canon_site *s) {
  struct canon_lanes name = canon_h_named(s->name, canon_h_location(s->off, s->stamp));
  struct canon_part *last = m->parts.len ? &m->parts.data[m->parts.len - 1] : NULL;
  if (!last || last->stamp != s->stamp) {
    last = vec_push(&m->parts);
    *last = (struct canon_part){.stamp = s->stamp};
  }
  last->sum.lo += name.lo;
  last->sum.hi += name.hi;
}

static void parts_join(struct canon *c, const struct canon_marked *m) {
  for (size_t i = 0; i < m->parts.len; i++) {
    struct canon_group *g = group_of(c, m->parts.data[i].stamp);
    g->sum.lo += m->parts.data[i].sum.lo;
    g->sum.hi += m->parts.data[i].sum.hi;
    g->uses++;
  }
}

static bool has_rows(struct canon *c, const struct canon_marked *m) {
  return m->sites.len || vm_monitor(c->vm, m->r) || vm_klass(c->vm, m->r) == c->vm->wk.klass;
}

static void read_marked(struct canon *c, uint32_t at) {
  struct canon_marked *m = &c->marked.data[at];
  parts_take(c, m);
  list_take(c, CANON_H_ROWED, at);
  if (m->entry != CANON_NO_ENTRY) m->name = c->entries.data[m->entry].name;
  m->header = vm_object(c->vm, m->r)->lock;
  if (vm_object(c->vm, m->r)->klass < KLASS_FIRST) return;
  c->sites.len = 0;
  canon_h_each_stamp(c, m->name, m->r, note_site);
  for (size_t i = 0; i < c->sites.len; i++) {
    const struct canon_site *s = &c->sites.data[i];
    INVARIANT(!s->stamp || stamp_thread(s->stamp) < vm_machine(c->vm)->thread_count,
              "the writer of a location was started: T%u", stamp_thread(s->stamp));
    if (s->row)
      *vec_push(&m->sites) = *s;
    else if (!race_silent(c->vm, m->r, s->off))
      add_part(m, s);
  }
  parts_join(c, m);
  if (has_rows(c, m)) list_add(c, CANON_H_ROWED, at);
}

/* Returns false if the object has no bits. It will be marked again before it can get any. */
static bool stays(struct canon *c, const struct canon_marked *m) {
  return m->parts.len || m->place[CANON_H_ROWED] || canon_h_may_have(c, m->r);
}

static void read_due(struct canon *c) {
  while (c->h_lists[CANON_H_DUE].len) {
    uint32_t at = c->h_lists[CANON_H_DUE].data[c->h_lists[CANON_H_DUE].len - 1];
    list_take(c, CANON_H_DUE, at);
    read_marked(c, at);
    if (!stays(c, &c->marked.data[at])) unmark(c, at);
  }
}

/* ---- finding changes ---- */

/* Marks the objects in a block. The block's shadow has changed. */
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

static void mark_all(struct canon *c) {
  for (size_t i = 0; i < c->entries.len; i++) {
    const struct canon_entry *x = &c->entries.data[i];
    if (x->marked || (x->r >= HEAP_BASE && !x->frame && canon_h_may_have(c, x->r)))
      canon_h_mark(c, (uint32_t)i);
  }
  canon_h_each_fixed(c, canon_h_mark_fixed);
}

static void mark_changed(struct canon *c) {
  const struct arena *a = &c->vm->arena;
  for (size_t i = 0; i < a->changed_shadow.len; i++) mark_block(c, a->changed_shadow.data[i]);
  for (size_t i = 0; a->open && i < a->log.len; i++)
    if (a->log.data[i].block >= SHADOW_BASE >> BLOCK_SHIFT)
      mark_block(c, arena_shadowed_block(a->log.data[i].block));
}

void canon_h_follow(struct canon *c) {
  struct arena *a = &c->vm->arena;
  if (!c->marks_known || a->shadow_lost)
    mark_all(c);
  else
    mark_changed(c);
  read_due(c);
  c->marks_known = c->owner;
  if (!c->owner) return;
  a->changed_shadow.len = 0;
  a->shadow_lost = false;
}

/* ---- rows and locations ---- */

enum { READS_TAG = 0x40000000, ATOMIC_READS_TAG = 0x20000000 }; /* no offset has these bits */
enum {
  ROW_OF_THREAD = 1,
  ROW_OF_LOCK,
  ROW_OF_LOCATION,
  ROW_OF_CLASS,
  ROW_OF_WRITE,
  ROW_OF_FENCE,
  ROW_OF_READS
};

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

void canon_add_written_row(struct canon *c, ref row, uint64_t name, uint32_t off, uint32_t i) {
  add_row(c, row, ROW_OF_WRITE + ((uint64_t)i << 8), name, off);
}

static uint64_t name_of(size_t number) { return (uint64_t)number << 32; }

static void site_at(struct canon *c, uint64_t name, ref r, uint32_t off, const uint32_t *s) {
  add_row(c, s[1], ROW_OF_LOCATION, name, off);
  note_site(c, name, r, off, s);
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

void canon_collect_object(struct canon *c, size_t i) {
  collect_object(c, name_of(i + 1), c->objects.data[i]);
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
  if (!c->vm->opt.stale_reads) return;
  add_row(c, vm_machine(c->vm)->fence_row, ROW_OF_FENCE, 0, 1);
  for (t = 0; t < c->thread_len; t++) {
    add_row(c, vm_thread(c->vm, c->thread_order[t])->fence_row, ROW_OF_FENCE, name_of(t), 0);
    add_row(c, vm_thread(c->vm, c->thread_order[t])->read_row, ROW_OF_READS, name_of(t), 0);
  }
}

static void collect_all(struct canon *c, bool whole) {
  size_t i;
  collect_threads(c);
  for (i = 0; i < c->objects.len; i++) canon_collect_object(c, i);
  if (!whole) {
    collect_rowed(c);
    canon_collect_writes(c);
    return;
  }
  canon_h_leaves(c);
  for (i = 0; i < c->leaves.len; i++)
    if (!leaf_again(c, i)) collect_object(c, c->leaves.data[i].key, c->leaves.data[i].r);
  canon_collect_writes(c);
}

/* ---- sets of rows ---- */

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

uint64_t canon_set_of(const struct canon *c, uint32_t stamp) {
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

/* ---- writing h ---- */

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
    sum_add(c, canon_h_named(name, what), canon_set_of(c, stamp));
    return;
  }
  canon_put64(c, name);
  canon_put32(c, what);
  canon_put64(c, canon_set_of(c, stamp));
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
  if (s->stamp && !canon_stamp_left_out(c, s)) put_stamp(c, s->name, s->r, s->off, 0, s->stamp);
  if (!s->row) return;
  if (row_get(c->vm, s->row, ROW_PLAIN))
    put_stamp(c, s->name, s->r, s->off, UINT32_MAX, row_get(c->vm, s->row, ROW_PLAIN));
  if (c->vm->opt.stale_reads) return;
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
    if (g->uses && !known_to_all(c, g->stamp)) sum_add(c, g->sum, canon_set_of(c, g->stamp));
  canon_put(c, &c->h_sum, sizeof c->h_sum);
}

void canon_put_h(struct canon *c, bool whole) {
  uint32_t t, n = vm_machine(c->vm)->thread_count;
  collect_all(c, whole);
  c->steps.len = 0;
  for (t = 0; t < n; t++) make_steps(c, t, &c->step_from[t], &c->step_count[t]);
  if (whole)
    for (size_t i = 0; i < c->sites.len; i++) put_site(c, &c->sites.data[i]);
  else
    put_sum(c);
  canon_put_writes(c);
}
