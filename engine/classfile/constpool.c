/* The constant pool (JVMS 4.4), read in two passes. The first pass reads every entry and keeps raw
 * indices. The second pass checks that each index refers to a constant of the right kind and
 * resolves the names, so users rarely follow indices.
 *
 * Between the passes, an entry's `index`, `class_index` and `ref_kind` have the values of the file.
 * The second pass has three rounds, because constants may refer to later ones: first entries that
 * refer only to UTF8 constants, then members, then method handles. */
#include "engine/classfile/class_reader.h"
#include "engine/base/check.h"

#include <string.h>

/* Checks modified UTF-8: no zero byte, no four-byte forms, correct continuation bytes. */
static bool utf8_valid(const uint8_t *s, uint32_t n) {
  for (uint32_t i = 0; i < n;) {
    uint8_t c = s[i];
    uint32_t more = c < 0x80 ? 0 : (c & 0xE0) == 0xC0 ? 1 : (c & 0xF0) == 0xE0 ? 2 : 3;
    if (c == 0 || more == 3 || more > n - i - 1) return false;
    for (i++; more > 0; more--, i++)
      if ((s[i] & 0xC0) != 0x80) return false;
  }
  return true;
}

static void read_utf8(struct class_reader *r, struct cp_entry *e) {
  uint16_t n = cr_u2(r);
  const uint8_t *s = cr_view(r, n);
  if (!s) return;
  if (!r->image && !utf8_valid(s, n))
    cr_fail(r, "a Utf8 constant is not modified UTF-8");
  else
    e->name = symtab_intern(r->syms, (const char *)s, n);
}

static void read_wide(struct class_reader *r, struct cp_entry *e) {
  uint64_t bits = (uint64_t)cr_u4(r) << 32;
  bits |= cr_u4(r);
  memcpy(&e->v, &bits, sizeof bits);
}

static void read_narrow(struct class_reader *r, struct cp_entry *e) {
  uint32_t bits = cr_u4(r);
  memcpy(&e->v, &bits, sizeof bits);
}

/* Returns the class file version that introduced a kind of constant. */
static uint16_t oldest_version(uint8_t tag) {
  switch (tag) {
    case CP_METHODHANDLE:
    case CP_METHODTYPE:
    case CP_INVOKEDYNAMIC: return 51;
    case CP_MODULE:
    case CP_PACKAGE: return 53;
    case CP_DYNAMIC: return 55;
    default: return 0;
  }
}

static void read_entry(struct class_reader *r, struct cp_entry *e) {
  e->tag = cr_u1(r);
  if (!r->failed && r->cf->major < oldest_version(e->tag))
    cr_fail(r, "class file version %u does not support constant tag %u", r->cf->major, e->tag);
  switch (e->tag) {
    case CP_UTF8: read_utf8(r, e); break;
    case CP_INTEGER:
    case CP_FLOAT: read_narrow(r, e); break;
    case CP_LONG:
    case CP_DOUBLE: read_wide(r, e); break;
    case CP_CLASS:
    case CP_STRING:
    case CP_METHODTYPE:
    case CP_MODULE:
    case CP_PACKAGE: e->index = cr_u2(r); break;
    case CP_FIELDREF:
    case CP_METHODREF:
    case CP_INTERFACEMETHODREF:
    case CP_NAMEANDTYPE:
    case CP_DYNAMIC:
    case CP_INVOKEDYNAMIC:
      e->class_index = cr_u2(r);
      e->index = cr_u2(r);
      break;
    case CP_METHODHANDLE:
      e->ref_kind = cr_u1(r);
      e->index = cr_u2(r);
      break;
    default: cr_fail(r, "unknown constant tag %u", e->tag);
  }
}

static const struct cp_entry *expect(struct class_reader *r, unsigned at, uint16_t index,
                                     enum cp_tag tag) {
  if (r->failed) return NULL;
  if (index && index < r->cf->cp_count && r->cf->cp[index].tag == tag) return &r->cf->cp[index];
  cr_fail(r, "constant %u refers to %u, which is not a constant of kind %d", at, index, (int)tag);
  return NULL;
}

/* Checks a NameAndType, which must be well-formed even if no constant uses it. */
static void check_pair(struct class_reader *r, unsigned at, const struct cp_entry *e) {
  bool method = e->desc->s[0] == '(';
  if (!(method ? desc_is_method : desc_is_field)(e->desc->s) || !name_is_member(e->name->s, method))
    cr_fail(r, "constant %u: bad name %.100s or descriptor %.100s", at, e->name->s, e->desc->s);
}

/* Resolves entries that refer only to UTF8 constants. */
static void link_names(struct class_reader *r, unsigned at, struct cp_entry *e) {
  const struct cp_entry *u;
  if (e->tag == CP_CLASS || e->tag == CP_STRING || e->tag == CP_MODULE || e->tag == CP_PACKAGE) {
    if (!(u = expect(r, at, e->index, CP_UTF8))) return;
    e->name = u->name;
    if (e->tag == CP_CLASS && !cr_text_is(r, e->name, TEXT_CLASS))
      cr_fail(r, "constant %u: bad class name", at);
  } else if (e->tag == CP_METHODTYPE) {
    if (!(u = expect(r, at, e->index, CP_UTF8))) return;
    e->desc = u->name;
    if (!cr_text_is(r, e->desc, TEXT_METHOD_DESC))
      cr_fail(r, "constant %u: bad method descriptor", at);
  } else if (e->tag == CP_NAMEANDTYPE) {
    if (!(u = expect(r, at, e->class_index, CP_UTF8))) return;
    e->name = u->name;
    if (!(u = expect(r, at, e->index, CP_UTF8))) return;
    e->desc = u->name;
    if (r->cf->major >= 51 && !r->image) check_pair(r, at, e);
  }
}

/* Checks names with angle brackets. Only a class's <init> can be called, and it must return
 * void. */
static bool special_name_fits(const struct cp_entry *e) {
  if (e->name->s[0] != '<' || e->tag == CP_FIELDREF || e->tag == CP_DYNAMIC) return true;
  return e->tag == CP_METHODREF && !strcmp(e->name->s, "<init>") && desc_return(e->desc->s) == 'V';
}

static void check_member(struct class_reader *r, unsigned at, const struct cp_entry *e,
                         bool method) {
  if (!cr_text_is(r, e->desc, method ? TEXT_METHOD_DESC : TEXT_FIELD_DESC))
    cr_fail(r, "constant %u: bad descriptor %.100s", at, e->desc->s);
  else if (!cr_text_is(r, e->name, method ? TEXT_METHOD : TEXT_FIELD) || !special_name_fits(e))
    cr_fail(r, "constant %u: bad member name %.100s", at, e->name->s);
}

/* Resolves entries that refer to a NameAndType. */
static void link_members(struct class_reader *r, unsigned at, struct cp_entry *e) {
  bool ref = e->tag == CP_FIELDREF || e->tag == CP_METHODREF || e->tag == CP_INTERFACEMETHODREF;
  bool dynamic = e->tag == CP_DYNAMIC || e->tag == CP_INVOKEDYNAMIC;
  const struct cp_entry *nt, *c;
  if (!ref && !dynamic) return;
  if (!(nt = expect(r, at, e->index, CP_NAMEANDTYPE))) return;
  e->name = nt->name;
  e->desc = nt->desc;
  e->index = 0;
  if (ref) {
    if (!(c = expect(r, at, e->class_index, CP_CLASS))) return;
    e->owner = c->name;
  } else {
    /* the bootstrap method; checked after BootstrapMethods has been read */
    e->index = e->class_index;
    e->class_index = 0;
  }
  if (!r->image) check_member(r, at, e, e->tag != CP_FIELDREF && e->tag != CP_DYNAMIC);
}

static void link_handle(struct class_reader *r, unsigned at, struct cp_entry *e) {
  uint8_t tag = e->index < r->cf->cp_count ? r->cf->cp[e->index].tag : 0;
  bool ok;
  if (e->tag != CP_METHODHANDLE || r->failed) return;
  switch (e->ref_kind) {
    case 1:
    case 2:
    case 3:
    case 4: ok = tag == CP_FIELDREF; break;
    case 5:
    case 8: ok = tag == CP_METHODREF; break;
    case 6:
    case 7: ok = tag == CP_METHODREF || (tag == CP_INTERFACEMETHODREF && r->cf->major >= 52); break;
    case 9: ok = tag == CP_INTERFACEMETHODREF; break;
    default: ok = false;
  }
  /* only REF_newInvokeSpecial, and no other kind, refers to <init> */
  if (ok && e->ref_kind > 4) ok = (r->cf->cp[e->index].name->s[0] == '<') == (e->ref_kind == 8);
  if (!ok)
    cr_fail(r, "constant %u: method handle of kind %u refers to constant %u", at, e->ref_kind,
            e->index);
}

/* Clears indices that are not needed after the names are resolved. */
static void drop_index(struct cp_entry *e) {
  if (e->tag == CP_NAMEANDTYPE) e->class_index = 0;
  if (e->tag != CP_METHODHANDLE && e->tag != CP_DYNAMIC && e->tag != CP_INVOKEDYNAMIC) e->index = 0;
}

/* What users of constants rely on (class_parse.c): they follow names without looking. */
static void check_constants(const struct class_file *cf) {
  for (unsigned i = 1; INVARIANTS_ON && i < cf->cp_count; i++) {
    const struct cp_entry *e = &cf->cp[i];
    bool member =
        e->tag == CP_FIELDREF || e->tag == CP_METHODREF || e->tag == CP_INTERFACEMETHODREF;
    if (e->tag == CP_CLASS || e->tag == CP_STRING || e->tag == CP_UTF8)
      INVARIANT(e->name, "a constant has its text: %u", i);
    if (member || e->tag == CP_NAMEANDTYPE || e->tag == CP_DYNAMIC || e->tag == CP_INVOKEDYNAMIC)
      INVARIANT(e->name && e->desc, "a member has a name and a descriptor: constant %u", i);
    if (member)
      INVARIANT(e->owner && cf->cp[e->class_index].tag == CP_CLASS,
                "a member has a class: constant %u", i);
    if (e->tag == CP_METHODHANDLE)
      INVARIANT(e->index && cf->cp[e->index].owner, "a handle has a member: constant %u", i);
  }
}

void cr_constant_pool(struct class_reader *r) {
  struct class_file *cf = r->cf;
  uint16_t count = cr_u2(r);
  if (!r->failed && count == 0) cr_fail(r, "the constant pool's count is 0");
  if (r->failed) return;
  cf->cp = cr_array(r, count, 2, sizeof *cf->cp);
  for (unsigned i = 1; i < count && !r->failed; i++) {
    read_entry(r, &cf->cp[i]);
    if (cf->cp[i].tag == CP_LONG || cf->cp[i].tag == CP_DOUBLE) {
      if (++i == count) cr_fail(r, "a long or double constant is the last of the pool");
    }
  }
  if (r->failed) return;
  cf->cp_count = count;
  for (unsigned i = 1; i < count; i++) link_names(r, i, &cf->cp[i]);
  for (unsigned i = 1; i < count && !r->failed; i++) link_members(r, i, &cf->cp[i]);
  for (unsigned i = 1; i < count && !r->failed; i++) link_handle(r, i, &cf->cp[i]);
  for (unsigned i = 1; i < count && !r->failed; i++) drop_index(&cf->cp[i]);
  if (!r->failed) check_constants(cf);
}

bool cp_loadable(const struct cp_entry *e) {
  switch (e->tag) {
    case CP_INTEGER:
    case CP_FLOAT:
    case CP_LONG:
    case CP_DOUBLE:
    case CP_CLASS:
    case CP_STRING:
    case CP_METHODHANDLE:
    case CP_METHODTYPE:
    case CP_DYNAMIC: return true;
    default: return false;
  }
}
