/* See canon.h. Soundness rules 1, 2, 15 and 22 say what belongs to a state. */
#include "engine/state/canon.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/state/canon_int.h"
#include "engine/vm/code.h"
#include "engine/vm/interp.h"
#include "engine/vm/native.h"
#include "engine/vm/stackmap.h"

#define NUMBER_BYTES (((uint64_t)(HEAP_LIMIT - IMMORTAL_BASE) >> 4) * sizeof(uint64_t))

struct canon *canon_new(struct vm *vm) {
  struct canon *c = mem_alloc(sizeof *c);
  c->vm = vm;
  c->number = mmap(NULL, NUMBER_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (c->number == MAP_FAILED) {
    free(c);
    return NULL;
  }
  return c;
}

void canon_free(struct canon *c) {
  if (!c) return;
  munmap(c->number, NUMBER_BYTES);
  vec_free(&c->objects);
  vec_free(&c->rows);
  vec_free(&c->steps);
  vec_free(&c->leaves);
  canon_keys_free(c);
  text_release(&c->out);
  free(c);
}

/* ---- output ---- */

static void room(struct canon *c, size_t n) {
  if (c->out.len + n <= c->out.cap) return;
  c->out.cap = (c->out.len + n) * 2 + 4096;
  c->out.s = mem_realloc(c->out.s, c->out.cap);
}

void canon_put(struct canon *c, const void *p, size_t n) {
  room(c, n);
  memcpy(c->out.s + c->out.len, p, n);
  c->out.len += n;
}

void canon_put32(struct canon *c, uint32_t v) {
  room(c, sizeof v);
  memcpy(c->out.s + c->out.len, &v, sizeof v);
  c->out.len += sizeof v;
}

void canon_put64(struct canon *c, uint64_t v) {
  room(c, sizeof v);
  memcpy(c->out.s + c->out.len, &v, sizeof v);
  c->out.len += sizeof v;
}

/* The number of an object, given at its first mention. */
uint32_t canon_mention(struct canon *c, ref r) {
  uint64_t *slot;
  if (!r) return 0;
  slot = &c->number[(r - IMMORTAL_BASE) >> 4];
  if (*slot >> 32 != c->epoch) {
    *vec_push(&c->objects) = r;
    *slot = (uint64_t)c->epoch << 32 | c->objects.len;
  }
  return (uint32_t)*slot;
}

uint32_t canon_number(const struct canon *c, ref r) {
  uint64_t slot;
  if (r < IMMORTAL_BASE || r >= HEAP_LIMIT) return 0;
  slot = c->number[(r - IMMORTAL_BASE) >> 4];
  return slot >> 32 == c->epoch ? (uint32_t)slot : 0;
}

uint32_t canon_count(const struct canon *c) { return (uint32_t)c->objects.len; }
ref canon_object(const struct canon *c, uint32_t number) { return c->objects.data[number - 1]; }

/* ---- threads ---- */

/* Canonical order: main, then each thread's children by ordinal, depth first (soundness rule 6). */
static void order_from(struct canon *c, uint32_t t) {
  uint32_t i, o, n = vm_machine(c->vm)->thread_count, children = vm_thread(c->vm, t)->children;
  c->thread_number[t] = (uint8_t)c->thread_len;
  c->thread_order[c->thread_len++] = (uint8_t)t;
  for (o = 0; o < children; o++)
    for (i = 0; i < n; i++)
      if (vm_thread(c->vm, i)->parent == t + 1 && vm_thread(c->vm, i)->ordinal == o) {
        order_from(c, i);
        break;
      }
}

/* The flags that can still matter: once a waiter only lacks its monitor, how the wait ended does not, but for an interrupt. */
static uint32_t live_flags(const struct thread *t) {
  bool reacquires = t->state == THREAD_BLOCKED && (t->flags & TF_RESUMED);
  return reacquires ? t->flags & ~(uint32_t)(TF_NOTIFIED | TF_ELAPSED | TF_TIMED) : t->flags;
}

static bool timed(const struct thread *t) { return t->state != THREAD_TERMINATED && (live_flags(t) & TF_TIMED); }

/* A live timed wait: the place of its deadline among all of them; its number only counts when somebody reads the clock. */
static uint64_t deadline_of(struct vm *vm, const struct thread *t) {
  uint32_t i, rank = 1;
  if (!timed(t)) return 0;
  if (vm_machine(vm)->clock_seen) return t->deadline;
  for (i = 0; i < vm_machine(vm)->thread_count; i++) {
    const struct thread *o = vm_thread(vm, i);
    if (timed(o) && o->deadline < t->deadline) rank++;
  }
  return rank;
}

/* What it waits for; what it waited for before it could run says nothing. */
static ref awaited(const struct thread *t) {
  switch (t->state) {
    case THREAD_BLOCKED: case THREAD_WAITING: case THREAD_INITWAIT: case THREAD_JOINING: return t->wait_obj;
    default: return 0;
  }
}

static bool in_wait(const struct thread *t) {
  return t->state == THREAD_WAITING || (t->state == THREAD_BLOCKED && (t->flags & TF_RESUMED));
}

static void put_slot(struct canon *c, uint8_t kind, uint32_t v) {
  if (kind == SLOT_REF)
    canon_put32(c, canon_mention(c, v));
  else if (kind == SLOT_VALUE)
    canon_put32(c, v);
}

static void put_frame(struct canon *c, const struct frame *f) {
  struct vm *vm = c->vm;
  uint32_t at = (uint32_t)((const uint8_t *)f - vm->arena.mem), depth, i;
  struct method *m = frame_method(vm, f);
  const struct slot_map *map;
  canon_put64(c, m ? m->key : 0);
  canon_put32(c, f->pc);
  canon_put32(c, f->flags);
  canon_put32(c, canon_mention(c, f->sync));
  if (f->flags & FRAME_ROOT) {
    canon_put32(c, f->aux);
    return;
  }
  if (f->flags & FRAME_CTOR) canon_put32(c, canon_mention(c, f->aux));
  map = stackmap_at(vm, m, frame_bci(vm, f));
  if (!map) return;
  for (i = 0; i < map->locals; i++) put_slot(c, map->kind[i], *MEM32(vm, f->locals + i * 4));
  depth = (f->sp - at - FRAME_SIZE) / 4;
  if (depth > map->stack) depth = map->stack;
  canon_put32(c, depth);
  for (i = 0; i < depth; i++) put_slot(c, map->kind[map->locals + i], *MEM32(vm, at + FRAME_SIZE + i * 4));
}

/* What it stands before is a choice of its own (CHOICE_NOTIFY, CHOICE_VALUE). */
static bool chooses(struct vm *vm, const struct thread *t) {
  return t->state == THREAD_RUNNABLE && (t->op == OPK_CHOOSE || (t->op == OPK_NOTIFY && monitor_waiters(vm, t->op_obj) > 1));
}

static void put_thread(struct canon *c, const struct thread *t) {
  struct vm *vm = c->vm;
  uint32_t f;
  canon_put32(c, t->state);
  canon_put32(c, live_flags(t));
  canon_put32(c, canon_mention(c, t->object));
  canon_put32(c, canon_mention(c, t->exception));
  canon_put32(c, t->children);
  if (t->state == THREAD_TERMINATED) return;
  canon_put32(c, canon_mention(c, awaited(t)));
  canon_put32(c, in_wait(t) ? t->wait_count : 0);
  canon_put64(c, deadline_of(vm, t));
  canon_put32(c, t->clock_read);
  canon_put32(c, chooses(vm, t)); /* its choices are others than before the same instruction without */
  canon_put32(c, t->named);
  canon_put32(c, t->draws);
  canon_put32(c, t->named); /* the next default name */
  if (vm_machine(vm)->hash_seen) canon_put32(c, t->hash_count);
  if (vm_machine(vm)->random_seen) canon_put32(c, t->draws);
  for (f = t->frame; f; f = vm_frame(vm, f)->prev) put_frame(c, vm_frame(vm, f));
}

/* ---- objects ---- */

/* A monitor counts when it is held or its hash was asked for. */
static void put_monitor(struct canon *c, ref r) {
  const struct monitor *m = vm_monitor(c->vm, r);
  if (!m || (!m->owner && !m->hash)) {
    canon_put32(c, 0);
    return;
  }
  canon_put32(c, m->owner ? 1u + c->thread_number[m->owner - 1] : 0xffffu);
  canon_put32(c, m->count);
  canon_put32(c, m->hash);
}

static void put_backtrace(struct canon *c, ref r) {
  uint32_t i, n = array_length(c->vm, r);
  canon_put32(c, n);
  for (i = 0; i + 1 < n; i += 2) {
    uint32_t id = array_ref(c->vm, r, i);
    canon_put64(c, id < c->vm->methods.len && c->vm->methods.data[id] ? c->vm->methods.data[id]->key : 0);
    canon_put32(c, array_ref(c->vm, r, i + 1));
  }
}

struct patch {
  struct canon *c;
  ref r;
  size_t base; /* where the object's byte 8 was written */
};

static void patch_ref(void *self, uint32_t slot) {
  struct patch *p = self;
  uint32_t n = canon_mention(p->c, *MEM32(p->c->vm, slot));
  memcpy(p->c->out.s + p->base + (slot - p->r - OBJ_HEADER), &n, sizeof n);
}

/* The contents of an object, references as numbers. */
static void put_contents(struct canon *c, ref r) {
  struct vm *vm = c->vm;
  uint32_t size = vm_object_size(vm, r);
  struct patch p = {.c = c, .r = r, .base = c->out.len};
  struct klass *k = vm_klass(vm, r);
  if (k->is_array) size = ARRAY_BASE + (array_length(vm, r) << k->elem_shift);
  if (size <= OBJ_HEADER) return;
  canon_put(c, MEM8(vm, r + OBJ_HEADER), size - OBJ_HEADER);
  if (k == vm->wk.klass && vm_mirror_klass(vm, r)) { /* the class id is no part of the state; thread numbers are canonical */
    uint32_t zero = 0, v;
    memcpy(c->out.s + p.base - OBJ_HEADER + vm->mirror.klass_id, &zero, 4);
    memcpy(&v, c->out.s + p.base - OBJ_HEADER + vm->mirror.init_thread, 4);
    if (v) v = 1u + c->thread_number[v - 1];
    memcpy(c->out.s + p.base - OBJ_HEADER + vm->mirror.init_thread, &v, 4);
    memcpy(c->out.s + p.base - OBJ_HEADER + vm->mirror.init_row, &zero, 4);
  }
  heap_each_ref(vm, r, patch_ref, &p);
}

void canon_put_immortal(struct canon *c, ref r) {
  put_monitor(c, r);
  put_contents(c, r);
}

static void put_object(struct canon *c, ref r) {
  uint32_t k = vm_object(c->vm, r)->klass;
  if (arena_is_immortal(r)) {
    canon_put64(c, canon_key(c, r));
    return; /* a changed one is a root of its own */
  }
  if (k == KLASS_BACKTRACE) {
    put_backtrace(c, r);
    return;
  }
  canon_put64(c, c->vm->klasses.data[k]->key);
  put_monitor(c, r);
  put_contents(c, r);
}

/* ---- the whole ---- */

static void put_machine(struct canon *c) {
  const struct machine *m = vm_machine(c->vm);
  canon_put32(c, m->exited);
  canon_put32(c, m->thread_count);
  canon_put64(c, m->clock_seen ? m->clock : 0);
  canon_put32(c, m->timeouts);
  canon_put32(c, m->jumps);
  canon_put64(c, m->printed);
  canon_put32(c, canon_mention(c, m->offmap));
  canon_put64(c, m->random_seen ? m->random : 0);
}

static void traverse(struct canon *c, bool match_h) {
  size_t i;
  uint32_t t;
  c->epoch++;
  c->objects.len = 0;
  c->out.len = 0;
  c->thread_len = 0;
  put_machine(c);
  if (vm_machine(c->vm)->thread_count) order_from(c, 0);
  for (t = 0; t < c->thread_len; t++) put_thread(c, vm_thread(c->vm, c->thread_order[t]));
  canon_put_dirty(c);
  for (i = 0; i < c->objects.len; i++) put_object(c, c->objects.data[i]);
  if (match_h && c->vm->race) canon_put_h(c);
}

const uint8_t *canon_bytes(struct canon *c, bool match_h, size_t *len) {
  traverse(c, match_h);
  *len = c->out.len;
  return (const uint8_t *)c->out.s;
}

struct fingerprint canon_fingerprint(struct canon *c, bool match_h) {
  XXH128_hash_t h;
  traverse(c, match_h);
  h = XXH3_128bits(c->out.s, c->out.len);
  return (struct fingerprint){.lo = h.low64, .hi = h.high64};
}
