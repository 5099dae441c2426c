/* Makes the canonical form and the fingerprint of a whole state (canon.h), and writes the machine
 * and the contents of objects. Soundness rules 1 (changed means different), 2 (only constants
 * outside), 15 (time is a choice) and 22 (derived bits only) define what belongs to a state. */
#include "engine/state/canon/canon.h"
#include "engine/base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/state/canon/canon_int.h"
#include "engine/vm/code.h"
#include "engine/vm/machine.h"
#include "engine/vm/sched/time.h"

#define NUMBER_BYTES (((uint64_t)(HEAP_LIMIT - IMMORTAL_BASE) >> 4) * sizeof(uint64_t))
#define KEY_BYTES (((uint64_t)(IMMORTAL_END - IMMORTAL_BASE) >> BLOCK_SHIFT) * sizeof(uint64_t))
#define FIXED_BYTES (((uint64_t)(IMMORTAL_END - IMMORTAL_BASE) >> BLOCK_SHIFT) * sizeof(uint32_t))
#define COVER_BYTES (((uint64_t)(HEAP_LIMIT - HEAP_BASE) >> BLOCK_SHIFT) * sizeof(uint64_t))

static void *canon_reserve(size_t bytes) {
  void *p =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

struct canon *canon_new(struct vm *vm) {
  struct canon *c = mem_alloc(sizeof *c);
  c->vm = vm;
  c->number = canon_reserve(NUMBER_BYTES);
  c->cover = canon_reserve(COVER_BYTES);
  c->keys = canon_reserve(KEY_BYTES);
  c->fixed_map = canon_reserve(FIXED_BYTES);
  c->owner = !vm->arena.watched;
  if (c->owner) vm->arena.watched = true;
  if (c->number && c->cover && c->keys && c->fixed_map) return c;
  canon_free(c);
  return NULL;
}

void canon_free(struct canon *c) {
  if (!c) return;
#ifdef HEDDLE_STRESS
  canon_free(c->second);
#endif
  if (c->number) munmap(c->number, NUMBER_BYTES);
  if (c->cover) munmap(c->cover, COVER_BYTES);
  if (c->keys) munmap(c->keys, KEY_BYTES);
  canon_h_free(c);
  if (c->fixed_map) munmap(c->fixed_map, FIXED_BYTES);
  if (c->owner) c->vm->arena.watched = false;
  for (size_t i = 0; i < c->entries.len; i++) canon_array_leave(&c->entries.data[i]);
  vec_free(&c->entries);
  vec_free(&c->entries_free);
  vec_free(&c->edges);
  vec_free(&c->queue);
  vec_free(&c->due);
  vec_free(&c->renamed);
  vec_free(&c->doubtful);
  vec_free(&c->touched);
  vec_free(&c->touched_fixed);
  vec_free(&c->versioned);
  vec_free(&c->versions);
  vec_free(&c->locked);
  vec_free(&c->roots);
  vec_free(&c->walked);
  canon_memo_free(c);
  for (uint32_t t = 0; t < c->far_end; t++) vec_free(&c->far[t].entries);
  vec_free(&c->objects);
  vec_free(&c->rows);
  vec_free(&c->sites);
  vec_free(&c->written);
  vec_free(&c->steps);
  vec_free(&c->leaves);
  text_release(&c->out);
  free(c);
}

/* ---- output ---- */

/* Makes room for n more bytes of c->out. */
static void canon_room(struct canon *c, size_t n) {
  if (c->out.len + n <= c->out.cap) return;
  c->out.cap = (c->out.len + n) * 2 + 4096;
  c->out.s = mem_realloc(c->out.s, c->out.cap);
}

char *canon_reserve_out(struct canon *c, size_t n) {
  canon_room(c, n);
  return c->out.s + c->out.len;
}

void canon_put(struct canon *c, const void *p, size_t n) {
  canon_room(c, n);
  memcpy(c->out.s + c->out.len, p, n);
  c->out.len += n;
}

void canon_put32(struct canon *c, uint32_t v) {
  canon_room(c, sizeof v);
  memcpy(c->out.s + c->out.len, &v, sizeof v);
  c->out.len += sizeof v;
}

void canon_put64(struct canon *c, uint64_t v) {
  canon_room(c, sizeof v);
  memcpy(c->out.s + c->out.len, &v, sizeof v);
  c->out.len += sizeof v;
}

struct canon_hash canon_hash_of(const void *p, size_t n) {
  XXH128_hash_t h = XXH3_128bits(p, n);
  return (struct canon_hash){h.low64, h.high64};
}

struct canon_hash canon_hash_from(const struct canon *c, size_t start) {
  INVARIANT(start <= c->out.len && c->out.len <= c->out.cap, "a form ends in its room: %zu of %zu",
            c->out.len, c->out.cap);
  return canon_hash_of(c->out.s + start, c->out.len - start);
}

/* ---- references and numbers ---- */

static uint64_t mention_immortal(struct canon *c, ref r) {
  uint64_t key = c->keys[(r - IMMORTAL_BASE) >> BLOCK_SHIFT];
  return key ? key : canon_key(c, r);
}

uint32_t canon_mention_new(struct canon *c, ref r) {
  uint64_t *slot;
  INVARIANT(r >= IMMORTAL_BASE && r < HEAP_LIMIT, "what gets a name is an object: 0x%x", r);
  if (r < HEAP_BASE && !c->all_numbered) return canon_mention_key(c, mention_immortal(c, r));
  slot = &c->number[(r - IMMORTAL_BASE) >> 4];
  if (*slot >> 32 == c->epoch && *slot & CANON_BASE)
    return canon_mention_key(c, c->entries.data[*slot & CANON_NUMBER].name);
  if (*slot >> 32 != c->epoch || (*slot & CANON_LOCK)) {
    INVARIANT(
        vm_object(c->vm, r)->klass > KLASS_MONITOR && vm_object(c->vm, r)->klass != KLASS_FREE,
        "what gets a number is in use: 0x%x", r);
    *vec_push(&c->objects) = r;
    INVARIANT(c->objects.len < CANON_BASE, "a number is no flag");
    *slot = (uint64_t)c->epoch << 32 | c->objects.len;
  }
  INVARIANT(c->objects.data[(uint32_t)*slot - 1] == r,
            "the number of an object is its place among the objects: 0x%x, %u", r, (uint32_t)*slot);
  c->above = true;
  return (uint32_t)*slot;
}

uint32_t canon_number(const struct canon *c, ref r) {
  uint64_t slot;
  if (r < IMMORTAL_BASE || r >= HEAP_LIMIT) return 0;
  slot = c->number[(r - IMMORTAL_BASE) >> 4];
  return slot >> 32 == c->epoch && !(slot & (CANON_LOCK | CANON_BASE)) ? (uint32_t)slot : 0;
}

void canon_forget(struct canon *c, ref r) { c->number[(r - IMMORTAL_BASE) >> 4] = 0; }

uint32_t canon_count(const struct canon *c) { return (uint32_t)c->objects.len; }
ref canon_object(const struct canon *c, uint32_t number) {
  INVARIANT(number && number <= c->objects.len, "an object that is asked for was numbered: %u",
            number);
  return c->objects.data[number - 1];
}

/* ---- contents of objects ---- */

/* A monitor is part of the state only if it is owned or its identity hash was requested. */
void canon_put_monitor(struct canon *c, ref r) {
  const struct monitor *m = vm_monitor(c->vm, r);
  if (!m || (!m->owner && !m->hash)) {
    canon_put32(c, 0);
    return;
  }
  INVARIANT(m->owner <= vm_machine(c->vm)->thread_count, "the owner of a monitor was started: T%u",
            m->owner - 1);
  canon_put32(c, m->owner ? 1u + c->thread_number[m->owner - 1] : 0xffffu);
  canon_put32(c, m->count);
  canon_put32(c, m->hash);
}

static void put_backtrace(struct canon *c, ref r) {
  uint32_t i, n = array_length(c->vm, r);
  canon_put32(c, n);
  for (i = 0; i + 1 < n; i += 2) {
    uint32_t id = array_ref(c->vm, r, i);
    canon_put64(
        c, id < c->vm->methods.len && c->vm->methods.data[id] ? c->vm->methods.data[id]->key : 0);
    canon_put32(c, array_ref(c->vm, r, i + 1));
  }
}

struct patch {
  struct canon *c;
  ref r;
  size_t base; /* where byte 8 of the object, the first after its header, was written */
};

static void patch_ref(void *self, uint32_t slot) {
  struct patch *p = self;
  uint32_t n = canon_mention(p->c, *MEM32(p->c->vm, slot));
  INVARIANT(p->base + (slot - p->r - OBJ_HEADER) + sizeof n <= p->c->out.len,
            "a name replaces a reference of the object: 0x%x in 0x%x", slot, p->r);
  memcpy(p->c->out.s + p->base + (slot - p->r - OBJ_HEADER), &n, sizeof n);
}

static void put_ref_array(struct canon *c, ref r) {
  const uint32_t *e = MEM32(c->vm, r + ARRAY_BASE);
  uint32_t i, n = array_length(c->vm, r);
  canon_put64(c, n);
  canon_room(c, n * 4u);
  for (i = 0; i < n; i++, c->out.len += 4) {
    uint32_t number = canon_mention(c, e[i]);
    memcpy(c->out.s + c->out.len, &number, sizeof number);
  }
}

/* Removes the mirror's class id and h row, which are not part of the state, and makes its thread
 * number canonical. */
static void patch_mirror(struct canon *c, size_t base) {
  const struct mirror_layout *m = &c->vm->mirror;
  char *at = c->out.s + base - OBJ_HEADER;
  uint32_t zero = 0, v;
  memcpy(at + m->klass_id, &zero, 4);
  memcpy(&v, at + m->init_thread, 4);
  INVARIANT(v <= vm_machine(c->vm)->thread_count,
            "the thread that initialises a class was started: T%u", v - 1);
  if (v) v = 1u + c->thread_number[v - 1];
  memcpy(at + m->init_thread, &v, 4);
  memcpy(at + m->init_row, &zero, 4);
}

/* Clears the name and the number of a thread, which must not distinguish it (symmetry.c). */
static void hide_labels(struct canon *c, const struct patch *p) {
  char *at = c->out.s + p->base - OBJ_HEADER;
  if (c->vm->wk.thread_tid) memset(at + c->vm->wk.thread_tid, 0, 8);
  memset(at + c->vm->wk.thread_name, 0, 4);
}

static bool hidden(const struct canon *c, const struct klass *k, uint32_t offset) {
  return c->symmetric && offset == c->vm->wk.thread_name && klass_is_subclass(k, c->vm->wk.thread);
}

void canon_put_contents(struct canon *c, ref r) {
  struct vm *vm = c->vm;
  struct patch p = {.c = c, .r = r, .base = c->out.len};
  const struct klass *k = vm_klass(vm, r);
  uint32_t i, size;
  if (k->is_array && k->elem_type == 'L') {
    put_ref_array(c, r);
    return;
  }
  size = k == vm->wk.klass ? vm_object_size(vm, r) : k->instance_size;
  if (k->is_array) size = ARRAY_BASE + (array_length(vm, r) << k->elem_shift);
  if (size <= OBJ_HEADER) return;
  canon_put(c, MEM8(vm, r + OBJ_HEADER), size - OBJ_HEADER);
  if (k == vm->wk.klass) {
    if (vm_mirror_klass(vm, r)) patch_mirror(c, p.base);
    heap_each_ref(vm, r, patch_ref, &p);
    return;
  }
  if (c->symmetric && klass_is_subclass(k, vm->wk.thread)) hide_labels(c, &p);
  for (i = 0; i < k->ref_count; i++)
    if (!hidden(c, k, k->ref_offsets[i])) patch_ref(&p, r + k->ref_offsets[i]);
}

void canon_put_object(struct canon *c, ref r) {
  uint32_t k = vm_object(c->vm, r)->klass;
  if (arena_is_immortal(r)) {
    canon_put64(c, canon_key(c, r)); /* a changed immortal object is itself a root */
    return;
  }
  if (k == KLASS_BACKTRACE) {
    put_backtrace(c, r);
    return;
  }
  canon_put64(c, c->vm->klasses.data[k]->key);
  canon_put_contents(c, r);
}

void canon_put_objects(struct canon *c, size_t from) {
  for (; from < c->objects.len; from++) {
    ref r = c->objects.data[from];
    if (!arena_is_immortal(r) && vm_object(c->vm, r)->klass != KLASS_BACKTRACE)
      canon_put_monitor(c, r);
    canon_put_object(c, r);
  }
}

/* ---- the whole state ---- */

static void put_machine(struct canon *c) {
  const struct machine *m = vm_machine(c->vm);
  char *p = canon_reserve_out(c, 80);
  p = canon_w32(p, m->exited);
  p = canon_w32(p, m->thread_count);
  p = canon_w64(p, m->clock_seen || c->vm->opt.patience ? m->clock : 0);
  p = canon_w32(p, time_steps(c->vm));
  p = canon_w32(p, m->holds);
  p = canon_w32(p, time_stepper(c->vm));
  p = canon_w32(p, m->ticks);
  p = canon_w32(p, m->spurious);
  p = canon_w32(p, m->jumps);
  p = canon_w64(p, m->printed);
  p = canon_w32(p, canon_mention(c, m->offmap));
  p = canon_w32(p, canon_mention(c, m->files));
  p = canon_w32(p, canon_mention(c, m->given));
  p = canon_w64(p, m->random_seen ? m->random : 0);
  c->out.len = (size_t)(p - c->out.s);
  INVARIANT(c->out.len <= c->out.cap, "the machine's part fits in its room: %zu", c->out.len);
}

static void put_threads(struct canon *c) {
  uint32_t t;
  put_machine(c);
  for (t = 0; t < c->thread_len; t++) canon_put_thread(c, vm_thread(c->vm, c->thread_order[t]));
}

/* Writes the whole state from scratch, in the order in which views show it: threads and their
 * stacks first. */
static void traverse(struct canon *c) {
  if (c->symmetric)
    canon_order_symmetric(c);
  else
    canon_order_threads(c);
  c->base_valid = c->order_known = false;
  c->all_numbered = true;
  c->epoch++;
  c->objects.len = 0;
  c->locked.len = 0;
  c->out.len = 0;
  put_threads(c);
  canon_put_dirty(c);
  canon_put_objects(c, 0);
  c->all_numbered = false;
}

bool canon_is_symmetric(const struct canon *c) { return c->symmetric; }

void canon_set_symmetric(struct canon *c, bool on) {
  c->symmetric = on;
  c->base_valid = false;
}

void canon_set_path_only(struct canon *c, bool on) { c->path_only = on; }

void canon_order(struct canon *c) {
  bool symmetric = c->symmetric;
  c->symmetric = false;
  traverse(c);
  c->symmetric = symmetric;
}

const uint8_t *canon_bytes(struct canon *c, bool match_h, size_t *len) {
  c->with_h = match_h && c->vm->race;
  traverse(c);
  if (c->with_h) canon_put_h(c, true);
  *len = c->out.len;
  return (const uint8_t *)c->out.s;
}

/* Hashes the machine, the threads, the objects that only stacks reach, h if it belongs to the
 * state, and the sum of the base. */
static struct fingerprint above_base(struct canon *c, bool match_h) {
  struct canon_hash h;
  c->out.len = 0;
  c->mix = 0;
  put_machine(c);
  canon_put_thread_hashes(c);
  canon_put_objects(c, 0);
  if (match_h && c->vm->race) canon_put_h(c, false);
  canon_put64(c, c->mix);
  canon_put64(c, c->base_len);
  canon_put64(c, c->sum.lo);
  canon_put64(c, c->sum.hi);
  h = canon_hash_from(c, 0);
  return (struct fingerprint){.lo = h.lo, .hi = h.hi};
}

static struct fingerprint symmetric_fingerprint(struct canon *c, bool match_h) {
  struct canon_hash h;
  size_t len;
  canon_bytes(c, match_h, &len);
  h = canon_hash_from(c, 0);
  return (struct fingerprint){.lo = h.lo, .hi = h.hi};
}

#ifdef HEDDLE_STRESS
/* Compares with a second canon, which keeps nothing between states, because it does not own the
 * arena's changes. */
static void compare_from_nothing(struct canon *c, bool match_h, struct fingerprint f) {
  struct fingerprint g;
  if (!c->second) c->second = canon_new(c->vm);
  CHECK(c->second, "a second form has room");
  c->second->path_only = c->path_only;
  g = canon_fingerprint(c->second, match_h);
  CHECK(f.lo == g.lo && f.hi == g.hi,
        "the incremental fingerprint is that of a whole traversal: %016llx, %016llx",
        (unsigned long long)f.lo, (unsigned long long)g.lo);
}
#endif

/* The sum is the only trace that a thread's hash leaves in the fingerprint. */
static void check_thread_sum(const struct canon *c) {
  struct canon_hash sum = {0, 0};
  if (!INVARIANTS_ON) return;
  for (uint32_t t = 0; t < c->order_count; t++) canon_sum_add(&sum, c->thread_hash[t]);
  INVARIANT(sum.lo == c->thread_sum.lo && sum.hi == c->thread_sum.hi,
            "the kept sum of the threads is the sum of their hashes: %u threads", c->order_count);
}

struct fingerprint canon_fingerprint(struct canon *c, bool match_h) {
  struct fingerprint f;
  if (c->symmetric) return symmetric_fingerprint(c, match_h);
  canon_threads(c);
  canon_base(c);
  f = above_base(c, match_h);
  check_thread_sum(c);
#ifdef HEDDLE_STRESS
  if (c->owner) compare_from_nothing(c, match_h, f);
#endif
  return f;
}
