/* Internal to the files that make an environment: its text and its notes. */
#ifndef HEDDLE_ENV_ENVIRONMENT_INT_H
#define HEDDLE_ENV_ENVIRONMENT_INT_H

#include "engine/env/env_int.h"
#include "engine/env/environment.h"
#include "engine/env/environment_orders.h"

struct environment {
  struct env_text text;
  bool sampled;          /* one of many samples, so it proves nothing about the others */
  const char *answers;   /* classes of exceptions that are not errors, separated by ',' */
  const char *may_block; /* methods in which a thread may block for ever, separated by ',' */
  const char *about;     /* its purpose, for the scope of a verdict */
  /* The expression to call in order instead of "comp"; "": none. */
  const char *model;
  const char *own;    /* for the choice of contracts: environment_own */
  const char *beside; /* "a/b/Cache": the class in whose package it is made; "": any */
  /* component_mirrors: one of two combinations that mirror each other suffices; "": none. */
  const char *mirrors;
  const char *again; /* the options of heddle env to run one scenario of the component */
};

/* environment_java.c: writes the source and sets the lines of the steps. `simple` is the name of
 * its class. `orders` is what it assesses by; NULL: it does not assess. */
void environment_java(struct environment *e, const char *simple,
                      const struct environment_orders *orders, struct text *out);
/* The part of the source that all environments share. */
extern const char *const environment_tail;
/* environment.c */
/* Appends a Java string literal. */
void environment_quote(struct text *t, const char *s);
void environment_assess(const struct environment_orders *o, struct text *t);

/* ---- making the class ---- */

struct environment_making {
  struct env_made env;
  struct synth *c;
  struct environment *e;
  uint32_t count; /* number of names that all threads see */
  struct env_name names[ENV_NAMES_MAX];
  char *init;        /* descriptor of the constructor */
  uint32_t stays;    /* methods written so far in which a thread may block */
  uint32_t assessed; /* PROP_ASSESSED bits for which results are recorded */
  bool behind;       /* writing the calls after the threads */
  bool is_model;     /* this class is the one of the model */
};

/* environment.c: writes one statement and the handlers of its exceptions. Returns false with err
 * set on failure. */
bool environment_step(struct environment_making *k, struct env_scope *s,
                      const struct env_step *step);
/* environment_record.c: the same for a step whose result is recorded; and the fields and methods
 * for that. */
bool environment_record(struct environment_making *k, struct env_scope *s,
                        const struct env_step *step);
void environment_write_record(const struct environment_making *k);
/* environment_copy.c: replaces a call's result, in variable `value`, by the copy to record; `how`
 * is the variable with enum record_how. And the methods for that. */
void environment_keep(struct synth_method *m, int value, int how);
void environment_write_copies(struct synth *c);
/* Writes handlers for exceptions from label `start` to `end`: regular answers continue at `go_on`,
 * others at `thrown`. */
void environment_handlers(const struct environment_making *k, struct synth_method *m, int start,
                          int end, int go_on, int thrown);
/* Defines the variable for the result of a thread's call before the call is made. */
bool environment_name(struct env_scope *s, const struct env_step *step);
/* Returns the greatest number of calls that thread `who` makes. The index after the last thread
 * stands for the calls after the threads. */
uint32_t environment_calls(const struct env_text *t, uint32_t who);
/* environment_note.c: numbers the steps and sets their lines. Returns an error code if no class can
 * be made of the text. */
int environment_look(struct environment_making *k);
/* Stores what verdicts and the assessment need. Call it when the class is made. */
void environment_note(const struct environment_making *k);
/* environment_main.c: writes main, the constructor and the methods that they call. */
bool environment_write_main(struct environment_making *k);
void environment_write_join(const struct environment_making *k);
void environment_write_pick(const struct environment_making *k);
/* Returns the number of sequences of calls, or 0 if they are too many. */
uint32_t environment_sequences(const struct env_text *t);

#endif
