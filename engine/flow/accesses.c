/* See accesses.h. */
#include "engine/flow/accesses.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/classfile/insn.h"
#include "engine/vm/machine.h"

struct accesses {
  struct vm *vm;
  struct rta *rta;
  VEC(struct access) all; /* the accesses of a method are adjacent */
  /* by rta_method.index; NULL: not a method of the program, or without code */
  struct sources **sources;
  uint32_t count;
};

enum { CALL_DEPTH = 3 };

/* ---- variables ---- */

static const struct field *field_named(struct vm *vm, const struct method *m, uint16_t cp) {
  const struct cp_entry *e = &m->owner->cf->cp[cp];
  struct error ignored = {0};
  struct klass *k = vm_class_sym(vm, e->owner, &ignored);
  return k ? klass_field(k, e->name->s, e->desc->s) : NULL;
}

static bool method_insn(const struct method *m, const struct cfg *g, uint32_t node,
                        struct insn *in) {
  return node < g->count && !insn_decode(m->info->code, m->info->code_len, g->bci[node], in);
}

/* Returns the field that one of these instructions reads, or NULL. */
static const struct field *field_of_set(struct vm *vm, struct method *m,
                                        const struct source_set *s) {
  const struct cfg *g = cfg_of(vm, m);
  const struct field *f;
  struct insn in;
  for (uint32_t i = 0; i < s->count; i++)
    if (method_insn(m, g, s->node[i], &in) && (in.op == OP_GETFIELD || in.op == OP_GETSTATIC) &&
        (f = field_named(vm, m, in.cp)))
      return f;
  return NULL;
}

static struct variable inside_of(struct vm *vm, struct method *m, const struct source_set *s,
                                 const void *otherwise) {
  const struct field *f = field_of_set(vm, m, s);
  return (struct variable){f ? (const void *)f : otherwise, true};
}

/* ---- one instruction ---- */

static bool is_field_op(const struct insn *in) {
  return in->op >= OP_GETSTATIC && in->op <= OP_PUTFIELD;
}
static bool is_load(const struct insn *in) { return in->op >= OP_IALOAD && in->op <= OP_SALOAD; }
static bool is_store(const struct insn *in) { return in->op >= OP_IASTORE && in->op <= OP_SASTORE; }

/* Returns whether the call counts as an access: a call on a library object, or a call that takes a
 * lock by a synchronized method or by Lock.lock. Other methods of the program are analysed
 * themselves. */
static bool is_noted_call(struct vm *vm, const struct method *m, const struct insn *in,
                          uint8_t *kind) {
  const struct cp_entry *e;
  struct error ignored = {0};
  struct klass *k, *lock;
  const struct method *called;
  if (in->op != OP_INVOKEVIRTUAL && in->op != OP_INVOKEINTERFACE) return false;
  e = &m->owner->cf->cp[in->cp];
  k = vm_class_sym(vm, e->owner, &ignored);
  called = k ? klass_method(k, e->name->s, e->desc->s) : NULL;
  *kind = ACCESS_LOCKS;
  if (!k || !k->is_jdk) return called && called->flags & ACC_SYNCHRONIZED;
  lock = vm_class(vm, "java/util/concurrent/locks/Lock", &ignored);
  if (!lock || !klass_is_subclass(k, lock) || strncmp(e->name->s, "lock", 4) != 0)
    *kind = ACCESS_CALLS;
  return true;
}

static bool access_of(struct vm *vm, struct method *m, const struct sources *s, uint32_t node,
                      struct access *out) {
  const struct cfg *g = cfg_of(vm, m);
  struct source_set object = sources_of_object(s, node);
  struct insn in;
  if (!method_insn(m, g, node, &in)) return false;
  *out = (struct access){.method = m, .node = node, .makes = m->name->s[0] == '<'};
  if (is_field_op(&in)) {
    out->of.what = field_named(vm, m, in.cp);
    out->kind = in.op == OP_GETFIELD || in.op == OP_GETSTATIC ? ACCESS_READS : ACCESS_WRITES;
    return out->of.what && !(((const struct field *)out->of.what)->flags & ACC_FINAL);
  }
  if (is_load(&in) || is_store(&in)) {
    out->of = inside_of(vm, m, &object,
                        &insn_table[is_load(&in) ? in.op : in.op - OP_IASTORE + OP_IALOAD]);
    out->kind = is_load(&in) ? ACCESS_READS : ACCESS_WRITES;
    return true;
  }
  if (in.op == OP_MONITORENTER) {
    out->of = inside_of(vm, m, &object, m->owner);
    out->kind = ACCESS_LOCKS;
    return true;
  }
  if (!is_noted_call(vm, m, &in, &out->kind)) return false;
  out->calls = m->owner->cf->cp[in.cp].name;
  out->of = inside_of(vm, m, &object, m->owner->cf->cp[in.cp].owner);
  return true;
}

/* ---- the program ---- */

static void accesses_of_method(struct accesses *a, const struct rta_method *r) {
  struct sources *s;
  if (!r->cfg || r->method->owner->is_jdk || r->method->owner->extra) return;
  INVARIANT(!a->sources[r->index], "the accesses of a method are listed once: %u", r->index);
  s = a->sources[r->index] = sources_new(a->vm, r->method);
  for (uint32_t n = 0; n < r->cfg->count; n++) {
    struct access x;
    if (access_of(a->vm, r->method, s, n, &x)) *vec_push(&a->all) = x;
  }
}

struct accesses *accesses_new(struct vm *vm, struct rta *rta) {
  struct accesses *a = mem_alloc(sizeof *a);
  a->vm = vm;
  a->rta = rta;
  a->count = rta_method_count(rta);
  a->sources = mem_alloc((a->count + 1u) * sizeof *a->sources);
  for (uint32_t i = 0; i < a->count; i++) accesses_of_method(a, rta_method_at(rta, i));
  return a;
}

void accesses_free(struct accesses *a) {
  if (!a) return;
  for (uint32_t i = 0; i < a->count; i++) sources_free(a->sources[i]);
  free(a->sources);
  vec_free(&a->all);
  free(a);
}

uint32_t access_count(const struct accesses *a) { return (uint32_t)a->all.len; }
const struct access *access_at(const struct accesses *a, uint32_t i) {
  INVARIANT(i < a->all.len, "an access that is read is listed: %u of %zu", i, a->all.len);
  return &a->all.data[i];
}

const struct sources *accesses_sources(const struct accesses *a, const struct method *m) {
  const struct rta_method *r = rta_method(a->rta, m);
  return r && r->index < a->count ? a->sources[r->index] : NULL;
}

bool access_conflicts(const struct access *x, const struct access *y) {
  if (!variable_equal(&x->of, &y->of)) return false;
  if (x->kind == ACCESS_LOCKS || y->kind == ACCESS_LOCKS) return x->kind == y->kind;
  if (x->kind == ACCESS_CALLS && y->kind == ACCESS_CALLS) return true;
  return x->kind == ACCESS_WRITES || y->kind == ACCESS_WRITES;
}

/* ---- the variables that determine a value ---- */

static void add_variable(struct variable_list *out, struct variable v) {
  for (size_t i = 0; i < out->v.len; i++)
    if (variable_equal(&out->v.data[i], &v)) return;
  *vec_push(&out->v) = v;
}

static void read_set(const struct accesses *a, struct method *m, const struct source_set *s,
                     uint32_t depth, struct variable_list *out);

/* Adds all variables that the method reads: those that determine its result or its control flow. */
static void read_method(const struct accesses *a, const struct rta_method *r, uint32_t depth,
                        struct variable_list *out) {
  if (!depth || r->index >= a->count || !a->sources[r->index]) return;
  for (uint32_t n = 0; n < r->cfg->count; n++) {
    struct source_set self = {.count = 1, .node = {n}};
    read_set(a, r->method, &self, depth - 1, out);
  }
}

static void read_calls(const struct accesses *a, const struct method *m, uint32_t node,
                       uint32_t depth, struct variable_list *out) {
  const struct rta_method *r = rta_method(a->rta, m);
  for (size_t i = 0; r && i < r->calls.len; i++) {
    struct rta_method *const *t;
    uint32_t n = r->calls.data[i].node == node && r->calls.data[i].kind == RTA_CALL
                     ? rta_targets(&r->calls.data[i], &t)
                     : 0;
    for (uint32_t k = 0; k < n; k++) read_method(a, t[k], depth, out);
  }
}

static void read_set(const struct accesses *a, struct method *m, const struct source_set *s,
                     uint32_t depth, struct variable_list *out) {
  const struct sources *of = accesses_sources(a, m);
  for (uint32_t i = 0; of && i < s->count; i++) {
    struct access x;
    bool noted = access_of(a->vm, m, of, s->node[i], &x);
    if (noted && (x.kind == ACCESS_READS || x.kind == ACCESS_CALLS))
      add_variable(out, x.of);
    else
      read_calls(a, m, s->node[i], depth, out);
  }
}

void accesses_read(const struct accesses *a, const struct method *m, const struct source_set *s,
                   struct variable_list *out) {
  read_set(a, (struct method *)(uintptr_t)m, s, CALL_DEPTH, out);
}
