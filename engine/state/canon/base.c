/* The base of a state's canonical form: the objects that are reachable from the threads' objects,
 * from the changed immortal objects and from the far frames. Few of them change between two states
 * of a search, so their names (names.c) and hashes are kept.
 *
 * Immortal objects need no name, because their keys represent them. Each object adds two hashes to
 * a commutative sum: one of its name, class and contents (with references as names), and one of its
 * name and lock. Only three kinds of objects are rehashed: those in changed blocks (arena.changed),
 * those that got another name, and those that refer to one of the latter. Of a large array, only
 * the changed pieces are rehashed, and contents that an object had before are recognised. The
 * stress build also computes everything from scratch and compares. */
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/state/canon/canon_int.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"

/* ---- versions of an object ---- */

/* For each object and far frame of the base, the last two contents are kept with their hashes.
 *
 * A depth-first search alternates between two contents of an object, and other objects in the
 * changed blocks have not changed at all. While no names change, the hashes of the last two
 * contents remain valid. A version consists of the hash and the contents as they are in memory. */

/* Larger contents are not kept. The size of all versions together is limited too, because most of
 * them belong to removed entries. */
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

/* Returns whether one of the versions has the current contents, and stores its hash in *h. */
static bool canon_version_known(struct canon *c, const struct canon_entry *e,
                                struct canon_hash *h) {
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

/* Stores the current contents with their hash h in place of the version whose hash is not
 * e->contents. */
static void canon_version_keep(struct canon *c, uint32_t entry, struct canon_hash h) {
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

/* Discards the versions if they belong to another shape or take too much memory. Call it before
 * anything is rehashed. Versions are valid for one shape, because their contents hold addresses and
 * their hashes cover names. */
static void canon_versions_begin(struct canon *c) {
  if (c->versions_shape == c->shape && c->versions.len <= VERSIONS_MAX) return;
  c->versions_shape = c->shape;
  for (size_t i = 0; i < c->versioned.len; i++) c->entries.data[c->versioned.data[i]].versions = 0;
  c->versions.len = c->versioned.len = 0;
}

/* ---- large arrays ---- */

/* The large arrays of the base are split into pieces, so that a write to an element costs one piece
 * and not the whole array.
 *
 * An array of at least LARGE bytes is hashed as its name, class and length and a commutative sum of
 * hashes. The sum has one hash for each piece of PIECE bytes of elements, which includes the index
 * of the piece in the array. Pieces start at the first element rather than at a block, so addresses
 * do not matter. Whether an array is large depends only on its length, so all paths to a state
 * produce one form.
 *
 * Invariant after a fingerprint: the hash of each piece that is not stale covers its current
 * elements and the names of the objects to which they refer. */

#ifdef HEDDLE_STRESS
enum { PIECE = 32, LARGE = 64 };
#else
enum { PIECE = 256, LARGE = 1024 };
#endif

struct canon_piece {
  struct canon_hash hash; /* zeros: not hashed yet */
  uint32_t due;           /* the list of stale pieces: entry i of the list is at[i].due */
  bool stale;
};

struct canon_pieces {
  uint32_t length, bytes; /* length of the array; bytes of its elements */
  uint32_t count, due;    /* number of pieces; number of stale ones */
  struct canon_hash sum;
  struct canon_piece at[];
};

static uint32_t data_bytes(const struct canon *c, ref r) {
  return array_length(c->vm, r) << vm_klass(c->vm, r)->elem_shift;
}

void canon_array_leave(struct canon_entry *x) {
  free(x->pieces);
  x->pieces = NULL;
}

/* Called when an entry has been read. Splits it into pieces if it is a large array. */
static void canon_array_enter(struct canon *c, struct canon_entry *x) {
  uint32_t bytes, n;
  canon_array_leave(x);
  if (x->klass < KLASS_FIRST || !c->vm->klasses.data[x->klass]->is_array) return;
  bytes = data_bytes(c, x->r);
  if (bytes < LARGE) return;
  n = (bytes + PIECE - 1) / PIECE;
  x->pieces = mem_alloc(sizeof *x->pieces + n * sizeof *x->pieces->at);
  x->pieces->length = array_length(c->vm, x->r);
  x->pieces->bytes = bytes;
  x->pieces->count = n;
  canon_array_due(x, 0, bytes);
}

void canon_array_due(struct canon_entry *x, uint32_t from, uint32_t to) {
  struct canon_pieces *p = x->pieces;
  uint32_t i;
  for (i = from / PIECE; i * PIECE < to; i++) {
    if (p->at[i].stale) continue;
    p->at[i].stale = true;
    CHECK(i < p->count && p->due < p->count, "a stale piece is one of the array's: %u of %u", i,
          p->count);
    p->at[p->due++].due = i;
  }
}

bool canon_array_stands(const struct canon *c, const struct canon_entry *x) {
  return vm_object(c->vm, x->r)->klass == x->klass &&
         array_length(c->vm, x->r) == x->pieces->length;
}

bool canon_array_within(const struct canon_entry *x, uint32_t block, uint32_t *from, uint32_t *to) {
  uint32_t first = x->r + ARRAY_BASE, a = block << BLOCK_SHIFT, end = a + BLOCK_SIZE;
  *from = a > first ? a - first : 0;
  *to = end > first ? end - first : 0;
  if (*to > x->pieces->bytes) *to = x->pieces->bytes;
  return *from < *to;
}

static struct canon_hash piece_hash(struct canon *c, const struct canon_entry *x, uint32_t piece) {
  uint32_t from = piece * PIECE, to = from + PIECE, at = x->r + ARRAY_BASE;
  if (to > x->pieces->bytes) to = x->pieces->bytes;
  c->out.len = 0;
  c->mix = 0;
  canon_put32(c, piece);
  if (c->vm->klasses.data[x->klass]->elem_type != 'L') {
    canon_put(c, MEM8(c->vm, at + from), to - from);
  } else {
    for (; from < to; from += 4) canon_put32(c, canon_mention(c, *MEM32(c->vm, at + from)));
  }
  canon_put64(c, c->mix);
  return canon_hash_from(c, 0);
}

static struct canon_hash canon_array_hash(struct canon *c, const struct canon_entry *x) {
  struct canon_pieces *p = x->pieces;
  while (p->due) {
    uint32_t i = p->at[--p->due].due;
    canon_sum_take(&p->sum, p->at[i].hash);
    p->at[i].hash = piece_hash(c, x, i);
    canon_sum_add(&p->sum, p->at[i].hash);
    p->at[i].stale = false;
  }
  c->out.len = 0;
  canon_put64(c, x->name);
  canon_put64(c, c->vm->klasses.data[x->klass]->key);
  canon_put32(c, p->length);
  canon_put(c, &p->sum, sizeof p->sum);
  return canon_hash_from(c, 0);
}

/* ---- finding by address ---- */

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

/* ---- making the base ---- */

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

/* Makes the base from scratch. */
static void canon_base_make(struct canon *c) {
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

/* ---- updating the base ---- */

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

/* Updates the base for the changes since the last fingerprint. Returns false if the base must be
 * made from scratch. */
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

/* Compares the kept sum with the entries. This visits every entry, so it is left out of most
 * fingerprints of a large base. */
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
