/* Requirements on a method's code before types are checked (JVMS 4.9.1, 4.7.3): the shape of the
 * instructions, and that the exception table and the ranges of local variables refer to
 * instructions. */
#include "engine/vm/verify/verifier.h"

#include <string.h>

enum { OLDEST_DYNAMIC = 51, OLDEST_CLASS_CONSTANT = 49, NO_PADDING_RULE = 51 };

static bool is_start(const struct verifier *v, uint32_t pc) {
  return pc < v->m->code_len && v->starts[pc];
}
static bool is_end(const struct verifier *v, uint32_t pc) {
  return pc == v->m->code_len || is_start(v, pc);
}

static void check_catch_type(struct verifier *v, const struct exception_entry *x) {
  vtype t;
  if (!x->catch_type) return;
  t = vt_constant(v, x->catch_type);
  if (!vt_assignable(v, v->throwable, t) && !v->failed)
    v_error(v, "Catch type is not a subclass of Throwable in exception handler",
            "Handler at bytecode index %u, type '%.200s'", x->handler_pc, vt_name(v, t)->s);
}

/* Reports a VerifyError in verification by inference and a ClassFormatError in type checking, as
 * the reference JVM does. */
static void bad_entry(struct verifier *v, const char *what, unsigned pc) {
  if (v->inferring)
    v_error(v, what, "at bytecode index %u", pc);
  else
    v_format(v, "%s %u", what, pc);
}

static void check_handlers(struct verifier *v) {
  v->try_from = UINT32_MAX;
  for (unsigned i = 0; i < v->m->exception_count && !v->failed; i++) {
    const struct exception_entry *x = &v->m->exceptions[i];
    if (!is_start(v, x->start_pc))
      bad_entry(v, "Illegal exception table start_pc", x->start_pc);
    else if (!is_end(v, x->end_pc))
      bad_entry(v, "Illegal exception table end_pc", x->end_pc);
    else if (!is_start(v, x->handler_pc))
      bad_entry(v, "Illegal exception table handler_pc", x->handler_pc);
    else
      check_catch_type(v, x);
    if (x->start_pc < v->try_from) v->try_from = x->start_pc;
    if (x->end_pc > v->try_to) v->try_to = x->end_pc;
  }
}

static void check_variables(struct verifier *v) {
  for (unsigned i = 0; i < v->m->local_var_count && !v->failed; i++) {
    const struct local_var *l = &v->m->local_vars[i];
    if (!is_start(v, l->start_pc))
      v_format(v, "Illegal local variable table start_pc %u", l->start_pc);
    else if (!is_end(v, (uint32_t)l->start_pc + l->length))
      v_format(v, "Illegal local variable table length %u", l->length);
  }
}

static bool padding_is_zero(const struct verifier *v, const struct insn *in) {
  uint32_t from = in->pc + 1, to = (in->pc + 4) & ~3u;
  for (; from < to; from++)
    if (v->m->code[from]) return false;
  return true;
}

/* Checks rules that depend on the class file's version. */
static void check_version(struct verifier *v, const struct insn *in) {
  enum insn_format f = insn_table[in->op].format;
  if (f == FMT_DYNAMIC && v->cf->major < OLDEST_DYNAMIC)
    v_format(v,
             "invokedynamic instructions not supported by this class file version (%u), class %s",
             v->cf->major, v->cf->name->s);
  if ((f == FMT_LDC1 || f == FMT_LDC2) && v->cf->cp[in->cp].tag == CP_CLASS &&
      v->cf->major < OLDEST_CLASS_CONSTANT)
    v_error(v, "Illegal type in constant pool", NULL);
  if ((f == FMT_TABLESWITCH || f == FMT_LOOKUPSWITCH) && v->cf->major < NO_PADDING_RULE &&
      !padding_is_zero(v, in))
    v_error(v, "Nonzero padding byte in lookupswitch or tableswitch", NULL);
}

void check_shape(struct verifier *v) {
  struct error err = {0};
  if (code_check_one(v->cf, v->m, v->starts, v->in, &err))
    v_error(v, "Bad instruction", "%.390s", err.msg);
  else
    check_version(v, v->in);
}

void check_limits(struct verifier *v) {
  struct error err = {0};
  v->starts = pool_alloc(&v->pool, v->m->code_len * sizeof *v->starts);
  if (code_starts(v->cf, v->m, v->starts, &err)) {
    v_error(v, "Bad instruction", "%.390s", err.msg);
    return;
  }
  check_handlers(v);
  if (!v->inferring) check_variables(v);
}
