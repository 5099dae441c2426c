/* Shapes that concern threads and their ends, classes, and memory; the table of all shapes. */

#include "tests/tools/oracle/generate.h"
#include "tests/tools/oracle/shapes.h"

/* ---- threads and the end ---- */

/* Threads print; any of them may be first. */
static void prints(struct shape *h) {
  for (int t = 0; t <= shape_last(h); t++) {
    if (chance(h->g, 40)) shape_put(h, t, shape_write(h));
    shape_put(h, t, shape_make(h, S_PRINT, t, 0, 0));
    if (chance(h->g, 40)) shape_put(h, t, shape_look(h));
  }
}

static void started_late(struct shape *h) {
  h->g->late = shape_last(h);
  shape_put(h, 0,
            shape_make(h, chance(h->g, 70) ? S_JOIN : S_ALIVE, shape_last(h), how_long(h->g), 0));
  shape_put_mostly(h, 0, shape_look(h));
  shape_put(h, shape_last(h), shape_write(h));
  if (shape_last(h) > 1)
    shape_put(h, 1, shape_make(h, S_START, shape_last(h), 0, 0)), shape_put(h, 1, shape_look(h));
  else
    shape_put(h, 0, shape_make(h, S_START, shape_last(h), 0, 0));
}

static void exits(struct shape *h) {
  shape_put(h, 1, shape_make(h, S_PRINT, 1, 0, 0));
  shape_put(h, 1, shape_make(h, S_EXIT, 0, 0, below(h->g, 3)));
  shape_put(h, 0, chance(h->g, 50) ? shape_make(h, S_PRINT, 0, 0, 0) : shape_write(h));
  if (shape_last(h) > 1)
    shape_put(h, 2, shape_make(h, chance(h->g, 50) ? S_PARK : S_PRINT, 2, 0, 0));
}

static void daemons(struct shape *h) {
  h->g->p->daemons = (uint8_t)(1u << 1 | (chance(h->g, 30) ? 1u << 2 : 0));
  shape_put(h, 1,
            chance(h->g, 50)   ? shape_spin(h, S_SPIN, chance(h->g, 50) ? LOC_V : LOC_X, 0)
            : chance(h->g, 50) ? shape_make(h, S_PARK, 0, UNTIMED, 0)
                               : shape_some_wait(h));
  shape_put(h, 1, shape_make(h, S_PRINT, 1, 0, 0));
  shape_put(h, 0, chance(h->g, 50) ? shape_write(h) : shape_make(h, S_SET, LOC_V, 0, 1));
}

static void watches_end(struct shape *h) {
  shape_put(h, 1, shape_write(h));
  shape_put(h, 0, shape_spin(h, S_SPIN_ALIVE, shape_last(h), 0));
  shape_put(h, 0, shape_look(h));
  if (shape_last(h) > 1)
    shape_put(h, 2, chance(h->g, 60) ? shape_make(h, S_ALIVE, 1, 0, 0) : shape_write(h));
}

/* ---- classes ---- */

/* The first thread gets an ExceptionInInitializerError, later ones get a NoClassDefFoundError. */
static void initialiser_fails(struct shape *h) {
  struct program *p = h->g->p;
  if (chance(h->g, 50)) append(&p->init_body[1], shape_write(h));
  append(&p->init_body[1], shape_make(h, S_THROW, 0, 0, 0));
  for (int t = 0; t <= shape_last(h); t++) {
    shape_put(h, t, shape_tried(h, shape_make(h, S_READ, LOC_I1, 0, 0)));
    shape_put(h, t, shape_make(h, S_PRINT_R, 0, 0, 0));
  }
  append(&p->init_body[2], shape_look(h));
  shape_put(h, 1, shape_tried(h, shape_make(h, S_READ, LOC_I2, 0, 0)));
}

static void initialisers(struct shape *h) {
  struct program *p = h->g->p;
  p->classes = 3;
  if (h->turn % 3 == 1) {
    initialiser_fails(h);
    return;
  }
  shape_put(h, 1, shape_make(h, S_READ, LOC_I1, 0, 0));
  shape_put(h, shape_last(h) > 1 ? 2 : 0,
            shape_make(h, S_READ, h->turn % 3 < 2 ? LOC_I2 : LOC_I1, 0, 0));
  if (h->turn % 3 == 0) {
    append(&p->init_body[1], shape_make(h, S_READ, LOC_I2, 0, 0));
    append(&p->init_body[2], shape_make(h, S_READ, LOC_I1, 0, 0));
    return;
  }
  shape_put(
      h, 0,
      chance(h->g, 50) ? shape_make(h, S_READ, LOC_I1, 0, 0) : shape_make(h, S_SET, LOC_I2, 0, 1));
  append(&p->init_body[1], chance(h->g, 60) ? shape_make(h, S_READ, LOC_I2, 0, 0) : shape_write(h));
  append(&p->init_body[2], chance(h->g, 60) ? shape_make(h, S_READ, LOC_I1, 0, 0) : shape_look(h));
  if (chance(h->g, 30)) append(&p->init_body[1], shape_in_monitor(h, MON_M0, shape_write(h)));
  if (chance(h->g, 30))
    shape_put(h, 0, shape_in_monitor(h, MON_M0, shape_make(h, S_READ, LOC_I1, 0, 0)));
  if (chance(h->g, 25)) append(&p->init_body[1], shape_make(h, S_THROW, 0, 0, 0));
  if (chance(h->g, 25)) shape_put(h, 0, shape_tried(h, shape_make(h, S_READ, LOC_I1, 0, 0)));
}

/* An initialiser starts a thread and waits for it. The thread may need the class itself. */
static void initialiser_starts(struct shape *h) {
  struct program *p = h->g->p;
  p->classes = 2;
  h->g->late = shape_last(h);
  append(&p->init_body[1], shape_make(h, S_START, shape_last(h), 0, 0));
  append(&p->init_body[1], shape_tried(h, shape_make(h, S_JOIN, shape_last(h), how_long(h->g), 0)));
  shape_put(h, shape_last(h),
            chance(h->g, 50) ? shape_write(h) : shape_make(h, S_READ, LOC_I1, 0, 0));
  if (shape_last(h) > 1) shape_put(h, 1, shape_make(h, S_READ, LOC_I1, 0, 0));
  shape_put(h, 0, shape_make(h, S_READ, LOC_I1, 0, 0));
  shape_put(h, 0, shape_look(h));
}

/* The writes of an initialiser happen before the accesses of threads that find the class
 * initialised. */
static void initialised(struct shape *h) {
  struct program *p = h->g->p;
  p->classes = 2;
  append(&p->init_body[1], shape_make(h, S_SET, LOC_X, 0, 1));
  for (int t = 1; t <= shape_last(h); t++) {
    if (chance(h->g, 80)) shape_put(h, t, shape_make(h, S_READ, LOC_I1, 0, 0));
    shape_put(h, t, shape_make(h, S_READ, LOC_X, 0, 0));
    if (chance(h->g, 40)) shape_put(h, t, shape_make(h, S_READ, LOC_I1, 0, 0));
  }
}

/* ---- memory ---- */

static void publishes(struct shape *h) {
  shape_put(h, 1, shape_write(h)), shape_put(h, 1, shape_make(h, S_SET, LOC_V, 0, 1));
  if (chance(h->g, 30)) shape_put(h, 1, shape_write(h));
  for (int t = shape_last(h) > 1 ? 2 : 0; t != 1 && t <= shape_last(h); t += 3) {
    if (chance(h->g, 50))
      shape_put(h, t, shape_spin(h, S_SPIN, LOC_V, 0)), shape_put(h, t, shape_look(h));
    else
      shape_put(h, t,
                shape_around(shape_make(h, S_IF, LOC_V, 0, 1),
                             chance(h->g, 60) ? shape_look(h) : shape_write(h)));
  }
  if (shape_last(h) > 1 && chance(h->g, 50))
    shape_put(h, 0, shape_make(h, S_READ, LOC_V, 0, 0)), shape_put(h, 0, shape_look(h));
}

/* Two orders of synchronisation lead to the same values, but only one of them orders the plain
 * accesses. */
static void orders(struct shape *h) {
  int by = 2;
  struct stmt *first = h->turn % 2
                           ? shape_make(h, S_READ, LOC_V, 0, 0)
                           : shape_in_monitor(h, MON_M0, shape_make(h, S_READ, LOC_Y, 0, 0));
  struct stmt *second = h->turn % 2
                            ? shape_make(h, S_SET, LOC_V, 0, 0)
                            : shape_in_monitor(h, MON_M0, shape_make(h, S_READ, LOC_Y, 0, 0));
  h->g->p->threads = 3;
  shape_put(h, 1, shape_make(h, S_SET, LOC_X, 0, 1)), shape_put(h, 1, second);
  shape_put(h, by, first),
      shape_put(h, by, shape_make(h, chance(h->g, 60) ? S_READ : S_SET, LOC_X, 0, 1));
  if (chance(h->g, 50)) shape_put(h, 0, shape_in_monitor(h, MON_M0, shape_look(h)));
}

static void excludes(struct shape *h) {
  int by = shape_last(h) > 1 ? 2 : 0;
  shape_put(h, 1, shape_make(h, S_SET, LOC_V, 0, 1));
  shape_put(h, 1,
            shape_around(shape_make(h, S_IF, LOC_W, 0, 0), shape_make(h, S_ADD, LOC_X, 0, 1)));
  shape_put(h, by, shape_make(h, S_SET, LOC_W, 0, 1));
  shape_put(h, by,
            shape_around(shape_make(h, S_IF, LOC_V, 0, 0), shape_make(h, S_ADD, LOC_X, 0, 1)));
  if (chance(h->g, 40)) shape_put(h, by, shape_make(h, S_SET, LOC_W, 0, 0));
}

static void boxes(struct shape *h) {
  static const uint8_t holders[] = {LOC_B, LOC_OB, LOC_VB, LOC_VH};
  int where = holders[below(h->g, 4)];
  shape_put(h, 1, shape_make(h, S_BOX, where, 0, 1 + below(h->g, 3)));
  if (chance(h->g, 40)) shape_put(h, 1, shape_make(h, S_BOX_WRITE, where, 0, 3));
  for (int t = shape_last(h) > 1 ? 2 : 0; t != 1; t = t ? 0 : 1)
    shape_put(h, t, shape_make(h, chance(h->g, 70) ? S_BOX_READ : S_BOX_WRITE, where, 0, 2));
  if (chance(h->g, 40)) shape_put(h, 0, shape_make(h, S_BOX, where, 0, 2));
}

static void atomics(struct shape *h) {
  h->g->p->atomic = true;
  for (int t = 1; t <= shape_last(h); t++) {
    int kind = below(h->g, 3);
    if (kind == 0) {
      shape_put(h, t, shape_spin(h, S_SPIN_CAS, 0, 1)), shape_put(h, t, shape_write(h));
      shape_put_mostly(h, t, shape_make(h, S_SET, LOC_AI, 0, 0));
    } else if (kind == 1) {
      shape_put(h, t,
                shape_around(shape_make(h, S_IF_CAS, 0, below(h->g, 2), 1 + below(h->g, 2)),
                             shape_write(h)));
    } else {
      shape_put(h, t, shape_make(h, S_GET_ADD, 0, 0, 1)), shape_put(h, t, shape_look(h));
    }
  }
  shape_put(
      h, 0,
      chance(h->g, 50) ? shape_make(h, S_READ, LOC_AI, 0, 0) : shape_make(h, S_SET, LOC_AI, 0, 1));
}

/* Two short sleeps together are longer than a timed join; one is not. */
static void sleeps_in_a_row(struct shape *h) {
  h->g->p->patience = 1000;
  shape_put(h, 1, shape_make(h, S_SLEEP, 0, TIME_600, 0));
  shape_put(h, 1, shape_make(h, S_SLEEP, 0, chance(h->g, 80) ? TIME_600 : TIME_1, 0));
  shape_put(h, 1, shape_make(h, S_SET, LOC_X, 0, 1));
  shape_put(h, 0, shape_make(h, S_JOIN, 1, TIME_1000, 0));
  shape_put(h, 0, shape_make(h, S_READ, LOC_X, 0, 0));
  if (shape_last(h) > 1) shape_put(h, 2, shape_make(h, S_SLEEP, 0, TIME_600, 0));
}

/* Patient sleeps end in the order of their deadlines when nothing else can run. */
static void sleepers(struct shape *h) {
  h->g->p->patience = 1000;
  for (int t = 1; t <= shape_last(h); t++) {
    shape_put(h, t, shape_make(h, S_SLEEP, 0, t == 1 ? TIME_1500 : TIME_1000, 0));
    shape_put(h, t, shape_make(h, S_PRINT, t, 0, 0));
  }
  shape_put(h, 0, shape_make(h, S_SLEEP, 0, TIME_1500, 0));
  shape_put(h, 0, shape_make(h, S_PRINT, 0, 0, 0));
}

/* Timed waits that are shorter or longer than the patience. */
static void timed(struct shape *h) {
  static const uint8_t times[] = {TIME_600, TIME_1000, TIME_1500, TIME_1};
  if (h->turn % 4 == 1) sleeps_in_a_row(h);
  if (h->turn % 4 == 2) sleepers(h);
  if (h->turn % 4 == 1 || h->turn % 4 == 2) return;
  if (h->turn % 4) h->g->p->patience = chance(h->g, 80) ? 1000 : 600;
  for (int t = 1; t <= shape_last(h); t++) {
    for (int n = 1 + below(h->g, 2); n > 0; n--) {
      int time = times[below(h->g, 4)];
      shape_put(h, t,
                chance(h->g, 50) ? shape_make(h, S_SLEEP, 0, time, 0)
                : chance(h->g, 50)
                    ? shape_in_monitor(h, MON_M0, shape_make(h, S_WAIT, MON_M0, time, 0))
                    : shape_make(h, S_PARK, 0, time, 0));
    }
    shape_put(h, t, shape_write(h));
  }
  shape_put(h, 0,
            chance(h->g, 50) ? shape_make(h, S_SLEEP, 0, times[below(h->g, 3)], 0)
                             : shape_make(h, S_JOIN, 1, times[below(h->g, 3)], 0));
  if (chance(h->g, 30)) shape_put(h, 0, shape_make(h, S_UNPARK, 1, 0, 0));
  if (chance(h->g, 30))
    shape_put(h, 0, shape_in_monitor(h, MON_M0, shape_make(h, S_NOTIFY, MON_M0, 0, 0)));
  if (chance(h->g, 25)) {
    shape_put(h, shape_last(h), shape_spin(h, S_SPIN, LOC_V, 0));
    shape_put(h, 0, shape_make(h, S_SET, LOC_V, 0, 1));
  }
  shape_put(h, 0, shape_look(h));
}

static const struct {
  void (*make)(struct shape *h);
  unsigned features;
} idioms[] = {
    {idiom_hand_over, F_SYNC | F_VOLATILE},
    {idiom_several_waiters, F_SYNC | F_INTERRUPT},
    {idiom_notified_and_interrupted, F_SYNC | F_INTERRUPT | F_PRINT},
    {idiom_keeps_from_ending, F_JOIN | F_MONITOR_OF_THREAD},
    {idiom_woken_by_end, F_SYNC | F_JOIN},
    {idiom_unstarted, F_JOIN | F_PARK},
    {idiom_monitor_of_thread, F_SYNC | F_JOIN | F_MONITOR_OF_THREAD},
    {idiom_locks_crossed, F_SYNC | F_SPIN | F_VOLATILE},
    {idiom_interrupts, F_SYNC | F_INTERRUPT | F_JOIN},
    {idiom_interrupted_before, F_SYNC | F_INTERRUPT},
    {idiom_until_interrupted, F_INTERRUPT | F_SPIN},
    {idiom_permits, F_PARK | F_VOLATILE},
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

/* The shapes take turns, so a hundred programs contain each of them several times. */
void idiom_make(struct generator *g, struct stmt **main_body) {
  struct shape h = {.g = g};
  int count = sizeof idioms / sizeof *idioms, i = g->idiom % count;
  h.turn = g->idiom / count;
  h.body[0] = main_body;
  for (int t = 1; t < MAX_THREADS; t++) h.body[t] = &g->p->threads_body[t];
  g->features |= idioms[i].features;
  idioms[i].make(&h);
}
