/* Plans the probes around the library operations of jdkcalls.def.
 *
 * Both probes get the receiver (for a static method, the first argument if it is a reference). The
 * first also gets a time argument, if any; the second also gets the result. The arguments are moved
 * to locals beyond max_locals and back. A copy of the receiver stays there during the call, so that
 * the second probe needs nothing that the first stored. */
#include "trace/recorder/rewrite_int.h"

struct call_site {
  const struct cp_entry *ref;
  enum call_action action;
  bool is_static;
  char result;
  /* local with the receiver or first argument; 0: none, because insertions use no local 0 */
  uint32_t object_slot;
  uint32_t time_slot; /* local with the time argument; 0: none */
  uint32_t site;
};

static bool declares(const struct class_file *cf, const struct cp_entry *ref) {
  for (uint16_t i = 0; i < cf->method_count; i++) {
    if (cf->methods[i].name == ref->name && cf->methods[i].desc == ref->desc) return true;
  }
  return false;
}

/* Is it known which class declares the static method? A static method of Thread may be called
 * through any subclass. The owner must therefore be a class of java, or certainly inherit the
 * method: it is this class, has a superclass other than Object, and does not declare the method. */
static bool static_owner_known(const struct method_rewriter *m, const struct cp_entry *ref) {
  const struct class_file *cf = m->rw->cf;
  if (!strncmp(ref->owner->s, "java/", 5)) return true;
  return ref->owner == cf->name && cf->super_name &&
         strcmp(cf->super_name->s, "java/lang/Object") && !declares(cf, ref);
}

static bool call_of(struct method_rewriter *m, const struct piece *in, struct call_site *c) {
  uint8_t op = in->insn.op;
  if (op < OP_INVOKEVIRTUAL || op > OP_INVOKEINTERFACE) return false;
  *c = (struct call_site){.ref = plan_operand(m, in), .is_static = op == OP_INVOKESTATIC};
  if (c->ref->name->s[0] == '<') return false;
  c->action = jdk_call_action(c->ref);
  const uint8_t *events = call_action_events[c->action];
  if (c->action == CALL_SKIP || (!plan_wants(m, events[0]) && !plan_wants(m, events[1])))
    return false;
  if (c->is_static && !static_owner_known(m, c->ref)) return false;
  c->result = desc_return(c->ref->desc->s);
  struct rewrite_site s = {
      .kind = SITE_CALL, .bci = in->insn.pc, .ref = c->ref, .action = c->action};
  s.type = c->result == 'V' ? 0 : c->result == '[' ? 'L' : (uint8_t)c->result;
  c->site = plan_site(m, s);
  return true;
}

/* Moves the arguments to locals (`down`) or back. `down` also sets the slots of the call's object
 * and time. The receiver stays on the stack; its copy in the first scratch local outlives the
 * call. */
static void move_args(struct method_rewriter *m, struct call_site *c, bool down) {
  char types[256];
  uint32_t at[256], n = 0, slot = m->scratch + 1;
  for (const char *p = c->ref->desc->s + 1; *p != ')'; p = desc_next(p)) {
    types[n] = *p;
    at[n++] = slot;
    slot += type_slots(*p);
  }
  if (!down) {
    for (uint32_t i = 0; i < n; i++) emit_load(m, types[i], at[i]);
    return;
  }
  for (uint32_t i = n; i-- > 0;) {
    emit_store(m, types[i], at[i]);
    if (types[i] == 'J') c->time_slot = at[i];
  }
  if (!c->is_static) {
    c->object_slot = m->scratch;
    emit_op(m, OP_DUP);
    emit_store(m, 'L', m->scratch);
  } else if (n && insn_variant(types[0]) == 4) {
    c->object_slot = at[0];
  }
}

static void push_object(struct method_rewriter *m, const struct call_site *c) {
  if (c->object_slot) {
    emit_load(m, 'L', c->object_slot);
  } else {
    emit_op(m, OP_ACONST_NULL);
  }
}

static void before_call(struct method_rewriter *m, struct call_site *c) {
  move_args(m, c, true);
  push_object(m, c);
  if (c->time_slot) emit_load(m, 'J', c->time_slot);
  emit_probe_at(m, c->time_slot ? PROBE_CALL_T : PROBE_CALL, c->site);
  move_args(m, c, false);
}

static void after_call(struct method_rewriter *m, const struct call_site *c) {
  unsigned p = PROBE_RET;
  if (c->result != 'V') {
    emit_op(m, type_dup(c->result));
    p = PROBE_RET_I + insn_variant(c->result);
  }
  push_object(m, c);
  emit_probe_at(m, p, c->site);
}

void plan_call(struct method_rewriter *m, struct piece *in) {
  struct call_site c;
  if (!call_of(m, in, &c)) return;
  before_call(m, &c);
  plan_after(m, in);
  after_call(m, &c);
}
