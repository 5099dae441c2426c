/* The storage of canon.edges. The edges of one entry are adjacent (canon_names.c). */
#include "engine/state/canon_int.h"
#include "engine/base/check.h"

enum { EDGE_LISTS = COUNT(((struct canon *)0)->edges_free) };

uint32_t canon_edges_take(struct canon *c, uint32_t n) {
  uint32_t at;
  if (n < EDGE_LISTS && (at = c->edges_free[n])) {
    c->edges_free[n] = c->edges.data[at - 1].next;
  } else {
    at = (uint32_t)c->edges.len + 1;
    vec_reserve(&c->edges, c->edges.len + n);
    c->edges.len += n;
  }
  return at;
}

void canon_edges_give(struct canon *c, uint32_t at, uint32_t n) {
  if (!n) return;
  CHECK(at && at - 1 + n <= c->edges.len, "edges that are given back were taken: %u, %u", at, n);
  if (n >= EDGE_LISTS) {
    c->edges_lost += n;
    return;
  }
  c->edges.data[at - 1].next = c->edges_free[n];
  c->edges_free[n] = at;
}

bool canon_names_wasteful(const struct canon *c) {
  return c->edges_lost > 65536 && c->edges_lost > c->edges.len / 2;
}

void canon_edges_clear(struct canon *c) {
  memset(c->edges_free, 0, sizeof c->edges_free);
  c->edges.len = c->edges_lost = 0;
}
