/* The state of the program under test, and the deltas between states.
 *
 * The arena is one range of 4 GB of reserved addresses. It holds ALL mutable state of the program:
 * the threads and their stacks, the heap, the monitors, and what the race check knows. A "ref" is a
 * 32-bit byte offset into it, and 0 is null. The host commits a page when it is first touched.
 *
 *   0x00000000  unused, so that a null reference has no object
 *   0x00001000  struct machine: heap pointers, clock, counters (vm/records.h)
 *   0x00010000  thread records: THREAD_MAX of THREAD_SIZE bytes
 *   0x00200000  stacks of the first LARGE_STACKS threads, STACK_SIZE bytes each
 *   0x0C400000  MAKERS: one word for each 16 bytes of HEAP (vm/makers.h)
 *   0x11000000  IMMORTAL: mirrors, interned strings, all objects allocated at boot
 *   0x18000000  HEAP: the program's objects, monitor records, rows of h
 *   0x29000000  stacks of all further threads, SMALL_STACK_SIZE bytes each
 *   0x40000000  SHADOW: two words for each byte of IMMORTAL and HEAP, for the race check
 *
 * An object starts with a header of two words (struct object in vm/records.h):
 *
 *       0         4               8          12       16
 *      +---------+---------------+----------+--------+------------ - -
 *      | klass   | monitor|flags | fields of an instance ...
 *      | klass   | monitor|flags | length   | unused | elements of an array ...
 *      +---------+---------------+----------+--------+------------ - -
 *
 * The arena is divided into blocks of 64 bytes. While a transition runs, a delta is open, and the
 * write barrier arena_touch() saves each block before its first change in this delta. The closed
 * delta is the list of these blocks:
 *
 *      struct delta:   | count | block | 64 old bytes | block | 64 old bytes | ...
 *
 * Undoing the transition swaps the saved bytes with those in the arena. The delta then holds the
 * new contents, so swapping once more redoes the transition. An edge of the tree of states
 * (state/explorer.h) owns one delta, so the tree needs memory for changes, not for whole states.
 *
 * Invariants
 *  1. After boot, every write to the arena goes through arena_put_*() or follows a call of
 *     arena_touch() or arena_touch_range() for the block.
 *  2. Between transitions, all bytes above a thread's stack top and above the heap's bump pointer
 *     are zero.
 *  3. Each immortal object starts on a block of its own and is never freed or moved. `pristine`
 *     keeps its first contents, so a comparison finds a changed object however it was changed. */
#ifndef HEDDLE_ARENA_ARENA_H
#define HEDDLE_ARENA_ARENA_H

#include "engine/base/check.h"
#include "engine/base/error.h"
#include "engine/base/mem.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint32_t ref; /* byte offset of an object in the arena, 8-byte aligned; 0 = null */

enum {
  BLOCK_SHIFT = 6,
  BLOCK_SIZE = 1 << BLOCK_SHIFT,
  THREAD_SIZE = 256,
  LARGE_STACKS = 192,
  STACK_SIZE = 1 << 20,
  SMALL_STACK_SIZE = 1 << 16,
  /* LARGE_STACKS plus the small stacks between the heap and its shadow; a multiple of 64 */
  THREAD_MAX = LARGE_STACKS + 5632,
};

#define MACHINE_BASE 0x00001000u
#define THREADS_BASE 0x00010000u
#define STACKS_BASE 0x00200000u
#define MAKERS_BASE 0x0C400000u
#define MAKERS_END 0x107C0000u
#define SMALL_STACKS_BASE 0x29000000u
#define IMMORTAL_BASE 0x11000000u /* 272 MB */
#define IMMORTAL_END 0x18000000u
#define HEAP_BASE 0x18000000u /* 384 MB */
/* leaves room for the 256 MB that a program may keep and for unused gaps; its shadow ends below
 * 4 GB */
#define HEAP_LIMIT 0x28F00000u
#define SHADOW_BASE 0x40000000u
/* The address of the MAKERS word of the heap object at r. */
#define MAKER_OF(r) (MAKERS_BASE + (((r)-HEAP_BASE) >> 2))
/* The addresses where the stack of thread i begins and ends. Stacks start at different offsets
 * in a page, because otherwise their first frames would share the cache's sets. */
static inline uint32_t stack_area(uint32_t i) {
  return i < LARGE_STACKS ? STACKS_BASE + i * STACK_SIZE
                          : SMALL_STACKS_BASE + (i - LARGE_STACKS) * SMALL_STACK_SIZE;
}
#define STACK_OF(i) (stack_area(i) + ((i)&7) * 512)
#define STACK_END(i) (stack_area(i) + ((i) < LARGE_STACKS ? STACK_SIZE : SMALL_STACK_SIZE))
/* The shadow of the data byte (or of the unit of 2, 4 or 8 bytes) at address a. Its two words hold
 * the stamp of the last write, and the row of h if the location is accessed atomically. */
#define SHADOW_OF(a) (SHADOW_BASE + (((a)-IMMORTAL_BASE) << 3))

struct delta_block {
  uint32_t block;
  uint8_t data[BLOCK_SIZE];
};

struct delta {
  uint32_t count;
  struct delta_block blocks[];
};

struct changed_stack {
  uint32_t thread, lowest;
};

struct arena {
  uint8_t *mem;          /* 4 GB reserved */
  uint32_t *block_epoch; /* for each block, the epoch in which it was last saved */
  uint32_t epoch;        /* epoch of the open delta; block_epoch of a touched block is never 0 */
  bool open;             /* a delta is open */
  VEC(struct delta_block) log; /* blocks of the open delta */
  /* the number of blocks at the start of `log` that the reader of `changed` has already seen */
  size_t log_seen;

  uint8_t *pristine; /* same layout as mem; filled for the immortal area only */
  /* next free address of the immortal area; kept on the host, because creation is never undone */
  uint32_t immortal_top;
  VEC(ref) immortals; /* every immortal object, ascending */
  /* immortal blocks that were written after their creation, directly or in their shadow (a superset
   * of the blocks that differ) */
  VEC(uint32_t) dirty;
  uint8_t *dirty_map; /* for each immortal block, one byte: 1 if it is in `dirty` */
  bool watched;       /* `changed` has a reader */
  /* everything may have changed: there were too many changes, or a write outside a delta */
  bool changes_lost;
  /* while watched: a bit for each thread with a changed record or stack */
  uint64_t changed_threads[THREAD_MAX / 64];
  /* The threads noted in changed_threads since they were last forgotten (arena_forget_stack), even
   * if a reader has cleared the bit. For each, the lowest address of its stack that changed;
   * UINT32_MAX if its stack did not change. */
  VEC(struct changed_stack) changed_stacks;
  /* 1 + the thread's index in changed_stacks; 0: not listed */
  uint32_t changed_stack_of[THREAD_MAX];
  /* While watched: blocks of objects that changed, by execution or by moving to another state.
   * Blocks of an open delta are in `log` instead. */
  VEC(uint32_t) changed;
  /* One byte for each data block (64 bytes of objects). Bit i is set if the bytes 8i to 8i+7 have
   * stamps or rows, or had some before the open delta. */
  uint8_t *stamped;
  /* While watched: data blocks with a changed shadow. Those of an open delta are in `log` instead.
   * `shadow_lost` means that the list is incomplete, after too many changes or a write outside a
   * delta. */
  VEC(uint32_t) changed_shadow;
  bool shadow_lost;
#ifdef HEDDLE_STRESS
  uint8_t *shadow; /* a copy of all memory in use at the last boundary; follows each move */
  uint32_t stress_heap, stress_threads, stress_immortal; /* greatest values so far */
#endif
};

int arena_init(struct arena *a, struct error *err);
void arena_release(struct arena *a);

/* Opens a delta. From now on, the first write to a block saves the block. */
void arena_delta_open(struct arena *a);
/* Ends the delta. With `keep`, returns it (malloc'd; the caller frees it with free()), otherwise
 * NULL. */
struct delta *arena_delta_close(struct arena *a, bool keep);
/* Ends the open delta and restores the old contents. */
void arena_delta_abort(struct arena *a);
/* Swaps the contents of the delta's blocks with the arena's: undo or redo. No delta may be open. */
void arena_delta_swap(struct arena *a, struct delta *d);
/* Restores the delta's contents without saving the current ones, for a delta that is not needed
 * again. */
void arena_delta_restore(struct arena *a, const struct delta *d);
/* Returns the bytes of host memory that a delta takes; 0 for NULL. */
size_t delta_bytes(const struct delta *d);
void arena_save_block(struct arena *a, uint32_t block);

/* The write barrier. Called before any byte of the block that holds `addr` is written. */
static inline void arena_touch(struct arena *a, uint32_t addr) {
  uint32_t b = addr >> BLOCK_SHIFT;
  if (__builtin_expect(a->block_epoch[b] != a->epoch, 0)) arena_save_block(a, b);
}
/* Returns the data block to which a shadow block belongs. Eight shadow blocks belong to one data
 * block. */
static inline uint32_t arena_shadowed_block(uint32_t shadow) {
  INVARIANT(shadow >= SHADOW_BASE >> BLOCK_SHIFT, "a block of shadow is in the shadow: %u", shadow);
  return (IMMORTAL_BASE >> BLOCK_SHIFT) + ((shadow - (SHADOW_BASE >> BLOCK_SHIFT)) >> 3);
}
/* Returns whether any of the 8 data bytes at addr, a multiple of 8, may have a stamp or a row. */
static inline bool arena_stamped(const struct arena *a, uint32_t addr) {
  uint32_t eighth = (addr - IMMORTAL_BASE) >> 3;
  return a->stamped[eighth >> 3] >> (eighth & 7) & 1;
}
void arena_touch_range(struct arena *a, uint32_t addr, uint32_t len);

#define ARENA_RW(suffix, type) \
  static inline type arena_get_##suffix(const struct arena *a, uint32_t addr) { \
    type v; \
    memcpy(&v, a->mem + addr, sizeof v); \
    return v; \
  } \
  static inline void arena_put_##suffix(struct arena *a, uint32_t addr, type v) { \
    arena_touch(a, addr); \
    memcpy(a->mem + addr, &v, sizeof v); \
  }
ARENA_RW(u8, uint8_t)
ARENA_RW(u16, uint16_t)
ARENA_RW(u32, uint32_t)
ARENA_RW(u64, uint64_t)
#undef ARENA_RW

/* Returns whether the block is below MAKERS, or part of a small stack. */
static inline bool arena_of_threads(uint32_t block) {
  uint32_t a = block << BLOCK_SHIFT;
  return a < MAKERS_BASE || (a >= SMALL_STACKS_BASE && a < SHADOW_BASE);
}
/* Returns the thread that owns the record or stack at the block, or THREAD_MAX. */
static inline uint32_t arena_thread_of(uint32_t block) {
  uint32_t a = block << BLOCK_SHIFT, t = (a - THREADS_BASE) / THREAD_SIZE;
  if (a >= SMALL_STACKS_BASE)
    t = LARGE_STACKS + (a - SMALL_STACKS_BASE) / SMALL_STACK_SIZE;
  else if (a >= STACKS_BASE)
    t = (a - STACKS_BASE) / STACK_SIZE;
  return a >= THREADS_BASE && t < THREAD_MAX ? t : THREAD_MAX;
}
/* Notes the threads of these blocks in changed_threads and changed_stacks. */
void arena_note_threads(struct arena *a, const struct delta_block *b, size_t n);
/* Removes this thread, or all threads, from changed_stacks. */
void arena_forget_stack(struct arena *a, uint32_t thread);
void arena_forget_stacks(struct arena *a);

/* Allocates and registers zeroed immortal memory of `size` bytes on a block boundary. Once the
 * contents are complete, the caller calls arena_immortal_seal. Returns 0 if the area is full. The
 * allocation is not part of any delta. */
ref arena_immortal_new(struct arena *a, uint32_t size);
void arena_immortal_seal(struct arena *a, ref r, uint32_t size);
/* Ends boot: the current contents of the immortal area become its pristine ones. Without `pristine`
 * they are not copied, and no state may be compared with them. */
void arena_immortal_seal_all(struct arena *a, bool pristine);
/* Returns the immortal object that covers address `addr`, or 0. */
ref arena_immortal_at(const struct arena *a, uint32_t addr);

static inline bool arena_is_immortal(ref r) { return r < HEAP_BASE; }

/* For arena.c and arena_stress.c. arena_reserve returns addresses that read as zeros until they are
 * written, or NULL with `err` set. arena_swap_blocks swaps the contents of the delta and of the
 * arena without noting the change. */
#define ARENA_BYTES (1ull << 32)
void *arena_reserve(size_t bytes, struct error *err);
void arena_swap_blocks(struct arena *a, struct delta *d);

#ifdef HEDDLE_STRESS
/* Copies the arena to the shadow, which from now on follows each swap and restore. */
void arena_stress_start(struct arena *a);
/* Checks soundness rule 4 (no write unseen) after a transition: every block that differs from the
 * shadow is in `d`, and swapping `d` restores the shadow. Then brings the shadow up to date. */
void arena_stress_check(struct arena *a, struct delta *d);
void arena_stress_follow(struct arena *a, const struct delta *d); /* after a swap or a restore */
#endif

#endif
