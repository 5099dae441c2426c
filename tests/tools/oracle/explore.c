#include "tests/tools/oracle/explore.h"

#include "tests/tools/oracle/step.h"

#include <stdlib.h>
#include <string.h>

/* The states in the order in which they were met, and a hash table from their bytes to their
 * indices + 1. */
struct explorer {
  struct state *states;
  uint32_t *table;
  size_t count, room, mask, most;
  bool full, any;
  uint32_t from; /* the state that is expanded */
  struct edge {
    uint32_t from, to;
  } * edges;
  size_t edge_count, edge_room;
};

static bool explorer_edge(struct explorer *x, uint32_t to) {
  if (x->edge_count == x->edge_room) {
    size_t room = x->edge_room ? 2 * x->edge_room : 4096;
    struct edge *edges = realloc(x->edges, room * sizeof *edges);
    if (!edges) return false;
    x->edges = edges, x->edge_room = room;
  }
  x->edges[x->edge_count++] = (struct edge){x->from, to};
  return true;
}

static uint64_t hash_of(const struct state *s) {
  const uint64_t *w = (const uint64_t *)(const void *)s;
  uint64_t h = 0x9e3779b97f4a7c15u;
  for (size_t i = 0; i < sizeof *s / 8; i++) {
    h = (h ^ w[i]) * 0xff51afd7ed558ccdu;
    h ^= h >> 32;
  }
  return h;
}

static bool explorer_grow(struct explorer *x) {
  size_t room = x->room ? 2 * x->room : 1024;
  struct state *states = realloc(x->states, room * sizeof *states);
  uint32_t *table = states ? calloc(4 * room, sizeof *table) : NULL;
  if (states) x->states = states;
  if (!table) return false;
  free(x->table);
  x->table = table, x->room = room, x->mask = 4 * room - 1;
  for (size_t i = 0; i < x->count; i++) {
    size_t at = hash_of(&states[i]) & x->mask;
    while (table[at]) at = (at + 1) & x->mask;
    table[at] = (uint32_t)i + 1;
  }
  return true;
}

static void explorer_add(void *explorer, const struct state *s) {
  struct explorer *x = explorer;
  size_t at;
  x->any = true;
  if (x->full) return;
  if (x->count >= x->most || (x->count == x->room && !explorer_grow(x))) {
    x->full = true;
    return;
  }
  for (at = hash_of(s) & x->mask; x->table[at]; at = (at + 1) & x->mask)
    if (!memcmp(&x->states[x->table[at] - 1], s, sizeof *s)) break;
  if (!x->table[at]) {
    x->table[at] = (uint32_t)x->count + 1;
    memcpy(&x->states[x->count++], s, sizeof *s);
  }
  if (!explorer_edge(x, x->table[at] - 1)) x->full = true;
}

void outcomes_add(struct outcomes *o, const char *text) {
  int at = 0, order = 1;
  while (at < o->count && (order = strcmp(o->text[at], text)) < 0) at++;
  if (at < o->count && order == 0) return;
  if (o->count == OUTCOMES_MAX) {
    o->many = true;
    return;
  }
  memmove(o->text[at + 1], o->text[at], (size_t)(o->count - at) * OUTCOME_TEXT);
  snprintf(o->text[at], OUTCOME_TEXT, "%s", text);
  o->count++;
}

static void add_outcome(struct executions *e, const struct state *s) {
  char text[OUTCOME_TEXT];
  int n = s->over ? snprintf(text, sizeof text, "exit %d: ", s->exit_status)
                  : snprintf(text, sizeof text, "deadlock: ");
  for (int i = 0; i < s->out_length && n < (int)sizeof text - 14; i++) {
    if ((s->out[i] & ~0x7f) == OUT_LETTER)
      n += snprintf(text + n, sizeof text - (size_t)n, "%c", 'a' + (s->out[i] & 0x7f));
    else
      n += snprintf(text + n, sizeof text - (size_t)n, "%d", s->out[i]);
  }
  outcomes_add(&e->outcomes, text);
}

/* Can no thread continue except in loops that only read? */
static bool is_idle(struct stepper *m, struct explorer *x, const struct state *s) {
  bool idle = true;
  for (int t = 0; t < m->code->threads && idle; t++) {
    x->any = false;
    step_thread(m, s, t, false);
    idle = !x->any || step_spins(m, s, t);
  }
  x->any = true;
  return idle;
}

static bool is_waited_for(const struct state *s) { return s->patient > 0; }

/* Adds the successors of a state. Returns true if the state is an end or a deadlock. A spurious
 * wake-up may leave even a deadlock. */
static bool expand(struct executions *e, struct stepper *m, struct explorer *x, size_t number) {
  struct state s;
  bool dead;
  memcpy(&s, &x->states[number], sizeof s);
  x->from = (uint32_t)number;
  if (s.overflow) x->full = true;
  if (step_monitor_cycle(m->code, &s)) e->cycle = e->deadlock = true;
  if (s.over) {
    add_outcome(e, &s);
    return true;
  }
  x->any = false;
  for (int t = 0; t < m->code->threads; t++) step_thread(m, &s, t, false);
  if (!x->any || (is_waited_for(&s) && is_idle(m, x, &s)))
    for (int t = 0; t < m->code->threads; t++) step_thread(m, &s, t, true);
  dead = !x->any;
  if (dead) e->deadlock = true, add_outcome(e, &s);
  for (int t = 0; t < m->code->threads; t++) step_without_cause(m, &s, t);
  return dead;
}

/* Returns true if an end or a deadlock can be reached from every state. Goes through the edges
 * backwards, because most lead to later states, and repeats this until `ends` no longer changes. */
static bool all_end(const struct explorer *x, bool *ends) {
  bool more = true;
  while (more) {
    more = false;
    for (size_t i = x->edge_count; i-- > 0;) {
      const struct edge *d = &x->edges[i];
      if (ends[d->to] && !ends[d->from]) ends[d->from] = more = true;
    }
  }
  for (size_t i = 0; i < x->count; i++)
    if (!ends[i]) return false;
  return true;
}

static void explore(struct executions *e, struct stepper *m, struct explorer *x) {
  bool *ends = calloc(x->most + 1, sizeof *ends);
  struct state first;
  step_start(&first, m);
  explorer_add(x, &first);
  for (size_t i = 0; ends && i < x->count && !x->full; i++) ends[i] = expand(e, m, x, i);
  if (!ends) x->full = true;
  e->hang = !x->full && !all_end(x, ends);
  free(ends);
}

bool executions_of(struct executions *e, const struct program *p, size_t most) {
  struct explorer x = {.most = most};
  struct code *code = malloc(sizeof *code);
  struct stepper m = {.code = code, .emit = explorer_add, .to = &x};
  m.patience = p->patience, m.spurious = p->spurious;
  memset(e, 0, sizeof *e);
  if (!code || !code_compile(code, p) || !explorer_grow(&x)) x.full = true;
  if (!x.full) explore(e, &m, &x);
  e->loops = p->loops;
  e->racy = m.seen.racy, e->uncaught = m.seen.uncaught, e->states = x.count;
  e->decided = !x.full && !e->outcomes.many;
  free(code);
  free(x.states);
  free(x.table);
  free(x.edges);
  return e->decided;
}
