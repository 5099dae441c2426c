/* Showing contracts: for each row of engine/env/contracts.def, layer by layer, scenarios of calls
 * are searched whole twice, with every step of the class and with the row's methods as one step
 * each, the layers below being steps in both. What can be observed must be the same: results,
 * exceptions, interrupts that are left over, deadlocks and the state in the end. A method of which
 * that is not so is taken out of the row; a method of the class that is not in the row and sees
 * inside of one is noted as such.
 *
 * The scenarios are all pairs of calls of the class, and what the row names beside them, of which
 * one is of the row, and an interrupt beside each; then, over the row's main methods, two threads
 * by two calls and three threads by one, and every other method behind one main call and beside
 * another. What a call gives to walk with (views, iterators) is walked beside each call of the row,
 * and as those other methods are. Calls of the row are given objects of several accesses, which are
 * changed meanwhile (given.c). When all that has been compared, two main calls are looked at by two
 * or three queries that are no steps, by a third thread and behind one of them (looks.c). */
#ifndef HEDDLE_CONTRACTS_VERIFY_H
#define HEDDLE_CONTRACTS_VERIFY_H

#include "engine/env/contracts.h"
#include "trace/contracts/evidence.h"
#include "trace/contracts/own.h"

enum { VERIFY_STATES = 300000 }; /* of one search: beyond that it is open */

struct verify_progress {
  const char *klass;
  size_t done, all; /* searches of this round */
};

struct verify_options {
  const char *java_home;
  const char *class_path;       /* of the rows that are added; NULL: "." */
  const struct own_rows *added; /* NULL: none */
  const char *file;             /* records are added to it; those that hold are not made again */
  /* names of the classes ("java.util.Vector", "Vector"): made again in any case; NULL, 0: all rows
   */
  char *const *classes;
  int class_count;
  uint32_t jobs;
  uint64_t states; /* 0: VERIFY_STATES */
  volatile int *stop;
  /* may be NULL */
  void (*progress)(void *self, const struct verify_progress *p);
  /* a row is ready; `made`: now */
  void (*ready)(void *self, const struct contract *row, const struct evidence *e, bool made);
  void *self;
};

/* The names are those of rows (contract_is_known). ERR_INPUT: the file; ERR_LIMIT: it was
 * stopped. */
int contracts_verify(const struct verify_options *o, struct error *err);

/* ---- inside: scenarios.c ---- */

/* One way to make the object, of the column `before`: "? TEXT" is a variant, in which nothing is
 * called but what is claimed, what the row names beside, and queries; "~ TEXT" one without those.
 */
struct setup {
  const char *text;
  size_t len;
  bool variant, looks;
};
/* The next one from *at on, which begins as the column. False: there is none. */
bool setup_next(const char **at, struct setup *out);

enum { SCENARIO_CALLS = 5 };
struct scenario {
  char *text;
  const char *methods[SCENARIO_CALLS]; /* of the calls; NULL: of something else */
  const char *overloads[SCENARIO_CALLS];
  const char *elsewhere[SCENARIO_CALLS]; /* "CLASS METHOD": a look by another object; NULL */
  uint32_t count;
  int walk;          /* of scenarios.calls that a thread does; -1: none */
  uint32_t observer; /* contract_observers that look on; 0: none */
  bool looked;       /* the last call is no main one, or a walk, and looks at two that are */
  uint32_t looks;    /* how many of the last calls are queries of one tuple; 0: of none */
};
struct scenarios {
  VEC(struct scenario) all;
  struct contract_calls calls; /* whose names the scenarios have */
};
/* `calls` is taken over. Free with scenarios_release. */
void scenarios_of(const struct contract *row, const struct contract_calls *calls,
                  struct scenarios *out);
/* The words of the row that are no public methods of its class; caller frees. */
char *contract_inner(const struct contract *row, const struct contract_calls *calls);
/* Adds one; `s` has all but the text: that is for the setup. */
void scenarios_add(const struct contract *row, const struct setup *setup, const char *threads,
                   const struct scenario *s, struct scenarios *out);
/* The call as the row has it made; caller frees. */
char *contract_around(const struct contract *row, const char *method, const char *call);
/* The first call of a main method? */
bool contract_is_main_call(const struct contract *row, const struct contract_calls *calls,
                           size_t i);
/* given.c: adds those with calls that are given elements (elements.def). */
void scenarios_add_given(const struct contract *row, struct scenarios *out);
/* Adds those of a walk: beside each call that is claimed. */
void scenarios_add_walk(const struct contract *row, int walk, struct scenarios *out);
void scenarios_release(struct scenarios *s);

/* ---- inside: round.c ---- */

struct outcome_text { /* of one search of one scenario */
  char *ends;         /* sorted lines; NULL: not searched yet */
  bool open;          /* not whole */
  char *why;          /* ... and why; NULL otherwise */
  uint64_t states;
};
struct walk_try {    /* one way to make the object, and a walk over what it gives, by one thread */
  int walk;          /* -1: it tries something else */
  char *text, *ends; /* the scenario, which prints the classes of the walk's variables */
};
struct look { /* a query: a call, or a walk, that changes nothing */
  const char *method, *overload;
  char *elsewhere; /* see struct scenario */
  char *text[CONTRACT_THREADS];
  int walk;     /* -1: it is none */
  bool changes; /* something, as a try shows */
};
struct probe { /* a scenario "a; look || b" */
  size_t scenario, setup, a, b, look;
  bool taken[2], paired[2]; /* into tuples, with one that gives the same; by a third thread */
};
struct look_set {
  VEC(struct look) all;
  VEC(struct probe) probes;
  struct contract_calls giver; /* the calls of what gave q, whose names elsewhere-looks have */
  char *giver_class;           /* NULL: nothing gave it */
  char *giver_variable;
};
struct dropped_word { /* of the claim */
  char *word;
  bool inner; /* it was one of claim.inner */
};

struct claim { /* a row while it is shown */
  const struct verify_options *o;
  struct engine *booted; /* each search begins with it, in a process of its own */
  const struct contract *row;
  struct scenarios scenarios;
  const char *below;               /* engine_options.contracts of the layers below; NULL none */
  char *methods;                   /* what is still claimed */
  char *inner;                     /* words of it that no scenario calls: the class does itself */
  struct outcome_text *each, *one; /* by scenario */
  char **one_for;                  /* which of its methods were steps then */
  bool *left; /* the scenario is no program, or has a method that sees inside */
  VEC(struct walk_try) tries;
  struct look_set looks;
  bool *walk_sees;                  /* by walk: inside of a step, or it may */
  uint32_t observers;               /* bits of those that see inside, or may */
  VEC(struct dropped_word) dropped; /* in this order */
  size_t retried;                   /* how many of them were claimed once more */
  bool retrying;                    /* the next one is, now */
  uint64_t states;
  json_t *executed; /* evidence.executed, of all searches so far: names as members of objects */
};
struct engine_options;
void verify_engine_options(const struct verify_options *o, struct engine_options *out);
/* Executes those of claim.tries that were not executed yet. */
int claim_try(struct claim *c, struct error *err);
/* verify.c: makes room for scenarios that were added behind the first `from`. */
void claim_grow(struct claim *c, size_t from);
/* Searches what is not known: ERR_LIMIT when it was stopped. */
int claim_search(struct claim *c, struct error *err);
/* The methods of the scenario that are claimed, each once, in order; caller frees. */
char *claim_of(const struct claim *c, const struct scenario *s);

/* ---- inside: executed.c ---- */

/* {"CLASS": "METHOD..."} of what one search executed of the library, the caller's. */
json_t *executed_found(const struct engine *e);
/* Adds the names to what the searches of the claim executed so far; NULL: none. */
void executed_add(struct claim *c, json_t *found);
/* Writes those into the record. */
void executed_note(const struct claim *c, struct evidence *e);

/* ---- inside: mend.c ---- */

/* Was it searched in both ways? */
bool claim_compared(const struct claim *c, size_t scenario);

/* ... and one of them not whole? */
bool claim_is_open(const struct claim *c, size_t scenario);

/* Takes out of the claim what the searches show to be no single step, or else notes who sees inside
 * of one. False: there is no difference. True: search what is not known any more. */
bool claim_mend(struct claim *c, struct evidence *e);

/* What looks on in the scenario sees inside, or may. */
void claim_note_onlooker(struct claim *c, const struct scenario *s);

/* ---- inside: looks.c ---- */

/* The object in the row's setups that gives q ("q = all.readLock()"): the name of its class and its
 * variable's. False: none does. */
bool looks_giver(const struct contract *row, char **klass, char **variable);
/* Finds the queries, by executing them, and adds the scenarios of one of them behind a main call.
 * looks.giver and giver_class are there already. */
int looks_begin(struct claim *c, struct error *err);
/* Leaves those that gave one thing alone. */
void looks_leave(struct claim *c);
/* Adds the scenarios of two and three of them, once the others have been compared; `third`: by a
 * thread of their own. False: there are no more. When one that stood for others that give the same
 * was seen to see, another one of them stands for the rest. */
bool looks_add(struct claim *c, const struct evidence *e, bool third);
void looks_release(struct claim *c);

/* ---- inside: walks.c ---- */

/* Finds the walks that can begin, and adds their scenarios. */
int walks_begin(struct claim *c, struct error *err);
bool walk_begins(const struct claim *c, int walk);
/* Notes what was shown of them, and what was not, once all scenarios have been compared. */
void walks_note(const struct claim *c, struct evidence *e);
void walks_release(struct claim *c);

#endif
