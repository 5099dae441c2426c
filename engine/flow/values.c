/* See values.h. */
#include "engine/flow/values.h"

#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/flow/dataflow.h"
#include "engine/vm/loader/classes.h"

struct made { /* an object created by the `new` at `node` and initialised by the call at `call` */
  uint32_t node, call;
};

struct values {
  struct dataflow flow; /* the values are of type struct value */
  struct vm *vm;
  struct state_reads *reads;
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
  INVARIANT(v->count >= before.count && v->other >= before.other,
            "a set of values only grows: %u, %u", before.count, v->count);
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

static struct values *values_of(const struct dataflow_step *p) { return p->d->owner; }

static struct value values_pop(struct dataflow_step *p) {
  struct value v;
  dataflow_pop(p, &v);
  return v;
}

static void values_push(struct dataflow_step *p, struct value x) { dataflow_push(p, &x); }

static const struct cp_entry *values_constant(const struct dataflow_step *p) {
  return p->in.cp < p->d->cf->cp_count ? &p->d->cf->cp[p->in.cp] : NULL;
}

static void step_store(struct dataflow_step *p) {
  char type = insn_table[p->in.op].effect[0];
  uint32_t slot = dataflow_local(p), n = dataflow_slots_of(type);
  struct value x = {0};
  for (uint32_t i = 0; i < n; i++) x = values_pop(p);
  for (uint32_t i = 0; i < n && slot + i < p->d->locals; i++)
    *(struct value *)dataflow_slot(p->d, p->s, slot + i) = type == 'A' ? x : (struct value){0};
}

static void step_load(struct dataflow_step *p) {
  uint32_t slot = dataflow_local(p);
  if (slot < p->d->locals)
    dataflow_push(p, dataflow_slot(p->d, p->s, slot));
  else
    values_push(p, value_other());
}

static void step_getfield(struct dataflow_step *p) {
  struct value holder = values_pop(p);
  const struct cp_entry *e = values_constant(p);
  bool is_ref = e && (e->desc->s[0] == 'L' || e->desc->s[0] == '[');
  if (is_ref)
    values_push(p, field_value(values_of(p), p->node, &holder, e));
  else
    for (uint32_t n = e ? dataflow_slots_of(e->desc->s[0]) : 1; n; n--)
      values_push(p, (struct value){0});
}

static void note_constructor(struct dataflow_step *p, uint32_t popped) {
  struct values *v = values_of(p);
  const struct value *made = values_operand(v, p->node, popped - 1);
  const struct cp_entry *e = values_constant(p);
  if (!made || !e || strcmp(e->name->s, "<init>") != 0) return;
  for (uint32_t i = 0; i < made->count; i++) {
    bool known = made->item[i].kind != VALUE_MADE;
    for (size_t k = 0; k < v->made.len; k++) known |= v->made.data[k].node == made->item[i].id;
    if (!known) *vec_push(&v->made) = (struct made){made->item[i].id, p->node};
  }
}

/* Handles all other instructions: pops and pushes the right number of slots. For a pushed value,
 * only the instruction is recorded. */
static void step_plain(struct dataflow_step *p) {
  int popped, pushed;
  bool makes = p->in.op == OP_NEW || p->in.op == OP_INVOKEDYNAMIC;
  insn_slots(p->d->cf, &p->in, &popped, &pushed);
  if (p->in.op == OP_INVOKESPECIAL && popped > 0) note_constructor(p, (uint32_t)popped);
  while (popped-- > 0) (void)values_pop(p);
  for (; pushed > 0; pushed--) values_push(p, value_of(makes ? VALUE_MADE : VALUE_GIVEN, p->node));
}

static void step_apply(struct dataflow_step *p) {
  const struct insn_desc *d = &insn_table[p->in.op];
  if (d->local[0] == 'w') {
    step_store(p);
  } else if (d->local[0] == 'r' && d->effect[0] == ':' && d->effect[1] == 'A') {
    step_load(p);
  } else if (dataflow_is_copy(d)) {
    dataflow_copies(p);
  } else if (p->in.op == OP_GETFIELD) {
    step_getfield(p);
  } else if (p->in.op == OP_ACONST_NULL) {
    values_push(p, (struct value){0});
  } else if (p->in.op != OP_CHECKCAST) {
    step_plain(p);
  }
}

/* ---- the analysis ---- */

static bool values_join(void *to, const void *from) { return value_join(to, from); }

static const struct value unknown_value = {.other = true};
_Static_assert(sizeof(struct value) <= DATAFLOW_VALUE_MOST, "the copies of dup");
static const struct dataflow_kind values_kind = {
    .size = sizeof(struct value),
    .unknown = &unknown_value,
    .join = values_join,
    .apply = step_apply,
};

struct values *values_new(struct vm *vm, struct method *m, uint32_t node, const struct value *slots,
                          uint32_t depth, struct state_reads *reads) {
  struct values *v = mem_alloc(sizeof *v);
  v->vm = vm;
  v->reads = reads;
  dataflow_init(&v->flow, &values_kind, v, vm, m);
  dataflow_run(&v->flow, node, slots, depth);
  return v;
}

void values_free(struct values *v) {
  if (!v) return;
  vec_free(&v->made);
  dataflow_release(&v->flow);
  free(v);
}

const struct value *values_operand(const struct values *v, uint32_t node, uint32_t below_top) {
  return dataflow_operand(&v->flow, node, below_top);
}

uint32_t values_constructor(const struct values *v, uint32_t node) {
  for (size_t i = 0; i < v->made.len; i++)
    if (v->made.data[i].node == node) return v->made.data[i].call;
  return UINT32_MAX;
}
