/* An error is reported only after a fresh process has executed it again from main, without matching
 * and with its own cuts (soundness rule 24, executed again). That process is confined
 * (engine_confine) before it executes anything. */
#ifndef HEDDLE_TUI_CLI_CERTIFY_H
#define HEDDLE_TUI_CLI_CERTIFY_H

#include "engine/engine.h"

/* Executes the schedule in a forked process, in a session opened with `o` and the marks of the
 * sequence file `seq` (or NULL). The first violated property on the way is the error: `s` gets its
 * texts and ends there. With `path` the counterexample is written. 0 and s->property is set; 0 and
 * it is NULL when no property is violated; ERR_INTERNAL when a step differs; ERR_INPUT when `path`
 * cannot be written. Call with no other thread alive. */
int certify_schedule(const struct engine_options *o, const char *seq, struct schedule *s,
                     const char *path, struct error *err);

/* The same from a session that is confined itself: engine_confine(e, certify_service, &certifier,
 * err) first. */
struct certifier {
  const struct engine_options *options;
  const char *seq;
};
char *certify_service(void *certifier, const char *request, size_t n, int *file);
int certify_by_service(struct engine *e, struct schedule *s, const char *path, struct error *err);

#endif
