/* Shared by the files of check --warnings: warnings.c schedules the searches, warnings_job.c makes
 * one search in its own process, warnings_report.c makes the report. */
#ifndef HEDDLE_TUI_CLI_WARNINGS_INT_H
#define HEDDLE_TUI_CLI_WARNINGS_INT_H

#include "trace/campaign/workers.h"
#include "trace/import/warnings.h"
#include "tui/cli/warnings.h"

struct warned_work { /* the work on one warning */
  const struct warning *w;
  json_t *plan; /* borrowed: "state", "sequences", "shown" */
  enum warned_state state;
  size_t sequences;
  uint32_t tries, ended; /* tries started; consecutive tries that ended before their time limit */
  double share;          /* seconds for the current try */
  bool running, done, reported;
  /* Totals so far. */
  double seconds;
  uint64_t states;
  uint32_t passed_over; /* errors that did not concern the warning */
  json_t *observed;     /* per sequence: most locations that a try has observed; null: no try */
  json_t *found;        /* the answer that confirms the warning; NULL */
  json_t *masks;        /* fields whose races hid other errors; later tries ignore them */
  char *failed;         /* why the search failed; NULL */
};

struct warned_run {
  struct check *check;
  struct warnings_file file;
  json_t *plan;
  struct warned_work *work; /* one per warning of the file */
  size_t count;
  struct workers workers;
  double start, seconds, took;
  bool no_contracts; /* there are no contract records for this JDK */
  bool show, terminal, stopped;
  size_t printed; /* number of verdicts printed so far */
};

/* ---- warnings_job.c: worker functions on a struct warned_run ---- */

/* Returns the location and the candidate sequences of each warning. */
json_t *warnings_plan_work(void *self, size_t unused, size_t unused2);
/* Makes one try for a warning. Its answer contains "error" and "trace" if an error was found that
 * concerns the warning, and "states", "seconds", "ended" (before its time limit), "passed_over",
 * "masks", "reason", "scope". */
json_t *warnings_try_work(void *self, size_t warning, size_t nth);
/* Returns the file for a warning's counterexample (warnings from 0); NULL: none is wanted. Caller
 * frees. */
char *warnings_trace(const struct warned_run *r, size_t warning, bool part);

/* ---- warnings_report.c ---- */

bool warnings_confirmed(const struct warned_work *k);
const char *warnings_verdict(const struct warned_work *k); /* "confirmed", "not found", ... */
/* Prints the available verdicts, in order; with `all`, also those still open. */
void warnings_show(struct warned_run *r, bool all);
void warnings_sum(const struct warned_run *r);
json_t *warnings_json(const struct warned_run *r);
/* Adds the verdicts to the document and writes it. */
int warnings_write(struct warned_run *r, struct error *err);

#endif
