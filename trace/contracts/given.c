/* Adds scenarios in which another thread changes the argument of a call during the call. The call
 * reads the argument several times, and a change between the reads must be observable. See
 * verify.h. */
#include "trace/contracts/verify.h"

#include <stdlib.h>
#include <string.h>

/* Returns the first main call that puts an object of the kind `element` into q, or NULL. */
static const struct contract_given *fill_for(const struct contract *row,
                                             const struct contract_calls *calls, size_t element) {
  for (size_t i = 0; i < calls->given.len; i++) {
    const struct contract_given *g = &calls->given.data[i];
    if (g->element == element && g->fills && contract_is_main(row->methods, g->method)) return g;
  }
  return NULL;
}

/* Adds a scenario that makes q and the objects; `fill`, if not NULL, puts one of them into q. One
 * thread makes the call while another changes the object. */
static void add_changed(const struct contract *row, const char *fill, size_t element,
                        const char *call, const struct scenario *s, struct scenarios *out) {
  const struct contract_element *el = contract_element(element);
  const char *at = row->before;
  struct setup setup;
  char *text, *threads;
  if (!setup_next(&at, &setup)) return;
  text = mem_printf("%.*s; %s%s%s", (int)setup.len, setup.text, el->make, fill ? "; " : "",
                    fill ? fill : "");
  threads = mem_printf("%s || %s", call, el->change);
  setup = (struct setup){.text = text, .len = strlen(text)};
  scenarios_add(row, &setup, threads, s, out);
  free(threads);
  free(text);
}

/* Adds scenarios in which the argument is constant while q contains a changing object, and the
 * reverse. */
static void add_given(const struct contract *row, const struct contract_given *g,
                      struct scenarios *out) {
  const struct contract_given *fill = fill_for(row, &out->calls, g->element);
  const struct scenario s = {
      .count = 1, .walk = -1, .methods = {g->method}, .overloads = {g->overload}};
  char *x = contract_around(row, g->method, g->x), *y = contract_around(row, g->method, g->y);
  if (fill) add_changed(row, fill->y, g->element, x, &s, out);
  add_changed(row, fill ? fill->x : NULL, g->element, y, &s, out);
  free(x);
  free(y);
}

/* Adds a scenario with a call without arguments, while q contains a changing object. */
static void add_bare(const struct contract *row, const struct contract_call *c,
                     struct scenarios *out) {
  const struct scenario s = {
      .count = 1, .walk = -1, .methods = {c->method}, .overloads = {c->overload}};
  char *call = contract_around(row, c->method, c->text[0]);
  for (size_t i = 0; contract_element(i); i++) {
    const struct contract_given *fill = fill_for(row, &out->calls, i);
    if (fill) add_changed(row, fill->y, i, call, &s, out);
  }
  free(call);
}

void scenarios_add_given(const struct contract *row, struct scenarios *out) {
  for (size_t i = 0; i < out->calls.given.len; i++)
    if (contract_claims(row->methods, out->calls.given.data[i].method))
      add_given(row, &out->calls.given.data[i], out);
  for (size_t i = 0; i < out->calls.all.len; i++) {
    const struct contract_call *c = &out->calls.all.data[i];
    size_t n = strlen(c->text[0]);
    if (n > 2 && !strcmp(c->text[0] + n - 2, "()") && contract_claims(row->methods, c->method))
      add_bare(row, c, out);
  }
}
