/* StringConcatFactory: a static method that appends the pieces of the recipe to a StringBuilder. In
 * a recipe the character 1 means the next argument and 2 the next constant among the static
 * arguments; everything else is text. */
#include "engine/vm/indy/indy.h"

#include <stdlib.h>

static const char builder[] = "java/lang/StringBuilder";
static const char target_name[] = "concat";

/* Calls the overload of append for a value of type t. References use Object, except String, which
 * needs no virtual toString. */
static void indy_concat_append(struct synth_method *m, struct jtype t) {
  const char *arg;
  char *desc;
  switch (t.s[0]) {
    case 'B':
    case 'S': arg = "I"; break;
    case 'L':
    case '[':
      arg =
          jtype_eq(t, jtype_of("Ljava/lang/String;")) ? "Ljava/lang/String;" : "Ljava/lang/Object;";
      break;
    default: arg = NULL;
  }
  desc = arg ? mem_printf("(%s)Ljava/lang/StringBuilder;", arg)
             : mem_printf("(%c)Ljava/lang/StringBuilder;", t.s[0]);
  asm_invoke(m, OP_INVOKEVIRTUAL, builder, "append", desc, false);
  free(desc);
}

static void append_text(struct synth_method *m, const char *s, size_t n) {
  if (!n) return;
  asm_string(m, s, n);
  indy_concat_append(m, jtype_of("Ljava/lang/String;"));
}

static bool append_constant(struct synth_method *m, const struct indy *site, uint32_t i) {
  const struct cp_entry *e = i < site->argc ? &site->cp[site->args[i]] : NULL;
  const char *type;
  if (!e) return false;
  switch (e->tag) {
    case CP_STRING: type = "Ljava/lang/String;"; break;
    case CP_CLASS: type = "Ljava/lang/Object;"; break;
    case CP_INTEGER: type = "I"; break;
    case CP_FLOAT: type = "F"; break;
    case CP_LONG: type = "J"; break;
    case CP_DOUBLE: type = "D"; break;
    default: return false;
  }
  asm_constant(m, e);
  indy_concat_append(m, jtype_of(type));
  return true;
}

struct concat {
  struct indy *site;
  struct synth_method *m;
  /* next ones; constant is an index into the static arguments, the first of which is the recipe */
  uint32_t arg, constant;
  int slot;
};

static bool next_argument(struct concat *c) {
  struct jtype t;
  if (c->arg == c->site->sig.argc) return false;
  t = c->site->sig.arg[c->arg++];
  asm_load(c->m, t.s[0], c->slot);
  indy_concat_append(c->m, t);
  c->slot += jtype_slots(t);
  return true;
}

static bool follow(struct concat *c, const char *recipe, size_t len) {
  const char *end = recipe + len, *from = recipe;
  for (const char *p = recipe; p < end; p++) {
    if (*p != 1 && *p != 2) continue;
    append_text(c->m, from, (size_t)(p - from));
    from = p + 1;
    if (*p == 1 ? !next_argument(c) : !append_constant(c->m, c->site, c->constant++)) return false;
  }
  append_text(c->m, from, (size_t)(end - from));
  return c->arg == c->site->sig.argc;
}

static int link_concat(struct indy *site, const char *recipe, size_t len, struct call_site *out) {
  struct synth *s =
      synth_new(site->klass_name, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
  struct concat c = {
      .site = site, .m = synth_method(s, ACC_STATIC, target_name, site->desc), .constant = 1};
  asm_type(c.m, OP_NEW, builder);
  asm_op(c.m, OP_DUP);
  asm_invoke(c.m, OP_INVOKESPECIAL, builder, "<init>", "()V", false);
  if (!follow(&c, recipe, len)) {
    synth_free(s);
    return indy_bad(site, "the recipe does not fit the arguments");
  }
  asm_invoke(c.m, OP_INVOKEVIRTUAL, builder, "toString", "()Ljava/lang/String;", false);
  asm_op(c.m, OP_ARETURN);
  return indy_finish(site, s, target_name, out);
}

int indy_concat(struct indy *site, struct call_site *out) {
  char recipe[256];
  memset(recipe, 1, sizeof recipe);
  return link_concat(site, recipe, site->sig.argc, out);
}

int indy_concat_recipe(struct indy *site, struct call_site *out) {
  const struct cp_entry *e = indy_arg(site, 0, CP_STRING);
  if (!e) return indy_bad(site, "no recipe");
  return link_concat(site, e->name->s, e->name->len, out);
}
