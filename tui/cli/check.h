/* One search from main with its verdict, for `heddle check` and for each test of `heddle check
 * --junit`. */
#ifndef HEDDLE_TUI_CLI_CHECK_H
#define HEDDLE_TUI_CLI_CHECK_H

#include <jansson.h>
#include <stdio.h>

#include "engine/base/mem.h"
#include "tui/cli/cli.h"

struct check {
  struct cli cli; /* engine.main_class and its arguments included */
  /* gets what the tests' main classes list (natives/test/junit.c); NULL: nobody asks */
  struct text *listing;
  struct engine *e;
  struct search_report report;
  struct schedule *found; /* the errors, each of another kind or place; certified */
  char **traces;          /* of each: the counterexample's file, NULL when none was asked for */
  uint32_t count;
  double boot;
  struct text input;                  /* of --stdin, when that is no regular file */
  FILE *coverage;                     /* of --coverage, until it is written */
  struct checkpoint_file *checkpoint; /* --checkpoint, --resume; NULL without */
  char *unconfirmed; /* why an error that the search met is none; NULL: there was no such */
  /* The first error has been executed again, and what else there is to say of it is not known yet;
   * NULL: nobody waits for that. `headed`: its first lines are out, check_print goes on. */
  void (*certified)(struct check *k);
  bool headed;
  bool traces_later;      /* who asked says where the counterexamples are */
  const char *trace_name; /* the name that the counterexample gets; NULL: it has it */
  /* One of several searches: when it was stopped, who asked says why, and what to try. */
  bool one_of_several;
  json_t *tried; /* the results of remedies (remedy.h); NULL: none was tried */
  /* Called now and then while the search runs; NULL: it is shown on a terminal. */
  void (*progress)(void *self, const struct search_report *r);
  void *progress_self;
  /* what was reached of the program is wanted in check_json, whatever the options say */
  bool explained;
  char *contracts; /* of --contracts, NULL without */
};

/* Searches; errors are certified. The calling process is confined afterwards (engine_confine), for
 * good: it can search no second program. k->cli is filled by the caller, the rest is zero. */
int check_search(struct check *k, struct error *err);
/* Reads a standard input that can be read only once. check_open does it; who makes several searches
 * of one program does it before. */
int check_take_input(struct check *k, struct error *err);
/* Its two halves. check_open boots the program and confines nothing; what is booted may be forked
 * and each child call check_run. */
int check_open(struct check *k, struct error *err);
int check_run(struct check *k, struct error *err);
enum verdict { VERDICT_ERROR, VERDICT_NO_ERROR, VERDICT_INCONCLUSIVE };
enum verdict check_verdict(const struct check *k);
const char *check_verdict_word(enum verdict v); /* "error", "no error", "inconclusive" */
/* 128 + n: interrupted without an error; EXIT_INPUT: its checkpoint could not be written */
int check_exit_code(const struct check *k);
json_t *check_json(struct check *k); /* check_report.c; the caller's */
/* for people; remedies are tried on the way for so long */
void check_print(struct check *k, double seconds);
/* The first lines of the report on an error; malloc'd. */
char *check_headline(const struct schedule *s);
/* Prints those of the first one (struct check, certified). */
void check_print_headline(struct check *k);
void check_release(struct check *k);
/* heddle check (cmd_check.c); `said` is the command of which this one was made, for commands that
 * people are to type; NULL: itself. */
int check_command(int argc, char **argv, const struct cli *said);
void check_dump_json(json_t *j); /* to stdout; takes j */
/* The file of the i-th counterexample: FILE, FILE-2, FILE-3: "error.htrace" becomes
 * "error-2.htrace". Caller frees. */
char *check_trace_name(const char *file, uint32_t i);

/* check_junit.c: every test that k->cli.junit names, or the main program, each in a search of its
 * own, with the reports for other programs; with k->explained what is reported is explain.h's. The
 * exit code. */
int check_tests(struct check *k);

/* What led to an error, when the schedule has it; of a long story the middle is left out, unless
 * `whole`. */
void check_print_story(const struct schedule *s, bool whole);

#endif
