/* Two naive readings of the Java memory model, made from a machine's event stream alone, to compare
 * heddle's clocks with.
 *
 * The matrix is figure 1 of paper 004 with explicit sets: rows are threads, locks, atomic locations
 * and classes, columns the locations that were written; release, acquire, invalidate and
 * instantiate are loops over bytes. A location that was never written is in every row (soundness
 * rule 19, writes before escape); one that is accessed both ways has two columns, the last write of
 * any kind and the last plain one (rule 20, two access modes).
 *
 * The graph is the happens-before relation of JLS 17.4.5 by brute force: each event has the set of
 * all events before it, closed over program order and the synchronizes-with edges of 17.4.4.
 *
 * Either can be made wrong on purpose, an edge or a rule at a time: then the comparison has to
 * notice. */
#ifndef HEDDLE_TESTS_H_REFERENCE_H
#define HEDDLE_TESTS_H_REFERENCE_H

#include "engine/vm/sched/event.h"

enum h_mutation {
  MUTATE_NOTHING,
  MUTATE_NO_VOLATILE, /* volatile reads and writes make no edge */
  MUTATE_NO_LOCK,     /* monitors make no edge */
  MUTATE_NO_START,
  MUTATE_NO_JOIN,
  MUTATE_NO_IS_ALIVE,
  MUTATE_NO_CLASS_INIT,
  MUTATE_NO_INTERRUPT, /* the interrupt status makes no edge */
  MUTATE_OPAQUE_EDGES, /* opaque accesses make edges */
  MUTATE_ONE_COLUMN,   /* rule 20 (two access modes): atomic writes count as plain ones */
  MUTATE_STALE_ROWS,   /* matrix: a write invalidates the rows of threads only */
  MUTATE_LAST_RELEASE, /* matrix: release replaces what the row had */
  MUTATE_COUNT
};

/* The references know no addresses: obj is a number that stands for one object for good, though its
 * memory may be used again. */
struct href_event {
  struct event e;
  bool is_volatile;  /* memory: a field that is declared volatile */
  bool is_interrupt; /* memory: Thread.interrupted */
};

struct href_location {
  uint32_t obj;
  uint32_t off;
};

/* ---- the matrix ---- */

struct href_matrix;
struct href_matrix *href_matrix_new(enum h_mutation m);
void href_matrix_free(struct href_matrix *h);
/* May the access of the event that is about to happen race with an earlier write? */
bool href_matrix_legal(struct href_matrix *h, const struct href_event *ev);
void href_matrix_apply(struct href_matrix *h, const struct href_event *ev);
/* The written locations; column c of thread t. */
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
/* Adds the event and its incoming edges. For a memory access: `last` says whether the last write
 * that counts for it happens before it, `reads` for a write whether all conflicting reads do, `all`
 * whether all writes do (the location is free of races up to here; of a location with atomic writes
 * only the last one counts, since rule 20, two access modes keeps no more than that). */
struct href_allowed href_graph_apply(struct href_graph *g, const struct href_event *ev);
/* Does the last write of the location (the last plain one) happen before whatever the thread does
 * next? True when there is none. */
bool href_graph_ordered(const struct href_graph *g, uint32_t thread, struct href_location x,
                        bool plain);
uint32_t href_graph_events(const struct href_graph *g);

#endif
