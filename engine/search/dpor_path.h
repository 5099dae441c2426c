/* The current path of the search dpor as a partial order: its steps, the happens-before relation
 * (by vector clocks), and the pairs of steps that could be reversed.
 *
 * A clock holds, for each thread, how many of its steps happened before, including the step itself.
 * A step happens after the earlier steps of its own thread, after the start of its thread, and
 * after each earlier step that it depends on.
 *
 * Reversals. Steps e and e' (e first) can be reversed when they depend on each other and no steps
 * between them force their order. Then e' takes the place of e, after the steps that need not
 * follow e. The start of a thread, and the notify that wakes one, always come first. A thread can
 * take a monitor only after the last owner has released it, so the step to reverse with is not that
 * release but the owner's acquisition. The same holds for a thread that still waits for a monitor
 * at the end of the path. A join finds a thread that has ended, so it is reversed with the thread's
 * start: before the start it does not wait, and between start and end only an interrupt or a time
 * limit lets it continue. A step is also reversed with the other choices of its own thread in that
 * state, and with choices of other threads that it disabled. */
#ifndef HEDDLE_SEARCH_DPOR_PATH_H
#define HEDDLE_SEARCH_DPOR_PATH_H

#include "engine/base/check.h"
#include "engine/search/dpor_names.h"

struct dpor_choice { /* a choice that exists in a state */
  uint64_t label;
  struct choice choice;
  /* It waits only for a monitor. Its reversal is with the step that acquires the monitor. */
  bool locks;
};

struct dpor_event {
  struct dpor_step *step; /* owned */
  uint32_t index;         /* number among its thread's steps, from 1 */
  uint32_t before;        /* place of its thread's previous step on the path, + 1 */
  /* The number of last steps, all read-only, after which the thread was back in its state; 0:
   * none. */
  uint32_t loop;
  uint64_t state;          /* state of its thread after the step (dpor.c) */
  uint32_t width;          /* number of entries of its clock */
  size_t clock, reversals; /* its first entries in the path's arrays */
  struct dpor_names_mark names;
  size_t choices; /* index of the first choice of the state before the step */
  bool late;      /* a join that only waits; not part of the order */
  bool looks;
};

enum reversal_kind {
  REVERSAL_ORDER,
  REVERSAL_ENDED, /* a join before its thread ends; possible only if interrupted */
  REVERSAL_CHOICE /* another choice in that state itself */
};
struct dpor_reversal {
  uint32_t at;            /* the place on the path at which `step` comes instead */
  struct dpor_step *step; /* owned */
  enum reversal_kind kind;
};

struct dpor_path {
  struct dpor_names names;
  VEC(struct dpor_event) events;
  VEC(uint32_t) clocks;
  /* For the last event: the places of events that may not have happened before it. */
  VEC(uint32_t) beside;
  VEC(uint32_t) last; /* by slot: place + 1 of its last step, or of its start */
  /* choices of all states on the path, including the current one */
  VEC(struct dpor_choice)
  choices;
  size_t here; /* index of the first choice of the current state */
  VEC(struct dpor_reversal) reversals;
  size_t known; /* number of reversals already processed */
};

void dpor_path_init(struct dpor_path *p, struct vm *vm);
void dpor_path_release(struct dpor_path *p);
uint64_t dpor_path_bytes(const struct dpor_path *p);

/* Reads the choices of the current state. Omits threads that spin while no thread has written what
 * they read, and joins that only wait, unless only such joins are left. Returns true in the latter
 * case. */
bool dpor_path_look(struct dpor_path *p);
uint32_t dpor_path_choice_count(const struct dpor_path *p);
static inline const struct dpor_choice *dpor_path_choice(const struct dpor_path *p, uint32_t i) {
  INVARIANT(p->here + i < p->choices.len, "a choice of the present state exists: %u", i);
  return &p->choices.data[p->here + i];
}
/* Call before and after a transition from the current state. */
struct dpor_names_mark dpor_path_begin(struct dpor_path *p, uint64_t label);
void dpor_path_push(struct dpor_path *p, struct dpor_names_mark names, struct dpor_step *step,
                    bool late);
/* Call after dpor_path_push with the thread's new state and whether the step was read-only. Returns
 * true if the thread spins. */
bool dpor_path_note_state(struct dpor_path *p, uint64_t state, bool looks);
/* Adds reversals with the choices that the last step disabled. Call after dpor_path_look in the new
 * state, or with `ended` where the path ends. */
void dpor_path_compare(struct dpor_path *p, bool ended);
/* Call at the end of a path. Adds reversals for the threads that wait for a monitor or in a
 * join. */
void dpor_path_blocked(struct dpor_path *p);
void dpor_path_pop(struct dpor_path *p);

/* Builds the word of a reversal: the steps after r->at that need not follow the one there, in their
 * order, and then r->step. Returns false if r->step could not be executed there. */
bool dpor_path_word(const struct dpor_path *p, const struct dpor_reversal *r,
                    struct dpor_word *out);

#endif
