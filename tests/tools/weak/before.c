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
    case DONE_FENCE: return e->kind == DONE_FENCE;
    case DONE_LOCK: return e->kind == DONE_UNLOCK && e->place == d->place;
    case DONE_ACCESS:
      return e->kind == DONE_ACCESS && e->place == d->place && e->write == VOLATILE &&
             d->read == VOLATILE;
    default: return false;
  }
}

struct done before_next(const struct sequence *s, int thread, enum done_kind kind, int place,
                        enum mode read, enum mode write) {
  struct done d = {
      .kind = kind, .thread = thread, .place = place, .read = read, .write = write, .from = -1};
  for (int i = 0; i < s->count; i++)
    if (is_ordered_by_program(&s->at[i], &d) || edge_synchronizes(&s->at[i], &d))
      edge_from(s, &d, i);
  return d;
}

void before_returns(const struct sequence *s, struct done *d, int from) {
  d->from = from;
  if (d->read >= ORDERED && s->at[from].write >= ORDERED) edge_from(s, d, from);
}
