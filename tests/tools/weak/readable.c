#include "tests/tools/weak/readable.h"

static bool writes_to(const struct done *d, int place) {
  return d->kind == DONE_ACCESS && d->place == place && d->write != NO_MODE;
}

/* Default values are the oldest writes in the coherence order. */
static bool is_coherent(const struct done *w) { return w->first || w->write >= OPAQUE; }

/* H1: the write at v is between the one at w and the read in happens-before. */
static bool is_overwritten_between(const struct sequence *s, const struct done *r, int w, int v) {
  return before_has(s->at[v].before, w) && before_has(r->before, v);
}

/* H2: the later write at v happens-before the read. */
static bool is_older_than_known(const struct sequence *s, const struct done *r, int w, int v) {
  return r->read >= OPAQUE && is_coherent(&s->at[w]) && s->at[v].write >= OPAQUE &&
         before_has(r->before, v);
}

/* H3: a read that happens-before r returned the later write at v. */
static bool is_older_than_read(const struct sequence *s, const struct done *r, int w, int v) {
  if (r->read < OPAQUE || !is_coherent(&s->at[w]) || s->at[v].write < OPAQUE) return false;
  for (int i = 0; i < s->count; i++)
    if (s->at[i].read >= OPAQUE && s->at[i].from == v && before_has(r->before, i)) return true;
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
    if (is_overwritten_between(s, r, w, v) || is_older_than_known(s, r, w, v) ||
        is_older_than_read(s, r, w, v) || is_older_than_volatile(s, r, v))
      return false;
  }
  return true;
}

int readable_newest(const struct sequence *s, int place) {
  int w = s->count - 1;
  while (!writes_to(&s->at[w], place)) w--;
  return w;
}
