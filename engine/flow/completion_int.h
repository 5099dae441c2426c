/* Shared by the files of completion: completion.c makes the candidates, completion_before.c finds
 * what has to happen before. */
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
/* The first instruction of the source line: where a user would mark it. */
struct location completion_marked(const struct location *at);

/* The nth call of m from the program's own code; NULL: there are not so many. */
const struct caller *completion_caller(const struct completion *c, const struct rta_method *m,
                                       uint32_t nth);
/* Definitions of what decides whether the line is come to, in its method and in those that call it;
 * the earliest first. */
void completion_before(const struct completion *c, const struct warned_line *l, struct places *out);
/* Pairs: a condition in the line's method that decides about it, and a definition of what it reads
 * elsewhere; the nearest condition first. */
void completion_checks(const struct completion *c, const struct warned_line *l, struct places *out);

#endif
