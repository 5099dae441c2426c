/* The assembler's code level: instructions, labels, and the depth of the operand stack. See
 * synth.h. */
#include "engine/vm/synth/synth_int.h"
#include "engine/base/check.h"

#include <stdlib.h>

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

/* ---- constants ---- */

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
  static const char *const boxes[] = {"Boolean", "Byte",  "Character", "Short", "Integer",
                                      "Long",    "Float", "Double",    "Void"};
  struct text name = {0};
  if (jtype_is_ref(t)) {
    jtype_class_name(t, &name);
    load_constant(m, synth_cp_name(m->s, CP_CLASS, name.s, name.len), 1);
  } else {
    text_printf(&name, "java/lang/%s", boxes[strchr(prims, t.s[0]) - prims]);
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

static int family(char type) { /* offset from the variant for int of iload, istore, ireturn, ... */
  switch (type) {
    case 'J': return 1;
    case 'F': return 2;
    case 'D': return 3;
    case 'L':
    case '[': return 4;
    default: return 0;
  }
}

static void local(struct synth_method *m, int op, char type, int slot) {
  int last = slot + (type == 'J' || type == 'D' ? 2 : 1);
  emit(m, op + family(type));
  if (last > m->max_locals) m->max_locals = last;
  if (last > 255) m->s->bad = true;
  put_u1(&m->code, (uint32_t)slot);
}

void asm_load(struct synth_method *m, char type, int slot) { local(m, OP_ILOAD, type, slot); }
void asm_store(struct synth_method *m, char type, int slot) { local(m, OP_ISTORE, type, slot); }
void asm_return(struct synth_method *m, char type) {
  asm_op(m, type == 'V' ? OP_RETURN : OP_IRETURN + family(type));
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

/* ---- members and classes ---- */

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

/* ---- labels ---- */

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

bool synth_method_finish(struct synth_method *m) {
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
