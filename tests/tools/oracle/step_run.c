/* Executes the steps that only the thread itself sees, together with the step before them. */
#include <stddef.h>

#include "tests/tools/oracle/work.h"
#include "tests/tools/oracle/step_int.h"

/* States are compared byte by byte, so they must have no padding. */
_Static_assert(sizeof(struct frame) == 12, "no padding");
_Static_assert(sizeof(struct thread_state) == 4 * (4 + SAVED_MAX) + 12 * FRAME_MAX + 2 + 10,
               "no padding");
_Static_assert(sizeof(struct state) % 8 == 0, "no padding at the end");

const struct instr *step_instr(const struct code *code, const struct thread_state *t) {
  return &code->at[t->pc];
}

static void step_throw(struct work *w, enum thrown kind) {
  w->t->thrown = (uint8_t)kind;
  w->t->pc = step_instr(w->m->code, w->t)->handler;
}

static void run_local(struct work *w, const struct instr *i) {
  struct thread_state *t = w->t;
  t->pc++;
  switch (i->op) {
    case OP_ACC: t->r = (int32_t)((uint32_t)t->r * 31u + (uint32_t)t->value), t->value = 0; break;
    case OP_CONST: t->value = (int8_t)i->a; break;
    case OP_PLUS: t->value = (int32_t)((uint32_t)t->value + (uint32_t)(int8_t)i->a); break;
    case OP_FROM_R: t->value = t->r; break;
    case OP_UNEQUAL:
      if (t->value != (int8_t)i->a) t->pc = i->b;
      t->value = 0;
      break;
    case OP_GO: t->pc = i->b; break;
    case OP_SAVE: t->saved[i->a] = t->r; break;
    case OP_RESTORE:
      if (i->b) t->r = t->saved[i->a];
      t->saved[i->a] = 0;
      break;
    case OP_CODE: t->r = (int32_t)((uint32_t)t->r * 31u + t->thrown), t->thrown = T_NONE; break;
    case OP_THROW: t->pc--, step_throw(w, i->a); break;
    case OP_RETHROW: t->pc--, step_throw(w, t->thrown); break;
    case OP_ZERO:
      if (!t->value) t->pc = i->b;
      break;
    case OP_NEW:
      plain_write(w, LOC_BOX + i->a);
      w->s.loc[LOC_BOX + i->a] = i->b, t->value = i->a + 1;
      break;
    case OP_WAIT_OVER: clock_over(w); break;
    case OP_UNCAUGHT:
      t->thrown = T_NONE;
      w->m->seen.uncaught = true;
      if (w->self == 0) w->s.exit_status = 1;
      break;
    default: break;
  }
}

void step_run_on(struct work *w) {
  for (;;) {
    const struct instr *i = step_instr(w->m->code, w->t);
    if (i->op >= OP_FIRST_SEEN) return;
    run_local(w, i);
  }
}

void step_emit(struct work *w) {
  step_run_on(w);
  w->m->emit(w->m->to, &w->s);
}

void step_go_on(struct work *w) {
  w->t->pc++;
  step_emit(w);
}

void step_fail(struct work *w, enum thrown kind) {
  w->t->value = 0;
  step_throw(w, kind);
  step_emit(w);
}
