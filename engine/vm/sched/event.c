/* See event.h. */
#include "engine/vm/sched/event.h"

#include "engine/base/check.h"

#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"

void ev_slow(struct vm *vm, struct thread *t, enum op_kind op, ref obj, uint32_t off, int size,
             bool write, int mode, uint32_t other) {
  struct event e = {0};
  uint32_t i;
  if (vm->boot.running) return;
  INVARIANT(op > OPK_NONE && op < OPK_COUNT, "an event is of a known operation: %u", op);
  INVARIANT(t == vm->run.cur || !vm->run.cur, "only the running thread acts: T%u", t->index);
  INVARIANT(!size || (obj && off >= OBJ_HEADER && off + (uint32_t)size <= vm_object_size(vm, obj)),
            "an access lies in its object: 0x%x +%u, %d bytes", obj, off, size);
  e.op = (uint8_t)op;
  e.mode = (uint8_t)mode;
  e.size = (uint8_t)size;
  e.write = write;
  e.update = size && vm->run.updates;
  e.thread = t->index;
  e.obj = obj;
  e.off = off;
  e.other = other;
  if (vm->listen.tap) vm->listen.tap(vm->listen.tap_self, vm, &e);
  if (vm->listen.before_race) vm->listen.before_race(vm->listen.before_race_self, vm, &e);
  if (vm->race && !(t->flags & TF_OBSERVES)) vm->hooks->access(vm, t, &e);
  for (i = 0; i < vm->listen.count; i++) vm->listen.list[i].fn(vm->listen.list[i].self, vm, &e);
}

void ev_hidden(struct vm *vm, struct thread *t, ref obj, uint32_t off, int size, bool write) {
  struct event e = {.op = write ? OPK_WRITE : OPK_READ,
                    .size = (uint8_t)size,
                    .write = write,
                    .thread = t->index,
                    .obj = obj,
                    .off = off};
  if (!vm->boot.running) vm->listen.hidden(vm->listen.hidden_self, vm, &e);
}

void event_listen(struct vm *vm, event_fn *fn, void *self) {
  CHECK(vm->listen.count < LISTENERS_MAX, "there is room for one more listener");
  for (uint32_t i = 0; i < vm->listen.count; i++)
    CHECK(vm->listen.list[i].self != self, "a listener is listed once");
  vm->listen.list[vm->listen.count].fn = fn;
  vm->listen.list[vm->listen.count++].self = self;
  vm->sched.trace_on = true;
  vm_update_slow(vm);
}

void event_unlisten(struct vm *vm, const void *self) {
  uint32_t i;
  for (i = 0; i < vm->listen.count && vm->listen.list[i].self != self; i++) continue;
  if (i < vm->listen.count) {
    vm->listen.count--;
    memmove(&vm->listen.list[i], &vm->listen.list[i + 1],
            (vm->listen.count - i) * sizeof vm->listen.list[0]);
  }
  vm->sched.trace_on = vm->race || vm->listen.count;
  vm_update_slow(vm);
}
