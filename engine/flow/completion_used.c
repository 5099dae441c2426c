/* The variables that a line uses: see completion_used. */
#include "engine/flow/completion.h"

#include <stdlib.h>

#include "engine/vm/machine.h"

static void add_used(struct variable_list *out, struct variable v) {
  for (size_t i = 0; i < out->v.len; i++)
    if (variable_equal(&out->v.data[i], &v)) return;
  *vec_push(&out->v) = v;
}

/* Adds the variables of the branches on which the execution of the node depends. */
static void decided_by(const struct completion *c, struct method *m, uint32_t node,
                       const struct sources *s, struct variable_list *out) {
  uint32_t count, *conditions = conditions_of(cfg_of(c->vm, m), m, node, &count);
  for (uint32_t i = 0; i < count; i++) {
    struct source_set taken = sources_taken(s, conditions[i]);
    accesses_read(c->accesses, m, &taken, out);
  }
  free(conditions);
}

void completion_used(const struct completion *c, struct method *m, uint32_t bci,
                     struct variable_list *out) {
  const struct sources *s = accesses_sources(c->accesses, m);
  const struct cfg *g = cfg_of(c->vm, m);
  int line = m->info ? method_line(m->info, bci) : -1;
  if (!s || !g) return;
  for (uint32_t i = 0; i < access_count(c->accesses); i++) {
    const struct access *x = access_at(c->accesses, i);
    if (x->method == m && method_line(m->info, g->bci[x->node]) == line) add_used(out, x->of);
  }
  for (uint32_t n = 0; n < g->count; n++) {
    struct source_set self = {.count = 1, .node = {n}};
    if (method_line(m->info, g->bci[n]) != line) continue;
    accesses_read(c->accesses, m, &self, out); /* for a call, the variables that the callee reads */
    if (g->bci[n] == bci) decided_by(c, m, n, s, out);
  }
}
