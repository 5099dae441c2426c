/* Hashes what a class does. See digest.h.
 *
 * Each value is hashed after its length or as a number of fixed size, so that different sequences
 * of values never produce the same bytes. Positions in code are instruction numbers, because
 * bytecode indices depend on the form of other instructions (ldc, ldc_w). */
#include "trace/contracts/digest.h"

#include <stdlib.h>
#include <string.h>

#include "engine/classfile/insn.h"
#include "engine/env/contracts.h"

enum { CONSTANT_DEPTH = 16 }; /* limits recursion, because constants may refer to themselves */

struct digest {
  const struct class_file *cf;
  XXH3_state_t *state;
};

static void digest_number(struct digest *d, uint32_t n) {
  XXH3_128bits_update(d->state, &n, sizeof n);
}

static void digest_text(struct digest *d, const struct symbol *s) {
  digest_number(d, s ? s->len + 1 : 0);
  if (s) XXH3_128bits_update(d->state, s->s, s->len);
}

/* ---- constants ---- */

static void digest_constant(struct digest *d, uint32_t index, int depth);

static void digest_bootstrap(struct digest *d, uint32_t index, int depth) {
  const struct bootstrap_method *b;
  if (index >= d->cf->bootstrap_count) return;
  b = &d->cf->bootstraps[index];
  digest_constant(d, b->method_handle, depth);
  digest_number(d, b->argc);
  for (uint32_t i = 0; i < b->argc; i++) digest_constant(d, b->args[i], depth);
}

/* Hashes the content of the constant, which does not depend on its index or the indices of its
 * parts. */
static void digest_constant(struct digest *d, uint32_t index, int depth) {
  const struct cp_entry *e = index < d->cf->cp_count ? &d->cf->cp[index] : NULL;
  if (!e || depth > CONSTANT_DEPTH) {
    digest_number(d, UINT32_MAX);
    return;
  }
  digest_number(d, e->tag);
  switch (e->tag) {
    case CP_INTEGER:
    case CP_FLOAT: XXH3_128bits_update(d->state, &e->v.i, sizeof e->v.i); break;
    case CP_LONG:
    case CP_DOUBLE: XXH3_128bits_update(d->state, &e->v.l, sizeof e->v.l); break;
    case CP_METHODHANDLE:
      digest_number(d, e->ref_kind);
      digest_constant(d, e->index, depth + 1);
      break;
    default:
      digest_text(d, e->owner);
      digest_text(d, e->name);
      digest_text(d, e->desc);
      if (e->tag == CP_DYNAMIC || e->tag == CP_INVOKEDYNAMIC)
        digest_bootstrap(d, e->index, depth + 1);
  }
}

/* ---- code ---- */

struct numbered { /* the numbers of a method's instructions, from 1, by bytecode index */
  uint32_t *at, len, count;
};

static struct numbered number_instructions(const struct method_info *m) {
  struct numbered n = {mem_alloc((m->code_len + 1) * sizeof *n.at), m->code_len, 0};
  struct insn in;
  for (uint32_t pc = 0; !insn_decode(m->code, m->code_len, pc, &in); pc = in.next)
    n.at[pc] = ++n.count;
  n.at[m->code_len] = n.count + 1;
  return n;
}

static void digest_place(struct digest *d, const struct numbered *n, uint32_t pc) {
  digest_number(d, pc <= n->len ? n->at[pc] : 0);
}

static void digest_cases(struct digest *d, const struct method_info *m, const struct numbered *n,
                         const struct insn *in) {
  digest_number(d, in->cases);
  for (uint32_t i = 0; i < in->cases; i++) {
    int32_t match;
    uint32_t target;
    insn_case(m->code, in, i, &match, &target);
    digest_number(d, (uint32_t)match);
    digest_place(d, n, target);
  }
}

static void digest_instruction(struct digest *d, const struct method_info *m,
                               const struct numbered *n, const struct insn *in) {
  digest_number(d, in->op == OP_LDC_W ? OP_LDC : in->op);
  digest_number(d, (uint32_t)in->local);
  digest_number(d, (uint32_t)in->value);
  if (in->target != UINT32_MAX) digest_place(d, n, in->target);
  if (in->cp) digest_constant(d, in->cp, 0);
  if (insn_table[in->op].flow == FLOW_SWITCH) digest_cases(d, m, n, in);
}

static void digest_handlers(struct digest *d, const struct method_info *m,
                            const struct numbered *n) {
  digest_number(d, m->exception_count);
  for (uint32_t i = 0; i < m->exception_count; i++) {
    const struct exception_entry *e = &m->exceptions[i];
    digest_place(d, n, e->start_pc);
    digest_place(d, n, e->end_pc);
    digest_place(d, n, e->handler_pc);
    digest_text(d, e->catch_type ? d->cf->cp[e->catch_type].name : NULL);
  }
}

static void digest_code(struct digest *d, const struct method_info *m) {
  struct numbered n = number_instructions(m);
  struct insn in;
  digest_number(d, n.count);
  for (uint32_t pc = 0; !insn_decode(m->code, m->code_len, pc, &in); pc = in.next)
    digest_instruction(d, m, &n, &in);
  digest_handlers(d, m, &n);
  free(n.at);
}

/* ---- classes ---- */

/* Hashes the types of annotations, because some have a meaning for the JVM. Stops at the first
 * annotation with values. */
static void digest_annotations(struct digest *d, struct bytes a) {
  uint32_t n = a.len < 2 ? 0 : (uint32_t)(a.data[0] << 8 | a.data[1]);
  for (uint32_t at = 2; n-- && at + 4 <= a.len; at += 4) {
    digest_constant(d, (uint32_t)(a.data[at] << 8 | a.data[at + 1]), 0);
    if (a.data[at + 2] || a.data[at + 3]) return;
  }
}

static void digest_method(struct digest *d, const struct method_info *m, bool with_code) {
  if (!with_code && m->flags & ACC_PRIVATE) return;
  digest_text(d, m->name);
  digest_text(d, m->desc);
  digest_number(d, m->flags);
  digest_number(d, with_code);
  if (!with_code) return;
  digest_annotations(d, m->annotations);
  if (m->code_len) digest_code(d, m);
}

static void digest_field(struct digest *d, const struct field_info *f) {
  digest_text(d, f->name);
  digest_text(d, f->desc);
  digest_number(d, f->flags);
  digest_constant(d, f->constant_value, 0);
}

XXH128_hash_t digest_class(const struct class_file *cf, const char *methods) {
  struct digest d = {cf, XXH3_createState()};
  XXH128_hash_t h;
  XXH3_128bits_reset(d.state);
  digest_text(&d, cf->name);
  digest_text(&d, cf->super_name);
  digest_text(&d, cf->nest_host);
  digest_number(&d, cf->flags);
  digest_number(&d, cf->interface_count);
  for (uint32_t i = 0; i < cf->interface_count; i++) digest_text(&d, cf->interfaces[i]);
  digest_number(&d, cf->field_count);
  for (uint32_t i = 0; i < cf->field_count; i++) digest_field(&d, &cf->fields[i]);
  for (uint32_t i = 0; i < cf->method_count; i++) {
    const struct method_info *m = &cf->methods[i];
    digest_method(&d, m, !methods || contract_claims(methods, m->name->s));
  }
  h = XXH3_128bits_digest(d.state);
  XXH3_freeState(d.state);
  return h;
}
