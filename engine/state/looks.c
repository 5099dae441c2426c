/* See looks.h. */
#include "engine/state/looks.h"

#include <xxhash.h>

#include <stddef.h>

#include "engine/base/hash.h"
#include "engine/vm/stackmap.h"

static uint64_t of_slots(struct vm *vm, uint32_t at, const uint8_t *kind, uint32_t n, uint64_t h) {
  for (uint32_t i = 0; i < n; i++)
    if (kind[i] != SLOT_DEAD) h = hash_mix(h + i + 1) ^ *MEM32(vm, at + i * 4);
  return h;
}

static uint64_t of_frame(struct vm *vm, uint32_t at, uint64_t h) {
  const struct frame *f = vm_frame(vm, at);
  const struct slot_map *map = f->flags & FRAME_ROOT ? NULL : stackmap_of(vm, f);
  uint32_t depth = (f->sp - at - FRAME_SIZE) / 4;
  h = XXH3_64bits_withSeed(f, sizeof *f, h);
  if (!map) return XXH3_64bits_withSeed(MEM8(vm, f->locals), f->sp - f->locals, h);
  h = of_slots(vm, f->locals, map->kind, map->locals, h);
  return of_slots(vm, at + FRAME_SIZE, map->kind + map->locals,
                  depth < map->stack ? depth : map->stack, h);
}

uint64_t looks_state(struct vm *vm, uint32_t thread) {
  struct thread t = *vm_thread(vm, thread);
  uint64_t h = 1;
  for (uint32_t at = t.frame; at; at = vm_frame(vm, at)->prev) h = of_frame(vm, at, h);
  t.insns = 0;
  t.steps = t.spins = 0;
  t.ready = 0;
  return XXH3_64bits_withSeed(&t, sizeof t, h) | 1;
}

/* Returns whether the address belongs to the thread's record or stack. */
static bool is_own(uint64_t addr, uint32_t thread) {
  uint64_t record = THREADS_BASE + (uint64_t)thread * THREAD_SIZE;
  return (addr >= record && addr < record + THREAD_SIZE) ||
         (addr >= stack_area(thread) && addr < STACK_END(thread));
}

/* ---- the changes of a transition ---- */

struct changes {
  struct vm *vm;
  const struct delta *d;
  uint32_t thread;
  uint64_t fresh; /* heap addresses from here on were not in use before */
};

static const struct delta_block *block_before(const struct delta *d, uint64_t addr) {
  for (uint32_t i = 0; i < d->count; i++)
    if (d->blocks[i].block == addr >> BLOCK_SHIFT) return &d->blocks[i];
  return NULL;
}

static uint64_t bump_before(struct vm *vm, const struct delta *d) {
  const struct delta_block *b = block_before(d, MACHINE_BASE);
  struct machine m = *vm_machine(vm);
  if (b) memcpy(&m.heap_bump, b->data + offsetof(struct machine, heap_bump), sizeof m.heap_bump);
  return m.heap_bump;
}
_Static_assert(offsetof(struct machine, heap_bump) + 4 <= BLOCK_SIZE, "in the first block");

static bool same_until(const struct changes *c, const struct delta_block *b, uint64_t end) {
  uint64_t addr = (uint64_t)b->block << BLOCK_SHIFT;
  size_t n = end >= addr + BLOCK_SIZE ? BLOCK_SIZE : end > addr ? (size_t)(end - addr) : 0;
  return !memcmp(c->vm->arena.mem + addr, b->data, n);
}

/* Returns whether the machine's record has its old contents, apart from the time and the members
 * that an allocation changes. */
static bool same_machine(const struct changes *c) {
  struct machine now = *vm_machine(c->vm), was = now;
  for (uint32_t i = 0; i < c->d->count; i++) {
    uint64_t at = ((uint64_t)c->d->blocks[i].block << BLOCK_SHIFT) - MACHINE_BASE;
    if (at >= sizeof was) continue;
    memcpy((char *)&was + at, c->d->blocks[i].data,
           sizeof was - at < BLOCK_SIZE ? sizeof was - at : BLOCK_SIZE);
  }
  was.heap_bump = now.heap_bump;
  was.live_bytes = now.live_bytes;
  was.used = now.used;
  was.clock = now.clock;
  was.timeouts = now.timeouts;
  was.ticks = now.ticks;
  return !memcmp(&was, &now, sizeof was);
}

/* Returns whether the block belongs to the thread or to the machine's record (see same_machine), or
 * differs only in memory that was not in use before. */
static bool is_harmless(const struct changes *c, const struct delta_block *b) {
  uint64_t addr = (uint64_t)b->block << BLOCK_SHIFT;
  if (is_own(addr, c->thread)) return true;
  if (addr >= MACHINE_BASE && addr < MACHINE_BASE + sizeof(struct machine)) return true;
  if (addr >= HEAP_BASE && addr < HEAP_LIMIT) return same_until(c, b, c->fresh);
  if (addr >= MAKERS_BASE && addr < MAKERS_END) return same_until(c, b, MAKER_OF(c->fresh));
  return same_until(
      c, b, addr >= SHADOW_BASE ? SHADOW_BASE + ((c->fresh - IMMORTAL_BASE) << 3) : UINT64_MAX);
}

bool looks_only(struct vm *vm, const struct delta *d, uint32_t thread) {
  struct changes c = {.vm = vm, .d = d, .thread = thread};
  c.fresh = bump_before(vm, d);
  for (uint32_t i = 0; i < d->count; i++)
    if (!is_harmless(&c, &d->blocks[i])) return false;
  return same_machine(&c);
}
