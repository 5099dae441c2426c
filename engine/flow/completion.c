/* See completion.h. */
#include "engine/flow/completion.h"

#include <stdlib.h>

#include "engine/vm/machine.h"

enum {
  PARTNERS_MOST = 3,    /* tried with each line */
  DEFINITIONS_MOST = 3, /* in front of one */
  CALLS_UP = 4,         /* levels of callers whose conditions are looked at */
  LINES_MOST = 6        /* of a warning, with which candidates are made */
};

struct places {
  VEC(struct location) v;
};

/* ---- sequences ---- */

static void places_add(struct places *p, struct location l) {
  *vec_push(&p->v) = l;
}

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

/* Takes the places. */
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

static void candidate_offer_two(struct candidates *out, const struct places *before, struct location a,
                      struct location b) {
  struct places p = {0};
  for (size_t i = 0; before && i < before->v.len; i++) places_add(&p, before->v.data[i]);
  places_add(&p, a);
  places_add(&p, b);
  candidate_offer(out, &p);
}

static struct location line_place(const struct warned_line *l) {
  return (struct location){l->method, l->bci};
}

/* ---- what happens on a line ---- */

static bool on_line(const struct completion *c, const struct warned_line *l,
                    const struct access *x) {
  return warned_line_has(l, x->method, cfg_of(c->vm, x->method)->bci[x->node]);
}

/* The first instruction of the source line that the access stands on: where a user would mark it.
 * Of an access that is not the line's first the instruction itself, when it shall be told apart. */
static struct location marked(const struct completion *c, const struct access *x) {
  struct location at = access_place(c->vm, x);
  int line = location_line(&at);
  const struct method_info *m = x->method->info;
  for (uint32_t i = 0; line >= 0 && i < m->line_count; i++)
    if (m->lines[i].line == line && m->lines[i].start_pc < at.bci &&
        method_line(m, m->lines[i].start_pc) == line)
      at.bci = m->lines[i].start_pc;
  return at;
}

struct access_refs {
  VEC(const struct access *) v;
};

static void accesses_on(const struct completion *c, const struct warned_line *l,
                        struct access_refs *out) {
  for (uint32_t i = 0; i < access_count(c->accesses); i++) {
    const struct access *x = access_at(c->accesses, i);
    if (x->method == l->method && on_line(c, l, x)) *vec_push(&out->v) = x;
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

/* ---- dependence backwards ---- */

static void add_definition(const struct completion *c, const struct variable *v,
                           const struct warned_line *l, struct places *out) {
  const struct access *best = NULL;
  struct location at;
  int rank = 0;
  for (uint32_t i = 0; i < access_count(c->accesses); i++) {
    const struct access *x = access_at(c->accesses, i);
    int r = 1 + 2 * !x->makes + (x->method != l->method);
    bool writes = x->kind == ACCESS_WRITES || (x->kind == ACCESS_CALLS && v->inside);
    if (!writes || !variable_equal(&x->of, v) || on_line(c, l, x) || r <= rank) continue;
    best = x;
    rank = r;
  }
  if (!best || best->makes) return;
  at = marked(c, best);
  if (out->v.len < DEFINITIONS_MOST && !places_have(out, &at)) places_add(out, at);
}

/* The definitions of what decides whether the node is come to. */
static void depend_on(const struct completion *c, struct method *m, uint32_t node,
                      const struct warned_line *l, struct places *out) {
  const struct sources *s = accesses_sources(c->accesses, m);
  uint32_t count = 0, *conditions;
  if (!s) return;
  conditions = conditions_of(cfg_of(c->vm, m), m, node, &count);
  for (uint32_t i = count; i-- > 0;) {
    struct source_set taken = sources_taken(s, conditions[i]);
    struct variable_list read = {0};
    accesses_read(c->accesses, m, &taken, &read);
    for (size_t k = 0; k < read.v.len; k++) add_definition(c, &read.v.data[k], l, out);
    vec_free(&read.v);
  }
  free(conditions);
}

/* The call of m that an analysis met first, of the program's own code; NULL: none. */
static const struct caller *caller_of(const struct completion *c, const struct rta_method *m,
                                      uint32_t nth) {
  for (uint32_t i = c->graph->caller_first[m->index]; i < c->graph->caller_first[m->index + 1];
       i++) {
    const struct caller *k = &c->graph->callers[i];
    if (k->kind != RTA_CALL || k->method->method->owner->is_jdk || k->method == m) continue;
    if (!nth--) return k;
  }
  return NULL;
}

/* What has to happen before the line is come to, the earliest first. */
static void before_line(const struct completion *c, const struct warned_line *l,
                        struct places *out) {
  const struct cfg *g = cfg_of(c->vm, l->method);
  const struct rta_method *m = rta_method(c->graph->rta, l->method);
  uint32_t node = g ? cfg_node(g, l->bci) : UINT32_MAX, level;
  for (level = 0; m && node != UINT32_MAX && level < CALLS_UP; level++) {
    const struct caller *k = m->index < c->graph->count ? caller_of(c, m, 0) : NULL;
    depend_on(c, m->method, node, l, out);
    m = k ? k->method : NULL;
    node = k ? k->node : UINT32_MAX;
  }
  for (size_t i = 0, n = out->v.len; i < n / 2; i++) { /* the nearest were found first */
    struct location t = out->v.data[i];
    out->v.data[i] = out->v.data[n - 1 - i];
    out->v.data[n - 1 - i] = t;
  }
}

/* ---- candidates of one line ---- */

/* Elsewhere in the program, what conflicts with one of the accesses: writes first, other methods
 * first. */
static void partners_of(const struct completion *c, const struct warned_line *l,
                        const struct access_refs *on, struct places *out) {
  for (int rank = 3; rank >= 0; rank--)
    for (uint32_t i = 0; i < access_count(c->accesses); i++) {
      const struct access *y = access_at(c->accesses, i);
      struct location at;
      int r = 2 * (y->kind == ACCESS_WRITES) + (y->method != l->method);
      bool conflicts = false;
      if (y->makes || r != rank || on_line(c, l, y) || out->v.len == PARTNERS_MOST) continue;
      for (size_t k = 0; k < on->v.len; k++) conflicts |= access_conflicts(on->v.data[k], y);
      at = marked(c, y);
      if (conflicts && !places_have(out, &at)) places_add(out, at);
    }
}

/* A read and a later write of one variable, or two calls on one object, from the line on in the
 * method: others may come in between. */
static bool read_then_write(const struct completion *c, const struct access_refs *on,
                            const struct access **r, const struct access **w) {
  for (size_t k = 0; k < on->v.len; k++)
    for (uint32_t i = 0; i < access_count(c->accesses); i++) {
      const struct access *y = access_at(c->accesses, i);
      *r = on->v.data[k];
      *w = y;
      if (y->method == (*r)->method && y->node > (*r)->node &&
          variable_equal(&y->of, &(*r)->of) && (*r)->kind != ACCESS_LOCKS &&
          (*r)->kind != ACCESS_WRITES && (y->kind == ACCESS_WRITES || y->kind == ACCESS_CALLS))
        return true;
    }
  return false;
}

/* [read, read, write, write]: two threads have both read before either writes. */
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

/* The place where m takes another lock around that of x, or in front of it. */
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

/* Threads that take two locks in two orders: both have the first before either wants the second
 * (paper 000, section 2.1). The other order is where the lock is taken first that is wanted here. */
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

static void of_line(const struct completion *c, const struct warned_line *l,
                    struct candidates *out) {
  struct access_refs on = {0};
  struct places before = {0}, partners = {0}, alone = {0};
  struct location here = line_place(l);
  accesses_on(c, l, &on);
  before_line(c, l, &before);
  partners_of(c, l, &on, &partners);
  offer_lock_order(c, &on, out);
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

/* ---- the calls that reach a line ---- */

/* Of a method that several places of the program call: by each of them. */
static void by_calls(const struct completion *c, const struct warned_line *l,
                     struct candidates *out) {
  const struct rta_method *m = rta_method(c->graph->rta, l->method);
  const struct caller *k;
  if (!m || m->index >= c->graph->count || !caller_of(c, m, 1)) return;
  for (uint32_t i = 0; i < PARTNERS_MOST && (k = caller_of(c, m, i)); i++) {
    struct location at = {k->method->method, k->method->cfg->bci[k->node]};
    candidate_offer_two(out, NULL, at, line_place(l));
  }
}

/* ---- lines that belong together ---- */

/* Of one way, or (0) the warning's own and those that it mentions. */
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

/* The steps of two ways in turn: as each of two threads goes one of them. */
static void offer_in_turn(const struct places *a, const struct places *b, struct candidates *out) {
  struct places p = {0};
  for (size_t i = 0; i < a->v.len || i < b->v.len; i++) {
    if (i < a->v.len) places_add(&p, a->v.data[i]);
    if (i < b->v.len) places_add(&p, b->v.data[i]);
  }
  candidate_offer(out, &p);
}

static void of_ways(const struct completion *c, struct candidates *out) {
  struct places main = {0}, way[2] = {{{0}}};
  lines_in_order(c->lines, 1, &way[0]);
  lines_in_order(c->lines, 2, &way[1]);
  lines_in_order(c->lines, 0, &main);
  if (way[0].v.len && way[1].v.len) {
    offer_in_turn(&way[0], &way[1], out);
    offer_in_turn(&way[1], &way[0], out);
  }
  if (main.v.len > 1) {
    offer_reversed(&main, out);
    candidate_offer(out, &main);
  }
  if (way[0].v.len > 1 && !way[1].v.len) candidate_offer(out, &way[0]);
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
