/* Shared by the files of the canonical form; no other file includes it. */
#ifndef HEDDLE_STATE_CANON_CANON_INT_H
#define HEDDLE_STATE_CANON_CANON_INT_H

#include "engine/property/race.h"
#include "engine/state/canon/canon.h"
#include "engine/vm/heap.h"

struct canon_row { /* a row of h that is part of the state */
  ref row;
  /* hash of the canonical name of the row; the sum of these hashes if several things share a row */
  uint64_t id;
};

struct canon_step { /* for one writer, the rows that have a clock of at least `clock` */
  uint32_t clock;
  uint32_t threads; /* number of these rows that belong to threads */
  uint64_t set;     /* commutative hash of the set */
};

struct canon_site { /* a location that has a stamp or a row of its own */
  uint64_t name;    /* of its object: its number, name or key */
  ref r;
  uint32_t off, stamp;
  ref row;
};

/* Two sums of 64 bits without a carry between them, so a sum of sums is the sum of all parts. */
struct canon_lanes {
  uint64_t lo, hi;
};
struct canon_part { /* the locations of one object with one stamp: the sum of canon_h_named */
  uint32_t stamp;
  struct canon_lanes sum;
};
struct canon_group {    /* the locations of all marked objects with one stamp */
  uint32_t stamp, uses; /* uses: the number of parts in the sum */
  struct canon_lanes sum;
};
enum canon_h_list { CANON_H_DUE, CANON_H_ROWED, CANON_H_LISTS };
struct canon_marked { /* an object that may have bits of h, or had some */
  ref r;
  uint32_t entry;                /* in the base; CANON_NO_ENTRY: an immortal object */
  uint64_t name;                 /* when the object was read; the key of an immortal object */
  uint32_t header;               /* the header word with the monitor and the flags at that time */
  uint32_t place[CANON_H_LISTS]; /* 1 + its index in canon.h_lists; 0: not listed */
  VEC(struct canon_part) parts;  /* its locations without rows */
  VEC(struct canon_site) sites;  /* its locations with rows */
};

struct canon_leaf { /* an unchanged immortal object that may have bits of h */
  uint64_t key;
  ref r;
};

struct canon_hash {
  uint64_t lo, hi;
};

/* The entries of a thread's far frames, from the bottom of its stack (stacks.c). */
struct canon_far {
  VEC(uint32_t) entries;
  uint32_t changes; /* a counter that changes whenever the far frames change */
};

struct canon_relation { /* what determines a thread's place in the order, and its object */
  uint32_t parent, ordinal;
  ref object;
};

struct canon_lock { /* a monitor's part of the form, as it is in the machine; zeros: none */
  uint32_t owner, count, hash;
};

struct canon_pieces; /* base.c */

/* Why an entry must be rehashed. The lock is compared in any case. */
enum { CANON_DUE_LOCK = 1, CANON_DUE_CONTENTS = 2, CANON_DUE_NAME = 4 };

struct canon_entry { /* an object of the base: its part of the sum, its name (names.c) */
  struct canon_hash contents, lock;
  struct canon_lock locked; /* hashed in `lock`, together with the name */
  uint64_t name, root_name;
  uint64_t hides; /* the value that canon.number had for its address */
  ref r;          /* 0: free entry */
  uint32_t klass, size;
  uint32_t depth, queued;     /* the least depth for which it is in canon.queue */
  uint32_t edges, edge_count; /* its references, one edge for each slot */
  uint32_t in;                /* the first edge that refers to it */
  /* 1 + the place in canon.versions of the last two hashed contents; 0: none */
  uint32_t versions, version_bytes; /* bytes of each of these contents */
  struct canon_pieces *pieces;      /* of a large array, owned; otherwise NULL */
  uint32_t marked;                  /* 1 + its index in canon.marked; 0: not marked */
  uint32_t root_depth;
  bool root;      /* a root with root_depth and root_name */
  bool frame;     /* a stack frame at address r rather than an object */
  bool fresh;     /* klass, size and edges have not been read */
  bool renamed;   /* in canon.renamed */
  uint8_t due;    /* reasons why it is in canon.due; 0: it is not */
  uint32_t round; /* round of base.c in which it was last compared */
};

/* a reference slot of an entry; `to`, `next` and `before` count from 1, 0: none */
struct canon_edge {
  uint32_t from, to;
  uint32_t next, before; /* links the edges to the same entry */
};

struct canon_due {
  uint32_t depth, entry;
};

struct canon_touch { /* a changed block, and an entry that overlaps it */
  uint32_t entry, block;
};

/* Flags in an entry of canon.number. Without them, the lower bits have the number of an object.
 * CANON_BASE: an object of the base is at the address, and the lower bits have its entry.
 * CANON_LOCK: a monitor record is at the address, and the lower bits have an index in
 * canon.locked. */
#define CANON_BASE 0x40000000u
#define CANON_LOCK 0x80000000u
#define CANON_NUMBER 0x3fffffffu
#define CANON_NO_ENTRY UINT32_MAX
#define CANON_NOWHERE UINT32_MAX /* depth of an entry that no root reaches, as far as is known */

enum { CANON_HINTS = 64 };

struct canon {
  struct vm *vm;
#ifdef HEDDLE_STRESS
  struct canon *second; /* makes every fingerprint from scratch, for comparison */
#endif
  uint64_t *number; /* by (ref - IMMORTAL_BASE) / 16: epoch << 32 | number */
  /* by block - (first block of the heap): epoch << 32 | the entry that extends into the block from
   * below */
  uint64_t *cover;
  bool base_valid, owner; /* owner: the only reader of arena.changed */
  /* threads are in the order of symmetry.c, without their names and numbers */
  bool symmetric;
  bool path_only;    /* see canon_set_path_only */
  bool with_h;       /* the form being made includes h */
  bool all_numbered; /* immortal objects get numbers, too: the order for views */
  uint32_t base_len; /* entries in use */
  uint32_t round;
  /* changes when an object of the base gets another name, or one is added or removed */
  uint32_t shape;
  struct canon_hash sum;
  VEC(struct canon_entry) entries;
  VEC(uint32_t) entries_free;
  VEC(struct canon_edge) edges;
  /* lists of free edges by their count, linked by `next`; number of lost edges in longer runs */
  uint32_t edges_free[32], edges_lost;
  VEC(struct canon_due) queue;     /* for canon_names_update; otherwise empty */
  VEC(uint32_t) due;               /* entries to be rehashed */
  VEC(uint32_t) renamed, doubtful; /* for canon_names_update */
  VEC(struct canon_touch) touched; /* entries that overlap changed blocks */
  VEC(ref) touched_fixed;          /* immortal objects in changed blocks */
  /* contents of entries that have changed since the base was made: see base.c */
  VEC(uint8_t) versions;
  VEC(uint32_t) versioned;         /* the entries that have versions */
  uint32_t versions_shape;         /* the shape for which the versions are valid */
  VEC(struct canon_marked) marked; /* h_bits.c */
  /* for each immortal block, 1 + the object's index in `marked`; 0: not marked */
  uint32_t *fixed_map;
  bool marks_known; /* `marked` is complete */
  /* indexes in `marked`: objects to be read again; objects with rows */
  VEC(uint32_t) h_lists[CANON_H_LISTS];
  VEC(struct canon_group) h_groups;
  VEC(uint32_t) h_group_at; /* a hash table of `cap` places: 1 + the group of a stamp; 0: free */
  bool h_summed;            /* stamps are summed in h_sum instead of being written */
  struct canon_lanes h_sum;
  VEC(ref) locked;                  /* the objects of the monitor records that have CANON_LOCK */
  VEC(ref) roots;                   /* thread objects of the base, in order */
  struct canon_far far[THREAD_MAX]; /* by thread index */
  /* threads with this index or a greater one have never had far frames */
  uint32_t far_end;
  VEC(uint32_t) walked; /* stacks.c: addresses of frames, from the top */
  uint16_t base_order[THREAD_MAX];
  uint32_t epoch;
  VEC(ref) objects;
  struct text out;
  bool above; /* canon_mention returned a number since this was cleared */
  /* thread_order is from the last fingerprint; relations and order_count show whether it is still
   * valid */
  bool order_known;
  bool order_new; /* thread_order was computed for this fingerprint */
  uint32_t order_count;
  struct canon_relation relations[THREAD_MAX];
  struct canon_hash thread_hash[THREAD_MAX], thread_sum; /* each thread's part, and their sum */
  uint64_t stale[THREAD_MAX / 64]; /* a bit for each thread without a valid hash */
  struct canon_memo *memo;         /* stacks.c, made on first use */
  uint32_t kept_shape;             /* the shape for which the other threads' hashes are valid */
  uint32_t thread_len;
  uint16_t thread_order[THREAD_MAX], thread_number[THREAD_MAX];
  VEC(struct canon_row) rows;
  VEC(struct canon_site) sites;
  VEC(struct canon_site) written; /* the sites that have lists of writes (h_writes.c) */
  uint32_t thread_rows;           /* the first thread_rows rows belong to threads */
  /* by bits of a row's address: an index in `rows` where it may be */
  uint32_t row_hint[CANON_HINTS];
  VEC(struct canon_step) steps;
  VEC(struct canon_leaf) leaves;
  uint32_t step_from[THREAD_MAX], step_count[THREAD_MAX]; /* by writer: its steps in `steps` */
  /* by writer: the greatest clock up to which every thread may access what it wrote */
  uint32_t known[THREAD_MAX];
  uint64_t *keys; /* keys of immortal objects, by (ref - IMMORTAL_BASE) / 64; 0: not computed yet */
  uint64_t mix;   /* hash of the names and keys mentioned in the bytes being written */
};

/* These write without checking for room. The caller reserves the room for a frame or a thread at
 * once. */
static inline char *canon_w32(char *p, uint32_t v) {
  memcpy(p, &v, sizeof v);
  return p + sizeof v;
}
static inline char *canon_w64(char *p, uint64_t v) {
  memcpy(p, &v, sizeof v);
  return p + sizeof v;
}
/* canon.c: output and contents */
char *canon_reserve_out(struct canon *c, size_t n);
void canon_put(struct canon *c, const void *p, size_t n);
void canon_put32(struct canon *c, uint32_t v);
void canon_put64(struct canon *c, uint64_t v);
/* Returns the hash of c->out from `start` on. */
struct canon_hash canon_hash_from(const struct canon *c, size_t start);
struct canon_hash canon_hash_of(const void *p, size_t n);
void canon_put_monitor(struct canon *c, ref r);
void canon_put_contents(struct canon *c, ref r); /* references as numbers */
/* class and contents, without the monitor; only the key of an immortal object */
void canon_put_object(struct canon *c, ref r);
void canon_forget(struct canon *c, ref r); /* takes back the number of an object */

/* stacks.c */
void canon_order_threads(struct canon *c);
void canon_put_thread(struct canon *c, const struct thread *t); /* its record and its stack */
/* Far frames belong to the base, near frames to their thread. */
void canon_put_frame(struct canon *c, uint32_t at);
void canon_frames_make(struct canon *c);  /* makes all entries; there must be none */
void canon_frames_again(struct canon *c); /* updates the entries for the stacks that changed */
void canon_frames_clear(struct canon *c); /* forgets all entries */
/* calls fn for each slot of the frame that holds a reference, in the order of its slot map */
void canon_frame_each_ref(struct vm *vm, uint32_t at, void (*fn)(void *self, uint32_t slot),
                          void *self);
/* The hash of a thread, if the thread refers only to objects of the base and its hash depends only
 * on its record and its stack. */
struct canon_memo_key {
  struct canon_hash hash;
  uint32_t place, bytes; /* place in the table; bytes of the near frames */
};
void canon_memo_free(struct canon *c);
/* updates the order of threads, and which of them have changed since the last fingerprint */
void canon_threads(struct canon *c);
/* writes a hash of all threads; unchanged threads are not rehashed */
void canon_put_thread_hashes(struct canon *c);

/* Adds and subtracts hashes as numbers of 128 bits. */
static inline void canon_sum_add(struct canon_hash *sum, struct canon_hash h) {
  sum->lo += h.lo;
  sum->hi += h.hi + (sum->lo < h.lo);
}

static inline void canon_sum_take(struct canon_hash *sum, struct canon_hash h) {
  uint64_t lo = sum->lo;
  sum->lo -= h.lo;
  sum->hi -= h.hi + (lo < h.lo);
}

/* base.c */
/* Names the objects of the base and updates canon.sum. */
void canon_base(struct canon *c);
/* from now on, a change of r's monitor record counts as a change of r */
void canon_watch_lock(struct canon *c, ref r);
/* Called by names.c when an entry was read and when one is removed. */
void canon_base_entered(struct canon *c, uint32_t e);
void canon_base_left(struct canon *c, uint32_t e);

/* Returns whether the contents are those that were hashed last, so only the lock or other data in
 * the block has changed. */
bool canon_version_stands(struct canon *c, const struct canon_entry *e);

/* names.c */
uint32_t canon_names_find(const struct canon *c, ref r); /* its entry or CANON_NO_ENTRY */
void canon_names_clear(struct canon *c);
/* Makes the object a root with this name; makes an entry no root; notes that the contents of an
 * entry changed. The caller then calls canon_names_update, which leaves the entries to be rehashed
 * in canon.due. */
void canon_names_root(struct canon *c, ref r, uint64_t name);
void canon_names_unroot(struct canon *c, uint32_t e);
/* Makes an entry for the frame at this address, as a root of this depth. */
uint32_t canon_names_frame(struct canon *c, uint32_t at, uint64_t name, uint32_t depth);
void canon_names_changed(struct canon *c, uint32_t e);
/* Like canon_names_changed, for a large array of which only the part in this block has changed. */
void canon_names_changed_in(struct canon *c, uint32_t e, uint32_t block);
void canon_names_due(struct canon *c, uint32_t e, uint8_t why);
void canon_names_update(struct canon *c);
/* the edges waste so much memory that the base should be made from scratch */
bool canon_names_wasteful(const struct canon *c);

/* base.c: large arrays, which have x->pieces. Offsets count from the first element. */
void canon_array_leave(struct canon_entry *x);
/* Notes that these bytes, or the names to which they refer, have changed. The next fingerprint
 * rehashes them. */
void canon_array_due(struct canon_entry *x, uint32_t from, uint32_t to);
/* according to its header, it is still an array of that class and length */
bool canon_array_stands(const struct canon *c, const struct canon_entry *x);
/* the range of element bytes that lie in the block; false if there are none */
bool canon_array_within(const struct canon_entry *x, uint32_t block, uint32_t *from, uint32_t *to);

/* immortal.c */
uint64_t canon_key(struct canon *c, ref r); /* the key of an immortal object, equal in every run */
/* writes the changed immortal objects as roots, by key */
void canon_put_dirty(struct canon *c);
/* the immortal object differs from its pristine contents */
bool canon_differs(struct vm *vm, ref r);
struct canon_root {
  uint64_t key;
  ref r;
};
/* malloc'd, sorted by key */
void canon_dirty_roots(struct canon *c, struct canon_root **roots, size_t *n);

/* symmetry.c */
/* orders threads by their own views; the caller must then renumber the objects */
void canon_order_symmetric(struct canon *c);

/* h_bits.c */
/* Writes h. `whole`: for the objects that a whole traversal numbered; otherwise for the base and
 * the objects outside it. */
void canon_put_h(struct canon *c, bool whole);
/* Writes, for each written location of the numbered objects and of c->leaves, the threads (by
 * thread_number) that have it in their rows. */
void canon_put_h_look(struct canon *c);
void canon_h_leaves(struct canon *c); /* fills c->leaves */

/* Adds the row that useful write number i of a location released. */
void canon_add_written_row(struct canon *c, ref row, uint64_t name, uint32_t off, uint32_t i);
/* Collects the rows and sites of numbered object i, counted from 0. */
void canon_collect_object(struct canon *c, size_t i);
/* Returns a hash of the set of rows that contain a location with this stamp; 0: no row does. Valid
 * once all rows are collected. */
uint64_t canon_set_of(const struct canon *c, uint32_t stamp);

/* h_writes.c: is the stamp of the last write left out (canon_set_path_only)? It is if the location
 * has one only for its older writes. */
bool canon_stamp_left_out(struct canon *c, const struct canon_site *s);
/* h_writes.c: nothing without --stale-reads. canon_collect_writes numbers and writes the objects
 * that only old values reach, and adds to c->rows and c->sites; call it after all other rows and
 * sites are collected. canon_put_writes writes the lists. */
void canon_collect_writes(struct canon *c);
void canon_put_writes(struct canon *c);

enum { CANON_TRUSTED = 0x10000000 }; /* no offset has this bit */
/* Identifies a location within its object. It depends on whether trusted code wrote the location
 * last. */
static inline uint32_t canon_h_location(uint32_t off, uint32_t stamp) {
  return off ^ (stamp & STAMP_TRUSTED ? CANON_TRUSTED : 0);
}
/* Marks an entry that may have bits of h. It is read when the current fingerprint needs its
 * bits. */
void canon_h_mark(struct canon *c, uint32_t e);
void canon_h_mark_fixed(struct canon *c, ref r); /* like canon_h_mark, for an immortal object */
void canon_h_unmark(struct canon *c, uint32_t e);
/* Called when the entry may have got another name, other contents or another monitor. */
void canon_h_hashed(struct canon *c, uint32_t e);
bool canon_h_may_have(struct canon *c, ref r); /* the object or its locations may have bits of h */
/* Marks the objects with a shadow that has changed since the last call, and reads the newly marked
 * ones. */
void canon_h_follow(struct canon *c);
void canon_h_clear(struct canon *c); /* when the base is made from scratch */
void canon_h_free(struct canon *c);
/* Called for each data byte of an object that has a stamp (s[0]) or a row (s[1]). */
typedef void canon_stamp_fn(struct canon *c, uint64_t name, ref r, uint32_t off, const uint32_t *s);
/* Called for each immortal object with bits, possibly several times for one object. */
typedef void canon_fixed_fn(struct canon *c, ref r);

/* canon.c: writes the numbered objects from number `from` + 1 on, and those that they mention */
void canon_put_objects(struct canon *c, size_t from);
/* canon.c: references in the form */
/* Mentions an immortal object or an object of the base, which need no number. Half of its key or
 * name is written, and the whole goes into c->mix, which is part of the hash. */
static inline uint32_t canon_mention_key(struct canon *c, uint64_t key) {
  c->mix = (c->mix ^ key) * 0x9e3779b97f4a7c15ull + (c->mix >> 31);
  return (uint32_t)key | CANON_LOCK;
}
/* Returns the number of an object, which its first mention assigns. For an immortal object or one
 * of the base, returns half of its key or name. */
uint32_t canon_mention_new(struct canon *c, ref r);
static inline uint32_t canon_mention(struct canon *c, ref r) {
  uint64_t slot;
  if (!r) return 0;
  slot = r >= HEAP_BASE ? c->number[(r - IMMORTAL_BASE) >> 4] : 0;
  if (slot >> 32 != c->epoch || slot & CANON_LOCK) return canon_mention_new(c, r);
  if (slot & CANON_BASE) return canon_mention_key(c, c->entries.data[slot & CANON_NUMBER].name);
  c->above = true;
  return (uint32_t)slot;
}

#endif
