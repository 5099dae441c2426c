/* Shared by the files of the canonical traversal; nobody else includes it. */
#ifndef HEDDLE_STATE_CANON_INT_H
#define HEDDLE_STATE_CANON_INT_H

#include "engine/property/race.h"
#include "engine/state/canon.h"
#include "engine/vm/heap.h"

struct canon_row { /* a row of h that is part of the state */
  ref row;
  /* canonical name of the row, mixed; the sum of them where several things share a row */
  uint64_t id;
};

struct canon_step { /* the rows that have a clock of at least `clock` for one writer */
  uint32_t clock;
  uint32_t threads; /* how many of them are rows of threads */
  uint64_t set;     /* commutative hash of the set */
};

struct canon_site { /* a location with a stamp or a row of its own */
  uint64_t name;    /* of its object: the number or the key */
  ref r;
  uint32_t off, stamp;
  ref row;
};

/* Sums of 64 bits beside each other, without a carry: a sum of sums is that of their parts. */
struct canon_lanes {
  uint64_t lo, hi;
};
struct canon_part { /* locations of one object with one stamp: the sum of canon_h_named */
  uint32_t stamp;
  struct canon_lanes sum;
};
struct canon_group {    /* the same of all marked objects */
  uint32_t stamp, uses; /* uses: parts in it */
  struct canon_lanes sum;
};
enum canon_h_list { CANON_H_DUE, CANON_H_ROWED, CANON_H_LISTS };
struct canon_marked { /* an object that may have bits of h, or had some */
  ref r;
  uint32_t entry;                /* in the base; CANON_NO_ENTRY: an immortal object, by its key */
  uint64_t name;                 /* when it was read */
  uint32_t header;               /* its word with the monitor and the flags then */
  uint32_t place[CANON_H_LISTS]; /* 1 + where in canon.h_lists it is; 0: nowhere */
  VEC(struct canon_part) parts;  /* its locations without rows */
  VEC(struct canon_site) sites;  /* those with rows */
};

struct canon_leaf { /* an unchanged immortal object that may carry bits of h */
  uint64_t key;
  ref r;
};

struct canon_hash {
  uint64_t lo, hi;
};

/* The far frames of a thread, from the bottom of its stack: their entries (canon_frames.c). */
struct canon_far {
  VEC(uint32_t) entries;
  uint32_t changes; /* counted: while it is the same, so are they */
};

struct canon_relation { /* what gives a thread its place, and its object */
  uint32_t parent, ordinal;
  ref object;
};

struct canon_lock { /* what a monitor adds, as it is in the machine; zeros: nothing */
  uint32_t owner, count, hash;
};

struct canon_pieces; /* canon_array.c */

/* Why an entry is to be hashed anew. The lock is compared in any case. */
enum { CANON_DUE_LOCK = 1, CANON_DUE_CONTENTS = 2, CANON_DUE_NAME = 4 };

struct canon_entry { /* an object of the base: what it adds to the sum, its name (canon_names.c) */
  struct canon_hash contents, lock;
  struct canon_lock locked; /* of which `lock` is a hash, with the name */
  uint64_t name, root_name;
  uint64_t hides; /* what canon.number had for its address */
  ref r;          /* 0: free */
  uint32_t klass, size;
  uint32_t depth, queued;     /* the least depth for which it is in canon.queue */
  uint32_t edges, edge_count; /* its references, one for each slot */
  uint32_t in;                /* the first reference to it */
  /* 1 + where in canon.versions the last two contents that were hashed are; 0: nowhere */
  uint32_t versions, version_bytes; /* of so many bytes each */
  struct canon_pieces *pieces;      /* of a large array, owned; else NULL */
  uint32_t marked;                  /* 1 + where in canon.marked it is; 0: nowhere */
  uint32_t root_depth;
  bool root;      /* of root_depth, by root_name */
  bool frame;     /* not an object: a frame of a stack, at address r */
  bool fresh;     /* klass, size and edges are not read yet */
  bool renamed;   /* in canon.renamed */
  uint8_t due;    /* in canon.due: why */
  uint32_t round; /* of canon_base.c in which it was last compared */
};

struct canon_edge { /* a reference slot of an entry; `to`, `next`, `before` count from 1, 0: none */
  uint32_t from, to;
  uint32_t next, before; /* among those to the same entry */
};

struct canon_due {
  uint32_t depth, entry;
};

struct canon_touch { /* a changed block, and an entry that has a part of it */
  uint32_t entry, block;
};

/* In canon.number, beside the number of an object: the address is that of an object of the base,
 * and the number its entry; it is that of a monitor record, and the number a place in canon.locked.
 */
#define CANON_BASE 0x40000000u
#define CANON_LOCK 0x80000000u
#define CANON_NUMBER 0x3fffffffu
#define CANON_NO_ENTRY UINT32_MAX
#define CANON_NOWHERE UINT32_MAX /* the depth of what no root reaches, as far as it is known */

enum { CANON_HINTS = 64 };

struct canon {
  struct vm *vm;
#ifdef HEDDLE_STRESS
  struct canon *second; /* makes every fingerprint from nothing, to be compared with */
#endif
  uint64_t *number; /* by (ref - IMMORTAL_BASE) / 16: epoch << 32 | number */
  /* by (block - HEAP_BASE) / 64: the object of the base that reaches into the block from below,
   * likewise */
  uint64_t *cover;
  bool base_valid, owner; /* owner: arena.changed is for this one */
  bool symmetric;    /* threads in the order of canon_symmetry.c, without their names and numbers */
  bool with_h;       /* the form that is being made has h */
  bool all_numbered; /* immortal objects too: the order for views */
  uint32_t base_len; /* entries in use */
  uint32_t round;
  uint32_t shape; /* another one when an object got another name, came into the base or left it */
  struct canon_hash sum;
  VEC(struct canon_entry) entries;
  VEC(uint32_t) entries_free;
  VEC(struct canon_edge) edges;
  uint32_t edges_free[32], edges_lost; /* by their count, linked by `next`; of longer ones */
  VEC(struct canon_due) queue;         /* canon_names_update; else empty */
  VEC(uint32_t) due;                   /* to be hashed anew */
  VEC(uint32_t) renamed, doubtful;     /* for canon_names_update */
  VEC(struct canon_touch) touched;     /* entries of changed blocks */
  VEC(ref) touched_fixed;              /* immortal objects of these */
  /* of what changed in the base since it was made: see canon_versions.c */
  VEC(uint8_t) versions;
  VEC(uint32_t) versioned;         /* the entries with some */
  uint32_t versions_shape;         /* they are of this shape */
  VEC(struct canon_marked) marked; /* canon_h_kept.c */
  uint32_t *fixed_map; /* by immortal block, 1 + where among them the object is; 0: nowhere */
  bool marks_known;    /* they are complete */
  VEC(uint32_t) h_lists[CANON_H_LISTS]; /* of the marked: to be read again; those with rows */
  VEC(struct canon_group) h_groups;
  VEC(uint32_t) h_group_at; /* a hash table of cap places: 1 + the group of a stamp; 0: free */
  bool h_summed;            /* what is put of h goes to h_sum */
  struct canon_lanes h_sum;
  VEC(ref) locked;                  /* whose monitor records are known by CANON_LOCK */
  VEC(ref) roots;                   /* thread objects of the base, in order */
  struct canon_far far[THREAD_MAX]; /* by index of the thread */
  uint32_t far_end;                 /* those from there on have never had any */
  VEC(uint32_t) walked;             /* canon_frames.c: addresses of frames, from the top */
  uint16_t base_order[THREAD_MAX];
  uint32_t epoch;
  VEC(ref) objects;
  struct text out;
  bool above; /* canon_mention gave a number since it was cleared */
  /* thread_order is that of the last fingerprint: relations and order_count show whether it still
   * stands */
  bool order_known;
  bool order_new; /* it was made for this one */
  uint32_t order_count;
  struct canon_relation relations[THREAD_MAX];
  struct canon_hash thread_hash[THREAD_MAX],
      thread_sum;                  /* what each thread adds, and all of them */
  uint64_t stale[THREAD_MAX / 64]; /* a bit for each thread whose hash does not stand */
  struct canon_memo *memo;         /* canon_memo.c, made when it is first needed */
  uint32_t kept_shape;             /* the others stand for this base */
  uint32_t thread_len;
  uint16_t thread_order[THREAD_MAX], thread_number[THREAD_MAX];
  VEC(struct canon_row) rows;
  VEC(struct canon_site) sites;
  uint32_t thread_rows;           /* the first of them are rows of threads */
  uint32_t row_hint[CANON_HINTS]; /* by bits of a row's address: where among the rows it may be */
  VEC(struct canon_step) steps;
  VEC(struct canon_leaf) leaves;
  uint32_t step_from[THREAD_MAX], step_count[THREAD_MAX]; /* per writer, in steps */
  /* per writer: what it wrote up to this clock every thread may access */
  uint32_t known[THREAD_MAX];
  uint64_t *keys; /* of immortal objects, by (ref - IMMORTAL_BASE) / 64; 0 not asked yet */
  uint64_t mix;   /* of the keys of the immortal objects mentioned in what is being written */
};

/* Writing without asking for room each time: what a frame or a thread needs is reserved at once. */
static inline char *canon_w32(char *p, uint32_t v) {
  memcpy(p, &v, sizeof v);
  return p + sizeof v;
}
static inline char *canon_w64(char *p, uint64_t v) {
  memcpy(p, &v, sizeof v);
  return p + sizeof v;
}
char *canon_reserve_out(struct canon *c, size_t n);
void canon_put(struct canon *c, const void *p, size_t n);
void canon_put32(struct canon *c, uint32_t v);
void canon_put64(struct canon *c, uint64_t v);
void canon_room(struct canon *c, size_t n); /* for n more bytes of c->out */
/* of c->out from there on */
struct canon_hash canon_hash_from(const struct canon *c, size_t start);
struct canon_hash canon_hash_of(const void *p, size_t n);
void canon_put_monitor(struct canon *c, ref r);
void canon_put_contents(struct canon *c, ref r); /* references as numbers */
/* class and contents, without the monitor; an immortal one's key */
void canon_put_object(struct canon *c, ref r);
void canon_forget(struct canon *c, ref r); /* takes the number of an object back */
/* canon_thread.c */
void canon_order_threads(struct canon *c);
void canon_put_thread(struct canon *c, const struct thread *t); /* its record and its stack */
/* canon_frames.c: the far frames of a stack are a part of the base, the near ones of their thread
 */
void canon_put_frame(struct canon *c, uint32_t at);
void canon_put_near_frames(struct canon *c, uint32_t thread);
void canon_frames_make(struct canon *c);  /* the entries of all of them; there are none */
void canon_frames_again(struct canon *c); /* of the stacks that changed */
void canon_frames_clear(struct canon *c); /* there are no entries any more */
/* calls fn for each of the frame's slots that hold references, in an order that its map gives */
void canon_frame_each_ref(struct vm *vm, uint32_t at, void (*fn)(void *self, uint32_t slot),
                          void *self);
/* The memory of the thread's near frames, which lie beside each other; *n: how many bytes. */
const uint8_t *canon_near_bytes(const struct canon *c, uint32_t thread, uint32_t *n);
/* canon_memo.c: the hash of a thread that refers to objects of the base only and says no more than
 * its record and its stack do. */
struct canon_memo_key {
  struct canon_hash hash;
  uint32_t place, bytes; /* of canon_memo.c */
};
/* It was met before: its hash is in *key. */
bool canon_memo_find(struct canon *c, uint32_t thread, struct canon_memo_key *key);
/* Not met: for the next time, with the hash in *key. */
void canon_memo_keep(struct canon *c, uint32_t thread, const struct canon_memo_key *key);
void canon_memo_free(struct canon *c);
/* their order, and which have changed since the last fingerprint */
void canon_threads(struct canon *c);
/* a hash of all of them; those that have not changed are not looked at */
void canon_put_thread_hashes(struct canon *c);

/* Sums of hashes are of 128 bits. */
static inline void canon_sum_add(struct canon_hash *sum, struct canon_hash h) {
  sum->lo += h.lo;
  sum->hi += h.hi + (sum->lo < h.lo);
}

static inline void canon_sum_take(struct canon_hash *sum, struct canon_hash h) {
  uint64_t lo = sum->lo;
  sum->lo -= h.lo;
  sum->hi -= h.hi + (lo < h.lo);
}

/* canon_base.c */
/* names the objects that are reachable without the stacks and brings canon.sum up to date */
void canon_base(struct canon *c);
void canon_base_make(struct canon *c);         /* the same from nothing */
void canon_watch_lock(struct canon *c, ref r); /* a change of r's monitor record is one of r */
/* Called by canon_names.c: an entry was read, and one is removed. */
void canon_base_entered(struct canon *c, uint32_t e);
void canon_base_left(struct canon *c, uint32_t e);

/* canon_versions.c: versions are of one shape only, for they hold addresses, and the hashes names.
 * Before anything is hashed anew, those of another shape go: */
void canon_versions_begin(struct canon *c);
/* One of the versions has the contents of now, and *h is its hash. */
bool canon_version_known(struct canon *c, const struct canon_entry *e, struct canon_hash *h);
/* h is the hash of the contents of now: in the place of the version that is not e->contents. */
void canon_version_keep(struct canon *c, uint32_t entry, struct canon_hash h);
/* The contents are those that were hashed last: only the lock, or a neighbour in the block, has
 * changed. */
bool canon_version_stands(struct canon *c, const struct canon_entry *e);

/* canon_entries.c */
uint32_t canon_entry_new(struct canon *c, ref r);        /* for an object that has none */
uint32_t canon_names_find(const struct canon *c, ref r); /* its entry or CANON_NO_ENTRY */
void canon_names_clear(struct canon *c);
/* The object is a root by this name, an entry no longer one, its contents changed: to be followed
 * by canon_names_update, which leaves in canon.due the entries to be hashed anew. */
void canon_names_root(struct canon *c, ref r, uint64_t name);
void canon_names_unroot(struct canon *c, uint32_t e);
/* A new entry for a frame at this address, a root of this depth. */
uint32_t canon_names_frame(struct canon *c, uint32_t at, uint64_t name, uint32_t depth);
void canon_names_changed(struct canon *c, uint32_t e);
/* The same of a large array, of which only the part in this block has changed. */
void canon_names_changed_in(struct canon *c, uint32_t e, uint32_t block);
void canon_names_due(struct canon *c, uint32_t e, uint8_t why);
void canon_names_update(struct canon *c);
bool canon_names_wasteful(const struct canon *c); /* better made from nothing */

/* canon_edges.c: room for n edges beside each other, the number of the first; n > 0 */
uint32_t canon_edges_take(struct canon *c, uint32_t n);
void canon_edges_give(struct canon *c, uint32_t at, uint32_t n);
void canon_edges_clear(struct canon *c);

/* canon_array.c: large arrays, those with x->pieces; offsets count from the first element */
void canon_array_enter(struct canon *c, struct canon_entry *x); /* was read: in pieces if large */
void canon_array_leave(struct canon_entry *x);
/* these bytes have changed, or the names of what is there; to be hashed by canon_array_hash */
void canon_array_due(struct canon_entry *x, uint32_t from, uint32_t to);
/* still an array of that class and length, as far as its header says */
bool canon_array_stands(const struct canon *c, const struct canon_entry *x);
/* the bytes of its elements that lie in the block; false: none do */
bool canon_array_within(const struct canon_entry *x, uint32_t block, uint32_t *from, uint32_t *to);
struct canon_hash canon_array_hash(struct canon *c, const struct canon_entry *x);

/* canon_queue.c: canon.queue, and in each entry the least depth by which it is there */
void canon_queue_push(struct canon *c, uint32_t depth, uint32_t e);
struct canon_due canon_queue_pop(struct canon *c); /* of least depth; there is one */

/* canon_immortal.c */
uint64_t canon_key(struct canon *c, ref r); /* stands for an immortal object: equal in every run */
void canon_put_dirty(struct canon *c);      /* the changed immortal objects as roots, by key */
bool canon_differs(struct vm *vm, ref r);   /* an immortal object: not as it was made */
struct canon_root {
  uint64_t key;
  ref r;
};
/* malloc'd, by key */
void canon_dirty_roots(struct canon *c, struct canon_root **roots, size_t *n);

/* canon_symmetry.c */
/* orders threads by what they look like; numbers are to be given anew afterwards */
void canon_order_symmetric(struct canon *c);

/* canon_h.c */
/* `whole`: of the objects numbered by a whole traversal; else of the base and what is above. */
void canon_put_h(struct canon *c, bool whole);
/* The rows of threads, by thread_number, that contain each written location of the numbered objects
 * and of c->leaves. */
void canon_put_h_look(struct canon *c);
void canon_h_leaves(struct canon *c); /* fills c->leaves */

/* canon_h_kept.c */
enum { CANON_TRUSTED = 0x10000000 }; /* no offset has this bit */
/* What stands for a location beside the name of its object: by whom it was written counts. */
static inline uint32_t canon_h_location(uint32_t off, uint32_t stamp) {
  return off ^ (stamp & STAMP_TRUSTED ? CANON_TRUSTED : 0);
}
struct canon_lanes canon_h_named(uint64_t name, uint32_t what);
/* The entry may have bits of h: it is read when the present fingerprint needs them. */
void canon_h_mark(struct canon *c, uint32_t e);
void canon_h_mark_fixed(struct canon *c, ref r); /* the same of an immortal object */
void canon_h_unmark(struct canon *c, uint32_t e);
/* The entry got another name, contents or monitor, maybe. */
void canon_h_hashed(struct canon *c, uint32_t e);
bool canon_h_may_have(struct canon *c, ref r); /* bits of its own or of its locations */
/* Marks whose shadow has changed since the last call, and reads what is marked anew. */
void canon_h_follow(struct canon *c);
void canon_h_clear(struct canon *c); /* the base is made from nothing */
void canon_h_free(struct canon *c);
/* The i-th marked object with rows; NULL: there are no more. */
const struct canon_marked *canon_h_rowed(const struct canon *c, size_t i);
/* Calls fn for each data byte of the object that has a stamp or a row: s[0] and s[1]. */
typedef void canon_stamp_fn(struct canon *c, uint64_t name, ref r, uint32_t off, const uint32_t *s);
void canon_h_each_stamp(struct canon *c, uint64_t name, ref r, canon_stamp_fn *fn);
/* ... for each immortal object with bits, maybe several times */
typedef void canon_fixed_fn(struct canon *c, ref r);
void canon_h_each_fixed(struct canon *c, canon_fixed_fn *fn);

/* An immortal object and one of the base need no number: half of the key or name stands for it in
 * its place, and all of it goes into the hash that ends the text. */
static inline uint32_t canon_mention_key(struct canon *c, uint64_t key) {
  c->mix = (c->mix ^ key) * 0x9e3779b97f4a7c15ull + (c->mix >> 31);
  return (uint32_t)key | CANON_LOCK;
}
/* The number of an object, given at its first mention; of an immortal one and of one of the base,
 * half of its key or name. */
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
