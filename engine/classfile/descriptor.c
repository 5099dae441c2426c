/* Descriptors (JVMS 4.3) and names (4.2.2). A descriptor is parsed from left to right, one type at
 * a time. */
#include "engine/classfile/class_reader.h"

#include <string.h>

enum { MAX_DIMENSIONS = 255 };

/* Returns the position after the ';' of a class name that starts at `p`, NULL if it is
 * malformed. */
static const char *class_name_end(const char *p) {
  const char *start = p;
  for (; *p && *p != ';'; p++) {
    if (*p == '.' || *p == '[') return NULL;
    if (*p == '/' && (p == start || p[1] == '/' || p[1] == ';')) return NULL;
  }
  return *p == ';' && p > start ? p + 1 : NULL;
}

const char *desc_next(const char *p) {
  int dims = 0;
  for (; *p == '['; p++)
    if (++dims > MAX_DIMENSIONS) return NULL;
  if (*p == 'L') return class_name_end(p + 1);
  switch (*p) {
    case 'B':
    case 'C':
    case 'D':
    case 'F':
    case 'I':
    case 'J':
    case 'S':
    case 'Z': return p + 1;
    default: return NULL;
  }
}

bool desc_is_field(const char *desc) {
  const char *end = desc_next(desc);
  return end && *end == 0;
}

/* Parses the arguments; returns the position of the return type, NULL if malformed. */
static const char *walk_args(const char *p, int *count, int *slots) {
  *count = *slots = 0;
  if (*p++ != '(') return NULL;
  while (*p != ')') {
    *slots += *p == 'J' || *p == 'D' ? 2 : 1;
    ++*count;
    p = desc_next(p);
    if (!p) return NULL;
  }
  return p + 1;
}

bool desc_is_method(const char *desc) {
  int count, slots;
  const char *ret = walk_args(desc, &count, &slots);
  if (!ret) return false;
  return (ret[0] == 'V' && ret[1] == 0) || desc_is_field(ret);
}

int desc_arg_slots(const char *desc) {
  int count, slots;
  return walk_args(desc, &count, &slots) ? slots : -1;
}

int desc_arg_count(const char *desc) {
  int count, slots;
  return walk_args(desc, &count, &slots) ? count : -1;
}

/* Parses the arguments instead of searching for the last ')', which a class name may contain. */
const char *desc_result(const char *desc) {
  int count, slots;
  return walk_args(desc, &count, &slots);
}

char desc_return(const char *desc) {
  const char *p = desc_result(desc);
  return p ? *p : 0;
}

bool name_is_class(const char *name) {
  const char *p = name;
  if (*p == '[') return desc_is_field(name);
  for (; *p; p++) {
    if (*p == '.' || *p == ';' || *p == '[') return false;
    if (*p == '/' && (p == name || p[1] == '/' || p[1] == 0)) return false;
  }
  return p > name;
}

bool name_is_member(const char *name, bool method) {
  const char *p;
  if (method && *name == '<' && (strcmp(name, "<init>") == 0 || strcmp(name, "<clinit>") == 0))
    return true;
  for (p = name; *p; p++)
    if (*p == '.' || *p == ';' || *p == '[' || *p == '/' || (method && (*p == '<' || *p == '>')))
      return false;
  return p > name;
}

static bool text_fits(const char *s, enum text_kind kind) {
  switch (kind) {
    case TEXT_FIELD_DESC: return desc_is_field(s);
    case TEXT_METHOD_DESC: return desc_is_method(s);
    case TEXT_CLASS: return name_is_class(s);
    default: return name_is_member(s, kind == TEXT_METHOD);
  }
}

bool text_is(const struct symbol *s, enum text_kind kind) {
  if (s->known & kind) return true;
  if (!text_fits(s->s, kind)) return false;
  ((struct symbol *)(uintptr_t)s)->known |= kind;
  return true;
}
