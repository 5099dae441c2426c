/* See deadlock.h. Objects are named after their holders where possible (holder.h). */
#include "engine/vm/sched/deadlock.h"
#include "engine/base/check.h"

#include <stdlib.h>

#include "engine/vm/sched/interrupted.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/code.h"
#include "engine/vm/heap.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/holder.h"
#include "engine/vm/stackmap.h"

struct report {
  struct vm *vm;
  struct text out;
  deadlock_name_fn *name;
  void *self;
  VEC(ref) mentioned;      /* without a naming function: objects by their first mention */
  struct holders *holders; /* NULL: not made yet */
  bool short_names;        /* show classes without their packages */
};

/* ---- which thread needs which ---- */

static int owner_of_monitor(struct vm *vm, const struct thread *t, ref lock) {
  const struct monitor *m = lock ? vm_monitor(vm, lock) : NULL;
  return m && m->owner && m->owner != t->index + 1 ? (int)m->owner - 1 : -1;
}

/* Returns whether t is before an operation that takes a monitor. */
static bool locks(const struct thread *t) {
  return t->state == THREAD_RUNNABLE && (t->op == OPK_LOCK || t->op == OPK_JOIN);
}

int deadlock_waits_for(struct vm *vm, const struct thread *t) {
  if (t->state == THREAD_INITWAIT) return (int)*MEM32(vm, t->wait_obj + vm->mirror.init_thread) - 1;
  if (t->state == THREAD_BLOCKED || t->state == THREAD_JOINING)
    return owner_of_monitor(vm, t, t->wait_obj);
  return locks(t) ? owner_of_monitor(vm, t, t->op_obj) : -1;
}

bool deadlock_in_cycle(struct vm *vm, const struct thread *t) {
  const struct thread *o = t;
  uint32_t i;
  for (i = 0; i < THREAD_MAX; i++) {
    int next = deadlock_waits_for(vm, o);
    if (next < 0) return false;
    CHECK((uint32_t)next < vm_machine(vm)->thread_count, "a thread waits for a thread: T%d", next);
    o = vm_thread(vm, (uint32_t)next);
    if (o == t) return true;
  }
  return false;
}

static bool joins(const struct thread *t) { return t->state == THREAD_JOINING; }

/* Returns the object that the thread waits for, or 0 if none can be named. */
static ref awaited(struct vm *vm, const struct thread *t) {
  if (t->state == THREAD_PARKED) {
    const struct field *f = klass_field(vm->wk.thread, "parkBlocker", NULL);
    return f ? *MEM32(vm, t->object + f->offset) : 0;
  }
  return t->state == THREAD_RUNNABLE ? t->op_obj : t->wait_obj;
}

const struct thread *deadlock_owner_inside(struct vm *vm, ref blocker) {
  static const char *const names[] = {"exclusiveOwnerThread", "runner"};
  size_t i;
  for (i = 0; blocker && i < COUNT(names); i++) {
    const struct field *f = klass_field(vm_klass(vm, blocker), names[i], "Ljava/lang/Thread;");
    ref owner = f && !(f->flags & ACC_STATIC) ? *MEM32(vm, blocker + f->offset) : 0;
    if (owner) return thread_of(vm, owner);
  }
  return NULL;
}

/* Returns the owner of what t waits for, or NULL. For messages only. */
static const struct thread *owner_of(struct vm *vm, const struct thread *t) {
  int owner = deadlock_waits_for(vm, t);
  if (owner >= 0) return vm_thread(vm, (uint32_t)owner);
  return t->state == THREAD_PARKED ? deadlock_owner_inside(vm, awaited(vm, t)) : NULL;
}

const struct thread *deadlock_needs(struct vm *vm, const struct thread *t) {
  const struct thread *o = joins(t) ? thread_of(vm, awaited(vm, t)) : owner_of(vm, t);
  return o && o->state != THREAD_TERMINATED ? o : NULL;
}

/* ---- names ---- */

static char *numbered(struct report *r, ref obj) {
  char *k = klass_dotted(vm_klass(r->vm, obj)), *s;
  uint32_t i, n = 0;
  for (i = 0; i < r->mentioned.len; i++) {
    n += vm_klass(r->vm, r->mentioned.data[i]) == vm_klass(r->vm, obj);
    if (r->mentioned.data[i] == obj) break;
  }
  if (i == r->mentioned.len) {
    *vec_push(&r->mentioned) = obj;
    n++;
  }
  s = mem_printf("%s#%u", k, n);
  free(k);
  return s;
}

static char *object_name(struct report *r, ref obj) {
  return r->name ? r->name(r->self, obj) : numbered(r, obj);
}

static char *name_of(struct report *r, ref obj) {
  const struct klass *k = vm_mirror_klass(r->vm, obj);
  ref loader = k ? loader_own(r->vm, k) : 0;
  char *dotted, *of, *s;
  if (!k) return object_name(r, obj);
  dotted = klass_dotted(k);
  if (classes_has_namesake(r->vm, k)) {
    of = loader ? object_name(r, loader) : mem_strdup("the application");
    s = mem_printf("class %s of %s", dotted, of);
    free(of);
  } else {
    s = mem_printf("class %s", dotted);
  }
  free(dotted);
  return s;
}

/* ---- the holder of an object ---- */

struct inside {
  struct vm *vm;
  ref wanted;
  bool found;
};

static void is_inside(void *self, uint32_t slot) {
  struct inside *i = self;
  i->found |= *MEM32(i->vm, slot) == i->wanted;
}

/* Returns whether value is the wanted object, or a library synchronizer that refers to it. */
static bool stands_for(struct vm *vm, ref wanted, ref value) {
  struct inside i = {.vm = vm, .wanted = wanted};
  const struct klass *k;
  if (!value || value == wanted) return value != 0;
  k = vm_klass(vm, value);
  if (!k->is_jdk || k->is_array || strncmp(k->name->s, "java/util/concurrent/", 21)) return false;
  heap_each_ref(vm, value, is_inside, &i);
  return i.found;
}

/* Returns the local variable of the caller that still refers to the receiver of a call, or 0. */
static ref live_local(struct vm *vm, ref wanted, const struct frame *caller) {
  const struct slot_map *map = stackmap_of(vm, caller);
  uint32_t i;
  for (i = 0; map && i < map->locals; i++)
    if (map->kind[i] == SLOT_REF && stands_for(vm, wanted, *MEM32(vm, caller->locals + i * 4)))
      return *MEM32(vm, caller->locals + i * 4);
  return 0;
}

/* For an object without a known holder: returns the receiver of the library call that waits for it,
 * or 0. */
static ref outer_of_call(struct vm *vm, ref wanted, const struct thread *t) {
  uint32_t at;
  ref outer = 0;
  for (at = t->frame; at && !outer; at = vm_frame(vm, at)->prev) {
    const struct frame *f = vm_frame(vm, at), *caller = f->prev ? vm_frame(vm, f->prev) : NULL;
    const struct method *m = frame_method(vm, f), *from = caller ? frame_method(vm, caller) : NULL;
    if ((f->flags & FRAME_ROOT) || !m || !m->owner->is_jdk || (m->flags & ACC_STATIC) || !from ||
        from->owner->is_jdk)
      continue;
    outer = stackmap_this(vm, f);
    if (!stands_for(vm, wanted, outer)) outer = live_local(vm, wanted, caller);
  }
  return outer;
}

/* Keeps "class a.b.Cell" as it is. */
static const char *without_package(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && strncmp(name, "class ", 6) != 0 ? dot + 1 : name;
}

/* Prints a name such as java.lang.Object#1 "left". */
static void report_object(struct report *r, const struct thread *t, ref obj) {
  ref outer = obj, called;
  char *place = NULL, *name;
  if (!r->holders) r->holders = holders_new(r->vm);
  if (!vm_mirror_klass(r->vm, obj)) {
    place = holders_place(r->holders, obj, &outer);
    called = place ? 0 : outer_of_call(r->vm, obj, t);
    if (called) outer = called;
  }
  name = name_of(r, outer);
  text_printf(&r->out, place ? "%s \"%s\"" : "%s", r->short_names ? without_package(name) : name,
              place);
  free(name);
  free(place);
}

/* ---- messages ---- */

static void report_thread_name(struct report *r, const struct thread *t) {
  char *name = thread_title(r->vm, t);
  text_puts(&r->out, name);
  free(name);
}

static const char *state_word(const struct thread *t) {
  switch (t->state) {
    case THREAD_BLOCKED:
      return t->flags & TF_RESUMED ? "woken, blocked on the monitor of "
                                   : "blocked on the monitor of ";
    case THREAD_WAITING: return "waiting on ";
    case THREAD_PARKED: return "parked";
    case THREAD_JOINING: return "joining ";
    case THREAD_INITWAIT: return "waiting for the initialisation of ";
    case THREAD_SLEEPING: return "sleeping";
    case THREAD_RUNNABLE: return locks(t) ? "blocked on the monitor of " : "runnable";
    default: return "?";
  }
}

static bool waits(const struct thread *t) {
  return t->state != THREAD_SLEEPING && (t->state != THREAD_RUNNABLE || locks(t));
}

static bool runs(struct vm *vm, ref obj) {
  return obj && klass_field(vm_klass(vm, obj), "runner", "Ljava/lang/Thread;");
}

static void report_awaited(struct report *r, const struct thread *t) {
  ref obj = awaited(r->vm, t);
  const struct thread *o = owner_of(r->vm, t), *target = joins(t) ? thread_of(r->vm, obj) : NULL;
  if (target) {
    text_puts(&r->out, "thread ");
    report_thread_name(r, target);
    return;
  }
  if (t->state == THREAD_PARKED)
    text_puts(&r->out, obj ? " for " : ", no thread is known to unpark it");
  if (obj) report_object(r, t, obj);
  if (!o) return;
  text_puts(&r->out, t->state == THREAD_INITWAIT ? ", begun by "
                     : runs(r->vm, obj)          ? ", run by "
                                                 : ", held by ");
  report_thread_name(r, o);
  if (o->state == THREAD_TERMINATED) text_puts(&r->out, ", which has ended");
}

static void report_thread(struct report *r, struct thread *t) {
  char *stack = vm_stack_text(r->vm, t);
  text_puts(&r->out, "thread ");
  report_thread_name(r, t);
  text_printf(&r->out, ": %s", state_word(t));
  if (waits(t)) report_awaited(r, t);
  text_printf(&r->out, "\n%s", stack);
  free(stack);
}

bool deadlock_in_circle(struct vm *vm, const struct thread *t) {
  const struct thread *o = t;
  uint32_t k, n = vm_machine(vm)->thread_count;
  if (t->state == THREAD_NONE || t->state == THREAD_TERMINATED) return false;
  for (k = 0; k <= n && (o = deadlock_needs(vm, o)) && o != t; k++) continue;
  return o == t;
}

/* Returns the first thread that is in a cycle of needs, or NULL. */
static const struct thread *first_in_circle(struct vm *vm) {
  uint32_t i, n = vm_machine(vm)->thread_count;
  for (i = 0; i < n; i++)
    if (deadlock_in_circle(vm, vm_thread(vm, i))) return vm_thread(vm, i);
  return NULL;
}

static void report_circle(struct report *r) {
  const struct thread *t = first_in_circle(r->vm), *o = t;
  if (!t) return;
  text_puts(&r->out, "circle: ");
  do {
    report_thread_name(r, o);
    text_puts(&r->out, " -> ");
    o = deadlock_needs(r->vm, o);
  } while (o != t);
  report_thread_name(r, t);
  text_puts(&r->out, "\n");
}

/* Prints "T1 waits at Bank.java:12 for ReentrantLock#1 "lock", held by T2". */
static void report_need(struct report *r, const struct thread *t) {
  ref obj = awaited(r->vm, t);
  const struct thread *o = deadlock_needs(r->vm, t);
  char *place = vm_location_text(r->vm, vm_thread(r->vm, t->index));
  report_thread_name(r, t);
  text_printf(&r->out, " waits%s%s for ", place ? " at " : "", place ? place : "");
  free(place);
  if (joins(t)) {
    text_puts(&r->out, "the end of ");
    report_thread_name(r, o);
    return;
  }
  text_puts(&r->out, t->state == THREAD_PARKED     ? ""
                     : t->state == THREAD_INITWAIT ? "the initialisation of "
                                                   : "the monitor of ");
  report_object(r, t, obj);
  text_puts(&r->out, t->state == THREAD_INITWAIT ? ", begun by "
                     : runs(r->vm, obj)          ? ", run by "
                                                 : ", held by ");
  report_thread_name(r, o);
}

char *deadlock_headline(struct vm *vm, deadlock_name_fn *name, void *self) {
  struct report r = {.vm = vm, .name = name, .self = self, .short_names = true};
  const struct thread *t = first_in_circle(vm), *o = t;
  if (!t) return NULL;
  text_puts(&r.out, "deadlock: ");
  do {
    report_need(&r, o);
    o = deadlock_needs(vm, o);
    if (o != t) text_puts(&r.out, "; ");
  } while (o != t);
  vec_free(&r.mentioned);
  holders_free(r.holders);
  return r.out.s;
}

/* `all` as for deadlock_text */
static bool is_described(struct vm *vm, const struct thread *t, bool all) {
  if (t->state == THREAD_NONE || t->state == THREAD_TERMINATED) return false;
  return all || deadlock_in_cycle(vm, t);
}

char *deadlock_text(struct vm *vm, bool all, deadlock_name_fn *name, void *self) {
  struct report r = {.vm = vm, .name = name, .self = self};
  uint32_t i;
  text_puts(&r.out, "");
  report_circle(&r);
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    struct thread *t = vm_thread(vm, i);
    if (is_described(vm, t, all)) report_thread(&r, t);
  }
  vec_free(&r.mentioned);
  holders_free(r.holders);
  return r.out.s;
}

/* Without a circle, threads that only wait for another thread to continue are not at fault. */
static bool is_at_fault(struct vm *vm, const struct thread *t, bool circle) {
  return circle ? deadlock_in_circle(vm, t) : !joins(t) && !owner_of(vm, t);
}

void deadlock_places(struct vm *vm, bool all, stack_place_vec *out) {
  bool circle = first_in_circle(vm);
  uint32_t i;
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    struct thread *t = vm_thread(vm, i);
    size_t k = out->len;
    if (!is_described(vm, t, all)) continue;
    vm_stack_places(vm, t, out);
    for (; k < out->len; k++) out->data[k].at_fault = is_at_fault(vm, t, circle);
  }
}
