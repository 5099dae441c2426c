/* Shared by the files of --search auto: auto.c schedules the members and runs each in its process,
 * races.c deals with the data races that they find, answer.c makes the report and the line on each
 * member. */
#ifndef HEDDLE_TUI_CLI_AUTO_AUTO_INT_H
#define HEDDLE_TUI_CLI_AUTO_AUTO_INT_H

#include "trace/campaign/workers.h"
#include "tui/cli/auto/auto.h"
#include "tui/cli/command_words.h"
#include "tui/text/explored.h"

/* AUTO_LEFT_OUT: the member does not apply to this program. */
enum auto_state { AUTO_WAITING, AUTO_RUNNING, AUTO_DONE, AUTO_STOPPED, AUTO_LEFT_OUT };

/* The claim of a member that has completed its search: see auto_members.def. */
enum auto_claim { EFFECT, CONSEQUENCE, PART, SHOWN, RACE_FREE, ALL };
/* Does the member search for what a race does? */
static inline bool auto_is_late(enum auto_claim c) { return c <= CONSEQUENCE; }

#define MEMBER(...) +1
enum {
  AUTO_MEMBERS = 0
#include "tui/cli/auto_members.def"
};
#undef MEMBER

/* The progress of a running member, in shared memory. */
enum { AUTO_HEAD = 2048 };
struct auto_count {
  /* The member has confirmed an error by executing it again, so its answer counts for all members.
   * `head` then holds the first lines of its report. */
  volatile bool certified;
  bool race;    /* that error is a data race */
  bool growing; /* check_headline_grows: `head` is not printed early */
  char head[AUTO_HEAD];
  uint64_t states, transitions;
  char explored[EXPLORED_TEXT]; /* "", or "about 34 % (24 to 51 %), some 17 s left" */
};

struct auto_member {
  /* The columns of its row in auto_members.def. */
  const char *name, *options, *what;
  uint32_t share;
  enum auto_claim claims;
  bool takes_rest;
  enum auto_state state;
  bool again;            /* its share was too short, so it searches a second time */
  double start, seconds; /* start time; time limit while it runs, then its duration */
  json_t *answer;        /* AUTO_DONE: the answer of its process */
};

/* A race inside libraries, which is listed and does not end the search. */
enum { LIBRARY_RACES = 16 };
struct library_race {
  char *field, *message; /* "a.b.Cache.size", or "a.b.Cache.table[]" for elements of an array */
  enum race_idiom idiom;
};

struct portfolio {
  struct check *check;
  const struct auto_test *test; /* NULL: a main program, whose report is printed */
  struct workers workers;       /* as many as --jobs allows */
  struct auto_member member[AUTO_MEMBERS];
  struct auto_count *counts;  /* one per member, in memory shared with them */
  double start, seconds;      /* start time and time limit of all members together */
  struct auto_member *answer; /* the member whose answer counts; NULL: none yet */
  struct library_race library[LIBRARY_RACES];
  uint32_t library_count;
  /* Values of --benign; NULL: that of the command. `benign` leaves these races out, `elements` only
   * those on elements of arrays. */
  char *benign, *elements;
  /* The answer before consequences of races were searched for, NULL if there was none. `sought`:
   * they were. `whole`: all executions with older values were searched. */
  struct auto_member *before;
  bool sought, whole;
  enum auto_claim phase; /* of the late members, those that now search; ALL: none */
  /* the properties for which late members search, as a value of --property; NULL: none do */
  char *effects;
  bool show;    /* show progress on the terminal */
  size_t shown; /* number of progress lines on the terminal */
  bool stopped; /* the members were asked to end */
  bool headed;  /* the answer's first lines are already printed */
};

/* ---- auto.c ---- */

/* Maximum length of a member's options. */
enum { AUTO_WORDS = 256 };
/* Makes the words of a member's command: the given command with the member's options, restricted to
 * the one test if there is one. `said`: starts from the command shown to people (cli.said_argv).
 * `text` is scratch space; `w` owns its words. */
void auto_member_words(const struct portfolio *p, const struct auto_member *m,
                       char text[AUTO_WORDS], bool said, struct command_words *w);
/* Returns the file for the member's counterexample; NULL: none is wanted. Caller frees. */
char *auto_member_file(const struct portfolio *p, const struct auto_member *m);
/* Returns the seconds that the PART members have searched so far, in total. They execute every
 * step, but prove only part of the result: random walks, bounded preemptions, one execution per
 * class. */
double auto_witnesses(const struct portfolio *p);
/* Returns the member that found no error over contracts; NULL: none has, or every step is wanted
 * (--strict). */
struct auto_member *auto_shown(struct portfolio *p);

/* Did the search for consequences of races find one? It is the answer then. */
static inline bool auto_shows_consequence(const struct portfolio *p) {
  return p->sought && p->answer != p->before;
}

/* Less time than this is not worth a search. */
#define AUTO_LEAST_SECONDS 0.01
/* Returns the seconds that are left for all members together. */
double auto_time_left(const struct portfolio *p);
/* Makes all members wait that search for an error, and forgets what they found. */
void auto_members_begin(struct portfolio *p);
/* Runs the members that wait until there is an answer or the time is over. */
int auto_run_members(struct portfolio *p, struct error *err);

/* ---- races.c ---- */

/* Writes the changes of a member's command that concern races, at most AUTO_RACE_CHANGES. A late
 * member looks for no races, and the others leave out those inside libraries. Returns their
 * number. */
enum { AUTO_RACE_CHANGES = 5 };
size_t auto_race_changes(const struct portfolio *p, const struct auto_member *m,
                         struct option_change *out);
/* Is the member's answer a data race? */
bool auto_is_race(const struct portfolio *p, const struct auto_member *m);
/* If the answer is a race inside libraries, lists it, makes the members search again without it and
 * returns true. Returns false if it is not, or if that is not possible. */
bool auto_sets_aside(struct portfolio *p);
/* Is it worth while to search for what a race does? Not if races are all that the user asks for. */
bool auto_seeks_effects(const struct portfolio *p);
/* If the members found a race and no other error, lets the late members search for one that races
 * lead to. If there is one, it becomes the answer. */
int auto_search_effects(struct portfolio *p, struct error *err);
void auto_races_release(struct portfolio *p);
/* Print and report what is known of the races besides the answer. */
void auto_print_races(const struct portfolio *p);
void auto_races_json(const struct portfolio *p, json_t *j);

/* ---- answer.c ---- */

/* Returns the error in the member's answer; NULL: there is none. */
const json_t *auto_error_of(const struct auto_member *m);

/* Returns the exit code in the answer of the member's process. */
int auto_code_of(const struct auto_member *m);
/* Returns true if a RACE_FREE member met a read-write race. Such a race breaks the assumption of
 * --por sync but is not an answer: a search with every step explores both orders of the two
 * accesses, and does not report the race by default. */
bool auto_ended_by_race(const struct auto_member *m);
/* Returns the methods that were executed as one step each: "17 methods of the JDK". NULL: there are
 * none. The member's answer owns the text. */
const char *auto_methods(const struct auto_member *m);
/* Prints the first lines of the answer's report, unless they are already printed. */
void auto_print_head(struct portfolio *p);
/* If no member has a complete answer, takes one that rests on contracts. Prints the report and
 * returns the exit code of heddle check. */
int auto_report(struct portfolio *p);
/* Returns the report as a worker's answer; `fd` is from captured_begin. NULL: no member has
 * answered. */
json_t *auto_report_test(struct portfolio *p, int fd);
/* Prints one line to stderr for each member that began. auto_progress_clear erases the lines. */
void auto_progress(struct portfolio *p);
void auto_progress_clear(struct portfolio *p);
#endif
