/* Secondary heuristics: they estimate how near a state is to the next location of the sequence
 * (paper 000, section 2.3). Each heuristic is one file with an ops table and one row in
 * heuristics.def.
 *
 * A heuristic evaluates the state in the machine's arena and only reads it. Smaller values are
 * better. The search breaks ties at random. */
#ifndef HEDDLE_HEURISTIC_HEURISTIC_H
#define HEDDLE_HEURISTIC_HEURISTIC_H

#include "engine/flow/location.h"

#define HEURISTIC_INFINITE UINT32_MAX
/* Added to a distance whose way enters a method twice, or passes a limit of the analysis, so that
 * it is not known where the way leads. Any way that is known is nearer. */
#define HEURISTIC_UNSURE 100000u

/* The threads whose position counts; the paper leaves this open. WHOSE_LAST_OR_NEW did best in
 * measurements (pfsm.c). heuristic_position returns their names. */
enum heuristic_whose {
  /* the minimum over the last thread that ran and the threads that have not begun */
  WHOSE_LAST_OR_NEW,
  WHOSE_LAST,    /* the last thread that ran */
  WHOSE_NEAREST, /* the minimum over all live threads */
};

struct heuristic_options {
  uint64_t seed;
  int whose;                      /* enum heuristic_whose */
  const struct location *targets; /* the sequence as far as it is known; copied if kept */
  uint32_t target_count;
  const char *prefer; /* for prefer-threads: thread names separated by commas, or NULL */
};

struct explorer;
struct ckpt_out;
struct ckpt_in;

struct heuristic_ops {
  const char *name, *summary;
  /* Creates an instance for a machine that has been started (vm_start). *out is the `self` of the
   * other functions. */
  int (*open)(struct vm *vm, const struct heuristic_options *opt, void **out, struct error *err);
  void (*close)(void *self);
  /* Begins a trial. From here on, values depend only on the seed and on the states evaluated
   * since. */
  void (*reset)(void *self, uint64_t seed);
  /* Returns the distance from the current state to `target`; `thread` (index) ran last. `target` is
   * NULL when the sequence is used up: heuristics that aim at locations then return 0. Returns
   * HEURISTIC_INFINITE if, to the heuristic's knowledge, the target cannot be reached. */
  uint32_t (*value)(void *self, struct vm *vm, uint32_t thread, const struct location *target);
  /* Set if the heuristic evaluates the path instead of the state: returns the value of node n of
   * the tree, whose state is the current one. */
  uint32_t (*path_value)(void *self, struct explorer *x, uint32_t n);
  /* Save and load, in a checkpoint, whatever values depend on besides the seed and the state. load
   * is called after open. NULL: there is nothing to save. */
  void (*save)(void *self, struct ckpt_out *o);
  void (*load)(void *self, struct ckpt_in *in);
  bool untargeted; /* usable without a sequence, because it ignores `target` */
};

/* Returns the heuristic of that name, or NULL. */
const struct heuristic_ops *heuristic_find(const char *name);
/* Returns row i of heuristics.def, or NULL past the last row. */
const struct heuristic_ops *heuristic_at(uint32_t i);
/* Returns the name of a value of enum heuristic_whose ("last-or-new", ...), or NULL past the
 * last. */
const char *heuristic_position(uint32_t whose);

#endif
