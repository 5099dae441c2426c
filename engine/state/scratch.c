/* See scratch.h. */
#include "engine/state/scratch.h"
#include "engine/base/check.h"

#include <stdlib.h>

bool scratch_begin(struct scratch *s, struct explorer *x) {
  struct vm *vm = x->vm;
  *s = (struct scratch){.x = x,
                        .listeners = vm->listen.count,
                        .tap = vm->listen.tap,
                        .before_race = vm->listen.before_race,
                        .cut = vm->sched.cut};
  if (vm->arena.open || vm->err.code) return false;
  vm->listen.count = 0;
  vm->listen.tap = vm->listen.before_race = NULL;
  vm->sched.cut = NULL;
  vm->sched.tries = true;
  aside_begin(vm, &s->aside);
  return true;
}

int scratch_step(struct scratch *s, uint32_t thread) {
  struct vm *vm = s->x->vm;
  struct delta *d;
  int stop;
  CHECK(vm->sched.tries && !vm->listen.count, "a scratch run is heard by nobody");
  vm_delta_open(vm, thread);
  stop = vm_step(vm, choice_make(thread, CHOICE_RUN, 0));
  *vec_push(&s->deltas) = d = vm_delta_close(vm, true);
#ifdef HEDDLE_STRESS
  arena_stress_check(&vm->arena, d);
#else
  (void)d;
#endif
  return stop;
}

void scratch_undo(struct scratch *s) {
  while (s->deltas.len) {
    struct delta *d = s->deltas.data[--s->deltas.len];
    arena_delta_restore(&s->x->vm->arena, d);
    free(d);
  }
}

void scratch_end(struct scratch *s) {
  struct vm *vm = s->x->vm;
  scratch_undo(s);
  CHECK(vm->sched.tries, "a scratch run that ends was begun");
  vec_free(&s->deltas);
  aside_end(vm, &s->aside);
  vm->sched.tries = false;
  vm->sched.cut = s->cut;
  vm->listen.tap = s->tap;
  vm->listen.before_race = s->before_race;
  vm->listen.count = s->listeners;
  vm_violation_clear(vm);
  error_clear(&vm->err);
}
