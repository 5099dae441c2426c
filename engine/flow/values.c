/* See values.h. */
#include "engine/flow/values.h"

#include <stdlib.h>

#include "engine/classfile/insn.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/machine.h"

struct state { /* before a node */
  uint32_t depth;
  struct value slot[]; /* locals, operands */
};

struct made { /* by the `new` at `node`, initialised by the call at `call` */
  uint32_t node, call;
};

struct values {
  struct vm *vm;
  const struct class_file *cf;
  const struct method_info *info;
  const struct cfg *g;
  uint32_t locals, width;
  struct state_reads *reads;
  struct pool pool;
  struct state **at; /* by node, NULL where no path leads */
  uint8_t *queued;
  VEC(uint32_t) queue;
  VEC(struct made) made;
};

/* ---- values ---- */

static void add_item(struct value *v, struct value_item item) {
  for (uint32_t i = 0; i < v->count; i++)
    if (v->item[i].kind == item.kind && v->item[i].id == item.id) return;
  if (v->count < VALUE_ITEMS)
    v->item[v->count++] = item;
  else
    v->other = true;
}

bool value_join(struct value *v, const struct value *x) {
  struct value before = *v;
  for (uint32_t i = 0; i < x->count; i++) add_item(v, x->item[i]);
  v->other |= x->other;
  return v->count != before.count || v->other != before.other;
}

uint32_t state_read(struct vm *vm, struct state_reads *reads, uint32_t at) {
  uint32_t word = *MEM32(vm, at);
  *vec_push(&reads->v) = (struct state_read){at, word};
  return word;
}

struct klass *state_read_class(struct vm *vm, struct state_reads *reads, ref object) {
  (void)state_read(vm, reads, object + offsetof(struct object, klass));
  return vm_klass(vm, object);
}

struct value value_of_field(struct vm *vm, struct state_reads *reads, const struct cp_entry *e,
                            ref holder, uint32_t node) {
  const struct field *f = klass_field_sym(state_read_class(vm, reads, holder), e->name, e->desc);
  return f && f->type == 'L' && !(f->flags & ACC_STATIC)
             ? value_object(state_read(vm, reads, holder + f->offset))
             : value_of(VALUE_GIVEN, node);
}

static struct value field_value(const struct values *v, uint32_t node, const struct value *holder,
                                const struct cp_entry *e) {
  struct value out = {.other = holder->other};
  for (uint32_t i = 0; i < holder->count; i++) {
    struct value x = v->reads && holder->item[i].kind == VALUE_OBJECT
                         ? value_of_field(v->vm, v->reads, e, holder->item[i].id, node)
                         : value_of(VALUE_GIVEN, node);
    value_join(&out, &x);
  }
  return out;
}

/* ---- one instruction ---- */

struct step { /* an instruction, and the state that it turns into the one behind it */
  struct values *v;
  struct insn in;
  uint32_t node;
  struct state *s;
  bool broken; /* operands are missing: code that is not verified */
};

static struct value pop(struct step *p) {
  if (!p->s->depth) {
    p->broken = true;
    return (struct value){0};
  }
  return p->s->slot[p->v->locals + --p->s->depth];
}

static void values_push(struct step *p, struct value x) {
  if (p->v->locals + p->s->depth >= p->v->width)
    p->broken = true;
  else
    p->s->slot[p->v->locals + p->s->depth++] = x;
}

static const struct cp_entry *values_constant(const struct step *p) {
  return p->in.cp < p->v->cf->cp_count ? &p->v->cf->cp[p->in.cp] : NULL;
}

static uint32_t local_of(const struct step *p) {
  const char *how = insn_table[p->in.op].local;
  return how[1] == 'n' ? (uint32_t)p->in.local : (uint32_t)(how[1] - '0');
}

static void step_store(struct step *p) {
  char type = insn_table[p->in.op].effect[0];
  uint32_t slot = local_of(p), n = type == 'J' || type == 'D' ? 2 : 1;
  struct value x = {0};
  for (uint32_t i = 0; i < n; i++) x = pop(p);
  for (uint32_t i = 0; i < n && slot + i < p->v->locals; i++)
    p->s->slot[slot + i] = type == 'A' ? x : (struct value){0};
}

/* dup and its kin, pop, swap: slots by their letters. */
static void step_copy(struct step *p, const char *effect) {
  const char *colon = strchr(effect, ':');
  struct value named[4] = {0};
  for (const char *c = colon; c-- > effect;) named[(*c - 'a') & 3] = pop(p);
  for (const char *c = colon + 1; *c; c++) values_push(p, named[(*c - 'a') & 3]);
}

static void step_getfield(struct step *p) {
  struct value holder = pop(p);
  const struct cp_entry *e = values_constant(p);
  bool is_ref = e && (e->desc->s[0] == 'L' || e->desc->s[0] == '[');
  if (is_ref)
    values_push(p, field_value(p->v, p->node, &holder, e));
  else
    for (int n = e && (e->desc->s[0] == 'J' || e->desc->s[0] == 'D') ? 2 : 1; n; n--)
      values_push(p, (struct value){0});
}

static void note_constructor(struct step *p, uint32_t popped) {
  const struct value *made = values_operand(p->v, p->node, popped - 1);
  const struct cp_entry *e = values_constant(p);
  if (!made || !e || strcmp(e->name->s, "<init>") != 0) return;
  for (uint32_t i = 0; i < made->count; i++) {
    bool known = made->item[i].kind != VALUE_MADE;
    for (size_t k = 0; k < p->v->made.len; k++)
      known |= p->v->made.data[k].node == made->item[i].id;
    if (!known) *vec_push(&p->v->made) = (struct made){made->item[i].id, p->node};
  }
}

/* Everything else: so many slots gone, so many new ones of which nothing is known. */
static void step_plain(struct step *p) {
  int popped, pushed;
  bool makes = p->in.op == OP_NEW || p->in.op == OP_INVOKEDYNAMIC;
  insn_slots(p->v->cf, &p->in, &popped, &pushed);
  if (p->in.op == OP_INVOKESPECIAL && popped > 0) note_constructor(p, (uint32_t)popped);
  while (popped-- > 0) (void)pop(p);
  for (; pushed > 0; pushed--) values_push(p, value_of(makes ? VALUE_MADE : VALUE_GIVEN, p->node));
}

static void step_apply(struct step *p) {
  const struct insn_desc *d = &insn_table[p->in.op];
  if (d->local[0] == 'w') {
    step_store(p);
  } else if (d->local[0] == 'r' && d->effect[0] == ':' && d->effect[1] == 'A') {
    uint32_t slot = local_of(p);
    values_push(p, slot < p->v->locals ? p->s->slot[slot] : value_other());
  } else if (d->effect[0] >= 'a' && d->effect[0] <= 'd') {
    step_copy(p, d->effect);
  } else if (p->in.op == OP_GETFIELD) {
    step_getfield(p);
  } else if (p->in.op == OP_ACONST_NULL) {
    values_push(p, (struct value){0});
  } else if (p->in.op != OP_CHECKCAST) {
    step_plain(p);
  }
}

/* ---- the analysis ---- */

static size_t state_size(const struct values *v) {
  return sizeof(struct state) + v->width * sizeof(struct value);
}

static void flow_into(struct values *v, uint32_t node, const struct state *s) {
  struct state *to;
  bool changed = false;
  if (node >= v->g->count) return;
  to = v->at[node];
  if (!to) {
    to = v->at[node] = pool_alloc(&v->pool, state_size(v));
    memcpy(to, s, sizeof *s + (v->locals + s->depth) * sizeof s->slot[0]);
    changed = true;
  } else if (to->depth == s->depth) {
    for (uint32_t i = 0; i < v->locals + s->depth; i++)
      changed |= value_join(&to->slot[i], &s->slot[i]);
  }
  if (!changed || v->queued[node]) return;
  v->queued[node] = 1;
  *vec_push(&v->queue) = node;
}

static void flow_to_handlers(struct values *v, uint32_t node, struct state *scratch) {
  for (uint32_t i = 0; i < v->g->handler_count; i++) {
    const struct cfg_handler *h = &v->g->handlers[i];
    if (node < h->start || node >= h->end || v->locals >= v->width) continue;
    memcpy(scratch, v->at[node], state_size(v));
    scratch->depth = 1;
    scratch->slot[v->locals] = value_other();
    flow_into(v, h->target, scratch);
  }
}

static void values_run(struct values *v) {
  struct state *scratch = pool_alloc(&v->pool, state_size(v));
  while (v->queue.len) {
    uint32_t node = v->queue.data[--v->queue.len];
    struct step p = {.v = v, .node = node, .s = scratch};
    v->queued[node] = 0;
    flow_to_handlers(v, node, scratch);
    if (insn_decode(v->info->code, v->info->code_len, v->g->bci[node], &p.in)) continue;
    memcpy(scratch, v->at[node], state_size(v));
    step_apply(&p);
    for (uint32_t i = v->g->succ_first[node]; !p.broken && i < v->g->succ_first[node + 1]; i++)
      flow_into(v, v->g->succ[i], scratch);
  }
}

struct values *values_new(struct vm *vm, struct method *m, uint32_t node, const struct value *slots,
                          uint32_t depth, struct state_reads *reads) {
  struct values *v = mem_alloc(sizeof *v);
  struct state *s;
  v->vm = vm;
  v->cf = m->owner->cf;
  v->info = m->info;
  v->g = cfg_of(vm, m);
  v->reads = reads;
  v->locals = m->info->max_locals;
  v->width = v->locals + m->info->max_stack;
  pool_init(&v->pool);
  v->at = pool_alloc(&v->pool, (v->g->count + 1u) * sizeof *v->at);
  v->queued = pool_alloc(&v->pool, v->g->count + 1u);
  s = pool_alloc(&v->pool, state_size(v));
  s->depth = depth <= m->info->max_stack ? depth : 0;
  for (uint32_t i = 0; i < v->locals + s->depth; i++) s->slot[i] = slots ? slots[i] : value_other();
  flow_into(v, node, s);
  values_run(v);
  return v;
}

void values_free(struct values *v) {
  if (!v) return;
  vec_free(&v->queue);
  vec_free(&v->made);
  pool_release(&v->pool);
  free(v);
}

const struct value *values_operand(const struct values *v, uint32_t node, uint32_t below_top) {
  const struct state *s = node < v->g->count ? v->at[node] : NULL;
  return s && below_top < s->depth ? &s->slot[v->locals + s->depth - 1 - below_top] : NULL;
}

uint32_t values_constructor(const struct values *v, uint32_t node) {
  for (size_t i = 0; i < v->made.len; i++)
    if (v->made.data[i].node == node) return v->made.data[i].call;
  return UINT32_MAX;
}
