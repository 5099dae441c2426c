/* Attributes of classes, fields and record components (JVMS 4.7), and the reader of attribute
 * tables, which is also used for methods and code.
 *
 * Each known attribute is one row of a table (struct attr_kind). The row's function reads the body
 * of the attribute into the target structure. While it runs, r->end is the end of the attribute,
 * and it must read the whole body. Unknown attributes are skipped, as JVMS 4.7.1 demands. */
#include "engine/classfile/class_reader.h"
#include "engine/base/check.h"

#include <string.h>

struct bytes cr_bytes(struct class_reader *r, uint32_t len) {
  struct bytes b = {cr_keep(r, len), len};
  if (!b.data) b.len = 0;
  return b;
}

static void no_body(struct class_reader *r, void *target, uint32_t len) {
  (void)r, (void)target, (void)len; /* the table reader reports a body that is not empty */
}

/* Fields */
static void field_constant(struct class_reader *r, void *target, uint32_t len) {
  struct field_info *f = target;
  uint16_t i = cr_u2(r);
  (void)len;
  if (r->failed || !(f->flags & ACC_STATIC))
    return; /* ConstantValue is ignored in other fields (JVMS 4.7.2) */
  if (i >= r->cf->cp_count || (!(r->cf->cp[i].tag >= CP_INTEGER && r->cf->cp[i].tag <= CP_DOUBLE) &&
                               r->cf->cp[i].tag != CP_STRING))
    cr_fail(r, "ConstantValue refers to constant %u", i);
  else
    f->constant_value = i;
}

static void field_synthetic(struct class_reader *r, void *target, uint32_t len) {
  no_body(r, target, len);
  ((struct field_info *)target)->flags |= ACC_SYNTHETIC;
}

static void field_signature(struct class_reader *r, void *target, uint32_t len) {
  (void)len;
  ((struct field_info *)target)->signature = cr_name(r, CP_UTF8, false);
}

static void field_annotations(struct class_reader *r, void *target, uint32_t len) {
  ((struct field_info *)target)->annotations = cr_bytes(r, len);
}

static void field_type_annotations(struct class_reader *r, void *target, uint32_t len) {
  ((struct field_info *)target)->type_annotations = cr_bytes(r, len);
}

/* Record components */
static void record_signature(struct class_reader *r, void *target, uint32_t len) {
  (void)len;
  ((struct record_component *)target)->signature = cr_name(r, CP_UTF8, false);
}

static void record_annotations(struct class_reader *r, void *target, uint32_t len) {
  ((struct record_component *)target)->annotations = cr_bytes(r, len);
}

static void record_type_annotations(struct class_reader *r, void *target, uint32_t len) {
  ((struct record_component *)target)->type_annotations = cr_bytes(r, len);
}

/* Classes */
static void class_source_file(struct class_reader *r, void *target, uint32_t len) {
  (void)len;
  ((struct class_file *)target)->source_file = cr_name(r, CP_UTF8, false);
}

static void class_signature(struct class_reader *r, void *target, uint32_t len) {
  (void)len;
  ((struct class_file *)target)->signature = cr_name(r, CP_UTF8, false);
}

static void class_synthetic(struct class_reader *r, void *target, uint32_t len) {
  no_body(r, target, len);
  ((struct class_file *)target)->flags |= ACC_SYNTHETIC;
}

static void class_annotations(struct class_reader *r, void *target, uint32_t len) {
  ((struct class_file *)target)->annotations = cr_bytes(r, len);
}

static void class_type_annotations(struct class_reader *r, void *target, uint32_t len) {
  ((struct class_file *)target)->type_annotations = cr_bytes(r, len);
}

static void class_nest_host(struct class_reader *r, void *target, uint32_t len) {
  (void)len;
  ((struct class_file *)target)->nest_host = cr_name(r, CP_CLASS, false);
  if (((struct class_file *)target)->nest_member_count) cr_fail(r, "both NestHost and NestMembers");
}

static const struct symbol **read_classes(struct class_reader *r, uint16_t *count) {
  uint16_t n = cr_u2(r);
  const struct symbol **list = cr_array(r, n, 2, sizeof *list);
  for (unsigned i = 0; i < n && !r->failed; i++) list[i] = cr_name(r, CP_CLASS, false);
  *count = r->failed ? 0 : n;
  return list;
}

static void class_nest_members(struct class_reader *r, void *target, uint32_t len) {
  struct class_file *cf = target;
  (void)len;
  cf->nest_members = read_classes(r, &cf->nest_member_count);
  if (cf->nest_host) cr_fail(r, "both NestHost and NestMembers");
}

static void class_permitted(struct class_reader *r, void *target, uint32_t len) {
  struct class_file *cf = target;
  (void)len;
  cf->is_sealed = true;
  cf->permitted = read_classes(r, &cf->permitted_count);
}

static void class_enclosing(struct class_reader *r, void *target, uint32_t len) {
  struct class_file *cf = target;
  uint16_t nt;
  (void)len;
  cf->enclosing_class = cr_name(r, CP_CLASS, false);
  nt = cr_index(r, CP_NAMEANDTYPE, true);
  if (!nt) return;
  cf->enclosing_method = cf->cp[nt].name;
  cf->enclosing_desc = cf->cp[nt].desc;
}

static void class_inners(struct class_reader *r, void *target, uint32_t len) {
  struct class_file *cf = target;
  uint16_t n = cr_u2(r);
  struct inner_class *list = cr_array(r, n, 8, sizeof *list);
  (void)len;
  for (unsigned i = 0; i < n && !r->failed; i++) {
    list[i].inner = cr_index(r, CP_CLASS, false);
    list[i].outer = cr_index(r, CP_CLASS, true);
    list[i].name = cr_name(r, CP_UTF8, true);
    list[i].flags = cr_u2(r);
    cr_legal_inner(r, list[i].flags);
  }
  cf->inners = list;
  cf->inner_count = r->failed ? 0 : n;
}

static const uint16_t *bootstrap_args(struct class_reader *r, uint16_t n) {
  uint16_t *args = cr_array(r, n, 2, sizeof *args);
  for (unsigned i = 0; i < n && !r->failed; i++) {
    args[i] = cr_u2(r);
    if (args[i] >= r->cf->cp_count || !cp_loadable(&r->cf->cp[args[i]]))
      cr_fail(r, "a bootstrap method's argument refers to constant %u", args[i]);
  }
  return args;
}

static void class_bootstraps(struct class_reader *r, void *target, uint32_t len) {
  struct class_file *cf = target;
  uint16_t n = cr_u2(r);
  struct bootstrap_method *list = cr_array(r, n, 4, sizeof *list);
  (void)len;
  for (unsigned i = 0; i < n && !r->failed; i++) {
    list[i].method_handle = cr_index(r, CP_METHODHANDLE, false);
    list[i].argc = cr_u2(r);
    list[i].args = bootstrap_args(r, list[i].argc);
  }
  cf->bootstraps = list;
  cf->bootstrap_count = r->failed ? 0 : n;
}

static void class_record(struct class_reader *r, void *target, uint32_t len) {
  struct class_file *cf = target;
  uint16_t n = cr_u2(r);
  struct record_component *list = cr_array(r, n, 6, sizeof *list);
  (void)len;
  cf->is_record = true;
  for (unsigned i = 0; i < n && !r->failed; i++) {
    list[i].name = cr_name(r, CP_UTF8, false);
    list[i].desc = cr_name(r, CP_UTF8, false);
    if (!r->failed && !cr_text_is(r, list[i].desc, TEXT_FIELD_DESC))
      cr_fail(r, "bad descriptor of a record component");
    cr_attributes(r, AT_RECORD, &list[i]);
  }
  cf->records = list;
  cf->record_count = r->failed ? 0 : n;
}

static const struct attr_kind class_attrs[] = {
    {"SourceFile", AT_CLASS, true, class_source_file, 0},
    {"Signature", AT_CLASS, true, class_signature, 49},
    {"Synthetic", AT_CLASS, false, class_synthetic, 0},
    {"RuntimeVisibleAnnotations", AT_CLASS, true, class_annotations, 49},
    {"RuntimeVisibleTypeAnnotations", AT_CLASS, true, class_type_annotations, 49},
    {"NestHost", AT_CLASS, true, class_nest_host, 55},
    {"NestMembers", AT_CLASS, true, class_nest_members, 55},
    {"PermittedSubclasses", AT_CLASS, true, class_permitted, 61},
    {"EnclosingMethod", AT_CLASS, true, class_enclosing, 49},
    {"InnerClasses", AT_CLASS, true, class_inners, 0},
    {"BootstrapMethods", AT_CLASS, true, class_bootstraps, 51},
    {"Record", AT_CLASS, true, class_record, 60},
    {"ConstantValue", AT_FIELD, true, field_constant, 0},
    {"Synthetic", AT_FIELD, false, field_synthetic, 0},
    {"Deprecated", AT_FIELD, false, no_body, 0},
    {"Signature", AT_FIELD, true, field_signature, 49},
    {"RuntimeVisibleAnnotations", AT_FIELD, true, field_annotations, 49},
    {"RuntimeVisibleTypeAnnotations", AT_FIELD, true, field_type_annotations, 49},
    {"Signature", AT_RECORD, true, record_signature, 49},
    {"RuntimeVisibleAnnotations", AT_RECORD, true, record_annotations, 49},
    {"RuntimeVisibleTypeAnnotations", AT_RECORD, true, record_type_annotations, 49},
};

static const struct attr_kind *find_kind(enum attr_place place, const char *name, unsigned *bit) {
  bool method = place == AT_METHOD || place == AT_CODE;
  const struct attr_kind *rows = method ? method_attrs : class_attrs;
  unsigned n = method ? method_attr_count : COUNT(class_attrs);
  for (*bit = 0; *bit < n; ++*bit)
    if (rows[*bit].place == place && rows[*bit].name[0] == name[0] &&
        strcmp(rows[*bit].name, name) == 0)
      return &rows[*bit];
  return NULL;
}

static void read_attribute(struct class_reader *r, enum attr_place place, void *target,
                           uint64_t *seen) {
  const struct symbol *name = cr_name(r, CP_UTF8, false);
  uint32_t len = cr_u4(r), outer = r->end, start = r->pos;
  const struct attr_kind *k;
  unsigned bit;
  if (!cr_view(r, len)) return;
  INVARIANT(start + len <= outer && start + len >= start,
            "an attribute ends within what it belongs to: %u of %u", start + len, outer);
  k = find_kind(place, name->s, &bit);
  if (!k || r->cf->major < k->since) return;
  if (k->once && *seen >> bit & 1) {
    cr_fail(r, "a second %s attribute", k->name);
    return;
  }
  CHECK(bit < 64, "each kind of attribute has a bit: %s", k->name);
  *seen |= (uint64_t)1 << bit;
  r->pos = start;
  r->end = start + len;
  k->read(r, target, len);
  if (!r->failed && r->pos != r->end)
    cr_fail(r, "the %s attribute has %u excess bytes", k->name, r->end - r->pos);
  r->end = outer;
}

void cr_attributes(struct class_reader *r, enum attr_place place, void *target) {
  uint16_t n = cr_u2(r);
  uint64_t seen = 0;
  for (unsigned i = 0; i < n && !r->failed; i++) read_attribute(r, place, target, &seen);
}
