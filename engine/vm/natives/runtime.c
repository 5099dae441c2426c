/* java.lang.Runtime and Shutdown: one processor, a heap of fixed figures, and the end of the
 * program. Shutdown hooks are run by the library's own code, when there are any. */
#include "engine/vm/given.h"
#include "engine/vm/natives/shutdown.h"
#include "engine/vm/natives/util.h"
#include "engine/vm/natives/swallowed.h"
#include "engine/vm/uncounted.h"

#include <stddef.h>

/* What the program itself asked of the recorded run's machine; the library goes by this one. */
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
  /* How much is free depends on garbage, which no state may depend on. */
  return ret_long(c, (int64_t)(recorded(c, &value) ? value : c->vm->heap.bound / 2));
}

/* References are strong; but a program that waits for the collector does not wait for ever. */
static int runtime_collect(struct native_call *c) {
  c->vm->run.asked_world++;
  c->vm->seen.collects |= !c->vm->boot.running;
  return NATIVE_OK;
}

/* Whatever the other threads stand before may come first. */
static int leave(struct native_call *c, uint32_t status) {
  struct vm *vm = c->vm;
  VISIBLE(c, OPK_EXIT, c->t->object, 0);
  if (swallowed_status(vm, c->t, (int32_t)status)) return NATIVE_OK; /* looked at next */
  put32(vm, MACHINE_BASE + (uint32_t)offsetof(struct machine, exit_code), status);
  put32(vm, MACHINE_BASE + (uint32_t)offsetof(struct machine, exited), 1);
  return NATIVE_EXIT;
}
static int runtime_halt(struct native_call *c) {
  c->vm->run.unreported = true;
  return security_is_managed(c->vm) ? nat_body(c) : leave(c, c->args[1]);
}
static int halt(struct native_call *c) { return leave(c, c->args[0]); }

/* A security manager of the program has a say first. Without hooks the library's sequence of locks
 * would only be noise. */
static int runtime_exit(struct native_call *c) {
  bool body = security_is_managed(c->vm) || shutdown_has_hooks(c->vm) || shutdown_runs(c->vm);
  c->vm->run.unreported = true; /* whether there are hooks */
  return body ? nat_body(c) : leave(c, c->args[1]);
}

/* The map of the registered hooks, 0 when there never was one or it was taken; *taken states which.
 */
static ref registered(struct vm *vm, bool *taken) {
  struct klass *k = vm_class(vm, "java/lang/ApplicationShutdownHooks", NULL);
  bool made = k && klass_init_state(vm, k) == INIT_DONE;
  ref hooks = made ? nat_static_ref(vm, k, "hooks") : 0;
  *taken = made && !hooks;
  return hooks;
}

/* The only hook is that of java.util.logging, which closes handlers, and no handler was ever made:
 * it would do nothing. */
static bool only_idle_logging(struct vm *vm, ref hooks) {
  const struct klass *handler = vm_class(vm, "java/util/logging/Handler", NULL);
  ref table = nat_get_ref(vm, hooks, "table");
  if (nat_get_int(vm, hooks, "size") != 1 || !table || !handler ||
      klass_init_state(vm, handler) != INIT_NONE)
    return false;
  for (uint32_t i = 0; i < array_length(vm, table); i += 2) {
    ref hook = array_ref(vm, table, i);
    if (hook) return !strcmp(vm_klass(vm, hook)->name->s, "java/util/logging/LogManager$Cleaner");
  }
  return false;
}

bool shutdown_has_hooks(struct vm *vm) {
  bool taken, some;
  ref hooks;
  /* Where there are some, ends keep their order; to add one asks whether it is alive, which depends
   * on everything. */
  READS_ASIDE();
  hooks = registered(vm, &taken);
  some = hooks && nat_get_int(vm, hooks, "size") > 0 && !only_idle_logging(vm, hooks);
  READS_COUNT();
  return some;
}

/* Whoever runs the hooks holds the lock of the class until they have ended. */
bool shutdown_runs(struct vm *vm) {
  struct klass *k;
  const struct monitor *m;
  bool taken;
  registered(vm, &taken);
  k = taken ? vm_class(vm, "java/lang/Shutdown", NULL) : NULL;
  m = k ? vm_monitor(vm, k->mirror) : NULL;
  return m && m->owner;
}

int shutdown_push(struct vm *vm, struct thread *t) {
  struct klass *k = vm_class(vm, "java/lang/Shutdown", NULL);
  struct method *m = k ? klass_declared_method(k, "shutdown", "()V") : NULL;
  return m ? vm_push_frame(vm, t, m, NULL, FRAME_DISCARD, 0)
           : vm_unsupported(vm, t, "shutdown hooks of this JDK release");
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
