/* java.lang.Runtime and Shutdown: one processor, fixed heap sizes, and the end of the program. The
 * library's own code runs shutdown hooks, if there are any. */
#include "engine/vm/given.h"
#include "engine/vm/sched/shutdown.h"
#include "engine/natives/util.h"
#include "engine/natives/lang/swallowed.h"

#include <stddef.h>

/* Returns the value from the recorded run if the program itself asks. The library uses this
 * machine's values. */
static bool recorded(struct native_call *c, uint64_t *value) {
  const struct frame *f = c->t->frame ? vm_frame(c->vm, c->t->frame) : NULL;
  const struct method *m = f ? frame_method(c->vm, f) : NULL;
  return m && !m->owner->is_jdk && given_take(c->vm, c->t, c->m->name->s, NULL, true, value);
}

static int processors(struct native_call *c) {
  uint64_t value;
  return ret_int(c, recorded(c, &value) ? (int32_t)value : 1);
}

static int heap_size(struct native_call *c) {
  uint64_t value;
  return ret_long(c, (int64_t)(recorded(c, &value) ? value : c->vm->heap.bound));
}

static int free_memory(struct native_call *c) {
  uint64_t value;
  c->vm->run.asked_world++;
  /* The amount of free memory depends on garbage, and no state may depend on garbage. */
  return ret_long(c, (int64_t)(recorded(c, &value) ? value : c->vm->heap.bound / 2));
}

/* Does nothing, because references are never cleared. Notes the call, because a program may wait
 * for the collector. */
static int runtime_collect(struct native_call *c) {
  c->vm->run.asked_world++;
  c->vm->seen.collects |= !c->vm->boot.running;
  return NATIVE_OK;
}

/* The next operations of other threads may be executed first. */
static int leave(struct native_call *c, uint32_t status) {
  struct vm *vm = c->vm;
  VISIBLE(c, OPK_EXIT, c->t->object, 0);
  if (swallowed_status(vm, c->t, (int32_t)status)) return NATIVE_OK; /* a violation */
  put32(vm, MACHINE_BASE + (uint32_t)offsetof(struct machine, exit_code), status);
  put32(vm, MACHINE_BASE + (uint32_t)offsetof(struct machine, exited), 1);
  return NATIVE_EXIT;
}
static int runtime_halt(struct native_call *c) {
  c->vm->run.unreported = true;
  return security_is_managed(c->vm) ? nat_body(c) : leave(c, c->args[1]);
}
static int halt(struct native_call *c) { return leave(c, c->args[0]); }

/* A security manager of the program is asked first. Without hooks, the library's lock operations
 * would only add scheduling points. */
static int runtime_exit(struct native_call *c) {
  bool body = security_is_managed(c->vm) || shutdown_has_hooks(c->vm) || shutdown_runs(c->vm);
  c->vm->run.unreported = true; /* depends on whether there are hooks */
  return body ? nat_body(c) : leave(c, c->args[1]);
}

const struct native_row natives_runtime[] = {
    {"java/lang/Runtime", "availableProcessors", NULL, processors},
    {"java/lang/Runtime", "freeMemory", NULL, free_memory},
    {"java/lang/Runtime", "totalMemory", NULL, heap_size},
    {"java/lang/Runtime", "maxMemory", NULL, heap_size},
    {"java/lang/Runtime", "gc", NULL, runtime_collect},
    {"java/lang/Runtime", "exit", NULL, runtime_exit},
    {"java/lang/Runtime", "halt", NULL, runtime_halt},
    {"java/lang/Shutdown", "beforeHalt", NULL, nat_nothing},
    {"java/lang/Shutdown", "halt0", NULL, halt},
    {"java/lang/ref/Finalizer", "runFinalization", NULL, nat_nothing},
    {0},
};
