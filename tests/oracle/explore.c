#include "tests/oracle/explore.h"

#include "tests/oracle/step.h"

#include <stdlib.h>
#include <string.h>

/* States in the order they were met, and a table of their numbers + 1 by their bytes. */
struct explorer {
  struct state *states;
  uint32_t *table;
  size_t count, room, mask, most;
  bool full, any;
};

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
    if (!memcmp(&x->states[x->table[at] - 1], s, sizeof *s)) return;
  x->table[at] = (uint32_t)x->count + 1;
  memcpy(&x->states[x->count++], s, sizeof *s);
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
    else n += snprintf(text + n, sizeof text - (size_t)n, "%d", s->out[i]);
  }
  outcomes_add(&e->outcomes, text);
}

static void expand(struct executions *e, struct stepper *m, struct explorer *x, size_t number,
                   bool patient) {
  struct state s;
  memcpy(&s, &x->states[number], sizeof s);
  if (s.overflow) x->full = true;
  if (step_monitor_cycle(m->code, &s)) e->cycle = e->deadlock = true;
  if (s.over) {
    add_outcome(e, &s);
    return;
  }
  x->any = false;
  for (int t = 0; t < m->code->threads; t++) step_thread(m, &s, t, false);
  if (!patient || !x->any)
    for (int t = 0; t < m->code->threads; t++) step_thread(m, &s, t, true);
  if (x->any) return;
  e->deadlock = true;
  add_outcome(e, &s);
}

bool executions_of(struct executions *e, const struct program *p, bool patient, size_t most) {
  struct explorer x = {.most = most};
  struct code *code = malloc(sizeof *code);
  struct stepper m = {.code = code, .emit = explorer_add, .to = &x};
  struct state first;
  memset(e, 0, sizeof *e);
  if (!code || !code_compile(code, p) || !explorer_grow(&x)) x.full = true;
  if (!x.full) {
    step_start(&first, &m);
    explorer_add(&x, &first);
    for (size_t i = 0; i < x.count && !x.full; i++) expand(e, &m, &x, i, patient);
  }
  e->racy = m.seen.racy, e->uncaught = m.seen.uncaught, e->states = x.count;
  e->decided = !x.full && !e->outcomes.many;
  free(code);
  free(x.states);
  free(x.table);
  return e->decided;
}
