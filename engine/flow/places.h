/* Finds the places of a warning in the program's code: lines of a source file, or a method. */
#ifndef HEDDLE_FLOW_PLACES_H
#define HEDDLE_FLOW_PLACES_H

#include "engine/base/warned.h"
#include "engine/flow/location.h"

struct warned_line { /* lines of one method */
  struct method *method;
  uint32_t bci;         /* the first instruction on these lines */
  uint32_t first, last; /* the lines */
  uint32_t way;         /* copied from the place */
};
struct warned_lines {
  VEC(struct warned_line) v;
};

/* Adds the lines of a place, separately for each method, such as a lambda and the method that
 * creates it. If the lines have no instruction, uses the next line with code, at most PLACES_NEAR
 * lines further. Returns ERR_INPUT if the file ends before the line. */
enum { PLACES_NEAR = 3 };
int places_find(struct klass **program, uint32_t count, const struct warned_place *p,
                struct warned_lines *out, enum warned_state *state, struct error *err);

/* Returns whether the instruction is on these lines. */
static inline bool warned_line_has(const struct warned_line *l, const struct method *m,
                                   uint32_t bci) {
  int line = m == l->method ? method_line(m->info, bci) : -1;
  return line >= 0 && (uint32_t)line >= l->first && (uint32_t)line <= l->last;
}

#endif
