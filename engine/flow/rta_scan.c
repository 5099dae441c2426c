/* Rapid type analysis: the instantiations and calls of one method's instructions. See rta.h. */
#include "engine/classfile/insn.h"
#include "engine/flow/program.h"
#include "engine/flow/rta_int.h"

struct klass *rta_class(struct rta *r, const struct symbol *name) {
  struct error ignored = {
      0}; /* the interpreter reports missing classes when the instruction is executed */
  return name ? vm_class_sym(r->vm, name, &ignored) : NULL;
}

struct method *rta_resolve(struct rta *r, struct klass *owner, const struct symbol *name,
                           const struct symbol *desc) {
  if (owner->is_array) owner = r->object;
  return owner && !owner->is_primitive ? klass_method(owner, name->s, desc->s) : NULL;
}

bool rta_is_direct(const struct klass *owner, const struct method *m) {
  return (m->flags & (ACC_STATIC | ACC_PRIVATE | ACC_FINAL)) || m->vtable < 0 ||
         (owner->flags & ACC_FINAL);
}

static const struct cp_entry *constant(const struct rta_method *m, uint16_t index) {
  const struct class_file *cf = m->method->owner->cf;
  return cf && index < cf->cp_count ? &cf->cp[index] : NULL;
}

/* Adds calls to initialisers of the program's classes from the instruction that triggers them. */
static void scan_init(struct rta *r, struct rta_method *m, uint32_t node, struct klass *k) {
  for (; k && !k->is_jdk && !k->is_array; k = k->super) {
    for (uint32_t i = 0; k->has_clinit && i < k->method_count; i++) {
      if (k->methods[i].name != r->s_clinit || &k->methods[i] == m->method) continue;
      rta_add_call(m, node, RTA_INIT)->direct = rta_reach(r, &k->methods[i], m->depth);
    }
  }
}

static void scan_new(struct rta *r, struct rta_method *m, const struct cfg_site *s,
                     const struct cp_entry *e) {
  struct klass *k = rta_class(r, e->name);
  if (!k) return;
  rta_instantiate(r, k, rta_is_program(m->method));
  if (rta_is_program(m->method)) scan_init(r, m, s->node, k);
}

static void scan_static_field(struct rta *r, struct rta_method *m, const struct cfg_site *s,
                              const struct cp_entry *e) {
  if (!rta_is_program(m->method) || program_is_library(r->vm, e->owner)) return;
  scan_init(r, m, s->node, rta_class(r, e->owner));
}

/* Adds calls for Thread.start(): it runs the task passed to the constructor, or run() of a subclass
 * of the receiver's type. */
static void scan_start(struct rta *r, struct rta_method *m, uint32_t node, struct klass *owner,
                       const struct method *callee) {
  struct method *run;
  if (callee->owner != r->thread || callee->name != r->s_start || callee->desc != r->s_run_desc)
    return;
  run = klass_method(owner, r->s_run->s, r->s_run_desc->s);
  if (run && !rta_add_tasks(r, m, node, RTA_START, rta_receiver(r, m, node), run))
    rta_add_call(m, node, RTA_START)->virt = rta_dispatch(r, owner, run, SCOPE_ALL, m->depth);
}

static void scan_invoke(struct rta *r, struct rta_method *m, const struct cfg_site *s,
                        const struct cp_entry *e) {
  struct klass *owner = rta_class(r, e->owner);
  struct method *callee = owner ? rta_resolve(r, owner, e->name, e->desc) : NULL;
  struct rta_call *c;
  if (!callee) return;
  if (s->op == OP_INVOKESTATIC && rta_is_program(m->method)) scan_init(r, m, s->node, owner);
  c = rta_add_call(m, s->node, RTA_CALL);
  if (s->op == OP_INVOKESTATIC || s->op == OP_INVOKESPECIAL || rta_is_direct(owner, callee))
    c->direct = rta_reach(r, callee, m->depth);
  else
    c->virt = rta_dispatch(r, owner->is_array ? r->object : owner, callee, SCOPE_ALL, m->depth);
  if (s->op == OP_INVOKEVIRTUAL) scan_start(r, m, s->node, owner, callee);
  if (rta_is_program(m->method) && !rta_is_program(callee))
    rta_scan_callbacks(r, m, s->node, s->op == OP_INVOKESTATIC ? NULL : owner, callee);
}

void rta_scan(struct rta *r, struct rta_method *m) {
  for (uint32_t i = 0; i < m->cfg->site_count; i++) {
    const struct cfg_site *s = &m->cfg->sites[i];
    const struct cp_entry *e = constant(m, s->cp);
    if (!e) continue;
    switch (s->op) {
      case OP_NEW: scan_new(r, m, s, e); break;
      case OP_GETSTATIC:
      case OP_PUTSTATIC: scan_static_field(r, m, s, e); break;
      case OP_INVOKEDYNAMIC: rta_scan_indy(r, m, s); break;
      default: scan_invoke(r, m, s, e); break;
    }
  }
  rta_values_done(r);
}
