/* See shutdown.h. */
#include "engine/vm/sched/shutdown.h"

#include <string.h>

#include "engine/vm/fields.h"
#include "engine/vm/heap.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/uncounted.h"

/* Returns a class, or NULL if it is not linked yet and so cannot be initialised. A mere query must
 * not link classes. */
static struct klass *linked(struct vm *vm, const char *name) {
  return classes_find(vm, symtab_intern(vm->syms, name, strlen(name)));
}

/* Returns the map of the registered hooks, or 0 if it never existed or was taken. Sets *taken if it
 * was taken. */
static ref registered(struct vm *vm, bool *taken) {
  struct klass *k = linked(vm, "java/lang/ApplicationShutdownHooks");
  bool made = k && klass_init_state(vm, k) == INIT_DONE;
  ref hooks = made ? field_static_ref(vm, k, "hooks") : 0;
  *taken = made && !hooks;
  return hooks;
}

/* Returns whether the only hook is that of java.util.logging and would do nothing: it closes
 * handlers, and no handler was ever made. */
static bool only_idle_logging(struct vm *vm, ref hooks) {
  const struct klass *handler = linked(vm, "java/util/logging/Handler");
  ref table = field_get_ref(vm, hooks, "table");
  if (field_get_int(vm, hooks, "size") != 1 || !table ||
      (handler && klass_init_state(vm, handler) != INIT_NONE))
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
  /* If there are hooks, ends of threads keep their order. A call that adds a hook asks whether the
   * thread is alive, and that query is dependent on every operation. */
  READS_ASIDE();
  hooks = registered(vm, &taken);
  some = hooks && field_get_int(vm, hooks, "size") > 0 && !only_idle_logging(vm, hooks);
  READS_COUNT();
  return some;
}

/* The thread that runs the hooks holds the class's lock until they have ended. */
bool shutdown_runs(struct vm *vm) {
  struct klass *k;
  const struct monitor *m;
  bool taken;
  registered(vm, &taken);
  k = taken ? linked(vm, "java/lang/Shutdown") : NULL;
  m = k ? vm_monitor(vm, k->mirror) : NULL;
  return m && m->owner;
}

int shutdown_push(struct vm *vm, struct thread *t) {
  struct klass *k = vm_class(vm, "java/lang/Shutdown", NULL);
  struct method *m = k ? klass_declared_method(k, "shutdown", "()V") : NULL;
  return m ? vm_push_frame(vm, t, m, NULL, FRAME_DISCARD, 0)
           : vm_unsupported(vm, t, "shutdown hooks of this JDK release");
}
