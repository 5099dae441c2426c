/* See xlog.h. Listens to the machine's events while a transition is logged. */
#include "engine/state/xlog.h"
#include "engine/base/check.h"

#include <stdlib.h>

#include "engine/base/hash.h"
#include "engine/classfile/insn.h"
#include "engine/vm/sched/event.h"
#include "engine/vm/code.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"

/* ---- places ---- */

static bool is_users(const struct method *m) {
  return !m->owner->is_jdk && !(m->vm_flags & (METHOD_HIDDEN | METHOD_SYNTHETIC));
}

bool xlog_place(struct vm *vm, const struct thread *t, struct xplace *user, struct xplace *inner) {
  uint32_t f;
  bool found = false;
  for (f = t->frame; f; f = vm_frame(vm, f)->prev) {
    const struct frame *fr = vm_frame(vm, f);
    const struct method *m = frame_method(vm, fr);
    struct xplace here;
    if (fr->flags & FRAME_ROOT) continue;
    here = (struct xplace){m->id, frame_bci(vm, fr)};
    if (!found) {
      if (inner) *inner = here;
      if (user) *user = here;
    }
    found = true;
    if (!user) return true;
    if (!is_users(m)) continue;
    *user = here;
    return true;
  }
  return found;
}

/* Returns the stack of an access, which is needed if the access turns out to be part of a race. */
static struct xstack *stack_of(struct vm *vm, const struct thread *t) {
  enum { FRAMES_MAX = 64 };
  struct xplace all[FRAMES_MAX];
  struct xstack *s;
  uint32_t f, n = 0;
  for (f = t->frame; f && n < FRAMES_MAX; f = vm_frame(vm, f)->prev) {
    const struct frame *fr = vm_frame(vm, f);
    const struct method *m = frame_method(vm, fr);
    if (!(fr->flags & FRAME_ROOT) && !(m->vm_flags & METHOD_HIDDEN))
      all[n++] = (struct xplace){m->id, frame_bci(vm, fr)};
  }
  s = mem_alloc(sizeof *s + n * sizeof *all);
  s->count = n;
  memcpy(s->places, all, n * sizeof *all);
  return s;
}

/* ---- types ---- */

const struct field *xlog_field(struct vm *vm, uint32_t klass, ref obj, uint32_t off) {
  const struct klass *k =
      klass >= KLASS_FIRST && klass < vm->klasses.len ? vm->klasses.data[klass] : NULL;
  /* the mirror's class never changes */
  const struct klass *mk = k && k == vm->wk.klass ? vm_mirror_klass(vm, obj) : NULL;
  uint32_t i;
  if (!k || k->is_array) return NULL;
  for (i = 0; mk && off >= vm->mirror.statics && i < mk->field_count; i++)
    if ((mk->fields[i].flags & ACC_STATIC) && mk->fields[i].offset == off) return &mk->fields[i];
  for (i = 0; i < k->all_field_count; i++)
    if (k->all_fields[i]->offset == off) return k->all_fields[i];
  return NULL;
}

char xlog_type(struct vm *vm, uint32_t klass, ref obj, uint32_t off) {
  const struct field *f = xlog_field(vm, klass, obj, off);
  if (f) return f->type;
  if (klass < KLASS_FIRST || klass >= vm->klasses.len || !vm->klasses.data[klass]->is_array)
    return 0;
  return vm->klasses.data[klass]->elem_type;
}

static uint64_t value_at(struct vm *vm, ref obj, uint32_t off, uint32_t size) {
  uint64_t v = 0;
  if (obj && size <= 8) memcpy(&v, vm->arena.mem + obj + off, size);
  return v;
}

/* Notes the class of the referenced object. A written object may be garbage by now and its memory
 * reused; then no class is noted. */
static void note_value_class(struct vm *vm, struct xevent *e) {
  uint32_t klass;
  if (e->size != 4 || e->value < IMMORTAL_BASE || e->value >= HEAP_LIMIT || e->value & 7 ||
      xlog_type(vm, e->klass, e->obj, e->off) != 'L')
    return;
  klass = vm_object(vm, (ref)e->value)->klass;
  if (klass >= KLASS_FIRST && klass < vm->klasses.len && vm->klasses.data[klass])
    e->value_klass = klass;
}

/* ---- events of the library ---- */

static const struct klass *klass_of(const struct vm *vm, uint32_t id) {
  return id >= KLASS_FIRST && id < vm->klasses.len ? vm->klasses.data[id] : NULL;
}

static bool is_thread(struct vm *vm, const struct xevent *e) {
  const struct klass *k = klass_of(vm, e->klass);
  return k && vm->wk.thread && klass_is_subclass(k, vm->wk.thread);
}

/* Returns whether the library took the monitor by calling a synchronized method. Such a method
 * takes its monitor at the call site and releases it in its own code. */
static bool by_library_call(struct vm *vm, const struct xevent *e) {
  const struct method *m = e->in_method ? vm->methods.data[e->in_method] : NULL;
  const struct klass *k = klass_of(vm, e->klass);
  bool has = m && m->info && m->info->code && e->in_bci < m->info->code_len;
  return has && k && k->is_jdk && m->info->code[e->in_bci] != OP_MONITORENTER;
}

bool xlog_internal(struct vm *vm, const struct xevent *e) {
  const struct klass *inner = e->in_method ? vm->methods.data[e->in_method]->owner : NULL, *k;
  bool inside = inner && inner->is_jdk;
  switch (e->op) {
    case OPK_CLASS_INIT: k = e->obj ? vm_mirror_klass(vm, e->obj) : NULL; return k && k->is_jdk;
    case OPK_LOCK: /* a Thread's monitor is taken by its synchronized start */
      if (is_thread(vm, e)) return !e->shared || inside || by_library_call(vm, e);
      return !e->shared && (inside || by_library_call(vm, e));
    case OPK_UNLOCK:
      if (is_thread(vm, e)) return !e->shared || (inside && inner == vm->wk.thread);
      return inside && !e->shared;
    default: return inside && e->size && (!e->shared || (e->frozen && !e->write));
  }
}

/* ---- accesses without events ---- */

/* Accesses to fields that need no scheduling points and therefore are not events. They are logged
 * so that a search for a final field of the program (a breakpoint) finds the transitions that
 * access it. Fields of library classes are omitted, because there are too many and they do not
 * concern the program. */

/* Returns whether a class of the program declares the field at the offset. */
static bool is_programs(struct vm *vm, ref obj, uint32_t off) {
  const struct klass *k = vm_klass(vm, obj);
  const struct field *f;
  if (k == vm->wk.klass) k = vm_mirror_klass(vm, obj);
  if (!k || k->is_jdk || k->is_array) return false;
  f = xlog_field(vm, vm_object(vm, obj)->klass, obj, off);
  return f && !f->owner->is_jdk;
}

void xlog_hear_hidden(void *self, struct vm *vm, const struct event *e) {
  struct explorer *x = self;
  struct xlog *l = x->log;
  uint32_t *at = &x->hidden_at[hash_mix((uint64_t)e->obj << 32 | e->off) % HIDDEN_SLOTS];
  const struct xhidden *before = *at < l->hidden.len ? &l->hidden.data[*at] : NULL;
  if (before && before->obj == e->obj && before->off == e->off) return;
  if (!is_programs(vm, e->obj, e->off)) return;
  *at = (uint32_t)l->hidden.len;
  *vec_push(&l->hidden) =
      (struct xhidden){.obj = e->obj, .off = e->off, .klass = vm_object(vm, e->obj)->klass};
}

/* ---- listening ---- */

static void tap(void *self, struct vm *vm, const struct event *e) {
  struct explorer *x = self;
  if (x->watch) xh_before(x->watch, vm, e);
}

/* Returns whether library code has already read this location in the transition, and notes the
 * read. */
static bool library_read_again(struct explorer *x, const struct event *e) {
  uint64_t where = (uint64_t)e->obj << 32 | e->off;
  uint64_t *slot = &x->library_reads[hash_mix(where) % LIBRARY_READS];
  if (*slot == where) return true;
  *slot = where;
  return false;
}

/* Returns whether the access is by library code and not logged: see leave_library. */
static bool leaves(struct explorer *x, const struct event *e) {
  struct vm *vm = x->vm;
  const struct thread *t = vm_thread(vm, e->thread);
  const struct frame *f = t->frame ? vm_frame(vm, t->frame) : NULL;
  if (!e->size || !f || f->flags & FRAME_ROOT || !frame_method(vm, f)->owner->is_jdk) return false;
  if (!(vm_object(vm, e->obj)->lock & OBJ_SHARED)) return true;
  return e->op == OPK_READ && library_read_again(x, e);
}

static void xlog_hear(void *self, struct vm *vm, const struct event *e) {
  struct explorer *x = self;
  struct xlog *l = x->log;
  struct xplace user = {0, 0}, inner = {0, 0};
  struct xevent *n;
  if (x->leave_library && leaves(x, e)) {
    if (x->watch) xh_free(xh_after(x->watch, vm, e));
    return;
  }
  if (x->memory_limit && (uint64_t)l->count * sizeof *l->events > x->memory_limit) {
    l->full = true;
    return;
  }
  if (l->count == l->cap) {
    l->cap = l->cap ? l->cap * 2 : 8;
    l->events = mem_realloc(l->events, l->cap * sizeof *l->events);
  }
  CHECK(l->count < l->cap, "the log has room for an event");
  INVARIANT(e->op < OPK_COUNT && e->thread < vm_machine(vm)->thread_count,
            "an event is a known operation of a thread: %u, T%u", e->op, e->thread);
  n = &l->events[l->count++];
  xlog_place(vm, vm_thread(vm, e->thread), &user, &inner);
  *n = (struct xevent){.op = e->op,
                       .mode = e->mode,
                       .size = e->size,
                       .write = e->write,
                       .thread = (uint16_t)e->thread,
                       .obj = e->obj,
                       .off = e->off,
                       .other = e->other,
                       .method = user.method,
                       .bci = user.bci,
                       .in_method = inner.method,
                       .in_bci = inner.bci};
  if (e->obj) {
    n->klass = vm_object(vm, e->obj)->klass;
    n->shared = vm_object(vm, e->obj)->lock & OBJ_SHARED;
    n->frozen = vm_object(vm, e->obj)->lock & OBJ_FROZEN;
  }
  if (e->op == OPK_CHOOSE) { /* mode: the type of the value */
    n->value = e->off | (uint64_t)e->other << 32;
    n->off = n->other = 0;
  }
  if (e->size) {
    n->behind = (uint8_t)vm->run.behind;
    n->value = vm->run.behind ? vm->run.stale : value_at(vm, e->obj, e->off, e->size);
    if (!e->write) note_value_class(vm, n);
    if (vm->race && vm_machine(vm)->thread_count > 1)
      n->stack = stack_of(vm, vm_thread(vm, e->thread));
  }
  if (x->watch) n->h = xh_after(x->watch, vm, e);
}

static void hear_print(void *self, int fd, const char *s, size_t n) {
  struct xlog *l = ((struct explorer *)self)->log;
  if (fd != 1 || !n) return;
  l->output = mem_realloc(l->output, l->output_len + n + 1);
  memcpy(l->output + l->output_len, s, n);
  l->output_len += n;
  l->output[l->output_len] = 0;
}

static void note_before(struct vm *vm, const struct thread *t, struct xevent *b) {
  struct xplace user = {0, 0}, inner = {0, 0};
  xlog_place(vm, t, &user, &inner);
  *b = (struct xevent){.op = (uint8_t)t->op,
                       .thread = (uint16_t)t->index,
                       .obj = t->op_obj,
                       .off = t->op_off,
                       .other = THREAD_MAX,
                       .method = user.method,
                       .bci = user.bci,
                       .in_method = inner.method,
                       .in_bci = inner.bci};
  if (!t->op_obj) return;
  b->klass = vm_object(vm, t->op_obj)->klass;
  b->shared = vm_object(vm, t->op_obj)->lock & OBJ_SHARED;
  if (thread_of(vm, t->op_obj)) b->other = thread_of(vm, t->op_obj)->index;
}

void xlog_begin(struct explorer *x, const struct thread *t) {
  struct vm *vm = x->vm;
  CHECK(!x->log && !vm->listen.hidden, "one transition at a time is logged: T%u", t->index);
  x->log = mem_alloc(sizeof *x->log);
  if (x->leave_library) memset(x->library_reads, 0, sizeof x->library_reads);
  x->watch = vm->race && !x->leave_h ? xh_watch_new() : NULL;
  note_before(vm, t, &x->log->before);
  vm->listen.tap = tap;
  vm->listen.tap_self = x;
  vm->listen.hidden = xlog_hear_hidden;
  vm->listen.hidden_self = x;
  vm->listen.print = hear_print;
  vm->listen.print_self = x;
  event_listen(vm, xlog_hear, x);
}

/* Returns the current value of a location. A write is reported before it happens, so afterwards
 * memory holds the written value unless there was another write. Returns 0 if the object was
 * collected meanwhile. */
static uint64_t value_now(struct vm *vm, const struct xevent *e) {
  bool gone = e->obj && e->klass >= KLASS_FIRST && vm_object(vm, e->obj)->klass != e->klass;
  return gone ? 0 : value_at(vm, e->obj, e->off, e->size);
}

static void fill_written(struct vm *vm, struct xlog *l) {
  struct next {     /* hash table by address: the next write after this one */
    uint32_t event; /* index of that event + 1 */
    uint64_t old;   /* the value before that write */
  } * next;
  uint32_t mask = 63, i;
  while (mask < l->count * 2) mask = mask * 2 + 1;
  next = mem_alloc(((size_t)mask + 1) * sizeof *next);
  for (i = l->count; i-- > 0;) {
    struct xevent *e = &l->events[i];
    uint32_t at = e->obj + e->off, k = (at * 0x9E3779B1u) >> 3 & mask;
    uint64_t old = e->value;
    if (!e->write) continue;
    while (next[k].event &&
           l->events[next[k].event - 1].obj + l->events[next[k].event - 1].off != at)
      k = (k + 1) & mask;
    e->value = next[k].event ? next[k].old : value_now(vm, e);
    next[k] = (struct next){i + 1, old};
    note_value_class(vm, e);
  }
  free(next);
}

static size_t bytes_of(const struct xlog *l) {
  size_t n = mem_cost(sizeof *l);
  const struct xh *h;
  uint32_t i;
  if (l->events) n += mem_cost(l->cap * sizeof *l->events);
  if (l->output) n += mem_cost(l->output_len + 1);
  if (l->hidden.cap) n += mem_cost(l->hidden.cap * sizeof *l->hidden.data);
  for (i = 0; i < l->count; i++) {
    const struct xstack *stack = l->events[i].stack;
    if (stack) n += mem_cost(sizeof *stack + stack->count * sizeof *stack->places);
    for (h = l->events[i].h; h; h = h->next) n += mem_cost(sizeof *h + h->count * sizeof *h->items);
  }
  return n;
}

/* Frees unused room, because a search in a session keeps a log for each transition. */
static void shrink(struct xlog *l) {
  if (l->count == l->cap) return;
  l->cap = l->count;
  if (l->count) {
    l->events = mem_realloc(l->events, l->count * sizeof *l->events);
    return;
  }
  free(l->events);
  l->events = NULL;
}

struct xlog *xlog_end(struct explorer *x) {
  struct vm *vm = x->vm;
  struct xlog *l = x->log;
  CHECK(l && vm->listen.tap_self == x, "a log that ends was begun");
  vm->listen.tap = NULL;
  vm->listen.hidden = NULL;
  vm->listen.print = NULL;
  event_unlisten(vm, x);
  x->log = NULL;
  xh_watch_free(x->watch);
  x->watch = NULL;
  fill_written(vm, l);
  shrink(l);
  l->bytes = bytes_of(l);
  /* exceeds the limit, which ends the path */
  if (l->full && l->bytes <= x->memory_limit) l->bytes = x->memory_limit + 1;
  return l;
}

void xlog_free(struct xlog *l) {
  uint32_t i;
  if (!l) return;
  for (i = 0; i < l->count; i++) {
    xh_free(l->events[i].h);
    free(l->events[i].stack);
  }
  free(l->events);
  vec_free(&l->hidden);
  free(l->output);
  free(l);
}
