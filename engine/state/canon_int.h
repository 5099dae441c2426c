/* Shared by the files of the canonical traversal; nobody else includes it. */
#ifndef HEDDLE_STATE_CANON_INT_H
#define HEDDLE_STATE_CANON_INT_H

#include "engine/state/canon.h"
#include "engine/vm/heap.h"

struct canon_row { /* a row of h that is part of the state */
  ref row;
  uint64_t id; /* canonical name of the row, mixed */
};

struct canon_step { /* the rows that have a clock of at least `clock` for one writer */
  uint32_t clock;
  uint32_t threads; /* how many of them are rows of threads */
  uint64_t set;     /* commutative hash of the set */
};

struct canon_leaf { /* an unchanged immortal object that may carry bits of h */
  uint64_t key;
  ref r;
};

struct canon {
  struct vm *vm;
  uint64_t *number; /* by (ref - IMMORTAL_BASE) / 16: epoch << 32 | number */
  uint32_t epoch;
  VEC(ref) objects;
  struct text out;
  uint32_t thread_len;
  uint8_t thread_order[THREAD_MAX], thread_number[THREAD_MAX];
  VEC(struct canon_row) rows;
  uint32_t thread_rows; /* the first of them are rows of threads */
  VEC(struct canon_step) steps;
  VEC(struct canon_leaf) leaves;
  uint32_t step_from[THREAD_MAX], step_count[THREAD_MAX]; /* per writer, in steps */
  struct key_slot *keys; /* immortal object -> key */
  uint32_t key_len, key_cap;
};

void canon_put(struct canon *c, const void *p, size_t n);
void canon_put32(struct canon *c, uint32_t v);
void canon_put64(struct canon *c, uint64_t v);
uint32_t canon_mention(struct canon *c, ref r);
void canon_put_immortal(struct canon *c, ref r); /* monitor and contents of a changed immortal object */

/* canon_immortal.c */
uint64_t canon_key(struct canon *c, ref r); /* stands for an immortal object: equal in every run */
void canon_put_dirty(struct canon *c);      /* the changed immortal objects as roots, by key */
void canon_keys_free(struct canon *c);

/* canon_h.c */
void canon_put_h(struct canon *c);

#endif
