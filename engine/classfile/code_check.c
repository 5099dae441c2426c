/* The static constraints on code (JVMS 4.9.1), checked with the table of instructions. The
 * interpreter and the analyses rely on them for the shape of a method. The verifier checks
 * types. */
#include "engine/base/mem.h"
#include "engine/classfile/class_reader.h"
#include "engine/classfile/classfile.h"
#include "engine/classfile/insn.h"

#include <stdlib.h>
#include <string.h>

struct checker {
  const struct class_file *cf;
  const struct method_info *m;
  bool *starts; /* [code_len]: whether an instruction begins here */
  struct error *err;
};

static int fault(const struct checker *c, uint32_t pc, const char *reason) {
  return error_set(c->err, ERR_INPUT, "%s.%s%s: bad code at %u: %s", c->cf->name->s, c->m->name->s,
                   c->m->desc->s, pc, reason);
}

static bool wide_constant(const struct cp_entry *e) {
  if (e->tag == CP_DYNAMIC) return e->desc->s[0] == 'J' || e->desc->s[0] == 'D';
  return e->tag == CP_LONG || e->tag == CP_DOUBLE;
}

/* Checks the constant of a method call. invokestatic and invokespecial may refer to interface
 * methods since version 52. */
static bool method_constant(const struct checker *c, const struct insn *in,
                            const struct cp_entry *e) {
  bool init = e->name && e->name->s[0] == '<';
  if (init && (in->op != OP_INVOKESPECIAL || strcmp(e->name->s, "<init>") != 0)) return false;
  if (e->tag == CP_METHODREF) return true;
  return e->tag == CP_INTERFACEMETHODREF && in->op != OP_INVOKEVIRTUAL && c->cf->major >= 52;
}

static bool interface_constant(const struct insn *in, const struct cp_entry *e) {
  return e->tag == CP_INTERFACEMETHODREF && e->name->s[0] != '<' &&
         in->value == desc_arg_slots(e->desc->s) + 1;
}

static int dimensions(const struct cp_entry *e) { return (int)strspn(e->name->s, "["); }

static bool class_constant(const struct insn *in, const struct cp_entry *e) {
  if (e->tag != CP_CLASS) return false;
  if (in->op == OP_NEW) return e->name->s[0] != '[';
  return in->op != OP_ANEWARRAY || dimensions(e) < 255;
}

static bool constant_fits(const struct checker *c, const struct insn *in) {
  const struct cp_entry *e;
  enum insn_format f = insn_table[in->op].format;
  if (in->cp >= c->cf->cp_count) return false;
  e = &c->cf->cp[in->cp];
  switch (f) {
    case FMT_LDC1:
    case FMT_LDC2: return cp_loadable(e) && wide_constant(e) == (in->op == OP_LDC2_W);
    case FMT_FIELD: return e->tag == CP_FIELDREF;
    case FMT_METHOD: return method_constant(c, in, e);
    case FMT_INTERFACE: return interface_constant(in, e);
    case FMT_DYNAMIC: return e->tag == CP_INVOKEDYNAMIC && e->name->s[0] != '<';
    case FMT_CLASS: return class_constant(in, e);
    case FMT_MULTI: return e->tag == CP_CLASS && in->value >= 1 && dimensions(e) >= in->value;
    default: return true;
  }
}

static bool local_fits(const struct checker *c, const struct insn *in) {
  const struct insn_desc *d = &insn_table[in->op];
  char type = d->local[0] == 'r' ? d->effect[1] : d->effect[0];
  int last = in->local + (type == 'J' || type == 'D');
  return in->local < 0 || last < c->m->max_locals;
}

/* Checks the bytes that must be zero. */
static bool padding_fits(const struct checker *c, const struct insn *in) {
  const uint8_t *p = c->m->code + in->pc;
  if (in->op == OP_INVOKEINTERFACE) return p[4] == 0;
  if (in->op == OP_INVOKEDYNAMIC) return p[3] == 0 && p[4] == 0;
  return true;
}

/* Returns whether control can run off the end. Old class files, which are verified by type
 * inference, may have such code where it is unreachable. */
static bool runs_off(const struct checker *c, const struct insn *in) {
  return c->cf->major > 50 && in->next == c->m->code_len &&
         (insn_falls_through(in) || insn_table[in->op].flow == FLOW_JSR);
}

static int check_insn(const struct checker *c, const struct insn *in) {
  if (!constant_fits(c, in)) return fault(c, in->pc, "its constant has the wrong kind");
  if (!local_fits(c, in)) return fault(c, in->pc, "its local is beyond max_locals");
  if (!padding_fits(c, in)) return fault(c, in->pc, "a byte that must be zero is not");
  if (in->op == OP_NEWARRAY && (in->value < T_BOOLEAN || in->value > T_LONG))
    return fault(c, in->pc, "unknown element type");
  if (runs_off(c, in)) return fault(c, in->pc, "control runs off the end");
  return 0;
}

static bool is_start(const struct checker *c, uint32_t pc) {
  return pc < c->m->code_len && c->starts[pc];
}

static int check_targets(const struct checker *c, const struct insn *in) {
  enum insn_format f = insn_table[in->op].format;
  int32_t match, last = INT32_MIN;
  uint32_t target;
  if (f != FMT_BRANCH2 && f != FMT_BRANCH4 && f != FMT_TABLESWITCH && f != FMT_LOOKUPSWITCH)
    return 0;
  if (!is_start(c, in->target))
    return fault(c, in->pc, "it jumps into the middle of an instruction or out of the code");
  for (uint32_t i = 0; i < in->cases; i++) {
    insn_case(c->m->code, in, i, &match, &target);
    if (!is_start(c, target))
      return fault(c, in->pc, "a case jumps into the middle of an instruction or out of the code");
    if (i && match <= last) return fault(c, in->pc, "its cases are not sorted");
    last = match;
  }
  return 0;
}

static int check_handlers(const struct checker *c) {
  for (unsigned i = 0; i < c->m->exception_count; i++) {
    const struct exception_entry *x = &c->m->exceptions[i];
    if (!is_start(c, x->start_pc) || !is_start(c, x->handler_pc) ||
        (x->end_pc != c->m->code_len && !is_start(c, x->end_pc)))
      return fault(c, x->handler_pc, "an exception table entry does not refer to instructions");
  }
  return 0;
}

static int no_check(const struct checker *c, const struct insn *in) {
  (void)c, (void)in;
  return 0;
}

static int code_check_walk(const struct checker *c,
                           int (*check)(const struct checker *, const struct insn *)) {
  struct insn in;
  int rc = 0;
  for (uint32_t pc = 0; pc < c->m->code_len && rc == 0; pc = in.next) {
    if (insn_decode(c->m->code, c->m->code_len, pc, &in) != 0)
      return fault(c, pc, "unknown or cut-off instruction");
    c->starts[pc] = true;
    rc = check(c, &in);
  }
  return rc;
}

int code_check(const struct class_file *cf, const struct method_info *m, bool *starts,
               struct error *err) {
  struct checker c = {cf, m, starts ? starts : mem_alloc(m->code_len), err};
  int rc;
  if (starts) memset(starts, 0, m->code_len);
  rc = code_check_walk(&c, check_insn);
  if (rc == 0) rc = code_check_walk(&c, check_targets);
  if (rc == 0) rc = check_handlers(&c);
  if (!starts) free(c.starts);
  return rc;
}

int code_check_one(const struct class_file *cf, const struct method_info *m, bool *starts,
                   const struct insn *in, struct error *err) {
  struct checker c = {cf, m, starts, err};
  int rc = check_insn(&c, in);
  return rc ? rc : check_targets(&c, in);
}

int code_starts(const struct class_file *cf, const struct method_info *m, bool *starts,
                struct error *err) {
  struct checker c = {cf, m, starts, err};
  memset(starts, 0, m->code_len);
  return code_check_walk(&c, no_check);
}
