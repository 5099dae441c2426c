/* Searches of a session: inside it, step by step; whole ones for a verdict; bounded checks from a
 * node, in processes of their own. A part of engine.h, which includes it. */
#ifndef HEDDLE_SEARCHES_H
#define HEDDLE_SEARCHES_H

#include "engine/base/error.h"
#include "engine/base/words.h"

struct engine;

/* ---- searches ---- */

void search_options_init(struct search_options *o);
/* the strategies in the order of their table; NULL behind the last */
const char *engine_search_name(uint32_t i);
/* Is the option ("--walks") one that only some searches take, and this one among them? */
bool engine_search_takes(const char *search, const char *option);
/* Which do: "the search jrf", "the searches random and pct". NULL: it is not one that only some
 * take. Caller frees. */
char *engine_searches_with(const char *option);
const char *engine_heuristic_name(uint32_t i); /* likewise the heuristics */
/* ... and the rules of whose position a distance is measured from (search_options.position) */
const char *engine_position_name(uint32_t i);

/* A search inside the session, from here, step by step: the debugger's run / pause / step. The
 * nodes it makes are in the tree. */
int engine_search_start(struct engine *e, const struct search_options *o, struct error *err);
/* Runs at most `transitions` transitions or `ms` milliseconds (0 = no bound of that kind). Moves
 * here. */
int engine_search_run(struct engine *e, uint32_t transitions, uint32_t ms,
                      struct search_report *out, struct error *err);
/* without running; ERR_NOTFOUND when none was started */
int engine_search_report(struct engine *e, struct search_report *out);
void engine_search_stop(struct engine *e);

/* Why a search went on from a state. Of the last time that a search of this session did.
 * ERR_NOTFOUND: none did. */
int engine_chosen(struct engine *e, node_id n, struct chosen_info *out);

/* A whole search for `heddle check` and campaigns: from here, frees what it no longer needs,
 * answers *stop (set by a signal handler) soon. progress (may be NULL) is called about twice a
 * second. On an error the schedule is in `path` (choices from the root; free). */
typedef void engine_progress_fn(void *self, const struct search_report *r);
struct schedule {
  struct choice *choices;
  /* of each step; NULL: not known, the steps end by the session's reduction and marks */
  struct step_end *ends;
  uint32_t count;
  /* context switches from the start of the search that found it; minimal: none of them can be taken
   * out */
  uint32_t switches;
  bool minimal;
  /* what was violated in so many transitions was noted (engine_options.listen_from) */
  uint32_t listen_from;
  bool listen_anew;
  /* ns; the shortest timed wait that ends in it while something else can run, as who executed it
   * again reported it; 0 none */
  uint64_t early;
  char *property, *kind, *message, *headline, *location, *detail,
      *thread; /* of the violation; NULL when there is none */
  /* what led to it, as who executed it again described it (a JSON array, tui/text/story.h); NULL
   * none */
  char *story;
  char *left_out; /* what of the above is not there, and why; NULL: all of it is */
};
void schedule_release(struct schedule *s);
bool schedule_hangs(const struct schedule *s); /* its error is a hang: engine_hang at its end */
/* The schedule of the path to a node, with its ends, and its violation when it has one. The session
 * stands at the node afterwards. */
int engine_schedule(struct engine *e, node_id n, struct schedule *out);
int engine_search(struct engine *e, const struct search_options *o, volatile int *stop,
                  engine_progress_fn *progress, void *self, struct search_report *report,
                  struct schedule *found, struct error *err);

/* The distinct ends of paths that the last whole search met (options.outcomes), sorted by what they
 * printed. Such a search goes on after errors. Texts belong to the session. */
struct outcome_info {
  const char *end;              /* "exit", "deadlock", "exception", "race", "conflict", "hang" */
  int status;                   /* "exit": the program's exit status */
  const char *output, *message; /* standard output; the violation's message or "" */
  size_t output_len;            /* bytes of it: there may be zeros among them */
  uint64_t met;                 /* how often the search came there */
  /* of the first path: thread numbers; t timeout, i interrupt, nK wakes K, xN N times */
  const char *schedule;
};
/* ERR_NOTFOUND behind the last */
int engine_outcome(const struct engine *e, uint32_t i, struct outcome_info *out);

/* A set of states for search_options.known. NULL is fine to free. */
struct visited *engine_states_new(void);
void engine_states_free(struct visited *states);

/* The same, for --all-errors: the schedule of the first of each distinct error (its property, kind,
 * place and, of a race, location) in the order in which they were met. *found is an array of
 * *count, malloc'd; release each. */
int engine_search_all(struct engine *e, const struct search_options *o, volatile int *stop,
                      engine_progress_fn *progress, void *self, struct search_report *report,
                      struct schedule **found, uint32_t *count, struct error *err);

/* Executes a schedule from the root without matching, keeping events; the last node shows the error
 * again or ERR_INTERNAL says at which step it differed (soundness rule 24, executed again). Leaves
 * the session at that node. */
int engine_replay_schedule(struct engine *e, const struct schedule *s, struct error *err);
/* Goes back to the start and forgets what was executed, to execute it once more: from now on events
 * are kept, in so much memory. */
int engine_again(struct engine *e, uint64_t memory_bytes, struct error *err);

/* ---- bounded checks from a node (forked, soundness rule 25, children share nothing) ---- */

enum check_kind {
  CHECK_SEARCH,  /* for an error below the node */
  CHECK_NEAREST, /* from, where a path ends badly: for the run that ends well nearest to it */
  CHECK_LADDER,  /* each property by itself, the bound on depth doubled until all is explored */
  CHECK_REPAIR,  /* from the start, in classes that a repair changed: for the error of from */
};
struct check_options {
  int kind; /* enum check_kind; CHECK_NEAREST and CHECK_REPAIR take seconds and max_states alone */
  const char *repair; /* CHECK_REPAIR: struct repair_info.apply */
  uint32_t depth;     /* bound on transitions, 0 = none; CHECK_LADDER: the first one, 0 = 10; in a
                         check_info the present one */
  double seconds;
  uint64_t max_states;
  uint32_t properties;   /* 0 = the session's */
  const char *search;    /* NULL = "dfs" */
  const char *heuristic; /* of a guided search; NULL = "pfsm" */
  uint64_t seed;         /* 0 = the session's */
  bool all_errors;       /* count them all; the first is shown */
};
enum check_state {
  CHECK_RUNNING,
  CHECK_NO_ERROR,
  CHECK_ERROR,
  CHECK_INCONCLUSIVE,
  CHECK_KILLED,
  CHECK_FOUND, /* CHECK_NEAREST: a run that ends well */
  CHECK_NONE,  /* ... there is none, every run was tried */
};
struct check_info {
  uint32_t id; /* 1.. */
  node_id from;
  int state; /* enum check_state */
  struct check_options options;
  uint64_t states, transitions;
  double seconds;
  uint32_t max_depth;
  /* "no error within depth 8", "error: uncaught ... @ X.java:3 in 7 steps", "inconclusive: time" */
  char *verdict;
  /* once the counterexample, or the run that ends well, was executed again in the tree: its last
   * node; NODE_NONE: there is none */
  node_id error_node;
  /* CHECK_LADDER: the distinct errors so far, executed again in the tree, and, at its end, a line
   * for each property that says what was explored and what was left out. Both live until the next
   * poll. */
  const node_id *errors;
  uint32_t error_count;
  const char *explored; /* NULL until then */
  uint32_t common;      /* CHECK_FOUND: steps of the path that the run has in common with it */
  /* CHECK_FOUND: no run has more in common with it, all of those were tried */
  bool whole;
};
/* CHECK_NEAREST: from the path's last choice backwards the other choices are tried, each with all
 * that can follow while the bounds last, further back in strides when half of them is used up; the
 * first run that ends with the program's end and no violation is found, and executed again in the
 * tree. CHECK_REPAIR: the verdict says whether the
 * error was met again, CHECK_ERROR, also when only another one was; CHECK_NO_ERROR when all was
 * explored; the session's own classes stay as they are. */
int engine_check_start(struct engine *e, node_id from, const struct check_options *o, uint32_t *id,
                       struct error *err);
/* Reads what the running checks report; returns true when something changed. Never blocks. */
bool engine_checks_poll(struct engine *e);
/* Waits until check `id` ended (or *stop). */
int engine_check_wait(struct engine *e, uint32_t id, volatile int *stop);
void engine_check_kill(struct engine *e, uint32_t id);
uint32_t engine_check_count(const struct engine *e);
int engine_check(struct engine *e, uint32_t index, struct check_info *out);
void engine_check_release(struct check_info *c);

#endif
