/* Lambdas of a scenario. Each becomes a class that implements the interface and stores the
 * variables that the body uses. */
#include "engine/base/check.h"
#include "engine/env/env_int.h"

#include <stdlib.h>

static bool lambda_fail(struct env_scope *s, const char *what, const char *name) {
  if (!s->made->err->code) error_set(s->made->err, ERR_USAGE, "scenario: %s%s", what, name);
  return false;
}

static bool mentions(const struct env_expr *e, const char *name) {
  if (e->kind == ENV_NAME && !strcmp(e->text, name)) return true;
  if (e->target && mentions(e->target, name)) return true;
  for (uint32_t i = 0; e->kind != ENV_LAMBDA && i < e->argc; i++)
    if (mentions(e->args[i], name)) return true;
  return false;
}

/* Collects the local variables that the body needs. A variable hidden by a later one of the same
 * name is not visible. */
static uint32_t captured(const struct env_scope *s, const struct env_expr *e,
                         const struct env_name **out) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    const struct env_name *v = &s->names[i];
    if (v->slot >= 0 && env_find(s, v->name) == v && mentions(e->target, v->name)) out[n++] = v;
  }
  return n;
}

static char *constructor_desc(const struct env_name *const *vars, uint32_t n) {
  struct text t = {0};
  text_puts(&t, "(");
  for (uint32_t i = 0; i < n; i++) text_puts(&t, vars[i]->desc);
  text_puts(&t, ")V");
  return t.s;
}

static void write_constructor(struct synth *c, const char *desc, const struct env_name *const *vars,
                              uint32_t n) {
  struct synth_method *m = synth_method(c, ACC_PUBLIC, "<init>", desc);
  int slot = 1;
  asm_load(m, 'L', 0);
  asm_invoke(m, OP_INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
  for (uint32_t i = 0; i < n; i++) {
    synth_field(c, ACC_PRIVATE | ACC_FINAL, vars[i]->name, vars[i]->desc);
    asm_load(m, 'L', 0);
    asm_load(m, env_letter(vars[i]->desc), slot);
    asm_field(m, OP_PUTFIELD, synth_name(c), vars[i]->name, vars[i]->desc);
    slot += jtype_slots(jtype_of(vars[i]->desc));
  }
  asm_op(m, OP_RETURN);
}

static void see_statics(const struct env_scope *from, struct env_scope *to) {
  for (uint32_t i = 0; i < from->count; i++)
    if (from->names[i].slot < 0) to->names[to->count++] = from->names[i];
}

static bool name_params(struct env_scope *in, const struct env_expr *e, const struct sig *sig) {
  for (uint32_t i = 0; i < sig->argc; i++) {
    CHECK(in->count < ENV_NAMES_MAX, "the names of a lambda begin with its parameters: %u",
          in->count);
    if (e->argc) {
      const char *desc = pool_strndup(in->made->pool, sig->arg[i].s, sig->arg[i].n);
      in->names[in->count++] = (struct env_name){e->params[i], desc, in->next_slot};
    }
    in->next_slot += jtype_slots(sig->arg[i]);
  }
  return true;
}

static bool write_body(struct env_scope *outer, struct synth *c, const struct env_expr *e,
                       const struct method *sam, const struct env_name *const *vars, uint32_t n) {
  struct env_scope in = {.made = outer->made, .next_slot = 1};
  struct sig sig;
  const char *desc;
  if (!sig_parse(&sig, sam->desc->s) || (e->argc && e->argc != sig.argc))
    return lambda_fail(outer, "the number of parameters differs from that of ",
                       sam->owner->name->s);
  in.m = synth_method(c, ACC_PUBLIC, sam->name->s, sam->desc->s);
  see_statics(outer, &in);
  name_params(&in, e, &sig);
  for (uint32_t i = 0; i < n; i++) {
    asm_load(in.m, 'L', 0);
    asm_field(in.m, OP_GETFIELD, synth_name(c), vars[i]->name, vars[i]->desc);
    if (!env_store(&in, vars[i]->name, vars[i]->desc)) return false;
  }
  desc = env_emit(&in, e->target, NULL);
  if (!desc) return false;
  if (*desc == 'N') desc = "Ljava/lang/Object;";
  if (!asm_as_type(in.m, jtype_of(desc), sig.ret))
    return lambda_fail(outer, "a lambda's result does not fit ", sam->owner->name->s);
  asm_return(in.m, jtype_is_ref(sig.ret) ? 'L' : sig.ret.s[0]);
  return true;
}

bool env_emit_lambda(struct env_scope *s, const struct env_expr *e, const char *wanted) {
  const struct klass *k = env_class_of(s->made->vm, wanted);
  const struct method *sam = k ? env_functional(k) : NULL;
  const struct env_name *vars[ENV_NAMES_MAX];
  char *name, *desc;
  struct synth *c;
  uint32_t n;
  if (!sam) return lambda_fail(s, "a lambda cannot implement ", wanted);
  n = captured(s, e, vars);
  name = mem_printf("%s$%u", s->made->main, ++s->made->lambdas);
  desc = constructor_desc(vars, n);
  c = synth_new(name, "java/lang/Object", ACC_FINAL | ACC_SUPER);
  synth_interface(c, k->name->s);
  write_constructor(c, desc, vars, n);
  if (write_body(s, c, e, sam, vars, n)) {
    asm_type(s->m, OP_NEW, name);
    asm_op(s->m, OP_DUP);
    for (uint32_t i = 0; i < n; i++) env_load(s, vars[i]);
    asm_invoke(s->m, OP_INVOKESPECIAL, name, "<init>", desc, false);
    env_define(s->made, c);
  } else {
    synth_free(c);
  }
  free(name);
  free(desc);
  return !s->made->err->code;
}
