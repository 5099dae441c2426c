/* The class file assembler: types and their conversions, instructions and labels, constant pool,
 * members, and the bytes of the file. */
#include "engine/classfile/assembler.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"

/* Class file versions. A class with jumps gets an old version, which needs no stack maps, unless it
 * calls code of an interface directly. */
enum { PLAIN_VERSION = 52, JUMP_VERSION = 49 };

struct synth_label {
  int32_t pc;    /* -1: not bound yet */
  int32_t depth; /* stack depth at the label; -1: not known yet */
};

struct synth_fixup {
  uint32_t at, from; /* position of the offset, and the instruction from which it counts */
  int label;
  bool wide; /* offset of four bytes */
};

struct synth_line {
  uint32_t pc, line;
};

struct synth_handler {
  int start, end, target;
  uint16_t type;
};

struct synth_method {
  struct synth *s;
  uint16_t flags, name, desc;
  int depth; /* stack depth; -1: after an unconditional jump */
  int max_stack, max_locals;
  struct text code;
  VEC(struct synth_label) labels;
  VEC(struct synth_fixup) fixups;
  VEC(struct synth_handler) handlers;
  VEC(struct synth_line) lines;
  struct synth_method *next;
};

struct synth {
  char *name, *source; /* source: NULL if there is none */
  uint16_t flags, this_class, super_class;
  bool bad;
  bool jumps, interface_code; /* they decide on the version; interface_code needs 52 */
  struct text pool;           /* bytes of the constants */
  VEC(uint32_t) constants;    /* offset in pool by index - 1; UINT32_MAX: second half of a long */
  VEC(uint16_t) interfaces;
  struct text fields;
  uint16_t field_count;
  struct synth_method *methods, **methods_end;
};

static inline void put_u1(struct text *t, uint32_t v) {
  char b = (char)v;
  text_add(t, &b, 1);
}
static inline void put_u2(struct text *t, uint32_t v) {
  put_u1(t, v >> 8);
  put_u1(t, v);
}
static inline void put_u4(struct text *t, uint32_t v) {
  put_u2(t, v >> 16);
  put_u2(t, v);
}

static uint16_t synth_cp_name(struct synth *s, int tag, const char *text, size_t len);
static uint16_t synth_cp_number(struct synth *s, int tag, uint64_t bits);
static uint16_t synth_cp_member(struct synth *s, int tag, const char *owner, const char *name,
                                const char *desc);
static uint16_t synth_cp_handle(struct synth *s, int kind, uint16_t member);

/* ---- types and signatures ---- */

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

/* ---- conversions as code ---- */

/* asm_convert follows the lambda factory of the JDK. It casts to the instantiated type first, so
 * that heap pollution is detected at the same place. asm_as_type follows MethodHandle.asType. */

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

/* ---- instructions ---- */

static int letters(const char *p, char stop) {
  int slots = 0;
  for (; *p && *p != stop; p++) slots += *p == 'J' || *p == 'D' ? 2 : 1;
  return slots;
}

static void effect(struct synth_method *m, int popped, int pushed) {
  if (m->depth < popped) m->s->bad = true; /* also for unreachable code */
  m->depth += pushed - popped;
  if (m->depth > m->max_stack) m->max_stack = m->depth;
}

static void dead_end(struct synth_method *m) { m->depth = -1; }

/* Adds the opcode and applies its effect from the table; the caller adds the operands. */
static void emit(struct synth_method *m, int op) {
  const char *e = insn_table[op].effect, *colon = strchr(e, ':');
  put_u1(&m->code, (uint32_t)op);
  effect(m, letters(e, ':'), letters(colon + 1, 0));
}

void asm_line(struct synth_method *m, uint32_t line) {
  *vec_push(&m->lines) = (struct synth_line){(uint32_t)m->code.len, line};
}

void asm_op(struct synth_method *m, int op) {
  int flow = insn_table[op].flow;
  emit(m, op);
  if (flow == FLOW_RETURN || flow == FLOW_THROW) dead_end(m);
}

/* ---- loading constants ---- */

static void load_constant(struct synth_method *m, uint16_t index, int slots) {
  effect(m, 0, slots);
  if (slots == 1 && index < 256) {
    put_u1(&m->code, OP_LDC);
    put_u1(&m->code, index);
  } else {
    put_u1(&m->code, slots == 2 ? OP_LDC2_W : OP_LDC_W);
    put_u2(&m->code, index);
  }
}

void asm_int(struct synth_method *m, int32_t v) {
  if (v >= -1 && v <= 5) {
    asm_op(m, OP_ICONST_0 + v);
  } else if (v >= INT8_MIN && v <= INT8_MAX) {
    emit(m, OP_BIPUSH);
    put_u1(&m->code, (uint32_t)v);
  } else if (v >= INT16_MIN && v <= INT16_MAX) {
    emit(m, OP_SIPUSH);
    put_u2(&m->code, (uint32_t)v);
  } else {
    load_constant(m, synth_cp_number(m->s, CP_INTEGER, (uint32_t)v), 1);
  }
}

void asm_long(struct synth_method *m, int64_t v) {
  if (v == 0 || v == 1)
    asm_op(m, OP_LCONST_0 + (int)v);
  else
    load_constant(m, synth_cp_number(m->s, CP_LONG, (uint64_t)v), 2);
}

void asm_string(struct synth_method *m, const char *s, size_t len) {
  load_constant(m, synth_cp_name(m->s, CP_STRING, s, len), 1);
}

void asm_class(struct synth_method *m, struct jtype t) {
  static const char prims[] = "ZBCSIJFDV";
  static const char *const wrappers[] = {"Boolean", "Byte",  "Character", "Short", "Integer",
                                         "Long",    "Float", "Double",    "Void"};
  struct text name = {0};
  if (jtype_is_ref(t)) {
    jtype_class_name(t, &name);
    load_constant(m, synth_cp_name(m->s, CP_CLASS, name.s, name.len), 1);
  } else {
    text_printf(&name, "java/lang/%s", wrappers[strchr(prims, t.s[0]) - prims]);
    asm_field(m, OP_GETSTATIC, name.s, "TYPE", "Ljava/lang/Class;");
  }
  text_release(&name);
}

void asm_constant(struct synth_method *m, const struct cp_entry *e) {
  uint64_t bits = 0;
  switch (e->tag) {
    case CP_INTEGER: asm_int(m, e->v.i); return;
    case CP_LONG: asm_long(m, e->v.l); return;
    case CP_FLOAT:
      memcpy(&bits, &e->v.f, 4);
      load_constant(m, synth_cp_number(m->s, CP_FLOAT, (uint32_t)bits), 1);
      return;
    case CP_DOUBLE:
      memcpy(&bits, &e->v.d, 8);
      load_constant(m, synth_cp_number(m->s, CP_DOUBLE, bits), 2);
      return;
    case CP_STRING:
    case CP_CLASS:
      load_constant(m, synth_cp_name(m->s, e->tag, e->name->s, e->name->len), 1);
      return;
    default: m->s->bad = true;
  }
}

/* These constants also need version 52: they do not exist in class files without stack maps. */
void asm_method_handle(struct synth_method *m, int kind, const struct cp_entry *e) {
  m->s->interface_code = true;
  load_constant(m,
                synth_cp_handle(m->s, kind,
                                synth_cp_member(m->s, e->tag, e->owner->s, e->name->s, e->desc->s)),
                1);
}

void asm_method_type(struct synth_method *m, const char *desc) {
  m->s->interface_code = true;
  load_constant(m, synth_cp_name(m->s, CP_METHODTYPE, desc, strlen(desc)), 1);
}

/* ---- locals ---- */

static void local(struct synth_method *m, int op, char type, int slot) {
  int last = slot + (type == 'J' || type == 'D' ? 2 : 1);
  emit(m, op + (int)insn_variant(type));
  if (last > m->max_locals) m->max_locals = last;
  if (last > 255) m->s->bad = true;
  put_u1(&m->code, (uint32_t)slot);
}

void asm_load(struct synth_method *m, char type, int slot) { local(m, OP_ILOAD, type, slot); }
void asm_store(struct synth_method *m, char type, int slot) { local(m, OP_ISTORE, type, slot); }
void asm_return(struct synth_method *m, char type) {
  asm_op(m, type == 'V' ? OP_RETURN : OP_IRETURN + (int)insn_variant(type));
}

/* Returns the position of an element type in the order of iaload, laload, ...; boolean counts as
 * byte. */
static int element(char type) {
  static const char order[] = "IJFDLBCS";
  const char *p = strchr(order, type == 'Z' ? 'B' : type == '[' ? 'L' : type);
  CHECK(type && p, "elements have a known type: '%c'", type);
  return (int)(p - order);
}
void asm_array_load(struct synth_method *m, char type) { asm_op(m, OP_IALOAD + element(type)); }
void asm_array_store(struct synth_method *m, char type) { asm_op(m, OP_IASTORE + element(type)); }

int asm_load_args(struct synth_method *m, const struct sig *sig, int slot) {
  for (uint32_t i = 0; i < sig->argc; i++) {
    asm_load(m, sig->arg[i].s[0], slot);
    slot += jtype_slots(sig->arg[i]);
  }
  return slot;
}

/* ---- access to members ---- */

void asm_field(struct synth_method *m, int op, const char *owner, const char *name,
               const char *desc) {
  int value = jtype_slots(jtype_of(desc)), object = op == OP_GETFIELD || op == OP_PUTFIELD;
  bool get = op == OP_GETFIELD || op == OP_GETSTATIC;
  put_u1(&m->code, (uint32_t)op);
  put_u2(&m->code, synth_cp_member(m->s, CP_FIELDREF, owner, name, desc));
  effect(m, object + (get ? 0 : value), get ? value : 0);
}

void asm_invoke(struct synth_method *m, int op, const char *owner, const char *name,
                const char *desc, bool on_interface) {
  int args = desc_arg_slots(desc);
  char ret = desc_return(desc);
  if (args < 0) {
    m->s->bad = true;
    return;
  }
  put_u1(&m->code, (uint32_t)op);
  put_u2(&m->code, synth_cp_member(m->s, on_interface ? CP_INTERFACEMETHODREF : CP_METHODREF, owner,
                                   name, desc));
  if (on_interface && op != OP_INVOKEINTERFACE) m->s->interface_code = true;
  if (op != OP_INVOKESTATIC) args++;
  if (op == OP_INVOKEINTERFACE) {
    put_u1(&m->code, (uint32_t)args);
    put_u1(&m->code, 0);
  }
  effect(m, args, ret == 'V' ? 0 : ret == 'J' || ret == 'D' ? 2 : 1);
}

void asm_type(struct synth_method *m, int op, const char *klass) {
  emit(m, op);
  put_u2(&m->code, synth_cp_name(m->s, CP_CLASS, klass, strlen(klass)));
}

void asm_new_array(struct synth_method *m, struct jtype elem) {
  static const char prims[] = "ZCFDBSIJ"; /* in the order of newarray's codes, from T_BOOLEAN on */
  struct text name = {0};
  if (jtype_is_ref(elem)) {
    jtype_class_name(elem, &name);
    asm_type(m, OP_ANEWARRAY, name.s);
    text_release(&name);
  } else {
    emit(m, OP_NEWARRAY);
    put_u1(&m->code, (uint32_t)(T_BOOLEAN + (strchr(prims, elem.s[0]) - prims)));
  }
}

/* ---- labels and jumps ---- */

int asm_label(struct synth_method *m) {
  struct synth_label *l = vec_push(&m->labels);
  l->pc = l->depth = -1;
  return (int)m->labels.len - 1;
}

static void note_depth(struct synth_method *m, int label) {
  struct synth_label *l = &m->labels.data[label];
  CHECK(label >= 0 && (size_t)label < m->labels.len, "a label was made before it is used: %d",
        label);
  if (l->depth < 0) l->depth = m->depth;
  if (l->depth != m->depth) m->s->bad = true;
}

void asm_bind(struct synth_method *m, int label) {
  struct synth_label *l = &m->labels.data[label];
  CHECK(l->pc < 0, "a label has one place: %d", label);
  if (m->depth >= 0)
    note_depth(m, label);
  else
    /* The code stays unreachable if no jump leads here yet, as at a label that only bounds a
     * handler's range. */
    m->depth = l->depth;
  l->pc = (int32_t)m->code.len;
}

static void fixup(struct synth_method *m, uint32_t from, int label, bool wide) {
  struct synth_fixup *f = vec_push(&m->fixups);
  f->at = (uint32_t)m->code.len;
  f->from = from;
  f->label = label;
  f->wide = wide;
  if (wide)
    put_u4(&m->code, 0);
  else
    put_u2(&m->code, 0);
  note_depth(m, label);
}

void asm_jump(struct synth_method *m, int op, int label) {
  uint32_t from = (uint32_t)m->code.len;
  m->s->jumps = true;
  emit(m, op);
  fixup(m, from, label, false);
  if (op == OP_GOTO) dead_end(m);
}

void asm_tableswitch(struct synth_method *m, int32_t low, int32_t count, const int *labels,
                     int other) {
  uint32_t from = (uint32_t)m->code.len;
  m->s->jumps = true;
  emit(m, OP_TABLESWITCH);
  while (m->code.len % 4) put_u1(&m->code, 0);
  fixup(m, from, other, true);
  put_u4(&m->code, (uint32_t)low);
  put_u4(&m->code, (uint32_t)(low + count - 1));
  for (int32_t i = 0; i < count; i++) fixup(m, from, labels[i], true);
  dead_end(m);
}

void asm_handler(struct synth_method *m, int start, int end, int target, const char *type) {
  struct synth_handler *h = vec_push(&m->handlers);
  m->s->jumps = true;
  h->start = start;
  h->end = end;
  h->target = target;
  h->type = type ? synth_cp_name(m->s, CP_CLASS, type, strlen(type)) : 0;
  m->labels.data[target].depth = 1;
  if (m->max_stack < 1) m->max_stack = 1;
}

/* Patches all jumps. Returns false if a jump has no bound target or is too long. */
static bool synth_method_finish(struct synth_method *m) {
  for (size_t i = 0; i < m->fixups.len; i++) {
    const struct synth_fixup *f = &m->fixups.data[i];
    int32_t pc = m->labels.data[f->label].pc, off = pc - (int32_t)f->from;
    char *at = m->code.s + f->at;
    CHECK(f->at + (f->wide ? 4u : 2u) <= m->code.len, "a jump lies in the code: %u", f->at);
    if (pc < 0 || (!f->wide && (off < INT16_MIN || off > INT16_MAX))) return false;
    if (f->wide) {
      *at++ = (char)(off >> 24);
      *at++ = (char)(off >> 16);
    }
    *at++ = (char)(off >> 8);
    *at = (char)off;
  }
  for (size_t i = 0; i < m->handlers.len; i++) {
    const struct synth_handler *h = &m->handlers.data[i];
    if (m->labels.data[h->start].pc < 0 || m->labels.data[h->end].pc < 0 ||
        m->labels.data[h->target].pc < 0)
      return false;
  }
  /* the code does not run off its end */
  return m->code.len > 0 && m->code.len < 65536 && m->depth < 0;
}

/* ---- assembled classes ---- */

enum { MAX_CONSTANTS = 65534 };

struct synth *synth_new(const char *name, const char *super_name, uint16_t flags) {
  struct synth *s = mem_alloc(sizeof *s);
  s->name = mem_strdup(name);
  s->flags = flags;
  s->methods_end = &s->methods;
  s->this_class = synth_cp_name(s, CP_CLASS, name, strlen(name));
  s->super_class = synth_cp_name(s, CP_CLASS, super_name, strlen(super_name));
  return s;
}

static void method_free(struct synth_method *m) {
  text_release(&m->code);
  vec_free(&m->labels);
  vec_free(&m->fixups);
  vec_free(&m->handlers);
  vec_free(&m->lines);
  free(m);
}

void synth_free(struct synth *s) {
  if (!s) return;
  while (s->methods) {
    struct synth_method *m = s->methods;
    s->methods = m->next;
    method_free(m);
  }
  free(s->name);
  free(s->source);
  text_release(&s->pool);
  text_release(&s->fields);
  vec_free(&s->constants);
  vec_free(&s->interfaces);
  free(s);
}

const char *synth_name(const struct synth *s) { return s->name; }

void synth_source(struct synth *s, const char *file) {
  free(s->source);
  s->source = mem_strdup(file);
}

/* ---- constant pool ---- */

/* Adds the constant, or finds an equal one. Returns its index. */
static uint16_t pool_add(struct synth *s, const struct text *bytes) {
  size_t i;
  bool two = bytes->s[0] == CP_LONG || bytes->s[0] == CP_DOUBLE;
  for (i = 0; i < s->constants.len; i++) {
    uint32_t at = s->constants.data[i];
    if (at == UINT32_MAX || s->pool.len - at < bytes->len) continue;
    if (!memcmp(s->pool.s + at, bytes->s, bytes->len)) return (uint16_t)(i + 1);
  }
  if (s->constants.len + 2 > MAX_CONSTANTS) s->bad = true;
  if (s->bad) return 1;
  *vec_push(&s->constants) = (uint32_t)s->pool.len;
  text_add(&s->pool, bytes->s, bytes->len);
  i = s->constants.len;
  if (two) *vec_push(&s->constants) = UINT32_MAX;
  return (uint16_t)i;
}

static uint16_t pool_take(struct synth *s, struct text *bytes) {
  uint16_t index = pool_add(s, bytes);
  text_release(bytes);
  return index;
}

/* Returns the index of a UTF-8 constant. All functions of this section return the index of an equal
 * earlier constant if there is one. */
static uint16_t synth_cp_utf8(struct synth *s, const char *text, size_t len) {
  struct text b = {0};
  if (len > UINT16_MAX) {
    s->bad = true;
    len = 0;
  }
  put_u1(&b, CP_UTF8);
  put_u2(&b, (uint32_t)len);
  text_add(&b, text, len);
  return pool_take(s, &b);
}

/* `tag` is CP_CLASS, CP_STRING or CP_METHODTYPE. */
static uint16_t synth_cp_name(struct synth *s, int tag, const char *text, size_t len) {
  struct text b = {0};
  put_u1(&b, (uint32_t)tag);
  put_u2(&b, synth_cp_utf8(s, text, len));
  return pool_take(s, &b);
}

static uint16_t synth_cp_number(struct synth *s, int tag, uint64_t bits) {
  struct text b = {0};
  put_u1(&b, (uint32_t)tag);
  if (tag == CP_LONG || tag == CP_DOUBLE) put_u4(&b, (uint32_t)(bits >> 32));
  put_u4(&b, (uint32_t)bits);
  return pool_take(s, &b);
}

static uint16_t synth_cp_member(struct synth *s, int tag, const char *owner, const char *name,
                                const char *desc) {
  struct text b = {0}, nt = {0};
  uint16_t pair;
  put_u1(&nt, CP_NAMEANDTYPE);
  put_u2(&nt, synth_cp_utf8(s, name, strlen(name)));
  put_u2(&nt, synth_cp_utf8(s, desc, strlen(desc)));
  pair = pool_take(s, &nt);
  put_u1(&b, (uint32_t)tag);
  put_u2(&b, synth_cp_name(s, CP_CLASS, owner, strlen(owner)));
  put_u2(&b, pair);
  return pool_take(s, &b);
}

static uint16_t synth_cp_handle(struct synth *s, int kind, uint16_t member) {
  struct text b = {0};
  put_u1(&b, CP_METHODHANDLE);
  put_u1(&b, (uint32_t)kind);
  put_u2(&b, member);
  return pool_take(s, &b);
}

/* ---- fields and methods ---- */

void synth_interface(struct synth *s, const char *name) {
  uint16_t index = synth_cp_name(s, CP_CLASS, name, strlen(name));
  for (size_t i = 0; i < s->interfaces.len; i++)
    if (s->interfaces.data[i] == index) return;
  *vec_push(&s->interfaces) = index;
}

void synth_field(struct synth *s, uint16_t flags, const char *name, const char *desc) {
  put_u2(&s->fields, flags);
  put_u2(&s->fields, synth_cp_utf8(s, name, strlen(name)));
  put_u2(&s->fields, synth_cp_utf8(s, desc, strlen(desc)));
  put_u2(&s->fields, 0);
  s->field_count++;
}

struct synth_method *synth_method(struct synth *s, uint16_t flags, const char *name,
                                  const char *desc) {
  struct synth_method *m = mem_alloc(sizeof *m);
  int slots = desc_arg_slots(desc);
  m->s = s;
  m->flags = flags;
  m->name = synth_cp_utf8(s, name, strlen(name));
  m->desc = synth_cp_utf8(s, desc, strlen(desc));
  if (slots < 0) s->bad = true;
  m->max_locals = slots + (flags & ACC_STATIC ? 0 : 1);
  if (m->max_locals > 255) s->bad = true;
  *s->methods_end = m;
  s->methods_end = &m->next;
  return m;
}

/* ---- bytes of the file ---- */

/* Adds a LineNumberTable if there are lines. */
static void put_lines(struct text *out, const struct synth_method *m, uint16_t name) {
  put_u2(out, m->lines.len ? 1 : 0);
  if (!m->lines.len) return;
  put_u2(out, name);
  put_u4(out, (uint32_t)(2 + 4 * m->lines.len));
  put_u2(out, (uint32_t)m->lines.len);
  for (size_t i = 0; i < m->lines.len; i++) {
    put_u2(out, m->lines.data[i].pc);
    put_u2(out, m->lines.data[i].line);
  }
}

static void put_method(struct text *out, struct synth_method *m, uint16_t code_name) {
  struct synth *s = m->s;
  bool native = m->flags & ACC_NATIVE;
  uint16_t lines_name = m->lines.len ? synth_cp_utf8(s, "LineNumberTable", 15) : 0;
  size_t lines = m->lines.len ? 8 + 4 * m->lines.len : 0;
  put_u2(out, m->flags);
  put_u2(out, m->name);
  put_u2(out, m->desc);
  put_u2(out, native ? 0 : 1);
  if (native) return;
  if (!synth_method_finish(m)) s->bad = true;
  put_u2(out, code_name);
  put_u4(out, (uint32_t)(12 + m->code.len + 8 * m->handlers.len + lines));
  put_u2(out, (uint32_t)m->max_stack);
  put_u2(out, (uint32_t)m->max_locals);
  put_u4(out, (uint32_t)m->code.len);
  if (m->code.len) text_add(out, m->code.s, m->code.len);
  put_u2(out, (uint32_t)m->handlers.len);
  for (size_t i = 0; i < m->handlers.len; i++) {
    const struct synth_handler *h = &m->handlers.data[i];
    put_u2(out, (uint32_t)m->labels.data[h->start].pc);
    put_u2(out, (uint32_t)m->labels.data[h->end].pc);
    put_u2(out, (uint32_t)m->labels.data[h->target].pc);
    put_u2(out, h->type);
  }
  put_lines(out, m, lines_name);
}

static void put_methods(struct synth *s, struct text *out) {
  uint32_t count = 0;
  uint16_t code_name = synth_cp_utf8(s, "Code", 4), source_name = 0, source = 0;
  if (s->source) {
    source_name = synth_cp_utf8(s, "SourceFile", 10);
    source = synth_cp_utf8(s, s->source, strlen(s->source));
  }
  for (struct synth_method *m = s->methods; m; m = m->next) count++;
  put_u2(out, count);
  for (struct synth_method *m = s->methods; m; m = m->next) put_method(out, m, code_name);
  put_u2(out, s->source ? 1 : 0); /* attributes of the class */
  if (!s->source) return;
  put_u2(out, source_name);
  put_u4(out, 2);
  put_u2(out, source);
}

uint8_t *synth_bytes(struct synth *s, size_t *len) {
  struct text out = {0}, methods = {0};
  put_methods(s, &methods); /* first, because it adds to the pool */
  if (s->interfaces.len > UINT16_MAX) s->bad = true;
  put_u4(&out, 0xCAFEBABE);
  put_u4(&out, s->jumps && !s->interface_code ? JUMP_VERSION : PLAIN_VERSION);
  put_u2(&out, (uint32_t)s->constants.len + 1);
  text_add(&out, s->pool.s, s->pool.len);
  put_u2(&out, s->flags);
  put_u2(&out, s->this_class);
  put_u2(&out, s->super_class);
  put_u2(&out, (uint32_t)s->interfaces.len);
  for (size_t i = 0; i < s->interfaces.len; i++) put_u2(&out, s->interfaces.data[i]);
  put_u2(&out, s->field_count);
  if (s->fields.len) text_add(&out, s->fields.s, s->fields.len);
  text_add(&out, methods.s, methods.len);
  text_release(&methods);
  if (s->bad) {
    text_release(&out);
    return NULL;
  }
  *len = out.len;
  return (uint8_t *)out.s;
}
