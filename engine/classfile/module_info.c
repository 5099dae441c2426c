/* See module_info.h. Unlike class_parse, this does not resolve every constant, because only the
 * names matter among the hundreds in a descriptor. */
#include "engine/classfile/module_info.h"

#include <stdlib.h>
#include <string.h>

#include "engine/classfile/classfile.h"

enum { ACC_OPEN = 0x20, REQUIRES_TRANSITIVE = 0x20 };

struct input {
  const uint8_t *p, *end;
  bool bad;
};

struct reader {
  struct input at;
  const uint8_t **cp; /* start of each constant */
  uint32_t cp_count;
  struct pool *pool;
  struct symtab *syms;
  struct module_info *out;
};

static uint32_t module_info_take(struct input *b, int n) {
  uint32_t v = 0;
  if (b->bad || b->end - b->p < n) {
    b->bad = true;
    return 0;
  }
  while (n--) v = v << 8 | *b->p++;
  return v;
}

static void skip(struct input *b, uint32_t n) {
  if (b->bad || (size_t)(b->end - b->p) < n)
    b->bad = true;
  else
    b->p += n;
}

static void read_constants(struct reader *r) {
  struct input *b = &r->at;
  r->cp_count = module_info_take(b, 2);
  r->cp = mem_alloc((r->cp_count + 1) * sizeof *r->cp);
  for (uint32_t i = 1; i < r->cp_count && !b->bad; i++) {
    r->cp[i] = b->p;
    switch (module_info_take(b, 1)) {
      case CP_UTF8: skip(b, module_info_take(b, 2)); break;
      case CP_LONG:
      case CP_DOUBLE:
        i++;
        skip(b, 8);
        break;
      case CP_CLASS:
      case CP_STRING:
      case CP_METHODTYPE:
      case CP_MODULE:
      case CP_PACKAGE: skip(b, 2); break;
      case CP_METHODHANDLE: skip(b, 3); break;
      default: skip(b, 4);
    }
  }
}

/* Returns the UTF-8 text of a constant, or if `named` of the constant to which it refers. */
static struct input module_info_text_of(const struct reader *r, uint32_t i, bool named) {
  struct input none = {NULL, NULL, true}, b;
  uint32_t tag, n;
  if (i == 0 || i >= r->cp_count || !r->cp[i]) return none;
  b = (struct input){r->cp[i], r->at.end, false};
  tag = module_info_take(&b, 1);
  n = module_info_take(&b, 2);
  if (named && (tag == CP_CLASS || tag == CP_MODULE || tag == CP_PACKAGE))
    return module_info_text_of(r, n, false);
  if (tag != CP_UTF8 || b.bad || (size_t)(b.end - b.p) < n) return none;
  b.end = b.p + n;
  return b;
}

static const struct symbol *symbol_at(struct reader *r) {
  struct input b = module_info_text_of(r, module_info_take(&r->at, 2), true);
  if (!b.bad) return symtab_intern(r->syms, (const char *)b.p, (size_t)(b.end - b.p));
  r->at.bad = true;
  return NULL;
}

static const struct symbol *package_at(struct reader *r) {
  const struct symbol *s = symbol_at(r);
  char *dotted = s ? mem_strdup(s->s) : NULL;
  if (dotted) mem_exchange(dotted, '/', '.');
  if (dotted) s = symtab_cstr(r->syms, dotted);
  free(dotted);
  return s;
}

/* Reads the element count and allocates the elements, each of which takes at least two bytes of
 * input. */
static void *elements(struct reader *r, uint32_t *count, size_t size) {
  *count = module_info_take(&r->at, 2);
  if (r->at.bad || (size_t)(r->at.end - r->at.p) < (size_t)*count * 2) {
    r->at.bad = true;
    *count = 0;
  }
  return pool_alloc(r->pool, *count * size + 1);
}

static const struct symbol **names(struct reader *r, uint32_t *count, bool packages) {
  const struct symbol **list = elements(r, count, sizeof *list);
  for (uint32_t i = 0; i < *count; i++) list[i] = packages ? package_at(r) : symbol_at(r);
  return list;
}

static struct module_package *read_packages(struct reader *r, uint32_t *count) {
  struct module_package *list = elements(r, count, sizeof *list);
  for (uint32_t i = 0; i < *count; i++) {
    list[i].name = package_at(r);
    skip(&r->at, 2);
    list[i].to = names(r, &list[i].to_count, false);
  }
  return list;
}

static void read_requires(struct reader *r) {
  struct module_info *m = r->out;
  m->requires = elements(r, &m->require_count, sizeof *m->requires);
  for (uint32_t i = 0; i < m->require_count; i++) {
    m->requires[i].name = symbol_at(r);
    m->requires[i].transitive = module_info_take(&r->at, 2) & REQUIRES_TRANSITIVE;
    skip(&r->at, 2);
  }
}

static void read_module(struct reader *r) {
  struct module_info *m = r->out;
  m->name = symbol_at(r);
  m->open = module_info_take(&r->at, 2) & ACC_OPEN;
  skip(&r->at, 2);
  read_requires(r);
  m->exports = read_packages(r, &m->export_count);
  m->opens = read_packages(r, &m->open_count);
  m->uses = names(r, &m->use_count, false);
  m->provides = elements(r, &m->provide_count, sizeof *m->provides);
  for (uint32_t i = 0; i < m->provide_count; i++) {
    m->provides[i].service = symbol_at(r);
    m->provides[i].with = names(r, &m->provides[i].with_count, false);
  }
}

static void read_attribute(struct reader *r) {
  struct input name = module_info_text_of(r, module_info_take(&r->at, 2), false), *b = &r->at;
  uint32_t size = module_info_take(b, 4);
  const uint8_t *next = b->p + size;
  size_t n = name.bad ? 0 : (size_t)(name.end - name.p);
  if (b->bad || (size_t)(b->end - b->p) < size) {
    b->bad = true;
    return;
  }
  if (n == strlen("Module") && !memcmp(name.p, "Module", n)) read_module(r);
  if (n == strlen("ModulePackages") && !memcmp(name.p, "ModulePackages", n))
    r->out->packages = names(r, &r->out->package_count, true);
  b->p = next;
}

int module_info_parse(const uint8_t *data, size_t len, struct pool *pool, struct symtab *syms,
                      struct module_info **out, struct error *err) {
  struct reader r = {.at = {data, data + len, false},
                     .pool = pool,
                     .syms = syms,
                     .out = pool_alloc(pool, sizeof **out)};
  struct input *b = &r.at;
  skip(b, 8);
  read_constants(&r);
  skip(b, 6);
  skip(b, module_info_take(b, 2) * 2); /* interfaces */
  skip(b, 4);                          /* no fields, no methods */
  for (uint32_t n = module_info_take(b, 2); n && !b->bad; n--) read_attribute(&r);
  free(r.cp);
  if (b->bad || !r.out->name) return error_set(err, ERR_INPUT, "a damaged module descriptor");
  *out = r.out;
  return 0;
}
