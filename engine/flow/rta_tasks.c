/* Rapid type analysis: the tasks that a call passes on, if the same method creates them. `new
 * Thread(() -> set()).start()` runs that lambda, and so does `pool.submit(() -> set())`, rather
 * than any Runnable of the program. `new FutureTask<>(() -> get())` is a library task that carries
 * a task of the program. */
#include "engine/classfile/insn.h"
#include "engine/flow/rta_int.h"

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

const struct value *rta_argument(struct rta *r, struct rta_method *m, uint32_t node,
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

bool rta_add_tasks(struct rta *r, struct rta_method *m, uint32_t node, enum rta_call_kind kind,
                   const struct value *v, const struct method *called) {
  struct tasks t = {.r = r, .m = m};
  if (!v || !v->count || !find_tasks(&t, v, called, 0)) return false;
  for (uint32_t i = 0; i < t.count; i++) {
    struct rta_call *c = rta_add_call(m, node, kind);
    c->direct = t.at[i].direct;
    c->virt = t.at[i].virt;
  }
  return true;
}

const struct value *rta_receiver(struct rta *r, struct rta_method *m, uint32_t node) {
  return values_operand(values_of(r, m), node, 0);
}

void rta_values_done(struct rta *r) {
  values_free(r->values);
  r->values = NULL;
  r->values_of = NULL;
}
