/* Warnings of static analysers: where in the program they are, which sequences of locations might
 * lead to an error that they mean, and whether an error concerns them. A part of engine.h, which
 * includes it. */
#ifndef HEDDLE_WARNINGS_H
#define HEDDLE_WARNINGS_H

#include <stdbool.h>

#include "engine/base/error.h"
#include "engine/base/warned.h"
#include "engine/base/words.h"

struct engine;
/* What is known of the program's code without executing it; of a session, which outlives it. Made
 * before engine_confine, as it reads class files. */
struct warnings;
int engine_warnings(struct engine *e, struct warnings **out, struct error *err);
void engine_warnings_free(struct warnings *w);

/* One warning. */
struct warned;
/* ERR_INPUT: a file ends before a line that is named. */
int engine_warned(struct warnings *w, const struct warned_place *places, uint32_t count,
                  struct warned **out, struct error *err);
void engine_warned_free(struct warned *w);
enum warned_state engine_warned_state(const struct warned *w);

/* The candidates, the likeliest first: sequences of locations for the guided search. */
uint32_t engine_warned_sequences(struct warned *w);
uint32_t engine_warned_length(struct warned *w, uint32_t sequence);
/* As engine_mark_add reads it, or for people ("Bank.java:12"); caller frees. */
char *engine_warned_location(struct warned *w, uint32_t sequence, uint32_t i, bool shown);

/* May an error with these texts, which was executed again, be the one that concerned it? For
 * exceptions and deadlocks as below, without the path. */
bool engine_warned_error(struct warned *w, const char *property, const char *message,
                         const char *detail);
/* Fields of the program whose races were passed over, "Bank.total"; NULL behind the last. */
const char *engine_warned_masks(const struct warned *w, uint32_t i);

/* Does the error of a node, which is here, concern the warning? (search_options.wanted with the
 * warning as self.)
 *  - A data race or a conflict: an access of it stands on the warning's lines, is called from
 *    there, or is one of a field that these lines access.
 *  - A deadlock: a thread that cannot go on has the lines on its stack: one of the circle, when
 *    there is one, else one that waits for no other thread's end and for nothing that one holds; or
 *    two of these have steps of the ways on theirs.
 *  - An exception: it came from the lines or from what they called; or the path executed the lines,
 *    and what failed uses, or is decided by, a variable that they access.
 * Of a race whose events were not kept the first access is not known: on a path on which its thread
 * executed the lines the answer is yes, and engine_warned_error has to say it again of the error
 * when it was executed anew. */
bool engine_warned_concerns(void *warned, node_id n);

#endif
