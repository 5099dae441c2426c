/* Searches explore the states that a program can reach, and report the first error or all errors.
 *
 * A search is a client of the explorer (engine/state/explorer.h), which keeps the tree of states.
 * The explorer executes one transition and adds a node (explorer_apply), moves to any node without
 * executing anything (explorer_go), and undoes the last transition (explorer_pop). Nodes that are
 * no longer needed are freed, except in the debugger, which keeps the tree for its views.
 *
 * A strategy is one struct search_ops, listed in searches.def. It decides which choice of which
 * state comes next. Related strategies share functions: dfs.h, best_first.h and pct.h. search_new
 * finds the strategy by its name, rejects options that it does not take, and starts at the
 * explorer's current node. search_step makes one small step, so the debugger can run a search in
 * slices.
 *
 * In a step, the strategy lets the explorer execute a choice and passes the new node to search_met,
 * which evaluates how the transition ended. Most strategies that match states then call
 * search_remember. It adds the state's fingerprint to the visited set and says whether the state is
 * to be explored.
 *
 * There are two kinds of bounds. A bound of the first kind ends the search as inconclusive; the
 * search is then `stopped` and could continue. Bounds on states, bytecodes, transitions and memory
 * are of this kind and are checked before each step; so are time limits and stop requests, which
 * the caller of search_step checks. Bounds of the second kind only cut the space: those on depth
 * and preemptions, and states at which heddle itself failed. The search then goes on elsewhere, and
 * search_finished returns SEARCH_INCONCLUSIVE instead of SEARCH_DONE. The report names the bound.
 *
 * A transition that violates a property makes a node with NODE_ERROR and the violation.
 * search_error counts it and ends the search with SEARCH_ERROR; error_node is the node of the first
 * error. With --all-errors, the search goes on and keeps the first error of each kind pinned in
 * `distinct`. The schedule of an error is the path to its node, and the caller reduces its context
 * switches (minimise.h).
 *
 * A checkpoint (checkpoint.h) stores the position of a search between two steps: the visited set,
 * the counters, the random generator, the tree and the strategy's own data (save, load). If a stop
 * request cut the last transition, search_release_rest first takes it back. A resumed search does
 * exactly what the original would have done. A strategy without `save` has no checkpoints. */
#ifndef HEDDLE_SEARCH_SEARCH_H
#define HEDDLE_SEARCH_SEARCH_H

#include "engine/base/rng.h"
#include "engine/base/words.h"
#include "engine/flow/location.h"
#include "engine/heuristic/heuristic.h"
#include "engine/search/outcomes.h"
#include "engine/state/exact.h"
#include "engine/state/explorer.h"
#include "engine/state/visited.h"

struct ckpt_out;
struct ckpt_in;
struct ckpt_tree;

struct chosen_log;

struct search_error {
  node_id node;
  char *key;
};

/* The state that all strategies share. Made by search_new. */
struct search {
  struct explorer *x;
  struct search_options opt;
  const struct search_ops *ops;
  void *self;
  node_id start;
  bool keep_tree; /* keep all nodes for the debugger's views */
  /* The node at which the search resumes. Pinned, because the user may move elsewhere meanwhile. */
  node_id at;
  struct chosen_log *chosen; /* why each state was chosen; NULL: not recorded */
  struct rng rng;
  /* The fingerprint of the state to which transition number `early_at` of the explorer led.
   * search_fingerprint_only uses it once. */
  struct fingerprint early;
  uint64_t early_at;
  /* The strategy guesses that the next transition leads to a known state. */
  bool guessed_known;
  struct visited *visited;
  /* States from which a thread was followed alone (stale_loop.h); NULL: no such loop is looked
   * for. */
  struct visited *followed;
  struct exact *exact; /* --exact: whole states; else NULL */
  /* The visited set is search_options.known, which the caller owns. */
  bool known;
  bool numbered;                  /* the visited set numbers the states */
  uint32_t number;                /* the number of the last state remembered */
  bool collided;                  /* --exact found two states with one fingerprint */
  const struct location *targets; /* the sequence, owned by the caller */
  uint32_t target_count;
  const struct heuristic_ops *heuristic;
  void *heuristic_self;
  struct search_report report;
  node_id error_node;                /* the node of the first error */
  VEC(struct search_error) distinct; /* --all-errors: the first of each kind, pinned */
  bool bound_hit;                    /* a bound cut the space: not complete */
  /* something other than a bound on depth or preemptions cut the space */
  bool cut_otherwise;
  char bound_text[256];
  int bound_cause;              /* enum search_cause */
  struct outcome_set *outcomes; /* --outcomes: the ends of paths; else NULL */
  /* The part of the space that a search explored before it was cut. Appended to the reason. */
  char explored[80];
  /* The last transition was cut at a stop request or a bound; see search_release_rest. */
  bool cut;
  /* The search ended at a stop request or at a bound on states, bytecodes, memory or time. It could
   * continue. */
  bool stopped;
  /* The number of transitions after which options.goes_on is called next. */
  uint64_t slice_end;
  /* Transitions and bytecodes that the report counts but a checkpoint does not. */
  uint64_t given_back, given_back_insns;
  uint32_t setting; /* for the strategy's own use */
  void *own;        /* for a strategy that reuses another one's functions */
  /* Bytes held by the strategy itself, without states and the visited set. */
  uint64_t own_bytes;
  /* The Java stack at the first failure of heddle (an unsupported feature or native), and the place
   * of that failure in the program. Both owned; NULL: none. */
  char *failed_stack;
  char *failed_place;
};

struct search_ops {
  const char *name, *summary;
  uint32_t default_depth; /* the bound on depth if the user sets none; 0: unbounded */
  bool shortest;          /* its errors have the fewest transitions */
  bool sleeps;            /* supports sleep sets */
  /* The command-line options that this search and few others take, such as "--walks --pct-depth".
   * NULL: none. */
  const char *options;
  /* It does not match states, or matches them only within one run. */
  bool walks;
  bool blind; /* needs no fingerprints at all */
  /* It builds the graph of states, so its visited set numbers them (state_graph.h). */
  bool numbers;
  bool evaluates_hangs; /* evaluates hangs if no bound is set (hang.h) */
  bool shuffles;        /* takes the choices of a state in random order */
  bool ranks;           /* scores states by a heuristic (ranking.h) */
  bool values;          /* with a depth bound, its visited set keeps remaining depths */
  bool bounds;          /* its visited set always keeps what is left of its own bound */
  /* Each visible operation ends a transition, unlike in other searches (vm->sched.one_each). */
  bool cuts;
  int (*open)(struct search *s, struct error *err);
  /* Moves the explorer, or executes a transition. Continues with further transitions if these lead
   * to known states. Returns enum search_status. s->x->here may be anywhere below s->start. */
  int (*step)(struct search *s, struct error *err);
  void (*close)(struct search *s);
  /* Estimates the size of the state space. NULL: the strategy cannot. */
  void (*estimate)(struct search *s, struct search_estimate *out);
  /* Takes back the last choice, whose execution was cut, so that it is tried again. */
  void (*release_rest)(struct search *s);
  /* Saves or loads the strategy's position between two steps (search/checkpoint_tree.h). load is
   * called after open. */
  void (*save)(struct search *s, struct ckpt_out *o, const struct ckpt_tree *t);
  void (*load)(struct search *s, struct ckpt_in *in, const struct ckpt_tree *t);
};

const struct search_ops *search_find(const char *name);
/* Returns NULL after the last strategy. */
const struct search_ops *search_at(uint32_t i);
/* Sets ERR_USAGE and lists the names that exist. */
int search_unknown(const char *name, struct error *err);
int heuristic_unknown(const char *name, struct error *err);

/* Makes a search that starts at the explorer's current node. `targets` is not copied and must
 * outlive the search. Errors: ERR_USAGE for an unknown name, for options that the strategy does not
 * take, or for a guided search without a sequence. */
int search_new(struct explorer *x, const struct search_options *opt, const struct location *targets,
               uint32_t target_count, bool keep_tree, struct search **out, struct error *err);
void search_free(struct search *s);
/* After a step that was cut: returns to the state before it, so that the search is between two
 * steps again. Otherwise does nothing. */
void search_release_rest(struct search *s);
/* --all-errors: adds n to the reported errors. Returns false if a similar error is there already,
 * or if there are too many. */
bool search_note_error(struct search *s, node_id n);
/* Makes one step and updates the report. Returns enum search_status, or a negative error code. */
int search_step(struct search *s, struct error *err);

/* Updates report.estimate. */
void search_estimate(struct search *s);

/* For strategies: evaluates how the transition that led to n, the current node, ended, and looks
 * for a loop there that reads an older value for ever. Returns SEARCH_RUNNING to continue, or the
 * status with which the search ends. Sets *dead if nothing below n is to be explored: the program
 * ended, an error was found (--all-errors), or heddle failed. A failed node (NODE_FAILED: an
 * unsupported native, no memory) cuts the space there, and its state must not be read; the search
 * continues elsewhere. */
int search_met(struct search *s, node_id n, bool *dead, struct error *err);
/* Counts and records the error at n. Returns SEARCH_ERROR if the search ends with it, else
 * SEARCH_RUNNING. */
int search_error(struct search *s, node_id n);
/* Records that the space is cut, so the verdict can no longer be "no error". The first reason is
 * reported. */
void search_cut(struct search *s, int cause, const char *why);
/* Is the current state the end of a path, as *dead of search_met says? Its node must not have
 * failed. */
bool search_ends_here(const struct search *s);
/* Returns the fingerprint of the current state. With --exact, also stores the whole state, or
 * compares it with the stored one; search_step reports a collision. */
struct fingerprint search_fingerprint(struct search *s);
/* Returns the same fingerprint, but neither stores nor compares the whole state. */
struct fingerprint search_fingerprint_only(struct search *s);
/* Takes the fingerprint of n, the current node, and adds it to the visited set. Returns true if the
 * state is to be explored. `left` is what remains of the strategy's bound; it counts if the visited
 * set keeps values. `salt` distinguishes states that are otherwise equal; 0: it is not used. Counts
 * the state as new or as a revisit. */
bool search_remember(struct search *s, node_id n, uint32_t left, uint64_t salt, bool *is_new);
/* For the callback of explorer_try: returns whether the new state may be a known one that needs no
 * evaluation. If so, s->early is its fingerprint, and search_knows replaces search_met and
 * search_remember. */
bool search_may_be_known(const struct search *s);
/* Returns whether the state with this fingerprint is known and need not be explored again with
 * `left`. If so, counts a revisit. The current state may be another one. */
bool search_knows(struct search *s, struct fingerprint f, uint32_t left);
/* Stores the choices of the current state in `out`. Returns their number, at most CHOICES_MAX. */
uint32_t search_choices(struct search *s, struct choice *out);
/* Records that the bound on depth cuts the space. */
void search_cut_depth(struct search *s);
/* Frees a node that the search no longer needs, unless the tree is kept. */
void search_forget(struct search *s, node_id n);
/* --outcomes: is n, the current node, a deadlock but not yet the end of its path? Either some
 * threads form a cycle of monitors while others can run, or only a spurious wakeup can continue, in
 * which case it counts as an end as well. */
bool search_stands_locked(struct search *s, node_id n);
/* Records the present node n, the end of a path, as an outcome. */
void search_note_end(struct search *s, const struct xnode *n);
/* Is n an error that is kept for its schedule (--all-errors)? Such a node is pinned and must not be
 * dropped. */
bool search_keeps(const struct search *s, node_id n);
/* Ends the search as inconclusive, with a reason. Returns SEARCH_INCONCLUSIVE. */
int search_inconclusive(struct search *s, int cause, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Counts a finished walk. Returns SEARCH_INCONCLUSIVE after the last one (--walks), else
 * SEARCH_RUNNING. */
int search_walked(struct search *s);
/* Ends a search that has nothing left to explore. Returns SEARCH_INCONCLUSIVE if a bound was hit or
 * an assumption was violated, else SEARCH_ERROR if errors were found, else SEARCH_DONE. */
int search_finished(struct search *s);

#endif
