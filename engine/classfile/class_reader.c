/* The cursor of the class file parser. See class_reader.h. */
#include "engine/classfile/class_reader.h"
#include "engine/base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void cr_fail(struct class_reader *r, const char *fmt, ...) {
  char reason[400];
  va_list ap;
  if (r->failed) return;
  r->failed = true;
  va_start(ap, fmt);
  vsnprintf(reason, sizeof reason, fmt, ap);
  va_end(ap);
  error_set(r->err, ERR_INPUT, "%s: bad class file at offset %u: %s", r->what, r->pos, reason);
}

void cr_fail_short(struct class_reader *r, uint32_t n) {
  cr_fail(r, "cut off: %u more bytes needed, %u left", n, r->end - r->pos);
}

const uint8_t *cr_keep(struct class_reader *r, uint32_t n) {
  const uint8_t *p = cr_view(r, n);
  return p && !r->image ? memcpy(pool_alloc(r->pool, n ? n : 1), p, n) : p;
}

void *cr_array(struct class_reader *r, uint32_t count, uint32_t min, size_t size) {
  if (r->failed || count == 0) return NULL;
  if ((uint64_t)count * min > r->end - r->pos) {
    cr_fail(r, "cut off: a table of %u entries in %u bytes", count, r->end - r->pos);
    return NULL;
  }
  INVARIANT((uint64_t)count * size <= SIZE_MAX, "a table fits in memory: %u entries", count);
  return pool_alloc(r->pool, count * size);
}

static const char *tag_name(enum cp_tag tag) {
  switch (tag) {
    case CP_UTF8: return "Utf8";
    case CP_CLASS: return "Class";
    case CP_NAMEANDTYPE: return "NameAndType";
    case CP_METHODHANDLE: return "MethodHandle";
    case CP_MODULE: return "Module";
    case CP_PACKAGE: return "Package";
    default: return "other";
  }
}

uint16_t cr_index(struct class_reader *r, enum cp_tag tag, bool optional) {
  uint16_t i = cr_u2(r);
  if (r->failed || (i == 0 && optional)) return 0;
  if (i < r->cf->cp_count && r->cf->cp[i].tag == tag) return i;
  cr_fail(r, "constant %u is not a %s", i, tag_name(tag));
  return 0;
}

const struct symbol *cr_name(struct class_reader *r, enum cp_tag tag, bool optional) {
  uint16_t i = cr_index(r, tag, optional);
  INVARIANT(!i || r->cf->cp[i].name, "a constant that is a name has its text: %u", i);
  return i ? r->cf->cp[i].name : NULL;
}
