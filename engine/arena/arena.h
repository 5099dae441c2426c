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
  /* as many as lie between the heap and its shadow; a multiple of 64 */
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
#define HEAP_LIMIT \
  0x28F00000u /* room for the 256 MB that a program may keep and for what lies between; its shadow \
                 ends below 4 GB */
#define SHADOW_BASE 0x40000000u
/* The word of the object at r, which is in the heap. */
#define MAKER_OF(r) (MAKERS_BASE + (((r)-HEAP_BASE) >> 2))
/* Where the stack of thread i begins and ends: not all at the same place of a page, or their first
 * frames would share the cache's sets. */
static inline uint32_t stack_area(uint32_t i) {
  return i < LARGE_STACKS ? STACKS_BASE + i * STACK_SIZE
                          : SMALL_STACKS_BASE + (i - LARGE_STACKS) * SMALL_STACK_SIZE;
}
#define STACK_OF(i) (stack_area(i) + ((i)&7) * 512)
#define STACK_END(i) (stack_area(i) + ((i) < LARGE_STACKS ? STACK_SIZE : SMALL_STACK_SIZE))
/* Two words for the data byte (or the 2, 4, 8 byte unit that starts) at address a: the stamp of its
 * last write, and the h row of a location that is accessed atomically. */
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
  uint32_t *block_epoch; /* per block: the epoch in which it was last saved */
  uint32_t epoch;        /* of the open delta; 0 never occurs in block_epoch of a touched block */
  bool open;             /* a delta is open */
  VEC(struct delta_block) log; /* blocks of the open delta */
  /* the first of them are known as changed already: who reads `changed` looked at the open delta */
  size_t log_seen;

  uint8_t *pristine; /* same layout as mem; filled for the immortal area only */
  /* next free address of the immortal area; host-side: creation is never undone */
  uint32_t immortal_top;
  VEC(ref) immortals; /* every immortal object, ascending */
  /* immortal blocks ever written after creation, or their shadow (a superset of those that differ)
   */
  VEC(uint32_t) dirty;
  uint8_t *dirty_map; /* one byte per immortal block: in `dirty` */
  bool watched;       /* somebody reads `changed` */
  /* there were too many, or a write outside a delta: everything may have changed */
  bool changes_lost;
  /* while watched: a bit for each whose record or stack changed */
  uint64_t changed_threads[THREAD_MAX / 64];
  /* the same threads, whoever takes their bits away, and for each the lowest address of its stack
   * that changed; UINT32_MAX: none did */
  VEC(struct changed_stack) changed_stacks;
  uint32_t changed_stack_of[THREAD_MAX]; /* 1 + where it is among them; 0: nowhere */
  /* while watched: blocks of objects that changed, by running or by moving; those of an open delta
   * are in log */
  VEC(uint32_t) changed;
  /* one byte per data block (64 bytes of objects): bit i: its bytes 8i to 8i+7 have stamps or rows,
   * or had some that the open delta took away */
  uint8_t *stamped;
  /* While watched: data blocks whose shadow changed. The log has those of an open delta.
   * `shadow_lost`: the list is incomplete, after too many changes or a write outside a delta. */
  VEC(uint32_t) changed_shadow;
  bool shadow_lost;
#ifdef HEDDLE_STRESS
  uint8_t *shadow; /* what is in use as it was at the last boundary; follows each move */
  uint32_t stress_heap, stress_threads, stress_immortal; /* greatest so far */
#endif
};

int arena_init(struct arena *a, struct error *err);
void arena_release(struct arena *a);

/* Opens a delta: from here on first writes save their block. */
void arena_delta_open(struct arena *a);
/* Ends it. With `keep` the delta is returned (malloc'd, the caller frees it with free()); without,
 * NULL. */
struct delta *arena_delta_close(struct arena *a, bool keep);
/* Ends the open delta and restores the old contents: nothing happened. */
void arena_delta_abort(struct arena *a);
/* Swaps the contents of the delta's blocks with the arena's: undo or redo. No delta may be open. */
void arena_delta_swap(struct arena *a, struct delta *d);
/* Restores without saving: for a delta that is not needed again. */
void arena_delta_restore(struct arena *a, const struct delta *d);
/* Bytes of host memory a delta takes. */
size_t delta_bytes(const struct delta *d);
void arena_save_block(struct arena *a, uint32_t block);

/* The write barrier: before writing any byte of the block that holds `addr`. */
static inline void arena_touch(struct arena *a, uint32_t addr) {
  uint32_t b = addr >> BLOCK_SHIFT;
  if (__builtin_expect(a->block_epoch[b] != a->epoch, 0)) arena_save_block(a, b);
}
/* The block of objects that a block of shadow, 64 bytes, belongs to an eighth of. */
static inline uint32_t arena_shadowed_block(uint32_t shadow) {
  return (IMMORTAL_BASE >> BLOCK_SHIFT) + ((shadow - (SHADOW_BASE >> BLOCK_SHIFT)) >> 3);
}
/* May one of the 8 bytes of objects at addr, a multiple of 8, have a stamp or a row? */
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

/* Is the block below the objects, or one of a small stack? */
static inline bool arena_of_threads(uint32_t block) {
  uint32_t a = block << BLOCK_SHIFT;
  return a < MAKERS_BASE || (a >= SMALL_STACKS_BASE && a < SHADOW_BASE);
}
/* The thread whose record or stack the block is part of; THREAD_MAX: none. */
static inline uint32_t arena_thread_of(uint32_t block) {
  uint32_t a = block << BLOCK_SHIFT, t = (a - THREADS_BASE) / THREAD_SIZE;
  if (a >= SMALL_STACKS_BASE)
    t = LARGE_STACKS + (a - SMALL_STACKS_BASE) / SMALL_STACK_SIZE;
  else if (a >= STACKS_BASE)
    t = (a - STACKS_BASE) / STACK_SIZE;
  return a >= THREADS_BASE && t < THREAD_MAX ? t : THREAD_MAX;
}
/* The threads of these blocks, and what of their stacks, are among changed_threads and
 * changed_stacks. */
void arena_note_threads(struct arena *a, const struct delta_block *b, size_t n);
/* This one, or none at all, is among changed_stacks. */
void arena_forget_stack(struct arena *a, uint32_t thread);
void arena_forget_stacks(struct arena *a);

/* Immortal memory of `size` bytes, zeroed, on a block boundary; registered. Once the contents are
 * complete call arena_immortal_seal. 0 when the area is full. Not part of any delta. */
ref arena_immortal_new(struct arena *a, uint32_t size);
void arena_immortal_seal(struct arena *a, ref r, uint32_t size);
/* All of the immortal area becomes pristine as it is now (end of boot). Without `pristine` no state
 * will ever be compared with it. */
void arena_immortal_seal_all(struct arena *a, bool pristine);
/* The immortal object that covers address `addr`, 0 when none. */
ref arena_immortal_at(const struct arena *a, uint32_t addr);

static inline bool arena_is_immortal(ref r) { return r < HEAP_BASE; }

/* arena.c and arena_stress.c: addresses that hold zeros until they are written, NULL with `err`
 * when there are none; the contents of the blocks and those of the delta change places, with no
 * note. */
#define ARENA_BYTES (1ull << 32)
void *arena_reserve(size_t bytes, struct error *err);
void arena_swap_blocks(struct arena *a, struct delta *d);

#ifdef HEDDLE_STRESS
/* Takes the shadow, which from now on follows each swap and restore. */
void arena_stress_start(struct arena *a);
/* Soundness rule 4 (no write unseen), after a transition: the blocks that differ from the shadow
 * are in `d`, and swapping it restores the shadow. Aborts with a message otherwise; then the shadow
 * is as the present state. */
void arena_stress_check(struct arena *a, struct delta *d);
void arena_stress_follow(struct arena *a, const struct delta *d); /* after a swap or a restore */
#endif

#endif
