/* Stores which row knows of which access: five bits per location, in two words of each row. */
#include "tests/tools/oracle/work.h"

enum { BITS = MAX_THREADS + 1, PER_WORD = 64 / BITS };

void knows_all(struct state *s) {
  for (int row = 0; row < ROW_COUNT; row++)
    for (int i = 0; i < KNOWS_WORDS; i++) s->knows[row][i] = ~0ull;
}

static void add(struct state *s, int to, int from) {
  for (int i = 0; i < KNOWS_WORDS; i++) s->knows[to][i] |= s->knows[from][i];
}

void release(struct work *w, int row) { add(&w->s, row, ROW_THREAD + w->self); }
void acquire(struct work *w, int row) { add(&w->s, ROW_THREAD + w->self, row); }
void both(struct work *w, int row) { acquire(w, row), release(w, row); }
void knows_started(struct work *w, int child) {
  add(&w->s, ROW_THREAD + child, ROW_THREAD + w->self);
}

/* Bit 0 of a location: its last write; 1 and on: the last read by each thread. */
static uint64_t bit_of(int loc, int i) { return 1ull << (loc % PER_WORD * BITS + i); }

static bool knows(const struct work *w, int loc, int i) {
  return w->s.knows[ROW_THREAD + w->self][loc / PER_WORD] & bit_of(loc, i);
}

static void only_self_knows(struct work *w, int loc, int i) {
  for (int row = 0; row < ROW_COUNT; row++) w->s.knows[row][loc / PER_WORD] &= ~bit_of(loc, i);
  w->s.knows[ROW_THREAD + w->self][loc / PER_WORD] |= bit_of(loc, i);
}

static void race(struct work *w, int loc) { w->m->seen.racy |= 1u << loc_named(loc); }

void plain_read(struct work *w, int loc) {
  if (!knows(w, loc, 0)) race(w, loc);
  only_self_knows(w, loc, 1 + w->self);
}

void plain_write(struct work *w, int loc) {
  if (!knows(w, loc, 0)) race(w, loc);
  for (int t = 0; t < MAX_THREADS; t++) {
    if (!knows(w, loc, 1 + t)) race(w, loc);
    for (int row = 0; row < ROW_COUNT; row++)
      w->s.knows[row][loc / PER_WORD] |= bit_of(loc, 1 + t); /* knowing of the write suffices */
  }
  only_self_knows(w, loc, 0);
}
