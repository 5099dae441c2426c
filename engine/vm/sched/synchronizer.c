/* See synchronizer.h. */
#include "engine/vm/sched/synchronizer.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/vm/code.h"
#include "engine/vm/heap.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/stackmap.h"

/* ---- fields that another JDK may lack ---- */

static const struct field *instance_field(struct vm *vm, ref obj, const char *name,
                                          const char *desc) {
  const struct klass *k =
      obj && vm_object(vm, obj)->klass >= KLASS_FIRST ? vm_klass(vm, obj) : NULL;
  const struct field *f = k && !k->is_array ? klass_field(vm_klass(vm, obj), name, desc) : NULL;
  return f && !(f->flags & ACC_STATIC) ? f : NULL;
}

static bool int_in(struct vm *vm, ref obj, const char *name, int32_t *out) {
  const struct field *f = instance_field(vm, obj, name, "I");
  if (f) *out = (int32_t)*MEM32(vm, obj + f->offset);
  return f;
}

static bool long_in(struct vm *vm, ref obj, const char *name, uint64_t *out) {
  const struct field *f = instance_field(vm, obj, name, "J");
  if (f) *out = *MEM64(vm, obj + f->offset);
  return f;
}

static ref object_in(struct vm *vm, ref obj, const char *name) {
  const struct field *f = instance_field(vm, obj, name, NULL);
  return f && (f->type == 'L' || f->type == '[') ? *MEM32(vm, obj + f->offset) : 0;
}

/* ---- states of synchronizers ---- */

static void latch_state(struct vm *vm, const struct sync_wait *w, struct text *out) {
  int32_t n;
  if (int_in(vm, w->blocker, "state", &n)) text_printf(out, ", whose count is %d", n);
}

static void barrier_state(struct vm *vm, const struct sync_wait *w, struct text *out) {
  int32_t parties, missing;
  if (int_in(vm, w->object, "parties", &parties) && int_in(vm, w->object, "count", &missing))
    text_printf(out, ", where %d of %d parties have arrived", parties - missing, parties);
}

/* The layout of Phaser.state. */
static void phaser_state(struct vm *vm, const struct sync_wait *w, struct text *out) {
  uint64_t s;
  uint32_t unarrived, parties;
  if (!long_in(vm, w->object, "state", &s)) return;
  unarrived = (uint32_t)(s & 0xffff);
  parties = (uint32_t)(s >> 16 & 0xffff);
  text_printf(out, ", where %u of %u registered parties %s not arrived", unarrived, parties,
              unarrived == 1 ? "has" : "have");
}

static void semaphore_state(struct vm *vm, const struct sync_wait *w, struct text *out) {
  int32_t n;
  if (!int_in(vm, w->blocker, "state", &n)) return;
  if (n)
    text_printf(out, ", which has only %d", n);
  else
    text_puts(out, ", which has none left");
}

static uint64_t stamped_bits(struct vm *vm, const struct sync_wait *w) {
  uint64_t s;
  if (!long_in(vm, w->object ? w->object : w->blocker, "state", &s)) return 0;
  return s & (STAMP_READERS | STAMP_WRITER);
}

static void stamped_state(struct vm *vm, const struct sync_wait *w, struct text *out) {
  uint64_t s = stamped_bits(vm, w);
  if (s & STAMP_WRITER)
    text_puts(out, ", held for writing");
  else if (s)
    text_printf(out, ", held by %u reader%s", (unsigned)s, PLURAL(s));
}

static void full_or_empty(struct text *out, int32_t count, int32_t capacity) {
  if (!count)
    text_puts(out, ", which is empty");
  else if (count == capacity)
    text_printf(out, ", which is full (%d of %d)", count, capacity);
}

static void array_queue_state(struct vm *vm, const struct sync_wait *w, struct text *out) {
  int32_t count;
  ref items = object_in(vm, w->object, "items");
  if (items && int_in(vm, w->object, "count", &count))
    full_or_empty(out, count, (int32_t)array_length(vm, items));
}

static void linked_queue_state(struct vm *vm, const struct sync_wait *w, struct text *out) {
  int32_t count, capacity;
  if (int_in(vm, object_in(vm, w->object, "count"), "value", &count) &&
      int_in(vm, w->object, "capacity", &capacity))
    full_or_empty(out, count, capacity);
}

static void deque_state(struct vm *vm, const struct sync_wait *w, struct text *out) {
  int32_t count, capacity;
  if (int_in(vm, w->object, "count", &count) && int_in(vm, w->object, "capacity", &capacity))
    full_or_empty(out, count, capacity);
}

/* ---- the table ---- */

static const struct synchronizer {
  const char *class_name, *call, *words, *advice;
  void (*describe)(struct vm *vm, const struct sync_wait *w, struct text *out);
} table[] = {
    {0},
#define SYNCHRONIZER(id, class_name, call, words, describe, advice) \
  {class_name, call, words, advice, describe},
#include "engine/vm/sched/synchronizers.def"
#undef SYNCHRONIZER
};

const char *sync_words(enum sync_kind kind) { return kind ? table[kind].words : ""; }

const char *sync_advice(const struct thread *t, const struct sync_wait *w) {
  if (w->hold == SYNC_HELD_WORKER)
    return "do not wait in a task for a task of the same pool: compose them, or use another pool";
  if (w->kind == SYNC_WRITE_LOCK && w->hold == SYNC_HELD_READING && w->holder == t)
    return "release the read lock before taking the write lock, and then check again";
  return table[w->kind].advice;
}

const char *sync_class(enum sync_kind kind) {
  return kind ? strrchr(table[kind].class_name, '/') + 1 : "";
}

const char *sync_takers_words(struct vm *vm, const struct sync_wait *w) {
  switch (w->kind) {
    case SYNC_LATCH: return ", counted down by ";
    case SYNC_SEMAPHORE: return ", taken by ";
    case SYNC_STAMP_READ:
    case SYNC_STAMP_WRITE:
      return stamped_bits(vm, w) & STAMP_WRITER ? ", held for writing by "
                                                : ", held for reading by ";
    default: return NULL;
  }
}

bool sync_takers_suffice(enum sync_kind kind) {
  return kind == SYNC_STAMP_READ || kind == SYNC_STAMP_WRITE;
}

static enum sync_kind sync_kind_of(const struct method *m) {
  for (size_t i = 1; i < COUNT(table); i++)
    if (!strcmp(m->owner->name->s, table[i].class_name) &&
        !strncmp(m->name->s, table[i].call, strlen(table[i].call)))
      return (enum sync_kind)i;
  return SYNC_UNKNOWN;
}

/* ---- the call ---- */

/* Finds the outermost call of a known class among the library's frames at the top of the stack, and
 * its receiver if one of the frames still refers to it. */
static void find_call(struct vm *vm, const struct thread *t, struct sync_wait *out) {
  for (uint32_t at = t->frame; at; at = vm_frame(vm, at)->prev) {
    const struct frame *f = vm_frame(vm, at);
    const struct method *m = frame_method(vm, f);
    enum sync_kind kind;
    ref receiver;
    if (f->flags & FRAME_ROOT || !m) continue;
    if (!m->owner->is_jdk) return;
    kind = sync_kind_of(m);
    if (kind && kind != out->kind) out->kind = kind, out->object = 0;
    if (!kind || m->flags & ACC_STATIC || out->object) continue;
    receiver = stackmap_this(vm, f);
    if (receiver && klass_is_subclass(vm_klass(vm, receiver), m->owner)) out->object = receiver;
  }
}

/* ---- read-write locks ---- */

/* Returns how often the thread holds the read lock, from its ThreadLocal readHolds; the lock itself
 * keeps only the first reader. */
static int32_t held_reads(struct vm *vm, ref sync, const struct thread *t) {
  ref holds = object_in(vm, sync, "readHolds"), map = object_in(vm, t->object, "threadLocals"),
      entries = object_in(vm, map, "table");
  int32_t n = 0;
  for (uint32_t i = 0; entries && holds && i < array_length(vm, entries); i++) {
    ref entry = array_ref(vm, entries, i);
    if (entry && object_in(vm, entry, "referent") == holds &&
        int_in(vm, object_in(vm, entry, "value"), "count", &n))
      return n;
  }
  return 0;
}

static bool holds_for_reading(struct vm *vm, ref sync, const struct thread *t) {
  int32_t first = 0;
  if (object_in(vm, sync, "firstReader") == t->object &&
      int_in(vm, sync, "firstReaderHoldCount", &first) && first > 0)
    return true;
  return held_reads(vm, sync, t) > 0;
}

/* Returns a thread that holds the read lock, t itself if it does. */
static const struct thread *reader_of(struct vm *vm, ref sync, const struct thread *t) {
  if (holds_for_reading(vm, sync, t)) return t;
  for (uint32_t i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *o = vm_thread(vm, i);
    if (o->state != THREAD_NONE && o->state != THREAD_TERMINATED && holds_for_reading(vm, sync, o))
      return o;
  }
  return NULL;
}

/* Returns the first thread in the queue of an AbstractQueuedSynchronizer, or NULL. */
static const struct thread *first_queued(struct vm *vm, ref sync) {
  ref waiter = object_in(vm, object_in(vm, object_in(vm, sync, "head"), "next"), "waiter");
  return waiter ? thread_of(vm, waiter) : NULL;
}

static void find_reader(struct vm *vm, const struct thread *t, struct sync_wait *w) {
  const struct thread *first;
  w->holder = reader_of(vm, w->blocker, t);
  w->hold = SYNC_HELD_READING;
  if (w->kind == SYNC_WRITE_LOCK && w->holder) return;
  first = first_queued(vm, w->blocker);
  w->holder = first && first != t ? first : NULL;
  w->hold = w->holder ? SYNC_HELD_QUEUE : SYNC_HELD_NOT;
}

/* ---- tasks of pools ---- */

/* Larger pools and queues are not searched. */
enum { LOOKED_MAX = 1000, POOLS_MAX = 256 };

struct look { /* looks for an object in a pool's queues */
  struct vm *vm;
  ref wanted;
  VEC(ref) todo;
  VEC(ref) seen;
  bool found;
};

/* Only the pool's own objects are followed: queues, their nodes and arrays, tasks. */
static bool is_followed(struct vm *vm, ref r) {
  const struct klass *k = vm_klass(vm, r);
  if (k->is_array) return true;
  return k->is_jdk && !strncmp(k->name->s, "java/util/concurrent/", 21) &&
         strcmp(k->name->s, "java/util/concurrent/ThreadPoolExecutor$Worker") != 0;
}

static void look_at_slot(void *self, uint32_t slot) {
  struct look *l = self;
  ref r = *MEM32(l->vm, slot);
  if (!r || l->found || l->seen.len >= LOOKED_MAX) return;
  l->found = r == l->wanted;
  if (!is_followed(l->vm, r)) return;
  for (size_t i = 0; i < l->seen.len; i++)
    if (l->seen.data[i] == r) return;
  *vec_push(&l->seen) = r;
  *vec_push(&l->todo) = r;
}

static bool is_queued_in(struct vm *vm, ref pool, ref task) {
  static const char *const queues[] = {"workQueue", "queues"};
  struct look l = {.vm = vm, .wanted = task};
  for (size_t i = 0; i < COUNT(queues); i++) {
    ref q = object_in(vm, pool, queues[i]);
    if (q) *vec_push(&l.todo) = q;
  }
  while (l.todo.len && !l.found) heap_each_ref(vm, l.todo.data[--l.todo.len], look_at_slot, &l);
  vec_free(&l.todo);
  vec_free(&l.seen);
  return l.found;
}

/* Returns the pool whose worker the thread is, or 0. */
static ref pool_of(struct vm *vm, const struct thread *t) {
  for (uint32_t at = t->frame; at; at = vm_frame(vm, at)->prev) {
    const struct frame *f = vm_frame(vm, at);
    const struct method *m = frame_method(vm, f);
    if (f->flags & FRAME_ROOT || !m || strcmp(m->name->s, "runWorker")) continue;
    if (strncmp(m->owner->name->s, "java/util/concurrent/", 21)) continue;
    return m->flags & ACC_STATIC ? 0 : stackmap_this(vm, f);
  }
  return 0;
}

/* Finds the pool whose queue contains the task. The holder is t itself if it is a worker, because
 * then it waits for a task behind it. */
static void find_pool(struct vm *vm, const struct thread *t, struct sync_wait *w) {
  ref task = w->object ? w->object : w->blocker, pools[POOLS_MAX];
  uint32_t i, n = vm_machine(vm)->thread_count;
  if (n > POOLS_MAX) return;
  for (i = 0; i < n; i++) {
    const struct thread *o = vm_thread(vm, i);
    bool alive = o->state != THREAD_NONE && o->state != THREAD_TERMINATED;
    pools[i] = alive ? pool_of(vm, o) : 0;
    if (!w->pool && pools[i] && is_queued_in(vm, pools[i], task)) w->pool = pools[i];
  }
  if (!w->pool) return;
  w->hold = SYNC_HELD_WORKER;
  for (i = 0; i < n; i++) {
    if (pools[i] != w->pool) continue;
    w->workers++;
    if (!w->holder || i == t->index) w->holder = vm_thread(vm, i);
  }
}

bool sync_idles(struct vm *vm, const struct thread *t) {
  for (uint32_t at = t->frame; at; at = vm_frame(vm, at)->prev) {
    const struct frame *f = vm_frame(vm, at);
    const struct method *m = frame_method(vm, f);
    if (f->flags & FRAME_ROOT || !m) continue;
    if (!m->owner->is_jdk) return false;
    if (!strncmp(m->owner->name->s, "java/util/concurrent/", 21) &&
        (!strcmp(m->name->s, "getTask") || !strcmp(m->name->s, "awaitWork")))
      return true;
  }
  return false;
}

/* ---- all of it ---- */

static ref blocker_of(struct vm *vm, const struct thread *t) {
  return t->state == THREAD_PARKED ? object_in(vm, t->object, "parkBlocker") : 0;
}

bool sync_wait_of(struct vm *vm, const struct thread *t, struct sync_wait *out) {
  *out = (struct sync_wait){.blocker = blocker_of(vm, t)};
  if (!out->blocker) return false;
  find_call(vm, t, out);
  if (!out->kind) return false;
  if (out->kind == SYNC_READ_LOCK || out->kind == SYNC_WRITE_LOCK) {
    out->object = 0; /* the receiver is only a view of the lock */
    find_reader(vm, t, out);
  }
  if (out->kind == SYNC_FUTURE || out->kind == SYNC_STAGE || out->kind == SYNC_FORK)
    find_pool(vm, t, out);
  INVARIANT(!out->holder == (out->hold == SYNC_HELD_NOT), "a holder holds in some way: T%u",
            t->index);
  return true;
}

void sync_describe(struct vm *vm, const struct sync_wait *w, struct text *out) {
  if (table[w->kind].describe) table[w->kind].describe(vm, w, out);
}
