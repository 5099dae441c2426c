/* Two naive implementations of the Java memory model, based only on a machine's event stream, to
 * compare heddle's clocks with.
 *
 * The matrix is figure 1 of paper 004 with explicit sets. Rows are threads, locks, atomic locations
 * and classes; columns are the written locations. Release, acquire, invalidate and instantiate are
 * loops over bytes. A location that was never written is in every row (soundness rule 19, writes
 * before escape). A location accessed both ways has two columns, the last write of any kind and the
 * last plain one (rule 20, two access modes).
 *
 * The graph is the happens-before relation of JLS 17.4.5 by brute force: each event has the set of
 * all events before it, closed over program order and the synchronizes-with edges of 17.4.4.
 *
 * Tests make either of them wrong on purpose, one edge or rule at a time; the comparison must
 * notice this. */
#ifndef HEDDLE_TESTS_H_REFERENCE_H
#define HEDDLE_TESTS_H_REFERENCE_H

#include "engine/vm/sched/event.h"

enum h_mutation {
  MUTATE_NOTHING,
  MUTATE_NO_VOLATILE, /* volatile reads and writes create no edge */
  MUTATE_NO_LOCK,     /* monitors create no edge */
  MUTATE_NO_START,
  MUTATE_NO_JOIN,
  MUTATE_NO_IS_ALIVE,
  MUTATE_NO_CLASS_INIT,
  MUTATE_NO_INTERRUPT, /* the interrupt status creates no edge */
  MUTATE_OPAQUE_EDGES, /* opaque accesses create edges */
  MUTATE_ONE_COLUMN,   /* rule 20 (two access modes): atomic writes count as plain ones */
  MUTATE_STALE_ROWS,   /* matrix: a write invalidates only the rows of threads */
  MUTATE_LAST_RELEASE, /* matrix: release replaces the row's content */
  MUTATE_COUNT
};

/* The references know no addresses: obj is a number that identifies one object permanently,
 * although its memory may be reused. */
struct href_event {
  struct event e;
  bool is_volatile;  /* memory access: a field declared volatile */
  bool is_interrupt; /* memory access: Thread.interrupted */
};

struct href_location {
  uint32_t obj;
  uint32_t off;
};

/* ---- the matrix ---- */

struct href_matrix;
struct href_matrix *href_matrix_new(enum h_mutation m);
void href_matrix_free(struct href_matrix *h);
/* May the access that is about to happen race with an earlier write? */
bool href_matrix_legal(struct href_matrix *h, const struct href_event *ev);
void href_matrix_apply(struct href_matrix *h, const struct href_event *ev);
/* The number of written locations, the location of column c, and the bit of column c for a
 * thread. */
uint32_t href_matrix_columns(const struct href_matrix *h);
struct href_location href_matrix_column(const struct href_matrix *h, uint32_t c, bool *plain);
bool href_matrix_bit(const struct href_matrix *h, uint32_t thread, uint32_t c);

/* ---- the graph ---- */

struct href_graph;
struct href_graph *href_graph_new(enum h_mutation m);
void href_graph_free(struct href_graph *g);
struct href_allowed {
  bool last, all, reads;
};
/* Adds the event and its incoming edges. For a memory access, `last` says whether the last relevant
 * write happens before it, `reads` (for a write) whether all conflicting reads do, and `all`
 * whether all writes do (the location is free of races so far; for a location with atomic writes
 * only the last one counts, because rule 20, two access modes keeps no more). */
struct href_allowed href_graph_apply(struct href_graph *g, const struct href_event *ev);
/* Does the last write of the location (or the last plain one) happen before the thread's next
 * operation? True when there is no write. */
bool href_graph_ordered(const struct href_graph *g, uint32_t thread, struct href_location x,
                        bool plain);
uint32_t href_graph_events(const struct href_graph *g);

#endif
