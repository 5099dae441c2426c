/* A run of h_run.h: the program, the references, and the events so far. */
#ifndef HEDDLE_TESTS_H_RUN_INT_H
#define HEDDLE_TESTS_H_RUN_INT_H

#include "engine/inside.h"
#include "h_run.h"

struct reference {
  struct href_matrix *m;
  struct href_graph *g;
};

struct thing { /* an object, numbered from 1; hrun.number has the living one at an address */
  ref r;
  size_t died; /* state of the path before which it died; SIZE_MAX: alive */
};

struct place { /* a state of the path */
  node_id node;
  size_t events; /* number of events up to here */
  struct fingerprint fp;
  uint64_t h; /* hash of the threads' rows */
};

struct hrun {
  struct engine *e;
  struct vm *vm;
  struct explorer *x;
  uint64_t random;
  struct hrun_counts counts;
  VEC(struct href_event) events; /* events of the path, from main on */
  VEC(struct thing) objects;
  uint32_t *number;     /* number of the living object at (address - IMMORTAL_BASE) / 16 */
  uint32_t collections; /* request a garbage collection before one step in this many; 0: never */
  VEC(struct place) path;
  struct reference right, wrong[MUTATE_COUNT];
  VEC(struct href_location) raced; /* locations whose first race was compared */
  uint64_t *watch_matrix, *watch_graph;
  char *found; /* the first disagreement with the unmutated references */
};

/* A comparison has noticed mutation m, so it is no longer tracked. */
void h_noticed_matrix(struct hrun *r, int m);
void h_noticed_graph(struct hrun *r, int m);

bool h_is_dead(const struct hrun *r, struct href_location x);
/* Does heddle allow the thread to access the location? */
bool h_heddle_bit(struct hrun *r, uint32_t thread, struct href_location x, bool plain);
/* Called after a sweep: marks collected objects as dead, because their addresses may be reused. */
void h_bury_garbage(void *self, struct vm *vm);
/* Restores the objects that were alive in the n-th state of the path: named by its events and not
 * dead then. */
void h_unearth(struct hrun *r, size_t n);
/* Called before heddle's race check processes the event. An access of eight bytes of a byte[]
 * counts as eight accesses. */
void h_tap(void *self, struct vm *vm, const struct event *e);
/* Compares all threads and all written locations. */
void h_compare_all(struct hrun *r, const struct href_event *ev);
/* Called after the race check: compares all rows. */
void h_hear(void *self, struct vm *vm, const struct event *e);

#endif
