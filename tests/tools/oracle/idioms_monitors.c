/* Shapes in which threads interact through monitors, interrupts and permits. */

#include "tests/tools/oracle/generate.h"
#include "tests/tools/oracle/shapes.h"

/* ---- monitors ---- */

void idiom_hand_over(struct shape *h) {
  int flag = chance(h->g, 70) ? LOC_Y : LOC_V, m = MON_M0;
  struct stmt *set = shape_make(h, S_SET, flag, 0, 1), *wait;
  shape_put_mostly(h, 1, shape_write(h));
  shape_put(h, 1,
            shape_in_monitor(h, m, shape_then(set, shape_make(h, shape_some_notify(h), m, 0, 0))));
  for (int t = 2; t <= shape_last(h); t++) {
    wait = shape_make(h, S_WAIT_WHILE, flag, m, 0), wait->d = (uint8_t)how_long(h->g);
    shape_put(h, t, wait), shape_put(h, t, shape_look(h));
  }
  if (shape_last(h) < 2) wait = shape_make(h, S_WAIT_WHILE, flag, m, 0), shape_put(h, 0, wait);
  shape_put(h, 0, shape_look(h));
}

void idiom_several_waiters(struct shape *h) {
  int m = h->turn % 2 == 0 ? MON_M0 : below(h->g, h->g->p->threads);
  if (h->turn % 2 == 0) h->g->p->threads = 3;
  for (int t = 1; t <= shape_last(h); t++) {
    struct stmt *waits = shape_make(h, S_WAIT, m, how_long(h->g), 0);
    if (chance(h->g, 40)) waits = shape_tried(h, waits);
    waits = shape_then(shape_make(h, S_ADD, LOC_Y, 0, 1),
                       shape_then(waits, shape_make(h, S_PRINT, t, 0, 0)));
    shape_put(h, t, shape_in_monitor(h, m, waits));
  }
  if (h->turn % 4 == 2) {
    shape_put(h, 0, shape_in_monitor(h, m, shape_make(h, S_NOTIFY_ALL, m, 0, 0)));
    return;
  }
  for (int n = h->turn ? 1 + below(h->g, 2) : 1; n > 0; n--) {
    enum stmt_kind kind = h->turn ? shape_some_notify(h) : S_NOTIFY;
    shape_put(
        h, 0,
        shape_in_monitor(
            h, m, shape_then(shape_make(h, S_READ, LOC_Y, 0, 0), shape_make(h, kind, m, 0, 0))));
  }
  shape_put(h, 0, shape_make(h, S_PRINT_R, 0, 0, 0));
  if (h->turn % 3 == 1) shape_put(h, 0, shape_make(h, S_INTERRUPT, 1, 0, 0));
  shape_put_mostly(h, 0, shape_look(h));
}

void idiom_notified_and_interrupted(struct shape *h) {
  struct stmt *notify = shape_in_monitor(
      h, MON_M0,
      shape_then(shape_make(h, S_READ, LOC_Y, 0, 0), shape_make(h, S_NOTIFY, MON_M0, 0, 0)));
  struct stmt *interrupt = shape_make(h, S_INTERRUPT, 1, 0, 0);
  shape_put(h, 1,
            shape_in_monitor(h, MON_M0,
                             shape_then(shape_make(h, S_SET, LOC_Y, 0, 1),
                                        shape_tried(h, shape_make(h, S_WAIT, MON_M0, 0, 0)))));
  shape_put(h, 1, shape_make(h, S_IS_INTERRUPTED, 1, 0, 0));
  shape_put(h, 1, shape_make(h, S_PRINT_R, 0, 0, 0));
  shape_put(h, 0, h->turn % 2 ? shape_then(interrupt, notify) : shape_then(notify, interrupt));
  if (shape_last(h) > 1)
    shape_put(h, 2, shape_in_monitor(h, MON_M0, shape_make(h, S_WAIT, MON_M0, how_long(h->g), 0)));
}

void idiom_monitor_of_thread(struct shape *h) {
  int other = shape_last(h) > 1 ? 2 : 0, kind = below(h->g, 4);
  struct stmt *inner = kind == 0   ? shape_make(h, S_WAIT, 1, how_long(h->g), 0)
                       : kind == 1 ? shape_make(h, S_JOIN, 1, how_long(h->g), 0)
                                   : shape_make(h, shape_some_notify(h), 1, 0, 0);
  shape_put_mostly(h, 1, shape_write(h));
  if (chance(h->g, 40)) shape_put(h, 1, shape_in_monitor(h, 1, shape_write(h)));
  if (chance(h->g, 30))
    shape_put(h, other, shape_in_monitor(h, 1, shape_make(h, S_WAIT, 1, UNTIMED, 0)));
  shape_put(h, other,
            shape_in_monitor(h, 1,
                             chance(h->g, 50) ? shape_then(shape_write(h), inner)
                                              : shape_then(inner, shape_look(h))));
  if (chance(h->g, 40))
    shape_put(h, 0, shape_in_monitor(h, 1, shape_make(h, S_JOIN, 1, how_long(h->g), 0)));
  shape_put(h, 0,
            chance(h->g, 50) ? shape_make(h, S_JOIN, 1, how_long(h->g), 0)
                             : shape_in_monitor(h, 1, shape_make(h, S_WAIT, 1, how_long(h->g), 0)));
  shape_put(h, 0, shape_look(h));
}

void idiom_keeps_from_ending(struct shape *h) {
  struct stmt *looks = shape_make(h, S_ALIVE, 1, 0, 0);
  shape_put_mostly(h, 1, shape_write(h));
  switch (h->turn % 4) {
    case 0: append(&looks, shape_make(h, S_ALIVE, 1, 0, 0)); break;
    case 1: /* the interrupt ends the join at once, whatever its timeout */
      append(&looks, shape_make(h, S_INTERRUPT, 0, 0, 0));
      append(&looks, shape_tried(h, shape_make(h, S_JOIN, 1, how_long(h->g), 0)));
      break;
    case 2: looks = shape_spin(h, S_SPIN_ALIVE, 1, 0); break;
    default: looks = shape_make(h, S_WAIT, 1, UNTIMED, 0); break;
  }
  shape_put(h, 0, shape_in_monitor(h, 1, looks));
  shape_put(h, 0, shape_make(h, S_READ, LOC_X, 0, 0));
}

void idiom_woken_by_end(struct shape *h) {
  shape_put(h, 1, shape_make(h, S_ADD, LOC_X, 0, 1));
  shape_put(
      h, 0,
      shape_in_monitor(h, 1, shape_make(h, S_WAIT, 1, h->turn % 2 ? how_long(h->g) : UNTIMED, 0)));
  shape_put(h, 0, shape_make(h, S_READ, LOC_X, 0, 0));
  if (shape_last(h) > 1)
    shape_put(h, 2, h->turn % 2 ? shape_make(h, S_JOIN, 1, 0, 0) : shape_make(h, S_ALIVE, 1, 0, 0));
}

void idiom_unstarted(struct shape *h) {
  struct stmt *inner = h->turn % 2 == 0 ? shape_make(h, S_PARK, 0, UNTIMED, 0)
                                        : shape_make(h, S_JOIN, 0, UNTIMED, 0);
  h->g->p->threads = 3, h->g->late = 2;
  shape_put(h, 1, shape_in_monitor(h, 2, inner));
  shape_put(h, 0, shape_make(h, S_JOIN, 2, h->turn % 3 == 2 ? how_long(h->g) : UNTIMED, 0));
  if (chance(h->g, 60)) shape_put(h, 0, shape_make(h, S_UNPARK, 1, 0, 0));
  shape_put(h, 0, shape_make(h, S_PRINT, 0, 0, 0));
  if (chance(h->g, 50)) shape_put(h, 0, shape_make(h, S_START, 2, 0, 0));
  shape_put(h, 2, shape_write(h));
}

void idiom_locks_crossed(struct shape *h) {
  int a = MON_M0, b = chance(h->g, 70) ? MON_M1 : 1;
  if (h->turn % 3 < 2) h->g->p->threads = 3;
  shape_put(
      h, 1,
      shape_in_monitor(h, a, shape_then(shape_write(h), shape_in_monitor(h, b, shape_write(h)))));
  shape_put(h, shape_last(h) > 1 ? 2 : 0,
            shape_in_monitor(h, b, shape_in_monitor(h, a, shape_look(h))));
  switch (h->turn % 3) {
    case 0: shape_put(h, 0, shape_make(h, S_EXIT, 0, 0, 0)); break;
    case 1: shape_put(h, 0, shape_spin(h, S_SPIN, LOC_V, 0)); break;
    default: shape_put(h, 0, shape_write(h)); break;
  }
}

/* ---- interrupts ---- */

void idiom_interrupts(struct shape *h) {
  int by = shape_last(h) > 1 && chance(h->g, 60) ? 2 : 0;
  struct stmt *waits = shape_some_wait(h);
  shape_put(h, 1, chance(h->g, 80) ? shape_tried(h, waits) : waits);
  shape_put(h, 1,
            chance(h->g, 50) ? shape_make(h, S_INTERRUPTED, 0, 0, 0)
                             : shape_make(h, S_IS_INTERRUPTED, 1, 0, 0));
  if (chance(h->g, 50)) shape_put(h, 1, shape_look(h));
  shape_put_mostly(h, by, shape_write(h));
  shape_put(h, by, shape_make(h, S_INTERRUPT, 1, 0, 0));
  if (chance(h->g, 50))
    shape_put(h, 0, shape_in_monitor(h, MON_M0, shape_make(h, shape_some_notify(h), MON_M0, 0, 0)));
  if (chance(h->g, 30)) shape_put(h, 0, shape_make(h, S_IS_INTERRUPTED, 1, 0, 0));
}

void idiom_interrupted_before(struct shape *h) {
  shape_put(h, 1, shape_make(h, S_INTERRUPT, 1, 0, 0));
  shape_put(h, 1, shape_tried(h, shape_some_wait(h)));
  shape_put(h, 1, shape_make(h, S_IS_INTERRUPTED, 1, 0, 0));
  shape_put(h, 0, shape_make(h, S_IS_INTERRUPTED, 1, 0, 0));
}

void idiom_until_interrupted(struct shape *h) {
  shape_put(h, 1, shape_spin(h, S_SPIN_CALM, 0, 0));
  shape_put_mostly(h, 1, shape_look(h));
  shape_put_mostly(h, 0, shape_write(h));
  shape_put_mostly(h, 0, shape_make(h, S_INTERRUPT, 1, 0, 0));
}

/* ---- permits ---- */

/* An interrupt also makes the permit available. */
static void permit_of_interrupt(struct shape *h) {
  shape_put(h, 1, shape_spin(h, S_SPIN_CALM, 0, 0));
  shape_put(h, 1, shape_make(h, S_INTERRUPTED, 0, 0, 0));
  shape_put(h, 1, shape_make(h, S_PARK, 0, UNTIMED, 0));
  shape_put(h, 0, shape_write(h));
  shape_put(h, 0, shape_make(h, S_INTERRUPT, 1, 0, 0));
}

void idiom_permits(struct shape *h) {
  int by = shape_last(h) > 1 ? 2 : 0;
  if (h->turn % 3 == 2) {
    permit_of_interrupt(h);
    return;
  }
  if (chance(h->g, 30)) shape_put(h, 1, shape_make(h, S_UNPARK, 1, 0, 0));
  if (chance(h->g, 50)) {
    struct stmt *parks = shape_make(h, S_PARK_WHILE, chance(h->g, 80) ? LOC_V : LOC_X, 0, 0);
    parks->b = (uint8_t)how_long(h->g);
    h->g->p->loops = true;
    shape_put(h, 1, parks);
  } else {
    for (int n = 1 + below(h->g, 2); n > 0; n--)
      shape_put(h, 1, shape_make(h, S_PARK, 0, how_long(h->g), 0));
  }
  shape_put(h, 1, shape_look(h));
  shape_put(h, by, shape_write(h)), shape_put_mostly(h, by, shape_make(h, S_SET, LOC_V, 0, 1));
  shape_put(h, by, shape_make(h, S_UNPARK, 1, 0, 0));
  if (chance(h->g, 40))
    shape_put(h, 0, shape_make(h, chance(h->g, 50) ? S_UNPARK : S_INTERRUPT, 1, 0, 0));
}
