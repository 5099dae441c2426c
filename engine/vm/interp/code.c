/* Decoding of bytecode into struct qinsn. See vm/code.h. */
#include "engine/vm/code.h"
#include "engine/base/check.h"

#include "engine/vm/interp/coverage.h"
#include "engine/vm/interp/fuse.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/machine.h"
#include "engine/vm/interp/proof.h"
#include "engine/vm/interp/quick.h"

#include <string.h>

struct decoder {
  struct vm *vm;
  struct method *m;
  const struct class_file *cf;
  struct code *c;
};

static int32_t target_index(struct decoder *d, uint32_t pc) {
  return pc < d->m->info->code_len ? d->c->index[pc] : -1;
}

/* Returns the distance from q to a branch target, in bytes. */
static int64_t distance(struct decoder *d, const struct qinsn *q, uint32_t pc) {
  CHECK(target_index(d, pc) >= 0, "a branch leads to an instruction: %u in %s", pc, d->m->name->s);
  return (char *)(d->c->insns + target_index(d, pc)) - (const char *)q;
}

static void constant32(struct qinsn *q, uint32_t bits) {
  q->op = Q_LDC32;
  q->u.l = bits;
}

static void constant64(struct qinsn *q, int64_t bits) {
  q->op = Q_LDC64;
  q->u.l = bits;
}

static int64_t double_bits(double v) {
  int64_t l;
  memcpy(&l, &v, sizeof l);
  return l;
}

static uint32_t float_bits(float v) {
  uint32_t l;
  memcpy(&l, &v, sizeof l);
  return l;
}

static void decode_ldc(struct decoder *d, struct qinsn *q, uint32_t index) {
  const struct cp_entry *e = &d->cf->cp[index];
  q->a = (uint16_t)index;
  switch (e->tag) {
    case CP_INTEGER: constant32(q, (uint32_t)e->v.i); break;
    case CP_FLOAT: constant32(q, float_bits(e->v.f)); break;
    case CP_LONG: constant64(q, e->v.l); break;
    case CP_DOUBLE: constant64(q, double_bits(e->v.d)); break;
    default: q->op = OP_LDC; break;
  }
}

static void decode_switch(struct decoder *d, struct qinsn *q, const struct insn *in) {
  struct switch_table *s = pool_alloc(&d->vm->pool, sizeof *s);
  int32_t *keys = pool_alloc(&d->vm->pool, in->cases * sizeof *keys);
  int32_t *targets = pool_alloc(&d->vm->pool, in->cases * sizeof *targets);
  uint32_t i;
  for (i = 0; i < in->cases; i++) {
    uint32_t pc;
    insn_case(d->m->info->code, in, i, &keys[i], &pc);
    targets[i] = target_index(d, pc);
    CHECK(targets[i] >= 0, "a switch leads to instructions: %u in %s", pc, d->m->name->s);
  }
  s->count = (int32_t)in->cases;
  s->low = in->cases ? keys[0] : 0;
  s->dflt = target_index(d, in->target);
  s->keys = in->op == OP_LOOKUPSWITCH ? keys : NULL;
  s->targets = targets;
  q->op = Q_SWITCH;
  q->u.p = s;
}

/* Decodes loads and stores of locals. All one-slot types share one operation, and so do all
 * two-slot types. */
static bool decode_local(struct qinsn *q, const struct insn *in) {
  static const uint16_t form[10] = {Q_ILOAD,  Q_LLOAD,  Q_ILOAD,  Q_LLOAD,  Q_ILOAD,
                                    Q_ISTORE, Q_LSTORE, Q_ISTORE, Q_LSTORE, Q_ISTORE};
  int kind;
  if (in->op >= OP_ILOAD && in->op <= OP_ALOAD)
    kind = in->op - OP_ILOAD;
  else if (in->op >= OP_ILOAD_0 && in->op < OP_IALOAD)
    kind = (in->op - OP_ILOAD_0) / 4;
  else if (in->op >= OP_ISTORE && in->op <= OP_ASTORE)
    kind = 5 + in->op - OP_ISTORE;
  else if (in->op >= OP_ISTORE_0 && in->op < OP_IASTORE)
    kind = 5 + (in->op - OP_ISTORE_0) / 4;
  else
    return false;
  q->op = form[kind];
  q->a = (uint16_t)in->local;
  return true;
}

/* Returns whether m is the JDK method that a row of a table names. */
static bool is_jdk_method(const struct method *m, const char *klass, const char *name) {
  return m->owner->is_jdk && !strcmp(klass, m->owner->name->s) && !strcmp(name, m->name->s);
}

/* Returns the constant, or 0 if it is a number of spins (vm/interp/spins.def). */
static int32_t unless_spins(const struct method *m, int32_t value) {
  static const struct {
    const char *klass, *method;
    int32_t value;
  } rows[] = {
#define SPIN(klass, method, value, why) {klass, method, value},
#include "engine/vm/interp/spins.def"
#undef SPIN
  };
  size_t i;
  for (i = 0; i < COUNT(rows); i++)
    if (rows[i].value == value && is_jdk_method(m, rows[i].klass, rows[i].method)) return 0;
  return value;
}

static void decode_one(struct decoder *d, struct qinsn *q, const struct insn *in) {
  q->op = in->op;
  if (decode_local(q, in)) return;
  switch (in->op) {
    case OP_ACONST_NULL: constant32(q, 0); return;
    case OP_ICONST_M1:
    case OP_ICONST_0:
    case OP_ICONST_1:
    case OP_ICONST_2:
    case OP_ICONST_3:
    case OP_ICONST_4:
    case OP_ICONST_5: constant32(q, (uint32_t)(in->op - OP_ICONST_0)); return;
    case OP_LCONST_0:
    case OP_LCONST_1: constant64(q, in->op - OP_LCONST_0); return;
    case OP_FCONST_0:
    case OP_FCONST_1:
    case OP_FCONST_2: constant32(q, float_bits((float)(in->op - OP_FCONST_0))); return;
    case OP_DCONST_0:
    case OP_DCONST_1: constant64(q, double_bits(in->op - OP_DCONST_0)); return;
    case OP_BIPUSH:
    case OP_SIPUSH: constant32(q, (uint32_t)unless_spins(d->m, in->value)); return;
    case OP_LDC:
    case OP_LDC_W:
    case OP_LDC2_W: decode_ldc(d, q, in->cp); return;
    case OP_IINC:
      q->a = (uint16_t)in->local;
      q->b = in->value;
      return;
    case OP_RET: q->a = (uint16_t)in->local; return;
    case OP_TABLESWITCH:
    case OP_LOOKUPSWITCH: decode_switch(d, q, in); return;
    case OP_NEWARRAY: q->a = (uint16_t)in->value; return;
    case OP_GOTO_W:
      q->op = OP_GOTO;
      q->u.l = distance(d, q, in->target);
      return;
    case OP_JSR_W:
      q->op = OP_JSR;
      q->u.l = distance(d, q, in->target);
      return;
    case OP_IRETURN:
      if (!strchr("ZBCS", d->m->ret_exact)) q->op = OP_ARETURN;
      return; /* other types need no narrowing */
    default: break;
  }
  switch (insn_table[in->op].format) {
    case FMT_BRANCH2:
    case FMT_BRANCH4: q->u.l = distance(d, q, in->target); return;
    case FMT_FIELD:
    case FMT_METHOD:
    case FMT_INTERFACE:
    case FMT_DYNAMIC:
    case FMT_CLASS: q->a = in->cp; return;
    case FMT_MULTI:
      q->a = in->cp;
      q->b = in->value;
      return;
    default: return;
  }
}

static int index_code(struct decoder *d) {
  const struct method_info *mi = d->m->info;
  uint32_t pc, n = 0;
  d->c->index = pool_alloc(&d->vm->pool, (mi->code_len + 1) * sizeof(int32_t));
  for (pc = 0; pc < mi->code_len; pc++) d->c->index[pc] = -1;
  for (pc = 0; pc < mi->code_len; n++) {
    int len = insn_length(mi->code, mi->code_len, pc);
    if (len <= 0)
      return error_set(&d->vm->err, ERR_INPUT, "%s.%s: bad instruction at bytecode index %u",
                       d->m->owner->name->s, d->m->name->s, pc);
    d->c->index[pc] = (int32_t)n;
    pc += (uint32_t)len;
  }
  d->c->index[mi->code_len] = (int32_t)n;
  d->c->count = n;
  return 0;
}

static void decode_handlers(struct decoder *d) {
  const struct method_info *mi = d->m->info;
  uint32_t i;
  d->c->handler_count = mi->exception_count;
  d->c->handlers = pool_alloc(&d->vm->pool, mi->exception_count * sizeof(struct handler));
  for (i = 0; i < mi->exception_count; i++) {
    const struct exception_entry *e = &mi->exceptions[i];
    CHECK(d->c->index[e->start_pc] >= 0 && d->c->index[e->end_pc] >= 0 &&
              d->c->index[e->handler_pc] >= 0,
          "a handler's range begins and ends at instructions: %u in %s", i, d->m->name->s);
    d->c->handlers[i] = (struct handler){.start = (uint32_t)d->c->index[e->start_pc],
                                         .end = (uint32_t)d->c->index[e->end_pc],
                                         .target = (uint32_t)d->c->index[e->handler_pc],
                                         .catch_type = e->catch_type};
  }
}

static struct code *code_make(struct vm *vm, struct method *m) {
  struct decoder d = {.vm = vm, .m = m, .cf = m->owner->cf};
  uint32_t i, pc;
  d.c = pool_alloc(&vm->pool, sizeof *d.c);
  d.c->max_locals = m->info->max_locals;
  d.c->max_stack = m->info->max_stack;
  if (index_code(&d)) return NULL;
  d.c->insns = pool_alloc(&vm->pool, (d.c->count + 1) * sizeof(struct qinsn));
  d.c->bci = pool_alloc(&vm->pool, (d.c->count + 1) * sizeof(uint16_t));
  for (i = 0, pc = 0; i < d.c->count; i++) {
    struct insn in;
    if (insn_decode(m->info->code, m->info->code_len, pc, &in)) return NULL;
    d.c->bci[i] = (uint16_t)pc;
    decode_one(&d, &d.c->insns[i], &in);
    pc = in.next;
  }
  CHECK(pc == m->info->code_len, "instructions fill the code: %u of %u bytes in %s", pc,
        m->info->code_len, m->name->s);
  d.c->insns[d.c->count].op = Q_END;
  d.c->bci[d.c->count] = (uint16_t)pc;
  decode_handlers(&d);
  cover_code(vm, m, d.c);
  fuse_code(d.c);
  return d.c;
}

/* Returns whether the method publishes the references that it stores into arrays
 * (vm/interp/releases.def). */
static bool releases(const struct method *m) {
  static const struct {
    const char *klass, *method;
  } rows[] = {
#define RELEASES(klass, method, why) {klass, method},
#include "engine/vm/interp/releases.def"
#undef RELEASES
  };
  for (size_t i = 0; i < COUNT(rows); i++)
    if (is_jdk_method(m, rows[i].klass, rows[i].method)) return true;
  return false;
}

struct code *code_of(struct vm *vm, struct method *m) {
  if (!m->code && m->info && m->info->code_len) {
    /* linking has verified the class, unless the user has named a place in it before */
    if (klass_prove(vm, m->owner)) {
      error_set(&vm->err, ERR_INPUT, "class %s: %s", m->owner->name->s, m->owner->refused->message);
      return NULL;
    }
    m->code = code_make(vm, m);
    if (releases(m)) m->vm_flags |= METHOD_RELEASES;
    if (m->code) vm_marks_copy(vm, m);
    if (!m->code)
      error_set(&vm->err, ERR_INPUT, "%s.%s: cannot decode", m->owner->name->s, m->name->s);
  }
  return m->code;
}
