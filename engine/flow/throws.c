/* See throws.h. */
#include "engine/flow/throws.h"

#include "engine/classfile/insn.h"

typedef VEC(struct location) location_list;

static bool is_call(uint8_t op) { return op >= OP_INVOKEVIRTUAL && op <= OP_INVOKEDYNAMIC; }

static void find_in(struct method *m, const struct cfg *g, uint32_t most, location_list *out) {
  for (uint32_t n = 1; n < g->count && out->len < most; n++) {
    uint8_t op = m->info->code[g->bci[n]], before = m->info->code[g->bci[n - 1]];
    if (op == OP_ATHROW && is_call(before)) *vec_push(out) = (struct location){m, g->bci[n]};
  }
}

struct location *throws_find(const struct rta *r, bool (*wanted)(void *self, struct method *m),
                             void *self, uint32_t most, uint32_t *count) {
  location_list all = {0};
  for (uint32_t i = 0; i < rta_method_count(r); i++) {
    const struct rta_method *m = rta_method_at(r, i);
    if (m->cfg && wanted(self, m->method)) find_in(m->method, m->cfg, most, &all);
  }
  *count = (uint32_t)all.len;
  return all.data;
}
