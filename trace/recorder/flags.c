/* Reads the effective -XX flags of the JVM from the tables that it exports for its own debugger
 * (gHotSpotVMStructs), because a flag may be set on the command line, in a file or by default. In a
 * JVM without these tables all flags count as unset. */
#include "trace/recorder/agent.h"

#include <dlfcn.h>

/* Returns the number that libjvm exports under that name, or 0. */
static uint64_t jvm_table(const char *name) {
  const uint64_t *at = dlsym(RTLD_DEFAULT, name);
  return at ? *at : 0;
}

static const char *text_at(const uint8_t *entry, const char *offset) {
  const char *s;
  memcpy(&s, entry + jvm_table(offset), sizeof s);
  return s ? s : "";
}

static uint64_t flag_number(const uint8_t *entry, const char *offset) {
  uint64_t v;
  memcpy(&v, entry + jvm_table(offset), sizeof v);
  return v;
}

/* Returns a table's entry for a field of JVMFlag or, if `field` is NULL, for JVMFlag itself; NULL
 * if there is none. */
static const uint8_t *flag_entry(const char *table, const char *stride, const char *type_at,
                                 const char *field_at, const char *field) {
  const uint8_t *e = (const uint8_t *)(uintptr_t)jvm_table(table);
  uint64_t step = jvm_table(stride);
  for (; e && step && *text_at(e, type_at); e += step) {
    if (strcmp(text_at(e, type_at), "JVMFlag")) continue;
    if (!field || !strcmp(text_at(e, field_at), field)) return e;
  }
  return NULL;
}

static const uint8_t *flag_field(const char *field) {
  return flag_entry("gHotSpotVMStructs", "gHotSpotVMStructEntryArrayStride",
                    "gHotSpotVMStructEntryTypeNameOffset", "gHotSpotVMStructEntryFieldNameOffset",
                    field);
}

/* Returns the value of a static field of JVMFlag. */
static uint64_t flag_static(const uint8_t *entry) {
  const uint64_t *at =
      (const uint64_t *)(uintptr_t)flag_number(entry, "gHotSpotVMStructEntryAddressOffset");
  return at ? *at : 0;
}

bool jvm_flag(const char *name) {
  const uint8_t *type = flag_entry("gHotSpotVMTypes", "gHotSpotVMTypeEntryArrayStride",
                                   "gHotSpotVMTypeEntryTypeNameOffset", NULL, NULL);
  const uint8_t *names = flag_field("_name"), *values = flag_field("_addr"),
                *flags = flag_field("flags"), *count = flag_field("numFlags");
  if (!type || !names || !values || !flags || !count) return false;
  uint64_t size = flag_number(type, "gHotSpotVMTypeEntrySizeOffset"), n = flag_static(count);
  uint64_t name_at = flag_number(names, "gHotSpotVMStructEntryOffsetOffset"),
           value_at = flag_number(values, "gHotSpotVMStructEntryOffsetOffset");
  const uint8_t *row = (const uint8_t *)(uintptr_t)flag_static(flags);
  for (uint64_t i = 0; row && i < n; i++, row += size) {
    const char *text;
    const bool *value;
    memcpy(&text, row + name_at, sizeof text);
    memcpy(&value, row + value_at, sizeof value);
    if (text && value && !strcmp(text, name)) return *value;
  }
  return false;
}
