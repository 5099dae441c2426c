/* Shows contracts, that is, checks their claims. For each row of engine/env/contracts.def, layer by
 * layer, scenarios of calls are searched exhaustively twice: with every step of the class, and with
 * each of the row's methods as a single step. In both searches the methods of lower layers are
 * single steps. Both must produce the same observations: results, exceptions, pending interrupts,
 * deadlocks and the final state. A method that violates this is removed from the row. A method of
 * the class outside the row whose results reveal a state in the middle of a step sees inside the
 * step, and is noted.
 *
 * The scenarios are: all pairs of calls of the class, and of the row's `beside` items, in which at
 * least one belongs to the row, and each call beside an interrupt. Then, over the row's main
 * methods, two threads with two calls each and three threads with one call each, and every other
 * method after one main call and beside another. Views and iterators that a call returns are walked
 * beside each call of the row, and also in place of those other methods. Calls of the row also get
 * arguments that they read by several accesses while another thread changes them (given.c). After
 * all these have been compared, tuples of two or three queries that are not steps observe two main
 * calls, from a third thread and after one of the calls (looks.c). */
#ifndef HEDDLE_CONTRACTS_VERIFY_H
#define HEDDLE_CONTRACTS_VERIFY_H

#include "engine/env/contracts.h"
#include "trace/contracts/evidence.h"
#include "trace/contracts/own.h"

/* Bounds on the states of one search; a search that reaches its bound stays open. The second
 * bound is that of scenarios with queries beside two calls (scenario.looked): if such a search
 * stays open, this excludes no method, and there are many such scenarios. */
enum { VERIFY_STATES = 300000, VERIFY_LOOKED_STATES = 50000 };

struct verify_progress {
  const char *klass;
  size_t done, all; /* number of this round's searches that have finished, and of all */
};

struct verify_options {
  const char *java_home;
  const char *class_path;       /* class path of the added rows; NULL: "." */
  const struct own_rows *added; /* NULL: no added rows */
  /* the records are appended to this file; a row with a valid record in it is skipped */
  const char *file;
  /* Names of the classes ("java.util.Vector", "Vector") whose records are made even if there are
   * valid ones. NULL and 0: all rows without a valid record. */
  char *const *classes;
  int class_count;
  uint32_t jobs;
  uint64_t states; /* bound of a search (also for `looked` if it is lower); 0: VERIFY_STATES */
  volatile int *stop;
  /* called during the searches; may be NULL */
  void (*progress)(void *self, const struct verify_progress *p);
  /* called when a row is ready; `made` says whether its record was made now; may be NULL */
  void (*ready)(void *self, const struct contract *row, const struct evidence *e, bool made);
  void *self;
};

/* Makes the records. The classes must be those of rows (contract_is_known). Returns ERR_INPUT if
 * the file cannot be read or written, and ERR_LIMIT if *stop is set. */
int contracts_verify(const struct verify_options *o, struct error *err);

/* ---- internal, scenarios.c ---- */

/* One way to make the object, from the row's column `before`. "? TEXT" is a variant, in which only
 * claimed calls, `beside` items and queries are used; "~ TEXT" is a variant without queries. */
struct setup {
  const char *text;
  size_t len;
  bool variant, looks;
};
/* Stores the setup at *at, a position in the column, in *out and advances *at. Returns false at the
 * end of the column. */
bool setup_next(const char **at, struct setup *out);

enum { SCENARIO_CALLS = 5 };
struct scenario {
  char *text;
  /* the called methods; NULL: the call is not one of the class */
  const char *methods[SCENARIO_CALLS];
  const char *overloads[SCENARIO_CALLS];
  /* "CLASS METHOD" if the call is a query of another object; else NULL */
  const char *elsewhere[SCENARIO_CALLS];
  uint32_t count;
  int walk;          /* index in scenarios.calls.walks of the walk that a thread makes; -1: none */
  uint32_t observer; /* the contract_observers in the scenario; 0: none */
  /* the last call, which is a walk or not a main call, observes two main calls */
  bool looked;
  uint32_t looks; /* number of calls at the end that are queries of a tuple; 0: no tuple */
};
struct scenarios {
  VEC(struct scenario) all;
  struct contract_calls calls; /* the calls that the scenarios are made of; owns their names */
};
/* Makes the scenarios of a row. Takes ownership of `calls`. Release *out with scenarios_release. */
void scenarios_of(const struct contract *row, const struct contract_calls *calls,
                  struct scenarios *out);
/* Returns the words of the row that name no public method of its class; the caller frees them. */
char *contract_inner(const struct contract *row, const struct contract_calls *calls);
/* Adds a scenario of these threads. `s` has everything except the text, which is made for the
 * setup. */
void scenarios_add(const struct contract *row, const struct setup *setup, const char *threads,
                   const struct scenario *s, struct scenarios *out);
/* Returns the call in the form that the row's column `around` requires; the caller frees it. */
char *contract_around(const struct contract *row, const char *method, const char *call);
/* Is call i the first call of a main method? */
bool contract_is_main_call(const struct contract *row, const struct contract_calls *calls,
                           size_t i);
/* given.c: adds scenarios of calls whose arguments another thread changes (elements.def). */
void scenarios_add_given(const struct contract *row, struct scenarios *out);
/* Adds scenarios in which one thread makes the walk while another makes a claimed call. */
void scenarios_add_walk(const struct contract *row, int walk, struct scenarios *out);
void scenarios_release(struct scenarios *s);

/* ---- internal, round.c ---- */

struct outcome_text { /* the result of one search of one scenario */
  char *ends;         /* all ends of the program, as sorted lines; NULL: not searched yet */
  bool open;          /* the search did not end */
  char *why;          /* the reason why not; else NULL */
  uint64_t states;
};
/* one execution by a single thread: makes the object in one way, then walks over what a call
 * returns, or makes a query */
struct walk_try {
  int walk; /* index of the walk; -1: not a walk */
  /* text: the scenario; for a walk it prints the classes of the walk's variables. ends: the ends of
   * the execution */
  char *text, *ends;
};
struct look { /* a query: a call or a walk that changes nothing */
  const char *method, *overload;
  char *elsewhere; /* as in struct scenario */
  char *text[CONTRACT_THREADS];
  int walk;     /* index of the walk; -1: a call */
  bool changes; /* an execution has shown that it changes something, so it is not a query */
};
struct probe { /* a scenario "a; look || b"; all members are indices */
  size_t scenario, setup, a, b, look;
  /* taken: already used in tuples. paired: already paired with a query of equal results. Both: [1]
   * for queries in a third thread */
  bool taken[2], paired[2];
};
struct look_set {
  VEC(struct look) all;
  VEC(struct probe) probes;
  /* the calls of the object that returned q, under whose names queries are made */
  struct contract_calls giver;
  char *giver_class; /* the class of that object; NULL: q was not returned by an object */
  char *giver_variable;
};
struct dropped_word { /* a word that was removed from the claim */
  char *word;
  bool inner; /* it was one of claim.inner */
};

struct claim { /* a row while it is being shown */
  const struct verify_options *o;
  struct engine *booted; /* a booted engine, of which each search uses a forked copy */
  const struct contract *row;
  struct scenarios scenarios;
  const char *below; /* engine_options.contracts of the lower layers; NULL: none */
  char *methods;     /* the methods still claimed */
  /* words of the claim that no scenario calls, because they are internal methods of the class */
  char *inner;
  /* by scenario: the results with every step, and with the methods as single steps */
  struct outcome_text *each, *one;
  char **one_for; /* by scenario: the methods that were single steps in `one` */
  /* the scenario is excluded: it is not a valid program, or has a method that sees inside a step */
  bool *left;
  VEC(struct walk_try) tries;
  struct look_set looks;
  bool *walk_sees;                  /* by walk: it sees inside a step, or may */
  uint32_t observers;               /* contract_observers that see inside a step, or may */
  VEC(struct dropped_word) dropped; /* in the order in which they were removed */
  size_t retried;                   /* number of these that have been claimed once more */
  bool retrying;                    /* the next of these is claimed once more at present */
  uint64_t states;
  json_t *executed; /* library code executed by all searches so far: {"CLASS": {"METHOD": true}} */
};
struct engine_options;
void verify_engine_options(const struct verify_options *o, struct engine_options *out);
/* Runs the claim.tries that have no result yet. Returns ERR_LIMIT if *stop is set. */
int claim_try(struct claim *c, struct error *err);
/* verify.c: extends the arrays of the claim for scenarios added after the first `from`. */
void claim_grow(struct claim *c, size_t from);
/* Runs the searches that are missing. Returns ERR_LIMIT if *stop is set. */
int claim_search(struct claim *c, struct error *err);
/* Returns the claimed methods that count in the scenario, each once, in order; the caller frees
 * them. */
char *claim_of(const struct claim *c, const struct scenario *s);

/* ---- internal, executed.c ---- */

/* Returns the library code that one search has executed, as {"CLASS": "METHOD..."}; the caller owns
 * it. */
json_t *executed_found(const struct engine *e);
/* Adds the result of executed_found to what the claim's searches have executed. `found` may be
 * NULL. */
void executed_add(struct claim *c, json_t *found);
/* Writes the library code that the claim's searches have executed into the record. */
void executed_note(const struct claim *c, struct evidence *e);

/* ---- internal, mend.c ---- */

/* Does the scenario have both results? */
bool claim_compared(const struct claim *c, size_t scenario);

/* Does the scenario have both results, one of them of a search that did not end? */
bool claim_is_open(const struct claim *c, size_t scenario);

/* Removes methods from the claim that the searches show not to be single steps or, if there are
 * none, notes methods that see inside a step. Returns true if searches must be run again, false if
 * no difference is left. */
bool claim_mend(struct claim *c, struct evidence *e);

/* Notes that the scenario's observer or walk sees inside a step, or may. */
void claim_note_onlooker(struct claim *c, const struct scenario *s);

/* ---- internal, looks.c ---- */

/* Finds the object in the row's setups that returns q, as "all" does in "q = all.readLock()". Sets
 * *klass to its class and *variable to its name; the caller frees both. Returns false if there is
 * none. */
bool looks_giver(const struct contract *row, char **klass, char **variable);
/* Finds the queries by executing candidates, and adds the scenarios with one query. Requires
 * looks.giver and giver_class. */
int looks_begin(struct claim *c, struct error *err);
/* Excludes scenarios whose query has only one result. */
void looks_leave(struct claim *c);
/* Adds scenarios with tuples of queries, once all others have been compared. With `third`, a third
 * thread makes the queries. Returns false if there are no more. If a query that represented others
 * with equal results turns out to see inside a step, another one represents the rest. */
bool looks_add(struct claim *c, const struct evidence *e, bool third);
void looks_release(struct claim *c);

/* ---- internal, walks.c ---- */

/* Finds the walks that are possible, and adds their scenarios. */
int walks_begin(struct claim *c, struct error *err);
bool walk_begins(const struct claim *c, int walk);
/* Writes into the record the methods of walks that saw nothing inside a step, and the other
 * methods, once all scenarios have been compared. */
void walks_note(const struct claim *c, struct evidence *e);
void walks_release(struct claim *c);

#endif
