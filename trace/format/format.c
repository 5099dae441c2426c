/* Facts about event kinds, and the encoding of table rows.
 *
 * A row in the file has the memory layout of its struct in format.h on a little-endian machine; the
 * assertions below check that layout. This file needs only libc, because the agent links it. */
#include "trace/format/format.h"

#include <stddef.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "traces are little-endian: swap in row_encode and row_decode");
_Static_assert(offsetof(struct trace_event, labels) == TRACE_EVENT_SIZE, "event layout");
_Static_assert(offsetof(struct trace_event, kind) == 48 &&
                   offsetof(struct trace_event, thread) == 24,
               "event layout");
_Static_assert(sizeof(struct trace_class) == 36 && offsetof(struct trace_class, hash) == 16,
               "class layout");
_Static_assert(sizeof(struct trace_method) == 20 && sizeof(struct trace_field) == 20,
               "member layout");
_Static_assert(sizeof(struct trace_location) == 16 && sizeof(struct trace_thread) == 24,
               "row layout");
_Static_assert(sizeof(struct trace_object) == 8, "row layout");

struct kind_info {
  const char *name;
  int8_t group, ref;
  uint16_t traits;
};

static const struct kind_info kinds[TRACE_EV_LIMIT] = {
#define TRACE_EVENT(code, id, name, group, ref, traits) \
  [code] = {name, TRACE_GROUP_##group, TRACE_REF_##ref, traits},
#include "trace/events.def"
#undef TRACE_EVENT
};

static const struct kind_info *kind_find(unsigned kind) {
  return kind < TRACE_EV_LIMIT && kinds[kind].name ? &kinds[kind] : NULL;
}

const char *trace_kind_name(unsigned kind) {
  const struct kind_info *k = kind_find(kind);
  return k ? k->name : NULL;
}

int trace_kind_group(unsigned kind) {
  const struct kind_info *k = kind_find(kind);
  return k ? k->group : -1;
}

int trace_kind_ref(unsigned kind) {
  const struct kind_info *k = kind_find(kind);
  return k ? k->ref : -1;
}

unsigned trace_kind_traits(unsigned kind) { return kind < TRACE_EV_LIMIT ? kinds[kind].traits : 0; }

int trace_kind_by_name(const char *name) {
  for (int i = 0; i < TRACE_EV_LIMIT; i++)
    if (kinds[i].name && !strcmp(kinds[i].name, name)) return i;
  return -1;
}

const char *trace_group_name(int group) {
  static const char *const names[] = {"thread", "access", "sync", "control",
                                      "alloc",  "input",  "note", "choice"};
  return group >= 0 && group < (int)(sizeof names / sizeof *names) ? names[group] : NULL;
}

const char *trace_table_name(unsigned table) {
  static const char *const names[TRACE_TABLES] = {
      [TRACE_STRINGS] = "strings", [TRACE_META] = "meta",       [TRACE_CLASSES] = "classes",
      [TRACE_METHODS] = "methods", [TRACE_FIELDS] = "fields",   [TRACE_LOCATIONS] = "locations",
      [TRACE_THREADS] = "threads", [TRACE_OBJECTS] = "objects", [TRACE_EVENTS] = "events",
      [TRACE_LABELS] = "labels",   [TRACE_INDEX] = "index",     [TRACE_END] = "end",
  };
  return table < TRACE_TABLES ? names[table] : NULL;
}

unsigned trace_row_size(unsigned table) {
  switch (table) {
    case TRACE_META: return 2 * sizeof(uint32_t);
    case TRACE_CLASSES: return sizeof(struct trace_class);
    case TRACE_METHODS: return sizeof(struct trace_method);
    case TRACE_FIELDS: return sizeof(struct trace_field);
    case TRACE_LOCATIONS: return sizeof(struct trace_location);
    case TRACE_THREADS: return sizeof(struct trace_thread);
    case TRACE_OBJECTS: return sizeof(struct trace_object);
    case TRACE_EVENTS: return TRACE_EVENT_SIZE;
    default: return 0;
  }
}

unsigned trace_row_encode(unsigned table, const void *row, uint8_t *out) {
  unsigned size = trace_row_size(table);
  memcpy(out, row, size);
  if (table == TRACE_EVENTS) memset(out + offsetof(struct trace_event, reserved), 0, 4);
  return size;
}

void trace_row_decode(unsigned table, const uint8_t *in, void *row) {
  memcpy(row, in, trace_row_size(table));
  if (table != TRACE_EVENTS) return;
  ((struct trace_event *)row)->reserved = 0;
  ((struct trace_event *)row)->labels = 0;
}
