/* Internal to bounded checks, which run in forked children. bounded_check.c is the debugger's side
 * and child.c the child's side. */
#ifndef HEDDLE_SESSION_BOUNDED_CHECK_H
#define HEDDLE_SESSION_BOUNDED_CHECK_H

#include <sys/types.h>

#include "engine/session/session.h"

struct session_check {
  uint32_t id, depth_from;
  node_id from, error_node;
  struct check_options options; /* `properties` is filled in; `search` points to the member below */
  char *search, *repair;
  int state;      /* enum check_state */
  pid_t pid;      /* 0: the child has ended */
  int fd;         /* the reading end of the pipe */
  struct text in; /* bytes read but not yet decoded */
  struct search_report report;
  char *verdict;
  uint32_t common; /* CHECK_NEAREST: as in struct check_info */
  bool whole;
  VEC(node_id) errors; /* CHECK_LADDER: errors replayed in this process, pinned */
  uint32_t rung, lost; /* CHECK_LADDER: the bound being searched; errors that did not replay */
  char *explored;      /* CHECK_LADDER: at the end, a line for each property */
};

/* Runs the child. Never returns. */
void session_child(struct engine *e, struct session_check *k, int fd) __attribute__((noreturn));

struct check_result {
  struct search_report report;
  struct choice *choices; /* from the check's node; CHECK_NEAREST: from where the runs diverge */
  uint32_t count;
  char *property, *message; /* property and message of the error; NULL: none was found */
  /* why the check could not run, such as "internal error: ..."; else NULL */
  char *failure;
};
/* Decodes complete records from the front of k->in. A progress record updates the report and the
 * verdict of the check. Decoding stops after the first record that fills *out: an error found by a
 * ladder (out->report.errors is then its property) or the result. */
enum { CHECK_READ_NONE, CHECK_READ_FOUND, CHECK_READ_RESULT };
int check_result_read(struct session_check *k, struct check_result *out);
void check_result_release(struct check_result *r);

/* Called by the child to send its progress and its result. `failure` is as in struct
 * check_result. */
void session_child_report(void *fd, const struct search_report *r);
void session_child_result(int fd, const struct search_report *r, const struct choice *choices,
                          uint32_t count, const struct schedule *s, const char *failure);

/* Called by a ladder's child to send an error found while it searched for `property`, and the next
 * search. */
void session_child_found(int fd, uint32_t property, const struct choice *choices, uint32_t count,
                         const struct schedule *s);
void session_child_rung(int fd, uint32_t property, uint32_t depth);

/* Sets the state and the verdict of a check in the session. Takes ownership of `verdict`. */
void session_check_decide(struct session_check *k, int state, char *verdict);
/* Makes the session's engine use the check's properties, instead of its own, from now on. */
void session_check_listen(struct engine *e, const struct session_check *k);
/* Executes choices below a node under the check's properties. Sets error_node to the node that they
 * lead to, and leaves the session there. */
int session_check_execute(struct engine *e, struct session_check *k, node_id from,
                          const struct choice *c, uint32_t count, struct error *err);

/* nearest.c: the child searches for a run that ends well, and the session uses the result. In the
 * report, `depth` is the number of common steps, and `complete` says that no run that ends well has
 * more steps in common. */
void nearest_child(struct engine *e, const struct session_check *k, int fd);
void nearest_finish(struct engine *e, struct session_check *k, const struct check_result *r);

/* repair.c: the same for a repair. If the error to repair was found again, the result's `property`
 * is its property. If only another error was found, the result's `message` is the message of that
 * error. `passed_over` is UINT32_MAX if a race was among the other errors. */
void repair_child(struct engine *e, const struct session_check *k, int fd);
void repair_finish(struct engine *e, struct session_check *k, const struct check_result *r);

/* ladder.c: the same for a ladder. In the report, `depth` is the bound within which every property
 * was explored completely. The result's message has a line for each property. */
void ladder_child(struct engine *e, const struct session_check *k, int fd);
void ladder_rung(struct session_check *k, uint32_t property, uint32_t depth);
void ladder_found(struct engine *e, struct session_check *k, const struct check_result *r);
void ladder_finish(struct engine *e, struct session_check *k, const struct check_result *r);

#endif
