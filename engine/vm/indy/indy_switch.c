/* SwitchBootstraps: a static method (target, restart) that tests the labels one by one, starting
 * with the label number `restart`. */
#include "engine/vm/indy/indy.h"

#include <stdio.h>
#include <stdlib.h>

struct labels {
  struct indy *site;
  struct synth_method *m;
  bool enums;
};

/* Tests whether the intValue of a Number, or the value of a Character, equals the label. */
static void test_integer(struct synth_method *m, int32_t value, int differ, int equal) {
  int no_number = asm_label(m);
  asm_op(m, OP_ALOAD_0);
  asm_type(m, OP_INSTANCEOF, "java/lang/Number");
  asm_jump(m, OP_IFEQ, no_number);
  asm_op(m, OP_ALOAD_0);
  asm_type(m, OP_CHECKCAST, "java/lang/Number");
  asm_invoke(m, OP_INVOKEVIRTUAL, "java/lang/Number", "intValue", "()I", false);
  asm_int(m, value);
  asm_jump(m, OP_IF_ICMPNE, differ);
  asm_jump(m, OP_GOTO, equal);
  asm_bind(m, no_number);
  asm_op(m, OP_ALOAD_0);
  asm_type(m, OP_INSTANCEOF, "java/lang/Character");
  asm_jump(m, OP_IFEQ, differ);
  asm_op(m, OP_ALOAD_0);
  asm_type(m, OP_CHECKCAST, "java/lang/Character");
  asm_invoke(m, OP_INVOKEVIRTUAL, "java/lang/Character", "charValue", "()C", false);
  asm_int(m, value);
  asm_jump(m, OP_IF_ICMPNE, differ);
}

static void test_string(struct synth_method *m, const struct symbol *text, int differ) {
  asm_string(m, text->s, text->len);
  asm_op(m, OP_ALOAD_0);
  asm_invoke(m, OP_INVOKEVIRTUAL, "java/lang/Object", "equals", "(Ljava/lang/Object;)Z", false);
  asm_jump(m, OP_IFEQ, differ);
}

/* Tests whether the target is the constant `name` of its enum class. */
static void test_enum_name(struct synth_method *m, const char *name, size_t len, int differ) {
  asm_string(m, name, len);
  asm_op(m, OP_ALOAD_0);
  asm_type(m, OP_CHECKCAST, "java/lang/Enum");
  asm_invoke(m, OP_INVOKEVIRTUAL, "java/lang/Enum", "name", "()Ljava/lang/String;", false);
  asm_invoke(m, OP_INVOKEVIRTUAL, "java/lang/String", "equals", "(Ljava/lang/Object;)Z", false);
  asm_jump(m, OP_IFEQ, differ);
}

static void test_class(struct synth_method *m, const char *klass, int differ) {
  asm_op(m, OP_ALOAD_0);
  asm_type(m, OP_INSTANCEOF, klass);
  asm_jump(m, OP_IFEQ, differ);
}

/* Returns the string argument `i` of the dynamic constant e. The argument may itself be
 * ClassDesc.of(name) through ConstantBootstraps.invoke. */
static const struct symbol *dynamic_string(const struct indy *site, const struct cp_entry *e,
                                           uint32_t i) {
  const struct bootstrap_method *bm = &site->host->cf->bootstraps[e->index];
  const struct cp_entry *a;
  if (i >= bm->argc) return NULL;
  a = &site->cp[bm->args[i]];
  if (a->tag == CP_DYNAMIC) return dynamic_string(site, a, 1);
  return a->tag == CP_STRING ? a->name : NULL;
}

/* Tests for EnumDesc.of(ClassDesc.of("pkg.Color"), "RED"), a constant of a given enum class. */
static bool test_enum_desc(struct labels *l, const struct cp_entry *e, int differ) {
  const struct symbol *klass = dynamic_string(l->site, e, 1), *name = dynamic_string(l->site, e, 2);
  char *internal;
  if (!klass || !name) return false;
  internal = mem_strdup(klass->s);
  mem_exchange(internal, '.', '/');
  test_class(l->m, internal, differ);
  test_enum_name(l->m, name->s, name->len, differ);
  free(internal);
  return true;
}

static bool test_label(struct labels *l, uint32_t i, int differ, int equal) {
  const struct cp_entry *e = &l->site->cp[l->site->args[i]];
  switch (e->tag) {
    case CP_CLASS: test_class(l->m, e->name->s, differ); return true;
    case CP_INTEGER: test_integer(l->m, e->v.i, differ, equal); return true;
    case CP_DYNAMIC: return test_enum_desc(l, e, differ);
    case CP_STRING:
      if (l->enums)
        test_enum_name(l->m, e->name->s, e->name->len, differ);
      else
        test_string(l->m, e->name, differ);
      return true;
    default: return false;
  }
}

static bool indy_switch_make(struct labels *l) {
  struct synth_method *m = l->m;
  uint32_t n = l->site->argc, i;
  int present = asm_label(m), *at = mem_alloc((n + 1) * sizeof *at);
  bool ok = true;
  for (i = 0; i <= n; i++) at[i] = asm_label(m);
  asm_op(m, OP_ALOAD_0);
  asm_jump(m, OP_IFNONNULL, present);
  asm_int(m, -1);
  asm_op(m, OP_IRETURN);
  asm_bind(m, present);
  if (n) {
    asm_op(m, OP_ILOAD_1);
    asm_tableswitch(m, 0, (int32_t)n, at, at[n]);
  }
  for (i = 0; i < n && ok; i++) {
    int equal = asm_label(m);
    asm_bind(m, at[i]);
    ok = test_label(l, i, at[i + 1], equal);
    asm_bind(m, equal);
    asm_int(m, (int32_t)i);
    asm_op(m, OP_IRETURN);
  }
  asm_bind(m, at[n]);
  asm_int(m, (int32_t)n);
  asm_op(m, OP_IRETURN);
  free(at);
  return ok;
}

static int link_switch(struct indy *site, bool enums, struct call_site *out) {
  struct synth *s;
  struct labels l = {.site = site, .enums = enums};
  if (site->sig.argc != 2 || !jtype_is_ref(site->sig.arg[0]) || site->sig.arg[1].s[0] != 'I')
    return indy_bad(site, "not a switch on a reference");
  s = synth_new(site->klass_name, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
  l.m = synth_method(s, ACC_STATIC, "select", site->desc);
  if (!indy_switch_make(&l)) {
    synth_free(s);
    return indy_bad(site, "a label of this kind");
  }
  return indy_finish(site, s, "select", out);
}

int indy_type_switch(struct indy *site, struct call_site *out) {
  return link_switch(site, false, out);
}
int indy_enum_switch(struct indy *site, struct call_site *out) {
  return link_switch(site, true, out);
}
