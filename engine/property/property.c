/* See property.h. */
#include "engine/property/property.h"
#include "engine/base/check.h"

#include "engine/vm/interp/interp.h"

#include <string.h>

#define PROPERTY(id, NAME, on) extern const struct property_ops property_##id;
#include "engine/base/properties.def"
#undef PROPERTY

static const struct property_ops *const table[] = {
#define PROPERTY(id, NAME, on) &property_##id,
#include "engine/base/properties.def"
#undef PROPERTY
};

const struct property_ops *property_at(uint32_t i) { return i < COUNT(table) ? table[i] : NULL; }

int properties_start(struct vm *vm, struct error *err) {
  uint32_t i;
  for (i = 0; i < COUNT(table); i++)
    if (property_on(vm, i) && table[i]->start && table[i]->start(vm, err)) return err->code;
  /* h says which writes a read may return, whether or not races are looked for */
  return vm->opt.stale_reads && !vm->race ? property_race.start(vm, err) : 0;
}

void properties_stop(struct vm *vm) {
  uint32_t i;
  for (i = 0; i < COUNT(table); i++)
    if (table[i]->stop) table[i]->stop(vm);
}

void properties_anew(struct vm *vm) {
  uint32_t i;
  for (i = 0; i < COUNT(table); i++)
    if (property_on(vm, i) && table[i]->anew) table[i]->anew(vm);
}

bool properties_state(struct vm *vm, enum way_on way) {
  uint32_t i;
  INVARIANT(way == WAY_ENDED || !vm_ended(vm), "a program that continues has not ended: %d",
            (int)way);
  for (i = 0; i < COUNT(table); i++)
    if (property_on(vm, i) && table[i]->state && table[i]->state(vm, way) && vm_violated(vm))
      return true;
  return false;
}

bool properties_uncaught(struct vm *vm, struct thread *t, ref exception) {
  uint32_t i;
  for (i = 0; i < COUNT(table); i++)
    if (property_on(vm, i) && table[i]->uncaught && table[i]->uncaught(vm, t, exception) &&
        vm_violated(vm))
      return true;
  return false;
}
