/* See history.h. A depth-first search over the calls that may come next. Failed attempts are stored
 * by the state and the number of calls performed by each thread. */
#include "engine/assess/history.h"

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/base/mem.h"

#include <stdlib.h>
#include <string.h>

struct tried {
  uint32_t state;
  uint8_t done[HISTORY_THREADS];
};

struct assessing {
  const struct history *h;
  const struct history_orders *o;
  uint32_t tries, calls;
  bool unknown;
  uint8_t done[HISTORY_THREADS];
  VEC(uint8_t) order;
  struct tried *table; /* open addressing; state UINT32_MAX: free */
  size_t cap, used;
};

/* ---- attempts ---- */

static size_t place_of(const struct assessing *j, const struct tried *t) {
  uint64_t done;
  size_t i;
  memcpy(&done, t->done, sizeof done);
  i = (size_t)hash_mix(done ^ hash_mix(t->state)) & (j->cap - 1);
  while (j->table[i].state != UINT32_MAX && memcmp(&j->table[i], t, sizeof *t) != 0)
    i = (i + 1) & (j->cap - 1);
  return i;
}

static void table_grow(struct assessing *j) {
  struct tried *old = j->table;
  size_t n = j->cap;
  j->cap = n ? n * 2 : 64;
  j->table = mem_alloc(j->cap * sizeof *j->table);
  for (size_t i = 0; i < j->cap; i++) j->table[i].state = UINT32_MAX;
  for (size_t i = 0; i < n; i++)
    if (old[i].state != UINT32_MAX) j->table[place_of(j, &old[i])] = old[i];
  free(old);
}

/* Returns false if this was tried before. */
static bool try_first(struct assessing *j, uint32_t state) {
  struct tried t;
  size_t at;
  memset(&t, 0, sizeof t);
  t.state = state;
  memcpy(t.done, j->done, sizeof t.done);
  if (j->used * 2 >= j->cap) table_grow(j);
  at = place_of(j, &t);
  if (j->table[at].state != UINT32_MAX) return false;
  j->table[at] = t;
  j->used++;
  CHECK(j->used < j->cap, "the table of attempts has a free place: %zu of %zu", j->used, j->cap);
  return true;
}

/* ---- orders ---- */

static bool assess_from(struct assessing *j, uint32_t state);

static const struct history_call *next_call(const struct assessing *j, uint32_t thread) {
  uint32_t n = j->done[thread];
  return n < j->h->count[thread] ? &j->h->of[thread][n] : NULL;
}

static bool may_come(const struct assessing *j, const struct history_call *c, uint32_t thread) {
  for (uint32_t i = 0; i < j->h->threads; i++)
    if (i != thread && j->done[i] < c->before[i]) return false;
  return true;
}

/* Converts an answer of the caller: 1, 0 or -1. Unknown counts as no. */
static bool is_sure(struct assessing *j, int answer) {
  j->unknown |= answer < 0;
  return answer > 0;
}

/* Were all calls performed except pending ones? If no thread can continue, the pending ones must
 * block. */
static bool is_whole(struct assessing *j, uint32_t state) {
  for (uint32_t i = 0; i < j->h->threads; i++)
    if (next_call(j, i) && !next_call(j, i)->pending) return false;
  for (uint32_t i = 0; i < j->h->threads; i++)
    if (next_call(j, i) && j->h->stuck && j->o->stays &&
        !is_sure(j, j->o->stays(j->o->self, state, i, j->done[i])))
      return false;
  return !j->o->fits || is_sure(j, j->o->fits(j->o->self, state));
}

static bool perform(struct assessing *j, uint32_t state, uint32_t thread) {
  uint32_t to[HISTORY_NEXT];
  int n = j->o->next(j->o->self, state, thread, j->done[thread], to);
  bool good = false;
  j->unknown |= n < 0;
  j->done[thread]++;
  CHECK(n <= HISTORY_NEXT, "a call ends in no more states than there is room for: %d", n);
  *vec_push(&j->order) = (uint8_t)thread;
  for (int i = 0; i < n && !good; i++) good = assess_from(j, to[i]);
  j->order.len--;
  j->done[thread]--;
  return good;
}

static bool assess_from(struct assessing *j, uint32_t state) {
  size_t before = j->used;
  if (!try_first(j, state)) return false;
  if (j->used > j->tries) {
    j->unknown = true;
    return false;
  }
  if (is_whole(j, state)) return true;
  for (uint32_t i = 0; i < j->h->threads; i++) {
    const struct history_call *c = next_call(j, i);
    if (!c || !may_come(j, c, i) || (c->pending && j->h->stuck)) continue;
    if (perform(j, state, i)) return true;
  }
  if (j->o->stopped && j->used == before + 1)
    j->o->stopped(j->o->self, state, j->order.data, (uint32_t)j->order.len);
  return false;
}

enum history_verdict history_assess(const struct history *h, const struct history_orders *o,
                                    uint32_t tries) {
  struct assessing j = {.h = h, .o = o, .tries = tries};
  bool good = assess_from(&j, o->first);
  CHECK(!j.order.len, "each call of an order is taken back: %zu", j.order.len);
  free(j.table);
  vec_free(&j.order);
  return good ? HISTORY_ACCEPTED : j.unknown ? HISTORY_UNKNOWN : HISTORY_REFUSED;
}

/* ---- precedence ---- */

void history_real_time(const struct history_read *read, uint32_t thread, uint32_t threads,
                       struct history_call *out) {
  for (uint32_t i = 0; i < threads; i++) out->before[i] = i == thread ? 0 : read->ended[i];
}

/* Was no call running at some moment between the two reads? That is so if the numbers of calls
 * begun, read later, equal the numbers of calls ended. */
static bool is_quiet(const struct history_read *read, uint32_t thread, uint32_t threads) {
  for (uint32_t i = 0; i < threads; i++)
    if (i != thread && read->ended[i] != read->begun[i]) return false;
  return true;
}

/* At that moment, `cut` calls of each thread had ended, and the others had not begun. */
static void part(const uint8_t *cut, const uint32_t *count, uint32_t threads,
                 struct history_call *const *out) {
  for (uint32_t t = 0; t < threads; t++)
    for (uint32_t k = cut[t]; k < count[t]; k++)
      for (uint32_t i = 0; i < threads; i++)
        if (cut[i] > out[t][k].before[i]) out[t][k].before[i] = cut[i];
}

void history_quiescence(const struct history_read *const *read, const uint32_t *count,
                        uint32_t threads, struct history_call *const *out) {
  for (uint32_t t = 0; t < threads; t++)
    for (uint32_t k = 0; k < count[t]; k++) {
      uint8_t cut[HISTORY_THREADS];
      if (!is_quiet(&read[t][k], t, threads)) continue;
      memcpy(cut, read[t][k].ended, sizeof cut);
      cut[t] = (uint8_t)k;
      for (uint32_t i = 0; INVARIANTS_ON && i < threads; i++)
        INVARIANT(cut[i] <= count[i], "no more calls have ended than there are: T%u, %u of %u",
                  i + 1, cut[i], count[i]);
      part(cut, count, threads, out);
    }
}
