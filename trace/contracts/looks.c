/* Scenarios in which queries observe two main calls. The results of several queries in a row may
 * match no order of steps even if each query alone reveals nothing. A query is a call, or a walk,
 * that changes nothing; executing it shows this. See verify.h.
 *
 * First each query is searched alone: after one main call and beside another, as any other method
 * is, and beside two calls that change something. Queries with more than one result there form
 * tuples, unless all of them are steps: tuples of three if there are few queries, otherwise of two.
 * A tuple is searched after one main call and beside another. If the searches of single queries
 * have few states, it is also searched in a third thread beside both calls. If several queries had
 * the same results in all orders, one represents them all, and each of the others is searched only
 * together with it. */
#include "engine/base/check.h"
#include "trace/contracts/verify.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
  LOOKS_BY_THREE = 3, /* up to this many queries form tuples of three */
  /* if a search of "a; look || b" has more states, no third thread is used */
  LOOKS_STATES = 250,
};

/* ---- the object that returned q ---- */

static char *giver_name(const char *at) {
  size_t n = 0;
  while (isalnum((unsigned char)at[n])) n++;
  return mem_printf("%.*s", (int)n, at);
}

/* Returns the class of a variable in the row's setup, as in "all = new ReentrantReadWriteLock()",
 * or NULL. Assumes that it is in the package of the row's class. The caller frees it. */
static char *made_class(const struct contract *row, const char *variable) {
  char *made = mem_printf("%s = new ", variable), *name, *klass = NULL;
  const char *at = strstr(row->before, made), *slash = strrchr(row->klass, '/');
  if (at && slash) {
    name = giver_name(at + strlen(made));
    klass = mem_printf("%.*s/%s", (int)(slash - row->klass), row->klass, name);
    free(name);
  }
  free(made);
  return klass;
}

bool looks_giver(const struct contract *row, char **klass, char **variable) {
  static const char given[] = "q = ";
  const char *at = strstr(row->before, given);
  char *name = at ? giver_name(at + strlen(given)) : NULL;
  *klass = NULL;
  if (name && at[strlen(given) + strlen(name)] == '.') *klass = made_class(row, name);
  *variable = *klass ? name : NULL;
  if (!*klass) free(name);
  return *klass != NULL;
}

/* ---- finding queries ---- */

static bool gives_something(const char *overload) {
  const char *end = strrchr(overload, ')');
  return end && end[1] != 'V';
}

static void add_call(struct claim *c, const struct contract_call *call) {
  struct look l = {.method = call->method, .overload = call->overload, .walk = -1};
  if (!gives_something(call->overload)) return;
  for (int who = 0; who < CONTRACT_THREADS; who++)
    l.text[who] = contract_around(c->row, call->method, call->text[who]);
  *vec_push(&c->looks.all) = l;
}

/* Adds a query of the object that returned q: "q.isLocked()" becomes "all.isLocked()". Skips
 * methods that a row claims, because they are steps. */
static void add_elsewhere(struct claim *c, const struct contract_call *call) {
  const struct look_set *set = &c->looks;
  struct look l = {.walk = -1};
  const struct contract *row;
  if (!gives_something(call->overload)) return;
  for (size_t i = 0; (row = contract_row(i)); i++)
    if (!strcmp(row->klass, set->giver_class) && contract_claims(row->methods, call->method))
      return;
  l.elsewhere = mem_printf("%s %s", set->giver_class, call->method);
  for (int who = 0; who < CONTRACT_THREADS; who++)
    l.text[who] = mem_printf("%s%s", set->giver_variable, call->text[who] + 1);
  *vec_push(&c->looks.all) = l;
}

static void add_walk(struct claim *c, int walk) {
  const struct contract_walk *w = &c->scenarios.calls.walks.data[walk];
  struct look l = {.method = w->method, .walk = walk};
  for (int who = 0; who < CONTRACT_THREADS; who++) l.text[who] = mem_strdup(w->text);
  *vec_push(&c->looks.all) = l;
}

static void list_looks(struct claim *c) {
  const struct contract_calls *calls = &c->scenarios.calls;
  for (size_t i = 0; i < calls->all.len; i++) add_call(c, &calls->all.data[i]);
  for (size_t i = 0; i < c->looks.giver.all.len; i++) add_elsewhere(c, &c->looks.giver.all.data[i]);
  for (size_t i = 0; i < calls->walks.len; i++)
    if (walk_begins(c, (int)i)) add_walk(c, (int)i);
}

/* Returns the calls of all remaining candidates, one after the other; the caller frees them. */
static char *all_looks(const struct claim *c) {
  struct text t = {0};
  text_puts(&t, "");
  for (size_t i = 0; i < c->looks.all.len; i++) {
    const struct look *l = &c->looks.all.data[i];
    if (!l->changes && l->walk < 0) text_printf(&t, "%s%s", t.len ? "; " : "", l->text[0]);
  }
  return t.s;
}

static void try_text(struct claim *c, const struct setup *setup, const char *look,
                     const char *then) {
  struct walk_try t = {.walk = -1};
  t.text = mem_printf("%.*s { %s%s%s || } %s", (int)setup->len, setup->text, look,
                      *then ? "; " : "", then, c->row->after);
  *vec_push(&c->tries) = t;
}

/* Lists executions for each setup: one without a query, then one with each candidate. In each,
 * `then` is executed afterwards. */
static void list_tries(struct claim *c, const char *then) {
  struct setup setup;
  for (const char *at = c->row->before; setup_next(&at, &setup);) {
    if (setup.variant) continue;
    try_text(c, &setup, "Thread.currentThread()", then);
    for (size_t i = 0; i < c->looks.all.len; i++) {
      const struct look *l = &c->looks.all.data[i];
      if (!l->changes) try_text(c, &setup, l->text[0], then);
    }
  }
}

static bool ended_well(const struct walk_try *t) {
  return t->ends && !strncmp(t->ends, "exit 0 ", 7);
}

/* Does the execution end like the one without a query, except for the results at the front? */
static bool ends_alike(const struct walk_try *t, const struct walk_try *nothing) {
  const char *tail = strstr(nothing->ends, ", ");
  size_t all = strlen(t->ends), n = tail ? strlen(tail) : 0;
  return n && all >= n && !strcmp(t->ends + all - n, tail);
}

/* Evaluates the executions from number `from` on, in the order of list_tries. A candidate changes
 * something if it never ended normally, or if an execution with it ended differently from the one
 * without. */
static void take_tries(struct claim *c, size_t from) {
  const size_t n = c->looks.all.len;
  bool *good = mem_alloc((n + 1) * sizeof *good), *bad = mem_alloc((n + 1) * sizeof *bad);
  while (from < c->tries.len) {
    const struct walk_try *nothing = &c->tries.data[from++];
    for (size_t i = 0; i < n; i++) {
      const struct walk_try *t;
      if (c->looks.all.data[i].changes) continue;
      CHECK(from < c->tries.len, "each candidate was tried in each setup: %zu", from);
      t = &c->tries.data[from++];
      if (!ended_well(t) || !ended_well(nothing)) continue;
      good[i] = true;
      bad[i] |= !ends_alike(t, nothing);
    }
  }
  for (size_t i = 0; i < n; i++) c->looks.all.data[i].changes |= bad[i] || !good[i];
  free(good);
  free(bad);
}

/* Finds the queries. The first pass excludes candidates that change the state that the row
 * observes, the second those that change the results of others. */
static int find_queries(struct claim *c, struct error *err) {
  for (int pass = 0; pass < 2 && !err->code; pass++) {
    size_t from = c->tries.len;
    char *then = pass ? all_looks(c) : mem_strdup("");
    list_tries(c, then);
    free(then);
    if (!claim_try(c, err)) take_tries(c, from);
  }
  return err->code;
}

/* ---- single queries ---- */

struct mains { /* indices of calls */
  VEC(size_t) all;
};

static bool changes_something(const struct claim *c, size_t call) {
  const char *overload = c->scenarios.calls.all.data[call].overload;
  for (size_t i = 0; i < c->looks.all.len; i++)
    if (c->looks.all.data[i].overload == overload) return c->looks.all.data[i].changes;
  return true; /* it returns nothing, so it cannot be a query */
}

/* Lists the main calls that change something; after others there is nothing to observe. */
static void mains_of(const struct claim *c, struct mains *out) {
  for (size_t i = 0; i < c->scenarios.calls.all.len; i++)
    if (contract_is_main_call(c->row, &c->scenarios.calls, i) && changes_something(c, i))
      *vec_push(&out->all) = i;
}

static void note_call(struct scenario *s, const struct look *l) {
  CHECK(s->count < SCENARIO_CALLS, "a scenario has room for its queries: %u", s->count);
  s->methods[s->count] = l->walk < 0 ? l->method : NULL;
  s->overloads[s->count] = l->overload;
  s->elsewhere[s->count++] = l->elsewhere;
  if (l->walk >= 0) s->walk = l->walk;
}

/* Returns the queries as text for thread `who` (0 or 2); the caller frees it. */
static char *looks_text(const struct claim *c, const size_t *looks, uint32_t n, int who) {
  struct text t = {0};
  for (uint32_t i = 0; i < n; i++)
    text_printf(&t, "%s%s", i ? "; " : "", c->looks.all.data[looks[i]].text[who]);
  return t.s;
}

/* Adds a scenario "a; looks || b" or, with `third`, "a || b || looks". */
static void add_looked(struct claim *c, const struct setup *setup, const struct probe *p,
                       const size_t *looks, uint32_t n, bool third) {
  const struct contract_call *a = &c->scenarios.calls.all.data[p->a];
  const struct contract_call *b = &c->scenarios.calls.all.data[p->b];
  struct scenario s = {.walk = -1, .looked = true, .looks = n, .count = 2};
  char *one = contract_around(c->row, a->method, a->text[0]);
  char *other = contract_around(c->row, b->method, b->text[1]);
  char *look = looks_text(c, looks, n, third ? 2 : 0);
  char *threads = third ? mem_printf("%s || %s || %s", one, other, look)
                        : mem_printf("%s; %s || %s", one, look, other);
  s.methods[0] = a->method;
  s.methods[1] = b->method;
  for (uint32_t i = 0; i < n; i++) note_call(&s, &c->looks.all.data[looks[i]]);
  scenarios_add(c->row, setup, threads, &s, &c->scenarios);
  free(one);
  free(other);
  free(look);
  free(threads);
}

static void add_probes(struct claim *c, const struct setup *setup, size_t number,
                       const struct mains *mains) {
  const size_t n = mains->all.len;
  for (size_t k = 0; k < n * n; k++)
    for (size_t i = 0; i < c->looks.all.len; i++) {
      struct probe p = {.scenario = c->scenarios.all.len,
                        .setup = number,
                        .a = mains->all.data[k / n],
                        .b = mains->all.data[k % n],
                        .look = i};
      if (c->looks.all.data[i].changes) continue;
      add_looked(c, setup, &p, &i, 1, false);
      *vec_push(&c->looks.probes) = p;
    }
}

/* ---- queries beside two changes ---- */

/* Adds a scenario "look || a; b": a query that reads the parts of the object one after the other
 * may see b but not a. */
static void add_beside_two(struct claim *c, const struct setup *setup, const struct look *look,
                           const struct contract_call *a, const struct contract_call *b) {
  struct scenario s = {.walk = -1, .looked = true, .looks = 1, .count = 2};
  char *one = contract_around(c->row, a->method, a->text[1]);
  char *other = contract_around(c->row, b->method, b->text[2]);
  char *threads = mem_printf("%s || %s; %s", look->text[0], one, other);
  s.methods[0] = a->method;
  s.methods[1] = b->method;
  note_call(&s, look);
  scenarios_add(c->row, setup, threads, &s, &c->scenarios);
  free(one);
  free(other);
  free(threads);
}

static bool row_claims(const struct contract *row, const struct look *l) {
  return l->walk < 0 && !l->elsewhere && contract_claims(row->methods, l->method);
}

static void add_changes(struct claim *c, const struct setup *setup, const struct mains *mains) {
  const struct contract_call *calls = c->scenarios.calls.all.data;
  for (size_t i = 0; i < c->looks.all.len; i++) {
    const struct look *look = &c->looks.all.data[i];
    if (look->changes || row_claims(c->row, look)) continue;
    for (size_t k = 0; k < mains->all.len * mains->all.len; k++) {
      size_t a = mains->all.data[k / mains->all.len], b = mains->all.data[k % mains->all.len];
      add_beside_two(c, setup, look, &calls[a], &calls[b]);
    }
  }
}

int looks_begin(struct claim *c, struct error *err) {
  struct mains mains = {0};
  struct setup setup;
  size_t number = 0;
  list_looks(c);
  if (find_queries(c, err)) return err->code;
  mains_of(c, &mains);
  for (const char *at = c->row->before; setup_next(&at, &setup); number++)
    if (setup.looks) {
      add_probes(c, &setup, number, &mains);
      add_changes(c, &setup, &mains);
    }
  vec_free(&mains.all);
  return 0;
}

/* ---- tuples of queries ---- */

/* Returns the results of the first thread's queries in an end of a search; they follow the result
 * of its call. *n gets their length. */
static const char *given_in(const char *end, size_t *n) {
  const char *comma = strstr(end, ", ");
  const char *at = comma && strcspn(end, "\n") > (size_t)(comma - end) ? comma : end;
  *n = strcspn(at, "|\n");
  return at;
}

static bool gave_more_than_one(const char *ends) {
  size_t n, first_n = 0;
  const char *first = NULL;
  for (const char *at = ends; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    const char *given = given_in(at, &n);
    if (!first) {
      first = given;
      first_n = n;
    }
    if (n != first_n || strncmp(given, first, n)) return true;
  }
  return false;
}

void looks_leave(struct claim *c) {
  for (size_t i = 0; i < c->looks.probes.len; i++) {
    size_t at = c->looks.probes.data[i].scenario;
    CHECK(at < c->scenarios.all.len, "a query has a scenario: %zu", at);
    c->left[at] |= c->each[at].ends && !c->each[at].open && !gave_more_than_one(c->each[at].ends);
  }
}

static bool is_step(const struct claim *c, const struct look *l) {
  return l->walk < 0 && !l->elsewhere && contract_claims(c->methods, l->method);
}

/* Does the query see inside a step even alone? Then it shows nothing more in tuples. */
static bool is_left(const struct claim *c, const struct evidence *e, const struct look *l) {
  if (l->walk >= 0) return c->walk_sees[l->walk];
  if (l->elsewhere) return evidence_sees_elsewhere(e, l->elsewhere);
  return *e->seeing &&
         (contract_claims(e->seeing, l->method) || contract_claims(e->seeing, l->overload));
}

struct alike {
  size_t probe, as; /* index of the probe, and of the probe that represents it */
};
/* the probes of a pair of calls that had more than one result; all members are indices */
struct seen {
  VEC(size_t) all;         /* one probe for each group with the same results */
  VEC(struct alike) alike; /* the other probes */
  uint64_t states;         /* maximum number of states of a probe's search */
};

static bool is_of_pair(const struct probe *p, const struct probe *like) {
  return p->setup == like->setup && p->a == like->a && p->b == like->b;
}

static bool shows_something(const struct claim *c, const struct evidence *e,
                            const struct probe *p) {
  const char *ends = c->each[p->scenario].ends;
  return ends && gave_more_than_one(ends) && !is_left(c, e, &c->looks.all.data[p->look]);
}

static bool gives_as(const struct claim *c, const struct probe *p, const struct probe *other) {
  return !strcmp(c->each[p->scenario].ends, c->each[other->scenario].ends) &&
         is_step(c, &c->looks.all.data[p->look]) == is_step(c, &c->looks.all.data[other->look]);
}

/* Returns the probe that represents all probes of the pair with the same results as p. It is the
 * one whose search has the most states, because it makes the most accesses. */
static const struct probe *stands_for(const struct claim *c, const struct evidence *e,
                                      const struct probe *p, const struct probe *like) {
  const struct probe *best = p, *end = c->looks.probes.data + c->looks.probes.len;
  for (const struct probe *other = like; other < end && is_of_pair(other, like); other++) {
    uint64_t states = c->each[other->scenario].states, most = c->each[best->scenario].states;
    if (!shows_something(c, e, other) || !gives_as(c, p, other)) continue;
    if (states > most || (states == most && other < best)) best = other;
  }
  return best;
}

static void seen_beside(const struct claim *c, const struct evidence *e, const struct probe *like,
                        struct seen *out) {
  const struct probe *first = c->looks.probes.data, *end = first + c->looks.probes.len;
  for (const struct probe *p = like; p < end && is_of_pair(p, like); p++) {
    const struct probe *as;
    if (!shows_something(c, e, p)) continue;
    as = stands_for(c, e, p, like);
    if (as != p) {
      *vec_push(&out->alike) = (struct alike){(size_t)(p - first), (size_t)(as - first)};
      continue;
    }
    if (c->each[p->scenario].states > out->states) out->states = c->each[p->scenario].states;
    *vec_push(&out->all) = (size_t)(p - first);
  }
}

/* Is the tuple worth a search? It is not if all its queries are steps. It must contain at most one
 * walk, because walks use the same variable names. */
static bool is_tuple(const struct claim *c, const size_t *looks, uint32_t n) {
  bool all_steps = true;
  uint32_t walks = 0;
  for (uint32_t i = 0; i < n; i++) {
    const struct look *l = &c->looks.all.data[looks[i]];
    all_steps &= is_step(c, l);
    walks += l->walk >= 0;
    if (i && looks[i] == looks[i - 1] && n == 2) return false;
  }
  return !all_steps && walks <= 1;
}

/* Adds scenarios with the tuples that contain at least one new query. */
static void add_tuples(struct claim *c, const struct setup *setup, const struct probe *p,
                       const struct seen *seen, bool third) {
  const size_t n = seen->all.len;
  const uint32_t by = n <= LOOKS_BY_THREE ? 3 : 2;
  const size_t all = by == 3 ? n * n * n : n * n;
  for (size_t k = 0; k < all; k++) {
    const size_t at[] = {k % n, k / n % n, k / n / n % n};
    size_t tuple[3];
    bool is_new = false;
    for (uint32_t i = 0; i < by; i++) {
      tuple[i] = c->looks.probes.data[seen->all.data[at[i]]].look;
      is_new |= !c->looks.probes.data[seen->all.data[at[i]]].taken[third];
    }
    if (is_new && is_tuple(c, tuple, by)) add_looked(c, setup, p, tuple, by, third);
  }
  for (size_t i = 0; i < n; i++) c->looks.probes.data[seen->all.data[i]].taken[third] = true;
}

/* Adds scenarios with pairs of queries that had the same results, because together they may still
 * see inside a step. */
static void add_alike(struct claim *c, const struct setup *setup, const struct probe *p,
                      const struct seen *seen, bool third) {
  for (size_t i = 0; i < seen->alike.len; i++) {
    struct probe *one = &c->looks.probes.data[seen->alike.data[i].probe];
    size_t tuple[] = {one->look, c->looks.probes.data[seen->alike.data[i].as].look};
    if (one->paired[third]) continue;
    one->paired[third] = true;
    for (int turn = 0; turn < 2; turn++) {
      size_t first = tuple[0];
      if (is_tuple(c, tuple, 2)) add_looked(c, setup, p, tuple, 2, third);
      tuple[0] = tuple[1];
      tuple[1] = first;
    }
  }
}

static bool pair_is_claimed(const struct claim *c, const struct probe *p) {
  return contract_claims(c->methods, c->scenarios.calls.all.data[p->a].method) ||
         contract_claims(c->methods, c->scenarios.calls.all.data[p->b].method);
}

/* Does another setup or pair of calls begin at probe i? Probes of one pair are adjacent. */
static bool begins_pair(const struct claim *c, size_t i) {
  const struct probe *p = &c->looks.probes.data[i], *before = i ? p - 1 : NULL;
  return !before || before->setup != p->setup || before->a != p->a || before->b != p->b;
}

static void setup_at(const struct contract *row, size_t number, struct setup *out) {
  const char *at = row->before;
  for (size_t i = 0; setup_next(&at, out) && i < number; i++) {
  }
}

bool looks_add(struct claim *c, const struct evidence *e, bool third) {
  const size_t from = c->scenarios.all.len;
  for (size_t i = 0; i < c->looks.probes.len; i++) {
    const struct probe *p = &c->looks.probes.data[i];
    struct seen seen = {0};
    struct setup setup;
    if (!begins_pair(c, i) || !pair_is_claimed(c, p)) continue;
    seen_beside(c, e, p, &seen);
    setup_at(c->row, p->setup, &setup);
    if (!third || (p->a <= p->b && seen.states <= LOOKS_STATES)) {
      add_tuples(c, &setup, p, &seen, third);
      add_alike(c, &setup, p, &seen, third);
    }
    vec_free(&seen.all);
    vec_free(&seen.alike);
  }
  claim_grow(c, from);
  return c->scenarios.all.len > from;
}

void looks_release(struct claim *c) {
  struct look_set *set = &c->looks;
  for (size_t i = 0; i < set->all.len; i++) {
    free(set->all.data[i].elsewhere);
    for (int who = 0; who < CONTRACT_THREADS; who++) free(set->all.data[i].text[who]);
  }
  vec_free(&set->all);
  vec_free(&set->probes);
  contract_calls_release(&set->giver);
  free(set->giver_class);
  free(set->giver_variable);
}
