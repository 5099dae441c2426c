/* Shapes of programs in which threads meet: hand-over, several waiters, interrupts of what waits,
 * permits, initialisers that need each other, publication, mutual exclusion by hand, ... Each is
 * made with some of its parts changed or missing. */
#include "tests/oracle/generate.h"

struct shape {
  struct generator *g;
  int turn;                        /* how many programs had the shape before */
  struct stmt **body[MAX_THREADS]; /* of main: what comes behind the starts */
};

static struct stmt *make(struct shape *h, enum stmt_kind kind, int a, int b, int c) {
  return stmt_new(h->g, kind, a, b, c);
}

static struct stmt *around(struct stmt *outer, struct stmt *body) {
  outer->body = body;
  return outer;
}

static struct stmt *then(struct stmt *first, struct stmt *next) {
  append(&first, next);
  return first;
}

static void put(struct shape *h, int t, struct stmt *s) { append(h->body[t], s); }

/* Now and then without. */
static void put_mostly(struct shape *h, int t, struct stmt *s) {
  if (chance(h->g, 85)) put(h, t, s);
}

static int any_plain(struct shape *h) { return chance(h->g, 60) ? LOC_X : below(h->g, 3); }

static struct stmt *look(struct shape *h) { return make(h, S_READ, any_plain(h), 0, 0); }

static struct stmt *write(struct shape *h) {
  return make(h, chance(h->g, 50) ? S_SET : S_ADD, any_plain(h), 0, 1 + below(h->g, 2));
}

static struct stmt *in_monitor(struct shape *h, int m, struct stmt *body) {
  return around(make(h, S_SYNC, m, 0, 0), body);
}

static struct stmt *tried(struct shape *h, struct stmt *body) {
  return around(make(h, S_TRY, 0, 0, 0), body);
}

static int last(const struct shape *h) { return h->g->p->threads - 1; }

static enum stmt_kind some_notify(struct shape *h) {
  return chance(h->g, 65) ? S_NOTIFY : S_NOTIFY_ALL;
}

static int any_spin(struct shape *h, struct stmt *s) { return s->d = (uint8_t)below(h->g, 3); }

static struct stmt *spin(struct shape *h, enum stmt_kind kind, int a, int c) {
  struct stmt *s = make(h, kind, a, 0, c);
  any_spin(h, s);
  h->g->p->loops = true;
  return s;
}

/* ---- monitors ---- */

static void hand_over(struct shape *h) {
  int flag = chance(h->g, 70) ? LOC_Y : LOC_V, m = MON_M0;
  struct stmt *set = make(h, S_SET, flag, 0, 1), *wait;
  put_mostly(h, 1, write(h));
  put(h, 1, in_monitor(h, m, then(set, make(h, some_notify(h), m, 0, 0))));
  for (int t = 2; t <= last(h); t++) {
    wait = make(h, S_WAIT_WHILE, flag, m, 0), wait->d = (uint8_t)how_long(h->g);
    put(h, t, wait), put(h, t, look(h));
  }
  if (last(h) < 2) wait = make(h, S_WAIT_WHILE, flag, m, 0), put(h, 0, wait);
  put(h, 0, look(h));
}

/* Who is woken is seen by what is printed, and how many waited by what main has read. */
static void several_waiters(struct shape *h) {
  int m = h->turn % 2 == 0 ? MON_M0 : below(h->g, h->g->p->threads);
  if (h->turn % 2 == 0) h->g->p->threads = 3;
  for (int t = 1; t <= last(h); t++) {
    struct stmt *waits = make(h, S_WAIT, m, how_long(h->g), 0);
    if (chance(h->g, 40)) waits = tried(h, waits);
    waits = then(make(h, S_ADD, LOC_Y, 0, 1), then(waits, make(h, S_PRINT, t, 0, 0)));
    put(h, t, in_monitor(h, m, waits));
  }
  if (h->turn % 4 == 2) {
    put(h, 0, in_monitor(h, m, make(h, S_NOTIFY_ALL, m, 0, 0)));
    return;
  }
  for (int n = h->turn ? 1 + below(h->g, 2) : 1; n > 0; n--) {
    enum stmt_kind kind = h->turn ? some_notify(h) : S_NOTIFY;
    put(h, 0, in_monitor(h, m, then(make(h, S_READ, LOC_Y, 0, 0), make(h, kind, m, 0, 0))));
  }
  put(h, 0, make(h, S_PRINT_R, 0, 0, 0));
  if (h->turn % 3 == 1) put(h, 0, make(h, S_INTERRUPT, 1, 0, 0));
  put_mostly(h, 0, look(h));
}

/* Notified first, then interrupted, or the other way round; who has seen y = 1 has met a waiter. */
static void notified_and_interrupted(struct shape *h) {
  struct stmt *notify =
      in_monitor(h, MON_M0, then(make(h, S_READ, LOC_Y, 0, 0), make(h, S_NOTIFY, MON_M0, 0, 0)));
  struct stmt *interrupt = make(h, S_INTERRUPT, 1, 0, 0);
  put(h, 1,
      in_monitor(h, MON_M0,
                 then(make(h, S_SET, LOC_Y, 0, 1), tried(h, make(h, S_WAIT, MON_M0, 0, 0)))));
  put(h, 1, make(h, S_IS_INTERRUPTED, 1, 0, 0));
  put(h, 1, make(h, S_PRINT_R, 0, 0, 0));
  put(h, 0, h->turn % 2 ? then(interrupt, notify) : then(notify, interrupt));
  if (last(h) > 1) put(h, 2, in_monitor(h, MON_M0, make(h, S_WAIT, MON_M0, how_long(h->g), 0)));
}

/* The monitor of a thread: its end, its joiners and others wait and notify there. */
static void monitor_of_thread(struct shape *h) {
  int other = last(h) > 1 ? 2 : 0, kind = below(h->g, 4);
  struct stmt *inner = kind == 0   ? make(h, S_WAIT, 1, how_long(h->g), 0)
                       : kind == 1 ? make(h, S_JOIN, 1, how_long(h->g), 0)
                                   : make(h, some_notify(h), 1, 0, 0);
  put_mostly(h, 1, write(h));
  if (chance(h->g, 40)) put(h, 1, in_monitor(h, 1, write(h)));
  if (chance(h->g, 30)) put(h, other, in_monitor(h, 1, make(h, S_WAIT, 1, UNTIMED, 0)));
  put(h, other, in_monitor(h, 1, chance(h->g, 50) ? then(write(h), inner) : then(inner, look(h))));
  if (chance(h->g, 40)) put(h, 0, in_monitor(h, 1, make(h, S_JOIN, 1, how_long(h->g), 0)));
  put(h, 0,
      chance(h->g, 50) ? make(h, S_JOIN, 1, how_long(h->g), 0)
                       : in_monitor(h, 1, make(h, S_WAIT, 1, how_long(h->g), 0)));
  put(h, 0, look(h));
}

/* Whoever has the monitor of a thread keeps it from ending. */
static void keeps_from_ending(struct shape *h) {
  struct stmt *looks = make(h, S_ALIVE, 1, 0, 0);
  put_mostly(h, 1, write(h));
  switch (h->turn % 4) {
    case 0: append(&looks, make(h, S_ALIVE, 1, 0, 0)); break;
    case 1: /* the interrupt comes first, whatever the time */
      append(&looks, make(h, S_INTERRUPT, 0, 0, 0));
      append(&looks, tried(h, make(h, S_JOIN, 1, how_long(h->g), 0)));
      break;
    case 2: looks = spin(h, S_SPIN_ALIVE, 1, 0); break;
    default: looks = make(h, S_WAIT, 1, UNTIMED, 0); break;
  }
  put(h, 0, in_monitor(h, 1, looks));
  put(h, 0, make(h, S_READ, LOC_X, 0, 0));
}

/* What the ended thread has written is known to who was woken by its end. */
static void woken_by_end(struct shape *h) {
  put(h, 1, make(h, S_ADD, LOC_X, 0, 1));
  put(h, 0, in_monitor(h, 1, make(h, S_WAIT, 1, h->turn % 2 ? how_long(h->g) : UNTIMED, 0)));
  put(h, 0, make(h, S_READ, LOC_X, 0, 0));
  if (last(h) > 1) put(h, 2, h->turn % 2 ? make(h, S_JOIN, 1, 0, 0) : make(h, S_ALIVE, 1, 0, 0));
}

/* A thread that is not started has a monitor, and a join of it takes that. */
static void unstarted(struct shape *h) {
  struct stmt *inner =
      h->turn % 2 == 0 ? make(h, S_PARK, 0, UNTIMED, 0) : make(h, S_JOIN, 0, UNTIMED, 0);
  h->g->p->threads = 3, h->g->late = 2;
  put(h, 1, in_monitor(h, 2, inner));
  put(h, 0, make(h, S_JOIN, 2, h->turn % 3 == 2 ? how_long(h->g) : UNTIMED, 0));
  if (chance(h->g, 60)) put(h, 0, make(h, S_UNPARK, 1, 0, 0));
  put(h, 0, make(h, S_PRINT, 0, 0, 0));
  if (chance(h->g, 50)) put(h, 0, make(h, S_START, 2, 0, 0));
  put(h, 2, write(h));
}

static void locks_crossed(struct shape *h) {
  int a = MON_M0, b = chance(h->g, 70) ? MON_M1 : 1;
  if (h->turn % 3 < 2) h->g->p->threads = 3;
  put(h, 1, in_monitor(h, a, then(write(h), in_monitor(h, b, write(h)))));
  put(h, last(h) > 1 ? 2 : 0, in_monitor(h, b, in_monitor(h, a, look(h))));
  switch (h->turn % 3) {
    case 0: put(h, 0, make(h, S_EXIT, 0, 0, 0)); break;
    case 1: put(h, 0, spin(h, S_SPIN, LOC_V, 0)); break;
    default: put(h, 0, write(h)); break;
  }
}

/* ---- interrupts ---- */

static struct stmt *some_wait(struct shape *h) {
  int time = how_long(h->g);
  switch ((h->turn + below(h->g, 2)) % 5) {
    case 0: return in_monitor(h, MON_M0, make(h, S_WAIT, MON_M0, time, 0));
    case 1: return make(h, S_SLEEP, 0, time ? time : TIME_1, 0);
    case 2: return make(h, S_PARK, 0, time, 0);
    case 3: return make(h, S_JOIN, 0, time, 0);
    default: return in_monitor(h, 1, make(h, S_WAIT, 1, time, 0));
  }
}

static void interrupts(struct shape *h) {
  int by = last(h) > 1 && chance(h->g, 60) ? 2 : 0;
  struct stmt *waits = some_wait(h);
  put(h, 1, chance(h->g, 80) ? tried(h, waits) : waits);
  put(h, 1,
      chance(h->g, 50) ? make(h, S_INTERRUPTED, 0, 0, 0) : make(h, S_IS_INTERRUPTED, 1, 0, 0));
  if (chance(h->g, 50)) put(h, 1, look(h));
  put_mostly(h, by, write(h));
  put(h, by, make(h, S_INTERRUPT, 1, 0, 0));
  if (chance(h->g, 50)) put(h, 0, in_monitor(h, MON_M0, make(h, some_notify(h), MON_M0, 0, 0)));
  if (chance(h->g, 30)) put(h, 0, make(h, S_IS_INTERRUPTED, 1, 0, 0));
}

static void interrupted_before(struct shape *h) {
  put(h, 1, make(h, S_INTERRUPT, 1, 0, 0));
  put(h, 1, tried(h, some_wait(h)));
  put(h, 1, make(h, S_IS_INTERRUPTED, 1, 0, 0));
  put(h, 0, make(h, S_IS_INTERRUPTED, 1, 0, 0));
}

static void until_interrupted(struct shape *h) {
  put(h, 1, spin(h, S_SPIN_CALM, 0, 0));
  put_mostly(h, 1, look(h));
  put_mostly(h, 0, write(h));
  put_mostly(h, 0, make(h, S_INTERRUPT, 1, 0, 0));
}

/* ---- permits ---- */

/* An interrupt leaves a permit behind. */
static void permit_of_interrupt(struct shape *h) {
  put(h, 1, spin(h, S_SPIN_CALM, 0, 0));
  put(h, 1, make(h, S_INTERRUPTED, 0, 0, 0));
  put(h, 1, make(h, S_PARK, 0, UNTIMED, 0));
  put(h, 0, write(h));
  put(h, 0, make(h, S_INTERRUPT, 1, 0, 0));
}

static void permits(struct shape *h) {
  int by = last(h) > 1 ? 2 : 0;
  if (h->turn % 3 == 2) {
    permit_of_interrupt(h);
    return;
  }
  if (chance(h->g, 30)) put(h, 1, make(h, S_UNPARK, 1, 0, 0));
  if (chance(h->g, 50)) {
    struct stmt *parks = make(h, S_PARK_WHILE, chance(h->g, 80) ? LOC_V : LOC_X, 0, 0);
    parks->b = (uint8_t)how_long(h->g);
    h->g->p->loops = true;
    put(h, 1, parks);
  } else {
    for (int n = 1 + below(h->g, 2); n > 0; n--) put(h, 1, make(h, S_PARK, 0, how_long(h->g), 0));
  }
  put(h, 1, look(h));
  put(h, by, write(h)), put_mostly(h, by, make(h, S_SET, LOC_V, 0, 1));
  put(h, by, make(h, S_UNPARK, 1, 0, 0));
  if (chance(h->g, 40)) put(h, 0, make(h, chance(h->g, 50) ? S_UNPARK : S_INTERRUPT, 1, 0, 0));
}

/* ---- threads and the end ---- */

/* What was printed first. */
static void prints(struct shape *h) {
  for (int t = 0; t <= last(h); t++) {
    if (chance(h->g, 40)) put(h, t, write(h));
    put(h, t, make(h, S_PRINT, t, 0, 0));
    if (chance(h->g, 40)) put(h, t, look(h));
  }
}

static void started_late(struct shape *h) {
  h->g->late = last(h);
  put(h, 0, make(h, chance(h->g, 70) ? S_JOIN : S_ALIVE, last(h), how_long(h->g), 0));
  put_mostly(h, 0, look(h));
  put(h, last(h), write(h));
  if (last(h) > 1)
    put(h, 1, make(h, S_START, last(h), 0, 0)), put(h, 1, look(h));
  else
    put(h, 0, make(h, S_START, last(h), 0, 0));
}

static void exits(struct shape *h) {
  put(h, 1, make(h, S_PRINT, 1, 0, 0));
  put(h, 1, make(h, S_EXIT, 0, 0, below(h->g, 3)));
  put(h, 0, chance(h->g, 50) ? make(h, S_PRINT, 0, 0, 0) : write(h));
  if (last(h) > 1) put(h, 2, make(h, chance(h->g, 50) ? S_PARK : S_PRINT, 2, 0, 0));
}

static void daemons(struct shape *h) {
  h->g->p->daemons = (uint8_t)(1u << 1 | (chance(h->g, 30) ? 1u << 2 : 0));
  put(h, 1,
      chance(h->g, 50)   ? spin(h, S_SPIN, chance(h->g, 50) ? LOC_V : LOC_X, 0)
      : chance(h->g, 50) ? make(h, S_PARK, 0, UNTIMED, 0)
                         : some_wait(h));
  put(h, 1, make(h, S_PRINT, 1, 0, 0));
  put(h, 0, chance(h->g, 50) ? write(h) : make(h, S_SET, LOC_V, 0, 1));
}

static void watches_end(struct shape *h) {
  put(h, 1, write(h));
  put(h, 0, spin(h, S_SPIN_ALIVE, last(h), 0));
  put(h, 0, look(h));
  if (last(h) > 1) put(h, 2, chance(h->g, 60) ? make(h, S_ALIVE, 1, 0, 0) : write(h));
}

/* ---- classes ---- */

/* Who comes first gets what it threw, who comes later another error. */
static void initialiser_fails(struct shape *h) {
  struct program *p = h->g->p;
  if (chance(h->g, 50)) append(&p->init_body[1], write(h));
  append(&p->init_body[1], make(h, S_THROW, 0, 0, 0));
  for (int t = 0; t <= last(h); t++) {
    put(h, t, tried(h, make(h, S_READ, LOC_I1, 0, 0)));
    put(h, t, make(h, S_PRINT_R, 0, 0, 0));
  }
  append(&p->init_body[2], look(h));
  put(h, 1, tried(h, make(h, S_READ, LOC_I2, 0, 0)));
}

static void initialisers(struct shape *h) {
  struct program *p = h->g->p;
  p->classes = 3;
  if (h->turn % 3 == 1) {
    initialiser_fails(h);
    return;
  }
  put(h, 1, make(h, S_READ, LOC_I1, 0, 0));
  put(h, last(h) > 1 ? 2 : 0, make(h, S_READ, h->turn % 3 < 2 ? LOC_I2 : LOC_I1, 0, 0));
  if (h->turn % 3 == 0) {
    append(&p->init_body[1], make(h, S_READ, LOC_I2, 0, 0));
    append(&p->init_body[2], make(h, S_READ, LOC_I1, 0, 0));
    return;
  }
  put(h, 0, chance(h->g, 50) ? make(h, S_READ, LOC_I1, 0, 0) : make(h, S_SET, LOC_I2, 0, 1));
  append(&p->init_body[1], chance(h->g, 60) ? make(h, S_READ, LOC_I2, 0, 0) : write(h));
  append(&p->init_body[2], chance(h->g, 60) ? make(h, S_READ, LOC_I1, 0, 0) : look(h));
  if (chance(h->g, 30)) append(&p->init_body[1], in_monitor(h, MON_M0, write(h)));
  if (chance(h->g, 30)) put(h, 0, in_monitor(h, MON_M0, make(h, S_READ, LOC_I1, 0, 0)));
  if (chance(h->g, 25)) append(&p->init_body[1], make(h, S_THROW, 0, 0, 0));
  if (chance(h->g, 25)) put(h, 0, tried(h, make(h, S_READ, LOC_I1, 0, 0)));
}

/* An initialiser starts a thread and waits for it; that needs the class or does not. */
static void initialiser_starts(struct shape *h) {
  struct program *p = h->g->p;
  p->classes = 2;
  h->g->late = last(h);
  append(&p->init_body[1], make(h, S_START, last(h), 0, 0));
  append(&p->init_body[1], tried(h, make(h, S_JOIN, last(h), how_long(h->g), 0)));
  put(h, last(h), chance(h->g, 50) ? write(h) : make(h, S_READ, LOC_I1, 0, 0));
  if (last(h) > 1) put(h, 1, make(h, S_READ, LOC_I1, 0, 0));
  put(h, 0, make(h, S_READ, LOC_I1, 0, 0));
  put(h, 0, look(h));
}

/* What an initialiser has written is known to all who find the class initialised. */
static void initialised(struct shape *h) {
  struct program *p = h->g->p;
  p->classes = 2;
  append(&p->init_body[1], make(h, S_SET, LOC_X, 0, 1));
  for (int t = 1; t <= last(h); t++) {
    if (chance(h->g, 80)) put(h, t, make(h, S_READ, LOC_I1, 0, 0));
    put(h, t, make(h, S_READ, LOC_X, 0, 0));
    if (chance(h->g, 40)) put(h, t, make(h, S_READ, LOC_I1, 0, 0));
  }
}

/* ---- memory ---- */

static void publishes(struct shape *h) {
  put(h, 1, write(h)), put(h, 1, make(h, S_SET, LOC_V, 0, 1));
  if (chance(h->g, 30)) put(h, 1, write(h));
  for (int t = last(h) > 1 ? 2 : 0; t != 1 && t <= last(h); t += 3) {
    if (chance(h->g, 50))
      put(h, t, spin(h, S_SPIN, LOC_V, 0)), put(h, t, look(h));
    else
      put(h, t, around(make(h, S_IF, LOC_V, 0, 1), chance(h->g, 60) ? look(h) : write(h)));
  }
  if (last(h) > 1 && chance(h->g, 50)) put(h, 0, make(h, S_READ, LOC_V, 0, 0)), put(h, 0, look(h));
}

/* The same values, and another order of what made them. */
static void orders(struct shape *h) {
  int by = 2;
  struct stmt *first = h->turn % 2 ? make(h, S_READ, LOC_V, 0, 0)
                                   : in_monitor(h, MON_M0, make(h, S_READ, LOC_Y, 0, 0));
  struct stmt *second = h->turn % 2 ? make(h, S_SET, LOC_V, 0, 0)
                                    : in_monitor(h, MON_M0, make(h, S_READ, LOC_Y, 0, 0));
  h->g->p->threads = 3;
  put(h, 1, make(h, S_SET, LOC_X, 0, 1)), put(h, 1, second);
  put(h, by, first), put(h, by, make(h, chance(h->g, 60) ? S_READ : S_SET, LOC_X, 0, 1));
  if (chance(h->g, 50)) put(h, 0, in_monitor(h, MON_M0, look(h)));
}

static void excludes(struct shape *h) {
  int by = last(h) > 1 ? 2 : 0;
  put(h, 1, make(h, S_SET, LOC_V, 0, 1));
  put(h, 1, around(make(h, S_IF, LOC_W, 0, 0), make(h, S_ADD, LOC_X, 0, 1)));
  put(h, by, make(h, S_SET, LOC_W, 0, 1));
  put(h, by, around(make(h, S_IF, LOC_V, 0, 0), make(h, S_ADD, LOC_X, 0, 1)));
  if (chance(h->g, 40)) put(h, by, make(h, S_SET, LOC_W, 0, 0));
}

static void boxes(struct shape *h) {
  static const uint8_t holders[] = {LOC_B, LOC_OB, LOC_VB, LOC_VH};
  int where = holders[below(h->g, 4)];
  put(h, 1, make(h, S_BOX, where, 0, 1 + below(h->g, 3)));
  if (chance(h->g, 40)) put(h, 1, make(h, S_BOX_WRITE, where, 0, 3));
  for (int t = last(h) > 1 ? 2 : 0; t != 1; t = t ? 0 : 1)
    put(h, t, make(h, chance(h->g, 70) ? S_BOX_READ : S_BOX_WRITE, where, 0, 2));
  if (chance(h->g, 40)) put(h, 0, make(h, S_BOX, where, 0, 2));
}

static void atomics(struct shape *h) {
  h->g->p->atomic = true;
  for (int t = 1; t <= last(h); t++) {
    int kind = below(h->g, 3);
    if (kind == 0) {
      put(h, t, spin(h, S_SPIN_CAS, 0, 1)), put(h, t, write(h));
      put_mostly(h, t, make(h, S_SET, LOC_AI, 0, 0));
    } else if (kind == 1) {
      put(h, t, around(make(h, S_IF_CAS, 0, below(h->g, 2), 1 + below(h->g, 2)), write(h)));
    } else {
      put(h, t, make(h, S_GET_ADD, 0, 0, 1)), put(h, t, look(h));
    }
  }
  put(h, 0, chance(h->g, 50) ? make(h, S_READ, LOC_AI, 0, 0) : make(h, S_SET, LOC_AI, 0, 1));
}

/* Two short sleeps are longer than a wait; one is not. */
static void sleeps_in_a_row(struct shape *h) {
  h->g->p->patience = 1000;
  put(h, 1, make(h, S_SLEEP, 0, TIME_600, 0));
  put(h, 1, make(h, S_SLEEP, 0, chance(h->g, 80) ? TIME_600 : TIME_1, 0));
  put(h, 1, make(h, S_SET, LOC_X, 0, 1));
  put(h, 0, make(h, S_JOIN, 1, TIME_1000, 0));
  put(h, 0, make(h, S_READ, LOC_X, 0, 0));
  if (last(h) > 1) put(h, 2, make(h, S_SLEEP, 0, TIME_600, 0));
}

/* Two end one after the other when nothing else can run. */
static void sleepers(struct shape *h) {
  h->g->p->patience = 1000;
  for (int t = 1; t <= last(h); t++) {
    put(h, t, make(h, S_SLEEP, 0, t == 1 ? TIME_1500 : TIME_1000, 0));
    put(h, t, make(h, S_PRINT, t, 0, 0));
  }
  put(h, 0, make(h, S_SLEEP, 0, TIME_1500, 0));
  put(h, 0, make(h, S_PRINT, 0, 0, 0));
}

/* Timed waits on both sides of the patience. */
static void timed(struct shape *h) {
  static const uint8_t times[] = {TIME_600, TIME_1000, TIME_1500, TIME_1};
  if (h->turn % 4 == 1) sleeps_in_a_row(h);
  if (h->turn % 4 == 2) sleepers(h);
  if (h->turn % 4 == 1 || h->turn % 4 == 2) return;
  if (h->turn % 4) h->g->p->patience = chance(h->g, 80) ? 1000 : 600;
  for (int t = 1; t <= last(h); t++) {
    for (int n = 1 + below(h->g, 2); n > 0; n--) {
      int time = times[below(h->g, 4)];
      put(h, t,
          chance(h->g, 50)   ? make(h, S_SLEEP, 0, time, 0)
          : chance(h->g, 50) ? in_monitor(h, MON_M0, make(h, S_WAIT, MON_M0, time, 0))
                             : make(h, S_PARK, 0, time, 0));
    }
    put(h, t, write(h));
  }
  put(h, 0,
      chance(h->g, 50) ? make(h, S_SLEEP, 0, times[below(h->g, 3)], 0)
                       : make(h, S_JOIN, 1, times[below(h->g, 3)], 0));
  if (chance(h->g, 30)) put(h, 0, make(h, S_UNPARK, 1, 0, 0));
  if (chance(h->g, 30)) put(h, 0, in_monitor(h, MON_M0, make(h, S_NOTIFY, MON_M0, 0, 0)));
  if (chance(h->g, 25)) {
    put(h, last(h), spin(h, S_SPIN, LOC_V, 0));
    put(h, 0, make(h, S_SET, LOC_V, 0, 1));
  }
  put(h, 0, look(h));
}

static const struct {
  void (*make)(struct shape *h);
  unsigned features;
} idioms[] = {
    {hand_over, F_SYNC | F_VOLATILE},
    {several_waiters, F_SYNC | F_INTERRUPT},
    {notified_and_interrupted, F_SYNC | F_INTERRUPT | F_PRINT},
    {keeps_from_ending, F_JOIN | F_MONITOR_OF_THREAD},
    {woken_by_end, F_SYNC | F_JOIN},
    {unstarted, F_JOIN | F_PARK},
    {monitor_of_thread, F_SYNC | F_JOIN | F_MONITOR_OF_THREAD},
    {locks_crossed, F_SYNC | F_SPIN | F_VOLATILE},
    {interrupts, F_SYNC | F_INTERRUPT | F_JOIN},
    {interrupted_before, F_SYNC | F_INTERRUPT},
    {until_interrupted, F_INTERRUPT | F_SPIN},
    {permits, F_PARK | F_VOLATILE},
    {started_late, F_JOIN | F_THROW},
    {prints, F_PRINT},
    {exits, F_EXIT | F_PRINT},
    {daemons, F_PRINT | F_VOLATILE},
    {watches_end, F_JOIN | F_SPIN},
    {initialisers, F_INIT | F_SYNC},
    {initialiser_starts, F_INIT | F_JOIN},
    {initialised, F_INIT},
    {publishes, F_VOLATILE | F_SPIN},
    {orders, F_SYNC | F_VOLATILE},
    {excludes, F_VOLATILE},
    {boxes, F_BOX},
    {atomics, F_ATOMIC},
    {timed, F_TIMED | F_SYNC},
};

/* By turns: of a hundred programs each has its share. */
void idiom_make(struct generator *g, struct stmt **main_body) {
  struct shape h = {.g = g};
  int count = sizeof idioms / sizeof *idioms, i = g->idiom % count;
  h.turn = g->idiom / count;
  h.body[0] = main_body;
  for (int t = 1; t < MAX_THREADS; t++) h.body[t] = &g->p->threads_body[t];
  g->features |= idioms[i].features;
  idioms[i].make(&h);
}
