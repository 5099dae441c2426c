/* See arena.h. */
#include "engine/arena/arena.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "engine/base/check.h"

#define ARENA_BLOCKS (ARENA_BYTES >> BLOCK_SHIFT)

void *arena_reserve(size_t bytes, struct error *err) {
  void *p =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    error_set(err, ERR_MEMORY, "cannot reserve %zu MB of addresses for the arena (see ulimit -v)",
              bytes >> 20);
    return NULL;
  }
  return p;
}

int arena_init(struct arena *a, struct error *err) {
  memset(a, 0, sizeof *a);
  a->mem = arena_reserve(ARENA_BYTES, err);
  a->block_epoch = arena_reserve(ARENA_BLOCKS * sizeof(uint32_t), err);
  a->pristine = arena_reserve(IMMORTAL_END, err);
  a->dirty_map = arena_reserve((IMMORTAL_END - IMMORTAL_BASE) >> BLOCK_SHIFT, err);
  a->stamped = arena_reserve((HEAP_LIMIT - IMMORTAL_BASE) >> BLOCK_SHIFT, err);
  if (!a->mem || !a->block_epoch || !a->pristine || !a->dirty_map || !a->stamped) {
    arena_release(a);
    return err ? err->code : ERR_MEMORY;
  }
  a->epoch = 0; /* Until the first delta every block counts as saved, so boot writes freely. */
  a->immortal_top = IMMORTAL_BASE;
  return 0;
}

void arena_release(struct arena *a) {
  if (a->mem) munmap(a->mem, ARENA_BYTES);
  if (a->block_epoch) munmap(a->block_epoch, ARENA_BLOCKS * sizeof(uint32_t));
  if (a->pristine) munmap(a->pristine, IMMORTAL_END);
  if (a->dirty_map) munmap(a->dirty_map, (IMMORTAL_END - IMMORTAL_BASE) >> BLOCK_SHIFT);
  if (a->stamped) munmap(a->stamped, (HEAP_LIMIT - IMMORTAL_BASE) >> BLOCK_SHIFT);
#ifdef HEDDLE_STRESS
  if (a->shadow) munmap(a->shadow, ARENA_BYTES);
#endif
  vec_free(&a->log);
  vec_free(&a->immortals);
  vec_free(&a->dirty);
  vec_free(&a->changed);
  vec_free(&a->changed_stacks);
  vec_free(&a->changed_shadow);
  memset(a, 0, sizeof *a);
}

/* The thread of the block that was noted last. Most blocks of a delta belong to the same record or
 * stack as the block before them. */
struct arena_noted {
  uint32_t first, count; /* the blocks of that record or stack */
  struct changed_stack *stack;
};

static void arena_noted_range(struct arena_noted *last, uint32_t thread, uint32_t at) {
  uint32_t from = at < STACKS_BASE ? THREADS_BASE + thread * THREAD_SIZE : stack_area(thread);
  uint32_t end = at < STACKS_BASE ? from + THREAD_SIZE : STACK_END(thread);
  last->first = from >> BLOCK_SHIFT;
  last->count = (end - from) >> BLOCK_SHIFT;
}

enum { CHANGES_MAX = 1 << 14 }; /* with more changes, the reader of the lists starts from scratch */

static void arena_stamp(struct arena *a, uint32_t eighth) {
  a->stamped[eighth >> 3] |= (uint8_t)(1u << (eighth & 7));
}

static void note_shadow(struct arena *a, uint32_t block) {
  uint32_t of = arena_shadowed_block(block);
  if (!a->watched || a->shadow_lost) return;
  if (a->changed_shadow.len && a->changed_shadow.data[a->changed_shadow.len - 1] == of) return;
  a->shadow_lost = a->changed_shadow.len == CHANGES_MAX;
  if (!a->shadow_lost) *vec_push(&a->changed_shadow) = of;
}

static void mark_dirty(struct arena *a, uint32_t block) {
  uint32_t i;
  if (block >= SHADOW_BASE >> BLOCK_SHIFT) { /* 64 bytes of shadow belong to 8 bytes of data */
    uint32_t eighth = block - (SHADOW_BASE >> BLOCK_SHIFT);
    arena_stamp(a, eighth); /* a read leaves marks even where nothing was written */
    block = arena_shadowed_block(block);
  }
  if (block < (IMMORTAL_BASE >> BLOCK_SHIFT) || block >= (IMMORTAL_END >> BLOCK_SHIFT)) return;
  i = block - (IMMORTAL_BASE >> BLOCK_SHIFT);
  if (a->dirty_map[i]) return;
  a->dirty_map[i] = 1;
  *vec_push(&a->dirty) = block;
}

static struct changed_stack *changed_stack_new(struct arena *a, uint32_t thread) {
  struct changed_stack *s = vec_push(&a->changed_stacks);
  INVARIANT(a->changed_stacks.len <= THREAD_MAX, "each changed stack is listed once: T%u", thread);
  *s = (struct changed_stack){.thread = thread, .lowest = UINT32_MAX};
  a->changed_stack_of[thread] = (uint32_t)a->changed_stacks.len;
  return s;
}

static inline void note_thread(struct arena *a, uint32_t block, struct arena_noted *last) {
  uint32_t at = block << BLOCK_SHIFT;
  if (block - last->first >= last->count) {
    uint32_t t = arena_thread_of(block), index;
    if (t == THREAD_MAX) return;
    a->changed_threads[t / 64] |= 1ull << (t % 64);
    index = a->changed_stack_of[t];
    last->stack = index ? &a->changed_stacks.data[index - 1] : changed_stack_new(a, t);
    arena_noted_range(last, t, at);
  }
  if (at >= STACKS_BASE && at < last->stack->lowest) last->stack->lowest = at;
}

void arena_note_threads(struct arena *a, const struct delta_block *b, size_t n) {
  struct arena_noted last = {0};
  size_t i;
  for (i = 0; i < n; i++)
    if (arena_of_threads(b[i].block)) note_thread(a, b[i].block, &last);
}

void arena_forget_stack(struct arena *a, uint32_t thread) {
  uint32_t at = a->changed_stack_of[thread];
  struct changed_stack last;
  if (!at) return;
  INVARIANT(at <= a->changed_stacks.len && a->changed_stacks.data[at - 1].thread == thread,
            "a changed stack is where its thread says: T%u", thread);
  last = a->changed_stacks.data[--a->changed_stacks.len];
  a->changed_stacks.data[at - 1] = last;
  a->changed_stack_of[last.thread] = at;
  a->changed_stack_of[thread] = 0;
}

void arena_forget_stacks(struct arena *a) {
  for (size_t i = 0; i < a->changed_stacks.len; i++)
    a->changed_stack_of[a->changed_stacks.data[i].thread] = 0;
  a->changed_stacks.len = 0;
}

/* Notes that the contents of a block changed. Reports only blocks that hold objects, thread records
 * or stacks. */
static inline void note_change(struct arena *a, uint32_t block, struct arena_noted *last) {
  if (arena_of_threads(block)) {
    note_thread(a, block, last);
    return;
  }
  if (block < IMMORTAL_BASE >> BLOCK_SHIFT || block >= HEAP_LIMIT >> BLOCK_SHIFT || a->changes_lost)
    return;
  if (a->changed.len == CHANGES_MAX) {
    a->changes_lost = true;
    a->changed.len = 0;
    return;
  }
  *vec_push(&a->changed) = block;
}

/* Updates `stamped` for a block of shadow. A block without stamps and rows need not be read until
 * its next write, which calls arena_save_block. */
static void note_stamps(struct arena *a, uint32_t block) {
  uint32_t eighth = block - (SHADOW_BASE >> BLOCK_SHIFT);
  const uint64_t *p = (const uint64_t *)(const void *)(a->mem + ((size_t)block << BLOCK_SHIFT));
  note_shadow(a, block);
  if (p[0] | p[1] | p[2] | p[3] | p[4] | p[5] | p[6] | p[7])
    arena_stamp(a, eighth);
  else
    a->stamped[eighth >> 3] &= (uint8_t) ~(1u << (eighth & 7));
}

/* Notes the changes of a delta. Called when the blocks have their new contents. The first `seen`
 * blocks are already known to have changed. */
static void note_delta(struct arena *a, const struct delta_block *b, size_t n, size_t seen) {
  struct arena_noted last = {0};
  size_t i;
  for (i = 0; i < n; i++) {
    if (b[i].block >= SHADOW_BASE >> BLOCK_SHIFT)
      note_stamps(a, b[i].block);
    else if (a->watched && i >= seen)
      note_change(a, b[i].block, &last);
  }
}

void arena_save_block(struct arena *a, uint32_t block) {
  struct delta_block *b;
  a->block_epoch[block] = a->epoch;
  mark_dirty(a, block);
  if (!a->open) {
    a->changes_lost = a->shadow_lost = true; /* further writes to the block will not come here */
    return;
  }
  INVARIANT(block < ARENA_BLOCKS, "a delta contains only blocks of the arena: %u", block);
  b = vec_push(&a->log);
  b->block = block;
  memcpy(b->data, a->mem + ((size_t)block << BLOCK_SHIFT), BLOCK_SIZE);
}

/* Saves the blocks from `b` to `last`, all below the immortal area, in one pass. Each transition
 * first saves the blocks of its thread this way. */
static void save_of_threads(struct arena *a, uint32_t b, uint32_t last) {
  struct delta_block *to;
  vec_reserve(&a->log, a->log.len + (last - b) + 1);
  to = a->log.data + a->log.len;
  for (; b <= last; b++) {
    INVARIANT(a->block_epoch[b] <= a->epoch, "no block is saved in a later delta: %u", b);
    if (a->block_epoch[b] == a->epoch) continue;
    a->block_epoch[b] = a->epoch;
    to->block = b;
    memcpy(to->data, a->mem + ((size_t)b << BLOCK_SHIFT), BLOCK_SIZE);
    to++;
  }
  a->log.len = (size_t)(to - a->log.data);
}

void arena_touch_range(struct arena *a, uint32_t addr, uint32_t len) {
  uint32_t b, last;
  if (!len) return;
  b = addr >> BLOCK_SHIFT;
  last = (addr + len - 1) >> BLOCK_SHIFT;
  if (a->open && last < IMMORTAL_BASE >> BLOCK_SHIFT) {
    save_of_threads(a, b, last);
    return;
  }
  for (; b <= last; b++)
    if (a->block_epoch[b] != a->epoch) arena_save_block(a, b);
}

/* After about 2^31 deltas, their numbers begin again at 1. No block counts as saved then. */
static void epochs_restart(struct arena *a) {
  int failed = madvise(a->block_epoch, ARENA_BLOCKS * sizeof(uint32_t), MADV_DONTNEED);
  CHECK(!failed, "no block counts as saved in an earlier delta of the same number");
  a->epoch = 1;
}

/* A block that occurred twice would be swapped twice, and so left as it was. */
static void check_delta(const struct delta_block *b, size_t n) {
  size_t i, j;
  if (!INVARIANTS_ON) return;
  for (i = 0; i < n; i++) {
    INVARIANT(b[i].block < ARENA_BLOCKS, "a delta contains only blocks of the arena: %u",
              b[i].block);
    if (i >= 64) continue; /* quadratic: the rest of a long delta is left out */
    for (j = 0; j < i; j++)
      INVARIANT(b[i].block != b[j].block, "a delta holds each block once: %u", b[i].block);
  }
}

void arena_delta_open(struct arena *a) {
  CHECK(!a->open, "one delta at a time is open");
  if (__builtin_expect(a->epoch > UINT32_MAX - 4, 0)) epochs_restart(a);
  a->epoch++;
  a->open = true;
  a->log.len = a->log_seen = 0;
}

struct delta *arena_delta_close(struct arena *a, bool keep) {
  struct delta *d = NULL;
  CHECK(a->open, "only an open delta can be closed");
  check_delta(a->log.data, a->log.len);
  a->open = false;
  note_delta(a, a->log.data, a->log.len, a->log_seen);
  if (keep) {
    size_t bytes = a->log.len * sizeof(struct delta_block);
    /* all of it is written below, so it needs no zeroing */
    d = mem_realloc(NULL, sizeof *d + bytes);
    d->count = (uint32_t)a->log.len;
    if (bytes) memcpy(d->blocks, a->log.data, bytes);
  }
  /* Writes outside a delta never get into the closed one. The stress build detects them. */
  a->epoch++;
  a->log.len = 0;
  return d;
}

#ifndef HEDDLE_STRESS
#define arena_stress_follow(a, d) ((void)0)
#endif

void arena_delta_abort(struct arena *a) {
  size_t i;
  CHECK(a->open, "only an open delta can be undone");
  check_delta(a->log.data, a->log.len);
  for (i = 0; i < a->log.len; i++)
    memcpy(a->mem + ((size_t)a->log.data[i].block << BLOCK_SHIFT), a->log.data[i].data, BLOCK_SIZE);
  note_delta(a, a->log.data, a->log.len, 0);
  a->open = false;
  a->epoch++;
  a->log.len = 0;
}

void arena_swap_blocks(struct arena *a, struct delta *d) {
  uint32_t i;
  uint8_t tmp[BLOCK_SIZE];
  for (i = 0; i < d->count; i++) {
    uint8_t *p = a->mem + ((size_t)d->blocks[i].block << BLOCK_SHIFT);
    memcpy(tmp, p, BLOCK_SIZE);
    memcpy(p, d->blocks[i].data, BLOCK_SIZE);
    memcpy(d->blocks[i].data, tmp, BLOCK_SIZE);
  }
}

void arena_delta_swap(struct arena *a, struct delta *d) {
  CHECK(!a->open, "no delta is swapped while another is open");
  check_delta(d->blocks, d->count);
  arena_swap_blocks(a, d);
  note_delta(a, d->blocks, d->count, 0);
  arena_stress_follow(a, d);
}

void arena_delta_restore(struct arena *a, const struct delta *d) {
  uint32_t i;
  CHECK(!a->open, "no delta is restored while another is open");
  check_delta(d->blocks, d->count);
  for (i = 0; i < d->count; i++)
    memcpy(a->mem + ((size_t)d->blocks[i].block << BLOCK_SHIFT), d->blocks[i].data, BLOCK_SIZE);
  note_delta(a, d->blocks, d->count, 0);
  arena_stress_follow(a, d);
}

size_t delta_bytes(const struct delta *d) {
  return d ? mem_cost(sizeof *d + d->count * sizeof(struct delta_block)) : 0;
}

ref arena_immortal_new(struct arena *a, uint32_t size) {
  ref r = a->immortal_top;
  uint32_t b, need = (size + BLOCK_SIZE - 1) & ~(uint32_t)(BLOCK_SIZE - 1);
  if (need > IMMORTAL_END - r) return 0;
  INVARIANT(!(r % BLOCK_SIZE), "an immortal object begins a block: 0x%x", r);
  a->immortal_top += need;
  *vec_push(&a->immortals) = r;
  /* The creation itself is not part of the open delta, so the blocks count as saved. */
  for (b = r >> BLOCK_SHIFT; b < (r + need) >> BLOCK_SHIFT; b++) a->block_epoch[b] = a->epoch;
  return r;
}

void arena_immortal_seal(struct arena *a, ref r, uint32_t size) {
  uint32_t b, last = (r + size - 1) >> BLOCK_SHIFT;
  INVARIANT(r >= IMMORTAL_BASE && size && r + size <= a->immortal_top,
            "the sealed object is in the immortal area: 0x%x, %u bytes", r, size);
  memcpy(a->pristine + r, a->mem + r, size);
  for (b = r >> BLOCK_SHIFT; b <= last; b++)
    a->block_epoch[b] = a->epoch - 1; /* from now on writes are saved */
}

void arena_immortal_seal_all(struct arena *a, bool pristine) {
  /* The next write to a block is noted again, also in a free run; boot's writes no longer count. */
  a->epoch++;
  if (pristine)
    memcpy(a->pristine + IMMORTAL_BASE, a->mem + IMMORTAL_BASE, a->immortal_top - IMMORTAL_BASE);
  while (a->dirty.len)
    a->dirty_map[a->dirty.data[--a->dirty.len] - (IMMORTAL_BASE >> BLOCK_SHIFT)] = 0;
}

ref arena_immortal_at(const struct arena *a, uint32_t addr) {
  size_t lo = 0, hi = a->immortals.len;
  INVARIANT(addr < HEAP_BASE, "only immortal objects are found by an address inside: 0x%x", addr);
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (a->immortals.data[mid] <= addr)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo ? a->immortals.data[lo - 1] : 0;
}
