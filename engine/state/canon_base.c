/* The base of a state's canonical form: the objects that are reachable from the threads' objects,
 * from the changed immortal objects and from the far frames. Few of them change between two states
 * of a search, so their names (canon_names.c) and hashes are kept.
 *
 * Immortal objects need no name, because their keys represent them. Each object adds two hashes to
 * a commutative sum: one of its name, class and contents (with references as names), and one of its
 * name and lock. Only three kinds of objects are rehashed: those in changed blocks (arena.changed),
 * those that got another name, and those that refer to one of the latter. The stress build also
 * computes everything from scratch and compares. */
#include <stdlib.h>

#include "engine/base/hash.h"
#include "engine/base/check.h"
#include "engine/state/canon_int.h"
#include "engine/vm/machine.h"

static uint64_t *canon_base_slot_of(struct canon *c, uint32_t addr) {
  return &c->number[(addr - IMMORTAL_BASE) >> 4];
}
static uint64_t *cover_of(struct canon *c, uint32_t block) {
  return &c->cover[block - (HEAP_BASE >> BLOCK_SHIFT)];
}

/* Returns the slot that maps the monitor record `m` to its object. If there is still an entry for
 * an object that was at this address before, the entry keeps the slot of canon.number, because
 * touched_block must find it. The mapping is then in the entry's `hides`. */
static uint64_t *lock_slot_of(struct canon *c, ref m) {
  uint64_t *slot = canon_base_slot_of(c, m);
  bool entered = *slot >> 32 == c->epoch && *slot & CANON_BASE;
  return entered ? &c->entries.data[*slot & CANON_NUMBER].hides : slot;
}

void canon_watch_lock(struct canon *c, ref r) {
  ref m = vm_object(c->vm, r)->lock & ~(uint32_t)OBJ_FLAGS;
  uint64_t *slot;
  if (!m) return;
  slot = lock_slot_of(c, m);
  INVARIANT(vm_object(c->vm, m)->klass == KLASS_MONITOR,
            "the lock word of an object refers to a monitor record: 0x%x", r);
  if (*slot >> 32 == c->epoch && (*slot & CANON_LOCK) && c->locked.data[*slot & CANON_NUMBER] == r)
    return;
  *slot = (uint64_t)c->epoch << 32 | CANON_LOCK | c->locked.len;
  *vec_push(&c->locked) = r;
  if (arena_is_immortal(r)) canon_h_mark_fixed(c, r);
}

/* ---- one object ---- */

/* `name` is the name of a heap object or frame, or the key of a changed immortal object. */
static struct canon_hash contents_of(struct canon *c, uint64_t name, ref r, bool frame) {
  c->out.len = 0;
  c->mix = 0;
  canon_put64(c, name);
  if (frame)
    canon_put_frame(c, r);
  else if (arena_is_immortal(r))
    canon_put_contents(c, r);
  else
    canon_put_object(c, r);
  canon_put64(c, c->mix);
  return canon_hash_from(c, 0);
}

/* Updates x->lock. The hash remains valid while the monitor does not change. `named`: x got another
 * name. */
static void lock_again(struct canon *c, struct canon_entry *x, bool named) {
  const struct monitor *m = x->klass >= KLASS_FIRST ? vm_monitor(c->vm, x->r) : NULL;
  struct canon_lock now = {0};
  struct canon_hash h = {0, 0};
  if (m) {
    canon_watch_lock(c, x->r);
    now = (struct canon_lock){.owner = m->owner, .count = m->count, .hash = m->hash};
  }
  if (!named && !memcmp(&now, &x->locked, sizeof now)) return;
  x->locked = now;
  if (now.owner || now.hash) {
    c->out.len = 0;
    canon_put64(c, ~x->name);
    canon_put_monitor(c, x->r);
    h = canon_hash_from(c, 0);
  }
  canon_sum_take(&c->sum, x->lock);
  canon_sum_add(&c->sum, h);
  x->lock = h;
}

/* Maps all blocks of the object but the first to its entry. The object's number in canon.number
 * leads from the first block to the entry. */
static void cover(struct canon *c, uint32_t e) {
  ref r = c->entries.data[e].r;
  uint32_t b, last = (r + c->entries.data[e].size - 1) >> BLOCK_SHIFT;
  for (b = (r >> BLOCK_SHIFT) + 1; b <= last; b++) *cover_of(c, b) = (uint64_t)c->epoch << 32 | e;
}

void canon_base_entered(struct canon *c, uint32_t e) {
  ref r = c->entries.data[e].r;
  if (c->entries.data[e].frame || arena_is_immortal(r)) return;
  cover(c, e);
  canon_array_enter(c, &c->entries.data[e]);
  if (c->entries.data[e].marked || canon_h_may_have(c, r)) canon_h_mark(c, e);
}

void canon_base_left(struct canon *c, uint32_t e) {
  struct canon_entry *x = &c->entries.data[e];
  canon_array_leave(x);
  canon_sum_take(&c->sum, x->contents);
  canon_sum_take(&c->sum, x->lock);
  canon_h_unmark(c, e);
}

static void hash_entry(struct canon *c, uint32_t e) {
  struct canon_entry *x = &c->entries.data[e];
  struct canon_hash h;
  if (x->pieces) {
    h = canon_array_hash(c, x);
  } else if (!canon_version_known(c, x, &h)) {
    bool again = x->contents.lo || x->contents.hi;
    h = contents_of(c, x->name, x->r, x->frame);
    if (again) canon_version_keep(c, e, h);
  }
  canon_sum_take(&c->sum, x->contents);
  canon_sum_add(&c->sum, h);
  x->contents = h;
}

/* Updates the hashes of an entry. `due` has the reasons (canon_int.h). */
static void entry_again(struct canon *c, uint32_t e, uint8_t due) {
  struct canon_entry *x = &c->entries.data[e];
  if (due & CANON_DUE_CONTENTS) hash_entry(c, e);
  lock_again(c, x, due & CANON_DUE_NAME);
  canon_h_hashed(c, e);
}

static void hash_due(struct canon *c) {
  size_t i;
  canon_versions_begin(c);
  for (i = 0; i < c->due.len; i++) {
    uint32_t e = c->due.data[i];
    struct canon_entry *x = &c->entries.data[e];
    uint8_t due = x->due;
    x->due = 0;
    INVARIANT(due, "an entry that is due has a reason: %u", e);
    if (x->r) entry_again(c, e, due);
  }
  c->due.len = 0;
}

static void entry_touched(struct canon *c, struct canon_touch t) {
  uint32_t e = t.entry;
  struct canon_entry *x = &c->entries.data[e];
  if (x->r && x->pieces) {
    canon_names_changed_in(c, e, t.block);
    return;
  }
  /* a frame may have reused the number of a removed object */
  if (!x->r || x->frame || x->round == c->round) return;
  x->round = c->round;
  if (canon_version_stands(c, x))
    canon_names_due(c, e, CANON_DUE_LOCK);
  else
    canon_names_changed(c, e);
}

/* ---- from scratch ---- */

static void enter_threads(struct canon *c) {
  uint32_t t;
  c->roots.len = 0;
  for (t = 0; t < c->thread_len; t++) {
    ref r = vm_thread(c->vm, c->thread_order[t])->object;
    *vec_push(&c->roots) = r;
    if (r >= HEAP_BASE) canon_names_root(c, r, hash_mix(t + 1));
  }
  memcpy(c->base_order, c->thread_order, c->thread_len * sizeof *c->base_order);
}

static void enter_roots(struct canon *c) {
  struct canon_root *dirty;
  size_t i, n;
  enter_threads(c);
  canon_dirty_roots(c, &dirty, &n);
  for (i = 0; i < n; i++) canon_names_root(c, dirty[i].r, dirty[i].key);
  free(dirty);
}

void canon_base_make(struct canon *c) {
  c->epoch++;
  c->objects.len = c->locked.len = 0;
  canon_h_clear(c);
  c->sum = (struct canon_hash){0, 0};
  canon_names_clear(c);
  canon_frames_clear(c);
  enter_roots(c);
  canon_frames_make(c);
  canon_names_update(c);
  hash_due(c);
  c->base_valid = c->owner;
}

/* ---- from the last fingerprint; `again` returns false if the base must be made from scratch
 * ---- */

/* Threads keep their numbers when threads start or end at the end of the order. */
static bool same_order(const struct canon *c) {
  size_t n = c->roots.len < c->thread_len ? c->roots.len : c->thread_len;
  return !memcmp(c->base_order, c->thread_order, n * sizeof *c->base_order);
}

static void threads_again(struct canon *c) {
  size_t i;
  for (i = 0; i < c->roots.len; i++) {
    uint32_t e =
        c->roots.data[i] >= HEAP_BASE ? canon_names_find(c, c->roots.data[i]) : CANON_NO_ENTRY;
    if (e != CANON_NO_ENTRY) canon_names_unroot(c, e);
  }
  enter_threads(c);
}

static void touched_lock(struct canon *c, ref r) {
  uint32_t e;
  if (arena_is_immortal(r)) {
    *vec_push(&c->touched_fixed) = r;
    return;
  }
  e = canon_names_find(c, r);
  if (e != CANON_NO_ENTRY) canon_names_due(c, e, CANON_DUE_LOCK);
}

static void touched_entry(struct canon *c, uint32_t e, uint32_t block) {
  *vec_push(&c->touched) = (struct canon_touch){.entry = e, .block = block};
}

/* Collects the objects in a changed block. */
static void touched_block(struct canon *c, uint32_t block) {
  uint32_t a = block << BLOCK_SHIFT, end = a + BLOCK_SIZE;
  ref fixed = a < HEAP_BASE ? arena_immortal_at(&c->vm->arena, a) : 0;
  if (fixed) *vec_push(&c->touched_fixed) = fixed;
  if (a >= HEAP_BASE && *cover_of(c, block) >> 32 == c->epoch)
    touched_entry(c, (uint32_t)*cover_of(c, block), block);
  for (; a < end; a += 16) {
    uint64_t slot = *canon_base_slot_of(c, a);
    if (slot >> 32 != c->epoch) continue;
    if (slot & CANON_LOCK)
      touched_lock(c, c->locked.data[slot & CANON_NUMBER]);
    else if (slot & CANON_BASE && a >= HEAP_BASE)
      touched_entry(c, (uint32_t)(slot & CANON_NUMBER), block);
  }
}

static void touched_all(struct canon *c) {
  struct arena *a = &c->vm->arena;
  size_t i;
  c->touched.len = c->touched_fixed.len = 0;
  for (i = 0; i < a->changed.len; i++) touched_block(c, a->changed.data[i]);
  for (i = 0; a->open && i < a->log.len; i++) {
    uint32_t b = a->log.data[i].block;
    if (b >= IMMORTAL_BASE >> BLOCK_SHIFT && b < HEAP_LIMIT >> BLOCK_SHIFT) touched_block(c, b);
  }
}

/* An immortal object is a root while its contents differ from the pristine ones. */
static void fixed_again(struct canon *c, ref r) {
  uint32_t e = canon_names_find(c, r);
  if (vm_object(c->vm, r)->klass < KLASS_FIRST) return;
  canon_watch_lock(c, r);
  if (canon_h_may_have(c, r)) canon_h_mark_fixed(c, r);
  if (!canon_differs(c->vm, r)) {
    if (e != CANON_NO_ENTRY) canon_names_unroot(c, e);
  } else if (e == CANON_NO_ENTRY) {
    canon_names_root(c, r, canon_key(c, r));
  } else {
    canon_names_changed(c, e);
  }
}

/* Forgets the numbers that the last fingerprint gave to objects outside the base. */
static void forget_above(struct canon *c) {
  while (c->objects.len) *canon_base_slot_of(c, c->objects.data[--c->objects.len]) = 0;
}

static bool again(struct canon *c) {
  size_t i;
  if (!c->base_valid || c->vm->arena.changes_lost || (c->order_new && !same_order(c)) ||
      canon_names_wasteful(c))
    return false;
  forget_above(c);
  touched_all(c);
  for (i = 0; i < c->touched_fixed.len; i++) fixed_again(c, c->touched_fixed.data[i]);
  if (c->order_new) threads_again(c);
  canon_frames_again(c);
  c->round++;
  for (i = 0; i < c->touched.len; i++) entry_touched(c, c->touched.data[i]);
  canon_names_update(c);
  hash_due(c);
  return true;
}

/* The kept sum against the entries. It costs as much as the base has objects, so it is left out of
 * most fingerprints of a large base. */
static void check_sum(const struct canon *c) {
  struct canon_hash sum = {0, 0};
  if (!INVARIANTS_ON || (c->entries.len > 256 && c->round % 64)) return;
  for (size_t i = 0; i < c->entries.len; i++) {
    if (!c->entries.data[i].r) continue;
    canon_sum_add(&sum, c->entries.data[i].contents);
    canon_sum_add(&sum, c->entries.data[i].lock);
  }
  INVARIANT(sum.lo == c->sum.lo && sum.hi == c->sum.hi,
            "the kept sum of the base is the sum of its hashes: %u objects", c->base_len);
}

void canon_base(struct canon *c) {
  if (!again(c)) canon_base_make(c);
  check_sum(c);
  CHECK(!c->due.len && !c->queue.len, "nothing is left to name or hash");
  if (c->vm->race) canon_h_follow(c);
  if (!c->owner) return;
  c->vm->arena.changed.len = 0;
  arena_forget_stacks(&c->vm->arena);
  c->vm->arena.changes_lost = false;
  c->vm->arena.log_seen = c->vm->arena.log.len;
}
