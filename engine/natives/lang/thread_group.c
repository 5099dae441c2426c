/* java.lang.ThreadGroup and lists of threads. Groups do not keep lists of their threads, because
 * these would need a lock at each start and end. The answers come from the machine's records. */
#include "engine/natives/lang/thread_group.h"
#include "engine/classfile/classfile.h"
#include "engine/natives/util.h"
#include "engine/vm/hooks.h"
#include "engine/vm/interp/interp.h"

static bool in_group(struct vm *vm, ref group, ref wanted) {
  for (; group; group = field_get_ref(vm, group, "parent"))
    if (group == wanted) return true;
  return false;
}

ref thread_group_of(struct vm *vm, const struct thread *t) {
  if (vm->wk.thread_group_f) return *MEM32(vm, t->object + vm->wk.thread_group_f);
  return field_get_ref(vm, *MEM32(vm, t->object + vm->wk.thread_holder), "group");
}

static struct method *uncaught_of(struct klass *k) {
  return klass_method(k, "uncaughtException", "(Ljava/lang/Thread;Ljava/lang/Throwable;)V");
}

bool thread_group_handles(struct vm *vm, const struct thread *t) {
  ref group = thread_group_of(vm, t);
  const struct method *m = group ? uncaught_of(vm_klass(vm, group)) : NULL;
  return m && m->owner != vm->wk.thread_group;
}

bool thread_group_has_default(struct vm *vm) {
  const struct field *f = klass_field(vm->wk.thread, "defaultUncaughtExceptionHandler", NULL);
  return f && *MEM32(vm, vm->wk.thread->mirror + f->offset);
}

/* If the class file of ThreadGroup does not mention ThreadDeath, it prints the end of a thread by
 * stop like any other exception. */
bool thread_group_is_silent(struct vm *vm, ref exception) {
  static const char death[] = "java/lang/ThreadDeath";
  const struct class_file *cf = vm->wk.thread_group->cf;
  const struct klass *k = vm_klass(vm, exception);
  for (; k && strcmp(k->name->s, death); k = k->super) continue;
  for (unsigned i = 1; k && cf && i < cf->cp_count; i++)
    if (cf->cp[i].tag == CP_CLASS && !strcmp(cf->cp[i].name->s, death)) return true;
  return false;
}

/* ThreadGroup.uncaughtException: a group of the program passes an exception that it does not handle
 * to its parent, and the topmost group prints it. Then no handler took the exception. */
static int uncaught_exception(struct native_call *c) {
  struct vm *vm = c->vm;
  bool printed = c->args[1] == c->t->object && thread_in_handler(vm, c->t) &&
                 !field_get_ref(vm, c->args[0], "parent") && !thread_group_has_default(vm);
  if (printed && c->args[2] && vm->sched.scheduling && vm->hooks &&
      vm->hooks->uncaught(vm, c->t, c->args[2]))
    return NATIVE_OK; /* the violation stops the transition */
  return nat_body(c);
}

static bool alive(const struct thread *t) { return thread_alive(t) && t->object; }

static int active_count(struct native_call *c) {
  int32_t n = 0;
  VISIBLE(c, OPK_IS_ALIVE, c->args[0], 0);
  for (uint32_t i = 0; i < vm_machine(c->vm)->thread_count; i++) {
    const struct thread *t = vm_thread(c->vm, i);
    n += alive(t) && in_group(c->vm, thread_group_of(c->vm, t), c->args[0]);
  }
  return ret_int(c, n);
}

/* ThreadGroup.enumerate(Thread[] list, int n, boolean recurse) */
static int enumerate(struct native_call *c) {
  struct vm *vm = c->vm;
  uint32_t n = c->args[2], i;
  vm_distinguish(vm, NULL, "a list of threads");
  VISIBLE(c, OPK_IS_ALIVE, c->args[0], 0);
  for (i = 0; i < vm_machine(vm)->thread_count && n < array_length(vm, c->args[1]); i++) {
    const struct thread *t = vm_thread(vm, i);
    ref g = alive(t) ? thread_group_of(vm, t) : 0;
    if (g && (c->args[3] ? in_group(vm, g, c->args[0]) : g == c->args[0])) {
      nat_report_writes(c, c->args[1], n, 1);
      array_put_ref(vm, c->args[1], n++, t->object);
    }
  }
  return ret_int(c, (int32_t)n);
}

/* The library's code iterates over the group's list, so creates that first. JDK 19 and later ask
 * for all threads instead. */
static int with_list(struct native_call *c) {
  struct vm *vm = c->vm;
  ref group = c->args[0], list;
  uint32_t i, n = 0, count = vm_machine(vm)->thread_count;
  if (!klass_field(vm->wk.thread_group, "nthreads", NULL)) return nat_body(c);
  vm_distinguish(vm, NULL, "a list of threads");
  VISIBLE(c, OPK_IS_ALIVE, group, 0);
  list = vm_new_ref_array(vm, c->t, vm->wk.thread, (int32_t)count);
  if (!list) return NATIVE_THROW;
  for (i = 0; i < count; i++) {
    const struct thread *t = vm_thread(vm, i);
    if (alive(t) && thread_group_of(vm, t) == group) array_put_ref(vm, list, n++, t->object);
  }
  vm_put_ref(vm, group, klass_field_offset(vm->wk.thread_group, "threads"), list);
  field_set_int(vm, group, "nthreads", (int32_t)n);
  return nat_body(c);
}

static int get_threads(struct native_call *c) {
  struct vm *vm = c->vm;
  uint32_t n = 0, i, count = vm_machine(vm)->thread_count;
  ref r;
  vm_distinguish(vm, NULL, "a list of threads");
  VISIBLE(c, OPK_IS_ALIVE, c->t->object, 0);
  for (i = 0; i < count; i++) n += alive(vm_thread(vm, i));
  r = vm_new_ref_array(vm, c->t, vm->wk.thread, (int32_t)n);
  for (i = n = 0; r && i < count; i++)
    if (alive(vm_thread(vm, i))) array_put_ref(vm, r, n++, vm_thread(vm, i)->object);
  return ret_new(c, r);
}

#define GROUP "java/lang/ThreadGroup"
const struct native_row natives_thread_group[] = {
    {GROUP, "uncaughtException", NULL, uncaught_exception},
    {GROUP, "addUnstarted", NULL, nat_nothing},
    {GROUP, "add", "(Ljava/lang/Thread;)V", nat_nothing},
    {GROUP, "threadStartFailed", NULL, nat_nothing},
    {GROUP, "threadTerminated", NULL, nat_nothing},
    {GROUP, "interrupt", "()V", with_list},
    {GROUP, "list", "(Ljava/io/PrintStream;I)V", with_list},
    {GROUP, "activeCount", NULL, active_count},
    {GROUP, "enumerate", "([Ljava/lang/Thread;IZ)I", enumerate},
    {"java/lang/Thread", "getThreads", NULL, get_threads},
    {0},
};
