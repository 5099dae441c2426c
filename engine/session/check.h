/* What the two sides of a forked check share: check.c is the debugger's, child.c
 * the child's. */
#ifndef HEDDLE_SESSION_CHECK_H
#define HEDDLE_SESSION_CHECK_H

#include <sys/types.h>

#include "engine/session/session.h"

struct session_check {
  uint32_t id, depth_from;
  node_id from, error_node;
  struct check_options options; /* properties filled in; search is `search` */
  char *search, *repair;
  int state;      /* enum check_state */
  pid_t pid;      /* 0: ended */
  int fd;         /* the pipe's reading end */
  struct text in; /* bytes read and not yet understood */
  struct search_report report;
  char *verdict;
  uint32_t common; /* CHECK_NEAREST, as in struct check_info */
  bool whole;
  VEC(node_id) errors; /* CHECK_LADDER: executed again here, pinned */
  uint32_t rung, lost; /* ... the bound that is being searched; errors that did not happen again */
  char *explored;      /* ... a line for each property, at the end */
};

/* The child's life; never returns. */
void session_child(struct engine *e, struct session_check *k, int fd) __attribute__((noreturn));

struct check_result {
  struct search_report report;
  struct choice *choices; /* from the check's node, CHECK_NEAREST: from where the runs part */
  uint32_t count;
  char *property, *message; /* of the error; NULL when none was found */
  char *failure;            /* the check could not be run: "internal error: ..."; NULL */
};
/* Takes whole records from the front of what was read: progress goes to the check's report and
 * verdict. It stops behind the first that fills *out: an error that a ladder has found
 * (report.errors is its property), or the result. */
enum { CHECK_READ_NONE, CHECK_READ_FOUND, CHECK_READ_RESULT };
int check_result_read(struct session_check *k, struct check_result *out);
void check_result_release(struct check_result *r);

/* Of the child: what is sent while it looks, and at its end. `failure`: as in check_result. */
void session_child_report(void *fd, const struct search_report *r);
void session_child_result(int fd, const struct search_report *r, const struct choice *choices,
                          uint32_t count, const struct schedule *s, const char *failure);

/* ... and of a ladder: an error that was looked for by that property; what is searched next. */
void session_child_found(int fd, uint32_t property, const struct choice *choices, uint32_t count,
                         const struct schedule *s);
void session_child_rung(int fd, uint32_t property, uint32_t depth);

/* Of the session: the verdict, which becomes the check's. */
void session_check_decide(struct session_check *k, int state, char *verdict);
/* From here on the session's engine takes its steps under the check's properties. */
void session_check_listen(struct engine *e, const struct session_check *k);
/* Executes choices below a node, under the check's properties; error_node is where they lead. The
 * session is left there. */
int session_check_execute(struct engine *e, struct session_check *k, node_id from,
                          const struct choice *c, uint32_t count, struct error *err);

/* nearest.c: the run that ends well, sought in the child, and what came out in the session. In the
 * report, depth is how many steps are in common, complete whether no run has more. */
void nearest_child(struct engine *e, const struct session_check *k, int fd);
void nearest_finish(struct engine *e, struct session_check *k, const struct check_result *r);

/* repair_try.c: likewise a repair. Of the result, property is that of the error at hand when it was
 * met, else message that of another one; passed_over is UINT32_MAX when a race was among those. */
void repair_child(struct engine *e, const struct session_check *k, int fd);
void repair_finish(struct engine *e, struct session_check *k, const struct check_result *r);

/* ladder.c: likewise a ladder. In the report, depth is the bound within which every property was
 * explored whole; the result's message has a line for each property. */
void ladder_child(struct engine *e, const struct session_check *k, int fd);
void ladder_rung(struct session_check *k, uint32_t property, uint32_t depth);
void ladder_found(struct engine *e, struct session_check *k, const struct check_result *r);
void ladder_finish(struct engine *e, struct session_check *k, const struct check_result *r);

#endif
