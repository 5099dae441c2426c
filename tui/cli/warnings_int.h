/* Shared by the files of check --warnings: warnings.c lets the searches run, warnings_job.c is one
 * in its process, warnings_report.c says what came of them. */
#ifndef HEDDLE_TUI_CLI_WARNINGS_INT_H
#define HEDDLE_TUI_CLI_WARNINGS_INT_H

#include "trace/campaign/workers.h"
#include "trace/import/warnings.h"
#include "tui/cli/warnings.h"

struct warned_work { /* of one warning */
  const struct warning *w;
  json_t *plan; /* borrowed: "state", "sequences", "shown" */
  enum warned_state state;
  size_t sequences;
  uint32_t tries, ended; /* begun; of the present round, those that ended before their time */
  double share;          /* of the try that runs */
  bool running, done, reported;
  /* so far */
  double seconds;
  uint64_t states;
  uint32_t passed_over; /* errors that did not concern it */
  json_t *observed;     /* of each sequence: most locations that a try came past; null: no try */
  json_t *found;        /* the answer that confirms it; NULL */
  json_t *masks;        /* fields whose races hid the rest: they are left out in later tries */
  char *failed;         /* why a search of it could not be made; NULL */
};

struct warned_run {
  struct check *check;
  struct warnings_file file;
  json_t *plan;
  struct warned_work *work; /* one for each warning of the file */
  size_t count;
  struct workers workers;
  double start, seconds, took;
  bool no_contracts; /* there are no records for this JDK */
  bool show, terminal, stopped;
  size_t printed; /* the verdicts of the first so many are on the terminal */
};

/* ---- warnings_job.c: works of workers on a struct warned_run ---- */

/* Where the warnings are, and the candidates of each. */
json_t *warnings_plan_work(void *self, size_t unused, size_t unused2);
/* One try of a warning. Its answer: "error" and "trace" when one was found that concerns it, and
 * "states", "seconds", "ended" (by itself), "passed_over", "masks", "reason", "scope". */
json_t *warnings_try_work(void *self, size_t warning, size_t nth);
/* Where a counterexample is left (of a warning from 0 on); NULL: none is asked for. Caller frees.
 */
char *warnings_trace(const struct warned_run *r, size_t warning, bool part);

/* ---- warnings_report.c ---- */

bool warnings_confirmed(const struct warned_work *k);
const char *warnings_verdict(const struct warned_work *k); /* "confirmed", "not found", ... */
/* Prints the verdicts that are there, in order; with `all` also of what was not decided. */
void warnings_show(struct warned_run *r, bool all);
void warnings_sum(const struct warned_run *r);
json_t *warnings_json(const struct warned_run *r);
/* Puts the verdicts into the document and writes it. */
int warnings_write(struct warned_run *r, struct error *err);

#endif
