/* Large arrays of the base, split into pieces, so that a write to an element costs one piece and
 * not the whole array.
 *
 * An array of at least LARGE bytes is hashed as its name, class and length and a commutative sum of
 * hashes. The sum has one hash for each piece of PIECE bytes of elements, which includes the index
 * of the piece in the array. Pieces start at the first element rather than at a block, so addresses
 * do not matter. Whether an array is large depends only on its length, so all paths to a state
 * produce one form.
 *
 * Invariant after a fingerprint: the hash of each piece that is not stale covers its present
 * elements and the names of the objects to which they refer. */
#include <stdlib.h>

#include "engine/state/canon_int.h"
#include "engine/base/check.h"

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

void canon_array_enter(struct canon *c, struct canon_entry *x) {
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

struct canon_hash canon_array_hash(struct canon *c, const struct canon_entry *x) {
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
