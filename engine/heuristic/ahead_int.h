/* Private to ahead.c (the search over calls), ahead_values.c (what is called on what) and
 * ahead_frame.c (where a walk begins).
 *
 * A walk looks into methods. What a method makes, and what it is given in a way that has not been
 * looked at, is known to the methods that it calls, and to those that it returns to, as something
 * of that look (VALUE_ABROAD): so all looks are kept until the walk ends. */
#ifndef HEDDLE_HEURISTIC_AHEAD_INT_H
#define HEDDLE_HEURISTIC_AHEAD_INT_H

#include "engine/flow/values.h"
#include "engine/heuristic/ahead.h"

/* Methods looked into for one value, calls and values followed one inside the other. */
enum { AHEAD_METHODS = 64, AHEAD_NESTED = 24 };

enum { VALUE_ABROAD = VALUE_GIVEN + 1 }; /* id: index in walk.abroad */

struct look { /* into one method */
  struct look *next;
  struct walk *w;
  struct method *m;
  struct rta_method *rm; /* NULL: not in the analysis, heddle made it */
  const struct cfg *g;
  struct values *values;
  struct value *resolved; /* by node, what it gives; valid where `asked` is 2, 1: being found */
  uint8_t *asked;
  uint32_t *dist; /* from where the way begins; NULL: only its result is asked for */
};

struct abroad { /* what an instruction of another look makes or gives */
  struct look *look;
  uint32_t node;
};

struct walk {
  const struct ahead *a;
  const struct location *target;
  uint32_t methods, nested;
  struct look *looks;
  VEC(struct abroad) abroad;
  struct state_reads reads;
};

/* ahead.c: from `node` of m to the target, `slots` being the locals and operands there. */
uint32_t walk_method(struct walk *w, struct method *m, uint32_t node, const struct value *slots,
                     uint32_t depth);
/* Whether that is more than a look at the tables. */
bool walk_looks_into(const struct walk *w, const struct method *m, const struct rta_method *rm);

/* ahead_values.c */
struct look *look_new(struct walk *w, struct method *m, uint32_t node, const struct value *slots,
                      uint32_t depth);
void walk_release(struct walk *w);
/* The invoke, new or other site at a node; NULL: none. */
const struct cfg_site *look_site(const struct look *l, uint32_t node);
/* The method that a site names; NULL: unknown. */
struct method *look_callee(const struct look *l, const struct cfg_site *s);
/* The objects, and what is made abroad, that an item of l stands for; `other` where that is not
 * all.
 */
struct value look_resolve(struct look *l, struct value_item item);
/* What the method returns. */
struct value look_result(struct look *l);
/* What runs when `callee` is called on an item that look_resolve gave: the method, and in `slots`
 * its locals as they are at its start (malloc'd, the caller frees), arguments being those of the
 * call at `node` of l. NULL: unknown. */
struct method *look_select(struct look *l, uint32_t node, const struct method *callee,
                           struct value_item item, struct value **slots);
/* The locals at the start of a callee with the arguments of the call at a node; caller frees. */
struct value *look_arguments(struct look *l, uint32_t node, const struct method *callee);
/* The Runnables that what is made abroad was made with: arguments of its constructor. */
struct value look_runnables(struct walk *w, struct value_item item);

#endif
