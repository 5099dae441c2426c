/* ObjectMethods: toString, hashCode and equals of records, as static methods that read the fields.
 *
 * hashCode computes 31 * h + hash(component), starting from 0, in the order of the components.
 * equals compares from the last component to the first, as the JDK does, with float and double by
 * their compare methods. toString returns "Name[a=1, b=2]". */
#include "engine/vm/indy/indy.h"

#include <stdlib.h>

static const char builder[] = "java/lang/StringBuilder";

struct record {
  struct indy *site;
  struct synth_method *m;
  const struct cp_entry *klass, *names;
  uint32_t count; /* number of components */
};

/* Pushes component i of the record in local `slot`. Returns its type. The getters are usually
 * handles of fields. */
static struct jtype get(const struct record *r, uint32_t i, int slot) {
  const struct cp_entry *mh = &r->site->cp[r->site->args[2 + i]], *f = &r->site->cp[mh->index];
  asm_load(r->m, 'L', slot);
  if (f->tag == CP_FIELDREF) {
    asm_field(r->m, OP_GETFIELD, f->owner->s, f->name->s, f->desc->s);
    return jtype_of(f->desc->s);
  }
  asm_invoke(r->m, f->tag == CP_INTERFACEMETHODREF ? OP_INVOKEINTERFACE : OP_INVOKEVIRTUAL,
             f->owner->s, f->name->s, f->desc->s, f->tag == CP_INTERFACEMETHODREF);
  return jtype_of(desc_result(f->desc->s));
}

static bool read_arguments(struct record *r) {
  r->klass = indy_arg(r->site, 0, CP_CLASS);
  r->names = indy_arg(r->site, 1, CP_STRING);
  if (!r->klass || !r->names) return false;
  r->count = r->site->argc - 2;
  for (uint32_t i = 0; i < r->count; i++)
    if (!indy_arg(r->site, 2 + i, CP_METHODHANDLE)) return false;
  return true;
}

/* ---- hashCode ---- */

static void hash(struct synth_method *m, struct jtype t) {
  struct text klass = {0};
  char *desc;
  if (jtype_is_ref(t)) {
    asm_invoke(m, OP_INVOKESTATIC, "java/util/Objects", "hashCode", "(Ljava/lang/Object;)I", false);
    return;
  }
  jtype_class_name(jtype_boxed(t.s[0]), &klass);
  desc = mem_printf("(%c)I", t.s[0]);
  asm_invoke(m, OP_INVOKESTATIC, klass.s, "hashCode", desc, false);
  free(desc);
  text_release(&klass);
}

static void make_hash(struct record *r) {
  asm_int(r->m, 0);
  for (uint32_t i = 0; i < r->count; i++) {
    asm_int(r->m, 31);
    asm_op(r->m, OP_IMUL);
    hash(r->m, get(r, i, 0));
    asm_op(r->m, OP_IADD);
  }
  asm_op(r->m, OP_IRETURN);
}

/* ---- equals ---- */

/* Jumps to `differ` unless the two values of type t on the stack are equal. */
static void indy_record_compare(struct synth_method *m, struct jtype t, int differ) {
  switch (t.s[0]) {
    case 'L':
    case '[':
      asm_invoke(m, OP_INVOKESTATIC, "java/util/Objects", "equals",
                 "(Ljava/lang/Object;Ljava/lang/Object;)Z", false);
      asm_jump(m, OP_IFEQ, differ);
      break;
    case 'F':
      asm_invoke(m, OP_INVOKESTATIC, "java/lang/Float", "compare", "(FF)I", false);
      asm_jump(m, OP_IFNE, differ);
      break;
    case 'D':
      asm_invoke(m, OP_INVOKESTATIC, "java/lang/Double", "compare", "(DD)I", false);
      asm_jump(m, OP_IFNE, differ);
      break;
    case 'J':
      asm_op(m, OP_LCMP);
      asm_jump(m, OP_IFNE, differ);
      break;
    default: asm_jump(m, OP_IF_ICMPNE, differ);
  }
}

static void make_equals(struct record *r) {
  struct synth_method *m = r->m;
  int differ = asm_label(m), other = asm_label(m);
  asm_op(m, OP_ALOAD_0);
  asm_op(m, OP_ALOAD_1);
  asm_jump(m, OP_IF_ACMPNE, other);
  asm_int(m, 1);
  asm_op(m, OP_IRETURN);
  asm_bind(m, other);
  asm_op(m, OP_ALOAD_1);
  asm_type(m, OP_INSTANCEOF, r->klass->name->s);
  asm_jump(m, OP_IFEQ, differ);
  asm_op(m, OP_ALOAD_1);
  asm_type(m, OP_CHECKCAST, r->klass->name->s);
  asm_store(m, 'L', 2);
  for (uint32_t i = r->count; i-- > 0;) {
    get(r, i, 0);
    indy_record_compare(m, get(r, i, 2), differ);
  }
  asm_int(m, 1);
  asm_op(m, OP_IRETURN);
  asm_bind(m, differ);
  asm_int(m, 0);
  asm_op(m, OP_IRETURN);
}

/* ---- toString ---- */

static void indy_record_append(struct synth_method *m, struct jtype t) {
  char *desc = jtype_is_ref(t) ? mem_strdup("(Ljava/lang/Object;)Ljava/lang/StringBuilder;")
                               : mem_printf("(%c)Ljava/lang/StringBuilder;",
                                            t.s[0] == 'B' || t.s[0] == 'S' ? 'I' : t.s[0]);
  asm_invoke(m, OP_INVOKEVIRTUAL, builder, "append", desc, false);
  free(desc);
}

static void append_text(struct synth_method *m, const char *s, size_t n) {
  asm_string(m, s, n);
  asm_invoke(m, OP_INVOKEVIRTUAL, builder, "append",
             "(Ljava/lang/String;)Ljava/lang/StringBuilder;", false);
}

/* Adds the simple name of the record: from the InnerClasses attribute, or else the part after the
 * package. */
static void simple_name(const struct record *r, struct text *out) {
  const struct class_file *cf = r->site->host->cf;
  const char *name = r->klass->name->s, *slash = strrchr(name, '/');
  for (uint32_t i = 0; i < cf->inner_count; i++) {
    const struct inner_class *in = &cf->inners[i];
    if (cf->cp[in->inner].name != r->klass->name) continue;
    text_puts(out, in->name ? in->name->s : "");
    return;
  }
  text_puts(out, slash ? slash + 1 : name);
}

static void make_string(struct record *r) {
  struct synth_method *m = r->m;
  struct text piece = {0};
  const char *name = r->names->name->s;
  asm_type(m, OP_NEW, builder);
  asm_op(m, OP_DUP);
  asm_invoke(m, OP_INVOKESPECIAL, builder, "<init>", "()V", false);
  simple_name(r, &piece);
  text_puts(&piece, "[");
  for (uint32_t i = 0; i < r->count; i++) {
    size_t n = strcspn(name, ";");
    text_printf(&piece, "%s%.*s=", i ? ", " : "", (int)n, name);
    name += name[n] ? n + 1 : n;
    append_text(m, piece.s, piece.len);
    piece.len = 0;
    indy_record_append(m, get(r, i, 0));
  }
  text_puts(&piece, "]");
  append_text(m, piece.s, piece.len);
  asm_invoke(m, OP_INVOKEVIRTUAL, builder, "toString", "()Ljava/lang/String;", false);
  asm_op(m, OP_ARETURN);
  text_release(&piece);
}

int indy_record(struct indy *site, struct call_site *out) {
  static const struct {
    const char *name;
    void (*make)(struct record *);
  } methods[] = {{"hashCode", make_hash}, {"equals", make_equals}, {"toString", make_string}};
  struct record r = {.site = site};
  struct synth *s;
  if (!read_arguments(&r)) return indy_bad(site, "arguments of the record's methods");
  for (size_t i = 0; i < COUNT(methods); i++) {
    if (strcmp(methods[i].name, site->name)) continue;
    s = synth_new(site->klass_name, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
    r.m = synth_method(s, ACC_STATIC, methods[i].name, site->desc);
    methods[i].make(&r);
    return indy_finish(site, s, methods[i].name, out);
  }
  return indy_bad(site, "not a method of records");
}
