/* The race check starts listening in the middle of a path (paper 003, section 4: the listeners "may
 * be activated at the beginning of each application of bounded model checking").
 *
 * All stamps and recorded reads are discarded; the clocks of the rows stay. From now on, a thread's
 * accesses have its present release count, which no other row contains yet. So only later
 * synchronisation can order later accesses, and h is exact for them. Races with accesses made
 * before are not reported. */
#include "engine/property/race_int.h"
#include "engine/vm/heap.h"
#include "engine/vm/machine.h"

static void forget_row(struct vm *vm, ref row) {
  for (uint32_t i = ROW_PLAIN; i < ROW_CLOCKS; i++)
    if (row_get(vm, row, i)) put32(vm, row + ARRAY_BASE + i * 4, 0);
}

/* Clears eight bytes of objects; a location may begin at each byte. */
static void forget_eighth(struct vm *vm, uint32_t at) {
  for (uint32_t a = at; a < at + 8; a++) {
    uint32_t shadow = SHADOW_OF(a);
    if (*MEM32(vm, shadow)) put32(vm, shadow, 0);
    if (*MEM32(vm, shadow + 4)) forget_row(vm, *MEM32(vm, shadow + 4));
  }
}

void race_anew(struct vm *vm) {
  struct arena *a = &vm->arena;
  uint32_t block, end = (vm_machine(vm)->heap_bump - IMMORTAL_BASE + BLOCK_SIZE - 1) >> BLOCK_SHIFT;
  for (block = 0; block < end; block++)
    for (uint32_t i = 0; a->stamped[block] >> i; i++)
      if (a->stamped[block] >> i & 1)
        forget_eighth(vm, IMMORTAL_BASE + (block << BLOCK_SHIFT) + i * 8);
}
