/* Values and names as people read them: objects by class and number, strings and enum constants by
 * their contents. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/property/race.h"
#include "engine/session/session.h"
#include "engine/state/xlog.h"
#include "engine/vm/machine.h"
#include "engine/vm/primitive_text.h"
#include "engine/vm/strings.h"

enum { STRING_SHOWN = 80 };

char *session_class_name(const struct klass *k) {
  struct text t = {0};
  uint32_t dims = 0;
  char *name;
  for (; k->is_array && k->elem; k = k->elem) dims++;
  name = klass_dotted(k);
  text_puts(&t, name);
  while (dims--) text_puts(&t, "[]");
  free(name);
  return t.s;
}

char *session_named(struct engine *e, uint32_t klass, uint32_t ordinal) {
  const struct klass *k =
      klass >= KLASS_FIRST && klass < e->vm->klasses.len ? e->vm->klasses.data[klass] : NULL;
  char *name = k ? session_class_name(k) : mem_strdup("?"), *s;
  if (!ordinal) return name;
  s = mem_printf("%s#%u", name, ordinal);
  free(name);
  return s;
}

char *session_quoted(const char *s, size_t len, size_t max) {
  struct text t = {0};
  size_t i;
  text_puts(&t, "\"");
  for (i = 0; i < len && i < max; i++) {
    unsigned char c = (unsigned char)s[i];
    if (c == '"' || c == '\\')
      text_printf(&t, "\\%c", c);
    else if (c == '\n')
      text_puts(&t, "\\n");
    else if (c == '\t')
      text_puts(&t, "\\t");
    else if (c < 32 || c == 127)
      text_printf(&t, "\\u%04x", c);
    else
      text_add(&t, s + i, 1);
  }
  /* do not cut a character in half */
  while (len > max && t.len > 1 && ((unsigned char)s[i] & 0xc0) == 0x80) {
    i--;
    t.s[--t.len] = 0;
  }
  text_puts(&t, len > max ? "\"..." : "\"");
  return t.s;
}

static char *string_text(struct engine *e, ref r) {
  size_t len;
  char *s = vm_utf8_plain(e->vm, r, &len),
       *q = session_quoted(s ? s : "", s ? len : 0, STRING_SHOWN);
  free(s);
  return q;
}

static char *enum_text(struct engine *e, ref r, const struct klass *k) {
  struct field *f = klass_field((struct klass *)(uintptr_t)k, "name", "Ljava/lang/String;");
  ref name = f ? *MEM32(e->vm, r + f->offset) : 0;
  char *owner = session_class_name(k), *s = name ? vm_utf8(e->vm, name) : NULL, *t;
  t = mem_printf("%s.%s", owner, s ? s : "?");
  free(owner);
  free(s);
  return t;
}

static bool is_enum(const struct klass *k) {
  return k->super && !strcmp(k->super->name->s, "java/lang/Enum");
}

static char *box_text(struct engine *e, ref r, const struct klass *k) {
  static const char types[] = "ZBCSIJFD";
  size_t i;
  for (i = 0; i < COUNT(e->vm->wk.boxes); i++)
    if (k == e->vm->wk.boxes[i]) {
      struct field *f = klass_field(e->vm->wk.boxes[i], "value", NULL);
      char *v = f ? session_value_at(e, types[i], r + f->offset) : mem_strdup("?");
      const char *name = strrchr(k->shown->s, '/');
      char *s = mem_printf("%s(%s)", name ? name + 1 : k->shown->s, v);
      free(v);
      return s;
    }
  return NULL;
}

char *session_object_name(struct engine *e, ref r) {
  const struct klass *k;
  const struct klass *mk;
  char *s;
  if (!r) return mem_strdup("null");
  if (vm_object(e->vm, r)->klass < KLASS_FIRST || vm_object(e->vm, r)->klass >= e->vm->klasses.len)
    return mem_strdup("?");
  k = vm_klass(e->vm, r);
  mk = k == e->vm->wk.klass ? vm_mirror_klass(e->vm, r) : NULL;
  if (mk) {
    char *name = session_class_name(mk);
    s = mem_printf("%s.class", name);
    free(name);
    return s;
  }
  if (k == e->vm->wk.string) return string_text(e, r);
  if (is_enum(k)) return enum_text(e, r, k);
  return session_named(e, k->id, session_ordinal(e, r, k->id));
}

char *session_value(struct engine *e, char type, uint64_t v) {
  ref r = (ref)v;
  char *boxed, *primitive = primitive_text(type, v);
  if (primitive) return primitive;
  switch (type) {
    case 'L':
    case '[':
      boxed = r && vm_object(e->vm, r)->klass >= KLASS_FIRST ? box_text(e, r, vm_klass(e->vm, r))
                                                             : NULL;
      return boxed ? boxed : session_object_name(e, r);
    default: return mem_printf("0x%llx", (unsigned long long)v);
  }
}

char *session_value_at(struct engine *e, char type, uint32_t addr) {
  static const uint8_t sizes[128] = {
      ['Z'] = 1, ['B'] = 1, ['C'] = 2, ['S'] = 2, ['J'] = 8, ['D'] = 8};
  uint64_t v = 0;
  INVARIANT(addr >= IMMORTAL_BASE && addr < vm_machine(e->vm)->heap_bump,
            "a value that is shown lies in an object: 0x%x", addr);
  memcpy(&v, e->vm->arena.mem + addr, sizes[(int)type & 127] ? sizes[(int)type & 127] : 4);
  return session_value(e, type, v);
}

/* ---- memory locations ---- */

static char *static_name(const struct field *f) {
  char *owner = session_class_name(f->owner), *s = mem_printf("%s.%s", owner, f->name->s);
  free(owner);
  return s;
}

/* Does a superclass have an instance field of the same name? Then the text also names the class of
 * f. */
static bool hides(const struct klass *k, const struct field *f) {
  uint32_t i;
  for (i = 0; i < k->all_field_count; i++)
    if (k->all_fields[i] != f && k->all_fields[i]->name == f->name) return true;
  return false;
}

char *session_memory_name(struct engine *e, ref obj, uint32_t klass, uint32_t ordinal,
                          uint32_t off) {
  const struct field *f = xlog_field(e->vm, klass, obj, off);
  const struct klass *k =
      klass >= KLASS_FIRST && klass < e->vm->klasses.len ? e->vm->klasses.data[klass] : NULL;
  char *base, *s;
  if (f && (f->flags & ACC_STATIC)) return static_name(f);
  base = session_named(e, klass, ordinal);
  CHECK(!f || k, "a field belongs to a class: %u", klass);
  if (f && hides(k, f)) {
    char *owner = session_class_name(f->owner);
    s = mem_printf("%s.%s(%s)", base, f->name->s, owner);
    free(owner);
  } else if (f) {
    s = mem_printf("%s.%s", base, f->name->s);
  } else if (k && k->is_array && off >= ARRAY_BASE) {
    s = mem_printf("%s[%u]", base, (off - ARRAY_BASE) >> k->elem_shift);
  } else {
    s = mem_printf("%s+%u", base, off);
  }
  free(base);
  return s;
}
