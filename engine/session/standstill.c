/* Describes a deadlock independently of its threads' identities and the path to it. Used when a
 * repair is tried, which may remove one deadlock and cause another. */
#include <stdlib.h>
#include <string.h>

#include "engine/session/session.h"
#include "engine/state/xlog.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/deadlock.h"

/* Does t merely wait for another thread, without being part of a cycle? Such a thread, for example
 * main in a join, says little about the deadlock. */
static bool only_follows(struct vm *vm, const struct thread *t) {
  return deadlock_needs(vm, t) && !deadlock_in_circle(vm, t);
}

/* Returns how the thread waits and where in the program, such as "3 71@14", or NULL if it does not
 * wait. */
static char *standing_at(struct vm *vm, const struct thread *t) {
  struct xplace user = {0, 0};
  if (t->state == THREAD_NONE || t->state == THREAD_TERMINATED || t->state == THREAD_SLEEPING)
    return NULL;
  if (only_follows(vm, t) || !xlog_place(vm, t, &user, NULL)) return NULL;
  if (!user.method || vm->methods.data[user.method]->owner->is_jdk) return NULL;
  return mem_printf("%u %u@%u", t->state == THREAD_RUNNABLE ? THREAD_BLOCKED : t->state,
                    user.method, user.bci);
}

static int standing_order(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

char *session_standstill(struct engine *e) {
  uint32_t n = vm_machine(e->vm)->thread_count, i, count = 0;
  char **all = mem_alloc((n + 1) * sizeof *all);
  struct text t = {0};
  for (i = 0; i < n; i++) {
    char *s = standing_at(e->vm, vm_thread(e->vm, i));
    if (s) all[count++] = s;
  }
  if (count) qsort(all, count, sizeof *all, standing_order);
  text_puts(&t, "");
  for (i = 0; i < count; i++) {
    if (!i || strcmp(all[i], all[i - 1]) != 0) text_printf(&t, "%s;", all[i]);
  }
  for (i = 0; i < count; i++) free(all[i]);
  free(all);
  return t.s;
}
