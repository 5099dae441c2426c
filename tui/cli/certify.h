/* An error is reported only after a fresh process has executed it again from main, without matching
 * and with its own cuts (soundness rule 24, executed again). That process is confined
 * (engine_confine) before it executes anything. */
#ifndef HEDDLE_TUI_CLI_CERTIFY_H
#define HEDDLE_TUI_CLI_CERTIFY_H

#include <sys/types.h>

#include "engine/engine.h"

/* Executes the schedule in a forked process, in a session opened with `o` and the marks of the
 * sequence file `seq` (or NULL). The first violated property on the way is the error: `s` gets its
 * texts and ends there. With `path` the counterexample is written. 0 and s->property is set; 0 and
 * it is NULL when no property is violated; ERR_INTERNAL when a step differs; ERR_INPUT when `path`
 * cannot be written. What is said of the error besides, and the story, have a bound on their time
 * and memory: s->left_out says what it cost. Call with no other thread alive. */
int certify_schedule(const struct engine_options *o, const char *seq, struct schedule *s,
                     const char *path, struct error *err);

/* The same from a session that is confined itself: engine_confine(e, certify_service, &certifier,
 * err) first. */
struct certifier {
  const struct engine_options *options;
  const char *seq;
  double searched, seconds; /* that the search had, that the story may take; 0: as it is usual */
  pid_t pid;                /* the process that has more to say; 0 none */
  int fd;
};
char *certify_service(void *certifier, const char *request, size_t n, int *file);
void certify_end(struct certifier *c); /* nobody asks for more */
/* The share of a search's seconds (0: it had no bound) for what is said behind it. */
double certify_seconds(double search);
/* Its two halves: is the error there, with its message and place? And what else there is to say;
 * ERR_INPUT: `path` could not be written, and s is good all the same. */
int certify_confirm(struct engine *e, struct schedule *s, const char *path, struct error *err);
int certify_describe(struct engine *e, struct schedule *s, const char *path, struct error *err);
int certify_by_service(struct engine *e, struct schedule *s, const char *path, struct error *err);

#endif
