/* See npe_message.h. The words and cases are those of HotSpot: first the action that failed, then,
 * as far as the bytecode shows it, the expression that was null. */
#include "engine/vm/loader/npe_message.h"

#include "engine/classfile/insn.h"
#include "engine/vm/loader/npe_stack.h"

#include <stdlib.h>

enum { MAX_DETAIL = 5 };

struct npe {
  const struct class_file *cf;
  const struct method_info *m;
  struct npe_stacks *stacks;
  struct text out;
};

static bool npe_message_decode(const struct npe *n, uint32_t bci, struct insn *in) {
  return bci < n->m->code_len && !insn_decode(n->m->code, n->m->code_len, bci, in);
}

/* ---- names ---- */

/* Prints a class name with dots. java.lang.Object and java.lang.String are printed without their
 * package. */
static void put_class(struct text *t, const char *name, size_t len) {
  static const char *const known[] = {"java/lang/Object", "java/lang/String"};
  for (size_t i = 0; i < COUNT(known); i++)
    if (strlen(known[i]) == len && !memcmp(known[i], name, len)) {
      text_add(t, known[i] + 10, len - 10);
      return;
    }
  for (size_t i = 0; i < len; i++) text_add(t, name[i] == '/' ? "." : name + i, 1);
}

static void put_type(struct text *t, const char *desc, const char *end) {
  static const char *const prims[] = {"Bbyte", "Cchar", "Ddouble", "Ffloat",
                                      "Iint",  "Jlong", "Sshort",  "Zboolean"};
  int dims = 0;
  for (; *desc == '['; desc++) dims++;
  if (*desc == 'L') put_class(t, desc + 1, (size_t)(end - desc) - 2);
  for (size_t i = 0; i < COUNT(prims); i++)
    if (prims[i][0] == *desc) text_puts(t, prims[i] + 1);
  while (dims--) text_puts(t, "[]");
}

static void put_method(struct npe *n, const struct cp_entry *e) {
  const char *p = e->desc->s + 1, *next;
  bool first = true;
  if (e->owner) put_class(&n->out, e->owner->s, e->owner->len);
  text_printf(&n->out, ".%s(", e->name->s);
  for (; *p != ')'; p = next, first = false) {
    next = desc_next(p);
    if (!first) text_puts(&n->out, ", ");
    put_type(&n->out, p, next);
  }
  text_puts(&n->out, ")");
}

static bool named_local(struct npe *n, uint32_t bci, int slot) {
  for (uint32_t i = 0; i < n->m->local_var_count; i++) {
    const struct local_var *v = &n->m->local_vars[i];
    if (v->slot != slot || bci < v->start_pc || bci >= (uint32_t)v->start_pc + v->length) continue;
    text_puts(&n->out, v->name->s);
    return true;
  }
  return false;
}

static void put_local(struct npe *n, uint32_t bci, int slot) {
  bool is_static = n->m->flags & ACC_STATIC, parameter = !npe_stacks_written(n->stacks, bci, slot);
  int at = is_static ? 0 : 1, index = 1;
  const char *p = n->m->desc->s + 1;
  if (named_local(n, bci, slot)) return;
  if (!is_static && slot == 0 && parameter) {
    text_puts(&n->out, "this");
    return;
  }
  for (; *p != ')'; p = desc_next(p), index++) {
    int size = *p == 'J' || *p == 'D' ? 2 : 1;
    if (slot >= at && slot < at + size && parameter) {
      text_printf(&n->out, "<parameter%d>", index);
      return;
    }
    at += size;
  }
  text_printf(&n->out, "<local%d>", slot);
}

/* ---- the failed action ---- */

/* Returns the operand (0 = top) that was null, or -1 if the instruction dereferences nothing or
 * calls a constructor. */
static int null_slot(const struct npe *n, const struct insn *in) {
  const struct cp_entry *e = &n->cf->cp[in->cp];
  switch (in->op) {
    case OP_GETFIELD:
    case OP_ATHROW:
    case OP_MONITORENTER:
    case OP_MONITOREXIT:
    case OP_ARRAYLENGTH: return 0;
    case OP_IALOAD:
    case OP_LALOAD:
    case OP_FALOAD:
    case OP_DALOAD:
    case OP_AALOAD:
    case OP_BALOAD:
    case OP_CALOAD:
    case OP_SALOAD: return 1;
    case OP_IASTORE:
    case OP_FASTORE:
    case OP_AASTORE:
    case OP_BASTORE:
    case OP_CASTORE:
    case OP_SASTORE: return 2;
    case OP_LASTORE:
    case OP_DASTORE: return 3;
    case OP_PUTFIELD: return e->desc->s[0] == 'J' || e->desc->s[0] == 'D' ? 2 : 1;
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKEINTERFACE: return strcmp(e->name->s, "<init>") ? desc_arg_slots(e->desc->s) : -1;
    default: return -1;
  }
}

static const char *array_kind(uint8_t op) {
  switch (op) {
    case OP_IALOAD:
    case OP_IASTORE: return "int";
    case OP_LALOAD:
    case OP_LASTORE: return "long";
    case OP_FALOAD:
    case OP_FASTORE: return "float";
    case OP_DALOAD:
    case OP_DASTORE: return "double";
    case OP_AALOAD:
    case OP_AASTORE: return "object";
    case OP_BALOAD:
    case OP_BASTORE: return "byte/boolean";
    case OP_CALOAD:
    case OP_CASTORE: return "char";
    default: return "short";
  }
}

static void put_action(struct npe *n, const struct insn *in) {
  const struct cp_entry *e = &n->cf->cp[in->cp];
  switch (in->op) {
    case OP_GETFIELD: text_printf(&n->out, "Cannot read field \"%s\"", e->name->s); break;
    case OP_PUTFIELD: text_printf(&n->out, "Cannot assign field \"%s\"", e->name->s); break;
    case OP_ATHROW: text_puts(&n->out, "Cannot throw exception"); break;
    case OP_MONITORENTER: text_puts(&n->out, "Cannot enter synchronized block"); break;
    case OP_MONITOREXIT: text_puts(&n->out, "Cannot exit synchronized block"); break;
    case OP_ARRAYLENGTH: text_puts(&n->out, "Cannot read the array length"); break;
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKEINTERFACE:
      text_puts(&n->out, "Cannot invoke \"");
      put_method(n, e);
      text_puts(&n->out, "\"");
      break;
    default:
      text_printf(&n->out, "Cannot %s %s array", in->op >= OP_IASTORE ? "store to" : "load from",
                  array_kind(in->op));
  }
}

/* ---- the null expression ---- */

static bool is_invoke(uint8_t op) {
  return op == OP_INVOKEVIRTUAL || op == OP_INVOKESPECIAL || op == OP_INVOKESTATIC ||
         op == OP_INVOKEINTERFACE;
}

static bool put_cause(struct npe *n, uint32_t bci, int slot, int detail, bool inner, bool prefix);

static void put_element(struct npe *n, uint32_t bci, int detail, bool inner) {
  if (!put_cause(n, bci, 1, detail - 1, inner, false)) text_puts(&n->out, "<array>");
  text_puts(&n->out, "[");
  if (!put_cause(n, bci, 0, detail, true, false)) text_puts(&n->out, "...");
  text_puts(&n->out, "]");
}

/* Prints the expression that the instruction `in` computes. */
static bool put_expression(struct npe *n, const struct insn *in, int detail, bool inner) {
  const struct cp_entry *e = &n->cf->cp[in->cp];
  const char *local = insn_table[in->op].local, *effect = insn_table[in->op].effect;
  if (in->op >= OP_ICONST_M1 && in->op <= OP_ICONST_5) {
    text_printf(&n->out, "%d", in->op - OP_ICONST_0);
    return true;
  }
  if (local[0] == 'r' && (!strcmp(effect, ":I") || !strcmp(effect, ":A"))) {
    put_local(n, in->pc, in->local);
    return true;
  }
  switch (in->op) {
    case OP_ACONST_NULL: text_puts(&n->out, "null"); return true;
    case OP_BIPUSH:
    case OP_SIPUSH: text_printf(&n->out, "%d", in->value); return true;
    case OP_GETSTATIC:
      put_class(&n->out, e->owner->s, e->owner->len);
      text_printf(&n->out, ".%s", e->name->s);
      return true;
    case OP_GETFIELD:
      if (put_cause(n, in->pc, 0, detail - 1, inner, false)) text_puts(&n->out, ".");
      text_puts(&n->out, e->name->s);
      return true;
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKESTATIC:
    case OP_INVOKEINTERFACE:
      if (detail == MAX_DETAIL && !inner) text_puts(&n->out, " because the return value of \"");
      put_method(n, e);
      return true;
    case OP_IALOAD:
    case OP_AALOAD: put_element(n, in->pc, detail, inner); return true;
    default: return false;
  }
}

static bool put_cause(struct npe *n, uint32_t bci, int slot, int detail, bool inner, bool prefix) {
  int source = npe_stacks_source(n->stacks, bci, slot);
  size_t before = n->out.len;
  struct insn in;
  if (detail <= 0 || source < 0 || !npe_message_decode(n, (uint32_t)source, &in)) return false;
  if (prefix && !is_invoke(in.op)) text_puts(&n->out, " because \"");
  if (put_expression(n, &in, detail, inner)) return true;
  n->out.len = before; /* nothing to print: removes the prefix */
  if (n->out.s) n->out.s[before] = 0;
  return false;
}

static char *message(const struct method *m, uint32_t bci) {
  struct npe n = {.cf = m->owner->cf, .m = m->info};
  struct insn in;
  int slot;
  if (!n.cf || !n.m || !n.m->code_len || !npe_message_decode(&n, bci, &in)) return NULL;
  slot = null_slot(&n, &in);
  if (slot < 0) return NULL;
  n.stacks = npe_stacks_new(n.cf, n.m, bci);
  put_action(&n, &in);
  if (put_cause(&n, bci, slot, MAX_DETAIL, false, true)) text_puts(&n.out, "\" is null");
  npe_stacks_free(n.stacks);
  return n.out.s;
}

char *npe_message(struct vm *vm, ref exception) {
  ref bt = *MEM32(vm, exception + vm->wk.throwable_backtrace);
  const struct method *m;
  if (!bt || array_length(vm, bt) < 2) return NULL;
  m = vm->methods.data[array_ref(vm, bt, 0)];
  return m->vm_flags & METHOD_SYNTHETIC ? NULL : message(m, array_ref(vm, bt, 1));
}
