/* See event.h. */
#include "engine/vm/sched/event.h"

#include <assert.h>

#include "engine/vm/interp/interp.h"

void ev_slow(struct vm *vm, struct thread *t, enum op_kind op, ref obj, uint32_t off, int size,
             bool write, int mode, uint32_t other) {
  struct event e = {0};
  uint32_t i;
  if (vm->booting) return;
  e.op = (uint8_t)op;
  e.mode = (uint8_t)mode;
  e.size = (uint8_t)size;
  e.write = write;
  e.thread = t->index;
  e.obj = obj;
  e.off = off;
  e.other = other;
  if (vm->tap) vm->tap(vm->tap_self, vm, &e);
  if (vm->before_race) vm->before_race(vm->before_race_self, vm, &e);
  if (vm->race) vm->opt.hooks->access(vm, t, &e);
  for (i = 0; i < vm->listener_count; i++) vm->listeners[i].fn(vm->listeners[i].self, vm, &e);
}

void event_listen(struct vm *vm, event_fn *fn, void *self) {
  assert(vm->listener_count < LISTENERS_MAX);
  vm->listeners[vm->listener_count].fn = fn;
  vm->listeners[vm->listener_count++].self = self;
  vm->trace_on = true;
  vm_update_slow(vm);
}

void event_unlisten(struct vm *vm, const void *self) {
  uint32_t i;
  for (i = 0; i < vm->listener_count && vm->listeners[i].self != self; i++) continue;
  if (i < vm->listener_count) {
    vm->listener_count--;
    memmove(&vm->listeners[i], &vm->listeners[i + 1],
            (vm->listener_count - i) * sizeof vm->listeners[0]);
  }
  vm->trace_on = vm->race || vm->listener_count;
  vm_update_slow(vm);
}
