/* See shapes.h. */

#include "tests/tools/oracle/generate.h"
#include "tests/tools/oracle/shapes.h"

struct stmt *shape_make(struct shape *h, enum stmt_kind kind, int a, int b, int c) {
  return stmt_new(h->g, kind, a, b, c);
}

struct stmt *shape_around(struct stmt *outer, struct stmt *body) {
  outer->body = body;
  return outer;
}

struct stmt *shape_then(struct stmt *first, struct stmt *next) {
  append(&first, next);
  return first;
}

void shape_put(struct shape *h, int t, struct stmt *s) { append(h->body[t], s); }

void shape_put_mostly(struct shape *h, int t, struct stmt *s) {
  if (chance(h->g, 85)) shape_put(h, t, s);
}

static int shape_any_plain(struct shape *h) { return chance(h->g, 60) ? LOC_X : below(h->g, 3); }

struct stmt *shape_look(struct shape *h) {
  return shape_make(h, S_READ, shape_any_plain(h), 0, 0);
}

struct stmt *shape_write(struct shape *h) {
  return shape_make(h, chance(h->g, 50) ? S_SET : S_ADD, shape_any_plain(h), 0, 1 + below(h->g, 2));
}

struct stmt *shape_in_monitor(struct shape *h, int m, struct stmt *body) {
  return shape_around(shape_make(h, S_SYNC, m, 0, 0), body);
}

struct stmt *shape_tried(struct shape *h, struct stmt *body) {
  return shape_around(shape_make(h, S_TRY, 0, 0, 0), body);
}

int shape_last(const struct shape *h) { return h->g->p->threads - 1; }

enum stmt_kind shape_some_notify(struct shape *h) {
  return chance(h->g, 65) ? S_NOTIFY : S_NOTIFY_ALL;
}

static int shape_any_spin(struct shape *h, struct stmt *s) {
  return s->d = (uint8_t)below(h->g, 3);
}

struct stmt *shape_spin(struct shape *h, enum stmt_kind kind, int a, int c) {
  struct stmt *s = shape_make(h, kind, a, 0, c);
  shape_any_spin(h, s);
  h->g->p->loops = true;
  return s;
}

struct stmt *shape_some_wait(struct shape *h) {
  int time = how_long(h->g);
  switch ((h->turn + below(h->g, 2)) % 5) {
    case 0: return shape_in_monitor(h, MON_M0, shape_make(h, S_WAIT, MON_M0, time, 0));
    case 1: return shape_make(h, S_SLEEP, 0, time ? time : TIME_1, 0);
    case 2: return shape_make(h, S_PARK, 0, time, 0);
    case 3: return shape_make(h, S_JOIN, 0, time, 0);
    default: return shape_in_monitor(h, 1, shape_make(h, S_WAIT, 1, time, 0));
  }
}
