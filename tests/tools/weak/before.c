#include "tests/tools/weak/before.h"

static void edge_from(const struct sequence *s, struct done *d, int from) {
  d->before |= s->at[from].before | (uint64_t)1 << from;
}

/* Program order. Defaults happen before everything. Main's actions follow its joins. */
static bool is_ordered_by_program(const struct done *e, const struct done *d) {
  return e->first || e->thread == d->thread || d->thread == MAIN;
}

static bool edge_synchronizes(const struct done *e, const struct done *d) {
  switch (d->kind) {
    case DONE_FENCE:
      return e->kind == DONE_FENCE && e->place == FENCE_FULL && d->place == FENCE_FULL;
    case DONE_LOCK: return e->kind == DONE_UNLOCK && e->place == d->place;
    case DONE_ACCESS:
      return e->kind == DONE_ACCESS && e->place == d->place && e->write == VOLATILE &&
             d->read == VOLATILE;
    default: return false;
  }
}

static bool fence_releases(const struct done *d) {
  return d->kind == DONE_FENCE && d->place != FENCE_ACQUIRE && d->place != FENCE_LOADS;
}

static bool fence_acquires(const struct done *d) {
  return d->kind == DONE_FENCE && d->place != FENCE_RELEASE && d->place != FENCE_STORES;
}

/* What happens-before an action that acquires the write at w: the write itself if it releases, or
 * else the last fence before it that does. */
static void edge_from_write(const struct sequence *s, struct done *d, int w) {
  int i = w;
  if (s->at[w].write < ORDERED)
    while (i >= 0 && !(s->at[i].thread == s->at[w].thread && fence_releases(&s->at[i]))) i--;
  if (i >= 0) edge_from(s, d, i);
}

/* An acquiring fence acquires the writes that its thread has read. */
static void edges_to_fence(const struct sequence *s, struct done *d) {
  for (int i = 0; i < s->count; i++)
    if (s->at[i].thread == d->thread && s->at[i].from >= 0) edge_from_write(s, d, s->at[i].from);
}

struct done before_next(const struct sequence *s, int thread, enum done_kind kind, int place,
                        enum mode read, enum mode write) {
  struct done d = {
      .kind = kind, .thread = thread, .place = place, .read = read, .write = write, .from = -1};
  for (int i = 0; i < s->count; i++)
    if (is_ordered_by_program(&s->at[i], &d) || edge_synchronizes(&s->at[i], &d))
      edge_from(s, &d, i);
  if (fence_acquires(&d)) edges_to_fence(s, &d);
  return d;
}

void before_returns(const struct sequence *s, struct done *d, int from) {
  d->from = from;
  if (d->read >= ORDERED) edge_from_write(s, d, from);
}
