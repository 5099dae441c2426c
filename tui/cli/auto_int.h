/* Shared by the files of --search auto: auto.c lets its members search, auto_member.c is one in its
 * process, auto_answer.c what is reported in the end, auto_report.c the lines on each. */
#ifndef HEDDLE_TUI_CLI_AUTO_INT_H
#define HEDDLE_TUI_CLI_AUTO_INT_H

#include "trace/campaign/workers.h"
#include "tui/cli/auto.h"
#include "tui/cli/command_words.h"
#include "tui/text/explored.h"

/* AUTO_LEFT_OUT: it has nothing to say of this program. */
enum auto_state { AUTO_WAITING, AUTO_RUNNING, AUTO_DONE, AUTO_STOPPED, AUTO_LEFT_OUT };

/* What a member says that has ended whole: see auto_members.def. */
enum auto_claim { PART, SHOWN, RACE_FREE, ALL };

#define MEMBER(...) +1
enum {
  AUTO_MEMBERS = 0
#include "tui/cli/auto_members.def"
};
#undef MEMBER

/* What a running member says of itself, in memory that it shares. */
enum { AUTO_HEAD = 2048 };
struct auto_count {
  /* It has executed an error again, which answers for all: the first lines of its report. */
  volatile bool certified;
  char head[AUTO_HEAD];
  uint64_t states, transitions;
  char explored[EXPLORED_TEXT]; /* "", or "about 34 % (24 to 51 %), some 17 s left" */
};

struct auto_member {
  const char *name, *options, *what;
  uint32_t share;
  enum auto_claim claims;
  bool takes_rest;
  enum auto_state state;
  bool again;            /* it began before, and ended at its share */
  double start, seconds; /* when it began, how long it took */
  json_t *answer;        /* AUTO_DONE: what its process sent */
};

struct portfolio {
  struct check *check;
  const struct auto_test *test; /* NULL: a main program, whose report is printed */
  struct workers workers;       /* as many as --jobs says */
  struct auto_member member[AUTO_MEMBERS];
  struct auto_count *counts; /* shared with the members */
  double start, seconds;     /* of all together */
  struct auto_member *answer;
  bool show;
  size_t shown; /* lines of progress on the terminal */
  bool stopped; /* the members were asked to end */
  bool headed;  /* the first lines of the answer are printed */
};

/* ---- auto_member.c ---- */

/* Room for the options of any member. */
enum { AUTO_WORDS = 256 };
/* The words of the command as it was given, with the member's options, for the one test when it is
 * one; `said`: the words for people (cli.said_argv). `text` is theirs, and has to outlive what is
 * parsed of them. */
void auto_member_words(const struct portfolio *p, const struct auto_member *m,
                       char text[AUTO_WORDS], bool said, struct command_words *w);
/* Where it leaves its counterexample; NULL: none is asked for. Caller frees. */
char *auto_member_file(const struct portfolio *p, const struct auto_member *m);
/* Searches, in a process of its own (a worker_work on a portfolio). Its answer: exit "code",
 * "check" of check_json, the "text" that heddle check prints, "trace" for auto_member_file or null,
 * "final": its search has come to its end, and was not stopped by time, memory or a signal,
 * "methods" that were one step each by contracts, "skipped": so says the runner of the test. */
json_t *auto_member_work(void *self, size_t row, size_t unused);

/* ---- auto.c ---- */

/* The seconds that the searches of a part have had, with every step: in walks, with few
 * preemptions, of one in each class. */
double auto_witnesses(const struct portfolio *p);

/* ---- auto_answer.c ---- */

/* The exit code that its process answered with. */
int auto_code_of(const struct auto_member *m);
/* A RACE_FREE one met a race that is none with every step, where its accesses may come in either
 * order: the end of what it rests on, and no answer. */
bool auto_ended_by_race(const struct auto_member *m);
/* The methods that were one step each, "17 methods of the JDK"; NULL: it rests on none. */
const char *auto_methods(const struct auto_member *m);
/* Prints the first lines of the answer's report, once. */
void auto_print_head(struct portfolio *p);
/* Nobody came to an end that says all: takes one that rests on what was shown. Prints; returns the
 * exit code of heddle check. */
int auto_report(struct portfolio *p);
/* The same as a worker's answer; `fd`: of captured_begin. NULL: nobody has said anything. */
json_t *auto_report_test(struct portfolio *p, int fd);

/* ---- auto_report.c ---- */

/* Why its search was inconclusive (enum search_cause); CAUSE_NONE: it was not. */
int auto_cause_of(const struct auto_member *m);

/* One line for each member that began, on stderr. */
void auto_progress(struct portfolio *p);
void auto_progress_clear(struct portfolio *p);
/* Which members found no error in all of what they looked at, and what that was: on stdout. */
void auto_print_parts(const struct portfolio *p);
/* The members' lines behind an answer, on stdout, when more than one began; without an answer of
 * all. */
void auto_print_members(const struct portfolio *p);
json_t *auto_members_json(const struct portfolio *p); /* the caller's */

#endif
