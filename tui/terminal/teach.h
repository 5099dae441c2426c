/* Teaching: questions about the current state, votes, and lessons, which are scripts that stop for
 * the reader.
 * The author of a question never supplies its answer. The engine finds the options and the right
 * one when the question is asked (tui/terminal/questions.def). */
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
  char *text, *reason; /* text NULL: there is no question */
  char *option[QUESTION_OPTIONS];
  uint32_t votes[QUESTION_OPTIONS];
  size_t count, right; /* right: index into option */
  uint32_t also;       /* bit set of other options that are right */
  node_id at;          /* the node that the question is about */
  enum asker by;
  bool effect; /* asks for the effect of a choice */
  bool state;  /* asks about something that the panes show in this state */
  bool revealed;
};

struct teach {
  bool predict; /* ask before each choice */
  struct question q;
  VEC(char *) said;             /* texts shown since the reader last continued */
  uint32_t asked, votes, right; /* number of revealed questions that had votes, of their votes, and
                                   of their right votes */
  VEC(char *) lines;            /* the lesson's commands */
  size_t at;                    /* index of the next command */
  size_t due;   /* number of the lesson's commands executed; less than `at` only while a script
                   replays the lesson */
  bool acts;    /* the command that runs now comes from the lesson */
  node_id left; /* node where the lesson's last command left the session; NODE_NONE: unknown */
  bool waits;   /* the lesson waits for the reader */
  bool replays; /* a script replays the lesson, so the lesson runs no commands itself */
};

/* Asks a question of a kind (a row of questions.def), replacing the previous question. ERR_USAGE:
 * no such kind, or a bad argument. ERR_INPUT: the engine cannot answer it here. */
int teach_ask(struct debug *d, const char *kind, const char *arg, struct error *err);
const char *teach_kind(size_t i); /* NULL after the last */
/* Adds one vote. Returns false if there is no such option or no open question. */
bool teach_vote(struct debug *d, size_t option);
/* Shows the right option and the reason, and counts the votes. Returns false if no question is
 * open. */
bool teach_reveal(struct debug *d);
/* Returns true if a question waits for its answer and the session is at the node where it was
 * asked. */
bool teach_open(const struct debug *d);
/* Returns the node where the lesson continues, if the user has moved away from it. NODE_NONE: the
 * user is at that node, or the lesson is over. */
node_id teach_away(const struct debug *d);
bool teach_asks_elsewhere(const struct debug *d); /* a lesson's question is open elsewhere */
/* Returns true if the key would be a vote, but the question at this node is already answered. */
bool teach_answered(const struct debug *d, int key);
bool teach_over(const struct debug *d);  /* a lesson has ended */
bool teach_goes(const struct debug *d);  /* a lesson is running */
bool teach_hides(const struct debug *d); /* the effects of choices are hidden */
/* Returns true if a question also hides the enabled choices, the last step, and the state of
 * threads and values. */
bool teach_hides_state(const struct debug *d);
/* Returns true if a question hides the search tree and the verdicts of checks. A question about the
 * effect of a choice does not: it hides only the choices and the states below this node (see
 * teach_open). */
bool teach_hides_tree(const struct debug *d);
#define TEACH_HIDDEN "not shown while the question is open"
/* With predict on, asks once per state about the selected choice. */
void teach_predict(struct debug *d);
/* Removes the question that predict has asked. */
void teach_predict_off(struct debug *d);
/* Called after each command, with its script line. Closes a question of the user if the session has
 * left its node. While a script replays the lesson, notes how far it is. */
void teach_ran(struct debug *d, const char *line);
/* Drops all node ids, because the engine was replaced. */
void teach_forget_nodes(struct debug *d);
/* Shows a text of the lesson to the reader and logs it. */
void teach_say(struct debug *d, const char *text);
/* Returns to the node where the lesson continues, if the session is elsewhere. */
int teach_back(struct debug *d);
/* Runs the lesson from its current place to its next stop or its end. Returns the code of a command
 * that fails, which ends the lesson. */
int teach_go_on(struct debug *d);
void teach_release(struct debug *d);

struct grid;
/* Draws the texts and the question in the rows above row `below` (terminal/teach.c). */
void teach_panel(struct debug *d, struct grid *g, int below);

/* Returns true if the option is one of the right ones. */
bool question_right(const struct question *q, size_t option);

/* ---- helpers for the kinds of questions ---- */
struct question_kind {
  const char *name, *help;
  int (*ask)(struct debug *d, const char *arg, struct question *q, struct error *err);
};
const struct question_kind *question_kind_at(size_t i); /* returns NULL after the last */
/* Adds an option, unless it exists or there are QUESTION_OPTIONS already. Returns its index;
 * QUESTION_OPTIONS if it was not added. */
size_t question_option(struct question *q, const char *text);

#endif
