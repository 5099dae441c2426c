/* A stand-in for the engine, with the interface engine/engine.h, so that views can be tested
 * without a JDK. It has one small program: two threads add to a balance under a lock, which they
 * release between reading and writing. Tests called test_tui* link the objects of tests/unit/tui
 * before the engine's.
 *
 *    8  synchronized (L) { r = bal; }        T1 and T2: lock, read, unlock
 *   10  synchronized (L) { bal = r + amt; }  lock, write, unlock
 *   12  }                                    end
 *   15  x.start();   16  y.start();   17  x.join(); y.join();   18  assert bal == 130;      main
 *
 * A state is computed by walking along the path. */
#ifndef HEDDLE_TESTS_FAKE_PROGRAM_H
#define HEDDLE_TESTS_FAKE_PROGRAM_H

#include "engine/base/mem.h"
#include "engine/engine.h"

enum { FAKE_THREADS = 3, FAKE_ROWS = 4, FAKE_COLUMNS = 2 };
enum fake_kind { FK_START, FK_JOIN, FK_CHECK, FK_LOCK, FK_READ, FK_UNLOCK, FK_WRITE, FK_END };

struct fake_op {
  enum fake_kind kind;
  uint32_t arg;
  int line;
};

struct fake_state {
  uint32_t pc[FAKE_THREADS];
  bool started[FAKE_THREADS], ended[FAKE_THREADS], error;
  int owner; /* owner of L; -1: free */
  int bal, r[FAKE_THREADS];
  bool h[FAKE_ROWS][FAKE_COLUMNS]; /* T0 T1 T2 L by bal, amt */
  uint32_t observed;
};

struct fake_node {
  node_id parent, child, sibling, last; /* last: the child visited last */
  uint32_t depth, thread;
  uint32_t visits;
};

struct engine {
  struct engine_options options;
  VEC(struct fake_node) nodes;
  VEC(struct mark_info) marks;
  VEC(struct check_info) checks;
  struct search_report report;
  bool searching;
  node_id here;
};

/* fake_next returns what a thread does next in a state; NULL: nothing more. fake_enabled returns
 * whether it can. fake_apply moves to the state after it. */
const struct fake_op *fake_next(const struct fake_state *s, uint32_t t);
bool fake_enabled(const struct fake_state *s, uint32_t t);
void fake_apply(const struct engine *e, struct fake_state *s, uint32_t t);
void fake_walk(const struct engine *e, node_id n, struct fake_state *s); /* the state of a node */

const char *fake_word(enum fake_kind k);
/* The caller frees. */
char *fake_op_text(const struct fake_op *op);
char *fake_step_text(const struct fake_state *s, uint32_t t);
char *fake_h_text(const struct fake_state *a, const struct fake_state *b);
/* Returns what fake_h_text says as bits of enum h_effect. */
uint32_t fake_h_effect(const struct fake_state *a, const struct fake_state *b);

#endif
