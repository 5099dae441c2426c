/* Finds the receivers of calls: heap objects, objects that methods on the way create, and results
 * of calls, whose methods are analysed in turn. See ahead_int.h. */
#include <stdlib.h>

#include "engine/classfile/insn.h"
#include "engine/heuristic/ahead_int.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/machine.h"

/* ---- looks ---- */

struct look *look_new(struct walk *w, struct method *m, uint32_t node, const struct value *slots,
                      uint32_t depth) {
  struct look *l = mem_alloc(sizeof *l);
  *l = (struct look){.next = w->looks, .w = w, .m = m, .g = cfg_of(w->a->vm, m)};
  if (!(m->vm_flags & METHOD_SYNTHETIC)) l->rm = rta_method(w->a->rta(w->a->self), m);
  l->values = values_new(w->a->vm, m, node, slots, depth, &w->reads);
  l->resolved = mem_alloc((l->g->count + 1u) * sizeof *l->resolved);
  l->asked = mem_alloc(l->g->count + 1u);
  w->looks = l;
  w->methods++;
  return l;
}

void walk_release(struct walk *w) {
  while (w->looks) {
    struct look *l = w->looks;
    w->looks = l->next;
    values_free(l->values);
    free(l->resolved);
    free(l->asked);
    free(l->dist);
    free(l);
  }
  vec_free(&w->abroad);
  vec_free(&w->reads.v);
}

const struct cfg_site *look_site(const struct look *l, uint32_t node) {
  uint32_t lo = 0, hi = l->g->site_count;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (l->g->sites[mid].node < node)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < l->g->site_count && l->g->sites[lo].node == node ? &l->g->sites[lo] : NULL;
}

static const struct cp_entry *ahead_constant(const struct look *l, uint16_t cp) {
  const struct class_file *cf = l->m->owner->cf;
  return cp < cf->cp_count ? &cf->cp[cp] : NULL;
}

static struct klass *class_of(const struct look *l, const struct symbol *name) {
  struct error ignored = {0};
  return name ? vm_class_sym(l->w->a->vm, name, &ignored) : NULL;
}

static bool is_invoke(uint8_t op) { return op >= OP_INVOKEVIRTUAL && op <= OP_INVOKEINTERFACE; }

struct method *look_callee(const struct look *l, const struct cfg_site *s) {
  const struct cp_entry *e = ahead_constant(l, s->cp);
  struct klass *k = e && is_invoke(s->op) ? class_of(l, e->owner) : NULL;
  return k && !k->is_array ? klass_method(k, e->name->s, e->desc->s) : NULL;
}

/* ---- values of other looks ---- */

static struct value_item abroad(struct look *l, uint32_t node) {
  struct walk *w = l->w;
  for (size_t i = 0; i < w->abroad.len; i++)
    if (w->abroad.data[i].look == l && w->abroad.data[i].node == node)
      return (struct value_item){VALUE_ABROAD, (uint32_t)i};
  *vec_push(&w->abroad) = (struct abroad){l, node};
  return (struct value_item){VALUE_ABROAD, (uint32_t)w->abroad.len - 1};
}

/* Converts a value of l into the form that other looks use. */
static struct value exported(struct look *l, const struct value *v) {
  struct value out = v ? *v : value_other();
  for (uint32_t i = 0; i < out.count; i++)
    if (out.item[i].kind == VALUE_MADE || out.item[i].kind == VALUE_GIVEN)
      out.item[i] = abroad(l, out.item[i].id);
  return out;
}

static struct value *locals_of(const struct method *m) {
  uint32_t n = m->info && m->info->max_locals > m->arg_slots ? m->info->max_locals : m->arg_slots;
  return mem_alloc((n + 1u) * sizeof(struct value));
}

struct value *look_arguments(struct look *l, uint32_t node, const struct method *callee) {
  struct value *slots = locals_of(callee);
  uint32_t n = callee->arg_slots;
  for (uint32_t i = 0; i < n; i++)
    slots[i] = exported(l, values_operand(l->values, node, n - 1 - i));
  return slots;
}

/* ---- callees ---- */

/* Returns the method that implements a lambda, with the captured values as arguments. */
static struct method *select_lambda(struct look *maker, const struct cfg_site *s,
                                    const struct method *callee, struct value **slots) {
  const struct cp_entry *e = ahead_constant(maker, s->cp);
  uint32_t captured = desc_arg_slots(e->desc->s);
  const struct rta_method *to =
      maker->rm ? rta_lambda(maker->w->a->rta(maker->w->a->self), maker->rm, s, callee->name)
                : NULL;
  bool makes = to && !strcmp(to->method->name->s, "<init>");
  if (!to) return NULL;
  *slots = locals_of(to->method);
  for (uint32_t i = 0; i < to->method->arg_slots; i++)
    (*slots)[i] = i < captured && !makes
                      ? exported(maker, values_operand(maker->values, s->node, captured - 1 - i))
                      : value_other();
  return to->method;
}

struct method *look_select(struct look *l, uint32_t node, const struct method *callee,
                           struct value_item item, struct value **slots) {
  struct vm *vm = l->w->a->vm;
  struct klass *k = NULL;
  struct method *m;
  if (item.kind == VALUE_OBJECT) {
    k = state_read_class(vm, &l->w->reads, item.id);
  } else {
    const struct abroad *from = &l->w->abroad.data[item.id];
    const struct cfg_site *s = look_site(from->look, from->node);
    if (s->op == OP_INVOKEDYNAMIC) return select_lambda(from->look, s, callee, slots);
    k = class_of(from->look, ahead_constant(from->look, s->cp)->name);
  }
  m = k && klass_is_subclass(k, callee->owner) ? vm_select(vm, k, callee) : NULL;
  if (!m) return NULL;
  *slots = look_arguments(l, node, m);
  (*slots)[0] = (struct value){.count = 1, .item = {item}};
  return m;
}

/* ---- values of instructions ---- */

static struct value resolve_all(struct look *l, const struct value *v) {
  struct value out = {.other = !v || v->other};
  for (uint32_t i = 0; v && i < v->count; i++) {
    struct value x = look_resolve(l, v->item[i]);
    value_join(&out, &x);
  }
  return out;
}

struct value look_result(struct look *l) {
  struct value out = {0};
  for (uint32_t n = 0; n < l->g->count; n++) {
    struct value x;
    const struct value *v = values_operand(l->values, n, 0);
    if (!v || l->m->info->code[l->g->bci[n]] != OP_ARETURN) continue;
    x = resolve_all(l, v);
    value_join(&out, &x);
  }
  return out;
}

/* Returns the result of m. */
static struct value result_of(struct walk *w, struct method *m, const struct value *slots) {
  if (!cfg_of(w->a->vm, m) || w->methods >= AHEAD_METHODS) return value_other();
  return look_result(look_new(w, m, 0, slots, 0));
}

static struct value given_by_call(struct look *l, const struct cfg_site *s) {
  struct method *callee = look_callee(l, s);
  struct value out = {0}, on, *slots;
  if (!callee || callee->ret != 'L') return value_other();
  if (s->op == OP_INVOKESTATIC || s->op == OP_INVOKESPECIAL) {
    slots = look_arguments(l, s->node, callee);
    out = result_of(l->w, callee, slots);
    free(slots);
    return out;
  }
  on = resolve_all(l, values_operand(l->values, s->node, callee->arg_slots - 1u));
  out.other = on.other;
  for (uint32_t i = 0; i < on.count && !out.other; i++) {
    struct method *m = look_select(l, s->node, callee, on.item[i], &slots);
    struct value x = m ? result_of(l->w, m, slots) : value_other();
    if (m) free(slots);
    value_join(&out, &x);
  }
  return out;
}

static struct value elements(struct walk *w, ref array) {
  struct vm *vm = w->a->vm;
  struct value out = {0};
  const struct klass *k = state_read_class(vm, &w->reads, array);
  uint32_t n =
      k->is_array && k->elem_type == 'L' ? state_read(vm, &w->reads, array + ARRAY_LENGTH) : 0;
  for (uint32_t i = 0; i < n && !out.other; i++) {
    struct value x = value_object(state_read(vm, &w->reads, array + ARRAY_BASE + i * 4));
    value_join(&out, &x);
  }
  return out;
}

static struct value given_by_load(struct look *l, uint32_t node) {
  struct value on = resolve_all(l, values_operand(l->values, node, 1)), out = {.other = on.other};
  for (uint32_t i = 0; i < on.count; i++) {
    struct value x =
        on.item[i].kind == VALUE_OBJECT ? elements(l->w, on.item[i].id) : value_other();
    value_join(&out, &x);
  }
  return out;
}

static bool fits(const struct look *l, const char *param, const struct klass *type) {
  struct error ignored = {0};
  const struct klass *k = *param == 'L' ? vm_class_of_desc(l->w->a->vm, param, &ignored) : NULL;
  return k && type && klass_is_subclass(k, type);
}

/* Returns the constructor arguments of a VALUE_ABROAD item whose parameter type can hold `type`. */
static struct value made_with(struct walk *w, struct value_item item, const struct klass *type) {
  struct look *maker = w->abroad.data[item.id].look;
  uint32_t call = values_constructor(maker->values, w->abroad.data[item.id].node);
  const struct cfg_site *s = call == UINT32_MAX ? NULL : look_site(maker, call);
  struct value out = {0};
  bool found = false;
  uint32_t behind = s ? desc_arg_slots(ahead_constant(maker, s->cp)->desc->s) : 0;
  for (const char *p = s ? ahead_constant(maker, s->cp)->desc->s + 1 : ")"; *p != ')';
       p = desc_next(p)) {
    behind -= *p == 'J' || *p == 'D' ? 2 : 1;
    if (fits(maker, p, type)) {
      struct value x = resolve_all(maker, values_operand(maker->values, call, behind));
      value_join(&out, &x);
      found = true;
    }
  }
  return found ? out : value_other();
}

struct value look_runnables(struct walk *w, struct value_item item) {
  struct error ignored = {0};
  return made_with(w, item, vm_class(w->a->vm, "java/lang/Runnable", &ignored));
}

static struct value given_by_field(struct look *l, uint32_t node, const struct cp_entry *e) {
  struct value on = resolve_all(l, values_operand(l->values, node, 0)), out = {.other = on.other};
  struct error ignored = {0};
  for (uint32_t i = 0; i < on.count; i++) {
    struct value x =
        on.item[i].kind == VALUE_OBJECT
            ? value_of_field(l->w->a->vm, &l->w->reads, e, on.item[i].id, node)
            : made_with(l->w, on.item[i], vm_class_of_desc(l->w->a->vm, e->desc->s, &ignored));
    value_join(&out, &x);
  }
  for (uint32_t i = 0; i < out.count; i++) out.other |= out.item[i].kind == VALUE_GIVEN;
  return out.other ? value_other() : out;
}

static struct value given(struct look *l, uint32_t node) {
  const struct cfg_site *s = look_site(l, node);
  struct insn in;
  if (s) return is_invoke(s->op) ? given_by_call(l, s) : value_other();
  if (insn_decode(l->m->info->code, l->m->info->code_len, l->g->bci[node], &in))
    return value_other();
  if (in.op == OP_AALOAD) return given_by_load(l, node);
  return in.op == OP_GETFIELD && ahead_constant(l, in.cp)
             ? given_by_field(l, node, ahead_constant(l, in.cp))
             : value_other();
}

/* Returns the value of a node. A node in progress contributes nothing to its own value. */
static struct value resolve_node(struct look *l, uint32_t node) {
  struct walk *w = l->w;
  struct value v;
  if (l->asked[node]) return l->asked[node] == 2 ? l->resolved[node] : (struct value){0};
  if (w->nested >= AHEAD_NESTED) return value_other();
  l->asked[node] = 1;
  w->nested++;
  v = given(l, node);
  w->nested--;
  l->asked[node] = 2;
  return l->resolved[node] = v;
}

static bool is_made(const struct look *l, uint32_t node) {
  const struct cfg_site *s = look_site(l, node);
  return s && (s->op == OP_NEW || s->op == OP_INVOKEDYNAMIC);
}

struct value look_resolve(struct look *l, struct value_item item) {
  if (item.kind == VALUE_ABROAD &&
      !is_made(l->w->abroad.data[item.id].look, l->w->abroad.data[item.id].node))
    return resolve_node(l->w->abroad.data[item.id].look, l->w->abroad.data[item.id].node);
  if (item.kind == VALUE_GIVEN) return resolve_node(l, item.id);
  if (item.kind == VALUE_MADE) item = abroad(l, item.id);
  return (struct value){.count = 1, .item = {item}};
}
