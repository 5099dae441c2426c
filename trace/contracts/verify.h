/* Shows contracts. For each row of engine/env/contracts.def, layer by layer, scenarios of calls are
 * searched exhaustively twice: with every step of the class, and with each of the row's methods as
 * a single step. In both searches the layers below are steps. Both must give the same observations:
 * results, exceptions, pending interrupts, deadlocks and the final state. A method that breaks this
 * is removed from the row. A method of the class outside the row that sees inside a step is noted.
 *
 * The scenarios are: all pairs of calls of the class, and of the row's `beside` items, in which at
 * least one belongs to the row, and each call beside an interrupt. Then, over the row's main
 * methods, two threads with two calls each and three threads with one each, and every other method
 * after one main call and beside another. Views and iterators that a call returns are walked beside
 * each call of the row, and also in the place of those other methods. Calls of the row also get
 * arguments that they read by several accesses, and that another thread changes meanwhile
 * (given.c). After all these have been compared, tuples of two or three queries that are not steps
 * observe two main calls, from a third thread and after one of the calls (looks.c). */
#ifndef HEDDLE_CONTRACTS_VERIFY_H
#define HEDDLE_CONTRACTS_VERIFY_H

#include "engine/env/contracts.h"
#include "trace/contracts/evidence.h"
#include "trace/contracts/own.h"

enum { VERIFY_STATES = 300000 }; /* states of one search; a search with more stays open */

struct verify_progress {
  const char *klass;
  size_t done, all; /* searches of this round: finished, and all */
};

struct verify_options {
  const char *java_home;
  const char *class_path;       /* for the added rows; NULL: "." */
  const struct own_rows *added; /* NULL: no added rows */
  const char *file;             /* records are appended to it; valid ones are not made again */
  /* names of classes ("java.util.Vector", "Vector") whose records are made in any case; NULL, 0:
   * all rows, unless they have a valid record */
  char *const *classes;
  int class_count;
  uint32_t jobs;
  uint64_t states; /* 0: VERIFY_STATES */
  volatile int *stop;
  /* may be NULL */
  void (*progress)(void *self, const struct verify_progress *p);
  /* called when a row is ready; `made`: its record was made now */
  void (*ready)(void *self, const struct contract *row, const struct evidence *e, bool made);
  void *self;
};

/* Makes the records. The names must be those of rows (contract_is_known). ERR_INPUT for the file,
 * ERR_LIMIT when stopped. */
int contracts_verify(const struct verify_options *o, struct error *err);

/* ---- internal: scenarios.c ---- */

/* One way to make the object, from the column `before`. "? TEXT" is a variant, in which only
 * claimed calls, `beside` items and queries are used; "~ TEXT" is a variant without queries. */
struct setup {
  const char *text;
  size_t len;
  bool variant, looks;
};
/* Returns the next setup from *at on, which starts at the column. False: there is none. */
bool setup_next(const char **at, struct setup *out);

enum { SCENARIO_CALLS = 5 };
struct scenario {
  char *text;
  const char *methods[SCENARIO_CALLS]; /* the called methods; NULL: not a call of the class */
  const char *overloads[SCENARIO_CALLS];
  const char *elsewhere[SCENARIO_CALLS]; /* "CLASS METHOD": a query of another object; NULL: none */
  uint32_t count;
  int walk;          /* index in scenarios.calls.walks of the walk that a thread does; -1: none */
  uint32_t observer; /* contract_observers that observe; 0: none */
  bool looked;    /* the last call observes two main calls; it is not a main call itself, or it is a
                     walk */
  uint32_t looks; /* number of last calls that are the queries of a tuple; 0: no tuple */
};
struct scenarios {
  VEC(struct scenario) all;
  struct contract_calls calls; /* owns the names used in scenarios */
};
/* Takes ownership of `calls`. Free with scenarios_release. */
void scenarios_of(const struct contract *row, const struct contract_calls *calls,
                  struct scenarios *out);
/* Returns the words of the row that are not public methods of its class; caller frees. */
char *contract_inner(const struct contract *row, const struct contract_calls *calls);
/* Adds a scenario. `s` has everything except the text, which is made for the setup. */
void scenarios_add(const struct contract *row, const struct setup *setup, const char *threads,
                   const struct scenario *s, struct scenarios *out);
/* Returns the call as the row's column `around` requires it; caller frees. */
char *contract_around(const struct contract *row, const char *method, const char *call);
/* Is it the first call of a main method? */
bool contract_is_main_call(const struct contract *row, const struct contract_calls *calls,
                           size_t i);
/* given.c: adds scenarios with calls that take elements (elements.def). */
void scenarios_add_given(const struct contract *row, struct scenarios *out);
/* Adds the scenarios of a walk: beside each claimed call. */
void scenarios_add_walk(const struct contract *row, int walk, struct scenarios *out);
void scenarios_release(struct scenarios *s);

/* ---- internal: round.c ---- */

struct outcome_text { /* result of one search of one scenario */
  char *ends;         /* sorted lines; NULL: not searched yet */
  bool open;          /* the search is incomplete */
  char *why;          /* the reason for that; otherwise NULL */
  uint64_t states;
};
struct walk_try { /* one way to make the object, and a walk over what it returns, by one thread */
  int walk;       /* -1: not a walk */
  char *text, *ends; /* text: the scenario, which prints the classes of the walk's variables */
};
struct look { /* a query: a call or a walk that changes nothing */
  const char *method, *overload;
  char *elsewhere; /* see struct scenario */
  char *text[CONTRACT_THREADS];
  int walk;     /* -1: not a walk */
  bool changes; /* it changes something, as an execution showed */
};
struct probe { /* a scenario "a; look || b" */
  size_t scenario, setup, a, b, look;
  bool taken[2], paired[2]; /* already used in tuples, and paired with a query of equal results;
                               [1]: in a third thread */
};
struct look_set {
  VEC(struct look) all;
  VEC(struct probe) probes;
  struct contract_calls giver; /* calls of the object that returned q, with names for queries */
  char *giver_class;           /* NULL: no object returned q */
  char *giver_variable;
};
struct dropped_word { /* a word removed from the claim */
  char *word;
  bool inner; /* it was in claim.inner */
};

struct claim { /* a row while it is being shown */
  const struct verify_options *o;
  struct engine *booted; /* each search starts from it, in its own process */
  const struct contract *row;
  struct scenarios scenarios;
  const char *below; /* engine_options.contracts of the layers below; NULL: none */
  char *methods;     /* the methods still claimed */
  char *inner;       /* words of the claim that no scenario calls: internal methods of the class */
  struct outcome_text *each, *one; /* by scenario: with every step; with methods as one step */
  char **one_for;                  /* the methods that were steps in `one` */
  bool *left; /* leave the scenario out: it is not a valid program, or has a method that sees inside
               */
  VEC(struct walk_try) tries;
  struct look_set looks;
  bool *walk_sees;                  /* by walk: does it, or may it, see inside a step? */
  uint32_t observers;               /* bits of those that see inside a step, or may */
  VEC(struct dropped_word) dropped; /* in the order of dropping */
  size_t retried;                   /* how many of them have been claimed once more */
  bool retrying;                    /* the next one is being claimed once more */
  uint64_t states;
  json_t *executed; /* evidence.executed of all searches so far, with names as members of objects */
};
struct engine_options;
void verify_engine_options(const struct verify_options *o, struct engine_options *out);
/* Executes the claim.tries that have not been executed. */
int claim_try(struct claim *c, struct error *err);
/* verify.c: makes room for scenarios added after the first `from`. */
void claim_grow(struct claim *c, size_t from);
/* Runs the missing searches. ERR_LIMIT when stopped. */
int claim_search(struct claim *c, struct error *err);
/* Returns the claimed methods of the scenario, each once, in order; caller frees. */
char *claim_of(const struct claim *c, const struct scenario *s);

/* ---- internal: executed.c ---- */

/* Returns the library code that one search executed as {"CLASS": "METHOD..."}; the caller owns
 * it. */
json_t *executed_found(const struct engine *e);
/* Adds the names to those that the claim's searches have executed; NULL: nothing to add. */
void executed_add(struct claim *c, json_t *found);
/* Writes them into the record. */
void executed_note(const struct claim *c, struct evidence *e);

/* ---- internal: mend.c ---- */

/* Was the scenario searched in both ways? */
bool claim_compared(const struct claim *c, size_t scenario);

/* ... and was one of the searches incomplete? */
bool claim_is_open(const struct claim *c, size_t scenario);

/* Removes methods from the claim that the searches show not to be single steps, or else notes
 * methods that see inside a step. Returns true if searches must be run again, false if no
 * difference is left. */
bool claim_mend(struct claim *c, struct evidence *e);

/* Notes that the scenario's observer or walk sees inside a step, or may. */
void claim_note_onlooker(struct claim *c, const struct scenario *s);

/* ---- internal: looks.c ---- */

/* Finds the object in the row's setups that returns q ("q = all.readLock()"), as the name of its
 * class and its variable. False: there is none. */
bool looks_giver(const struct contract *row, char **klass, char **variable);
/* Finds the queries by executing candidates, and adds the scenarios with one query after a main
 * call. Requires looks.giver and giver_class. */
int looks_begin(struct claim *c, struct error *err);
/* Leaves out scenarios with queries that had only one result. */
void looks_leave(struct claim *c);
/* Adds scenarios with tuples of queries, once the others have been compared. With `third` a
 * separate thread makes the queries. Returns false if there are no more. If a query that
 * represented others with equal results turns out to see inside, another one represents the
 * rest. */
bool looks_add(struct claim *c, const struct evidence *e, bool third);
void looks_release(struct claim *c);

/* ---- internal: walks.c ---- */

/* Finds the walks that can begin, and adds their scenarios. */
int walks_begin(struct claim *c, struct error *err);
bool walk_begins(const struct claim *c, int walk);
/* Notes the walks that were shown to see nothing inside a step, and the others, once all scenarios
 * have been compared. */
void walks_note(const struct claim *c, struct evidence *e);
void walks_release(struct claim *c);

#endif
