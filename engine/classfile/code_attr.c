/* Attributes of methods and of their code (JVMS 4.7.3 and following). attributes.c describes the
 * structure.
 *
 * A Code attribute may contain several LineNumberTable and LocalVariableTable attributes. They are
 * joined in the order of the file. */
#include "engine/classfile/class_reader.h"
#include "engine/base/check.h"

#include <string.h>

/* Returns a longer array that starts with the old contents. The old array remains in the pool. */
static void *code_attr_extend(struct class_reader *r, const void *old, uint32_t old_n, uint32_t n,
                              uint32_t min, size_t size) {
  char *list;
  if (!r->failed && old_n + n > UINT16_MAX)
    cr_fail(r, "more than %d entries in the code's tables", UINT16_MAX);
  if ((uint64_t)n * min > r->end - r->pos)
    cr_fail(r, "cut off: a table of %u entries in %u bytes", n, r->end - r->pos);
  if (r->failed) return NULL;
  list = pool_alloc(r->pool, (old_n + n) * size + 1);
  if (old_n) memcpy(list, old, old_n * size);
  return list;
}

static void code_lines(struct class_reader *r, void *target, uint32_t len) {
  struct method_info *m = target;
  uint16_t n = cr_u2(r), old = m->line_count;
  struct line_entry *list = code_attr_extend(r, m->lines, old, n, 4, sizeof *list);
  (void)len;
  for (unsigned i = old; i < (unsigned)old + n && !r->failed; i++) {
    list[i].start_pc = cr_u2(r);
    list[i].line = cr_u2(r);
    if (!r->failed && list[i].start_pc >= m->code_len)
      cr_fail(r, "LineNumberTable: pc %u is outside", list[i].start_pc);
  }
  if (r->failed) return;
  m->lines = list;
  m->line_count = (uint16_t)(old + n);
}

/* Reads an entry of LocalVariableTable, or with `typed` of LocalVariableTypeTable. Does not check
 * the signature in the latter. */
static void read_local_var(struct class_reader *r, const struct method_info *m, struct local_var *v,
                           bool typed) {
  uint32_t last;
  v->start_pc = cr_u2(r);
  v->length = cr_u2(r);
  v->name = cr_name(r, CP_UTF8, false);
  v->desc = cr_name(r, CP_UTF8, false);
  v->slot = cr_u2(r);
  if (r->failed) return;
  last = v->slot + (!typed && (v->desc->s[0] == 'J' || v->desc->s[0] == 'D'));
  if (v->start_pc >= m->code_len || (uint32_t)v->start_pc + v->length > m->code_len ||
      last >= m->max_locals || !cr_text_is(r, v->name, TEXT_FIELD) ||
      !(typed || cr_text_is(r, v->desc, TEXT_FIELD_DESC)))
    cr_fail(r,
            "LocalVariable%sTable: an entry is outside of the code or its locals, or badly named",
            typed ? "Type" : "");
}

static void code_local_vars(struct class_reader *r, void *target, uint32_t len) {
  struct method_info *m = target;
  uint16_t n = cr_u2(r), old = m->local_var_count;
  struct local_var *list = code_attr_extend(r, m->local_vars, old, n, 10, sizeof *list);
  (void)len;
  for (unsigned i = old; i < (unsigned)old + n && !r->failed; i++)
    read_local_var(r, m, &list[i], false);
  if (r->failed) return;
  m->local_vars = list;
  m->local_var_count = (uint16_t)(old + n);
}

/* Checks the table without storing it, because heddle does not use the generic types of locals. */
static void code_local_types(struct class_reader *r, void *target, uint32_t len) {
  struct local_var ignored;
  (void)len;
  for (uint16_t n = cr_u2(r); n > 0 && !r->failed; n--) read_local_var(r, target, &ignored, true);
}

static void code_stack_map(struct class_reader *r, void *target, uint32_t len) {
  ((struct method_info *)target)->stack_map = cr_bytes(r, len);
}

static void read_handlers(struct class_reader *r, struct method_info *m) {
  uint16_t n = cr_u2(r);
  struct exception_entry *list = cr_array(r, n, 8, sizeof *list);
  for (unsigned i = 0; i < n && !r->failed; i++) {
    struct exception_entry *x = &list[i];
    x->start_pc = cr_u2(r);
    x->end_pc = cr_u2(r);
    x->handler_pc = cr_u2(r);
    x->catch_type = cr_index(r, CP_CLASS, true);
    if (!r->failed &&
        !(x->start_pc < x->end_pc && x->end_pc <= m->code_len && x->handler_pc < m->code_len))
      cr_fail(r, "exception table: entry %u is outside of the code", i);
  }
  m->exceptions = list;
  m->exception_count = r->failed ? 0 : n;
}

/* In versions before 45.3 the first three members were shorter (JVMS, first edition, 4.7.4). */
static void method_code(struct class_reader *r, void *target, uint32_t len) {
  struct method_info *m = target;
  bool ancient = r->cf->major == 45 && r->cf->minor < 3;
  uint32_t n;
  (void)len;
  m->max_stack = ancient ? cr_u1(r) : cr_u2(r);
  m->max_locals = ancient ? cr_u1(r) : cr_u2(r);
  INVARIANT(!m->code, "a method has one code: %s", m->name->s);
  n = ancient ? cr_u2(r) : cr_u4(r);
  if (!r->failed && (n == 0 || n > UINT16_MAX)) cr_fail(r, "code of %u bytes", n);
  m->code = cr_keep(r, n);
  if (r->failed) return;
  m->code_len = n;
  read_handlers(r, m);
  cr_attributes(r, AT_CODE, m);
}

static void method_throws(struct class_reader *r, void *target, uint32_t len) {
  struct method_info *m = target;
  uint16_t n = cr_u2(r);
  uint16_t *list = cr_array(r, n, 2, sizeof *list);
  (void)len;
  for (unsigned i = 0; i < n && !r->failed; i++) list[i] = cr_index(r, CP_CLASS, false);
  m->throws = list;
  m->throws_count = r->failed ? 0 : n;
}

static void method_parameters(struct class_reader *r, void *target, uint32_t len) {
  struct method_info *m = target;
  uint8_t n = cr_u1(r);
  const struct symbol **names = cr_array(r, n, 4, sizeof *names);
  uint16_t *flags = cr_array(r, n, 4, sizeof *flags);
  (void)len;
  for (unsigned i = 0; i < n && !r->failed; i++) {
    names[i] = cr_name(r, CP_UTF8, true);
    flags[i] = cr_u2(r);
  }
  m->parameter_names = names;
  m->parameter_flags = flags;
  m->parameter_count = r->failed ? 0 : n;
}

static void method_synthetic(struct class_reader *r, void *target, uint32_t len) {
  (void)r, (void)len;
  ((struct method_info *)target)->flags |= ACC_SYNTHETIC;
}

static void method_deprecated(struct class_reader *r, void *target, uint32_t len) {
  (void)r, (void)target, (void)len;
}

static void method_signature(struct class_reader *r, void *target, uint32_t len) {
  (void)len;
  ((struct method_info *)target)->signature = cr_name(r, CP_UTF8, false);
}

static void method_annotations(struct class_reader *r, void *target, uint32_t len) {
  ((struct method_info *)target)->annotations = cr_bytes(r, len);
}

static void method_parameter_annotations(struct class_reader *r, void *target, uint32_t len) {
  ((struct method_info *)target)->parameter_annotations = cr_bytes(r, len);
}

static void method_annotation_default(struct class_reader *r, void *target, uint32_t len) {
  ((struct method_info *)target)->annotation_default = cr_bytes(r, len);
}

static void method_type_annotations(struct class_reader *r, void *target, uint32_t len) {
  ((struct method_info *)target)->type_annotations = cr_bytes(r, len);
}

const struct attr_kind method_attrs[] = {
    {"Code", AT_METHOD, true, method_code, 0},
    {"Exceptions", AT_METHOD, true, method_throws, 0},
    {"MethodParameters", AT_METHOD, true, method_parameters, 52},
    {"Synthetic", AT_METHOD, false, method_synthetic, 0},
    {"Deprecated", AT_METHOD, false, method_deprecated, 0},
    {"Signature", AT_METHOD, true, method_signature, 49},
    {"RuntimeVisibleAnnotations", AT_METHOD, true, method_annotations, 49},
    {"RuntimeVisibleParameterAnnotations", AT_METHOD, true, method_parameter_annotations, 49},
    {"AnnotationDefault", AT_METHOD, true, method_annotation_default, 49},
    {"RuntimeVisibleTypeAnnotations", AT_METHOD, true, method_type_annotations, 49},
    {"LineNumberTable", AT_CODE, false, code_lines, 0},
    {"LocalVariableTable", AT_CODE, false, code_local_vars, 0},
    {"LocalVariableTypeTable", AT_CODE, false, code_local_types, 49},
    {"StackMapTable", AT_CODE, true, code_stack_map, 50},
};
const unsigned method_attr_count = COUNT(method_attrs);

/* Uses the entry that starts exactly at `bci`, or else the last of the entries with the nearest
 * start before it. */
int method_line(const struct method_info *m, uint32_t bci) {
  int best = -1, best_pc = -1;
  for (unsigned i = 0; i < m->line_count; i++) {
    const struct line_entry *e = &m->lines[i];
    if (e->start_pc == bci) return e->line;
    if (e->start_pc < bci && e->start_pc >= best_pc) {
      best_pc = e->start_pc;
      best = e->line;
    }
  }
  return best;
}
