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
  char *search;
  int state;      /* enum check_state */
  pid_t pid;      /* 0: ended */
  int fd;         /* the pipe's reading end */
  struct text in; /* bytes read and not yet understood */
  struct search_report report;
  char *verdict;
};

/* The child's life; never returns. */
void session_child(struct engine *e, struct session_check *k, int fd) __attribute__((noreturn));

struct check_result {
  struct search_report report;
  struct choice *choices; /* from the check's node */
  uint32_t count;
  char *property, *message; /* of the error; NULL when none was found */
  char *failure;            /* the check could not be run: "internal error: ..."; NULL */
};
/* Takes whole records from the front of `in`: progress goes to *report; true when the result was
 * among them. */
bool check_result_read(struct text *in, struct search_report *report, struct check_result *out);
void check_result_release(struct check_result *r);

#endif
