/* The names of the properties (engine/base/properties.def), for people. */
#include "engine/engine.h"

#include <string.h>

#include "engine/base/mem.h"
#include "engine/property/property.h"

const char *engine_property_name(uint32_t bit) {
  uint32_t i;
  for (i = 0; property_at(i); i++)
    if (bit == 1u << i) return property_at(i)->name;
  return NULL;
}

char *engine_properties_text(uint32_t properties, const char *between) {
  struct text t = {0};
  uint32_t i;
  for (i = 0; property_at(i); i++)
    if (properties >> i & 1) text_printf(&t, "%s%s", t.len ? between : "", property_at(i)->name);
  return t.s ? t.s : mem_strdup("");
}

static uint32_t bit_of(const char *name, size_t n) {
  uint32_t i;
  for (i = 0; property_at(i); i++)
    if (strlen(property_at(i)->name) == n && !strncmp(property_at(i)->name, name, n))
      return 1u << i;
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
