/* heddle env and heddle debug --env: the environment that the options ask for, as the arguments of
 * the main class heddle.Environment (engine/env/environment.h). */
#ifndef HEDDLE_TUI_CLI_ENV_MAKING_H
#define HEDDLE_TUI_CLI_ENV_MAKING_H

#include "engine/env/component.h"
#include "tui/cli/cli.h"
#include "tui/text/regex.h"

enum env_making_kind { KIND_RANDOM, KIND_UNIVERSAL, KIND_ALL, KIND_SCENARIO };

struct env_making {
  struct cli cli; /* parsed by who asks */
  enum env_making_kind kind;
  const char *scenario, *klass;
  struct regex *methods, *may_block; /* NULL: all, none */
  bool by_hand; /* somebody chooses the calls: none are left out for others that are alike */
  struct component c;
  char *before, *after; /* what runs alone in front of the threads, and behind them */
  char *model;          /* the note of --model, NULL: none */
  VEC(char *) args;     /* the text, and the notes behind it */
};

/* Takes the operands from the command line. False: a message was printed, or err is set. */
bool env_making_operands(struct env_making *k, struct error *err);
/* The options, but for those of restarts.h. */
int env_making_options(struct env_making *k, struct error *err);
/* Only what depends on the kind: for another environment of a component that was looked at. */
int env_making_kind(struct env_making *k, struct error *err);
/* Looks at the class; what of it cannot be called is said on stderr. */
int env_making_component(struct env_making *k, struct error *err);
/* Fills args, by the options and the seed k->cli.engine.seed. */
int env_making_draw(struct env_making *k, struct error *err);
/* Does another seed give another environment? */
bool env_making_draws(const struct env_making *k);
/* "a.b.Cache, drawn by seed 3", for people; caller frees. */
char *env_making_title(const struct env_making *k);
void env_making_forget(struct env_making *k); /* what env_making_draw has filled in */
void env_making_release(struct env_making *k);

#endif
