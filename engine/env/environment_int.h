/* Shared by the files that make an environment: its text with the notes behind it. */
#ifndef HEDDLE_ENV_ENVIRONMENT_INT_H
#define HEDDLE_ENV_ENVIRONMENT_INT_H

#include "engine/env/env_int.h"
#include "engine/env/environment.h"
#include "engine/env/environment_orders.h"

struct environment {
  struct env_text text;
  bool sampled;          /* one of many: no error in it says nothing of the others */
  const char *answers;   /* classes of exceptions that are no errors, parted by ','; "" none */
  const char *may_block; /* methods in which a thread may stay, parted by ','; "" none */
  const char *about;     /* what it was made for, for the scope of a verdict */
  const char *model;     /* an expression: what is called in order instead of "comp"; "" none */
  const char *own;       /* for those who choose contracts: environment_own */
  const char *beside;    /* "a/b/Cache": the environment is of that class's package; "" of none */
  const char *mirrors; /* component_mirrors: one of two that mirror each other is enough; "" not */
  const char *again;   /* the words of heddle env that a scenario of the component needs */
};

/* *out and what hangs on it are the pool's. */
int environment_read(int argc, char *const *argv, struct pool *pool, struct environment **out,
                     struct error *err);
/* Is the word in the list, parted by ','? */
bool environment_lists(const char *list, const char *word);
/* environment_java.c: the source; sets the lines of the steps. `simple`: its class's name; orders:
 * what it assesses by, NULL: nothing. */
void environment_java(struct environment *e, const char *simple,
                      const struct environment_orders *orders, struct text *out);
extern const char *const environment_tail; /* what is the same in all */
/* environment_assess.c */
void environment_quote(struct text *t, const char *s); /* as a literal of Java */
void environment_assess(const struct environment_orders *o, struct text *t);

/* ---- making the class ---- */

struct environment_making {
  struct env_made env;
  struct synth *c;
  struct environment *e;
  uint32_t count; /* of the names that all threads see */
  struct env_name names[ENV_NAMES_MAX];
  char *init;        /* descriptor of the constructor */
  uint32_t stays;    /* methods in which a thread may stay, so far */
  uint32_t assessed; /* PROP_ASSESSED: what calls give is kept, for these */
  bool behind;       /* in what runs alone behind the threads */
  bool is_model;     /* the class is that of the model */
};

/* environment.c: one statement, whose exceptions go their way; false: err is set. */
bool environment_step(struct environment_making *k, struct env_scope *s,
                      const struct env_step *step);
void environment_drop(struct env_scope *s, const char *desc); /* the value on the stack */
/* environment_record.c: the same of a step whose result is kept; and the fields and methods for
 * that. */
bool environment_record(struct environment_making *k, struct env_scope *s,
                        const struct env_step *step);
void environment_write_record(const struct environment_making *k);
/* environment_copy.c: what a call gave, in a variable, becomes what is kept of it; `how` is the
 * variable with enum record_how. And the methods for that. */
void environment_keep(struct synth_method *m, int value, int how);
void environment_write_copies(struct synth *c);
/* Exceptions from label `start` to `end`: answers go on at `go_on`, others to `thrown`. */
void environment_handlers(const struct environment_making *k, struct synth_method *m, int start,
                          int end, int go_on, int thrown);
bool environment_fields(const struct environment_making *k, struct env_scope *s);
/* The name for what a thread's call gives, before the call is made. */
bool environment_name(struct env_scope *s, const struct env_step *step);
/* How many calls thread `who` makes at the most; behind the last: what runs alone behind them. */
uint32_t environment_calls(const struct env_text *t, uint32_t who);
/* environment_note.c: numbers the steps and gives them their lines; an error code where the text
 * cannot be made a class. */
int environment_look(struct environment_making *k);
/* Once it is made: for the scope of verdicts, and for who assesses the results. */
void environment_note(const struct environment_making *k);
/* environment_main.c: main, the constructor, and what they call. */
bool environment_write_main(struct environment_making *k);
void environment_write_join(const struct environment_making *k);
void environment_write_pick(const struct environment_making *k);
/* The numbers 0 .. count-1 of sequences; 0: too many. */
uint32_t environment_sequences(const struct env_text *t);

#endif
