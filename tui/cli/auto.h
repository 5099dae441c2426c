/* heddle check --search auto: several searches of one program beside each other, each in a process
 * of its own; the first certified error or the first whole search answers. Its rows are
 * auto_members.def. */
#ifndef HEDDLE_TUI_CLI_AUTO_H
#define HEDDLE_TUI_CLI_AUTO_H

#include "tui/cli/check.h"

/* The name that --search takes for it. */
#define AUTO_NAME "auto"
/* Does the command ask for it? */
bool auto_chosen(const struct cli *c);
/* Searches the main program k->cli.engine.main_class, prints text or JSON and returns the exit code
 * of heddle check. --time is the time of all together, 30 s when left out; --jobs how many search
 * at once. */
int auto_check(struct check *k);

/* ---- auto_report.c ---- */

enum auto_state { AUTO_WAITING, AUTO_RUNNING, AUTO_DONE, AUTO_STOPPED };

/* What a member says that has ended whole: see auto_members.def. */
enum auto_claim { PART, SHOWN, ALL };

/* What a running member says of itself, in memory that it shares. */
struct auto_count {
  uint64_t states, transitions;
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

/* One line for each member that began, on stderr; `shown` lines stand there already. Returns how
 * many there are now. */
size_t auto_progress(const struct auto_member *m, size_t n, const struct auto_count *counts,
                     size_t shown);
/* Which members found no error in all of what they looked at, and what that was: on stdout. */
void auto_print_parts(const struct auto_member *m, size_t n);
/* The members' lines behind an answer, on stdout; `answered`: of those alone that began. */
void auto_print_members(const struct auto_member *m, size_t n, bool answered);
json_t *auto_members_json(const struct auto_member *m, size_t n); /* the caller's */

#endif
