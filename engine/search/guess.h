/* Guesses whether the state behind a choice is known.
 *
 * Looking a state up costs a miss of the caches as soon as the visited set is large: a tenth to a
 * seventh of the time of a search that does little else. A depth-first search mostly knows the
 * answer in advance. When threads a and b can both go on, a was tried first, and b is tried now,
 * then a taken behind b mostly leads where b taken behind a led: to a known state. What is guessed
 * known is undone at once, and looked up when the next transition has been executed; meanwhile the
 * memory arrives. It is the choice of sleep sets (Godefroid 1996), but as a guess: each state is
 * looked up all the same, a wrong guess is made good by executing the transition once more, and
 * neither what is explored nor its order depends on the guesses. */
#ifndef HEDDLE_SEARCH_GUESS_H
#define HEDDLE_SEARCH_GUESS_H

#include "engine/search/search.h"

/* Threads, by number modulo 64. Of a state on the stack: those tried there, and those that were
 * tried before the last transition of a state above and did not run since. */
struct guess_threads {
  uint64_t tried, before;
};

struct guess_at {              /* a transition */
  uint64_t transitions, insns; /* of the explorer and of the machine, before it */
  struct fingerprint fp;       /* of the state that it led to */
  uint32_t at;                 /* its place among the choices of its state */
};

struct guess {
  struct guess_at now, open;
  int score;     /* of the last guesses */
  bool is_known; /* the state that `now` leads to is guessed known */
  bool is_open;  /* that of `open` was, and has not been looked up */
  bool failed;   /* it was looked up, and it is new */
};

/* For a state that `thread` led to from the one of `above`. NULL: the first state. */
struct guess_threads guess_below(const struct guess_threads *above, uint32_t thread);
/* Before the thread's transition, the choice at that place. */
void guess_begin(struct guess *g, const struct search *s, struct guess_threads *threads,
                 uint32_t thread, uint32_t at);
/* Do the guesses pay? Not when of the last ones more than an eighth was wrong. */
bool guess_pays(const struct guess *g);
/* What was guessed of the transition's state, if it was, was right or wrong. */
void guess_learn(struct guess *g, bool known);
/* The transition led there. True when that is guessed known: the guess is open then, until
 * guess_known. */
bool guess_open(struct guess *g, struct fingerprint fp);
/* The state of the open guess was looked up. */
void guess_known(struct guess *g, bool known);
/* It is new: what was executed since the guess was begun counts as not executed, and its choice is
 * the next to be taken, without a guess. */
void guess_undo(struct guess *g, struct search *s);

#endif
