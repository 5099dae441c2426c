/* Rapid type analysis: the worklist, the instantiated classes, and the dispatches. See rta.h. */
#include "engine/flow/rta_int.h"

#include <stdlib.h>

enum { DEFAULT_DEPTH = 6, DEFAULT_MAX_DEPTH = 12, DEFAULT_METHODS = 6000 };

/* ---- methods ---- */

struct rta_method *rta_method(const struct rta *r, const struct method *m) {
  return m->id < r->by_id.len ? r->by_id.data[m->id] : NULL;
}

uint32_t rta_method_count(const struct rta *r) { return (uint32_t)r->methods.len; }

struct rta_method *rta_method_at(const struct rta *r, uint32_t index) {
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

struct rta_method *rta_reach(struct rta *r, struct method *m, uint32_t caller_depth) {
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

struct rta_call *rta_add_call(struct rta_method *m, uint32_t node, enum rta_call_kind kind) {
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
  for (size_t i = 0; i < r->instantiated.len; i++) match_class(r, v, r->instantiated.data[i]);
  for (size_t i = 0; i < r->lambdas.len; i++) match_lambda(r, v, r->lambdas.data[i]);
  return v;
}

struct rta_virtual *rta_dispatch(struct rta *r, struct klass *owner, struct method *m,
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

void rta_instantiate(struct rta *r, struct klass *k, bool by_program) {
  uint8_t marks = (uint8_t)(MARK_INSTANTIATED | (by_program ? MARK_BY_PROGRAM : 0));
  while (r->marks.len <= k->id) *vec_push(&r->marks) = 0;
  if ((r->marks.data[k->id] & marks) == marks) return;
  if (!r->marks.data[k->id]) *vec_push(&r->instantiated) = k;
  r->marks.data[k->id] |= marks;
  for (size_t i = 0; i < r->virtuals.len; i++) match_class(r, r->virtuals.data[i], k);
}

void rta_add_lambda(struct rta *r, const struct rta_lambda *lambda) {
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
