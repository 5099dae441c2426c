/* Frames of the stacks in the canonical form.
 *
 * Most frames of a deep stack (such as a test runner's) do not change during a search, and they may
 * be the only path to thousands of objects. Therefore the far frames of a stack, which are all but
 * the topmost few, are roots of the base (canon_base.c) like the thread objects. Their contents and
 * the objects that they reach are rehashed only when they change. The number of far frames depends
 * only on the depth of the stack, so all paths to a state produce one form (soundness rule 7, one
 * fingerprint, any way).
 *
 * Far frames have a greater depth than all other roots, and lower frames have a smaller depth than
 * higher ones. So a call or a return renames no object that another root reaches.
 *
 * Invariant between two fingerprints: canon.far has one entry for each far frame of each thread,
 * with its address. */
#include "engine/base/hash.h"
#include "engine/base/check.h"
#include "engine/state/canon_int.h"
#include "engine/vm/interp/code.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/interp/stackmap.h"

#include <stddef.h>

/* The depth of all other entries is less than FAR_DEPTH. Frames beyond LEVELS share the last
 * level. */
#define FAR_DEPTH 0x40000000u
#define FAR_LEVEL 0x00100000u

#ifdef HEDDLE_STRESS
enum { STRIDE = 1, LEVELS = 2048 };
#else
enum { STRIDE = 8, LEVELS = 2048 };
#endif

/* Returns the number of far frames. A shallow stack has all frames but the topmost one; a deep
 * stack has a multiple of STRIDE, so that not every call or return makes a frame far or near. */
static uint32_t far_of(uint32_t depth) {
  uint32_t below = depth ? depth - 1 : 0;
  return below < STRIDE ? below : below / STRIDE * STRIDE;
}

/* ---- one frame ---- */

static char *put_slots(struct canon *c, char *p, const uint8_t *kind, const uint32_t *v,
                       uint32_t n) {
  uint32_t i;
  for (i = 0; i < n; i++) {
    if (kind[i] == SLOT_REF)
      p = canon_w32(p, canon_mention(c, v[i]));
    else if (kind[i] == SLOT_VALUE)
      p = canon_w32(p, v[i]);
  }
  return p;
}

static const struct slot_map *map_of(struct vm *vm, const struct frame *f) {
  return f->flags & FRAME_ROOT ? NULL : stackmap_of(vm, f);
}

static uint32_t operands(const struct frame *f, uint32_t at, const struct slot_map *map) {
  uint32_t depth = (f->sp - at - FRAME_SIZE) / 4;
  INVARIANT(f->sp >= at + FRAME_SIZE, "operands lie above their frame: 0x%x", at);
  return depth > map->stack ? map->stack : depth;
}

void canon_put_frame(struct canon *c, uint32_t at) {
  struct vm *vm = c->vm;
  const struct frame *f = vm_frame(vm, at);
  struct method *m = frame_method(vm, f);
  const struct slot_map *map = map_of(vm, f);
  char *p = canon_reserve_out(c, 40 + (map ? (map->locals + map->stack) * 4u : 0));
  p = canon_w64(p, m ? m->key : 0);
  p = canon_w32(p, f->pc);
  p = canon_w32(p, f->flags);
  p = canon_w32(p, canon_mention(c, f->sync));
  if (f->flags & FRAME_ROOT) p = canon_w32(p, f->aux);
  if (map) {
    uint32_t depth = operands(f, at, map);
    p = put_slots(c, p, map->kind, MEM32(vm, f->locals), map->locals);
    p = canon_w32(p, depth);
    p = put_slots(c, p, map->kind + map->locals, MEM32(vm, at + FRAME_SIZE), depth);
  }
  c->out.len = (size_t)(p - c->out.s);
}

static void each_slot(const uint8_t *kind, uint32_t at, uint32_t n,
                      void (*fn)(void *self, uint32_t slot), void *self) {
  for (uint32_t i = 0; i < n; i++)
    if (kind[i] == SLOT_REF) fn(self, at + 4 * i);
}

void canon_frame_each_ref(struct vm *vm, uint32_t at, void (*fn)(void *self, uint32_t slot),
                          void *self) {
  const struct frame *f = vm_frame(vm, at);
  const struct slot_map *map = map_of(vm, f);
  fn(self, at + (uint32_t)offsetof(struct frame, sync));
  if (!map) return;
  each_slot(map->kind, f->locals, map->locals, fn, self);
  each_slot(map->kind + map->locals, at + FRAME_SIZE, operands(f, at, map), fn, self);
}

/* ---- one stack ---- */

static uint32_t top_of(const struct canon *c, uint32_t thread) {
  const struct thread *t = vm_thread(c->vm, thread);
  if (thread >= vm_machine(c->vm)->thread_count || t->state == THREAD_TERMINATED) return 0;
  return t->frame;
}

static uint32_t address_of(const struct canon *c, const struct canon_far *far, size_t i) {
  return c->entries.data[far->entries.data[i]].r;
}

/* Returns whether the frame that was at this address ends at or below `lowest`, so it has not
 * changed. */
static bool stands_below(struct vm *vm, uint32_t at, uint32_t lowest) {
  return at + FRAME_SIZE <= lowest && vm_frame(vm, at)->sp <= lowest;
}

static size_t standing(struct canon *c, const struct canon_far *far, uint32_t lowest) {
  size_t n = far->entries.len;
  while (n && !stands_below(c->vm, address_of(c, far, n - 1), lowest)) n--;
  return n;
}

/* Collects the frames from the top down to the first of `n` unchanged ones in c->walked. Returns
 * how many unchanged frames are still in the stack. */
static size_t walk_down(struct canon *c, const struct canon_far *far, uint32_t top, size_t n) {
  c->walked.len = 0;
  for (uint32_t at = top; at; at = vm_frame(c->vm, at)->prev) {
    while (n && address_of(c, far, n - 1) > at) n--;
    if (n && address_of(c, far, n - 1) == at) return n;
    *vec_push(&c->walked) = at;
  }
  return 0;
}

static void enter_frame(struct canon *c, uint32_t thread, uint32_t i, uint32_t at) {
  struct canon_far *far = &c->far[thread];
  uint32_t level = i < LEVELS ? i : LEVELS - 1;
  uint64_t name = hash_mix(hash_mix(c->thread_number[thread] + FAR_DEPTH) + i);
  if (i < far->entries.len) {
    uint32_t e = far->entries.data[i];
    far->changes += c->entries.data[e].r != at;
    c->entries.data[e].r = at;
    if (canon_version_stands(c, &c->entries.data[e])) return;
    far->changes++;
    canon_names_changed(c, e);
    return;
  }
  far->changes++;
  *vec_push(&far->entries) = canon_names_frame(c, at, name, FAR_DEPTH + level * FAR_LEVEL);
}

static void stack_again(struct canon *c, uint32_t thread, uint32_t lowest) {
  struct canon_far *far = &c->far[thread];
  uint32_t top = top_of(c, thread), i;
  size_t stand = walk_down(c, far, top, top ? standing(c, far, lowest) : 0);
  uint32_t depth = (uint32_t)(stand + c->walked.len), n = far_of(depth);
  CHECK(n <= depth, "only frames of the stack are far: %u of %u", n, depth);
  for (i = (uint32_t)stand; i < n; i++) enter_frame(c, thread, i, c->walked.data[depth - 1 - i]);
  for (; far->entries.len > n; far->changes++)
    canon_names_unroot(c, far->entries.data[--far->entries.len]);
  CHECK(far->entries.len == n, "each far frame has an entry: %zu of %u", far->entries.len, n);
  if (n && thread >= c->far_end) c->far_end = thread + 1;
}

/* ---- all stacks ---- */

void canon_frames_clear(struct canon *c) {
  for (uint32_t t = 0; t < c->far_end; t++, c->far[t].changes++) c->far[t].entries.len = 0;
}

void canon_frames_make(struct canon *c) {
  for (uint32_t t = 0; t < c->thread_len; t++) stack_again(c, c->thread_order[t], 0);
}

void canon_frames_again(struct canon *c) {
  const struct arena *a = &c->vm->arena;
  for (size_t i = 0; i < a->changed_stacks.len; i++)
    stack_again(c, a->changed_stacks.data[i].thread, a->changed_stacks.data[i].lowest);
}

void canon_put_near_frames(struct canon *c, uint32_t thread) {
  const struct canon_far *far = &c->far[thread];
  uint32_t n = (uint32_t)far->entries.len, end = n ? address_of(c, far, n - 1) : 0;
  canon_put32(c, n);
  for (uint32_t at = top_of(c, thread); at && at != end; at = vm_frame(c->vm, at)->prev)
    canon_put_frame(c, at);
}

const uint8_t *canon_near_bytes(const struct canon *c, uint32_t thread, uint32_t *n) {
  const struct canon_far *far = &c->far[thread];
  size_t count = far->entries.len;
  uint32_t end = count ? address_of(c, far, count - 1) : 0, top = top_of(c, thread), at;
  uint32_t low = 0, high = top ? vm_frame(c->vm, top)->sp : 0;
  for (at = top; at && at != end; at = vm_frame(c->vm, at)->prev) low = vm_frame(c->vm, at)->locals;
  *n = low ? high - low : 0;
  return MEM8(c->vm, low);
}
