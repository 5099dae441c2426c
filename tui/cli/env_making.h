/* Makes the environment that the options of heddle env or heddle debug --env ask for, as arguments
 * of the main class heddle.Environment (engine/env/environment.h). */
#ifndef HEDDLE_TUI_CLI_ENV_MAKING_H
#define HEDDLE_TUI_CLI_ENV_MAKING_H

#include "engine/env/component.h"
#include "tui/cli/cli.h"
#include "tui/text/regex.h"

enum env_making_kind { KIND_RANDOM, KIND_UNIVERSAL, KIND_ALL, KIND_SCENARIO };
/* Returns the kind that --env names, as enum env_making_kind; -1: there is no such kind. */
int env_making_kind_of(const struct cli *c);

struct env_making {
  struct cli cli; /* parsed by the caller */
  enum env_making_kind kind;
  const char *scenario, *klass;
  struct regex *methods,
      *may_block; /* patterns of --methods (NULL: all) and --may-block (NULL: no method) */
  bool by_hand;   /* the user chooses calls, so symmetric calls are not left out */
  struct component c;
  char *before, *after; /* calls that run alone before and after the threads */
  char *model;          /* the note for --model; NULL: none */
  VEC(char *) args;     /* the environment's text, followed by the notes */
};

/* Takes the operands from the command line. Returns false if one is missing, after printing a
 * message; otherwise err may be set. */
bool env_making_operands(struct env_making *k, struct error *err);
/* Reads the options, except those of restarts.h. */
int env_making_options(struct env_making *k, struct error *err);
/* Reads only the options that depend on the kind. This is enough for another environment of the
 * same component. */
int env_making_kind(struct env_making *k, struct error *err);
/* Examines the class. Reports on stderr which methods cannot be called. */
int env_making_component(struct env_making *k, struct error *err);
/* Fills args from the options and the seed k->cli.engine.seed. */
int env_making_draw(struct env_making *k, struct error *err);
/* Returns true if another seed makes another environment. */
bool env_making_draws(const struct env_making *k);
/* Returns "a.b.Cache --env random --seed 3", for people. Caller frees. */
char *env_making_title(const struct env_making *k);
void env_making_forget(struct env_making *k); /* frees what env_making_draw has set */
void env_making_release(struct env_making *k);

#endif
