/* The rules of instructions (JVMS 4.10.1.9): which values they take from the frame, and which they
 * leave.
 *
 * Most rules follow from the effect in classfile/opcodes.def. The others have a function in
 * rules.def; those of fields and calls are in members.c. limits.c has already checked the shape of
 * the code (kinds of constants, jump targets, indices of locals). */
#include "engine/vm/verify/verifier.h"

#include <stdio.h>
#include <string.h>

/* ---- by effect ---- */

static vtype letter_type(char letter) {
  switch (letter) {
    case 'I': return VT_INT;
    case 'F': return VT_FLOAT;
    case 'J': return VT_LONG;
    case 'D': return VT_DOUBLE;
    default: return VT_REFERENCE;
  }
}

static vtype pop_letter(struct verifier *v, char letter) {
  vtype t = letter_type(letter);
  if (!vt_is_first(t)) return frame_pop(v, t);
  frame_pop2(v, t);
  return t;
}

static void push_letter(struct verifier *v, char letter) {
  vtype t = letter_type(letter);
  if (vt_is_first(t))
    frame_push2(v, t);
  else
    frame_push(v, t);
}

static void load_local(struct verifier *v, char letter) {
  uint32_t slot = (uint32_t)v->in->local;
  vtype t = frame_local(v, slot, letter_type(letter));
  if (vt_is_first(t)) {
    frame_local(v, slot + 1, second_half(t));
    frame_push2(v, t);
  } else {
    frame_push(v, t);
  }
}

/* astore also takes a return address, in verification by inference. */
static void store_local(struct verifier *v, char letter) {
  const struct vframe *f = v->frame;
  uint32_t slot = (uint32_t)v->in->local;
  bool address =
      letter == 'A' && v->inferring && f->depth && vt_kind(f->stack[f->depth - 1]) == VT_ADDRESS;
  vtype t = address ? frame_pop(v, VT_ONE_SLOT) : pop_letter(v, letter);
  frame_store(v, slot, t);
  if (vt_is_first(t)) frame_store(v, slot + 1, second_half(t));
}

static void by_effect(struct verifier *v) {
  const struct insn_desc *d = &insn_table[v->in->op];
  const char *colon = strchr(d->effect, ':');
  if (d->local[0] == 'r') {
    load_local(v, colon[1]);
  } else if (d->local[0] == 'w') {
    store_local(v, d->effect[0]);
  } else if (d->local[0] == 'm') {
    frame_local(v, (uint32_t)v->in->local, VT_INT);
  } else {
    for (const char *p = colon; p-- > d->effect;) pop_letter(v, *p);
    for (const char *p = colon + 1; *p; p++) push_letter(v, *p);
  }
}

/* ---- constants ---- */

static void rule_null(struct verifier *v, const char *arg) {
  (void)arg;
  frame_push(v, VT_NULL);
}

static void push_desc(struct verifier *v, const char *desc) {
  vtype second, t = vt_of_desc(v, desc, &second);
  if (second != VT_TOP)
    frame_push2(v, t);
  else
    frame_push(v, t);
}

static void rule_ldc(struct verifier *v, const char *arg) {
  const struct cp_entry *e = &v->cf->cp[v->in->cp];
  (void)arg;
  switch (e->tag) {
    case CP_INTEGER: frame_push(v, VT_INT); break;
    case CP_FLOAT: frame_push(v, VT_FLOAT); break;
    case CP_LONG: frame_push2(v, VT_LONG); break;
    case CP_DOUBLE: frame_push2(v, VT_DOUBLE); break;
    case CP_STRING: frame_push(v, v->string); break;
    case CP_CLASS: frame_push(v, v->class_type); break;
    case CP_METHODHANDLE: frame_push(v, v->method_handle); break;
    case CP_METHODTYPE: frame_push(v, v->method_type); break;
    default: push_desc(v, e->desc->s);
  }
}

/* ---- arrays ---- */

static void bad_array(struct verifier *v, vtype found, const char *what) {
  char text[80];
  snprintf(text, sizeof text, "Bad type on operand stack in %s", what);
  v_bad_type(v, text, found, VT_REFERENCE);
}

/* Pops the array below the index. `kinds` are the first letters that its element type may have. */
static vtype pop_array(struct verifier *v, const char *kinds) {
  vtype t = frame_pop(v, VT_REFERENCE);
  if (v->failed || t == VT_NULL) return t;
  if (!vt_is_array(v, t) || !strchr(kinds, vt_name(v, t)->s[1]))
    bad_array(v, t, insn_table[v->in->op].name);
  return t;
}

static void rule_array_load(struct verifier *v, const char *kinds) {
  vtype array;
  frame_pop(v, VT_INT);
  array = pop_array(v, kinds);
  if (v->failed) return;
  if (kinds[0] != 'L')
    push_letter(v, strchr(insn_table[v->in->op].effect, ':')[1]);
  else
    frame_push(v, array == VT_NULL ? (vtype)VT_NULL : vt_element(v, array));
}

/* Whether an object fits into an array of objects is checked at run time. */
static void rule_array_store(struct verifier *v, const char *kinds) {
  if (kinds[0] == 'L')
    frame_pop(v, v->object);
  else
    pop_letter(v, insn_table[v->in->op].effect[2]);
  frame_pop(v, VT_INT);
  pop_array(v, kinds);
}

static void rule_newarray(struct verifier *v, const char *arg) {
  static const char letters[] = "ZCFDBSIJ"; /* T_BOOLEAN = 4 ... */
  char name[3] = {'[', letters[v->in->value - T_BOOLEAN], 0};
  (void)arg;
  frame_pop(v, VT_INT);
  frame_push(v, vt_named(v, name, 2));
}

static void rule_anewarray(struct verifier *v, const char *arg) {
  (void)arg;
  frame_pop(v, VT_INT);
  frame_push(v, vt_array_of(v, vt_constant(v, v->in->cp)));
}

static void rule_multianewarray(struct verifier *v, const char *arg) {
  (void)arg;
  for (int i = 0; i < v->in->value; i++) frame_pop(v, VT_INT);
  frame_push(v, vt_constant(v, v->in->cp));
}

static void rule_arraylength(struct verifier *v, const char *arg) {
  vtype t = frame_pop(v, VT_REFERENCE);
  (void)arg;
  if (!v->failed && t != VT_NULL && !vt_is_array(v, t)) bad_array(v, t, "arraylength");
  frame_push(v, VT_INT);
}

/* ---- slots ---- */

/* Returns whether the operands from `from` upwards have only complete two-slot values and no slot
 * without a type. */
static bool values_whole(const struct vframe *f, uint32_t from) {
  for (uint32_t i = from; i < f->depth; i++) {
    vtype t = f->stack[i];
    if (t == VT_TOP || vt_is_second(t)) return false;
    if (vt_is_first(t) && (++i >= f->depth || f->stack[i] != second_half(t))) return false;
  }
  return true;
}

static void rule_slots(struct verifier *v, const char *arg) {
  struct vframe *f = v->frame;
  const char *e = insn_table[v->in->op].effect, *colon = strchr(e, ':');
  uint32_t n = (uint32_t)(colon - e), base;
  vtype bound[4];
  (void)arg;
  if (f->depth < n) {
    v_error(v, "Operand stack underflow", "Attempt to pop empty stack.");
    return;
  }
  base = f->depth - n;
  if (!values_whole(f, base)) {
    v_error(v, "Bad type on operand stack", "The instruction would split a two-slot value");
    return;
  }
  memcpy(bound, f->stack + base, n * sizeof *bound);
  for (uint32_t i = 0; i < n; i++) f->stack[--f->depth] = VT_TOP;
  for (const char *p = colon + 1; *p; p++) frame_push(v, bound[*p - 'a']);
  if (!v->failed && !values_whole(f, base))
    v_error(v, "Bad type on operand stack", "The instruction would split a two-slot value");
}

/* ---- ends ---- */

static void rule_return(struct verifier *v, const char *letter) {
  vtype t = VT_TOP;
  if (*letter != 'V') {
    t = pop_letter(v, *letter);
    if (v->result == VT_TOP) v_error(v, "Method does not expect a return value", NULL);
    if (!v->failed && !vt_assignable(v, v->result, t))
      v_bad_type(v, "Bad return type", t, v->result);
    return;
  }
  if (v->result != VT_TOP) v_error(v, "Method expects a return value", NULL);
  if (v->constructor && v->frame->uninit_this)
    v_error(v, "Constructor must call super() or this() before return",
            "Error exists in the bytecode");
}

static void rule_throw(struct verifier *v, const char *arg) {
  (void)arg;
  frame_pop(v, v->throwable);
}

/* The type checker rejects these instructions: version 51 removed them, and version 50 falls back
 * to inference. */
static void no_subroutines(struct verifier *v) {
  char text[40];
  snprintf(text, sizeof text, "Bad instruction: %02x", v->in->op);
  v_error(v, text, "Error exists in the bytecode");
}

static void rule_jsr(struct verifier *v, const char *arg) {
  (void)arg;
  if (!v->inferring)
    no_subroutines(v);
  else
    frame_push(v, vt_make(VT_ADDRESS, v->in->target));
}

static void rule_ret(struct verifier *v, const char *arg) {
  vtype t;
  (void)arg;
  if (!v->inferring) {
    no_subroutines(v);
    return;
  }
  t = frame_local(v, (uint32_t)v->in->local, VT_ONE_SLOT);
  if (!v->failed && vt_kind(t) != VT_ADDRESS)
    v_error(v, "Bad local variable type", "ret needs a return address");
}

/* ---- objects ---- */

/* If this instruction has already made an object that is not initialised yet, that object can no
 * longer be distinguished from the new one. */
static void rule_new(struct verifier *v, const char *arg) {
  vtype t = vt_make(VT_UNINIT, v->in->pc);
  (void)arg;
  for (uint32_t i = 0; i < v->frame->depth; i++)
    if (v->frame->stack[i] == t) v_error(v, "Uninitialized object exists on operand stack", NULL);
  if (!v->failed) frame_replace(v->frame, t, VT_TOP);
  frame_push(v, t);
}

static void rule_checkcast(struct verifier *v, const char *arg) {
  (void)arg;
  frame_pop(v, v->object);
  frame_push(v, vt_constant(v, v->in->cp));
}

static void rule_instanceof(struct verifier *v, const char *arg) {
  (void)arg;
  frame_pop(v, v->object);
  frame_push(v, VT_INT);
}

/* ---- dispatch ---- */

struct rule {
  void (*check)(struct verifier *v, const char *arg);
  const char *arg;
};

static const struct rule rules[OP_COUNT] = {
#define RULE(name, function, argument) [OP_##name] = {function, argument},
#include "engine/vm/verify/rules.def"
#undef RULE
};

void rule_apply(struct verifier *v) {
  const struct rule *r = &rules[v->in->op];
  if (r->check)
    r->check(v, r->arg);
  else
    by_effect(v);
}
