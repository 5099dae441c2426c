/* Backward dependence: the preconditions of a line. They follow from the conditions on which the
 * line depends and from the definitions of the variables in these conditions. See completion.h. */
#include <stdlib.h>

#include "engine/flow/completion_int.h"
#include "engine/vm/machine.h"

enum {
  DEFINITIONS_MOST = 3, /* definitions before one line */
  CHECKS_MOST = 3,
  CALLS_UP = 4 /* levels of callers in which conditions are examined */
};

/* ---- definitions ---- */

/* Guesses the most likely definition of the variable: not in a constructor or initialiser,
 * preferably in another method. */
static bool definition_of(const struct completion *c, const struct variable *v,
                          const struct warned_line *l, struct location *out) {
  const struct access *best = NULL;
  struct location at;
  int rank = 0;
  for (uint32_t i = 0; i < access_count(c->accesses); i++) {
    const struct access *x = access_at(c->accesses, i);
    int r = 1 + (x->method != l->method);
    bool writes = x->kind == ACCESS_WRITES || (x->kind == ACCESS_CALLS && v->inside);
    if (!writes || x->makes || !variable_equal(&x->of, v) || completion_on_line(c, l, x) ||
        r <= rank)
      continue;
    best = x;
    rank = r;
  }
  if (!best) return false;
  at = access_place(c->vm, best);
  *out = completion_marked(&at);
  return true;
}

/* ---- conditions ---- */

typedef void condition_fn(const struct completion *c, const struct warned_line *l,
                          struct location condition, struct location definition,
                          struct places *out);

/* Visits each definition of a variable on which the execution of the node depends, the nearest
 * condition first. */
static void each_condition(const struct completion *c, struct method *m, uint32_t node,
                           const struct warned_line *l, condition_fn *visit, struct places *out) {
  const struct sources *s = accesses_sources(c->accesses, m);
  const struct cfg *g = cfg_of(c->vm, m);
  uint32_t count = 0, *conditions;
  if (!s) return;
  conditions = conditions_of(g, m, node, &count);
  for (uint32_t i = count; i-- > 0;) {
    struct source_set taken = sources_taken(s, conditions[i]);
    struct variable_list read = {0};
    struct location at = {m, g->bci[conditions[i]]}, definition;
    accesses_read(c->accesses, m, &taken, &read);
    for (size_t k = 0; k < read.v.len; k++)
      if (definition_of(c, &read.v.data[k], l, &definition))
        visit(c, l, completion_marked(&at), definition, out);
    vec_free(&read.v);
  }
  free(conditions);
}

const struct caller *completion_caller(const struct completion *c, const struct rta_method *m,
                                       uint32_t nth) {
  for (uint32_t i = c->graph->caller_first[m->index]; i < c->graph->caller_first[m->index + 1];
       i++) {
    const struct caller *k = &c->graph->callers[i];
    if (k->kind != RTA_CALL || k->method->method->owner->is_jdk || k->method == m) continue;
    if (!nth--) return k;
  }
  return NULL;
}

/* ---- before a line ---- */

static void add_definition(const struct completion *c, const struct warned_line *l,
                           struct location condition, struct location definition,
                           struct places *out) {
  (void)c, (void)l, (void)condition;
  if (out->v.len < DEFINITIONS_MOST && !places_have(out, &definition)) places_add(out, definition);
}

void completion_before(const struct completion *c, const struct warned_line *l,
                       struct places *out) {
  const struct cfg *g = cfg_of(c->vm, l->method);
  const struct rta_method *m = rta_method(c->graph->rta, l->method);
  uint32_t node = g ? cfg_node(g, l->bci) : UINT32_MAX, level;
  for (level = 0; m && node != UINT32_MAX && level < CALLS_UP; level++) {
    const struct caller *k = m->index < c->graph->count ? completion_caller(c, m, 0) : NULL;
    each_condition(c, m->method, node, l, add_definition, out);
    m = k ? k->method : NULL;
    node = k ? k->node : UINT32_MAX;
  }
  /* reverses the order, because the nearest were found first */
  for (size_t i = 0, n = out->v.len; i < n / 2; i++) {
    struct location t = out->v.data[i];
    out->v.data[i] = out->v.data[n - 1 - i];
    out->v.data[n - 1 - i] = t;
  }
}

static void add_check(const struct completion *c, const struct warned_line *l,
                      struct location condition, struct location definition, struct places *out) {
  (void)c, (void)l;
  if (out->v.len >= 2 * CHECKS_MOST) return;
  places_add(out, condition);
  places_add(out, definition);
}

void completion_checks(const struct completion *c, const struct warned_line *l,
                       struct places *out) {
  const struct cfg *g = cfg_of(c->vm, l->method);
  uint32_t node = g ? cfg_node(g, l->bci) : UINT32_MAX;
  if (node != UINT32_MAX) each_condition(c, l->method, node, l, add_check, out);
}
