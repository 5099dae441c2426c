/* The one name that a thread has in all text for people: its number in schedules, followed by the
 * name that the program gave it. If the library numbered it instead (Thread-0), the name is its
 * class, or the Runnable or lambda that it runs. The Runnable's class is noted when the thread
 * starts, because the JDK drops it at the end. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/names.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"

/* Returns the Runnable that an unstarted Thread will run, or 0. Up to JDK 18 it is in
 * Thread.target, later in Thread.holder.task; a virtual thread that is bound to a platform thread
 * has a field of its own. */
static ref runnable_of(struct vm *vm, ref thread) {
  static const char *const names[] = {"task", "target"};
  const ref objects[] = {thread, vm_thread_fields(vm, thread)};
  size_t i, k;
  for (i = 0; i < COUNT(objects); i++)
    for (k = 0; k < COUNT(names); k++) {
      const struct field *f =
          objects[i] ? klass_field(vm_klass(vm, objects[i]), names[k], "Ljava/lang/Runnable;")
                     : NULL;
      ref r = f ? *MEM32(vm, objects[i] + f->offset) : 0;
      if (r) return r;
    }
  return 0;
}

uint32_t thread_runs(struct vm *vm, ref thread) {
  ref r = thread ? runnable_of(vm, thread) : 0;
  return r ? vm_object(vm, r)->klass : 0;
}

static const struct klass *class_named(const struct vm *vm, const struct symbol *name) {
  size_t i;
  for (i = KLASS_FIRST; i < vm->klasses.len; i++)
    if (vm->klasses.data[i] && vm->klasses.data[i]->name == name) return vm->klasses.data[i];
  return NULL;
}

/* Returns "lambda at Main.java:6", the first line of its body, or NULL. */
static char *body_place(const struct vm *vm, const struct cp_entry *body) {
  const struct klass *k = class_named(vm, body->owner);
  uint32_t i;
  for (i = 0; k && i < k->method_count; i++) {
    const struct method *m = &k->methods[i];
    int line = m->name == body->name && m->info ? method_line(m->info, 0) : -1;
    if (line > 0 && k->cf && k->cf->source_file)
      return mem_printf("lambda at %s:%d", k->cf->source_file->s, line);
  }
  return NULL;
}

/* Names the method that a lambda's class calls: the body that javac compiled, or the method of a
 * reference such as `Main::run`. Returns NULL if it is not found. */
static char *lambda_text(const struct vm *vm, const struct klass *k) {
  uint32_t i;
  for (i = 1; k->cf && i < k->cf->cp_count; i++) {
    const struct cp_entry *e = &k->cf->cp[i];
    const char *slash;
    if ((e->tag != CP_METHODREF && e->tag != CP_INTERFACEMETHODREF) || !e->owner ||
        e->owner == k->name || e->name->s[0] == '<')
      continue;
    if (!strncmp(e->name->s, "lambda$", 7)) return body_place(vm, e);
    slash = strrchr(e->owner->s, '/');
    return mem_printf("%s::%s", slash ? slash + 1 : e->owner->s, e->name->s);
  }
  return NULL;
}

/* Returns the source form of a class name: "Worker" for "Main$Worker", "lambda of Main" for a
 * lambda. */
static char *shown_class(const struct vm *vm, const struct klass *k) {
  char *name = strstr(k->shown->s, "$$Lambda") ? lambda_text(vm, k) : NULL, *lambda, *s;
  if (name) return name;
  name = klass_dotted(k);
  lambda = strstr(name, "$$Lambda");
  if (lambda) *lambda = 0;
  s = mem_printf("%s%s", lambda ? "lambda of " : "", name_simple_class(name));
  free(name);
  return s;
}

/* A virtual thread has no name unless the program sets one. */
static bool is_unnamed(struct vm *vm, const struct thread *t) {
  ref name = t->object && vm->wk.thread_name ? *MEM32(vm, t->object + vm->wk.thread_name) : 0;
  char *s = name ? vm_utf8(vm, name) : NULL;
  bool unnamed = !s || !*s || name_is_numbered(s);
  free(s);
  return unnamed;
}

/* Returns the class that identifies the thread to people: its own class, else the class of its
 * Runnable, else Thread. */
static const struct klass *class_that_says(struct vm *vm, const struct thread *t) {
  const struct klass *own = t->object ? vm_klass(vm, t->object) : NULL;
  const struct klass *runs =
      t->runs >= KLASS_FIRST && t->runs < vm->klasses.len ? vm->klasses.data[t->runs] : NULL;
  if (own && !own->is_jdk) return own;
  return runs ? runs : own;
}

char *thread_kind(struct vm *vm, const struct thread *t) {
  const struct klass *k = class_that_says(vm, t);
  return k ? shown_class(vm, k) : mem_strdup("Thread");
}

char *thread_role(struct vm *vm, const struct thread *t) {
  const struct klass *k = class_that_says(vm, t);
  bool says = k && (!k->is_jdk || t->runs >= KLASS_FIRST);
  return says && !(t->flags & TF_MAIN) && is_unnamed(vm, t) ? shown_class(vm, k)
                                                            : thread_name(vm, t);
}

char *thread_role_unstarted(struct vm *vm, ref object) {
  struct thread t = {.object = object, .runs = thread_runs(vm, object)};
  return thread_role(vm, &t);
}

char *thread_title(struct vm *vm, const struct thread *t) {
  char *role = thread_role(vm, t), *s = mem_printf("T%u %s", t->index, role);
  free(role);
  return s;
}

void violation_mention(struct vm *vm, struct violation *v, struct text *message,
                       const struct thread *t) {
  char *title = thread_title(vm, t);
  *vec_push(&v->mentions) = (struct mention){.at = message->len, .thread = t->index};
  text_puts(message, title);
  free(title);
}
