#include "tests/tools/weak/readable.h"

static bool writes_to(const struct done *d, int place) {
  return d->kind == DONE_ACCESS && d->place == place && d->write != NO_MODE;
}

static bool is_update(const struct done *v) { return v->read != NO_MODE && v->write != NO_MODE; }

/* The write at v covers the one at w: w happens-before it, it is an atomic update of what w wrote,
 * or it covers a write that covers w. */
static bool covers(const struct sequence *s, int v, int w) {
  const struct done *later = &s->at[v];
  if (before_has(later->before, w) || (is_update(later) && later->from == w)) return true;
  for (int u = w + 1; u < v; u++)
    if (writes_to(&s->at[u], later->place) && covers(s, u, w) && covers(s, v, u)) return true;
  return false;
}

/* H1: the write at v covers the one at w, and happens-before the read. */
static bool is_overwritten_between(const struct sequence *s, const struct done *r, int w, int v) {
  return before_has(r->before, v) && covers(s, v, w);
}

/* H2: the later write at v happens-before the read. */
static bool is_older_than_known(const struct done *r, int v) {
  return r->read >= OPAQUE && before_has(r->before, v);
}

/* H3: a read that happens-before r returned the later write at v. The reads of updates count as
 * opaque. */
static bool is_older_than_read(const struct sequence *s, const struct done *r, int v) {
  if (r->read < OPAQUE) return false;
  for (int i = 0; i < s->count; i++)
    if ((s->at[i].read >= OPAQUE || s->at[i].updates) && s->at[i].from == v &&
        before_has(r->before, i))
      return true;
  return false;
}

/* H4: the later write at v is volatile, and so is the read. */
static bool is_older_than_volatile(const struct sequence *s, const struct done *r, int v) {
  return r->read == VOLATILE && s->at[v].write == VOLATILE;
}

bool readable_returns(const struct sequence *s, const struct done *r, int w) {
  if (!writes_to(&s->at[w], r->place)) return false;
  for (int v = w + 1; v < s->count; v++) {
    if (!writes_to(&s->at[v], r->place)) continue;
    if (is_overwritten_between(s, r, w, v) || is_older_than_known(r, v) ||
        is_older_than_read(s, r, v) || is_older_than_volatile(s, r, v))
      return false;
  }
  return true;
}

int readable_newest(const struct sequence *s, int place) {
  int w = s->count - 1;
  while (!writes_to(&s->at[w], place)) w--;
  return w;
}
