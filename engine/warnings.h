/* Warnings of static analysers: finds their places in the program, makes sequences of locations
 * that may lead to the error that a warning means, and decides whether an error concerns a warning.
 * Part of engine.h, which includes this file. */
#ifndef HEDDLE_WARNINGS_H
#define HEDDLE_WARNINGS_H

#include <stdbool.h>

#include "engine/base/error.h"
#include "engine/base/warned.h"
#include "engine/base/words.h"

struct engine;
/* Static knowledge of the program's code, made for a session, which must outlive it. Make it before
 * engine_confine, because it reads class files. */
struct warnings;
int engine_warnings(struct engine *e, struct warnings **out, struct error *err);
void engine_warnings_free(struct warnings *w);

/* One warning. */
struct warned;
/* ERR_INPUT: a file ends before one of the lines. */
int engine_warned(struct warnings *w, const struct warned_place *places, uint32_t count,
                  struct warned **out, struct error *err);
void engine_warned_free(struct warned *w);
enum warned_state engine_warned_state(const struct warned *w);

/* The candidate sequences of locations for the guided search, the likeliest first. */
uint32_t engine_warned_sequences(struct warned *w);
uint32_t engine_warned_length(struct warned *w, uint32_t sequence);
/* Returns a location in the form of engine_mark_add or, if `shown`, for people ("Bank.java:12").
 * The caller frees it. */
char *engine_warned_location(struct warned *w, uint32_t sequence, uint32_t i, bool shown);

/* Finds the places of the error of node n, which is here and whose texts were made. Free with
 * error_places_release. ERR_NOTFOUND: it has none. */
int engine_error_places(struct engine *e, node_id n, struct error_places *out);
/* May the error at these places, which was executed again, concern the warning? The criteria for
 * exceptions and deadlocks are those of engine_warned_concerns, but without the path. */
bool engine_warned_error(struct warned *w, const char *property, const struct error_places *p);
/* Returns the fields of the program whose races did not concern the warning, "Bank.total"; NULL
 * after the last. */
const char *engine_warned_masks(const struct warned *w, uint32_t i);

/* Does the error of node n, the current node, concern the warning? Serves as search_options.wanted,
 * with the warning as `self`.
 *  - A data race or a conflict does if one of its accesses is on the warning's lines, is called
 *    from them, or is to a field that these lines access.
 *  - A deadlock does if a thread at fault has one of the lines on its stack, or if two threads at
 *    fault have steps of the warning's paths on theirs. At fault are the threads of the cycle if
 *    there is one, otherwise those that wait neither for the end of a thread nor for something that
 *    a thread holds.
 *  - An exception does if it was thrown on the lines or in a method called from them. It also does
 *    if the path executed the lines and the failing line uses, or depends on, a variable that they
 *    access.
 * If the events of a race were not kept, its first access is unknown. The answer is then yes if the
 * thread of that access executed the lines on this path, and the caller must ask
 * engine_warned_error again once the error has been executed again. */
bool engine_warned_concerns(void *warned, node_id n);

#endif
