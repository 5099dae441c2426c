/* See property.h. */
#include "engine/property/property.h"

#include "engine/engine.h"
#include "engine/vm/interp/interp.h"

#include <string.h>

#define PROPERTY(id) extern const struct property_ops property_##id;
#include "engine/property/properties.def"
#undef PROPERTY

static const struct property_ops *const table[] = {
#define PROPERTY(id) &property_##id,
#include "engine/property/properties.def"
#undef PROPERTY
};

enum row {
#define PROPERTY(id) ROW_##id,
#include "engine/property/properties.def"
#undef PROPERTY
};
_Static_assert(PROP_DEADLOCK == 1 << ROW_deadlock && PROP_EXCEPTION == 1 << ROW_exception && PROP_RACE == 1 << ROW_race &&
                   PROP_CONFLICT == 1 << ROW_conflict && PROP_HANG == 1 << ROW_hang,
               "the bits that the machine knows are the rows of the table");
_Static_assert((int)ENGINE_DEADLOCK == (int)PROP_DEADLOCK && (int)ENGINE_EXCEPTION == (int)PROP_EXCEPTION &&
                   (int)ENGINE_RACE == (int)PROP_RACE && (int)ENGINE_CONFLICT == (int)PROP_CONFLICT &&
                   (int)ENGINE_HANG == (int)PROP_HANG,
               "the public bits are the machine's");

const struct property_ops *property_at(uint32_t i) { return i < COUNT(table) ? table[i] : NULL; }

int properties_start(struct vm *vm, struct error *err) {
  uint32_t i;
  for (i = 0; i < COUNT(table); i++)
    if (property_on(vm, i) && table[i]->start && table[i]->start(vm, err)) return err->code;
  return 0;
}

void properties_stop(struct vm *vm) {
  uint32_t i;
  for (i = 0; i < COUNT(table); i++)
    if (table[i]->stop) table[i]->stop(vm);
}

bool properties_state(struct vm *vm) {
  uint32_t i;
  for (i = 0; i < COUNT(table); i++)
    if (property_on(vm, i) && table[i]->state && table[i]->state(vm) && vm_violated(vm)) return true;
  return false;
}

bool properties_uncaught(struct vm *vm, struct thread *t, ref exception) {
  uint32_t i;
  for (i = 0; i < COUNT(table); i++)
    if (property_on(vm, i) && table[i]->uncaught && table[i]->uncaught(vm, t, exception) && vm_violated(vm)) return true;
  return false;
}

/* ---- names, for engine.h ---- */

uint32_t engine_properties_default(void) {
  uint32_t i, bits = 0;
  for (i = 0; i < COUNT(table); i++) bits |= table[i]->on_request ? 0 : 1u << i;
  return bits;
}

const char *engine_property_name(uint32_t bit) {
  uint32_t i;
  for (i = 0; i < COUNT(table); i++)
    if (bit == 1u << i) return table[i]->name;
  return NULL;
}

char *engine_properties_text(uint32_t properties, const char *between) {
  struct text t = {0};
  uint32_t i;
  for (i = 0; i < COUNT(table); i++)
    if (properties >> i & 1) text_printf(&t, "%s%s", t.len ? between : "", table[i]->name);
  return t.s ? t.s : mem_strdup("");
}

static uint32_t bit_of(const char *name, size_t n) {
  uint32_t i;
  for (i = 0; i < COUNT(table); i++)
    if (strlen(table[i]->name) == n && !strncmp(table[i]->name, name, n)) return 1u << i;
  return 0;
}

bool engine_properties_read(const char *list, uint32_t *out) {
  *out = 0;
  while (*list) {
    size_t n = strcspn(list, ",");
    uint32_t bit = bit_of(list, n);
    if (!bit) return false;
    *out |= bit;
    list += n + (list[n] == ',');
  }
  return *out != 0;
}
