/* The top level of the class file parser: header, fields, methods, and the checks that need the
 * whole file (JVMS 4.1, 4.5, 4.6, 4.8).
 *
 * Invariant: in a class_file that class_parse returns, all indices, kinds of constants and
 * descriptors are valid. The instruction decoder and the verifier check the bytes of `code`. */
#include "engine/classfile/class_reader.h"
#include "engine/base/check.h"

#include <string.h>
#include <xxhash.h>

enum { MAGIC = 0xCAFEBABE, MIN_MAJOR = 45, MAX_MAJOR = 69, MAX_ARG_SLOTS = 255 };

static void read_header(struct class_reader *r) {
  struct class_file *cf = r->cf;
  uint32_t magic = cr_u4(r);
  if (!r->failed && magic != (uint32_t)MAGIC)
    cr_fail(r, "not a class file: the magic number is %08x", magic);
  cf->minor = cr_u2(r);
  cf->major = cr_u2(r);
  if (!r->failed && (cf->major < MIN_MAJOR || cf->major > MAX_MAJOR))
    cr_fail(r, "class file version %u.%u is not supported (%d to %d are)", cf->major, cf->minor,
            MIN_MAJOR, MAX_MAJOR);
}

static const struct symbol *plain_class(struct class_reader *r, bool optional) {
  const struct symbol *name = cr_name(r, CP_CLASS, optional);
  if (name && name->s[0] == '[') cr_fail(r, "an array type is used as a class name");
  return name;
}

static void read_names(struct class_reader *r) {
  r->cf->flags = cr_u2(r);
  if (r->cf->major < OLDEST_MODULE)
    r->cf->flags &= ~(uint32_t)ACC_MODULE; /* the bit has no meaning in older class files */
  r->cf->name = plain_class(r, false);
}

static void read_supers(struct class_reader *r) {
  struct class_file *cf = r->cf;
  bool rootless;
  if (r->failed) return;
  rootless = (cf->flags & ACC_MODULE) || strcmp(cf->name->s, "java/lang/Object") == 0;
  cf->super_name = plain_class(r, rootless);
  cf->interface_count = cr_u2(r);
  cf->interfaces = cr_array(r, cf->interface_count, 2, sizeof *cf->interfaces);
  for (unsigned i = 0; i < cf->interface_count && !r->failed; i++)
    cf->interfaces[i] = plain_class(r, false);
  cr_legal_class(r);
}

static void read_field(struct class_reader *r, struct field_info *f) {
  f->flags = cr_u2(r);
  f->name = cr_name(r, CP_UTF8, false);
  f->desc = cr_name(r, CP_UTF8, false);
  if (r->failed) return;
  if (!cr_text_is(r, f->name, TEXT_FIELD)) cr_fail(r, "bad field name %.100s", f->name->s);
  if (!cr_text_is(r, f->desc, TEXT_FIELD_DESC))
    cr_fail(r, "bad descriptor of field %.100s", f->name->s);
  cr_legal_field(r, f);
  cr_attributes(r, AT_FIELD, f);
}

/* Checks that the constant of a static field has the field's type. Other fields' constants have no
 * meaning (JVMS 4.7.2) and are dropped. */
static void check_constant(struct class_reader *r, struct field_info *f) {
  uint8_t tag = r->cf->cp[f->constant_value].tag;
  bool ok;
  CHECK(f->constant_value < r->cf->cp_count, "a field's constant is in the pool: %u",
        f->constant_value);
  if (!f->constant_value) return;
  switch (f->desc->s[0]) {
    case 'J': ok = tag == CP_LONG; break;
    case 'F': ok = tag == CP_FLOAT; break;
    case 'D': ok = tag == CP_DOUBLE; break;
    case 'L': ok = tag == CP_STRING && strcmp(f->desc->s, "Ljava/lang/String;") == 0; break;
    case '[': ok = false; break;
    default: ok = tag == CP_INTEGER;
  }
  if (ok) return;
  if (f->flags & ACC_STATIC)
    cr_fail(r, "the constant of field %.100s has another type", f->name->s);
  else
    f->constant_value = 0;
}

static void read_fields(struct class_reader *r) {
  struct class_file *cf = r->cf;
  uint16_t n = cr_u2(r);
  cf->fields = cr_array(r, n, 8, sizeof *cf->fields);
  for (unsigned i = 0; i < n && !r->failed; i++) {
    read_field(r, &cf->fields[i]);
    if (!r->failed) check_constant(r, &cf->fields[i]);
  }
  cf->field_count = r->failed ? 0 : n;
}

/* Checks a method's arguments and the presence of its code. <clinit> must have code whatever its
 * flags. */
static void check_method(struct class_reader *r, const struct method_info *m) {
  bool clinit = strcmp(m->name->s, "<clinit>") == 0;
  bool bare = (m->flags & (ACC_ABSTRACT | ACC_NATIVE)) && !clinit;
  int slots = desc_arg_slots(m->desc->s) + ((m->flags & ACC_STATIC) == 0);
  if (slots > MAX_ARG_SLOTS)
    cr_fail(r, "method %.100s has more than %d argument slots", m->name->s, MAX_ARG_SLOTS);
  if (bare && m->code_len) cr_fail(r, "abstract or native method %.100s has code", m->name->s);
  if (!bare && !m->code_len) cr_fail(r, "method %.100s has no code", m->name->s);
  if (m->code_len && slots > m->max_locals)
    cr_fail(r, "the arguments of %.100s exceed its locals", m->name->s);
}

static void read_method(struct class_reader *r, struct method_info *m) {
  m->flags = cr_u2(r);
  m->name = cr_name(r, CP_UTF8, false);
  m->desc = cr_name(r, CP_UTF8, false);
  if (r->failed) return;
  if (!cr_text_is(r, m->name, TEXT_METHOD)) cr_fail(r, "bad method name %.100s", m->name->s);
  if (!cr_text_is(r, m->desc, TEXT_METHOD_DESC))
    cr_fail(r, "bad descriptor of method %.100s", m->name->s);
  /* before version 51, <clinit> need not be declared static (JVMS 2.9.2) */
  if (strcmp(m->name->s, "<clinit>") == 0 && r->cf->major < 51) m->flags |= ACC_STATIC;
  cr_legal_method(r, m);
  cr_attributes(r, AT_METHOD, m);
  if (!r->failed && !r->image) check_method(r, m);
}

static void read_methods(struct class_reader *r) {
  struct class_file *cf = r->cf;
  uint16_t n = cr_u2(r);
  cf->methods = cr_array(r, n, 8, sizeof *cf->methods);
  for (unsigned i = 0; i < n && !r->failed; i++) read_method(r, &cf->methods[i]);
  cf->method_count = r->failed ? 0 : n;
}

static void check_bootstraps(struct class_reader *r) {
  const struct class_file *cf = r->cf;
  for (unsigned i = 1; i < cf->cp_count && !r->failed; i++) {
    const struct cp_entry *e = &cf->cp[i];
    if ((e->tag == CP_DYNAMIC || e->tag == CP_INVOKEDYNAMIC) && e->index >= cf->bootstrap_count)
      cr_fail(r, "constant %u refers to bootstrap method %u of %u", i, e->index,
              cf->bootstrap_count);
  }
}

int class_parse(const uint8_t *data, size_t len, const char *what, struct pool *pool,
                struct symtab *syms, struct class_file **out, struct error *err) {
  return class_parse_named(data, len, what, NULL, pool, syms, out, err);
}

static int wrong_name(const struct class_reader *r, const struct symbol *wanted) {
  if (r->cf->flags & ACC_MODULE)
    return error_set(r->err, ERR_NOTFOUND,
                     "%s is not a class because access_flag ACC_MODULE is set", r->cf->name->s);
  return error_set(r->err, ERR_NOTFOUND, "%s (wrong name: %s)", wanted->s, r->cf->name->s);
}

static int read_class(struct class_reader *r, size_t len, const struct symbol *wanted,
                      struct class_file **out) {
  XXH128_canonical_t hash;
  *out = NULL;
  if (len > INT32_MAX)
    return error_set(r->err, ERR_INPUT, "%s: bad class file: too long (%zu bytes)", r->what, len);
  r->end = (uint32_t)len;
  r->cf = pool_alloc(r->pool, sizeof *r->cf);
  read_header(r);
  cr_constant_pool(r);
  read_names(r);
  if (!r->failed && wanted && (r->cf->name != wanted || (r->cf->flags & ACC_MODULE)))
    return wrong_name(r, wanted);
  read_supers(r);
  read_fields(r);
  read_methods(r);
  cr_attributes(r, AT_CLASS, r->cf);
  if (!r->failed) check_bootstraps(r);
  cr_legal_doubles(r);
  if (!r->failed && r->pos != r->end) cr_fail(r, "%u excess bytes at the end", r->end - r->pos);
  if (r->failed) return ERR_INPUT;
  XXH128_canonicalFromHash(&hash, XXH3_128bits(r->data, len));
  memcpy(r->cf->hash, hash.digest, sizeof r->cf->hash);
  r->cf->size = (uint32_t)len;
  *out = r->cf;
  return 0;
}

int class_parse_named(const uint8_t *data, size_t len, const char *what,
                      const struct symbol *wanted, struct pool *pool, struct symtab *syms,
                      struct class_file **out, struct error *err) {
  struct class_reader r = {.data = data, .what = what, .pool = pool, .syms = syms, .err = err};
  return read_class(&r, len, wanted, out);
}

int class_parse_image(const uint8_t *data, size_t len, const struct symbol *wanted,
                      struct pool *pool, struct symtab *syms, struct class_file **out,
                      struct error *err) {
  struct class_reader r = {.data = data, .pool = pool, .syms = syms, .err = err, .image = true};
  r.what = wanted ? wanted->s : "a class of the image";
  return read_class(&r, len, wanted, out);
}
