/* Rapid type analysis: a worklist of methods whose instructions are scanned for instantiations,
 * lambdas and calls, and the dispatches that these extend.
 *
 * Invariants
 *
 *  1. From its discovery, or from a decrease of its depth, until it is processed at that depth, a
 *     method is in queue[depth] at least once. Entries with another depth than the method's are
 *     stale.
 *  2. depth(program's method) = 0; depth(library method) <= 1 + depth of every caller whose calls
 *     are known.
 *  3. For every dispatch v and every instantiated class or lambda that matches it, v->targets
 *     contains the selected method.
 *  4. Nothing depends on addresses: methods are discovered in the order of the instructions, so
 *     indices are the same in every run. */
#include "engine/flow/rta.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/classfile/insn.h"
#include "engine/flow/program.h"
#include "engine/flow/values.h"
#include "engine/vm/machine.h"

enum { RTA_DEPTHS = 40 };
enum klass_mark { MARK_INSTANTIATED = 1, MARK_BY_PROGRAM = 2 };

/* The receivers that a dispatch considers. */
enum rta_scope {
  SCOPE_ALL,     /* an ordinary call */
  SCOPE_SINGLE,  /* a callback of a functional type: classes that the program itself instantiates */
  SCOPE_PROGRAM, /* a callback of another abstract type: classes of the program */
};

/* A lambda or method reference: an object of type `iface` whose method `name` runs the
 * implementation. */
struct rta_lambda {
  struct klass *iface;
  const struct symbol *name;
  struct rta_method *direct; /* this or virt */
  struct rta_virtual *virt;
  bool by_program;
};

/* The methods that a library call with a parameter of type `type` may call. */
struct rta_callbacks {
  struct klass *type;
  VEC(struct rta_virtual *) virtuals;
};

struct rta_queue {
  VEC(struct rta_method *) v;
};

struct rta {
  struct vm *vm;
  struct rta_options opt;
  struct pool pool;
  uint32_t bound;                   /* the current depth limit for the library */
  uint32_t scanned;                 /* number of library methods scanned */
  bool grown;                       /* something was added since the last rta_run */
  VEC(struct rta_method *) by_id;   /* by method->id */
  VEC(struct rta_method *) methods; /* by index */
  VEC(uint8_t) marks;               /* by klass->id: enum klass_mark */
  VEC(struct klass *) instantiated;
  VEC(struct rta_lambda *) lambdas;
  VEC(struct rta_virtual *) virtuals;
  struct rta_virtual **table; /* hash table of virtuals with open addressing */
  uint32_t table_mask;
  VEC(struct rta_callbacks *) callbacks;
  struct rta_queue queue[RTA_DEPTHS];
  const struct symbol *s_start, *s_run, *s_run_desc, *s_clinit, *s_init, *s_metafactory;
  struct klass *thread, *object;
  struct values *values; /* of the method being scanned, made on first use */
  const struct rta_method *values_of;
};

static inline bool rta_is_program(const struct method *m) { return !m->owner->is_jdk; }

static void rta_scan_indy(struct rta *r, struct rta_method *m, const struct cfg_site *s);
static void rta_scan_callbacks(struct rta *r, struct rta_method *m, uint32_t node,
                               struct klass *receiver, const struct method *callee);
static const struct value *rta_argument(struct rta *r, struct rta_method *m, uint32_t node,
                                        const char *at);
static bool rta_add_tasks(struct rta *r, struct rta_method *m, uint32_t node,
                          enum rta_call_kind kind, const struct value *v,
                          const struct method *called);
static const struct value *rta_receiver(struct rta *r, struct rta_method *m, uint32_t node);
static void rta_values_done(struct rta *r);
static struct rta_method *rta_reach(struct rta *r, struct method *m, uint32_t caller_depth);
static struct rta_call *rta_add_call(struct rta_method *m, uint32_t node, enum rta_call_kind kind);
static struct rta_virtual *rta_dispatch(struct rta *r, struct klass *owner, struct method *m,
                                        enum rta_scope scope, uint32_t caller_depth);
static void rta_instantiate(struct rta *r, struct klass *k, bool by_program);
static void rta_add_lambda(struct rta *r, const struct rta_lambda *lambda);

/* ---- instantiations and calls ---- */

/* Returns the class of a constant; NULL if it cannot be loaded. */
static struct klass *rta_class(struct rta *r, const struct symbol *name) {
  /* The interpreter reports missing classes when the instruction is executed. */
  struct error ignored = {0};
  return name ? vm_class_sym(r->vm, name, &ignored) : NULL;
}

/* Returns the method to which a reference resolves, or NULL. */
static struct method *rta_resolve(struct rta *r, struct klass *owner, const struct symbol *name,
                                  const struct symbol *desc) {
  if (owner->is_array) owner = r->object;
  return owner && !owner->is_primitive ? klass_method(owner, name->s, desc->s) : NULL;
}

/* Returns whether a call of m on a receiver of static type `owner` can only run m. */
static bool rta_is_direct(const struct klass *owner, const struct method *m) {
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

/* Scans the instructions of m and fills m->calls. */
static void rta_scan(struct rta *r, struct rta_method *m) {
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

/* ---- lambdas and bootstrap methods ---- */

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

/* Returns whether the invokedynamic creates a known lambda, and the lambda in *out. */
static bool rta_lambda_at(struct rta *r, struct rta_method *m, const struct cfg_site *s,
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

static void rta_scan_indy(struct rta *r, struct rta_method *m, const struct cfg_site *s) {
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

/* ---- callbacks from the library ---- */

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

/* Returns the dispatches of the abstract methods of a type. */
static const struct rta_callbacks *rta_callbacks_of(struct rta *r, struct klass *type,
                                                    uint32_t depth) {
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

/* Adds RTA_CALLBACK calls for a call of library method `callee` from the program's method m.
 * `receiver` is its static type, NULL for static calls. */
static void rta_scan_callbacks(struct rta *r, struct rta_method *m, uint32_t node,
                               struct klass *receiver, const struct method *callee) {
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

/* ---- tasks passed to calls ---- */

/* If a method creates the task that it passes to a call, only that task runs. `new
 * Thread(() -> set()).start()` runs that lambda, and so does `pool.submit(() -> set())`, rather
 * than any Runnable of the program. `new FutureTask<>(() -> get())` is a library task that carries
 * a task of the program. */

enum { TASKS_MAX = 8, CARRIED_DEPTH = 4 };

struct tasks { /* the tasks that run */
  struct rta *r;
  struct rta_method *m;
  uint32_t count;
  struct rta_lambda at[TASKS_MAX]; /* direct or virt is set */
};

static const struct values *values_of(struct rta *r, struct rta_method *m) {
  if (r->values_of == m) return r->values;
  values_free(r->values);
  r->values_of = m;
  return r->values = values_new(r->vm, m->method, 0, NULL, 0, NULL);
}

static const struct cfg_site *site_at(const struct cfg *g, uint32_t node) {
  uint32_t lo = 0, hi = g->site_count;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (g->sites[mid].node < node)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < g->site_count && g->sites[lo].node == node ? &g->sites[lo] : NULL;
}

static bool add_task(struct tasks *t, const struct rta_lambda *task) {
  if (t->count == TASKS_MAX) return false;
  t->at[t->count++] = *task;
  return true;
}

static bool find_tasks(struct tasks *t, const struct value *v, const struct method *called,
                       uint32_t depth);

static struct klass *type_of(struct rta *r, const char *desc, const char *next) {
  struct error ignored = {0};
  if (*desc != 'L') return NULL;
  return vm_class_sym(r->vm, symtab_intern(r->vm->syms, desc + 1, (size_t)(next - desc - 2)),
                      &ignored);
}

/* Returns the argument for the parameter at `at` in the call's descriptor, or NULL if no path leads
 * to the call. */
static const struct value *rta_argument(struct rta *r, struct rta_method *m, uint32_t node,
                                        const char *at) {
  uint32_t behind = 0;
  for (const char *p = at; p && *p != ')'; p = desc_next(p))
    behind += *p == 'J' || *p == 'D' ? 2 : 1;
  return behind ? values_operand(values_of(r, m), node, behind - 1) : NULL;
}

/* Finds the tasks among the arguments of a call, by the abstract methods of the parameters'
 * types. */
static bool find_carried(struct tasks *t, const struct cfg_site *s, uint32_t depth) {
  const struct class_file *cf = t->m->method->owner->cf;
  const char *desc = s->cp < cf->cp_count ? cf->cp[s->cp].desc->s : "()", *next;
  uint32_t before = t->count;
  for (const char *p = desc + 1; *p != ')' && (next = desc_next(p)); p = next) {
    struct klass *type = type_of(t->r, p, next);
    const struct value *v = type ? rta_argument(t->r, t->m, s->node, p) : NULL;
    const struct rta_callbacks *c = v ? rta_callbacks_of(t->r, type, t->m->depth) : NULL;
    for (size_t i = 0; c && i < c->virtuals.len; i++)
      if (!find_tasks(t, v, c->virtuals.data[i]->method, depth + 1)) return false;
  }
  return t->count > before;
}

/* Finds what runs when `called` is called on the object that the `new` creates. */
static bool find_made(struct tasks *t, const struct cfg_site *s, const struct method *called,
                      uint32_t depth) {
  struct klass *k = rta_class(t->r, t->m->method->owner->cf->cp[s->cp].name);
  struct method *selected =
      k && klass_is_subclass(k, called->owner) ? vm_select(t->r->vm, k, called) : NULL;
  uint32_t call = values_constructor(values_of(t->r, t->m), s->node);
  const struct cfg_site *constructor = call == UINT32_MAX ? NULL : site_at(t->m->cfg, call);
  struct rta_lambda task = {0};
  if (!selected) return false;
  task.direct = rta_reach(t->r, selected, t->m->depth);
  if (!rta_is_program(selected) && constructor && depth < CARRIED_DEPTH) {
    uint32_t before = t->count;
    if (find_carried(t, constructor, depth)) return true;
    t->count = before;
  }
  return add_task(t, &task);
}

static bool find_lambda(struct tasks *t, const struct cfg_site *s, const struct method *called) {
  struct rta_lambda l;
  return rta_lambda_at(t->r, t->m, s, &l) && l.name == called->name && add_task(t, &l);
}

static bool find_tasks(struct tasks *t, const struct value *v, const struct method *called,
                       uint32_t depth) {
  if (v->other) return false;
  for (uint32_t i = 0; i < v->count; i++) {
    const struct cfg_site *s =
        v->item[i].kind == VALUE_MADE ? site_at(t->m->cfg, v->item[i].id) : NULL;
    if (!s || !(s->op == OP_NEW ? find_made(t, s, called, depth) : find_lambda(t, s, called)))
      return false;
  }
  return true;
}

/* Adds calls of `kind` to the methods that run when `called` is called on the value v. Returns
 * false, without adding anything, if v may contain an object that m does not create itself. */
static bool rta_add_tasks(struct rta *r, struct rta_method *m, uint32_t node,
                          enum rta_call_kind kind, const struct value *v,
                          const struct method *called) {
  struct tasks t = {.r = r, .m = m};
  if (!v || !v->count || !find_tasks(&t, v, called, 0)) return false;
  for (uint32_t i = 0; i < t.count; i++) {
    struct rta_call *c = rta_add_call(m, node, kind);
    c->direct = t.at[i].direct;
    c->virt = t.at[i].virt;
  }
  return true;
}

/* Returns the receiver of a call without arguments, or NULL if no path leads to the call. */
static const struct value *rta_receiver(struct rta *r, struct rta_method *m, uint32_t node) {
  return values_operand(values_of(r, m), node, 0);
}

static void rta_values_done(struct rta *r) {
  values_free(r->values);
  r->values = NULL;
  r->values_of = NULL;
}

/* ---- methods reached ---- */

enum { DEFAULT_DEPTH = 6, DEFAULT_MAX_DEPTH = 12, DEFAULT_METHODS = 6000 };

struct rta_method *rta_method(const struct rta *r, const struct method *m) {
  INVARIANT(m->id >= r->by_id.len || !r->by_id.data[m->id] || r->by_id.data[m->id]->method == m,
            "the entry of a method is at its id: %u", m->id);
  return m->id < r->by_id.len ? r->by_id.data[m->id] : NULL;
}

uint32_t rta_method_count(const struct rta *r) { return (uint32_t)r->methods.len; }

struct rta_method *rta_method_at(const struct rta *r, uint32_t index) {
  INVARIANT(index < r->methods.len && r->methods.data[index]->index == index,
            "a method of the analysis is at its index: %u of %zu", index, r->methods.len);
  return r->methods.data[index];
}

static struct rta_method *method_new(struct rta *r, struct method *m) {
  struct rta_method *rm = pool_alloc(&r->pool, sizeof *rm);
  rm->method = m;
  rm->index = (uint32_t)r->methods.len;
  rm->depth = UINT32_MAX;
  *vec_push(&r->methods) = rm;
  while (r->by_id.len <= m->id) *vec_push(&r->by_id) = NULL;
  r->by_id.data[m->id] = rm;
  r->grown = true;
  return rm;
}

static struct rta_method *rta_reach(struct rta *r, struct method *m, uint32_t caller_depth) {
  uint32_t depth = rta_is_program(m) ? 0 : caller_depth + 1;
  struct rta_method *rm = rta_method(r, m);
  if (depth >= RTA_DEPTHS) depth = RTA_DEPTHS - 1;
  if (!rm) rm = method_new(r, m);
  if (depth < rm->depth) {
    rm->depth = depth;
    *vec_push(&r->queue[depth].v) = rm;
  }
  return rm;
}

static struct rta_call *rta_add_call(struct rta_method *m, uint32_t node, enum rta_call_kind kind) {
  INVARIANT(node < m->cfg->count && (!m->calls.len || m->calls.data[m->calls.len - 1].node <= node),
            "the calls of a method are in the order of its instructions: %u", node);
  struct rta_call *c = vec_push(&m->calls);
  *c = (struct rta_call){.node = node, .kind = (uint8_t)kind};
  return c;
}

/* ---- dispatches ---- */

static void add_target(struct rta *r, struct rta_virtual *v, struct rta_method *t) {
  if (v->guessed) v->targets.len = 0;
  v->guessed = false;
  for (size_t i = 0; i < v->targets.len; i++)
    if (v->targets.data[i] == t) return;
  *vec_push(&v->targets) = t;
  r->grown = true;
  for (size_t i = 0; i < v->parents.len; i++) add_target(r, v->parents.data[i], t);
}

static void reach_target(struct rta *r, struct rta_virtual *v, struct method *m) {
  add_target(r, v, rta_reach(r, m, v->depth));
}

static bool in_scope(const struct rta_virtual *v, const struct klass *k, uint8_t marks) {
  switch (v->scope) {
    case SCOPE_SINGLE: return (marks & MARK_BY_PROGRAM) != 0;
    case SCOPE_PROGRAM: return !k->is_jdk;
    default: return true;
  }
}

static void match_class(struct rta *r, struct rta_virtual *v, struct klass *k) {
  struct method *m;
  INVARIANT(k->id < r->marks.len, "a class that is made has a mark: %u", k->id);
  if (!in_scope(v, k, r->marks.data[k->id]) || !klass_is_subclass(k, v->owner)) return;
  m = vm_select(r->vm, k, v->method);
  if (m) reach_target(r, v, m);
}

static void match_lambda(struct rta *r, struct rta_virtual *v, const struct rta_lambda *l) {
  if (v->scope != SCOPE_ALL && !l->by_program) return;
  if (!klass_is_subclass(l->iface, v->owner)) return;
  if (l->name != v->method->name || !(v->method->flags & ACC_ABSTRACT)) {
    if (!(v->method->flags & ACC_ABSTRACT)) reach_target(r, v, v->method);
  } else if (l->direct) {
    add_target(r, v, rta_reach(r, l->direct->method, v->depth));
  } else if (l->virt && l->virt != v) {
    *vec_push(&l->virt->parents) = v;
    for (size_t i = 0; i < l->virt->targets.len; i++) add_target(r, v, l->virt->targets.data[i]);
  }
}

static uint32_t dispatch_hash(const struct klass *owner, const struct method *m, uint32_t scope) {
  uint64_t h = ((uint64_t)owner->id << 34 | (uint64_t)m->id << 2 | scope) * 0x9E3779B97F4A7C15u;
  return (uint32_t)(h >> 32);
}

static void table_put(struct rta *r, struct rta_virtual *v) {
  uint32_t i = dispatch_hash(v->owner, v->method, v->scope) & r->table_mask;
  while (r->table[i]) i = (i + 1) & r->table_mask;
  r->table[i] = v;
}

static void table_grow(struct rta *r) {
  free(r->table);
  r->table_mask = r->table_mask * 2 + 1;
  r->table = mem_alloc((r->table_mask + 1u) * sizeof *r->table);
  for (size_t i = 0; i < r->virtuals.len; i++) table_put(r, r->virtuals.data[i]);
}

static struct rta_virtual *dispatch_find(struct rta *r, const struct klass *owner,
                                         const struct method *m, uint32_t scope) {
  for (uint32_t i = dispatch_hash(owner, m, scope) & r->table_mask; r->table[i];
       i = (i + 1) & r->table_mask) {
    struct rta_virtual *v = r->table[i];
    if (v->owner == owner && v->method == m && v->scope == scope) return v;
  }
  return NULL;
}

static struct rta_virtual *dispatch_new(struct rta *r, struct klass *owner, struct method *m,
                                        enum rta_scope scope, uint32_t depth) {
  struct rta_virtual *v = pool_alloc(&r->pool, sizeof *v);
  *v = (struct rta_virtual){.owner = owner, .method = m, .scope = (uint8_t)scope, .depth = depth};
  *vec_push(&r->virtuals) = v;
  if (r->virtuals.len * 2 > r->table_mask)
    table_grow(r);
  else
    table_put(r, v);
  CHECK(r->virtuals.len <= r->table_mask, "the table of dispatches has a free place: %zu of %u",
        r->virtuals.len, r->table_mask);
  for (size_t i = 0; i < r->instantiated.len; i++) match_class(r, v, r->instantiated.data[i]);
  for (size_t i = 0; i < r->lambdas.len; i++) match_lambda(r, v, r->lambdas.data[i]);
  return v;
}

static struct rta_virtual *rta_dispatch(struct rta *r, struct klass *owner, struct method *m,
                                        enum rta_scope scope, uint32_t caller_depth) {
  struct rta_virtual *v = dispatch_find(r, owner, m, scope);
  if (!v) return dispatch_new(r, owner, m, scope, caller_depth);
  if (caller_depth < v->depth) {
    v->depth = caller_depth;
    for (size_t i = 0; i < v->targets.len; i++)
      rta_reach(r, v->targets.data[i]->method, caller_depth);
  }
  return v;
}

static void rta_instantiate(struct rta *r, struct klass *k, bool by_program) {
  uint8_t marks = (uint8_t)(MARK_INSTANTIATED | (by_program ? MARK_BY_PROGRAM : 0));
  while (r->marks.len <= k->id) *vec_push(&r->marks) = 0;
  if ((r->marks.data[k->id] & marks) == marks) return;
  if (!r->marks.data[k->id]) *vec_push(&r->instantiated) = k;
  r->marks.data[k->id] |= marks;
  for (size_t i = 0; i < r->virtuals.len; i++) match_class(r, r->virtuals.data[i], k);
}

static void rta_add_lambda(struct rta *r, const struct rta_lambda *lambda) {
  struct rta_lambda *l = pool_alloc(&r->pool, sizeof *l);
  *l = *lambda;
  *vec_push(&r->lambdas) = l;
  for (size_t i = 0; i < r->virtuals.len; i++) match_lambda(r, r->virtuals.data[i], l);
}

bool rta_instantiated(const struct rta *r, const struct klass *k) {
  return k->id < r->marks.len && r->marks.data[k->id];
}

/* ---- the worklist ---- */

static struct rta_method *pop(struct rta *r) {
  for (uint32_t d = 0; d <= r->bound; d++) {
    while (r->queue[d].v.len) {
      struct rta_method *m = r->queue[d].v.data[--r->queue[d].v.len];
      INVARIANT(m->depth <= d, "the depth of a method only falls: %u, %u", m->depth, d);
      if (m->depth == d) return m;
    }
  }
  return NULL;
}

/* Lowers the depth of a scanned method's callees after its own depth has fallen. */
static void bring_nearer(struct rta *r, struct rta_method *m) {
  for (size_t i = 0; i < m->calls.len; i++) {
    const struct rta_call *c = &m->calls.data[i];
    if (c->direct)
      rta_reach(r, c->direct->method, m->depth);
    else if (c->virt)
      rta_dispatch(r, c->virt->owner, c->virt->method, c->virt->scope, m->depth);
  }
}

static void process(struct rta *r, struct rta_method *m) {
  if (m->scanned) {
    bring_nearer(r, m);
    return;
  }
  if (m->depth && r->scanned >= r->opt.max_methods) return;
  if (m->depth) r->scanned++;
  m->scanned = true;
  m->cfg = cfg_of(r->vm, m->method);
  if (m->cfg) rta_scan(r, m);
}

/* Makes calls without a known receiver reach the declared method. Returns whether that reached new
 * methods. */
static bool guess_receivers(struct rta *r) {
  size_t before = r->methods.len;
  for (size_t i = 0; i < r->virtuals.len; i++) {
    struct rta_virtual *v = r->virtuals.data[i];
    if (v->targets.len || v->scope != SCOPE_ALL || (v->method->flags & ACC_ABSTRACT)) continue;
    reach_target(r, v, v->method);
    v->guessed = true;
  }
  return r->methods.len != before;
}

bool rta_run(struct rta *r) {
  bool grown;
  struct rta_method *m;
  do {
    while ((m = pop(r))) process(r, m);
  } while (guess_receivers(r));
  while ((m = pop(r))) process(r, m);
  grown = r->grown;
  r->grown = false;
  return grown;
}

static bool work_left(const struct rta *r) {
  for (uint32_t d = r->bound + 1; d < RTA_DEPTHS; d++)
    if (r->queue[d].v.len) return true;
  return false;
}

bool rta_deepen(struct rta *r, const struct method *m) {
  const struct rta_method *rm;
  bool grown = rta_run(r);
  for (;;) {
    rm = rta_method(r, m);
    if (rm && rm->scanned) break;
    if (r->bound >= r->opt.max_jdk_depth || !work_left(r)) break;
    CHECK(r->bound + 1 < RTA_DEPTHS, "each depth has a queue: %u", r->bound);
    r->bound++;
    grown = rta_run(r) || grown;
  }
  r->grown = r->grown || grown;
  return rm != NULL;
}

static struct klass *program_init(struct rta *r, struct klass *k) {
  for (uint32_t i = 0; i < k->method_count; i++)
    if (k->methods[i].name == r->s_clinit) rta_reach(r, &k->methods[i], 0);
  return k->super;
}

void rta_add_root(struct rta *r, struct method *m) {
  rta_reach(r, m, 0);
  for (struct klass *k = m->owner; k && !k->is_jdk;) k = program_init(r, k);
}

/* ---- creation ---- */

static uint32_t or_default(uint32_t v, uint32_t dflt) { return v ? v : dflt; }

struct rta *rta_new(struct vm *vm, const struct rta_options *opt) {
  struct rta *r = mem_alloc(sizeof *r);
  struct error ignored = {0};
  r->vm = vm;
  if (opt) r->opt = *opt;
  r->opt.jdk_depth = or_default(r->opt.jdk_depth, DEFAULT_DEPTH);
  r->opt.max_jdk_depth = or_default(r->opt.max_jdk_depth, DEFAULT_MAX_DEPTH);
  r->opt.max_methods = or_default(r->opt.max_methods, DEFAULT_METHODS);
  if (r->opt.max_jdk_depth > RTA_DEPTHS - 2) r->opt.max_jdk_depth = RTA_DEPTHS - 2;
  r->bound = r->opt.jdk_depth < r->opt.max_jdk_depth ? r->opt.jdk_depth : r->opt.max_jdk_depth;
  pool_init(&r->pool);
  r->table_mask = 255;
  r->table = mem_alloc((r->table_mask + 1u) * sizeof *r->table);
  r->s_start = symtab_cstr(vm->syms, "start");
  r->s_run = symtab_cstr(vm->syms, "run");
  r->s_run_desc = symtab_cstr(vm->syms, "()V");
  r->s_clinit = symtab_cstr(vm->syms, "<clinit>");
  r->s_init = symtab_cstr(vm->syms, "<init>");
  r->s_metafactory = symtab_cstr(vm->syms, "java/lang/invoke/LambdaMetafactory");
  r->thread = vm_class(vm, "java/lang/Thread", &ignored);
  r->object = vm_class(vm, "java/lang/Object", &ignored);
  return r;
}

void rta_free(struct rta *r) {
  if (!r) return;
  rta_values_done(r);
  for (size_t i = 0; i < r->methods.len; i++) vec_free(&r->methods.data[i]->calls);
  for (size_t i = 0; i < r->virtuals.len; i++) {
    vec_free(&r->virtuals.data[i]->targets);
    vec_free(&r->virtuals.data[i]->parents);
  }
  for (size_t i = 0; i < r->callbacks.len; i++) vec_free(&r->callbacks.data[i]->virtuals);
  for (uint32_t d = 0; d < RTA_DEPTHS; d++) vec_free(&r->queue[d].v);
  vec_free(&r->by_id);
  vec_free(&r->methods);
  vec_free(&r->marks);
  vec_free(&r->instantiated);
  vec_free(&r->lambdas);
  vec_free(&r->virtuals);
  vec_free(&r->callbacks);
  free(r->table);
  pool_release(&r->pool);
  free(r);
}
