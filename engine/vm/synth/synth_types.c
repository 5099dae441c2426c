/* Types and signatures, and the conversions between Java types as code. See synth.h.
 *
 * asm_convert follows the lambda factory of the JDK. It casts to the instantiated type first, so
 * that heap pollution is detected at the same place. asm_as_type follows MethodHandle.asType. */
#include "engine/vm/synth/synth_int.h"

#include <stdlib.h>

static const char prim_order[] = "ZBCSIJFD";
static const struct {
  const char *klass, *unbox;
} boxes[] = {{"java/lang/Boolean", "booleanValue"}, {"java/lang/Byte", "byteValue"},
             {"java/lang/Character", "charValue"},  {"java/lang/Short", "shortValue"},
             {"java/lang/Integer", "intValue"},     {"java/lang/Long", "longValue"},
             {"java/lang/Float", "floatValue"},     {"java/lang/Double", "doubleValue"}};
static const char *const boxed_desc[] = {
    "Ljava/lang/Boolean;", "Ljava/lang/Byte;", "Ljava/lang/Character;", "Ljava/lang/Short;",
    "Ljava/lang/Integer;", "Ljava/lang/Long;", "Ljava/lang/Float;",     "Ljava/lang/Double;"};

static int prim_index(char prim) {
  const char *p = strchr(prim_order, prim);
  return p && prim ? (int)(p - prim_order) : 0;
}

struct jtype jtype_of(const char *desc) {
  return (struct jtype){desc, (uint32_t)strlen(desc)};
}
struct jtype jtype_boxed(char prim) {
  return jtype_of(boxed_desc[prim_index(prim)]);
}

bool jtype_eq(struct jtype a, struct jtype b) { return a.n == b.n && !memcmp(a.s, b.s, a.n); }

char jtype_unboxed(struct jtype t) {
  for (size_t i = 0; i < COUNT(boxed_desc); i++)
    if (jtype_eq(t, jtype_of(boxed_desc[i]))) return prim_order[i];
  return 0;
}

void jtype_class_name(struct jtype t, struct text *out) {
  if (t.s[0] == 'L')
    text_add(out, t.s + 1, t.n - 2);
  else
    text_add(out, t.s, t.n);
}

bool sig_parse(struct sig *sig, const char *desc) {
  const char *p = desc, *q;
  sig->argc = 0;
  if (*p++ != '(') return false;
  for (; *p != ')'; p = q) {
    q = desc_next(p);
    if (!q || sig->argc == COUNT(sig->arg)) return false;
    sig->arg[sig->argc++] = (struct jtype){p, (uint32_t)(q - p)};
  }
  sig->ret = jtype_of(p + 1);
  return (p[1] == 'V' && !p[2]) || desc_is_field(p + 1);
}

void sig_insert(struct sig *sig, uint32_t at, struct jtype t) {
  if (sig->argc == COUNT(sig->arg)) return;
  memmove(sig->arg + at + 1, sig->arg + at, (sig->argc - at) * sizeof t);
  sig->arg[at] = t;
  sig->argc++;
}

void sig_remove(struct sig *sig, uint32_t at, uint32_t count) {
  memmove(sig->arg + at, sig->arg + at + count, (sig->argc - at - count) * sizeof sig->arg[0]);
  sig->argc -= count;
}

char *sig_desc(const struct sig *sig) {
  struct text t = {0};
  text_puts(&t, "(");
  for (uint32_t i = 0; i < sig->argc; i++) text_add(&t, sig->arg[i].s, sig->arg[i].n);
  text_puts(&t, ")");
  text_add(&t, sig->ret.s, sig->ret.n);
  return t.s;
}

bool prim_widens(char from, char to) {
  if (from == to) return true;
  switch (from) {
    case 'B': return strchr("SIJFD", to) != NULL;
    case 'S':
    case 'C': return strchr("IJFD", to) != NULL;
    case 'I': return strchr("JFD", to) != NULL;
    case 'J': return strchr("FD", to) != NULL;
    case 'F': return to == 'D';
    default: return false;
  }
}

/* ---- code ---- */

void asm_box(struct synth_method *m, char prim) {
  int i = prim_index(prim);
  char *desc = mem_printf("(%c)%s", prim, boxed_desc[i]);
  asm_invoke(m, OP_INVOKESTATIC, boxes[i].klass, "valueOf", desc, false);
  free(desc);
}

static void unbox(struct synth_method *m, const char *klass, char to) {
  char desc[] = {'(', ')', to, 0};
  asm_invoke(m, OP_INVOKEVIRTUAL, klass, boxes[prim_index(to)].unbox, desc, false);
}

void asm_widen(struct synth_method *m, char from, char to) {
  bool small = strchr("BCSI", from) != NULL;
  if (from == to) return;
  if (to == 'J') {
    if (small) asm_op(m, OP_I2L);
    if (from == 'F') asm_op(m, OP_F2L);
  } else if (to == 'F') {
    if (small) asm_op(m, OP_I2F);
    if (from == 'J') asm_op(m, OP_L2F);
  } else if (to == 'D') {
    if (small) asm_op(m, OP_I2D);
    if (from == 'J') asm_op(m, OP_L2D);
    if (from == 'F') asm_op(m, OP_F2D);
  }
}

static bool is_object(struct jtype t) { return jtype_eq(t, jtype_of("Ljava/lang/Object;")); }

void asm_checkcast(struct synth_method *m, struct jtype t) {
  struct text name = {0};
  if (is_object(t)) return;
  jtype_class_name(t, &name);
  asm_type(m, OP_CHECKCAST, name.s);
  text_release(&name);
}

static void cast(struct synth_method *m, struct jtype from, struct jtype to) {
  if (!jtype_eq(from, to)) asm_checkcast(m, to);
}

static void prim_to_ref(struct synth_method *m, char from, struct jtype to) {
  char box = jtype_unboxed(to);
  if (box) {
    asm_widen(m, from, box);
    asm_box(m, box);
  } else {
    asm_box(m, from);
    cast(m, jtype_boxed(from), to);
  }
}

static void ref_to_prim(struct synth_method *m, struct jtype from, char to) {
  char box = jtype_unboxed(from);
  bool number = to != 'C' && to != 'Z';
  if (box && box != 'C' && box != 'Z') {
    unbox(m, boxes[prim_index(box)].klass, to);
  } else if (box) {
    unbox(m, boxes[prim_index(box)].klass, box);
    asm_widen(m, box, to);
  } else {
    struct jtype via = number ? jtype_of("Ljava/lang/Number;") : jtype_boxed(to);
    cast(m, from, via);
    unbox(m, number ? "java/lang/Number" : boxes[prim_index(to)].klass, to);
  }
}

void asm_convert(struct synth_method *m, struct jtype from, struct jtype to,
                 struct jtype functional) {
  if (jtype_eq(from, to) && jtype_eq(from, functional)) return;
  if (from.s[0] == 'V' || to.s[0] == 'V') return;
  if (!jtype_is_ref(from)) {
    if (jtype_is_ref(to))
      prim_to_ref(m, from.s[0], to);
    else
      asm_widen(m, from.s[0], to.s[0]);
    return;
  }
  if (jtype_is_ref(functional)) {
    cast(m, from, functional);
    from = functional;
  }
  if (jtype_is_ref(to))
    cast(m, from, to);
  else
    ref_to_prim(m, from, to.s[0]);
}

void asm_unbox_any(struct synth_method *m, char prim) {
  int done = asm_label(m);
  for (const char *p = prim_order; *p; p++) {
    const char *klass = boxes[prim_index(*p)].klass;
    int next;
    if (*p == prim || !prim_widens(*p, prim)) continue;
    next = asm_label(m);
    asm_op(m, OP_DUP);
    asm_type(m, OP_INSTANCEOF, klass);
    asm_jump(m, OP_IFEQ, next);
    asm_type(m, OP_CHECKCAST, klass);
    unbox(m, klass, *p);
    asm_widen(m, *p, prim);
    asm_jump(m, OP_GOTO, done);
    asm_bind(m, next);
  }
  asm_type(m, OP_CHECKCAST, boxes[prim_index(prim)].klass);
  unbox(m, boxes[prim_index(prim)].klass, prim);
  asm_bind(m, done);
}

/* Returns whether t is a supertype of some box, other than the box itself. */
static bool above_boxes(struct jtype t) {
  return is_object(t) || jtype_eq(t, jtype_of("Ljava/lang/Number;")) ||
         jtype_eq(t, jtype_of("Ljava/io/Serializable;")) ||
         jtype_eq(t, jtype_of("Ljava/lang/Comparable;")) ||
         jtype_eq(t, jtype_of("Ljava/lang/constant/Constable;")) ||
         jtype_eq(t, jtype_of("Ljava/lang/constant/ConstantDesc;"));
}

static void zero_of(struct synth_method *m, char type) {
  switch (type) {
    case 'V': break;
    case 'J': asm_op(m, OP_LCONST_0); break;
    case 'F': asm_op(m, OP_FCONST_0); break;
    case 'D': asm_op(m, OP_DCONST_0); break;
    case 'L':
    case '[': asm_op(m, OP_ACONST_NULL); break;
    default: asm_op(m, OP_ICONST_0);
  }
}

bool asm_as_type(struct synth_method *m, struct jtype from, struct jtype to) {
  char f = from.s[0], t = to.s[0], box;
  if (jtype_eq(from, to)) return true;
  if (f == 'V' || t == 'V') {
    if (f == 'V') zero_of(m, t);
    if (t == 'V') asm_op(m, jtype_slots(from) == 2 ? OP_POP2 : OP_POP);
    return true;
  }
  if (jtype_is_ref(from) && jtype_is_ref(to)) {
    asm_checkcast(m, to);
  } else if (jtype_is_ref(to)) {
    box = jtype_unboxed(to);
    if (box ? box != f : !above_boxes(to)) return false;
    asm_box(m, f);
  } else if (jtype_is_ref(from)) {
    box = jtype_unboxed(from);
    if (box ? !prim_widens(box, t) : !above_boxes(from)) return false;
    if (box) {
      unbox(m, boxes[prim_index(box)].klass, box);
      asm_widen(m, box, t);
    } else {
      asm_unbox_any(m, t);
    }
  } else {
    if (!prim_widens(f, t)) return false;
    asm_widen(m, f, t);
  }
  return true;
}
