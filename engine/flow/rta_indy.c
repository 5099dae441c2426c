/* Rapid type analysis: lambdas and method references (BootstrapMethods), and calls from the library
 * back into the program. See rta.h for the decisions. */
#include "engine/classfile/insn.h"
#include "engine/flow/rta_int.h"

#include <stdlib.h>

/* ---- method handles ---- */

/* Finds what running the method handle at `index` calls: a direct target or a dispatch. Returns
 * false if it is not known. */
static bool handle_target(struct rta *r, struct rta_method *m, uint16_t index,
                          struct rta_method **direct, struct rta_virtual **virt) {
  const struct class_file *cf = m->method->owner->cf;
  const struct cp_entry *h = index < cf->cp_count ? &cf->cp[index] : NULL;
  const struct cp_entry *e =
      h && h->tag == CP_METHODHANDLE && h->index < cf->cp_count ? &cf->cp[h->index] : NULL;
  struct klass *owner;
  struct method *callee;
  *direct = NULL;
  *virt = NULL;
  if (!e || h->ref_kind < REF_VIRTUAL || !(owner = rta_class(r, e->owner))) return false;
  if (h->ref_kind == REF_NEW) rta_instantiate(r, owner, rta_is_program(m->method));
  callee = rta_resolve(r, owner, e->name, e->desc);
  if (!callee) return false;
  if ((h->ref_kind == REF_VIRTUAL || h->ref_kind == REF_INTERFACE) && !rta_is_direct(owner, callee))
    *virt = rta_dispatch(r, owner->is_array ? r->object : owner, callee, SCOPE_ALL, m->depth);
  else
    *direct = rta_reach(r, callee, m->depth);
  return true;
}

/* ---- call sites ---- */

static struct klass *return_type(struct rta *r, const struct symbol *desc) {
  const char *p = desc_result(desc->s);
  struct error ignored = {0};
  return p && p[0] == 'L' ? vm_class_of_desc(r->vm, p, &ignored) : NULL;
}

/* Returns the bootstrap method of a call site, or NULL; *handle is its constant. */
static const struct bootstrap_method *bootstrap_of(const struct class_file *cf, uint16_t site,
                                                   const struct cp_entry **handle) {
  const struct bootstrap_method *b =
      cf->cp[site].index < cf->bootstrap_count ? &cf->bootstraps[cf->cp[site].index] : NULL;
  *handle = b && b->method_handle < cf->cp_count ? &cf->cp[b->method_handle] : NULL;
  return *handle && (*handle)->tag == CP_METHODHANDLE ? b : NULL;
}

bool rta_lambda_at(struct rta *r, struct rta_method *m, const struct cfg_site *s,
                   struct rta_lambda *out) {
  const struct class_file *cf = m->method->owner->cf;
  const struct cp_entry *site = &cf->cp[s->cp], *h;
  const struct bootstrap_method *b = s->op == OP_INVOKEDYNAMIC ? bootstrap_of(cf, s->cp, &h) : NULL;
  if (!b || cf->cp[h->index].owner != r->s_metafactory) return false;
  *out = (struct rta_lambda){.name = site->name, .by_program = rta_is_program(m->method)};
  out->iface = return_type(r, site->desc);
  return out->iface && b->argc > 1 && handle_target(r, m, b->args[1], &out->direct, &out->virt);
}

struct rta_method *rta_lambda(struct rta *r, struct rta_method *m, const struct cfg_site *s,
                              const struct symbol *name) {
  struct rta_lambda l;
  if (!m->scanned || !rta_lambda_at(r, m, s, &l) || l.name != name) return NULL;
  return l.direct ? l.direct : l.virt && l.virt->targets.len == 1 ? l.virt->targets.data[0] : NULL;
}

/* Handles another bootstrap method: the linked code may call static methods among the arguments. */
static void scan_bootstrap(struct rta *r, struct rta_method *m, uint32_t node,
                           const struct bootstrap_method *b) {
  const struct class_file *cf = m->method->owner->cf;
  for (uint32_t i = 0; i < b->argc; i++) {
    struct rta_method *direct;
    struct rta_virtual *virt;
    const struct cp_entry *e = b->args[i] < cf->cp_count ? &cf->cp[b->args[i]] : NULL;
    if (!e || e->tag != CP_METHODHANDLE || e->ref_kind != REF_STATIC) continue;
    if (handle_target(r, m, b->args[i], &direct, &virt))
      rta_add_call(m, node, RTA_CALLBACK)->direct = direct;
  }
}

void rta_scan_indy(struct rta *r, struct rta_method *m, const struct cfg_site *s) {
  const struct class_file *cf = m->method->owner->cf;
  const struct cp_entry *h;
  const struct bootstrap_method *b = bootstrap_of(cf, s->cp, &h);
  struct rta_lambda l;
  if (!b) return;
  if (cf->cp[h->index].owner != r->s_metafactory)
    scan_bootstrap(r, m, s->node, b);
  else if (rta_lambda_at(r, m, s, &l))
    rta_add_lambda(r, &l);
}

/* ---- callbacks ---- */

static bool is_object_method(const struct rta *r, const struct method *m) {
  for (uint32_t i = 0; r->object && i < r->object->method_count; i++)
    if (r->object->methods[i].name == m->name && r->object->methods[i].desc == m->desc) return true;
  return false;
}

/* Collects the abstract methods of a type: those of an interface and its superinterfaces, or of a
 * class and its superclasses. */
static void abstract_methods(const struct rta *r, const struct klass *type, struct method ***out,
                             uint32_t *count) {
  VEC(struct method *) v = {0};
  for (uint32_t i = 0; i < type->super_count; i++) {
    const struct klass *k = type->supers[i];
    if (k->is_interface != type->is_interface) continue;
    for (uint32_t j = 0; j < k->method_count; j++) {
      struct method *m = &k->methods[j];
      if ((m->flags & ACC_ABSTRACT) && !is_object_method(r, m)) *vec_push(&v) = m;
    }
  }
  *out = v.data;
  *count = (uint32_t)v.len;
}

const struct rta_callbacks *rta_callbacks_of(struct rta *r, struct klass *type, uint32_t depth) {
  struct rta_callbacks *c;
  struct method **methods;
  uint32_t n;
  for (size_t i = 0; i < r->callbacks.len; i++)
    if (r->callbacks.data[i]->type == type) return r->callbacks.data[i];
  c = pool_alloc(&r->pool, sizeof *c);
  c->type = type;
  *vec_push(&r->callbacks) = c;
  abstract_methods(r, type, &methods, &n);
  for (uint32_t i = 0; i < n; i++)
    *vec_push(&c->virtuals) =
        rta_dispatch(r, type, methods[i], n == 1 ? SCOPE_SINGLE : SCOPE_PROGRAM, depth);
  free(methods);
  return c;
}

/* Adds callbacks for an argument of this type. `passed`: the value of the argument, NULL if not
 * known. */
static void add_callbacks(struct rta *r, struct rta_method *m, uint32_t node, struct klass *type,
                          const struct value *passed) {
  const struct rta_callbacks *c;
  if (!type || type->is_array || type->is_primitive || (type->flags & ACC_FINAL)) return;
  if (!(type->flags & (ACC_ABSTRACT | ACC_INTERFACE))) return;
  c = rta_callbacks_of(r, type, m->depth);
  for (size_t i = 0; i < c->virtuals.len; i++)
    if (!rta_add_tasks(r, m, node, RTA_CALLBACK, passed, c->virtuals.data[i]->method))
      rta_add_call(m, node, RTA_CALLBACK)->virt = c->virtuals.data[i];
}

/* Adds callbacks to the receiver's own abstract methods if its type belongs to the program:
 * task.fork() leads to compute(). */
static void receiver_callbacks(struct rta *r, struct rta_method *m, uint32_t node,
                               struct klass *receiver) {
  for (struct klass *k = receiver->is_jdk ? NULL : receiver->super; k; k = k->super)
    if (k->is_jdk && k != r->object && k != r->thread) add_callbacks(r, m, node, k, NULL);
}

void rta_scan_callbacks(struct rta *r, struct rta_method *m, uint32_t node, struct klass *receiver,
                        const struct method *callee) {
  const char *p = callee->desc->s + 1;
  if (callee->name == r->s_init) return;
  if (receiver) receiver_callbacks(r, m, node, receiver);
  while (*p != ')') {
    const char *next = desc_next(p);
    if (!next) return;
    if (*p == 'L') {
      struct error ignored = {0};
      const struct symbol *name = symtab_intern(r->vm->syms, p + 1, (size_t)(next - p - 2));
      add_callbacks(r, m, node, vm_class_sym(r->vm, name, &ignored), rta_argument(r, m, node, p));
    }
    p = next;
  }
}
