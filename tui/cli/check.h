/* One search from main with its verdict, for `heddle check` and for each test of `heddle check
 * --junit`. */
#ifndef HEDDLE_TUI_CLI_CHECK_H
#define HEDDLE_TUI_CLI_CHECK_H

#include <jansson.h>
#include <stdio.h>

#include "engine/base/mem.h"
#include "tui/cli/cli.h"

struct check {
  struct cli cli; /* includes engine.main_class and its arguments */
  /* Receives what the tests' main classes list (natives/test/junit.c). NULL: not wanted. */
  struct text *listing;
  struct engine *e;
  struct search_report report;
  struct schedule *found; /* the certified errors, distinct by kind or place */
  char **traces;          /* per error: its counterexample's file; NULL: not wanted */
  uint32_t count;
  double boot;                        /* seconds taken to load the program */
  struct text input;                  /* content of --stdin if that is not a regular file */
  FILE *coverage;                     /* file of --coverage, until it is written */
  struct checkpoint_file *checkpoint; /* --checkpoint, --resume; NULL: neither */
  char *unconfirmed; /* why an error met by the search was not confirmed; NULL: no such error */
  /* Called when the first error is confirmed, before its details are known. NULL: not wanted.
   * `headed`: the callback printed the error's first lines, and check_print continues after
   * them. */
  void (*certified)(struct check *k);
  bool headed;
  /* For the reports on tests: the caller reports where the counterexamples are, and check_json
   * includes the method of an error. */
  bool traces_later;
  const char *trace_name; /* name to report for the counterexample; NULL: its real name */
  /* One of several searches: if it is stopped, the caller reports why, and what to try. */
  bool one_of_several;
  json_t *tried; /* results of remedies (remedy.h); NULL: none was tried */
  /* Called from time to time during the search. NULL: progress is shown on a terminal. */
  void (*progress)(void *self, const struct search_report *r);
  void *progress_self;
  /* check_json includes the coverage, whatever the options say */
  bool explained;
  char
      *contracts; /* the text that engine.contracts points to (contracts.h); NULL: no --contracts */
};

/* Searches and certifies errors. The caller fills k->cli; the rest of k is zero. Confines the
 * calling process permanently (engine_confine), so it cannot search another program. */
int check_search(struct check *k, struct error *err);
/* Reads a standard input that can be read only once. check_open calls it. Callers that make several
 * searches of one program call it first. */
int check_take_input(struct check *k, struct error *err);
/* check_search is check_open followed by check_run. check_open loads the program and confines
 * nothing, so the process may then fork, and each child may call check_run. */
int check_open(struct check *k, struct error *err);
int check_run(struct check *k, struct error *err);
enum verdict { VERDICT_ERROR, VERDICT_NO_ERROR, VERDICT_INCONCLUSIVE };
enum verdict check_verdict(const struct check *k);
const char *check_verdict_word(enum verdict v); /* "error", "no error", "inconclusive" */
/* 128 + n: interrupted without an error; EXIT_INPUT: its checkpoint could not be written */
int check_exit_code(const struct check *k);
json_t *check_json(struct check *k); /* check_report.c; owned by the caller */
/* Prints the report for people. Tries remedies for up to `seconds` seconds. */
void check_print(struct check *k, double seconds);
/* Returns the first lines of the report on an error; malloc'd. */
char *check_headline(const struct schedule *s);
/* Does the headline get longer when the events of the path are known? That of a deadlock then says
 * where each lock was taken, and that of a hang what the loop reads. */
bool check_headline_grows(const struct schedule *s);
/* Prints check_headline of the first error, unless it grows. Can be used as check.certified. */
void check_print_headline(struct check *k);
void check_release(struct check *k);
/* Runs heddle check (cmd_check.c). `said` is the command from which this one was made, for commands
 * shown to people; NULL: this one. */
int check_command(int argc, char **argv, const struct cli *said);
void check_dump_json(json_t *j); /* prints to stdout; frees j */
/* Returns the file of the i-th counterexample: FILE, FILE-2 or FILE-3, such as "error.htrace" or
 * "error-2.htrace". Caller frees. */
char *check_trace_name(const char *file, uint32_t i);

/* check_junit.c: searches every test that k->cli.junit names, or the main program, each in its own
 * search, and writes the reports for other programs. With k->explained, prints the report of
 * explain.h. Returns the exit code. */
int check_tests(struct check *k);

/* Prints the story of an error, if the schedule has it. Leaves out the middle of a long story,
 * unless `whole` is set. */
void check_print_story(const struct schedule *s, bool whole);

#endif
