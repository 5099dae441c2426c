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
#include "engine/vm/loader/throw.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/holder.h"
#include "engine/vm/sched/synchronizer.h"
#include "engine/vm/stackmap.h"

struct report {
  struct vm *vm;
  struct text out;
  struct deadlock_words words;
  VEC(ref) mentioned;      /* without a naming function: objects by their first mention */
  struct holders *holders; /* NULL: not made yet */
  bool advised;            /* the line of advice was begun */
};

#define CONDITION_CLASS "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject"

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
  struct sync_wait w;
  if (!o && sync_wait_of(vm, t, &w)) o = w.holder;
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
  return r->words.name ? r->words.name(r->words.self, obj) : numbered(r, obj);
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

/* Prints a name without the package of a class of the library, "Condition#1" for a ConditionObject.
 * Keeps "class a.b.Cell" as it is. */
static void report_simple_name(struct report *r, ref obj, const char *name) {
  static const char condition[] = "AbstractQueuedSynchronizer$ConditionObject";
  const char *dot = strrchr(name, '.'), *simple = dot ? dot + 1 : name;
  size_t n = sizeof condition - 1;
  if (!strncmp(name, "class ", 6) || !vm_klass(r->vm, obj)->is_jdk)
    text_puts(&r->out, name);
  else if (!strncmp(simple, condition, n))
    text_printf(&r->out, "Condition%s", simple + n);
  else
    text_puts(&r->out, simple);
}

/* Prints a name such as Object#1 "left". Returns the object that has the name: obj, or
 * the synchronizer around it. */
static ref report_object(struct report *r, const struct thread *t, ref obj) {
  ref outer = obj, called;
  char *place = NULL, *name;
  if (!r->holders) r->holders = holders_new(r->vm);
  if (!vm_mirror_klass(r->vm, obj)) {
    place = holders_place(r->holders, obj, &outer);
    called = place ? 0 : outer_of_call(r->vm, obj, t);
    if (called) outer = called;
  }
  name = name_of(r, outer);
  report_simple_name(r, outer, name);
  if (place) text_printf(&r->out, " \"%s\"", place);
  free(name);
  free(place);
  return outer;
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

static void report_other(struct report *r, const struct thread *t, const struct thread *o) {
  if (o == t)
    text_puts(&r->out, "itself");
  else
    report_thread_name(r, o);
}

/* Prints " (taken at Bank.java:9)" for a thread that holds the object. */
static void report_taken(struct report *r, ref obj, enum sync_kind kind, const struct thread *o) {
  enum { MOST = 16 };
  struct deadlock_taker takers[MOST];
  uint32_t i, n = r->words.takers ? r->words.takers(r->words.self, obj, kind, takers, MOST) : 0;
  for (i = 0; i < n; i++) {
    if (takers[i].thread == o->index) text_printf(&r->out, " (taken at %s)", takers[i].place);
    free(takers[i].place);
  }
}

static bool words_say_taken(enum sync_kind kind) {
  return kind == SYNC_LATCH || kind == SYNC_SEMAPHORE;
}

/* Prints the takers of a synchronizer that does not record them:
 * ", held for reading by T1 (taken at Pool.java:9), T2 (taken at Pool.java:9)". Returns their
 * number. */
static uint32_t report_takers(struct report *r, const struct thread *t, const struct sync_wait *w) {
  enum { MOST = 4 };
  struct deadlock_taker takers[MOST];
  const char *words = sync_takers_words(r->vm, w);
  ref obj = sync_takers_suffice(w->kind) ? w->object : w->blocker;
  uint32_t i, n = 0;
  bool latch = w->kind == SYNC_LATCH;
  if (words && r->words.takers) n = r->words.takers(r->words.self, obj, w->kind, takers, MOST);
  for (i = 0; i < n; i++) {
    const struct thread *o = vm_thread(r->vm, takers[i].thread);
    text_puts(&r->out, i ? ", " : words);
    if (n == 1 && !latch) /* several threads may wait for the same takers */
      report_other(r, t, o);
    else
      report_thread_name(r, o);
    text_printf(&r->out, words_say_taken(w->kind) ? " (at %s)" : " (taken at %s)", takers[i].place);
    if (o->state == THREAD_TERMINATED && !latch) text_puts(&r->out, ", which has ended");
    free(takers[i].place);
  }
  return n;
}

/* Prints ", which T2 notified at Call.java:9 when no thread waited". */
static void report_lost(struct report *r, ref obj, const char *what) {
  struct deadlock_taker by;
  if (!r->words.lost || !r->words.lost(r->words.self, obj, &by)) return;
  text_puts(&r->out, ", which ");
  report_thread_name(r, vm_thread(r->vm, by.thread));
  text_printf(&r->out, " %s at %s when no thread waited", what, by.place);
  free(by.place);
}

/* Prints ", held by T2", where o is the owner of what t waits for. */
static void report_owner(struct report *r, const struct thread *t, const struct thread *o) {
  ref obj = awaited(r->vm, t);
  text_puts(&r->out, t->state == THREAD_INITWAIT ? ", begun by "
                     : runs(r->vm, obj)          ? ", run by "
                                                 : ", held by ");
  report_other(r, t, o);
  if (o->state == THREAD_TERMINATED) text_puts(&r->out, ", which has ended");
  if (t->state != THREAD_INITWAIT) report_taken(r, obj, SYNC_UNKNOWN, o);
}

/* Prints who keeps the thread waiting: ", held for reading by T2 (taken at Cache.java:12)". */
static void report_hold(struct report *r, const struct thread *t, const struct sync_wait *w) {
  switch (w->hold) {
    case SYNC_HELD_NOT: return;
    case SYNC_HELD_READING: text_puts(&r->out, ", held for reading by "); break;
    case SYNC_HELD_QUEUE: text_puts(&r->out, ", in the queue behind "); break;
    case SYNC_HELD_WORKER: text_puts(&r->out, ", whose task is queued behind "); break;
  }
  report_other(r, t, w->holder);
  if (w->hold == SYNC_HELD_READING) report_taken(r, w->blocker, w->kind, w->holder);
  if (w->hold != SYNC_HELD_WORKER) return;
  if (w->workers == 1)
    text_puts(&r->out, ", the only worker of ");
  else
    text_printf(&r->out, ", one of the %u workers of ", w->workers);
  report_object(r, t, w->pool);
}

/* Is the object a part of a synchronizer that nothing refers to any more, such as the Sync of a
 * latch? */
static bool is_hidden_part(struct report *r, const struct thread *t, ref obj) {
  ref outer = obj;
  if (!strchr(vm_klass(r->vm, obj)->name->s, '$') || !vm_klass(r->vm, obj)->is_jdk) return false;
  if (!r->holders) r->holders = holders_new(r->vm);
  free(holders_place(r->holders, obj, &outer));
  return outer == obj && !outer_of_call(r->vm, obj, t) &&
         strcmp(vm_klass(r->vm, obj)->name->s, CONDITION_CLASS) != 0;
}

/* Prints what a parked thread waits for, such as
 * "the read lock of ReentrantReadWriteLock#1 "lock", held by T2". */
static void report_parked(struct report *r, const struct thread *t) {
  const struct thread *o = owner_of(r->vm, t);
  ref obj = awaited(r->vm, t), named;
  struct sync_wait w;
  bool known = sync_wait_of(r->vm, t, &w);
  text_puts(&r->out, sync_words(w.kind));
  named = w.object ? w.object : obj;
  if (known && is_hidden_part(r, t, named))
    text_printf(&r->out, "a %s", sync_class(w.kind));
  else
    named = report_object(r, t, named);
  if (!w.object) w.object = named;
  if (known && !sync_takers_suffice(w.kind)) sync_describe(r->vm, &w, &r->out);
  if (known && !report_takers(r, t, &w) && sync_takers_suffice(w.kind))
    sync_describe(r->vm, &w, &r->out);
  if (w.kind == SYNC_CONDITION) report_lost(r, w.blocker, "signalled");
  if (o)
    report_owner(r, t, o);
  else if (known)
    report_hold(r, t, &w);
}

static void report_awaited(struct report *r, const struct thread *t) {
  ref obj = awaited(r->vm, t);
  const struct thread *o = owner_of(r->vm, t), *target = joins(t) ? thread_of(r->vm, obj) : NULL;
  if (target) {
    text_puts(&r->out, "thread ");
    report_thread_name(r, target);
    return;
  }
  if (t->state == THREAD_PARKED) {
    text_puts(&r->out, obj ? " for " : ", no thread is known to unpark it");
    if (obj) report_parked(r, t);
    return;
  }
  if (obj) report_object(r, t, obj);
  if (o) report_owner(r, t, o);
}

static bool is_library_frame(const struct stack_place *p) { return p->method->owner->is_jdk; }

/* Prints the stack from the program's point of view: its own frames, each with the library's frame
 * that it called. A stack without frames of the program is printed whole. */
static void report_stack(struct report *r, struct thread *t) {
  stack_place_vec places = {0};
  uint32_t left_out = vm_stack_places(r->vm, t, &places);
  size_t i, own = 0;
  for (i = 0; i < places.len; i++) own += !is_library_frame(&places.data[i]);
  for (i = 0; i < places.len; i++) {
    const struct stack_place *p = &places.data[i];
    bool called = i + 1 < places.len && !is_library_frame(p + 1);
    if (own && !r->vm->opt.library_frames && is_library_frame(p) && !called) continue;
    text_puts(&r->out, "    ");
    vm_frame_text(&r->out, p->method, p->bci);
  }
  if (left_out) text_printf(&r->out, "    ... %u more of the test's runner\n", left_out);
  vec_free(&places);
}

static void report_thread(struct report *r, struct thread *t) {
  text_puts(&r->out, "thread ");
  report_thread_name(r, t);
  text_printf(&r->out, ": %s", state_word(t));
  if (waits(t)) report_awaited(r, t);
  text_puts(&r->out, "\n");
  report_stack(r, t);
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
  if (!t || deadlock_needs(r->vm, t) == t) return;
  text_puts(&r->out, "circle: ");
  do {
    report_thread_name(r, o);
    text_puts(&r->out, " -> ");
    o = deadlock_needs(r->vm, o);
  } while (o != t);
  report_thread_name(r, t);
  text_puts(&r->out, "\n");
}

/* Returns the place of the program where the thread waits, "Bank.java:12", or NULL. */
static char *waiting_place(struct vm *vm, const struct thread *t) {
  return vm_location_text(vm, vm_thread(vm, t->index));
}

/* Prints " for ReentrantLock#1 "lock", held by T2". */
static void report_what(struct report *r, const struct thread *t) {
  ref obj = awaited(r->vm, t);
  const struct thread *o = deadlock_needs(r->vm, t);
  if (joins(t)) {
    text_puts(&r->out, " for the end of ");
    report_other(r, t, o);
  } else if (t->state == THREAD_PARKED) {
    text_puts(&r->out, obj ? " for " : ", parked, and no thread is known to unpark it");
    if (obj) report_parked(r, t);
  } else if (t->state == THREAD_WAITING) {
    text_puts(&r->out, " to be notified at ");
    report_object(r, t, obj);
    report_lost(r, obj, "notified");
  } else {
    text_puts(&r->out,
              t->state == THREAD_INITWAIT ? " for the initialisation of " : " for the monitor of ");
    report_object(r, t, obj);
    if (o) report_owner(r, t, o);
  }
}

/* Prints "T1 waits at Bank.java:12 for ReentrantLock#1 "lock", held by T2". */
static void report_need(struct report *r, const struct thread *t) {
  char *place = waiting_place(r->vm, t);
  report_thread_name(r, t);
  text_printf(&r->out, " waits%s%s", place ? " at " : "", place ? place : "");
  free(place);
  report_what(r, t);
}

static void report_circle_of_needs(struct report *r, const struct thread *t) {
  const struct thread *o = t;
  do {
    report_need(r, o);
    o = deadlock_needs(r->vm, o);
    if (o != t) text_puts(&r->out, "; ");
  } while (o != t);
}

/* Does the thread wait for something that no live thread is known to have to do? */
static bool is_stranded(struct vm *vm, const struct thread *t) {
  if (t->state == THREAD_NONE || t->state == THREAD_TERMINATED || !waits(t)) return false;
  return !deadlock_needs(vm, t) && !sync_idles(vm, t);
}

/* Threads that wait for the same thing: " for CyclicBarrier#1 "step", where 3 of 4 ...". */
struct group {
  char *what;
  VEC(const struct thread *) threads;
};
typedef VEC(struct group) group_vec;

static char *what_of(struct report *r, const struct thread *t) {
  struct text all = r->out;
  char *what;
  r->out = (struct text){0};
  report_what(r, t);
  what = r->out.s;
  r->out = all;
  return what;
}

/* Takes ownership of `what`. */
static void group_add(group_vec *groups, char *what, const struct thread *t) {
  struct group *g = NULL;
  for (size_t i = 0; i < groups->len && !g; i++)
    if (!strcmp(groups->data[i].what, what)) g = &groups->data[i];
  if (g) {
    free(what);
  } else {
    g = vec_push(groups);
    *g = (struct group){.what = what};
  }
  *vec_push(&g->threads) = t;
}

/* Returns the place where all threads of the group wait, or NULL. */
static char *common_place(struct report *r, const struct group *g) {
  char *place = waiting_place(r->vm, g->threads.data[0]);
  for (size_t i = 1; place && i < g->threads.len; i++) {
    char *other = waiting_place(r->vm, g->threads.data[i]);
    if (!other || strcmp(other, place) != 0) {
      free(place);
      place = NULL;
    }
    free(other);
  }
  return place;
}

/* Prints "T1 producer, T2 producer wait at Box.java:13 for ..." or, if they wait at several places,
 * "T1 producer (Box.java:13), T3 consumer (Box.java:24) wait for ...". */
static void report_group(struct report *r, const struct group *g) {
  char *common = common_place(r, g);
  for (size_t i = 0; i < g->threads.len; i++) {
    char *place = common ? NULL : waiting_place(r->vm, g->threads.data[i]);
    if (i) text_puts(&r->out, ", ");
    report_thread_name(r, g->threads.data[i]);
    if (place) text_printf(&r->out, " (%s)", place);
    free(place);
  }
  text_printf(&r->out, common ? " wait at %s%s" : " wait%s%s", common ? common : "", g->what);
  free(common);
}

/* Without a circle: prints the threads that wait for no thread in particular. Returns their
 * number. */
static uint32_t report_stranded(struct report *r) {
  enum { SHOWN = 3 };
  group_vec groups = {0};
  uint32_t i, n = 0;
  for (i = 0; i < vm_machine(r->vm)->thread_count; i++) {
    const struct thread *t = vm_thread(r->vm, i);
    if (!is_stranded(r->vm, t)) continue;
    group_add(&groups, what_of(r, t), t);
    n++;
  }
  for (i = 0; i < groups.len; i++) {
    struct group *g = &groups.data[i];
    if (i && i < SHOWN) text_puts(&r->out, "; ");
    if (i < SHOWN && g->threads.len == 1)
      report_need(r, g->threads.data[0]);
    else if (i < SHOWN)
      report_group(r, g);
    vec_free(&g->threads);
    free(g->what);
  }
  if (groups.len > SHOWN) text_printf(&r->out, "; %zu more wait", groups.len - SHOWN);
  vec_free(&groups);
  return n;
}

static struct report report_new(struct vm *vm, const struct deadlock_words *words) {
  struct report r = {.vm = vm};
  if (words) r.words = *words;
  return r;
}

char *deadlock_parked_for(struct vm *vm, const struct thread *t,
                          const struct deadlock_words *words) {
  struct report r = report_new(vm, words);
  if (awaited(vm, t))
    report_parked(&r, t);
  else
    text_puts(&r.out, "unpark");
  vec_free(&r.mentioned);
  holders_free(r.holders);
  return r.out.s;
}

char *deadlock_headline(struct vm *vm, const struct deadlock_words *words) {
  struct report r = report_new(vm, words);
  const struct thread *t = first_in_circle(vm);
  text_puts(&r.out, "deadlock: ");
  if (t)
    report_circle_of_needs(&r, t);
  else if (!report_stranded(&r))
    text_release(&r.out);
  vec_free(&r.mentioned);
  holders_free(r.holders);
  return r.out.s;
}

/* `all` as for deadlock_text */
static bool is_described(struct vm *vm, const struct thread *t, bool all) {
  if (t->state == THREAD_NONE || t->state == THREAD_TERMINATED) return false;
  return all || deadlock_in_cycle(vm, t);
}

/* Without a circle, threads that only wait for another thread to continue are not at fault. */
static bool is_at_fault(struct vm *vm, const struct thread *t, bool circle) {
  const struct thread *owner = owner_of(vm, t);
  if (circle) return deadlock_in_circle(vm, t);
  return !joins(t) && (!owner || owner->state == THREAD_TERMINATED) && !sync_idles(vm, t);
}

/* ---- advice ---- */

/* Returns the advice that fits what the thread waits for, or NULL. */
static const char *advice_for(struct vm *vm, const struct thread *t) {
  const struct thread *owner = owner_of(vm, t);
  struct sync_wait w;
  if (joins(t) && thread_of(vm, awaited(vm, t)) == t) return "let another thread join this one";
  if (t->state == THREAD_INITWAIT)
    return "let no initialiser need the other class, or initialise both classes in one thread "
           "first";
  if (owner && owner->state == THREAD_TERMINATED)
    return "unlock on every path, as in a finally block";
  if (t->state == THREAD_BLOCKED || locks(t) || (owner && !runs(vm, awaited(vm, t))))
    return "take the locks in the same order in every thread";
  if (!sync_wait_of(vm, t, &w)) return NULL;
  return sync_advice(t, &w);
}

void deadlock_advice(struct vm *vm, bool all, void (*add)(void *self, const char *advice),
                     void *self) {
  enum { MOST = 8 };
  const char *given[MOST];
  bool circle = first_in_circle(vm);
  uint32_t i, k, n = 0;
  for (i = 0; i < vm_machine(vm)->thread_count && n < MOST; i++) {
    const struct thread *t = vm_thread(vm, i);
    const char *advice = NULL;
    if (is_described(vm, t, all) && is_at_fault(vm, t, circle)) advice = advice_for(vm, t);
    for (k = 0; advice && k < n && strcmp(given[k], advice) != 0; k++) continue;
    if (!advice || k < n) continue;
    given[n++] = advice;
    add(self, advice);
  }
}

static void report_advice(void *self, const char *advice) {
  struct report *r = self;
  text_printf(&r->out, "%s%s", r->advised ? "; " : "what would help: ", advice);
  r->advised = true;
}

/* Does a thread at fault wait to be notified or signalled? */
static bool any_awaits_signal(struct vm *vm, bool all) {
  bool circle = first_in_circle(vm);
  struct sync_wait w;
  uint32_t i;
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *t = vm_thread(vm, i);
    if (!is_described(vm, t, all) || !is_at_fault(vm, t, circle)) continue;
    if (t->state == THREAD_WAITING) return true;
    if (sync_wait_of(vm, t, &w) && w.kind == SYNC_CONDITION) return true;
  }
  return false;
}

/* ---- the whole text ---- */

char *deadlock_text(struct vm *vm, bool all, const struct deadlock_words *words) {
  struct report r = report_new(vm, words);
  uint32_t i;
  text_puts(&r.out, "");
  report_circle(&r);
  deadlock_advice(vm, all, report_advice, &r);
  if (!r.advised && any_awaits_signal(vm, all))
    report_advice(&r, "check the condition in a loop before waiting, and wake all that wait");
  if (r.advised) text_puts(&r.out, "\n");
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    struct thread *t = vm_thread(vm, i);
    if (is_described(vm, t, all)) report_thread(&r, t);
  }
  vec_free(&r.mentioned);
  holders_free(r.holders);
  return r.out.s;
}

uint32_t deadlock_first_at_fault(struct vm *vm, bool all) {
  bool circle = first_in_circle(vm);
  uint32_t i, first = THREAD_MAX;
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *t = vm_thread(vm, i);
    if (!is_described(vm, t, all)) continue;
    if (is_at_fault(vm, t, circle)) return i;
    if (first == THREAD_MAX) first = i;
  }
  return first == THREAD_MAX ? 0 : first;
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
