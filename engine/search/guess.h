/* Guesses whether a choice leads to a known state.
 *
 * When the visited set is large, each lookup costs a cache miss: a tenth to a seventh of the time
 * of a search that does little else. A depth-first search usually knows the answer in advance. If
 * threads a and b can both run, a was tried first and b is tried now, then a after b usually leads
 * to the same state as b after a, which is known. A transition whose state is guessed to be known
 * is undone at once, and the state is looked up after the next transition, when its slot is in the
 * cache. Sleep sets (Godefroid 1996) skip the same choices, but here the choice is only a guess:
 * each state is still looked up, a wrong guess is corrected by executing the transition again, and
 * neither the explored states nor their order depend on the guesses. */
#ifndef HEDDLE_SEARCH_GUESS_H
#define HEDDLE_SEARCH_GUESS_H

#include "engine/search/search.h"

/* For a state on the stack, by thread number modulo 64: the threads tried there, and the threads
 * that were tried before the last transition of a state above and have not run since. */
struct guess_threads {
  uint64_t tried, before;
};

struct guess_at {              /* a transition */
  uint64_t transitions, insns; /* the counts of the explorer and the machine before it */
  struct fingerprint fp;       /* fingerprint of the state it led to */
  uint32_t at;                 /* its index among the choices of its state */
};

struct guess {
  struct guess_at now, open;
  int score;     /* quality of the last guesses */
  bool is_known; /* the state that `now` leads to is guessed to be known */
  bool is_open;  /* the state of `open` is guessed to be known and not yet looked up */
  bool failed;   /* the lookup found that the state is new */
};

/* Makes the record for a state that `thread` led to from the state of `above`. NULL: the first
 * state. */
struct guess_threads guess_below(const struct guess_threads *above, uint32_t thread);
/* Call before the thread's transition. `at` is the index of its choice in the state. */
void guess_begin(struct guess *g, const struct search *s, struct guess_threads *threads,
                 uint32_t thread, uint32_t at);
/* Do guesses pay? They do not if more than an eighth of the last ones were wrong. */
bool guess_pays(const struct guess *g);
/* Scores the guess about the transition's state, if there was one. */
void guess_learn(struct guess *g, bool known);
/* Call with the state that the transition led to. Returns true if it is guessed to be known; the
 * guess is then open until guess_known. */
bool guess_open(struct guess *g, struct fingerprint fp);
/* Call when the state of the open guess was looked up. */
void guess_known(struct guess *g, bool known);
/* Corrects a wrong guess: uncounts what was executed since the guess, so that the search takes the
 * choice again, without a guess. */
void guess_undo(struct guess *g, struct search *s);

#endif
