/* See native_memory.h. */
#include "engine/natives/native_memory.h"

#include "engine/natives/util.h"

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

/* The node whose block holds `address`; *link receives the address of the word that refers to it. */
static ref find(struct vm *vm, int64_t address, uint32_t *link) {
  uint32_t at = HEAD_ADDR;
  ref node;
  for (node = *MEM32(vm, at); node; at = node + ARRAY_BASE + 4, node = *MEM32(vm, at)) {
    ref block = array_ref(vm, node, 0);
    int64_t base = block_address(vm, block);
    if (address < base || address > base + block_size(vm, block)) continue;
    if (link) *link = at;
    return node;
  }
  return 0;
}

int native_memory_place(struct native_call *c, int64_t address, int64_t size, ref *obj, uint32_t *off) {
  struct vm *vm = c->vm;
  ref node = find(vm, address, NULL), block = node ? array_ref(vm, node, 0) : 0;
  int64_t at = block ? address - block_address(vm, block) : 0;
  if (!block || size < 0 || at + size > block_size(vm, block))
    return vm_throw(vm, c->t, "java/lang/InternalError", "native access outside allocated memory: 0x%llx",
                    (unsigned long long)address);
  *obj = block;
  *off = (uint32_t)(ARRAY_BASE + BLOCK_HEAD + at);
  return NATIVE_OK;
}

static ref new_block(struct native_call *c, int64_t size) {
  struct vm *vm = c->vm;
  ref head = vm_machine(vm)->offmap, block, node, first;
  int64_t address = FIRST_ADDRESS;
  if (head) {
    first = array_ref(vm, head, 0);
    address = (block_address(vm, first) + block_size(vm, first) + GAP + 15) & ~INT64_C(15);
  }
  block = size <= INT32_MAX - BLOCK_HEAD ? vm_new_prim_array(vm, c->t, 'B', (int32_t)size + BLOCK_HEAD) : 0;
  node = block ? vm_new_ref_array(vm, c->t, vm->wk.object, 2) : 0;
  if (!node) return 0;
  put64(vm, block + ARRAY_BASE, (uint64_t)address);
  array_put_ref(vm, node, 0, block);
  array_put_ref(vm, node, 1, head);
  vm_share(vm, node); /* whoever knows the number can reach it */
  put32(vm, HEAD_ADDR, node);
  return block;
}

static int allocate(struct native_call *c) {
  int64_t address = native_memory_new(c, arg64(c, 1));
  if (!address) c->t->exception = 0; /* Java turns 0 into OutOfMemoryError */
  return ret_long(c, address);
}

static void unlink_node(struct vm *vm, ref node, uint32_t link) {
  put32(vm, link, array_ref(vm, node, 1));
}

int64_t native_memory_new(struct native_call *c, int64_t size) {
  ref block = new_block(c, size);
  return block ? block_address(c->vm, block) : 0;
}

void native_memory_free(struct native_call *c, int64_t address) {
  uint32_t link;
  ref node = find(c->vm, address, &link);
  if (node) unlink_node(c->vm, node, link);
}

static int release(struct native_call *c) {
  native_memory_free(c, arg64(c, 1));
  return NATIVE_OK;
}

static int reallocate(struct native_call *c) {
  struct vm *vm = c->vm;
  int64_t address = arg64(c, 1), size = arg64(c, 3), n;
  ref node = find(vm, address, NULL), old = node ? array_ref(vm, node, 0) : 0, block = new_block(c, size);
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
    if (find(vm, address, &link)) unlink_node(vm, node, link);
  }
  return ret_long(c, block_address(vm, block));
}

/* An (object, offset) or (null, address) pair in three argument slots. */
static int place(struct native_call *c, int slot, int64_t size, ref *obj, uint32_t *off) {
  int64_t at = arg64(c, slot + 1);
  *obj = c->args[slot];
  *off = (uint32_t)at;
  if (!*obj) return native_memory_place(c, at, size, obj, off);
  if (at < 0 || size < 0 || at + size > (int64_t)vm_object_size(c->vm, *obj))
    return vm_throw(c->vm, c->t, "java/lang/InternalError", "Unsafe access outside its object");
  return NATIVE_OK;
}

static void tell_range(struct native_call *c, ref obj, uint32_t off, uint32_t n, bool write) {
  if (!c->vm->trace_on) return;
  for (uint32_t i = 0; i < n; i++) ev_access(c->vm, c->t, obj, off + i, 1, write, ACCESS_PLAIN);
}

static int set_memory(struct native_call *c) {
  struct vm *vm = c->vm;
  int64_t n = arg64(c, 4);
  ref obj;
  uint32_t off;
  int rc;
  if (n == 0) return NATIVE_OK;
  rc = place(c, 1, n, &obj, &off);
  if (rc != NATIVE_OK) return rc;
  VISIBLE(c, OPK_BULK_WRITE, obj, off);
  tell_range(c, obj, off, (uint32_t)n, true);
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

/* copyMemory0(srcBase, srcOffset, destBase, destOffset, bytes); with elem > 1 each element's bytes are turned around.
 */
static int copy(struct native_call *c, uint32_t elem) {
  struct vm *vm = c->vm;
  int64_t n = arg64(c, 7);
  ref src, dst;
  uint32_t so, to;
  int rc;
  if (n == 0) return NATIVE_OK;
  rc = place(c, 1, n, &src, &so);
  if (rc == NATIVE_OK) rc = place(c, 4, n, &dst, &to);
  if (rc != NATIVE_OK) return rc;
  if (obj_shared(vm, dst))
    VISIBLE(c, OPK_BULK_WRITE, dst, to);
  else
    VISIBLE(c, OPK_BULK_READ, src, so);
  tell_range(c, src, so, (uint32_t)n, false);
  tell_range(c, dst, to, (uint32_t)n, true);
  arena_touch_range(&vm->arena, dst + to, (uint32_t)n);
  if (elem > 1)
    swap_copy(MEM8(vm, dst + to), MEM8(vm, src + so), (uint32_t)n, elem);
  else
    memmove(MEM8(vm, dst + to), MEM8(vm, src + so), (size_t)n);
  return NATIVE_OK;
}
static int copy_memory(struct native_call *c) {
  return copy(c, 1);
}
static int copy_swap_memory(struct native_call *c) {
  int64_t elem = arg64(c, 9);
  return copy(c, elem == 2 || elem == 4 || elem == 8 ? (uint32_t)elem : 1);
}

#define U "jdk/internal/misc/Unsafe"
const struct native_row natives_native_memory[] = {
    {U, "allocateMemory0", NULL, allocate},
    {U, "reallocateMemory0", NULL, reallocate},
    {U, "freeMemory0", NULL, release},
    {U, "setMemory0", NULL, set_memory},
    {U, "copyMemory0", NULL, copy_memory},
    {U, "copySwapMemory0", NULL, copy_swap_memory},
    {0},
};
