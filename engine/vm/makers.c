/* See makers.h. */
#include "engine/vm/makers.h"
#include "engine/base/check.h"

#include "engine/vm/machine.h"
#include "engine/vm/uncounted.h"
#include "engine/vm/parts.h"

ref makers_of(struct vm *vm, ref r) { return arena_is_immortal(r) ? 0 : *MEM32(vm, MAKER_OF(r)); }

void makers_set(struct vm *vm, ref r, ref whole) {
  INVARIANT(arena_is_immortal(r) || MAKER_OF(r) < MAKERS_END,
            "the word of an object's maker is in its area: 0x%x", r);
  INVARIANT(whole != r, "no object is its own maker: 0x%x", r);
  if (!arena_is_immortal(r) && *MEM32(vm, MAKER_OF(r)) != whole) put32(vm, MAKER_OF(r), whole);
}

/* Returns the object whose library method is running, skipping static library methods; 0 if the
 * program's own code comes first. */
static ref makers_running(struct vm *vm) {
  const struct thread *t = vm->run.cur;
  for (uint32_t at = t ? t->frame : 0; at; at = vm_frame(vm, at)->prev) {
    const struct frame *f = vm_frame(vm, at);
    const struct method *m = frame_method(vm, f);
    ref self;
    if (!m || !m->owner || !section_library(vm, m->owner)) return 0;
    self = section_receiver(vm, f);
    if (self) return self;
  }
  return 0;
}

/* The objects examined here only decide where steps over contracts end. */
void makers_born(struct vm *vm, ref r) {
  READS_ASIDE();
  makers_set(vm, r, makers_running(vm));
  READS_COUNT();
}

void makers_published(struct vm *vm, ref r, ref holder) {
  ref maker;
  READS_ASIDE();
  maker = makers_of(vm, r);
  if (maker > MAKER_NOBODY && !(holder && parts_meet(vm, maker, holder))) makers_set(vm, r, 0);
  READS_COUNT();
}

void makers_collect(struct vm *vm, bool (*alive)(void *self, ref r), void *self) {
  ref r = HEAP_BASE, end = vm_machine(vm)->heap_bump;
  for (; r < end; r += vm_object_size(vm, r)) {
    ref maker = makers_of(vm, r);
    if (vm_object(vm, r)->klass < KLASS_FIRST || maker <= MAKER_NOBODY || !alive(self, r)) continue;
    while (maker > MAKER_NOBODY && !arena_is_immortal(maker) && !alive(self, maker))
      maker = makers_of(vm, maker);
    makers_set(vm, r, maker ? maker : MAKER_NOBODY);
  }
}
