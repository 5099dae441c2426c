/* See native_memory.h. */
#include "engine/natives/concurrent/native_memory.h"
#include "engine/base/check.h"

#include "engine/natives/io/cursor.h"
#include "engine/natives/util.h"
#include "engine/vm/uncounted.h"

#include <stddef.h>

enum { BLOCK_HEAD = 16, GAP = 4096 }; /* addresses stay 16-byte aligned; blocks never touch */
#define FIRST_ADDRESS INT64_C(0x7f0000000000)
#define HEAD_ADDR (MACHINE_BASE + (uint32_t)offsetof(struct machine, offmap))

static int64_t block_address(struct vm *vm, ref block) {
  return (int64_t)*MEM64(vm, block + ARRAY_BASE);
}
static int64_t block_size(struct vm *vm, ref block) {
  return (int64_t)array_length(vm, block) - BLOCK_HEAD;
}

/* Returns the list node whose block contains `address`; *link receives the address of the word that
 * refers to the node. */
static ref native_memory_find(struct vm *vm, int64_t address, uint32_t *link) {
  uint32_t at = HEAD_ADDR;
  ref node;
  for (node = *MEM32(vm, at); node; at = node + ARRAY_BASE + 4, node = *MEM32(vm, at)) {
    ref block = array_ref(vm, node, 0);
    int64_t base = block_address(vm, block);
    if (address >= base && address <= base + block_size(vm, block)) break;
  }
  if (node && link) *link = at;
  return node;
}

int native_memory_place(struct native_call *c, int64_t address, int64_t size, ref *obj,
                        uint32_t *off) {
  struct vm *vm = c->vm;
  ref node, block;
  int64_t at, room;
  READS_ASIDE(); /* every change of the list is dependent on every other step */
  node = native_memory_find(vm, address, NULL);
  block = node ? array_ref(vm, node, 0) : 0;
  at = block ? address - block_address(vm, block) : 0;
  room = block ? block_size(vm, block) : 0;
  READS_COUNT();
  if (!block || size < 0 || at + size > room)
    return vm_throw(vm, c->t, "java/lang/InternalError",
                    "native access outside allocated memory: 0x%llx", (unsigned long long)address);
  INVARIANT(at >= 0 && ARRAY_BASE + BLOCK_HEAD + at + size <= vm_object_size(vm, block),
            "a place of native memory lies in its block: %lld, %lld bytes", (long long)at,
            (long long)size);
  *obj = block;
  *off = (uint32_t)(ARRAY_BASE + BLOCK_HEAD + at);
  return NATIVE_OK;
}

int64_t native_memory_address(struct vm *vm, ref obj, uint32_t off) {
  for (ref node = *MEM32(vm, HEAD_ADDR); node; node = array_ref(vm, node, 1))
    if (array_ref(vm, node, 0) == obj)
      return block_address(vm, obj) + off - ARRAY_BASE - BLOCK_HEAD;
  return 0;
}

static ref new_block(struct native_call *c, int64_t size) {
  struct vm *vm = c->vm;
  ref head = vm_machine(vm)->offmap, block, node, first;
  int64_t address = FIRST_ADDRESS;
  if (head) {
    first = array_ref(vm, head, 0);
    address = (block_address(vm, first) + block_size(vm, first) + GAP + 15) & ~INT64_C(15);
  }
  block = size <= INT32_MAX - BLOCK_HEAD
              ? vm_new_prim_array(vm, c->t, 'B', (int32_t)size + BLOCK_HEAD)
              : 0;
  node = block ? vm_new_ref_array(vm, c->t, vm->wk.object, 2) : 0;
  if (!node) return 0;
  vm->run.unreported = true; /* changes the address of the next block */
  INVARIANT(!native_memory_find(vm, address, NULL), "blocks of native memory do not overlap: %lld",
            (long long)address);
  put64(vm, block + ARRAY_BASE, (uint64_t)address);
  array_put_ref(vm, node, 0, block);
  array_put_ref(vm, node, 1, head);
  vm_share(vm, node); /* any thread that knows the number can access it */
  put32(vm, HEAD_ADDR, node);
  return block;
}

static int allocate(struct native_call *c) {
  int64_t address = native_memory_new(c, arg64(c, 1));
  if (!address) c->t->exception = 0; /* the Java caller throws OutOfMemoryError for 0 */
  return ret_long(c, address);
}

static void unlink_node(struct vm *vm, ref node, uint32_t link) {
  vm->run.unreported = true; /* accesses to it fail from now on */
  put32(vm, link, array_ref(vm, node, 1));
}

int64_t native_memory_new(struct native_call *c, int64_t size) {
  ref block = new_block(c, size);
  return block ? block_address(c->vm, block) : 0;
}

void native_memory_label(struct vm *vm, int64_t address, uint64_t label) {
  ref node = native_memory_find(vm, address, NULL);
  if (node) put64(vm, array_ref(vm, node, 0) + ARRAY_BASE + 8, label);
}

bool native_memory_labelled(struct vm *vm, ref *node, uint64_t *label, uint32_t *at,
                            uint32_t *size) {
  ref block;
  for (*node = *node ? array_ref(vm, *node, 1) : *MEM32(vm, HEAD_ADDR); *node;
       *node = array_ref(vm, *node, 1)) {
    block = array_ref(vm, *node, 0);
    *label = *MEM64(vm, block + ARRAY_BASE + 8);
    *at = block + ARRAY_BASE + BLOCK_HEAD;
    *size = (uint32_t)block_size(vm, block);
    if (*label) return true;
  }
  return false;
}

void native_memory_free(struct native_call *c, int64_t address) {
  uint32_t link;
  ref node = native_memory_find(c->vm, address, &link);
  if (node) unlink_node(c->vm, node, link);
}

static int native_memory_release(struct native_call *c) {
  native_memory_free(c, arg64(c, 1));
  return NATIVE_OK;
}

static int reallocate(struct native_call *c) {
  struct vm *vm = c->vm;
  int64_t address = arg64(c, 1), size = arg64(c, 3), n;
  ref node = native_memory_find(vm, address, NULL), old = node ? array_ref(vm, node, 0) : 0,
      block = new_block(c, size);
  uint32_t link;
  if (!block) {
    c->t->exception = 0;
    return ret_long(c, 0);
  }
  if (old) {
    n = block_size(vm, old) < size ? block_size(vm, old) : size;
    if (n > 0) {
      arena_touch_range(&vm->arena, block + ARRAY_BASE + BLOCK_HEAD, (uint32_t)n);
      memcpy(array_data(vm, block) + BLOCK_HEAD, array_data(vm, old) + BLOCK_HEAD, (size_t)n);
    }
    if (native_memory_find(vm, address, &link)) unlink_node(vm, node, link);
  }
  return ret_long(c, block_address(vm, block));
}

/* Finds the place given by an (object, offset) or (null, address) pair in three argument slots. */
static int native_memory_own_place(struct native_call *c, int slot, int64_t size, ref *obj,
                                   uint32_t *off) {
  int64_t at = arg64(c, slot + 1);
  *obj = c->args[slot];
  *off = (uint32_t)at;
  if (!*obj) return native_memory_place(c, at, size, obj, off);
  if (at < 0 || size < 0 || at + size > (int64_t)vm_object_size(c->vm, *obj))
    return vm_throw(c->vm, c->t, "java/lang/InternalError", "Unsafe access outside its object");
  return NATIVE_OK;
}

static void report_range(struct native_call *c, ref obj, uint32_t off, uint32_t n, bool write) {
  if (!c->vm->sched.trace_on) return;
  for (uint32_t i = 0; i < n; i++) ev_access(c->vm, c->t, obj, off + i, 1, write, ACCESS_PLAIN);
}

/* Returns the unit in which memory is set and copied, as Unsafe documents it: 8, 4, 2 or 1 bytes,
 * depending on the alignment of the places and the length. */
static uint32_t unit_of(uint32_t bits) { return bits & 1 ? 1 : bits & 2 ? 2 : bits & 4 ? 4 : 8; }

enum { A_BASE = 1 }; /* the slot that the cursor replaces */

/* Does the memory contain the value already? Then setting it has no visible effect; new memory is
 * cleared that way. */
static bool is_set(struct vm *vm, uint32_t at, uint32_t n, uint8_t value) {
  for (uint32_t i = 0; i < n; i++)
    if (*MEM8(vm, at + i) != value) return false;
  return true;
}

/* Sets one unit per transition (soundness rule 10, bulk by elements). This also applies during the
 * race check, because it does not report races between accesses by trusted code, so those
 * interleavings must be explored. */
static int set_stepwise(struct native_call *c, ref obj, uint32_t off, uint32_t n,
                        struct cursor at) {
  struct vm *vm = c->vm;
  uint32_t unit = unit_of(off | n);
  CHECK(at.position <= n && n % unit == 0, "memory is set in whole units: %u of %u", at.position,
        n);
  for (; at.position < n; at.position += unit) {
    uint32_t to = off + at.position;
    if (!vm_visible(vm, c->t, OPK_BULK_WRITE, obj, to)) return cursor_stop(c, A_BASE, &at);
    report_range(c, obj, to, unit, true);
    arena_touch_range(&vm->arena, obj + to, unit);
    memset(MEM8(vm, obj + to), (int)c->args[6], unit);
    c->t->insns++; /* as in natives/lang/arraycopy.c */
  }
  return NATIVE_OK;
}

static int set_memory(struct native_call *c) {
  struct vm *vm = c->vm;
  int64_t n = arg64(c, 4);
  struct cursor at = {0};
  bool resumed = cursor_take(c, A_BASE, &at);
  ref obj;
  uint32_t off;
  int rc;
  if (n == 0) return NATIVE_OK;
  rc = native_memory_own_place(c, 1, n, &obj, &off);
  if (rc != NATIVE_OK) return rc;
  at.original = c->args[A_BASE];
  if (resumed || (vm->sched.scheduling && obj_shared(vm, obj) &&
                  !is_set(vm, obj + off, (uint32_t)n, (uint8_t)c->args[6])))
    return set_stepwise(c, obj, off, (uint32_t)n, at);
  VISIBLE(c, OPK_BULK_WRITE, obj, off);
  report_range(c, obj, off, (uint32_t)n, true);
  arena_touch_range(&vm->arena, obj + off, (uint32_t)n);
  memset(MEM8(vm, obj + off), (int)c->args[6], (size_t)n);
  return NATIVE_OK;
}

static void swap_copy(uint8_t *to, const uint8_t *from, uint32_t n, uint32_t elem) {
  uint8_t tmp[8];
  for (uint32_t i = 0; i + elem <= n; i += elem) {
    memcpy(tmp, from + i, elem);
    for (uint32_t j = 0; j < elem; j++) to[i + j] = tmp[elem - 1 - j];
  }
}

struct stretch {
  ref src, dst;
  uint32_t from, to, n; /* offsets, and number of bytes */
  uint32_t elem;        /* above 1: reverse the bytes of each element */
};

static void move_bytes(struct vm *vm, const struct stretch *s, uint32_t to, uint32_t from,
                       uint32_t n) {
  INVARIANT(!s->elem || n % s->elem == 0 || s->elem == 1,
            "elements whose bytes are swapped are whole: %u of %u", n, s->elem);
  arena_touch_range(&vm->arena, to, n);
  if (s->elem > 1)
    swap_copy(MEM8(vm, to), MEM8(vm, from), n, s->elem);
  else
    memmove(MEM8(vm, to), MEM8(vm, from), n);
}

/* Copies the bytes that were read into a new array; 0: out of memory. */
static ref keep_bytes(struct native_call *c, ref src, uint32_t from, uint32_t n) {
  ref r = vm_new_prim_array(c->vm, c->t, 'B', (int32_t)n);
  if (!r) return 0;
  arena_touch_range(&c->vm->arena, r + ARRAY_BASE, n);
  memcpy(array_data(c->vm, r), MEM8(c->vm, src + from), n);
  report_range(c, src, from, n, false);
  return r;
}

/* Copies one unit per transition, as above. If other threads can reach both sides, they can also
 * run between the read and the write of a unit (soundness rule 10, bulk by elements). */
static int copy_stepwise(struct native_call *c, const struct stretch *s, struct cursor at) {
  struct vm *vm = c->vm;
  uint32_t unit = s->elem > 1 ? s->elem : unit_of(s->from | s->to | s->n);
  bool writes = obj_shared(vm, s->dst), both = writes && obj_shared(vm, s->src),
       down = s->src == s->dst && s->from < s->to;
  CHECK(at.position <= s->n, "a copy continues within its bytes: %u of %u", at.position, s->n);
  for (; at.position < s->n; at.position += unit) {
    uint32_t i = down ? s->n - unit - at.position : at.position, from = s->from + i, to = s->to + i;
    if (both && !at.extra) {
      if (!vm_visible(vm, c->t, OPK_BULK_READ, s->src, from)) return cursor_stop(c, A_BASE, &at);
      at.extra = keep_bytes(c, s->src, from, unit);
      if (!at.extra) return NATIVE_THROW;
    }
    if (!vm_visible(vm, c->t, writes ? OPK_BULK_WRITE : OPK_BULK_READ, writes ? s->dst : s->src,
                    writes ? to : from))
      return cursor_stop(c, A_BASE, &at);
    if (!both) report_range(c, s->src, from, unit, false);
    report_range(c, s->dst, to, unit, true);
    move_bytes(vm, s, s->dst + to, both ? at.extra + ARRAY_BASE : s->src + from, unit);
    at.extra = 0;
    c->t->insns++; /* as in natives/lang/arraycopy.c */
  }
  return NATIVE_OK;
}

/* copyMemory0(srcBase, srcOffset, destBase, destOffset, bytes). */
static int copy(struct native_call *c, uint32_t elem) {
  struct vm *vm = c->vm;
  int64_t n = arg64(c, 7);
  struct stretch s = {.n = (uint32_t)n, .elem = elem};
  struct cursor at = {0};
  bool resumed = cursor_take(c, A_BASE, &at);
  int rc;
  if (n == 0) return NATIVE_OK;
  rc = native_memory_own_place(c, 1, n, &s.src, &s.from);
  if (rc == NATIVE_OK) rc = native_memory_own_place(c, 4, n, &s.dst, &s.to);
  if (rc != NATIVE_OK) return rc;
  at.original = c->args[A_BASE];
  if (resumed || (vm->sched.scheduling && (obj_shared(vm, s.src) || obj_shared(vm, s.dst))))
    return copy_stepwise(c, &s, at);
  if (obj_shared(vm, s.dst))
    VISIBLE(c, OPK_BULK_WRITE, s.dst, s.to);
  else
    VISIBLE(c, OPK_BULK_READ, s.src, s.from);
  report_range(c, s.src, s.from, s.n, false);
  report_range(c, s.dst, s.to, s.n, true);
  move_bytes(vm, &s, s.dst + s.to, s.src + s.from, s.n);
  return NATIVE_OK;
}
static int copy_memory(struct native_call *c) { return copy(c, 1); }
static int copy_swap_memory(struct native_call *c) {
  int64_t elem = arg64(c, 9);
  return copy(c, elem == 2 || elem == 4 || elem == 8 ? (uint32_t)elem : 1);
}

#define U "jdk/internal/misc/Unsafe"
const struct native_row natives_native_memory[] = {
    {U, "allocateMemory0", NULL, allocate},
    {U, "reallocateMemory0", NULL, reallocate},
    {U, "freeMemory0", NULL, native_memory_release},
    {U, "setMemory0", NULL, set_memory},
    {U, "copyMemory0", NULL, copy_memory},
    {U, "copySwapMemory0", NULL, copy_swap_memory},
    {0},
};
