/* See visited.h.
 *
 * Linear probing in sorted order. A fingerprint's home slot is proportional to its first half, so
 * the whole table is sorted, and a search for a missing fingerprint ends at the first greater one.
 * This allows a load between 0.82 and 0.92, which is 17.4 to 19.6 bytes per state. The table grows
 * in place by an eighth, in two sequential passes, so it never needs its memory twice
 * (base/pages.h). */
#include "engine/state/visited.h"
#include "engine/base/check.h"

#include "engine/base/pages.h"
#include "engine/base/block_file.h"

#include <stdlib.h>
#include <string.h>

struct visited {
  /* `cap` home slots, then `slack` slots into which the last entries may be displaced */
  struct fingerprint *slots;
  uint32_t *values;
  uint64_t cap, slack, count;
};

#ifdef HEDDLE_STRESS
enum { FIRST = 16, SLACK = 4 };
#else
enum { FIRST = 1 << 12, SLACK = 128 };
#endif

__extension__ typedef unsigned __int128 wide;

static uint64_t slots_of(const struct visited *v) { return v->cap + v->slack; }
static uint64_t home(const struct visited *v, struct fingerprint f) {
  return (uint64_t)(((wide)f.lo * v->cap) >> 64);
}
static bool is_empty(const struct visited *v, uint64_t i) {
  return !v->slots[i].lo && !v->slots[i].hi;
}

static void *visited_grow(void *p, uint64_t old, uint64_t n, size_t each) {
  return pages_resize(p, old * each, n * each);
}

static void take_memory(struct visited *v, bool with_values) {
  v->slots = visited_grow(NULL, 0, slots_of(v), sizeof *v->slots);
  if (with_values) v->values = visited_grow(NULL, 0, slots_of(v), sizeof *v->values);
}

static void give_memory(struct visited *v) {
  pages_free(v->slots, slots_of(v) * sizeof *v->slots);
  pages_free(v->values, slots_of(v) * sizeof *v->values);
}

struct visited *visited_new(bool with_values) {
  struct visited *v = mem_alloc(sizeof *v);
  v->cap = FIRST;
  v->slack = SLACK;
  take_memory(v, with_values);
  return v;
}

void visited_free(struct visited *v) {
  if (!v) return;
  give_memory(v);
  free(v);
}

void visited_clear(struct visited *v) {
  memset(v->slots, 0, slots_of(v) * sizeof *v->slots);
  v->count = 0;
}

/* 0,0 marks an empty slot. A state with this hash (probability 2^-128) is stored as 1,0. */
static struct fingerprint avoid_zero(struct fingerprint f) {
  if (!f.lo && !f.hi) f.lo = 1;
  return f;
}

/* Returns the slot that contains f (*found) or to which f belongs; slots_of if that is after the
 * last slot. */
static uint64_t visited_find(const struct visited *v, struct fingerprint f, bool *found) {
  uint64_t i = home(v, f), end = slots_of(v);
  while (i < end && v->slots[i].lo < f.lo && !is_empty(v, i)) i++;
  while (i < end && v->slots[i].lo == f.lo && v->slots[i].hi != f.hi && !is_empty(v, i)) i++;
  *found = i < end && v->slots[i].lo == f.lo && v->slots[i].hi == f.hi;
  return i;
}

static void move_one(struct visited *v, uint64_t from, uint64_t to) {
  struct fingerprint f = v->slots[from];
  CHECK(from == to || is_empty(v, to), "a fingerprint moves to a free slot: %llu",
        (unsigned long long)to);
  memset(&v->slots[from], 0, sizeof f);
  v->slots[to] = f;
  if (v->values) v->values[to] = v->values[from];
}

/* Moves the entries to the end, in order and without gaps. */
static void pack(struct visited *v, uint64_t old_slots) {
  uint64_t i, to = slots_of(v);
  for (i = old_slots; i-- > 0;)
    if (!is_empty(v, i)) move_one(v, i, --to);
}

/* Moves each entry from there to its home, or as near after it as the previous entries allow.
 * Returns false if there is no room for the last ones; then all entries are still there and in
 * order. */
static bool visited_spread(struct visited *v) {
  uint64_t from, next = 0, end = slots_of(v);
  for (from = end - v->count; from < end; from++) {
    uint64_t to = home(v, v->slots[from]);
    if (to < next) to = next;
    if (to > from) return false;
    INVARIANT(!is_empty(v, from), "packed entries have no gap: %llu", (unsigned long long)from);
    move_one(v, from, to);
    next = to + 1;
  }
  return true;
}

static void resize(struct visited *v, uint64_t more_homes, uint64_t more_slack) {
  do {
    uint64_t old = slots_of(v);
    v->cap += more_homes;
    v->slack += more_slack;
    more_homes = 0;
    more_slack = v->slack; /* many entries have one of the last homes */
    v->slots = visited_grow(v->slots, old, slots_of(v), sizeof *v->slots);
    if (v->values) v->values = visited_grow(v->values, old, slots_of(v), sizeof *v->values);
    pack(v, old);
  } while (!visited_spread(v));
}

/* Frees slot i by moving its entry, and the following ones up to the next gap, by one slot. Returns
 * false if there is no gap. */
static bool make_room(struct visited *v, uint64_t i) {
  uint64_t gap = i, end = slots_of(v);
  while (gap < end && !is_empty(v, gap)) gap++;
  if (gap >= end) return false;
  memmove(v->slots + i + 1, v->slots + i, (gap - i) * sizeof *v->slots);
  if (v->values) memmove(v->values + i + 1, v->values + i, (gap - i) * sizeof *v->values);
  return true;
}

/* Returns the slot of f. Adds f with that value if it was missing. */
static uint64_t visited_place(struct visited *v, struct fingerprint f, uint32_t value,
                              bool *is_new) {
  uint64_t i;
  bool found;
  if (v->count * 25 >= v->cap * 23) resize(v, v->cap / 8 + 1, 0);
  i = visited_find(v, f, &found);
  *is_new = !found;
  if (found) return i;
  while (!make_room(v, i)) {
    resize(v, 0, v->slack);
    i = visited_find(v, f, &found);
  }
  v->slots[i] = f;
  if (v->values) v->values[i] = value;
  v->count++;
  INVARIANT(v->count <= slots_of(v), "the set has room for its states");
  INVARIANT((!i || v->slots[i - 1].lo <= f.lo) &&
                (i + 1 == slots_of(v) || is_empty(v, i + 1) || v->slots[i + 1].lo >= f.lo),
            "fingerprints are in order: slot %llu", (unsigned long long)i);
  INVARIANT(visited_find(v, f, &found) == i && found, "a state that was added is found: slot %llu",
            (unsigned long long)i);
  return i;
}

bool visited_add_max(struct visited *v, struct fingerprint f, uint32_t value, bool *is_new) {
  uint64_t i = visited_place(v, avoid_zero(f), value, is_new);
  if (*is_new) return true;
  if (!v->values || v->values[i] >= value) return false;
  v->values[i] = value;
  return true;
}

bool visited_number(struct visited *v, struct fingerprint f, uint32_t *number) {
  bool is_new;
  uint64_t i = visited_place(v, avoid_zero(f), (uint32_t)v->count, &is_new);
  *number = v->values[i];
  return is_new;
}

bool visited_add(struct visited *v, struct fingerprint f) {
  bool is_new;
  visited_add_max(v, f, 0, &is_new);
  return is_new;
}

bool visited_has(const struct visited *v, struct fingerprint f) {
  bool found;
  visited_find(v, avoid_zero(f), &found);
  return found;
}

bool visited_has_max(const struct visited *v, struct fingerprint f, uint32_t value) {
  bool found;
  uint64_t i = visited_find(v, avoid_zero(f), &found);
  return found && (!v->values || v->values[i] >= value);
}

void visited_prefetch(const struct visited *v, struct fingerprint f) {
  const struct fingerprint *p = &v->slots[home(v, f)];
  __builtin_prefetch(p);
  __builtin_prefetch(p + 4);
  __builtin_prefetch(p + 8);
  __builtin_prefetch(p + 12);
}

uint64_t visited_count(const struct visited *v) { return v->count; }
uint64_t visited_bytes(const struct visited *v) {
  return slots_of(v) * (sizeof *v->slots + (v->values ? 4 : 0));
}

/* ---- checkpoints ---- */

void visited_save(const struct visited *v, struct ckpt_out *o, int section) {
  uint64_t i, end = slots_of(v);
  ckpt_begin(o, section);
  ckpt_put_number(o, v->cap);
  ckpt_put_number(o, v->slack);
  ckpt_put_number(o, v->count);
  ckpt_put_number(o, v->values != NULL);
  for (i = 0; i < end; i++) {
    if (is_empty(v, i)) continue;
    ckpt_put(o, &v->slots[i], sizeof v->slots[i]);
    if (v->values) ckpt_put(o, &v->values[i], sizeof v->values[i]);
  }
}

/* Checks, before memory is allocated, that the sizes could result from growing from FIRST
 * (visited_place). */
static bool is_size(uint64_t cap, uint64_t slack, uint64_t count) {
  if (cap < FIRST || slack < SLACK || slack > SLACK + 2 * count || count > cap) return false;
  return cap == FIRST || count >= cap / 2;
}

static void take_slots(struct visited *v, struct ckpt_in *in) {
  uint64_t end = slots_of(v), i;
  for (i = end - v->count; i < end && ckpt_good(in); i++) {
    ckpt_get(in, &v->slots[i], sizeof v->slots[i]);
    if (v->values) ckpt_get(in, &v->values[i], sizeof v->values[i]);
    if (is_empty(v, i) || (i > end - v->count && v->slots[i].lo < v->slots[i - 1].lo))
      ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its states are not in order)");
  }
}

void visited_load(struct visited *v, struct ckpt_in *in, int section) {
  bool with_values = v->values != NULL;
  uint64_t cap, slack, count;
  ckpt_need(in, section);
  cap = ckpt_number(in);
  slack = ckpt_number(in);
  count = ckpt_number(in);
  if ((ckpt_number(in) != 0) != with_values || !is_size(cap, slack, count) ||
      !ckpt_can_hold(in, count, sizeof *v->slots))
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its set of states)");
  if (!ckpt_good(in)) return;
  give_memory(v);
  *v = (struct visited){.cap = cap, .slack = slack, .count = count};
  take_memory(v, with_values);
  take_slots(v, in);
  if (ckpt_good(in) && !visited_spread(v))
    ckpt_in_fail(in, ERR_INPUT, "the checkpoint is inconsistent (its set of states)");
}
