/* STRESS=1: the shadow, a second arena with the contents that the first should have (see
 * arena.h). */
#ifdef HEDDLE_STRESS
#include "engine/arena/arena.h"
#include "engine/base/check.h"

/* Copies the delta's blocks to the shadow. The next check finds changes of other blocks. */
void arena_stress_follow(struct arena *a, const struct delta *d) {
  uint32_t i;
  for (i = 0; a->shadow && i < d->count; i++) {
    size_t at = (size_t)d->blocks[i].block << BLOCK_SHIFT;
    memcpy(a->shadow + at, a->mem + at, BLOCK_SIZE);
  }
}

/* The memory that can be in use: records, the lower part of each stack, the immortal area, the
 * heap, and their stamps. */
enum { STRESS_STACK = 32 * 1024 };

struct stress_range {
  uint32_t from, to;
};

static uint32_t stress_ranges(struct arena *a, struct stress_range *r) {
  uint32_t heap, threads, n = 0, t;
  /* struct machine starts with heap_bump and thread_count */
  memcpy(&heap, a->mem + MACHINE_BASE, sizeof heap);
  memcpy(&threads, a->mem + MACHINE_BASE + 4, sizeof threads);
  if (heap < a->stress_heap) heap = a->stress_heap;
  a->stress_heap = heap;
  if (threads < a->stress_threads) threads = a->stress_threads;
  a->stress_threads = threads;
  r[n++] = (struct stress_range){MACHINE_BASE, THREADS_BASE + THREAD_MAX * THREAD_SIZE};
  for (t = 0; t < threads; t++)
    r[n++] = (struct stress_range){
        stack_area(t), stack_area(t) + (t < LARGE_STACKS ? STRESS_STACK : SMALL_STACK_SIZE)};
  r[n++] = (struct stress_range){IMMORTAL_BASE, a->immortal_top};
  r[n++] = (struct stress_range){SHADOW_OF(IMMORTAL_BASE), SHADOW_OF(a->immortal_top)};
  if (heap > HEAP_BASE) {
    r[n++] = (struct stress_range){HEAP_BASE, heap};
    r[n++] = (struct stress_range){SHADOW_OF(HEAP_BASE), SHADOW_OF(heap)};
    r[n++] = (struct stress_range){MAKERS_BASE, MAKER_OF(heap)};
  }
  return n;
}

static bool in_delta(const struct delta *d, uint32_t block) {
  uint32_t i;
  for (i = 0; i < d->count; i++)
    if (d->blocks[i].block == block) return true;
  return false;
}

/* Fails if a differing block is not in d. */
static void stress_compare(struct arena *a, const struct delta *d) {
  struct stress_range r[THREAD_MAX + 9];
  uint32_t n = stress_ranges(a, r), i, p;
  for (i = 0; i < n; i++) {
    if (!memcmp(a->mem + r[i].from, a->shadow + r[i].from, r[i].to - r[i].from)) continue;
    for (p = r[i].from; p < r[i].to; p += BLOCK_SIZE)
      CHECK(!memcmp(a->mem + p, a->shadow + p, BLOCK_SIZE) || in_delta(d, p >> BLOCK_SHIFT),
            "each write passes the write barrier: block at 0x%x", p);
  }
}

static void stress_copy(struct arena *a) {
  struct stress_range r[THREAD_MAX + 9];
  uint32_t n = stress_ranges(a, r), i;
  for (i = 0; i < n; i++) memcpy(a->shadow + r[i].from, a->mem + r[i].from, r[i].to - r[i].from);
}

/* Checks that swapping d restores the contents of the shadow. Every difference is in d (see
 * stress_compare), so only d's blocks can be restored wrongly. */
static void stress_undo(struct arena *a, struct delta *d) {
  uint32_t i;
  arena_swap_blocks(a, d);
  for (i = 0; i < d->count; i++) {
    size_t at = (size_t)d->blocks[i].block << BLOCK_SHIFT;
    CHECK(!memcmp(a->mem + at, a->shadow + at, BLOCK_SIZE),
          "undo restores the state: block at 0x%x", (uint32_t)at);
  }
  arena_swap_blocks(a, d);
}

void arena_stress_start(struct arena *a) {
  if (!a->shadow) a->shadow = arena_reserve(ARENA_BYTES, NULL);
  CHECK(a->shadow, "the shadow has room");
  stress_copy(a);
  a->stress_immortal = a->immortal_top;
}

void arena_stress_check(struct arena *a, struct delta *d) {
  /* immortal objects created meanwhile belong to every state */
  if (a->immortal_top > a->stress_immortal) {
    uint32_t from = a->stress_immortal;
    memcpy(a->shadow + from, a->pristine + from, a->immortal_top - from);
    a->stress_immortal = a->immortal_top;
  }
  stress_compare(a, d);
  stress_undo(a, d);
  arena_stress_follow(a, d);
}
#else
typedef int no_stress; /* a translation unit must not be empty */
#endif
