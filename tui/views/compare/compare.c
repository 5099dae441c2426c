/* Aligns the events of two runs. */
#include "tui/views/compare/compare.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/hash.h"

void compare_init(struct compare *c) {
  memset(c, 0, sizeof *c);
  for (int i = 0; i < SIDES; i++) {
    lanes_init(&c->side[i].lanes);
    c->first[i] = c->read[i] = LANE_NONE;
  }
}

void compare_release(struct compare *c) {
  for (int i = 0; i < SIDES; i++) {
    struct compare_side *s = &c->side[i];
    for (size_t k = 0; k < s->names.len; k++) free(s->names.data[k]);
    vec_free(&s->names);
    lanes_release(&s->lanes);
    vec_free(&s->shown);
    vec_free(&s->keys);
    vec_free(&s->partner);
    vec_free(&s->behind);
  }
  vec_free(&c->rows);
  memset(c, 0, sizeof *c);
}

const struct lane_event *compare_event(const struct compare *c, int side, uint32_t shown) {
  INVARIANT(shown < c->side[side].shown.len, "a side has the event: %u of %zu", shown,
            c->side[side].shown.len);
  return &c->side[side].lanes.events.data[c->side[side].shown.data[shown]];
}

/* ---- hash table ---- */

/* The table maps keys to numbers, with open addressing. */

struct numbers {
  uint64_t *keys; /* 0: empty slot */
  uint32_t *values;
  size_t mask;
};

static void numbers_init(struct numbers *n, size_t count) {
  for (n->mask = 63; n->mask < count * 2; n->mask = n->mask * 2 + 1) continue;
  n->keys = mem_alloc((n->mask + 1) * sizeof *n->keys);
  n->values = mem_alloc((n->mask + 1) * sizeof *n->values);
}

static void numbers_release(struct numbers *n) {
  free(n->keys);
  free(n->values);
}

/* Returns the slot of the key, or the slot where it belongs. */
static size_t numbers_place(const struct numbers *n, uint64_t key) {
  size_t i = hash_mix(key) & n->mask;
  INVARIANT(key, "0 is no key: %zu slots", n->mask + 1);
  while (n->keys[i] && n->keys[i] != key) i = (i + 1) & n->mask;
  return i;
}

/* Returns the number of a key. Adds the key with number 0 if it is new. */
static uint32_t *numbers_at(struct numbers *n, uint64_t key) {
  size_t i = numbers_place(n, key);
  n->keys[i] = key;
  return &n->values[i];
}

/* Returns the key's number; 0: no such key. */
static uint32_t numbers_find(const struct numbers *n, uint64_t key) {
  return n->values[numbers_place(n, key)];
}

/* ---- keys of events ---- */

static uint64_t text_hash(const char *s) {
  uint64_t h = 1;
  for (; *s; s++) h = hash_mix(h ^ (unsigned char)*s) + 1;
  return h;
}

static uint64_t key_without_number(const struct compare_side *s, const struct lane_event *e) {
  uint64_t h = hash_mix((uint64_t)s->lanes.lanes.data[e->lane].number << 8 | e->op);
  return hash_mix(h ^ (e->track == LANE_NONE ? 0 : text_hash(s->names.data[e->track]))) | 1;
}

static void find_keys(struct compare_side *s) {
  struct numbers seen;
  numbers_init(&seen, s->shown.len);
  for (size_t i = 0; i < s->shown.len; i++) {
    uint64_t key = key_without_number(s, &s->lanes.events.data[s->shown.data[i]]);
    *vec_push(&s->keys) = hash_mix(key ^ hash_mix(++*numbers_at(&seen, key))) | 1;
  }
  numbers_release(&seen);
}

static void find_partners(struct compare *c) {
  struct numbers right;
  numbers_init(&right, c->side[RIGHT].keys.len);
  for (size_t i = 0; i < c->side[RIGHT].keys.len; i++) {
    *numbers_at(&right, c->side[RIGHT].keys.data[i]) = (uint32_t)i + 1;
    *vec_push(&c->side[RIGHT].partner) = LANE_NONE;
  }
  for (size_t i = 0; i < c->side[LEFT].keys.len; i++) {
    uint32_t found = numbers_find(&right, c->side[LEFT].keys.data[i]),
             to = found ? found - 1 : LANE_NONE;
    *vec_push(&c->side[LEFT].partner) = to;
    if (to != LANE_NONE) c->side[RIGHT].partner.data[to] = (uint32_t)i;
  }
  numbers_release(&right);
}

/* ---- names ---- */

/* Returns the length of "Cell#" in a name, and sets *digits to the length of the number after it.
 * Returns 0 if the name has no number. */
static size_t object_part(const char *name, size_t *digits) {
  const char *sharp = strchr(name, '#');
  *digits = sharp ? strspn(sharp + 1, "0123456789") : 0;
  return *digits ? (size_t)(sharp + 1 - name) : 0;
}

static uint32_t new_number(struct numbers *n, const char *name, size_t len, size_t digits) {
  char *object = mem_printf("%.*s", (int)(len + digits), name),
       *klass = mem_printf("%.*s", (int)len, name);
  uint32_t *known = numbers_at(n, text_hash(object) | 1), number = *known;
  if (!number) {
    number = ++*numbers_at(n, text_hash(klass) | 1);
    *numbers_at(n, text_hash(object) | 1) = number;
  }
  free(object);
  free(klass);
  return number;
}

void compare_renumber(struct compare_side *s) {
  struct numbers n;
  numbers_init(&n, s->names.len * 2);
  for (size_t i = 0; i < s->names.len; i++) {
    char *name = s->names.data[i];
    size_t digits, len = object_part(name, &digits);
    if (!len) continue;
    s->names.data[i] = mem_printf("%.*s%u%s", (int)len, name, new_number(&n, name, len, digits),
                                  name + len + digits);
    free(name);
  }
  numbers_release(&n);
}

/* ---- events to compare ---- */

static void choose_shown(struct compare_side *s, const struct compare_side *other, bool mixed) {
  struct numbers theirs;
  numbers_init(&theirs, other->names.len);
  for (size_t i = 0; i < other->names.len; i++)
    *numbers_at(&theirs, text_hash(other->names.data[i]) | 1) = 1;
  for (uint32_t i = 0; i < s->lanes.events.len; i++) {
    const struct lane_event *e = &s->lanes.events.data[i];
    bool memory = e->op == LANE_READ || e->op == LANE_WRITE;
    if (mixed && (e->op == LANE_OTHER || e->op == LANE_BEGIN || e->op == LANE_END)) continue;
    if (mixed && memory && e->track != LANE_NONE &&
        !numbers_find(&theirs, text_hash(s->names.data[e->track]) | 1))
      continue;
    *vec_push(&s->shown) = i;
  }
  numbers_release(&theirs);
}

/* ---- preceding write or release ---- */

static void find_behind(struct compare_side *s) {
  size_t tracks = s->lanes.tracks.len, k = 0;
  uint32_t *last = mem_alloc((tracks + 1) * sizeof *last); /* last write or release, index + 1 */
  for (uint32_t i = 0; i < s->lanes.events.len; i++) {
    const struct lane_event *e = &s->lanes.events.data[i];
    uint32_t before = e->track == LANE_NONE ? 0 : last[e->track];
    bool waits = e->op == LANE_WAIT && e->sync != LANE_PLAIN;
    bool asks = e->op == LANE_READ || e->op == LANE_LOCK || e->sync == LANE_UPDATE;
    if (k < s->shown.len && s->shown.data[k] == i)
      *vec_push(&s->behind) = asks && before ? before - 1 : LANE_NONE, k++;
    if (e->track != LANE_NONE && (e->op == LANE_WRITE || e->op == LANE_UNLOCK || waits))
      last[e->track] = i + 1;
  }
  free(last);
}

/* Returns the key of the write or release in `behind`; 0: there is none, or it is not compared. */
static uint64_t key_behind(const struct compare_side *s, uint32_t shown) {
  uint32_t event = s->behind.data[shown], lo = 0, hi = (uint32_t)s->shown.len;
  if (event == LANE_NONE) return 0;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (s->shown.data[mid] < event)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < s->shown.len && s->shown.data[lo] == event ? s->keys.data[lo] : 0;
}

static void find_first(struct compare *c) {
  for (uint32_t i = 0; i < c->side[RIGHT].shown.len && c->read[RIGHT] == LANE_NONE; i++) {
    uint32_t partner = c->side[RIGHT].partner.data[i];
    if (partner == LANE_NONE) continue;
    INVARIANT(c->side[LEFT].partner.data[partner] == i, "partners have each other: %u, %u", partner,
              i);
    if (key_behind(&c->side[RIGHT], i) == key_behind(&c->side[LEFT], partner)) continue;
    if (c->first[RIGHT] == LANE_NONE) c->first[LEFT] = partner, c->first[RIGHT] = i;
    if (compare_event(c, RIGHT, i)->op == LANE_LOCK) continue;
    c->read[LEFT] = partner;
    c->read[RIGHT] = i;
  }
}

/* ---- rows of the alignment ---- */

/* Marks the longest selection of pairs that have the same order on both sides: taken in the order
 * of the left side, their partners ascend. Patience sorting: among the selections of n + 1 pairs
 * found so far, best[n] belongs to the one whose last partner is smallest, and is its last left
 * event. */
static uint8_t *pairs_in_order(const struct compare_side *left) {
  size_t n = left->partner.len, len = 0;
  uint32_t *best = mem_alloc((n + 1) * sizeof *best), *before = mem_alloc((n + 1) * sizeof *before);
  uint8_t *kept = mem_alloc(n + 1);
  for (uint32_t i = 0; i < n; i++) {
    size_t lo = 0, hi = len;
    if (left->partner.data[i] == LANE_NONE) continue;
    while (lo < hi) {
      size_t mid = (lo + hi) / 2;
      if (left->partner.data[best[mid]] < left->partner.data[i])
        lo = mid + 1;
      else
        hi = mid;
    }
    before[i] = lo ? best[lo - 1] : LANE_NONE;
    best[lo] = i;
    if (lo == len) len++;
  }
  for (uint32_t i = len ? best[len - 1] : LANE_NONE; i != LANE_NONE; i = before[i]) kept[i] = 1;
  free(best);
  free(before);
  return kept;
}

static char sign_of(const struct compare *c, int side, uint32_t shown) {
  if (c->side[side].partner.data[shown] != LANE_NONE) return SIGN_ORDER;
  return side == LEFT ? SIGN_LEFT : SIGN_RIGHT;
}

/* Adds the events between two pairs, each side in its own order. */
static void add_between(struct compare *c, const uint32_t from[SIDES], const uint32_t to[SIDES]) {
  for (uint32_t i = 0; from[LEFT] + i < to[LEFT] || from[RIGHT] + i < to[RIGHT]; i++) {
    struct compare_row *r = vec_push(&c->rows);
    for (int side = 0; side < SIDES; side++) {
      bool there = from[side] + i < to[side];
      r->at[side] = there ? from[side] + i : LANE_NONE;
      r->sign[side] = there ? sign_of(c, side, from[side] + i) : ' ';
    }
  }
}

static void add_rows(struct compare *c) {
  uint8_t *kept = pairs_in_order(&c->side[LEFT]);
  uint32_t from[SIDES] = {0, 0}, to[SIDES];
  for (uint32_t i = 0; i < c->side[LEFT].shown.len; i++) {
    if (!kept[i]) continue;
    to[LEFT] = i;
    to[RIGHT] = c->side[LEFT].partner.data[i];
    CHECK(from[LEFT] <= to[LEFT] && from[RIGHT] <= to[RIGHT],
          "the pairs have the same order on both sides: %u, %u", to[LEFT], to[RIGHT]);
    add_between(c, from, to);
    *vec_push(&c->rows) = (struct compare_row){{to[LEFT], to[RIGHT]}, {SIGN_SAME, SIGN_SAME}};
    from[LEFT] = to[LEFT] + 1;
    from[RIGHT] = to[RIGHT] + 1;
  }
  to[LEFT] = (uint32_t)c->side[LEFT].shown.len;
  to[RIGHT] = (uint32_t)c->side[RIGHT].shown.len;
  add_between(c, from, to);
  free(kept);
}

void compare_align(struct compare *c, bool mixed) {
  struct compare_side *left = &c->side[LEFT], *right = &c->side[RIGHT];
  CHECK(left->names.len == left->lanes.tracks.len && right->names.len == right->lanes.tracks.len,
        "every track has a name: %zu of %zu, %zu of %zu", left->names.len, left->lanes.tracks.len,
        right->names.len, right->lanes.tracks.len);
  choose_shown(left, right, mixed);
  choose_shown(right, left, mixed);
  for (int i = 0; i < SIDES; i++) {
    find_keys(&c->side[i]);
    find_behind(&c->side[i]);
    CHECK(c->side[i].keys.len == c->side[i].shown.len &&
              c->side[i].behind.len == c->side[i].shown.len,
          "a compared event has a key and a writer: %zu, %zu of %zu", c->side[i].keys.len,
          c->side[i].behind.len, c->side[i].shown.len);
  }
  find_partners(c);
  while (c->common < left->keys.len && c->common < right->keys.len &&
         left->keys.data[c->common] == right->keys.data[c->common])
    c->common++;
  find_first(c);
  add_rows(c);
}

/* ---- look-ups ---- */

static bool begins(const struct compare *c, size_t row) {
  return c->rows.data[row].sign[LEFT] != SIGN_SAME &&
         (!row || c->rows.data[row - 1].sign[LEFT] == SIGN_SAME);
}

size_t compare_next(const struct compare *c, size_t row, bool back) {
  size_t i;
  if (!back)
    for (i = row + 1; i < c->rows.len; i++)
      if (begins(c, i)) return i;
  if (back)
    for (i = row < c->rows.len ? row : c->rows.len; i-- > 0;)
      if (begins(c, i)) return i;
  return SIZE_MAX;
}

size_t compare_row_of(const struct compare *c, int side, uint32_t shown) {
  for (size_t i = 0; i < c->rows.len; i++)
    if (c->rows.data[i].at[side] == shown) return i;
  return SIZE_MAX;
}

uint32_t compare_switches(const struct compare *c, int side) {
  uint32_t n = 0;
  for (uint32_t i = 1; i < c->side[side].shown.len; i++)
    n += compare_event(c, side, i)->lane != compare_event(c, side, i - 1)->lane;
  return n;
}
