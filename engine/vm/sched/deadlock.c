/* See deadlock.h.
 *
 * An object says more by the field that holds it. That is looked for where a reader would look: in
 * the statics of the program's classes and in the objects that the threads' own frames hold, one
 * field or array element deep. A synchronizer of the library hides its state in an inner object
 * (ReentrantLock.sync, CountDownLatch.sync); the object of the program's field is named for it. Of
 * several such fields the first by name counts, so the text does not depend on the order of
 * linking. */
#include "engine/vm/sched/deadlock.h"

#include <stdlib.h>

#include "engine/vm/natives/interrupted.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/interp/code.h"
#include "engine/vm/heap.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/machine.h"
#include "engine/vm/interp/stackmap.h"

struct report {
  struct vm *vm;
  struct text out;
  deadlock_name_fn *name;
  void *self;
  VEC(ref) mentioned; /* without a namer: numbers by mention */
};

/* ---- who needs whom ---- */

static int owner_of_monitor(struct vm *vm, const struct thread *t, ref lock) {
  const struct monitor *m = lock ? vm_monitor(vm, lock) : NULL;
  return m && m->owner && m->owner != t->index + 1 ? (int)m->owner - 1 : -1;
}

/* Stands before taking a monitor. */
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
    o = vm_thread(vm, (uint32_t)next);
    if (o == t) return true;
  }
  return false;
}

static bool joins(const struct thread *t) { return t->state == THREAD_JOINING; }

/* What the thread waits for; 0 when it waits for nothing that has a name. */
static ref awaited(struct vm *vm, const struct thread *t) {
  if (t->state == THREAD_PARKED) {
    const struct field *f = klass_field(vm->wk.thread, "parkBlocker", NULL);
    return f ? *MEM32(vm, t->object + f->offset) : 0;
  }
  return t->state == THREAD_RUNNABLE ? t->op_obj : t->wait_obj;
}

/* A synchronizer that knows its owner (AbstractOwnableSynchronizer), a FutureTask the thread that
 * runs it. */
static const struct thread *owner_inside(struct vm *vm, ref blocker) {
  static const char *const names[] = {"exclusiveOwnerThread", "runner"};
  size_t i;
  for (i = 0; blocker && i < COUNT(names); i++) {
    const struct field *f = klass_field(vm_klass(vm, blocker), names[i], "Ljava/lang/Thread;");
    ref owner = f && !(f->flags & ACC_STATIC) ? *MEM32(vm, blocker + f->offset) : 0;
    if (owner) return thread_of(vm, owner);
  }
  return NULL;
}

/* The thread that has what t waits for, by whatever it waits: for messages only. */
static const struct thread *owner_of(struct vm *vm, const struct thread *t) {
  int owner = deadlock_waits_for(vm, t);
  if (owner >= 0) return vm_thread(vm, (uint32_t)owner);
  return t->state == THREAD_PARKED ? owner_inside(vm, awaited(vm, t)) : NULL;
}

static const struct thread *needs(struct vm *vm, const struct thread *t) {
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

/* ---- the field that holds an object ---- */

struct holder {
  struct vm *vm;
  ref wanted;
  char *place; /* "Bank.from", "Table.forks[2]": the best so far */
  ref outer;   /* the object in that field: the wanted one, or the synchronizer around it */
};

static void offer(struct holder *h, char *place, ref value) {
  bool direct = value == h->wanted, had = h->outer == h->wanted && h->place;
  if (!h->place || (direct && !had) || (direct == had && strcmp(place, h->place) < 0)) {
    free(h->place);
    h->place = place;
    h->outer = value;
  } else {
    free(place);
  }
}

struct inside {
  struct vm *vm;
  ref wanted;
  bool found;
};

static void is_inside(void *self, uint32_t slot) {
  struct inside *i = self;
  i->found |= *MEM32(i->vm, slot) == i->wanted;
}

/* The object of a field is the wanted one, or a synchronizer of the library around it. */
static bool stands_for(struct holder *h, ref value) {
  struct inside i = {.vm = h->vm, .wanted = h->wanted};
  const struct klass *k;
  if (!value || value == h->wanted) return value != 0;
  k = vm_klass(h->vm, value);
  if (!k->is_jdk || k->is_array || strncmp(k->name->s, "java/util/concurrent/", 21)) return false;
  heap_each_ref(h->vm, value, is_inside, &i);
  return i.found;
}

/* "Bank.from"; of a lambda, whose class and fields have numbers that no reader knows,
 * "Bank.lambda". */
static char *deadlock_field_name(const struct field *f) {
  char *owner = klass_dotted(f->owner), *lambda = strstr(owner, "$$Lambda"), *s;
  if (lambda) *lambda = 0;
  s = lambda ? mem_printf("%s.lambda", owner) : mem_printf("%s.%s", owner, f->name->s);
  free(owner);
  return s;
}

static void look_at_value(struct holder *h, const struct field *f, ref value) {
  char *name = deadlock_field_name(f);
  if (stands_for(h, value)) offer(h, mem_strdup(name), value);
  if (value && vm_klass(h->vm, value)->is_array && vm_klass(h->vm, value)->elem_type == 'L') {
    uint32_t i, n = array_length(h->vm, value);
    for (i = 0; i < n; i++)
      if (stands_for(h, array_ref(h->vm, value, i)))
        offer(h, mem_printf("%s[%u]", name, i), array_ref(h->vm, value, i));
  }
  free(name);
}

static bool is_ref(const struct field *f) { return f->type == 'L' || f->type == '['; }

static void look_in_object(struct holder *h, ref obj) {
  const struct klass *k = obj ? vm_klass(h->vm, obj) : NULL;
  uint32_t i;
  if (!k || k->is_jdk || k->is_array) return;
  for (i = 0; i < k->all_field_count; i++)
    if (is_ref(k->all_fields[i]))
      look_at_value(h, k->all_fields[i], *MEM32(h->vm, obj + k->all_fields[i]->offset));
}

static void look_in_statics(struct holder *h) {
  size_t c;
  uint32_t i;
  for (c = KLASS_FIRST; c < h->vm->klasses.len; c++) {
    const struct klass *k = h->vm->klasses.data[c];
    if (!k || k->is_jdk || !k->mirror) continue;
    for (i = 0; i < k->field_count; i++)
      if ((k->fields[i].flags & ACC_STATIC) && is_ref(&k->fields[i]))
        look_at_value(h, &k->fields[i], *MEM32(h->vm, k->mirror + k->fields[i].offset));
  }
}

static void look_in_frames(struct holder *h, const struct thread *t) {
  uint32_t at, i;
  for (at = t->frame; at; at = vm_frame(h->vm, at)->prev) {
    const struct frame *f = vm_frame(h->vm, at);
    struct method *m = frame_method(h->vm, f);
    const struct slot_map *map;
    if ((f->flags & FRAME_ROOT) || !m || !m->code || m->owner->is_jdk) continue;
    map = stackmap_of(h->vm, f);
    for (i = 0; map && i < map->locals; i++)
      if (map->kind[i] == SLOT_REF) look_in_object(h, *MEM32(h->vm, f->locals + i * 4));
  }
}

/* What the caller still knows of a call: one of its locals may be the receiver. */
static ref live_local(struct holder *h, const struct frame *caller) {
  const struct slot_map *map = stackmap_of(h->vm, caller);
  uint32_t i;
  for (i = 0; map && i < map->locals; i++)
    if (map->kind[i] == SLOT_REF && stands_for(h, *MEM32(h->vm, caller->locals + i * 4)))
      return *MEM32(h->vm, caller->locals + i * 4);
  return 0;
}

/* Held by no field that was looked at: then it is known by the call of the library that waits for
 * it. */
static void look_at_call(struct holder *h, const struct thread *t) {
  uint32_t at;
  for (at = t->frame; at && !h->outer; at = vm_frame(h->vm, at)->prev) {
    const struct frame *f = vm_frame(h->vm, at),
                       *caller = f->prev ? vm_frame(h->vm, f->prev) : NULL;
    const struct method *m = frame_method(h->vm, f),
                        *from = caller ? frame_method(h->vm, caller) : NULL;
    if ((f->flags & FRAME_ROOT) || !m || !m->owner->is_jdk || (m->flags & ACC_STATIC) || !from ||
        from->owner->is_jdk)
      continue;
    h->outer = stackmap_this(h->vm, f);
    if (!stands_for(h, h->outer)) h->outer = live_local(h, caller);
  }
}

static void find_holder(struct holder *h) {
  uint32_t i;
  look_in_statics(h);
  for (i = 0; i < vm_machine(h->vm)->thread_count; i++) {
    const struct thread *t = vm_thread(h->vm, i);
    if (t->state != THREAD_NONE && t->state != THREAD_TERMINATED) look_in_frames(h, t);
  }
}

/* "java.lang.Object#1 (Philosopher.left)" */
static void report_object(struct report *r, const struct thread *t, ref obj) {
  struct holder h = {.vm = r->vm, .wanted = obj};
  char *name;
  if (!vm_mirror_klass(r->vm, obj)) find_holder(&h);
  if (!h.outer) look_at_call(&h, t);
  name = name_of(r, h.outer ? h.outer : obj);
  text_printf(&r->out, "%s", name);
  if (h.place) text_printf(&r->out, " (%s)", h.place);
  free(name);
  free(h.place);
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

/* The first circle of threads that need each other, whatever they wait for. */
static void report_circle(struct report *r) {
  uint32_t i, k, n = vm_machine(r->vm)->thread_count;
  for (i = 0; i < n; i++) {
    const struct thread *t = vm_thread(r->vm, i), *o = t;
    if (t->state == THREAD_NONE || t->state == THREAD_TERMINATED) continue;
    for (k = 0; k <= n && (o = needs(r->vm, o)) && o != t; k++) continue;
    if (o != t) continue;
    text_puts(&r->out, "circle: ");
    do {
      report_thread_name(r, o);
      text_puts(&r->out, " -> ");
      o = needs(r->vm, o);
    } while (o != t);
    report_thread_name(r, t);
    text_puts(&r->out, "\n");
    return;
  }
}

char *deadlock_text(struct vm *vm, bool all, deadlock_name_fn *name, void *self) {
  struct report r = {.vm = vm, .name = name, .self = self};
  uint32_t i;
  text_puts(&r.out, "");
  report_circle(&r);
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    struct thread *t = vm_thread(vm, i);
    if (t->state == THREAD_NONE || t->state == THREAD_TERMINATED) continue;
    if (all || deadlock_in_cycle(vm, t)) report_thread(&r, t);
  }
  vec_free(&r.mentioned);
  return r.out.s;
}
