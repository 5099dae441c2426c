/* Search strategies: one file and one row of searches.def each, clients of the explorer. A strategy
 * advances by small steps, so that the debugger can run it in slices and every key is answered. */
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

/* What every strategy shares; made by search_new. */
struct search {
  struct explorer *x;
  struct search_options opt;
  const struct search_ops *ops;
  void *self;
  node_id start;
  bool keep_tree; /* the debugger: nodes stay for the views */
  node_id at;     /* ... and here the search stands between two runs, pinned: the user may have gone
                     elsewhere meanwhile */
  struct chosen_log *chosen; /* ... and who asks why keeps this; NULL: nobody does */
  struct rng rng;
  struct fingerprint early; /* of the state that transition number `early_at` of the explorer led
                               to; search_fingerprint_only uses it once */
  uint64_t early_at;
  bool guessed_known; /* the strategy's guess of the state that the next transition leads to */
  struct visited *visited;
  struct exact *exact;            /* --exact: whole states; NULL off */
  bool known;                     /* the visited set is search_options.known */
  bool numbered;                  /* the visited set numbers the states */
  uint32_t number;                /* ... of the one that was remembered last */
  bool collided;                  /* ... and two of them had the same fingerprint */
  const struct location *targets; /* the sequence, owned by the caller */
  uint32_t target_count;
  const struct heuristic_ops *heuristic;
  void *heuristic_self;
  struct search_report report;
  node_id error_node;                /* the node of the first error */
  VEC(struct search_error) distinct; /* --all-errors: the first of each kind, pinned */
  bool bound_hit;                    /* a bound cut the space: not complete */
  bool cut_otherwise;                /* ... and not only the bound on depth */
  char bound_text[256];
  int bound_cause;              /* enum search_cause */
  struct outcome_set *outcomes; /* collects the ends of paths; NULL when nobody asked */
  char explored[80]; /* what was explored all the same when a search is cut: part of the reason */
  bool cut;          /* the last transition was cut at a stop request; search_release_rest */
  bool stopped; /* ended by a stop request or a bound on states, bytecodes, memory or time: it could
                   go on */
  uint64_t slice_end;                    /* transitions after which options.goes_on is asked next */
  uint64_t given_back, given_back_insns; /* transitions and bytecodes that the report counts and a
                                            checkpoint does not */
  uint32_t setting;                      /* the strategy's own */
  void *own;                             /* likewise, of a row over another strategy's functions */
  uint64_t own_bytes; /* memory of the strategy itself, beside states and the visited set */
  char *failed_stack; /* Java stack at the first thing that heddle does not know, owned */
  char *failed_place; /* ... and the place in the program, owned; NULL also behind a checkpoint */
};

struct search_ops {
  const char *name, *summary;
  uint32_t default_depth; /* when the user gave none; 0 = unbounded */
  bool shortest;          /* its errors have the fewest transitions */
  bool sleeps;            /* can have sleep sets */
  const char *options;    /* of the command line, those that this search and few others take:
                             "--walks"; NULL none */
  bool walks;             /* does not ask whether a state was met before, or in a set of its own */
  bool blind;             /* asks for no fingerprint at all */
  bool numbers; /* ... by the graph of states, whose numbers are the values of its visited set
                   (state_graph.h) */
  bool evaluates_hangs; /* while nothing bounds it (hang.h) */
  bool shuffles;        /* dfs: takes the choices of a state in a random order */
  bool ranks;           /* scores states by a heuristic (ranking.h) */
  bool values;          /* its visited set keeps remaining depths when there is a depth bound */
  bool bounds;          /* ... and always what is left of a bound of its own */
  bool cuts; /* its transitions end elsewhere than those of other searches (vm->one_each) */
  int (*open)(struct search *s, struct error *err);
  /* A move, or a transition and those behind it that lead to no new state. Returns enum
   * search_status. s->x->here may be anywhere below s->start. */
  int (*step)(struct search *s, struct error *err);
  void (*close)(struct search *s);
  /* How large is the space, as far as is explored? NULL: it does not know. */
  void (*estimate)(struct search *s, struct search_estimate *out);
  /* The last choice was not executed whole: it is to be tried again. */
  void (*release_rest)(struct search *s);
  /* Its position, between two steps, in a checkpoint (search/checkpoint_tree.h); load is called
   * after open. */
  void (*save)(struct search *s, struct ckpt_out *o, const struct ckpt_tree *t);
  void (*load)(struct search *s, struct ckpt_in *in, const struct ckpt_tree *t);
};

const struct search_ops *search_find(const char *name);
const struct search_ops *search_at(uint32_t i); /* NULL behind the last */
int search_unknown(const char *name,
                   struct error *err); /* ERR_USAGE with the names that there are */
int heuristic_unknown(const char *name, struct error *err);

/* A search from the explorer's present node. Targets are copied by reference. Errors: ERR_USAGE for
 * an unknown name, or a guided search without a sequence. */
int search_new(struct explorer *x, const struct search_options *opt, const struct location *targets,
               uint32_t target_count, bool keep_tree, struct search **out, struct error *err);
void search_free(struct search *s);
/* After a step that was cut: back to the state before it, so that the search stands between two
 * steps. Nothing else happened: nothing. */
void search_release_rest(struct search *s);
/* --all-errors: n is one of the errors that are reported. False: there is one like it, or they are
 * too many. */
bool search_note_error(struct search *s, node_id n);
/* One step; keeps the report. enum search_status. */
int search_step(struct search *s, struct error *err);

/* Brings report.estimate up to date. */
void search_estimate(struct search *s);

/* For strategies: counts a new state and looks at what the node is. Returns SEARCH_RUNNING to go on
 * from it; SEARCH_ERROR when the search ends with it. *dead: nothing is to be explored below
 * (ended, error with --all-errors, failed). A failed node (NODE_FAILED: an unsupported native, no
 * memory) cuts the space; the others are searched all the same. Its state must not be looked at. */
int search_met(struct search *s, node_id n, bool *dead, struct error *err);
/* n is an error: counted and noted. SEARCH_ERROR when the search ends with it, else SEARCH_RUNNING.
 */
int search_error(struct search *s, node_id n);
/* The space is cut: no verdict is "no error" any more. The first reason is reported. */
void search_cut(struct search *s, int cause, const char *why);
bool search_ends_here(
    const struct search *s); /* what *dead was of the state here, which did not fail */
/* The fingerprint of the state here. With --exact its whole form is kept or compared; search_step
 * reports a collision. */
struct fingerprint search_fingerprint(struct search *s);
struct fingerprint search_fingerprint_only(
    struct search *s); /* the same; nothing is kept or compared */
/* Takes the fingerprint of n, which is here, and asks the visited set: true when it is to be
 * explored. `left` is what remains of the strategy's bound and counts when its visited set keeps
 * values; `salt` is what the strategy distinguishes states by besides (0 nothing). Counts states
 * and revisits. */
bool search_remember(struct search *s, node_id n, uint32_t left, uint64_t salt, bool *is_new);
/* In the state that explorer_try asks about: may it be one that is known and of which nothing else
 * is to be seen? Its fingerprint is s->early then; what search_met and search_remember would do
 * there when it is known is what search_knows does. */
bool search_may_be_known(const struct search *s);
/* Is the state known, and not to be explored again with what is left? Then it is counted as met
 * once more. May be asked where another state is here. */
bool search_knows(struct search *s, struct fingerprint f, uint32_t left);
/* The choices of the state here; at most CHOICES_MAX. */
uint32_t search_choices(struct search *s, struct choice *out);
/* The bound on depth cuts the space at a node. */
void search_cut_depth(struct search *s);
/* A node is of no more use: freed unless the tree is kept. */
void search_forget(struct search *s, node_id n);
/* --outcomes: a deadlock, and no end of the path yet. Threads stand in a circle of monitors, and
 * others go on; or a wake-up without a cause may go on, and then it is an end all the same. n is
 * here. */
bool search_stands_locked(struct search *s, node_id n);
/* Is the node an error that is kept for its schedule (--all-errors)? It is pinned then and must not
 * be dropped. */
bool search_keeps(const struct search *s, node_id n);
/* Ends as inconclusive with a reason. */
int search_inconclusive(struct search *s, int cause, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* A walk from the start has ended: counted, with --walks. SEARCH_RUNNING, or SEARCH_INCONCLUSIVE
 * after the last. */
int search_walked(struct search *s);
/* All was explored: SEARCH_DONE, or SEARCH_INCONCLUSIVE when a bound was hit. */
int search_finished(struct search *s);

#endif
