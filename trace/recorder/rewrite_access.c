/* Plans the probes of field and array accesses.
 *
 * An access has a probe before and after it, so that the agent can hold a lock in between and the
 * recorded order of conflicting accesses is the real one. A static field is read once before its
 * first probe, and the value discarded: this runs the class initialiser, and raises any linkage
 * error, before the lock is taken. Values above the object on the stack are saved for a while in
 * locals beyond max_locals. No frame mentions those locals, because no jump leads into an
 * insertion. In a constructor, writes to fields of `this` before the call of the other constructor
 * get no probes, because the object is still uninitialised. */
#include "trace/recorder/rewrite_int.h"

struct access {
  uint8_t op;
  char type;
  bool array, is_static, write;
  uint32_t site;
};

/* Fills in *a and adds a site if the instruction is an access that the user wants recorded.
 * Returns false otherwise. */
static bool access_of(struct method_rewriter *m, const struct piece *in, struct access *a) {
  uint8_t op = in->insn.op;
  struct rewrite_site s = {.bci = in->insn.pc};
  *a = (struct access){.op = op};
  if (op >= OP_GETSTATIC && op <= OP_PUTFIELD) {
    s.ref = plan_operand(m, in);
    a->type = s.ref->desc->s[0];
    a->is_static = op <= OP_PUTSTATIC;
    a->write = op == OP_PUTSTATIC || op == OP_PUTFIELD;
    if (op == OP_PUTFIELD && in->insn.pc < m->super_call && s.ref->owner == m->rw->cf->name)
      return false;
    s.kind = a->write ? SITE_WRITE : SITE_READ;
    if (a->is_static) s.flags = TRACE_STATIC;
    if (!plan_wants(m, a->write ? TRACE_EV_WRITE_BEFORE : TRACE_EV_READ_AFTER)) return false;
  } else if ((op >= OP_IALOAD && op <= OP_SALOAD) || (op >= OP_IASTORE && op <= OP_SASTORE)) {
    a->array = true;
    a->write = op >= OP_IASTORE;
    a->type = "IJFDLBCS"[op - (a->write ? OP_IASTORE : OP_IALOAD)];
    s.kind = a->write ? SITE_AWRITE : SITE_AREAD;
    if (!plan_wants(m, a->write ? TRACE_EV_AWRITE_BEFORE : TRACE_EV_AREAD_AFTER)) return false;
  } else {
    return false;
  }
  s.type = a->type == '[' ? 'L' : (uint8_t)a->type;
  a->site = plan_site(m, s);
  return true;
}

static void before_read(struct method_rewriter *m, const struct piece *in, const struct access *a) {
  if (a->is_static) {
    emit_u2(m, OP_GETSTATIC, in->insn.cp);
    emit_op(m, type_slots(a->type) == 2 ? OP_POP2 : OP_POP);
    emit_probe_at(m, PROBE_GETS, a->site);
  } else {
    emit_op(m, a->array ? OP_DUP2 : OP_DUP);
    emit_probe_at(m, a->array ? PROBE_LOAD : PROBE_GET, a->site);
  }
}

static void before_write(struct method_rewriter *m, const struct piece *in,
                         const struct access *a) {
  unsigned c = insn_variant(a->type);
  if (a->is_static) {
    emit_u2(m, OP_GETSTATIC, in->insn.cp);
    emit_op(m, type_slots(a->type) == 2 ? OP_POP2 : OP_POP);
    emit_op(m, type_dup(a->type));
    emit_probe_at(m, PROBE_PUTS_I + c, a->site);
  } else if (!a->array && type_slots(a->type) == 1) {
    emit_op(m, OP_DUP2);
    emit_probe_at(m, PROBE_PUT_I + c, a->site);
  } else {
    emit_store(m, a->type, m->scratch);
    emit_op(m, a->array ? OP_DUP2 : OP_DUP);
    emit_load(m, a->type, m->scratch);
    emit_probe_at(m, (a->array ? PROBE_STORE_I : PROBE_PUT_I) + c, a->site);
    emit_load(m, a->type, m->scratch);
  }
}

static void after_access(struct method_rewriter *m, const struct access *a) {
  if (a->write) {
    emit_probe_at(m, PROBE_DONE, a->site);
  } else {
    emit_op(m, type_dup(a->type));
    emit_probe_at(m, PROBE_GOT_I + insn_variant(a->type), a->site);
  }
}

void plan_access(struct method_rewriter *m, struct piece *in) {
  struct access a;
  if (!access_of(m, in, &a)) return;
  if (a.write) {
    before_write(m, in, &a);
  } else {
    before_read(m, in, &a);
  }
  plan_after(m, in);
  after_access(m, &a);
}
