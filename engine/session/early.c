/* Timed waits in a schedule that end early, while another thread can run (soundness rule 36,
 * patience). */
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/number.h"
#include "engine/session/session.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/time.h"

static const char *wait_word(const struct thread *t) {
  switch (t->state) {
    case THREAD_WAITING: return "wait";
    case THREAD_PARKED: return "park";
    case THREAD_JOINING: return "join";
    default: return "sleep";
  }
}

/* Does the choice end a timed wait of t? A short sleep is a single step, which begins and ends
 * it. */
static bool ends_wait(const struct thread *t, struct choice c) {
  if (c.kind == CHOICE_TIMEOUT) return time_is_pending(t);
  return c.kind == CHOICE_RUN && t->state == THREAD_RUNNABLE && t->op == OPK_SLEEP;
}

static const struct thread *other_that_runs(struct vm *vm, const struct thread *t) {
  uint32_t i;
  for (i = 0; i < vm_machine(vm)->thread_count; i++)
    if (i != t->index && vm_thread_enabled(vm, vm_thread(vm, i))) return vm_thread(vm, i);
  return NULL;
}

static struct early_wait wait_of(struct vm *vm, const struct thread *t,
                                 const struct thread *other) {
  struct early_wait w = {.thread = t->index, .other = other->index, .how = (uint8_t)t->state};
  uint32_t bci = 0;
  const struct method *m = vm_location_method(vm, t, &bci);
  int line = m && m->info ? method_line(m->info, bci) : -1;
  w.ns = t->state == THREAD_RUNNABLE ? (uint64_t)t->op_off * TIME_MS : t->wait_ns;
  if (m) w.class_number = m->owner->id;
  w.place = line < 0 ? bci : (uint32_t)line;
  return w;
}

char *engine_early(struct engine *e, struct choice c, struct early_wait *out) {
  struct vm *vm = e->vm;
  const struct thread *t, *o;
  char *length, *name, *other, *place, *s;
  if (c.thread >= vm_machine(vm)->thread_count) return NULL;
  t = vm_thread(vm, c.thread);
  o = ends_wait(t, c) ? other_that_runs(vm, t) : NULL;
  if (!o || (t->op == OPK_SLEEP && t->state == THREAD_RUNNABLE &&
             t->op_off >= vm->opt.patience / TIME_MS && vm->opt.patience))
    return NULL;
  *out = wait_of(vm, t, o);
  length = number_duration_text(out->ns);
  name = thread_title(vm, t);
  other = thread_title(vm, o);
  place = vm_location_text(vm, (struct thread *)(uintptr_t)t);
  s = mem_printf("the %s of %s of %s at %s ends while %s can run", wait_word(t), length, name,
                 place, other);
  free(length);
  free(name);
  free(other);
  free(place);
  return s;
}
