/* Searches of a session: step by step in the debugger, whole searches for a verdict, and bounded
 * checks from a node in forked processes. Part of engine.h, which includes this file. */
#ifndef HEDDLE_SEARCHES_H
#define HEDDLE_SEARCHES_H

#include "engine/base/error.h"
#include "engine/base/warned.h"
#include "engine/base/words.h"

struct engine;

/* ---- searches ---- */

void search_options_init(struct search_options *o);
/* Returns the name of the i-th strategy in the order of their table; NULL after the last. */
const char *engine_search_name(uint32_t i);
/* Returns whether the option ("--walks") applies to only some searches and `search` is one of
 * them. */
bool engine_search_takes(const char *search, const char *option);
/* Returns the searches that take the option: "the search jrf", "the searches random and pct".
 * Returns NULL if the option is not specific to certain searches. The caller frees the text. */
char *engine_searches_with(const char *option);
/* Returns the name of the i-th heuristic in the order of their table; NULL after the last. */
const char *engine_heuristic_name(uint32_t i);
/* Returns the name of the i-th rule that selects the threads from which a distance is measured
 * (search_options.position); NULL after the last. */
const char *engine_position_name(uint32_t i);

/* Starts a search inside the session that runs step by step from the current node, for the
 * debugger's run, pause and step. Its nodes remain in the tree. */
int engine_search_start(struct engine *e, const struct search_options *o, struct error *err);
/* Runs at most `transitions` transitions or `ms` milliseconds (0: unbounded). Moves the session. */
int engine_search_run(struct engine *e, uint32_t transitions, uint32_t ms,
                      struct search_report *out, struct error *err);
/* Returns the report without running. ERR_NOTFOUND: no search was started. */
int engine_search_report(struct engine *e, struct search_report *out);
void engine_search_stop(struct engine *e);

/* Returns why a search of this session last went on from node n.
 * ERR_NOTFOUND: none did. */
int engine_chosen(struct engine *e, node_id n, struct chosen_info *out);

/* Runs a whole search from the current node, for `heddle check` and campaigns. Frees nodes that are
 * no longer needed, and ends soon after a signal handler has set *stop. Calls `progress` (may be
 * NULL) about twice a second. After an error, *found has its schedule, as choices from the root,
 * which the caller releases. */
typedef void engine_progress_fn(void *self, const struct search_report *r);
struct schedule {
  struct choice *choices;
  /* The end of each step. NULL: unknown; steps then end by the session's reduction and marks. */
  struct step_end *ends;
  uint32_t count;
  /* Number of context switches, counted from the start of the search that found it. `minimal`: none
   * of them can be removed. */
  uint32_t switches;
  bool minimal;
  /* Violations in the first listen_from transitions were only noted
   * (engine_options.listen_from). */
  uint32_t listen_from;
  bool listen_anew;
  /* The shortest timed wait, in ns, that ends in the schedule while another thread can run, as
   * found when the schedule was executed again. 0: none. */
  uint64_t early;
  /* The violation; NULL if there is none. */
  char *property, *kind, *message, *headline, *location, *detail, *thread;
  /* Where it is, as found when the schedule was executed again. */
  struct error_places places;
  /* The events that led to it, as described when the schedule was executed again (a JSON array,
   * tui/text/story.h). NULL: none. */
  char *story;
  /* which of the above is missing, and why; NULL: nothing is missing */
  char *left_out;
};
void schedule_release(struct schedule *s);
/* Is its error a hang? Then engine_hang must be called at its end. */
bool schedule_hangs(const struct schedule *s);
/* Returns the schedule of the path to a node, with the ends of its steps and, if the node has one,
 * its violation. Moves the session to the node. */
int engine_schedule(struct engine *e, node_id n, struct schedule *out);
int engine_search(struct engine *e, const struct search_options *o, volatile int *stop,
                  engine_progress_fn *progress, void *self, struct search_report *report,
                  struct schedule *found, struct error *err);

/* The distinct ends of paths in the last whole search (options.outcomes), sorted by their output.
 * Such a search continues after errors. The texts belong to the session. */
struct outcome_info {
  const char *end;              /* "exit", "deadlock", "exception", "race", "conflict", "hang" */
  int status;                   /* "exit": the program's exit status */
  const char *output, *message; /* standard output; the violation's message, or "" */
  size_t output_len;            /* in bytes; the output may contain zeros */
  uint64_t met;                 /* number of paths with this end */
  /* The schedule of the first such path: thread numbers; t timeout, i interrupt, nK wakes thread K,
   * xN N times. */
  const char *schedule;
};
/* ERR_NOTFOUND after the last */
int engine_outcome(const struct engine *e, uint32_t i, struct outcome_info *out);

/* A set of states for search_options.known. engine_states_free ignores NULL. */
struct visited *engine_states_new(void);
void engine_states_free(struct visited *states);

/* Like engine_search, but for --all-errors: returns the schedule of the first of each distinct
 * error (by property, kind, place and, for a race, location), in the order in which they were
 * found. *found is a malloc'd array of *count schedules; the caller releases each and frees the
 * array. */
int engine_search_all(struct engine *e, const struct search_options *o, volatile int *stop,
                      engine_progress_fn *progress, void *self, struct search_report *report,
                      struct schedule **found, uint32_t *count, struct error *err);

/* Executes a schedule from the root without state matching and keeps its events. The last node must
 * show the same error; otherwise ERR_INTERNAL says at which step the replay differed (soundness
 * rule 24, executed again). Leaves the session at that node. */
int engine_replay_schedule(struct engine *e, const struct schedule *s, struct error *err);
/* Returns to the root and forgets all other nodes, so that everything can be executed once more.
 * From then on, events are kept, and memory_bytes bounds the tree. */
int engine_again(struct engine *e, uint64_t memory_bytes, struct error *err);

/* ---- bounded checks from a node (forked, soundness rule 25, children share nothing) ---- */

enum check_kind {
  CHECK_SEARCH, /* searches for an error below the node */
  /* searches for the run that ends well and is nearest to the path to the node, which does not */
  CHECK_NEAREST,
  /* checks each property separately, doubling the bound on depth until everything is explored */
  CHECK_LADDER,
  /* applies a repair to the classes and searches from the root for the error of the node */
  CHECK_REPAIR,
};
struct check_options {
  /* enum check_kind; CHECK_NEAREST and CHECK_REPAIR use only `seconds` and `max_states` */
  int kind;
  const char *repair; /* CHECK_REPAIR: struct repair_info.apply */
  /* Bound on transitions; 0: none. CHECK_LADDER: the first bound, 0: 10; in check_info, the current
   * bound. */
  uint32_t depth;
  double seconds;
  uint64_t max_states;
  uint32_t properties;   /* 0: the session's */
  const char *search;    /* NULL: "dfs" */
  const char *heuristic; /* of a guided search; NULL: "pfsm" */
  uint64_t seed;         /* 0: the session's */
  bool all_errors;       /* count all errors and show the first */
};
enum check_state {
  CHECK_RUNNING,
  CHECK_NO_ERROR,
  CHECK_ERROR,
  CHECK_INCONCLUSIVE,
  CHECK_KILLED,
  CHECK_FOUND, /* CHECK_NEAREST: found a run that ends well */
  CHECK_NONE,  /* CHECK_NEAREST: all runs were tried and none ends well */
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
  /* The last node of the counterexample, or of the run that ends well, once it was executed again
   * in the tree. NODE_NONE: there is none. */
  node_id error_node;
  /* CHECK_LADDER: the distinct errors so far, executed again in the tree; and in `explored`, at the
   * end of the check, a line for each property that says what was explored and what was left out.
   * Both are valid until the next poll. */
  const node_id *errors;
  uint32_t error_count;
  const char *explored; /* NULL before the end */
  uint32_t common;      /* CHECK_FOUND: number of first steps that the run shares with the path */
  /* CHECK_FOUND: all runs that share more were tried, and none ends well */
  bool whole;
};
/* Starts a check. CHECK_NEAREST tries the other choices along the path, from the last one
 * backwards, each with everything that can follow it within the bounds. When half of the bounds is
 * used up, it goes back in strides. It finds the first run in which the program ends without a
 * violation, and executes that run again in the tree. CHECK_REPAIR ends with CHECK_ERROR if it
 * found the error again or only another error (the verdict says which), and with CHECK_NO_ERROR if
 * everything was explored. The session's own classes stay unchanged. */
int engine_check_start(struct engine *e, node_id from, const struct check_options *o, uint32_t *id,
                       struct error *err);
/* Reads what the running checks have sent. Returns true if something changed. Never blocks. */
bool engine_checks_poll(struct engine *e);
/* Waits until check `id` has ended or *stop is set. ERR_NOTFOUND: there is no such check. */
int engine_check_wait(struct engine *e, uint32_t id, volatile int *stop);
void engine_check_kill(struct engine *e, uint32_t id);
uint32_t engine_check_count(const struct engine *e);
int engine_check(struct engine *e, uint32_t index, struct check_info *out);
void engine_check_release(struct check_info *c);

#endif
