/* The present path of the search dpor as a partial order: its steps, what happened before what (by
 * vector clocks), and which pairs of steps could come in the other order.
 *
 * A clock holds for each thread how many of its steps happened before, the step itself included. A
 * step happens behind those of its own thread, behind the start of its thread, and behind each
 * earlier one that it depends on.
 *
 * Reversals. Step e before e' can come in the other order when they depend on each other and
 * nothing else between them forces this one: e' then comes where e was, behind what is not forced
 * to follow e. The start of a thread, and the notify that wakes one, are always first. A monitor
 * that is taken was given back before by the last one who had it; what can be reversed is not that,
 * but where he took it. So it is for a thread that still waits for a monitor at the end of the
 * path, and for a join, which finds a thread that has ended: before the start it does not wait,
 * between both only an interrupt or a time limit lets it go on. A step is also reversed with the
 * other choices of its own thread there, and with choices of other threads that it took away. */
#ifndef HEDDLE_SEARCH_DPOR_PATH_H
#define HEDDLE_SEARCH_DPOR_PATH_H

#include "engine/search/dpor_names.h"

struct dpor_choice { /* one that is there in a state */
  uint64_t label;
  struct choice choice;
  bool locks; /* it waits for nothing but a monitor: who takes that is reversed with it */
};

struct dpor_event {
  struct dpor_step *step; /* owned */
  uint32_t index;         /* of its thread, from 1 */
  uint32_t before;        /* of its thread: place of the last one on the path + 1 */
  uint32_t loop;  /* it came back to its state with its last so many steps, which only looked */
  uint64_t state; /* of its thread behind it (dpor_spin.h) */
  uint32_t width; /* of its clock */
  size_t clock, reversals; /* where they begin */
  struct dpor_names_mark names;
  size_t choices; /* of the state that it was taken in: where they begin */
  bool late;      /* a join that only waits: no part of the order */
  bool looks;
};

enum reversal_kind {
  REVERSAL_ORDER,
  REVERSAL_ENDED, /* a join before the end of the thread: only when it is interrupted */
  REVERSAL_CHOICE /* another choice of that state itself */
};
struct dpor_reversal {
  uint32_t at;            /* the place on the path where `step` comes instead */
  struct dpor_step *step; /* owned */
  enum reversal_kind kind;
};

struct dpor_path {
  struct dpor_names names;
  VEC(struct dpor_event) events;
  VEC(uint32_t) clocks;
  VEC(uint32_t) beside; /* of the last event: places of those that may not have happened before */
  VEC(uint32_t) last;   /* by slot: place + 1 of its last step, or of its start */
  VEC(struct dpor_choice) choices; /* of the states of the path and of the present one */
  size_t here;                     /* where those of the present state begin */
  VEC(struct dpor_reversal) reversals;
  size_t known; /* so many reversals were looked at before */
};

void dpor_path_init(struct dpor_path *p, struct vm *vm);
void dpor_path_release(struct dpor_path *p);
uint64_t dpor_path_bytes(const struct dpor_path *p);

/* Reads the choices of the state that the path leads to: without threads that spin, as long as
 * nobody wrote what they read, and without joins that only wait, unless there is nothing else.
 * True: there are such joins alone. */
bool dpor_path_look(struct dpor_path *p);
uint32_t dpor_path_choice_count(const struct dpor_path *p);
static inline const struct dpor_choice *dpor_path_choice(const struct dpor_path *p, uint32_t i) {
  return &p->choices.data[p->here + i];
}
/* Before and behind a transition from there. */
struct dpor_names_mark dpor_path_begin(struct dpor_path *p, uint64_t label);
void dpor_path_push(struct dpor_path *p, struct dpor_names_mark names, struct dpor_step *step,
                    bool late);
/* Behind that: the state of the thread, and whether the step only looked. True: it spins. */
bool dpor_path_note_state(struct dpor_path *p, uint64_t state, bool looks);
/* Behind dpor_path_look in the state that the last step led to, or with `ended` where the path
 * ends: what that step took away. */
void dpor_path_compare(struct dpor_path *p, bool ended);
/* At the end of a path: threads that wait for a monitor. */
void dpor_path_blocked(struct dpor_path *p);
void dpor_path_pop(struct dpor_path *p);

/* Did a happen before e? */
bool dpor_path_covers(const struct dpor_path *p, const struct dpor_event *e,
                      const struct dpor_event *a);
/* --- dpor_reverse.c --- the steps that need not follow the one at r->at, in their order, and
 * r->step behind them. False: r->step could not be taken there. */
bool dpor_path_word(const struct dpor_path *p, const struct dpor_reversal *r,
                    struct dpor_word *out);

#endif
