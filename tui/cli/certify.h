/* Certifies errors. An error is reported only after a fresh process has executed it again from
 * main, without state matching or reduction (soundness rule 24, executed again). Each step ends
 * where it ended in the search (soundness rule 35, same cuts again). That process is confined
 * (engine_confine) before it executes anything. */
#ifndef HEDDLE_TUI_CLI_CERTIFY_H
#define HEDDLE_TUI_CLI_CERTIFY_H

#include <sys/types.h>

#include "engine/engine.h"

/* Executes the schedule in a forked process, in a session opened with `o` and the marks of the
 * sequence file `seq` (or NULL). The first property violated is the error: `s` gets its texts and
 * is cut there. Writes the counterexample to `path`, if set. Returns 0 with s->property set; 0 with
 * s->property NULL if no property is violated; ERR_INTERNAL if a step differs; ERR_INPUT if `path`
 * cannot be written. The error's details and story have bounds on time and memory; s->left_out says
 * what was left out. No other thread may run during the call. */
int certify_schedule(const struct engine_options *o, const char *seq, struct schedule *s,
                     const char *path, struct error *err);

/* The data for certifying errors of a confined session. Such a session cannot fork, so it asks its
 * broker to certify. Before the search, call engine_confine(e, certify_service, &certifier, err).
 */
struct certifier {
  const struct engine_options *options;
  const char *seq;
  double searched, seconds; /* time bounds in seconds of the search and of the story; 0: default */
  pid_t pid;                /* the certifying process, while it may send more answers; 0: none */
  int fd;
};
char *certify_service(void *certifier, const char *request, size_t n, int *file);
void certify_end(struct certifier *c); /* ends the certifying process, if it runs */
/* Returns the time limit in seconds for the details and the story after a search with the time
 * bound `search` (in seconds; 0: unbounded). */
double certify_seconds(double search);
/* certify_confirm checks that the error occurs, and sets its message and location. certify_describe
 * then adds the details and the story. certify_by_service calls both. ERR_INPUT: `path` could not
 * be written, but s is valid. */
int certify_confirm(struct engine *e, struct schedule *s, const char *path, struct error *err);
int certify_describe(struct engine *e, struct schedule *s, const char *path, struct error *err);
int certify_by_service(struct engine *e, struct schedule *s, const char *path, struct error *err);

#endif
