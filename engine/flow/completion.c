/* Makes candidate sequences from a warning: its lines, their preconditions, and the accesses
 * elsewhere that conflict with them. */
#include "engine/flow/completion.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/vm/machine.h"

struct places {
  VEC(struct location) v;
};

static void places_add(struct places *p, struct location l);
static bool places_have(const struct places *p, const struct location *l);
static bool completion_on_line(const struct completion *c, const struct warned_line *l,
                               const struct access *x);
static struct location completion_marked(const struct location *at);

enum {
  DEFINITIONS_MOST = 3, /* definitions before one line */
  CHECKS_MOST = 3,
  CALLS_UP = 4 /* levels of callers in which conditions are examined */
};

/* ---- definitions of variables ---- */

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

/* ---- preconditions of a line ---- */

/* The preconditions follow from the conditions on which the line depends and from the definitions
 * of the variables in these conditions. */

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

/* Returns the nth call of m from the program's own code, or NULL if there are fewer. */
static const struct caller *completion_caller(const struct completion *c,
                                              const struct rta_method *m, uint32_t nth) {
  for (uint32_t i = c->graph->caller_first[m->index]; i < c->graph->caller_first[m->index + 1];
       i++) {
    const struct caller *k = &c->graph->callers[i];
    if (k->kind != RTA_CALL || k->method->method->owner->is_jdk || k->method == m) continue;
    if (!nth--) return k;
  }
  return NULL;
}

static void add_definition(const struct completion *c, const struct warned_line *l,
                           struct location condition, struct location definition,
                           struct places *out) {
  (void)c, (void)l, (void)condition;
  if (out->v.len < DEFINITIONS_MOST && !places_have(out, &definition)) places_add(out, definition);
}

/* Collects definitions on which the execution of the line depends, in its method and in its
 * callers; the earliest first. */
static void completion_before(const struct completion *c, const struct warned_line *l,
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

/* Collects pairs of places: a condition in the line's method on which the line depends, and a
 * definition elsewhere of a variable in the condition; the nearest condition first. */
static void completion_checks(const struct completion *c, const struct warned_line *l,
                              struct places *out) {
  const struct cfg *g = cfg_of(c->vm, l->method);
  uint32_t node = g ? cfg_node(g, l->bci) : UINT32_MAX;
  if (node != UINT32_MAX) each_condition(c, l->method, node, l, add_check, out);
}

/* ---- candidate sequences ---- */

enum {
  PARTNERS_MOST = 3, /* conflicting accesses combined with each line */
  LINES_MOST = 6     /* lines of a warning for which candidates are made */
};

static void places_add(struct places *p, struct location l) { *vec_push(&p->v) = l; }

static bool places_have(const struct places *p, const struct location *l) {
  for (size_t i = 0; i < p->v.len; i++)
    if (location_equal(&p->v.data[i], l)) return true;
  return false;
}

static bool is_known(const struct candidates *out, const struct places *p) {
  for (size_t i = 0; i < out->v.len; i++) {
    const struct sequence *s = &out->v.data[i];
    size_t k = 0;
    if (s->v.len != p->v.len) continue;
    while (k < s->v.len && location_equal(&s->v.data[k], &p->v.data[k])) k++;
    if (k == s->v.len) return true;
  }
  return false;
}

/* Adds the places as a candidate unless the candidate is known or too long. Releases the places. */
static void candidate_offer(struct candidates *out, struct places *p) {
  if (p->v.len && p->v.len <= CANDIDATE_LENGTH && out->v.len < CANDIDATES_MOST &&
      !is_known(out, p)) {
    struct sequence *s = vec_push(&out->v);
    *s = (struct sequence){0};
    for (size_t i = 0; i < p->v.len; i++) *vec_push(&s->v) = p->v.data[i];
  }
  vec_free(&p->v);
  *p = (struct places){0};
}

static void candidate_offer_two(struct candidates *out, const struct places *before,
                                struct location a, struct location b) {
  struct places p = {0};
  for (size_t i = 0; before && i < before->v.len; i++) places_add(&p, before->v.data[i]);
  places_add(&p, a);
  places_add(&p, b);
  candidate_offer(out, &p);
}

static struct location line_place(const struct warned_line *l) {
  return (struct location){l->method, l->bci};
}

/* ---- accesses on a line ---- */

static bool completion_on_line(const struct completion *c, const struct warned_line *l,
                               const struct access *x) {
  return warned_line_has(l, x->method, cfg_of(c->vm, x->method)->bci[x->node]);
}

/* Returns the first instruction of the source line, where a user would mark it. */
static struct location completion_marked(const struct location *at) {
  struct location first = *at;
  int line = location_line(at);
  const struct method_info *m = at->method->info;
  for (uint32_t i = 0; line >= 0 && i < m->line_count; i++)
    if (m->lines[i].line == line && m->lines[i].start_pc < first.bci)
      first.bci = m->lines[i].start_pc;
  return first;
}

static struct location marked(const struct completion *c, const struct access *x) {
  struct location at = access_place(c->vm, x);
  return completion_marked(&at);
}

struct access_refs {
  VEC(const struct access *) v;
};

static void accesses_on(const struct completion *c, const struct warned_line *l,
                        struct access_refs *out) {
  for (uint32_t i = 0; i < access_count(c->accesses); i++) {
    const struct access *x = access_at(c->accesses, i);
    if (x->method == l->method && completion_on_line(c, l, x)) *vec_push(&out->v) = x;
  }
}

void completion_variables(const struct completion *c, struct variable_list *out) {
  for (size_t i = 0; i < c->lines->v.len; i++) {
    struct access_refs on = {0};
    if (c->lines->v.data[i].way) continue;
    accesses_on(c, &c->lines->v.data[i], &on);
    for (size_t k = 0; k < on.v.len; k++) *vec_push(&out->v) = on.v.data[k]->of;
    vec_free(&on.v);
  }
}

/* ---- candidates of one line ---- */

/* Collects the accesses elsewhere in the program that conflict with one in `on`. Writes come first,
 * and among equals, accesses in other methods. */
static void partners_of(const struct completion *c, const struct warned_line *l,
                        const struct access_refs *on, struct places *out) {
  for (int rank = 3; rank >= 0; rank--)
    for (uint32_t i = 0; i < access_count(c->accesses); i++) {
      const struct access *y = access_at(c->accesses, i);
      struct location at;
      int r = 2 * (y->kind == ACCESS_WRITES) + (y->method != l->method);
      bool conflicts = false;
      if (y->makes || r != rank || completion_on_line(c, l, y) || out->v.len == PARTNERS_MOST)
        continue;
      for (size_t k = 0; k < on->v.len; k++) conflicts |= access_conflicts(on->v.data[k], y);
      at = marked(c, y);
      if (conflicts && !places_have(out, &at)) places_add(out, at);
    }
}

/* Finds a read and a later write of one variable in the method, or two calls on one object,
 * starting on the line. Other threads may run in between. */
static bool read_then_write(const struct completion *c, const struct access_refs *on,
                            const struct access **r, const struct access **w) {
  for (size_t k = 0; k < on->v.len; k++)
    for (uint32_t i = 0; i < access_count(c->accesses); i++) {
      const struct access *y = access_at(c->accesses, i);
      *r = on->v.data[k];
      *w = y;
      if (y->method == (*r)->method && y->node > (*r)->node && variable_equal(&y->of, &(*r)->of) &&
          (*r)->kind != ACCESS_LOCKS && (*r)->kind != ACCESS_WRITES &&
          (y->kind == ACCESS_WRITES || y->kind == ACCESS_CALLS))
        return true;
    }
  return false;
}

/* Offers [read, read, write, write]: both threads read before either writes. */
static void offer_lost_update(const struct completion *c, const struct access_refs *on,
                              const struct places *before, struct candidates *out) {
  const struct access *r, *w;
  struct places p = {0};
  if (!read_then_write(c, on, &r, &w)) return;
  for (size_t i = 0; i < before->v.len; i++) places_add(&p, before->v.data[i]);
  places_add(&p, marked(c, r));
  places_add(&p, access_place(c->vm, w));
  places_add(&p, marked(c, r));
  places_add(&p, access_place(c->vm, w));
  candidate_offer(out, &p);
}

/* Finds the place where the method takes another lock before that of x (`outer`) or after it. */
static bool lock_beside(const struct completion *c, const struct access *x, bool outer,
                        struct location *at) {
  bool found = false;
  for (uint32_t i = 0; i < access_count(c->accesses); i++) {
    const struct access *y = access_at(c->accesses, i);
    if (y->method != x->method || y->kind != ACCESS_LOCKS ||
        (outer ? y->node >= x->node : y->node <= x->node))
      continue;
    if (found && !outer) break;
    *at = marked(c, y);
    found = true;
  }
  return found;
}

/* Offers a deadlock of two threads that take two locks in different orders: both hold their first
 * lock before either requests the second (paper 000, section 2.1). The second thread is tried at
 * every place that takes one lock and then another. */
static void offer_lock_order(const struct completion *c, const struct access_refs *on,
                             struct candidates *out) {
  for (size_t k = 0; k < on->v.len; k++) {
    const struct access *x = on->v.data[k];
    struct location outer, inner = marked(c, x), second;
    if (x->kind != ACCESS_LOCKS) continue;
    if (!lock_beside(c, x, true, &outer)) {
      outer = inner;
      if (!lock_beside(c, x, false, &inner)) continue;
    }
    for (uint32_t i = 0; i < access_count(c->accesses); i++) {
      const struct access *y = access_at(c->accesses, i);
      struct location first;
      struct places p = {0};
      if (y->kind != ACCESS_LOCKS || !lock_beside(c, y, false, &second)) continue;
      first = marked(c, y);
      places_add(&p, outer);
      places_add(&p, first);
      places_add(&p, inner);
      places_add(&p, second);
      candidate_offer(out, &p);
    }
  }
}

/* Offers a check that another thread invalidates before the checked value is used: [change, check,
 * change, use], and the same without the first change. */
static void offer_checks(const struct completion *c, const struct warned_line *l,
                         struct candidates *out) {
  struct places checks = {0};
  completion_checks(c, l, &checks);
  INVARIANT(checks.v.len % 2 == 0, "each condition has the definition of a variable: %zu",
            checks.v.len);
  for (size_t i = 0; i + 1 < checks.v.len; i += 2) {
    struct places p = {0};
    struct location look = checks.v.data[i], change = checks.v.data[i + 1];
    places_add(&p, change);
    places_add(&p, look);
    places_add(&p, change);
    places_add(&p, line_place(l));
    candidate_offer(out, &p);
    places_add(&p, look);
    places_add(&p, change);
    places_add(&p, line_place(l));
    candidate_offer(out, &p);
  }
  vec_free(&checks.v);
}

static void of_line(const struct completion *c, const struct warned_line *l,
                    struct candidates *out) {
  struct access_refs on = {0};
  struct places before = {0}, partners = {0}, alone = {0};
  struct location here = line_place(l);
  accesses_on(c, l, &on);
  completion_before(c, l, &before);
  partners_of(c, l, &on, &partners);
  offer_lock_order(c, &on, out);
  offer_checks(c, l, out);
  for (size_t i = 0; i < partners.v.len; i++) {
    candidate_offer_two(out, NULL, here, partners.v.data[i]);
    candidate_offer_two(out, NULL, partners.v.data[i], here);
    if (before.v.len) candidate_offer_two(out, &before, here, partners.v.data[i]);
  }
  offer_lost_update(c, &on, &alone, out);
  if (on.v.len) candidate_offer_two(out, NULL, here, here);
  for (size_t i = 0; i < before.v.len; i++) places_add(&alone, before.v.data[i]);
  places_add(&alone, here);
  candidate_offer(out, &alone);
  places_add(&alone, here);
  candidate_offer(out, &alone);
  vec_free(&on.v);
  vec_free(&before.v);
  vec_free(&partners.v);
}

/* ---- calls that reach a line ---- */

/* For a method with several call sites in the program, offers each call site followed by the
 * line. */
static void by_calls(const struct completion *c, const struct warned_line *l,
                     struct candidates *out) {
  const struct rta_method *m = rta_method(c->graph->rta, l->method);
  const struct caller *k;
  if (!m || m->index >= c->graph->count || !completion_caller(c, m, 1)) return;
  for (uint32_t i = 0; i < PARTNERS_MOST && (k = completion_caller(c, m, i)); i++) {
    struct location at;
    INVARIANT(k->method->cfg && k->node < k->method->cfg->count,
              "a call is an instruction of its caller: %u", k->node);
    at = (struct location){k->method->method, k->method->cfg->bci[k->node]};
    candidate_offer_two(out, NULL, at, line_place(l));
  }
}

/* ---- lines that belong together ---- */

/* Collects the lines of one path; for 0, the warning's own lines and related ones. */
static void lines_in_order(const struct warned_lines *lines, uint32_t way, struct places *out) {
  for (size_t i = 0; i < lines->v.len; i++) {
    struct location l = line_place(&lines->v.data[i]);
    uint32_t of = lines->v.data[i].way == WARNED_RELATED ? 0 : lines->v.data[i].way;
    if (of == way && !places_have(out, &l)) places_add(out, l);
  }
}

static void offer_reversed(const struct places *p, struct candidates *out) {
  struct places back = {0};
  for (size_t i = p->v.len; i-- > 0;) places_add(&back, p->v.data[i]);
  candidate_offer(out, &back);
}

/* Offers the steps preceded by their preconditions, and the steps alone. */
static void offer_completed(const struct completion *c, const struct places *steps,
                            struct candidates *out) {
  struct places p = {0}, bare = {0};
  for (size_t i = 0; i < c->lines->v.len; i++) {
    const struct warned_line *l = &c->lines->v.data[i];
    struct location at = line_place(l);
    struct places before = {0};
    if (!places_have(steps, &at)) continue;
    completion_before(c, l, &before);
    for (size_t k = 0; k < before.v.len; k++)
      if (!places_have(steps, &before.v.data[k]) && !places_have(&p, &before.v.data[k]))
        places_add(&p, before.v.data[k]);
    vec_free(&before.v);
  }
  for (size_t i = 0; i < steps->v.len; i++) {
    places_add(&p, steps->v.data[i]);
    places_add(&bare, steps->v.data[i]);
  }
  candidate_offer(out, &p);
  candidate_offer(out, &bare);
}

/* Offers the steps of two paths alternately, as if two threads each follow one of them. */
static void offer_in_turn(const struct completion *c, const struct places *a,
                          const struct places *b, struct candidates *out) {
  struct places p = {0};
  for (size_t i = 0; i < a->v.len || i < b->v.len; i++) {
    if (i < a->v.len) places_add(&p, a->v.data[i]);
    if (i < b->v.len) places_add(&p, b->v.data[i]);
  }
  offer_completed(c, &p, out);
  vec_free(&p.v);
}

static void of_ways(const struct completion *c, struct candidates *out) {
  struct places main = {0}, way[2] = {{{0}}};
  lines_in_order(c->lines, 1, &way[0]);
  lines_in_order(c->lines, 2, &way[1]);
  lines_in_order(c->lines, 0, &main);
  if (way[0].v.len && way[1].v.len) {
    offer_in_turn(c, &way[0], &way[1], out);
    offer_in_turn(c, &way[1], &way[0], out);
  }
  if (main.v.len > 1) {
    offer_reversed(&main, out);
    offer_completed(c, &main, out);
  }
  if (way[0].v.len > 1 && !way[1].v.len) offer_completed(c, &way[0], out);
  vec_free(&main.v);
  vec_free(&way[0].v);
  vec_free(&way[1].v);
}

void completion_run(const struct completion *c, struct candidates *out) {
  size_t i, n = c->lines->v.len < LINES_MOST ? c->lines->v.len : LINES_MOST;
  of_ways(c, out);
  for (i = 0; i < n; i++)
    if (!c->lines->v.data[i].way) of_line(c, &c->lines->v.data[i], out);
  for (i = 0; i < n; i++)
    if (!c->lines->v.data[i].way) by_calls(c, &c->lines->v.data[i], out);
}

void candidates_release(struct candidates *c) {
  for (size_t i = 0; i < c->v.len; i++) sequence_release(&c->v.data[i]);
  vec_free(&c->v);
}
