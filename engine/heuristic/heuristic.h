/* Secondary heuristics: how near a state seems to the next location of the sequence (paper 000,
 * section 2.3). A heuristic is one file with an ops table and one row in heuristics.def.
 *
 * A value is of the state as it stands in the machine's arena; a heuristic only reads it. Smaller
 * is better; equal values are ties that the search breaks at random. */
#ifndef HEDDLE_HEURISTIC_HEURISTIC_H
#define HEDDLE_HEURISTIC_HEURISTIC_H

#include "engine/flow/location.h"

#define HEURISTIC_INFINITE UINT32_MAX

/* Whose position counts: the paper leaves it open. WHOSE_LAST_OR_NEW is what measuring favours
 * (pfsm.c). Their words are heuristic_position's. */
enum heuristic_whose {
  WHOSE_LAST_OR_NEW, /* the smallest over the thread that ran last and those that have not begun */
  WHOSE_LAST,        /* the thread that ran last */
  WHOSE_NEAREST,     /* the smallest over all live threads */
};

struct heuristic_options {
  uint64_t seed;
  int whose;                      /* enum heuristic_whose */
  const struct location *targets; /* the sequence, as far as it is known; copied where needed */
  uint32_t target_count;
  const char *prefer; /* prefer-threads: names of threads, separated by commas; NULL none */
};

struct explorer;
struct ckpt_out;
struct ckpt_in;

struct heuristic_ops {
  const char *name, *summary;
  /* Makes one for a machine that has been started (vm_start). *out is the self of the others. */
  int (*open)(struct vm *vm, const struct heuristic_options *opt, void **out, struct error *err);
  void (*close)(void *self);
  /* Begins a trial: after it, values are a function of the seed and of the states asked for since.
   */
  void (*reset)(void *self, uint64_t seed);
  /* The value of the present state towards `target`; `thread` (index) ran last. With a NULL target
   * (the sequence is used up) a heuristic that aims at locations gives 0. HEURISTIC_INFINITE: it
   * cannot be reached as far as the heuristic sees. */
  uint32_t (*value)(void *self, struct vm *vm, uint32_t thread, const struct location *target);
  /* Set for one that looks at the path instead: the value of node n of the tree, which is here. */
  uint32_t (*path_value)(void *self, struct explorer *x, uint32_t n);
  /* What values depend on besides the seed and the state: in a checkpoint. load is called after
   * open. NULL: nothing. */
  void (*save)(void *self, struct ckpt_out *o);
  void (*load)(void *self, struct ckpt_in *in);
  bool untargeted; /* it aims at no location: it can be used without a sequence, and `target` says
                      nothing to it */
};

/* The row of that name; NULL when there is none. */
const struct heuristic_ops *heuristic_find(const char *name);
/* Row i, in the order of heuristics.def; NULL behind the last. */
const struct heuristic_ops *heuristic_at(uint32_t i);
/* "last-or-new", ...: the words of enum heuristic_whose; NULL behind the last. */
const char *heuristic_position(uint32_t whose);

#endif
