#include "tests/tools/weak/readable.h"

static bool writes_to(const struct done *d, int place) {
  return d->kind == DONE_ACCESS && d->place == place && d->write != NO_MODE;
}

/* H1: the later write at v happens-before the read. */
static bool is_older_than_known(const struct done *r, int v) { return before_has(r->before, v); }

/* H2: a coherent read that happens-before r returned the later write at v. The reads of updates
 * count as opaque. */
static bool is_older_than_read(const struct sequence *s, const struct done *r, int v) {
  if (r->read < OPAQUE) return false;
  for (int i = 0; i < s->count; i++)
    if ((s->at[i].read >= OPAQUE || s->at[i].updates) && s->at[i].from == v &&
        before_has(r->before, i))
      return true;
  return false;
}

/* H3: the later write at v is volatile, and so is the read. */
static bool is_older_than_volatile(const struct sequence *s, const struct done *r, int v) {
  return r->read == VOLATILE && s->at[v].write == VOLATILE;
}

bool readable_returns(const struct sequence *s, const struct done *r, int w) {
  if (!writes_to(&s->at[w], r->place)) return false;
  for (int v = w + 1; v < s->count; v++) {
    if (!writes_to(&s->at[v], r->place)) continue;
    if (is_older_than_known(r, v) || is_older_than_read(s, r, v) || is_older_than_volatile(s, r, v))
      return false;
  }
  return true;
}

int readable_newest(const struct sequence *s, int place) {
  int w = s->count - 1;
  while (!writes_to(&s->at[w], place)) w--;
  return w;
}
