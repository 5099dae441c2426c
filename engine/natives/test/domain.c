/* See domain.h. The numbers with which a program compares its input are constants in its code.
 * Trying these and their neighbours finds more than a few fixed values would, although it proves
 * nothing. */
#include "engine/natives/test/domain.h"
#include "engine/base/check.h"

#include "engine/vm/loader/loaders.h"

#include <math.h>

#include "engine/classfile/insn.h"
#include "engine/vm/loader/classes.h"

/* The maximum number of values of an incomplete domain, because a search branches over each. */
enum { CONSTANTS_MAX = 200 };

static void domain_own_add(struct domain *d, uint64_t value, uint32_t max) {
  uint32_t i;
  for (i = 0; i < d->count; i++)
    if (d->value[i] == value) return;
  if (d->count == max) {
    d->part = true;
    return;
  }
  CHECK(d->count < max && max <= CHOICE_VALUES_MAX, "a domain has room for its values: %u of %u",
        d->count, max);
  d->value[d->count++] = value;
}

void domain_add(struct domain *d, uint64_t value) { domain_own_add(d, value, CHOICE_VALUES_MAX); }

/* ---- the constants of the code ---- */

typedef void constant_fn(void *self, const struct cp_entry *c);

static void report_int_of(constant_fn *fn, void *self, int32_t v) {
  struct cp_entry c = {.tag = CP_INTEGER, .v.i = v};
  fn(self, &c);
}

static void of_insn(const struct class_file *cf, const struct method_info *m, const struct insn *in,
                    constant_fn *fn, void *self) {
  uint32_t i;
  if (in->op >= OP_ICONST_M1 && in->op <= OP_ICONST_5)
    report_int_of(fn, self, in->op - OP_ICONST_0);
  if (in->op == OP_BIPUSH || in->op == OP_SIPUSH) report_int_of(fn, self, in->value);
  if (in->op == OP_LDC || in->op == OP_LDC_W || in->op == OP_LDC2_W) fn(self, &cf->cp[in->cp]);
  for (i = 0; (in->op == OP_TABLESWITCH || in->op == OP_LOOKUPSWITCH) && i < in->cases; i++) {
    int32_t match;
    uint32_t target;
    insn_case(m->code, in, i, &match, &target);
    report_int_of(fn, self, match);
  }
}

static void of_class(const struct klass *k, constant_fn *fn, void *self) {
  uint32_t i, pc;
  for (i = 0; k->cf && i < k->cf->method_count; i++) {
    const struct method_info *m = &k->cf->methods[i];
    struct insn in;
    for (pc = 0; pc < m->code_len && !insn_decode(m->code, m->code_len, pc, &in); pc = in.next)
      of_insn(k->cf, m, &in, fn, self);
  }
}

static void of_nest(struct vm *vm, const struct klass *k, constant_fn *fn, void *self) {
  const struct klass *host =
      k->cf && k->cf->nest_host ? loader_sees(vm, k, k->cf->nest_host, NULL) : k;
  uint32_t i;
  if (!host) host = k;
  of_class(k, fn, self);
  if (host != k) of_class(host, fn, self);
  for (i = 0; host->cf && i < host->cf->nest_member_count; i++) {
    const struct klass *mate = loader_sees(vm, host, host->cf->nest_members[i], NULL);
    if (mate && mate != k) of_class(mate, fn, self);
  }
}

/* ---- whole numbers ---- */

struct range {
  struct domain *d;
  int64_t lo, hi;
};

static void in_range(struct range *r, int64_t v) {
  if (v >= r->lo && v <= r->hi) domain_own_add(r->d, (uint64_t)v, CONSTANTS_MAX);
}

static void domain_number(void *self, const struct cp_entry *c) {
  struct range *r = self;
  int64_t v = c->tag == CP_INTEGER ? c->v.i : c->v.l;
  if (c->tag != CP_INTEGER && c->tag != CP_LONG) return;
  in_range(r, v);
  if (v != INT64_MIN) in_range(r, v - 1);
  if (v != INT64_MAX) in_range(r, v + 1);
}

void domain_range(struct vm *vm, struct domain *d, char type, int64_t lo, int64_t hi,
                  const struct klass *k) {
  struct range r = {d, lo, hi};
  int64_t v;
  CHECK(lo <= hi, "a domain is not empty: %lld to %lld", (long long)lo, (long long)hi);
  *d = (struct domain){.type = type};
  if ((uint64_t)hi - (uint64_t)lo < CHOICE_VALUES_MAX) {
    for (v = lo;; v++) {
      d->value[d->count++] = (uint64_t)v;
      if (v == hi) return;
    }
  }
  d->part = true;
  for (v = -2; v <= 2; v++) in_range(&r, v);
  in_range(&r, lo);
  in_range(&r, lo + 1);
  in_range(&r, hi);
  in_range(&r, hi - 1);
  of_nest(vm, k, domain_number, &r);
}

/* ---- floating-point numbers and strings ---- */

static void add_real(struct domain *d, double v) {
  float f = (float)v;
  uint64_t bits = 0;
  if (d->type == 'F')
    memcpy(&bits, &f, sizeof f);
  else
    memcpy(&bits, &v, sizeof v);
  domain_own_add(d, bits, CONSTANTS_MAX);
}

static void real(void *self, const struct cp_entry *c) {
  switch (c->tag) {
    case CP_INTEGER: add_real(self, c->v.i); break;
    case CP_LONG: add_real(self, (double)c->v.l); break;
    case CP_FLOAT: add_real(self, (double)c->v.f); break;
    case CP_DOUBLE: add_real(self, c->v.d); break;
    default: break;
  }
}

void domain_real(struct vm *vm, struct domain *d, char type, const struct klass *k) {
  static const double fixed[] = {0.0, -0.0, 1.0, -1.0, 0.5, 1e30, -1e30, NAN, INFINITY, -INFINITY};
  size_t i;
  *d = (struct domain){.type = type, .part = true};
  for (i = 0; i < COUNT(fixed); i++) add_real(d, fixed[i]);
  of_nest(vm, k, real, d);
}

struct strings {
  struct vm *vm;
  struct domain *d;
};

static void string(void *self, const struct cp_entry *c) {
  struct strings *s = self;
  if (c->tag == CP_STRING) domain_own_add(s->d, vm_intern_sym(s->vm, c->name), CONSTANTS_MAX);
}

void domain_strings(struct vm *vm, struct domain *d, const struct klass *k) {
  struct strings s = {vm, d};
  *d = (struct domain){.type = 'L', .part = true};
  domain_own_add(d, vm_intern_sym(vm, symtab_cstr(vm->syms, "")), CONSTANTS_MAX);
  domain_own_add(d, vm_intern_sym(vm, symtab_cstr(vm->syms, "a")), CONSTANTS_MAX);
  of_nest(vm, k, string, &s);
}
