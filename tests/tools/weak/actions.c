#include "tests/tools/weak/actions.h"

#include <string.h>

bool action_has_register(const struct action *a) {
  return a->kind == A_READ || a->kind == A_ADD || a->kind == A_CAS || a->kind == A_EXCHANGE ||
         a->kind == A_READ_BOX;
}

static bool uses_register(const struct action *a, int reg) {
  return (action_has_register(a) || a->kind == A_IF) && a->reg == reg;
}

/* Renumbers the registers so that each is used. */
static void drop_unused_registers(struct body *b) {
  for (int r = b->regs - 1; r >= 0; r--) {
    bool used = false;
    for (int i = 0; i < b->count; i++) used |= uses_register(&b->at[i], r);
    if (used) continue;
    for (int i = 0; i < b->count; i++) b->at[i].reg -= b->at[i].reg > r;
    b->regs--;
  }
}

void actions_remove(struct body *b, int at, bool keep_inside) {
  int n = keep_inside ? 1 : 1 + b->at[at].span;
  for (int i = 0; i < at; i++)
    if (i + b->at[i].span >= at) b->at[i].span -= n;
  memmove(&b->at[at], &b->at[at + n], (size_t)(b->count - at - n) * sizeof b->at[0]);
  b->count -= n;
  drop_unused_registers(b);
}

void actions_remove_thread(struct program *p, int thread) {
  p->threads--;
  memmove(&p->body[thread], &p->body[thread + 1],
          (size_t)(p->threads - thread) * sizeof p->body[0]);
}
