/* Format rules for flags, names of methods and duplicates (JVMS 4.1, 4.5, 4.6, 4.8). The parser
 * could read on without them, but a JVM rejects a class that violates them. */
#include "engine/classfile/class_reader.h"

#include <stdlib.h>
#include <string.h>

enum { JAVA_5 = 49, JAVA_6 = 50, JAVA_7 = 51, JAVA_8 = 52, JAVA_17 = 61 };

static bool has(uint32_t flags, uint32_t bit) { return (flags & bit) != 0; }

static bool several(uint32_t flags) {
  return has(flags, ACC_PUBLIC) + has(flags, ACC_PRIVATE) + has(flags, ACC_PROTECTED) > 1;
}

static bool class_flags_legal(const struct class_file *cf, uint32_t f) {
  bool interface = has(f, ACC_INTERFACE), modern = cf->major >= JAVA_5;
  if (interface && cf->major < JAVA_6) f |= ACC_ABSTRACT; /* old compilers forgot the flag */
  if (has(f, ACC_ABSTRACT) && has(f, ACC_FINAL)) return false;
  if (interface && !has(f, ACC_ABSTRACT)) return false;
  if (interface && modern && has(f, ACC_SUPER | ACC_ENUM)) return false;
  return interface || !modern || !has(f, ACC_ANNOTATION);
}

static bool field_flags_legal(const struct class_file *cf, uint32_t f) {
  bool modern = cf->major >= JAVA_5;
  if (!has(cf->flags, ACC_INTERFACE))
    return !several(f) && !(has(f, ACC_FINAL) && has(f, ACC_VOLATILE));
  if ((f & (ACC_PUBLIC | ACC_STATIC | ACC_FINAL)) != (ACC_PUBLIC | ACC_STATIC | ACC_FINAL))
    return false;
  return !has(f, ACC_PRIVATE | ACC_PROTECTED | ACC_VOLATILE | ACC_TRANSIENT) &&
         !(modern && has(f, ACC_ENUM));
}

static bool interface_method_legal(const struct class_file *cf, uint32_t f) {
  bool strict = cf->major < JAVA_17 && has(f, ACC_STRICT);
  if (cf->major >= JAVA_8) {
    if (has(f, ACC_PUBLIC) == has(f, ACC_PRIVATE) ||
        has(f, ACC_NATIVE | ACC_PROTECTED | ACC_FINAL | ACC_SYNCHRONIZED))
      return false;
    return !has(f, ACC_ABSTRACT) || (!has(f, ACC_PRIVATE | ACC_STATIC) && !strict);
  }
  if (!has(f, ACC_PUBLIC) || !has(f, ACC_ABSTRACT) || has(f, ACC_STATIC | ACC_FINAL | ACC_NATIVE))
    return false;
  return cf->major < JAVA_5 || !has(f, ACC_PRIVATE | ACC_PROTECTED | ACC_SYNCHRONIZED | ACC_STRICT);
}

static bool method_flags_legal(const struct class_file *cf, const struct method_info *m) {
  uint32_t f = m->flags;
  bool modern = cf->major >= JAVA_5;
  if (has(cf->flags, ACC_INTERFACE)) return interface_method_legal(cf, f);
  if (several(f)) return false;
  if (!strcmp(m->name->s, "<init>"))
    return !has(f, ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE | ACC_ABSTRACT) &&
           !(modern && has(f, ACC_BRIDGE));
  if (!has(f, ACC_ABSTRACT)) return true;
  if (has(f, ACC_FINAL | ACC_NATIVE | ACC_PRIVATE | ACC_STATIC)) return false;
  return !modern || (!has(f, ACC_SYNCHRONIZED) && !(cf->major < JAVA_17 && has(f, ACC_STRICT)));
}

void cr_legal_class(struct class_reader *r) {
  const struct class_file *cf = r->cf;
  if (r->failed || r->image || has(cf->flags, ACC_MODULE)) return;
  if (!class_flags_legal(cf, cf->flags))
    cr_fail(r, "illegal class modifiers 0x%X in class %.200s", cf->flags, cf->name->s);
  if (has(cf->flags, ACC_INTERFACE) && !r->failed &&
      strcmp(cf->super_name->s, "java/lang/Object") != 0)
    cr_fail(r, "interfaces must have java.lang.Object as superclass");
}

/* Checks the flags in InnerClasses. Only these rules apply; a protected or private class is
 * allowed. */
void cr_legal_inner(struct class_reader *r, uint32_t flags) {
  bool module = r->cf->major >= OLDEST_MODULE && has(flags, ACC_MODULE);
  if (!r->failed && !r->image &&
      (module || !class_flags_legal(r->cf, flags & ~(uint32_t)ACC_SUPER)))
    cr_fail(r, "illegal class modifiers 0x%X in InnerClasses", flags);
}

void cr_legal_field(struct class_reader *r, const struct field_info *f) {
  if (!r->failed && !r->image && !field_flags_legal(r->cf, f->flags))
    cr_fail(r, "illegal field modifiers 0x%X of %.200s", f->flags, f->name->s);
}

/* Checks the flags and the name of a method. For <clinit>, only static matters, which version 51
 * and later require. */
void cr_legal_method(struct class_reader *r, const struct method_info *m) {
  bool init, clinit;
  if (r->failed || r->image) return;
  init = !strcmp(m->name->s, "<init>");
  clinit = !strcmp(m->name->s, "<clinit>");
  if (clinit && r->cf->major >= JAVA_7 && !has(m->flags, ACC_STATIC))
    cr_fail(r, "method <clinit> is not static");
  if (clinit && r->cf->major >= JAVA_7 && m->desc->s[1] != ')')
    cr_fail(r, "<clinit> has arguments");
  if (init && has(r->cf->flags, ACC_INTERFACE))
    cr_fail(r, "an interface cannot have a method named <init>");
  if ((init || clinit) && desc_return(m->desc->s) != 'V')
    cr_fail(r, "method %s does not return void", m->name->s);
  if (!clinit && !r->failed && !method_flags_legal(r->cf, m))
    cr_fail(r, "method %.200s has illegal modifiers 0x%X", m->name->s, m->flags);
}

/* ---- duplicates ---- */

struct pair {
  const struct symbol *a, *b;
};

static int by_pointers(const void *x, const void *y) {
  const struct pair *p = x, *q = y;
  if (p->a != q->a) return (uintptr_t)p->a < (uintptr_t)q->a ? -1 : 1;
  return p->b == q->b ? 0 : (uintptr_t)p->b < (uintptr_t)q->b ? -1 : 1;
}

static void check_pairs(struct class_reader *r, struct pair *list, uint32_t n, const char *what) {
  qsort(list, n, sizeof *list, by_pointers);
  for (uint32_t i = 1; i < n && !r->failed; i++)
    if (!by_pointers(&list[i - 1], &list[i])) cr_fail(r, "duplicate %s %.200s", what, list[i].a->s);
}

void cr_legal_doubles(struct class_reader *r) {
  const struct class_file *cf = r->cf;
  struct pair *list;
  if (r->failed || r->image) return;
  list = mem_alloc(((size_t)cf->field_count + cf->method_count + cf->interface_count + 1) *
                   sizeof *list);
  for (uint32_t i = 0; i < cf->field_count; i++)
    list[i] = (struct pair){cf->fields[i].name, cf->fields[i].desc};
  check_pairs(r, list, cf->field_count, "field");
  for (uint32_t i = 0; i < cf->method_count; i++)
    list[i] = (struct pair){cf->methods[i].name, cf->methods[i].desc};
  check_pairs(r, list, cf->method_count, "method");
  for (uint32_t i = 0; i < cf->interface_count; i++)
    list[i] = (struct pair){cf->interfaces[i], NULL};
  check_pairs(r, list, cf->interface_count, "interface");
  free(list);
}
