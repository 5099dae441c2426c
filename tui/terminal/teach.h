/* Teaching: questions about the state here that the engine answers, votes, and lessons, which are
 * scripts that stop for the reader.
 *
 * A question is never answered by who wrote it: its options and the right one are found by the
 * engine (tui/terminal/questions.def) when it is asked. */
#ifndef HEDDLE_TUI_TERMINAL_TEACH_H
#define HEDDLE_TUI_TERMINAL_TEACH_H

#include <stdbool.h>

#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "engine/engine.h"

struct debug;

enum { QUESTION_OPTIONS = 6 };
enum asker { ASKED_BY_USER, ASKED_BY_PREDICT, ASKED_BY_LESSON };
struct question {
  char *text, *reason; /* text NULL: there is none */
  char *option[QUESTION_OPTIONS];
  uint32_t votes[QUESTION_OPTIONS];
  size_t count, right; /* right: an index of option */
  uint32_t also;       /* bits of options that are right as well */
  node_id at;          /* that it is about */
  enum asker by;
  bool effect; /* it asks what a choice would do */
  bool state;  /* it asks what the panes show of the state here */
  bool revealed;
};

struct teach {
  bool predict; /* each choice is a question */
  struct question q;
  VEC(char *) said;             /* texts since the reader went on */
  uint32_t asked, votes, right; /* of revealed questions with votes; votes of all */
  VEC(char *) lines;            /* a lesson's commands */
  size_t at;                    /* the next one */
  size_t due;                   /* those before it were carried out; < at only while it replays */
  bool acts;                    /* a line of the lesson is carried out, not one of the user */
  node_id left;                 /* where its last line left the session; NODE_NONE: unknown */
  bool waits;                   /* a lesson waits for the reader */
  bool replays;                 /* what it has done is carried out by a script: none of it here */
};

/* Asks a question of a kind (a row of questions.def); the one before is gone. ERR_USAGE: no such
 * kind, a bad argument; ERR_INPUT: the engine cannot answer it here. */
int teach_ask(struct debug *d, const char *kind, const char *arg, struct error *err);
const char *teach_kind(size_t i); /* NULL beyond the last */
/* One vote. False: no such option, or no question that is open. */
bool teach_vote(struct debug *d, size_t option);
/* Shows the right option and why, and counts the votes. False: no question is open. */
bool teach_reveal(struct debug *d);
/* A question waits for its answer, and the session stands where it was asked. */
bool teach_open(const struct debug *d);
/* The lesson is not over, and the user stands elsewhere than where it goes on: at this node.
 * NODE_NONE: it goes on here. */
node_id teach_away(const struct debug *d);
bool teach_asks_elsewhere(const struct debug *d); /* the lesson's question is open there */
/* The key would be a vote, but the question above it has its answer. */
bool teach_answered(const struct debug *d, int key);
bool teach_over(const struct debug *d);  /* a lesson has come to its end */
bool teach_goes(const struct debug *d);  /* there is one, and it has not */
bool teach_hides(const struct debug *d); /* what choices would do is not to be shown */
/* Nor which can be taken, what the last step did, and how the threads and the values stand. */
bool teach_hides_state(const struct debug *d);
/* Nor the search tree and the verdicts of checks. Of a question about a choice only the states
 * below here are hidden, and choices: teach_open. */
bool teach_hides_tree(const struct debug *d);
#define TEACH_HIDDEN "not shown while the question is open"
/* With predict on: a question about the selected choice, once for each state. */
void teach_predict(struct debug *d);
/* predict off: the question that it has asked is gone. */
void teach_predict_off(struct debug *d);
/* After each command, by its line of the script: a question that the lesson did not ask is gone
 * with its node, and a lesson that is replayed is followed. */
void teach_ran(struct debug *d, const char *line);
/* The engine is another one: no node is what it was. */
void teach_forget_nodes(struct debug *d);
void teach_say(struct debug *d, const char *text);
/* To where the lesson goes on, when the session stands elsewhere. */
int teach_back(struct debug *d);
/* A lesson goes on from there to its next stop, or its end. */
int teach_go_on(struct debug *d);
void teach_release(struct debug *d);

struct grid;
/* teach_panel.c: draws what is said and asked over what stands above row `below`. */
void teach_panel(struct debug *d, struct grid *g, int below);

bool question_right(const struct question *q, size_t option);

/* ---- for the kinds of questions ---- */
struct question_kind {
  const char *name, *help;
  int (*ask)(struct debug *d, const char *arg, struct question *q, struct error *err);
};
const struct question_kind *question_kind_at(size_t i); /* NULL beyond the last */
/* Adds an option unless it is there or there are too many; returns its index. */
size_t question_option(struct question *q, const char *text);

#endif
