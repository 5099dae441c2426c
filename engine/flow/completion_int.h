/* Shared by the files of completion: completion.c makes the candidates, completion_before.c finds
 * preconditions. */
#ifndef HEDDLE_FLOW_COMPLETION_INT_H
#define HEDDLE_FLOW_COMPLETION_INT_H

#include "engine/flow/completion.h"

struct places {
  VEC(struct location) v;
};
void places_add(struct places *p, struct location l);
bool places_have(const struct places *p, const struct location *l);

bool completion_on_line(const struct completion *c, const struct warned_line *l,
                        const struct access *x);
/* Returns the first instruction of the source line, where a user would mark it. */
struct location completion_marked(const struct location *at);

/* Returns the nth call of m from the program's own code, or NULL if there are fewer. */
const struct caller *completion_caller(const struct completion *c, const struct rta_method *m,
                                       uint32_t nth);
/* Collects definitions on which the execution of the line depends, in its method and in its
 * callers; the earliest first. */
void completion_before(const struct completion *c, const struct warned_line *l, struct places *out);
/* Collects pairs of places: a condition in the line's method on which the line depends, and a
 * definition elsewhere of a variable in the condition; the nearest condition first. */
void completion_checks(const struct completion *c, const struct warned_line *l, struct places *out);

#endif
