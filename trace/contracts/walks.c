/* Walks over what the calls of a class return: finds the classes of views and iterators, and which
 * of their methods see nothing inside a step. See verify.h. */
#include <stdlib.h>
#include <string.h>

#include "trace/contracts/verify.h"

/* Adds an execution by one thread for each setup, which prints the names of the classes that the
 * walk reaches. */
static void add_tries(struct claim *c, int walk) {
  const struct contract_walk *w = &c->scenarios.calls.walks.data[walk];
  struct text seen = {0};
  struct setup setup;
  for (const char *v = w->vars; *v; v++) text_printf(&seen, "%c.getClass().getName(); ", *v);
  for (const char *at = c->row->before; setup_next(&at, &setup);) {
    struct walk_try t = {.walk = walk};
    if (setup.variant) continue;
    t.text = mem_printf("%.*s; %s { || } %s", (int)setup.len, setup.text, w->names, seen.s);
    *vec_push(&c->tries) = t;
  }
  text_release(&seen);
}

/* Returns the class of the walk's i-th variable, with '/', or NULL if the walk did not begin. The
 * caller frees it. */
static char *walk_class(const struct walk_try *t, size_t i) {
  const char *at = t->ends && !strncmp(t->ends, "exit 0 ", 7) ? strrchr(t->ends, '|') : NULL;
  char *name;
  for (at = at ? at + 1 : ""; *at == ' '; at++) {
  }
  for (; i && *at; i--) {
    at += strcspn(at, " ");
    at += *at == ' ';
  }
  if (!strcspn(at, " \n")) return NULL;
  name = mem_printf("%.*s", (int)strcspn(at, " \n"), at);
  mem_exchange(name, '.', '/');
  return name;
}

bool walk_begins(const struct claim *c, int walk) {
  bool some = false;
  for (size_t i = 0; i < c->tries.len; i++) {
    char *name = c->tries.data[i].walk == walk ? walk_class(&c->tries.data[i], 0) : NULL;
    some |= name != NULL;
    free(name);
  }
  return some;
}

int walks_begin(struct claim *c, struct error *err) {
  int n = (int)c->scenarios.calls.walks.len;
  c->walk_sees = mem_alloc(((size_t)n + 1) * sizeof *c->walk_sees);
  for (int i = 0; i < n; i++) add_tries(c, i);
  if (claim_try(c, err)) return err->code;
  for (int i = 0; i < n; i++)
    if (walk_begins(c, i)) scenarios_add_walk(c->row, i, &c->scenarios);
  return 0;
}

/* ---- notes ---- */

/* Whether searches restrict the calls on objects of a class (reduction/atomic.c). Records of walks
 * do so only for GUARD_NESTED: the class has no row itself, and is nested in a class that has
 * one. */
enum guard { GUARD_NONE, GUARD_NESTED, GUARD_ROW };
static enum guard guard_by(const struct contract *row, const char *klass) {
  size_t n = strlen(row->klass);
  if (!strcmp(row->klass, klass)) return GUARD_ROW;
  return !strncmp(row->klass, klass, n) && klass[n] == '$' ? GUARD_NESTED : GUARD_NONE;
}

static enum guard guard_of(const struct contract *shown, const char *klass) {
  const struct contract *row;
  enum guard found = guard_by(shown, klass);
  for (size_t i = 0; (row = contract_row(i)) && found != GUARD_ROW; i++) {
    enum guard by = guard_by(row, klass);
    if (by > found) found = by;
  }
  return found;
}

/* Adds "CLASS METHOD METHOD..." to the array. Lines of one class are merged. */
static void note_class(json_t *out, const char *klass, const char *methods) {
  size_t i, n = strlen(klass);
  json_t *line;
  json_array_foreach(out, i, line) {
    const char *text = json_string_value(line);
    struct text more = {0};
    char *words = mem_strdup(methods), *save = NULL;
    bool same = !strncmp(text, klass, n) && text[n] == ' ';
    text_puts(&more, text);
    for (char *w = strtok_r(words, " ", &save); same && w; w = strtok_r(NULL, " ", &save))
      if (!contract_claims(more.s + n + 1, w)) text_printf(&more, " %s", w);
    if (same) json_string_set(line, more.s);
    text_release(&more);
    free(words);
    if (same) return;
  }
  json_array_append_new(out, json_sprintf("%s %s", klass, methods));
}

/* Is the class nested in the row's class, with a row of its own? If so, the record of that row
 * lists the methods that see inside a step. */
static bool has_inner_row(const struct contract *row, const char *klass) {
  return guard_by(row, klass) == GUARD_NESTED && guard_of(row, klass) == GUARD_ROW;
}

/* Notes the methods that are called on the walk's variables from `from` on, by their classes.
 * Returns false if searches do not restrict calls on the last variable, which makes the steps of
 * the walk. */
static bool note_walk(const struct contract *row, const struct walk_try *t,
                      const struct contract_walk *w, size_t from, json_t *out) {
  enum guard guard = GUARD_NONE;
  bool inner = false;
  for (size_t i = from; w->vars[i]; i++) {
    struct text methods = {0};
    char *klass = walk_class(t, i);
    contract_walk_methods(w, w->vars[i], &methods);
    guard = klass ? guard_of(row, klass) : GUARD_NONE;
    inner = klass && has_inner_row(row, klass);
    if (guard == GUARD_NESTED && methods.len) note_class(out, klass, methods.s);
    text_release(&methods);
    free(klass);
  }
  return guard == GUARD_NESTED || inner;
}

/* Was some scenario with the walk compared? */
static bool was_compared(const struct claim *c, int walk) {
  bool some = false;
  for (size_t i = 0; i < c->scenarios.all.len; i++)
    some |= c->scenarios.all.data[i].walk == walk && claim_compared(c, i);
  return some;
}

void walks_note(const struct claim *c, struct evidence *e) {
  for (size_t i = 0; i < c->tries.len; i++) {
    const struct walk_try *t = &c->tries.data[i];
    const struct contract_walk *w;
    bool sees;
    if (t->walk < 0 || !walk_begins(c, t->walk)) continue;
    w = &c->scenarios.calls.walks.data[t->walk];
    sees = c->walk_sees[t->walk] || !was_compared(c, t->walk);
    if (!sees)
      note_walk(c->row, t, w, 0, e->walked);
    else if (!note_walk(c->row, t, w, strlen(w->vars) - 1, e->unwalked))
      /* Searches do not restrict the calls of the walk itself, so they must restrict the call that
       * returns it. */
      evidence_see(e, w->method);
  }
}

void walks_release(struct claim *c) {
  for (size_t i = 0; i < c->tries.len; i++) {
    free(c->tries.data[i].text);
    free(c->tries.data[i].ends);
  }
  vec_free(&c->tries);
  free(c->walk_sees);
}
