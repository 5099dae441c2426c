/* Shared by the files of the canonical traversal; nobody else includes it. */
#ifndef HEDDLE_STATE_CANON_INT_H
#define HEDDLE_STATE_CANON_INT_H

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

struct canon_leaf { /* an unchanged immortal object that may carry bits of h */
  uint64_t key;
  ref r;
};

struct canon_hash {
  uint64_t lo, hi;
};

struct canon_relation { /* what gives a thread its place, and its object */
  uint32_t parent, ordinal;
  ref object;
};

struct canon_entry { /* what one object of the base adds to the sum */
  struct canon_hash contents, lock;
  ref r;
  uint32_t klass, size, round;
  uint32_t first,
      count; /* objects numbered before its references were, and how many they introduced */
  /* 1 + where in canon.versions the last two contents that were hashed are; 0: nowhere */
  uint32_t versions;
};

/* In canon.number, beside the number of an object: the address is that of a changed immortal one,
 * and the number a place in canon.fixed; it is that of a monitor record, and the number a place in
 * canon.locked. */
#define CANON_DIRTY 0x40000000u
#define CANON_LOCK 0x80000000u
#define CANON_NUMBER 0x3fffffffu

enum { CANON_HINTS = 64 };

struct canon {
  struct vm *vm;
  uint64_t *number; /* by (ref - IMMORTAL_BASE) / 16: epoch << 32 | number */
  /* by (block - HEAP_BASE) / 64: the object of the base that reaches into the block from below,
   * likewise */
  uint64_t *cover;
  bool base_valid, owner; /* owner: arena.changed is for this one */
  bool symmetric;    /* threads in the order of canon_symmetry.c, without their names and numbers */
  bool with_h;       /* the form that is being made has h */
  bool all_numbered; /* immortal objects too: the order for views */
  bool checking, broken; /* canon_mention only compares: first and next as in canon_entry */
  uint32_t first, next;
  uint32_t base_len, root_count, round;
  struct canon_hash sum;
  VEC(struct canon_entry) entries; /* of the first base_len objects */
  VEC(struct canon_entry) fixed;   /* of the changed immortal ones */
  /* of objects of the base that changed since it was made: see canon_base.c */
  VEC(uint8_t) versions;
  VEC(ref) locked; /* whose monitor records are known by CANON_LOCK */
  VEC(ref) roots;  /* thread objects of the base, in order */
  uint16_t base_order[THREAD_MAX];
  uint32_t epoch;
  VEC(ref) objects;
  struct text out;
  uint32_t greatest; /* number that canon_mention gave since it was set to 0 */
  /* thread_order is that of the last fingerprint: relations and order_count show whether it still
   * stands */
  bool order_known;
  bool order_new; /* it was made for this one */
  uint32_t order_count;
  struct canon_relation relations[THREAD_MAX];
  struct canon_hash thread_hash[THREAD_MAX],
      thread_sum;                  /* what each thread adds, and all of them */
  uint64_t stale[THREAD_MAX / 64]; /* a bit for each thread whose hash does not stand */
  uint32_t kept_epoch;             /* the others stand for this base */
  bool kept_hash_seen;             /* ... and machine.hash_seen */
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

void canon_put(struct canon *c, const void *p, size_t n);
void canon_put32(struct canon *c, uint32_t v);
void canon_put64(struct canon *c, uint64_t v);
void canon_room(struct canon *c, size_t n); /* for n more bytes of c->out */
/* of c->out from there on */
struct canon_hash canon_hash_from(const struct canon *c, size_t start);
void canon_put_monitor(struct canon *c, ref r);
void canon_put_contents(struct canon *c, ref r); /* references as numbers */
/* class and contents, without the monitor; an immortal one's key */
void canon_put_object(struct canon *c, ref r);
void canon_forget(struct canon *c, ref r); /* takes the number of an object back */
/* canon_thread.c */
void canon_order_threads(struct canon *c);
void canon_put_thread(struct canon *c, const struct thread *t); /* its record and its stack */
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
/* numbers the objects that are reachable without the stacks and brings canon.sum up to date */
void canon_base(struct canon *c);
void canon_base_make(struct canon *c);         /* the same from nothing */
void canon_watch_lock(struct canon *c, ref r); /* a change of r's monitor record is one of r */

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
void canon_put_h(struct canon *c);
/* The rows of threads, by thread_number, that contain each written location of the numbered objects
 * and of c->leaves. */
void canon_put_h_look(struct canon *c);
void canon_h_leaves(struct canon *c); /* fills c->leaves */

/* The number of an object, given at its first mention; of an immortal one, half of its key
 * (canon.c). */
uint32_t canon_mention_new(struct canon *c, ref r);
static inline uint32_t canon_mention(struct canon *c, ref r) {
  uint64_t slot;
  uint32_t n;
  if (!r) return 0;
  slot = r >= HEAP_BASE && !c->checking ? c->number[(r - IMMORTAL_BASE) >> 4] : 0;
  n = slot >> 32 == c->epoch && !(slot & CANON_LOCK) ? (uint32_t)slot : canon_mention_new(c, r);
  if (r >= HEAP_BASE && n > c->greatest) c->greatest = n;
  return n;
}

#endif
