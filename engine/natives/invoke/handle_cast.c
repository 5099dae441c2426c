/* MethodHandles.explicitCastArguments: converts the arguments and the result like casts in Java.
 * See combine.h. */
#include "engine/natives/invoke/combine.h"

#include <stdlib.h>

/* Converts between primitive types like a cast in Java. A boolean is the lowest bit of the
 * value. */
static void cast_prim(struct synth_method *m, char from, char to) {
  static const int to_int[] = {['J'] = OP_L2I, ['F'] = OP_F2I, ['D'] = OP_D2I};
  if (from == to) return;
  if (prim_widens(from, to)) {
    asm_widen(m, from, to);
    return;
  }
  if (to == 'F' || to == 'J') { /* from a wider type */
    asm_op(m, to == 'J'     ? (from == 'F'   ? OP_F2L
                               : from == 'D' ? OP_D2L
                                             : OP_I2L)
              : from == 'D' ? OP_D2F
              : from == 'J' ? OP_L2F
                            : OP_I2F);
    return;
  }
  if (to == 'D') {
    asm_op(m, from == 'J' ? OP_L2D : from == 'F' ? OP_F2D : OP_I2D);
    return;
  }
  if (strchr("JFD", from)) asm_op(m, to_int[(unsigned char)from]);
  if (to == 'B') asm_op(m, OP_I2B);
  if (to == 'S') asm_op(m, OP_I2S);
  if (to == 'C') asm_op(m, OP_I2C);
  if (to != 'Z') return;
  asm_int(m, 1);
  asm_op(m, OP_IAND);
}

/* Casts a reference to a primitive: null becomes zero, and the value of a box is cast. */
static void cast_unbox(struct synth_method *m, char to) {
  static const struct {
    char type;
    const char *name, *desc;
  } casts[] = {{'I', "unboxInteger", "(Ljava/lang/Object;Z)I"},
               {'J', "unboxLong", "(Ljava/lang/Object;Z)J"},
               {'D', "unboxDouble", "(Ljava/lang/Object;Z)D"},
               {'F', "unboxFloat", "(Ljava/lang/Object;Z)F"},
               {'Z', "unboxBoolean", "(Ljava/lang/Object;Z)Z"},
               {'B', "unboxByte", "(Ljava/lang/Object;Z)B"},
               {'S', "unboxShort", "(Ljava/lang/Object;Z)S"},
               {'C', "unboxCharacter", "(Ljava/lang/Object;Z)C"}};
  for (size_t i = 0; i < COUNT(casts); i++) {
    if (casts[i].type != to) continue;
    asm_int(m, 1);
    asm_invoke(m, OP_INVOKESTATIC, "sun/invoke/util/ValueConversions", casts[i].name, casts[i].desc,
               false);
  }
}

static void cast_value(struct native_call *c, struct synth_method *m, struct jtype from,
                       struct jtype to) {
  const struct klass *k;
  bool from_ref = jtype_is_ref(from), to_ref = jtype_is_ref(to);
  if (from_ref && to_ref) { /* casts to an interface are not checked */
    k = vm_class_of_desc(c->vm, symtab_intern(c->vm->syms, to.s, to.n)->s, NULL);
    if (!k || !k->is_interface) asm_checkcast(m, to);
  } else if (from.s[0] == 'V' || to.s[0] == 'V' || to_ref) {
    if (to_ref && from.s[0] != 'V') {
      asm_box(m, from.s[0]);
      asm_checkcast(m, to);
    } else {
      asm_as_type(m, from, to);
    }
  } else if (from_ref) {
    cast_unbox(m, to.s[0]);
  } else {
    cast_prim(m, from.s[0], to.s[0]);
  }
}

/* explicitCastArguments(target, newType) */
static int explicit_cast(struct native_call *c) {
  int rc = NATIVE_OK, at = 1;
  const char *type = combine_type_of(c, 0, &rc);
  struct combine *b;
  struct sig *target;
  char *wanted;
  if (!type) return rc;
  if (!c->args[1]) return nat_npe(c);
  wanted = method_type_desc(c->vm, c->args[1]);
  b = combine_new(c, "Cast");
  target = mem_alloc(sizeof *target);
  if (!sig_parse(target, type) || !sig_parse(b->sig, symtab_cstr(c->vm->syms, wanted)->s) ||
      target->argc != b->sig->argc) {
    rc = combine_fail(b, vm_throw(c->vm, c->t, "java/lang/invoke/WrongMethodTypeException",
                                  "cannot explicitly cast"));
    goto out;
  }
  text_printf(&b->key, " %s", type);
  combine_begin(b);
  combine_push(b, c->args[0], true);
  for (uint32_t i = 0; i < target->argc; i++) {
    asm_load(b->m, b->sig->arg[i].s[0], at);
    cast_value(c, b->m, b->sig->arg[i], target->arg[i]);
    at += jtype_slots(b->sig->arg[i]);
  }
  combine_call(b, type);
  cast_value(c, b->m, target->ret, b->sig->ret);
  rc = combine_end(b);
out:
  free(target);
  free(wanted);
  return rc;
}

const struct native_row natives_handle_cast[] = {
    {HANDLES, "explicitCastArguments", NULL, explicit_cast},
    {0},
};
