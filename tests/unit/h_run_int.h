/* A run of h_run.h: the program, the references, and what was heard so far. */
#ifndef HEDDLE_TESTS_H_RUN_INT_H
#define HEDDLE_TESTS_H_RUN_INT_H

#include "engine/inside.h"
#include "h_run.h"

struct reference {
  struct href_matrix *m;
  struct href_graph *g;
};

struct thing { /* numbered from 1; the living one at an address is in hrun.number */
  ref r;
  size_t died; /* on the way to which state of the path; SIZE_MAX it lives */
};

struct place { /* a state of the path */
  node_id node;
  size_t events; /* heard up to here */
  struct fingerprint fp;
  uint64_t h; /* a digest of the threads' rows */
};

struct hrun {
  struct engine *e;
  struct vm *vm;
  struct explorer *x;
  uint64_t random;
  struct hrun_counts counts;
  VEC(struct href_event) events; /* of the path, from main on */
  VEC(struct thing) objects;
  uint32_t *number;     /* of the living object at (address - IMMORTAL_BASE) / 16 */
  uint32_t collections; /* a garbage collection is asked for before one step in so many; 0 never */
  VEC(struct place) path;
  struct reference right, wrong[MUTATE_COUNT];
  VEC(struct href_location) raced; /* whose first race was compared */
  uint64_t *watch_matrix, *watch_graph;
  char *found; /* the first disagreement of the unmutated references */
};

/* A comparison has noticed mutation m: it is not followed any longer. */
void h_noticed_matrix(struct hrun *r, int m);
void h_noticed_graph(struct hrun *r, int m);

bool h_is_dead(const struct hrun *r, struct href_location x);
/* What heddle holds: may the thread access the location? */
bool h_heddle_bit(struct hrun *r, uint32_t thread, struct href_location x, bool plain);
/* After a sweep: what is no object any more will not be named again, whatever comes to stand at its
 * address. */
void h_bury_garbage(void *self, struct vm *vm);
/* The objects that lived in the n-th state of the path: named by its events and not dead then. */
void h_unearth(struct hrun *r, size_t n);
/* Before heddle's race check hears the event. An access of eight bytes of a byte[] is eight
 * accesses. */
void h_tap(void *self, struct vm *vm, const struct event *e);
/* All threads and all written locations. */
void h_compare_all(struct hrun *r, const struct href_event *ev);
/* Behind it: all rows. */
void h_hear(void *self, struct vm *vm, const struct event *e);

#endif
