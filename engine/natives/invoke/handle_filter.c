/* Combinators that combine several method handles: filters, folds, permutations, tests, handlers,
 * constants. See combine.h. Missing combinators are reported as unsupported. */
#include "engine/natives/invoke/combine.h"

#include <stdlib.h>

/* ---- filters and tests ---- */

static int filter_return(struct native_call *c) {
  int rc = NATIVE_OK;
  const char *type = combine_type_of(c, 0, &rc), *filter = type ? combine_type_of(c, 1, &rc) : NULL;
  struct combine *b;
  struct sig *f;
  bool ok;
  if (!filter) return rc;
  b = combine_new(c, "FilterReturn");
  f = mem_alloc(sizeof *f);
  sig_parse(b->sig, type);
  ok = sig_parse(f, filter) &&
       (b->sig->ret.s[0] == 'V' ? f->argc == 0 : f->argc == 1 && jtype_eq(f->arg[0], b->sig->ret));
  text_printf(&b->key, " %s", type);
  b->sig->ret = f->ret;
  free(f);
  if (!ok) return combine_fail(b, combine_bad(c, "target and filter types do not match"));
  combine_begin(b);
  combine_push(b, c->args[1], true);
  combine_push(b, c->args[0], true);
  asm_load_args(b->m, b->sig, 1);
  combine_call(b, type);
  combine_call(b, filter);
  return combine_end(b);
}

/* guardWithTest(test, target, fallback): the test receives the first arguments. */
static int guard(struct native_call *c) {
  int rc = NATIVE_OK, otherwise, slot = 1;
  const char *test = combine_type_of(c, 0, &rc), *type = test ? combine_type_of(c, 1, &rc) : NULL,
             *other = type ? combine_type_of(c, 2, &rc) : NULL;
  struct combine *b;
  struct sig *sig;
  bool ok;
  if (!other) return rc;
  b = combine_new(c, "Guard");
  sig = mem_alloc(sizeof *sig);
  sig_parse(b->sig, type);
  ok = sig_parse(sig, test) && sig->ret.s[0] == 'Z' && sig->argc <= b->sig->argc &&
       !strcmp(type, other);
  for (uint32_t i = 0; ok && i < sig->argc; i++) ok = jtype_eq(sig->arg[i], b->sig->arg[i]);
  if (!ok) {
    free(sig);
    return combine_fail(b, combine_bad(c, "target, test and fallback types do not match"));
  }
  text_printf(&b->key, " %s", test);
  combine_begin(b);
  otherwise = asm_label(b->m);
  combine_push(b, c->args[0], true);
  for (uint32_t i = 0; i < sig->argc; i++) {
    asm_load(b->m, sig->arg[i].s[0], slot);
    slot += jtype_slots(sig->arg[i]);
  }
  free(sig);
  combine_call(b, test);
  asm_jump(b->m, OP_IFEQ, otherwise);
  combine_push(b, c->args[1], true);
  asm_load_args(b->m, b->sig, 1);
  combine_call(b, type);
  asm_return(b->m, b->sig->ret.s[0]);
  asm_bind(b->m, otherwise);
  combine_push(b, c->args[2], true);
  asm_load_args(b->m, b->sig, 1);
  combine_call(b, type);
  return combine_end(b);
}

/* Does f take the arguments of `sig` from `at` on, in order? */
static bool takes(const struct sig *f, const struct sig *sig, uint32_t at) {
  if (at + f->argc > sig->argc) return false;
  for (uint32_t i = 0; i < f->argc; i++)
    if (!jtype_eq(f->arg[i], sig->arg[at + i])) return false;
  return true;
}

static int load_range(struct synth_method *m, const struct sig *sig, uint32_t from, uint32_t to) {
  int slot = 1;
  for (uint32_t i = 0; i < to; i++) {
    if (i >= from) asm_load(m, sig->arg[i].s[0], slot);
    slot += jtype_slots(sig->arg[i]);
  }
  return slot;
}

/* filterArguments(target, pos, filters...): a null filter passes its argument unchanged. */
static int filter_arguments(struct native_call *c) {
  int rc = NATIVE_OK;
  const char *type = combine_type_of(c, 0, &rc);
  uint32_t n, pos = c->args[1];
  struct combine *b;
  struct sig *target, *f;
  if (!type) return rc;
  if (!c->args[2]) return nat_npe(c);
  n = array_length(c->vm, c->args[2]);
  b = combine_new(c, "Filter");
  target = mem_alloc(sizeof *target);
  f = mem_alloc(sizeof *f);
  sig_parse(target, type);
  *b->sig = *target;
  if (pos > target->argc || n > target->argc - pos) rc = combine_bad(c, "too many filters");
  text_printf(&b->key, " %u %s", pos, type);
  for (uint32_t i = 0; i < n && rc == NATIVE_OK; i++) {
    ref filter = array_ref(c->vm, c->args[2], i);
    const char *ft = filter ? handle_type(c->vm, filter) : NULL;
    text_printf(&b->key, " %s", ft ? ft : "-");
    if (!ft) continue;
    if (!sig_parse(f, ft) || f->argc != 1 || !jtype_eq(f->ret, target->arg[pos + i]))
      rc = combine_bad(c, "target and filter types do not match");
    else
      b->sig->arg[pos + i] = f->arg[0];
  }
  if (rc == NATIVE_OK) {
    combine_begin(b);
    combine_push(b, c->args[0], true);
    for (uint32_t i = 0; i < target->argc; i++) {
      ref filter = i >= pos && i < pos + n ? array_ref(c->vm, c->args[2], i - pos) : 0;
      if (filter) combine_push(b, filter, true);
      load_range(b->m, b->sig, i, i + 1);
      if (filter) combine_call(b, handle_type(c->vm, filter));
    }
    combine_call(b, type);
    rc = combine_end(b);
  } else {
    combine_free(b);
  }
  free(target);
  free(f);
  return rc;
}

/* collectArguments(target, pos, filter): the filter's parameters replace the parameter that
 * receives its result. */
static int collect_arguments(struct native_call *c) {
  int rc = NATIVE_OK;
  uint32_t pos = c->args[1], keep;
  const char *type = combine_type_of(c, 0, &rc), *filter = type ? combine_type_of(c, 2, &rc) : NULL;
  struct combine *b;
  struct sig *f;
  bool ok;
  if (!filter) return rc;
  b = combine_new(c, "Collect");
  f = mem_alloc(sizeof *f);
  ok = sig_parse(b->sig, type) && sig_parse(f, filter) && pos <= b->sig->argc;
  keep = ok && f->ret.s[0] != 'V';
  if (keep) ok = pos < b->sig->argc && jtype_eq(b->sig->arg[pos], f->ret);
  if (!ok) {
    free(f);
    return combine_fail(b, combine_bad(c, "target and filter types do not match"));
  }
  text_printf(&b->key, " %u %s %s", pos, type, filter);
  if (keep) sig_remove(b->sig, pos, 1);
  for (uint32_t i = 0; i < f->argc; i++) sig_insert(b->sig, pos + i, f->arg[i]);
  combine_begin(b);
  if (!keep) {
    combine_push(b, c->args[2], true);
    load_range(b->m, b->sig, pos, pos + f->argc);
    combine_call(b, filter);
  }
  combine_push(b, c->args[0], true);
  load_range(b->m, b->sig, 0, pos);
  if (keep) {
    combine_push(b, c->args[2], true);
    load_range(b->m, b->sig, pos, pos + f->argc);
    combine_call(b, filter);
  }
  load_range(b->m, b->sig, pos + f->argc, b->sig->argc);
  combine_call(b, type);
  free(f);
  return combine_end(b);
}

/* foldArguments(target, pos, combiner): inserts the combiner's result before the arguments that the
 * combiner received. */
static int fold(struct native_call *c, uint32_t pos, int combiner) {
  int rc = NATIVE_OK;
  const char *type = combine_type_of(c, 0, &rc),
             *folder = type ? combine_type_of(c, combiner, &rc) : NULL;
  struct combine *b;
  struct sig *f;
  bool ok, keep;
  if (!folder) return rc;
  b = combine_new(c, "Fold");
  f = mem_alloc(sizeof *f);
  ok = sig_parse(b->sig, type) && sig_parse(f, folder) && pos <= b->sig->argc;
  keep = ok && f->ret.s[0] != 'V';
  if (keep) {
    ok = pos < b->sig->argc && jtype_eq(b->sig->arg[pos], f->ret);
    if (ok) sig_remove(b->sig, pos, 1);
  }
  ok = ok && takes(f, b->sig, pos);
  if (!ok) {
    free(f);
    return combine_fail(b, combine_bad(c, "target and combiner types do not match"));
  }
  text_printf(&b->key, " %u %s %s", pos, type, folder);
  combine_begin(b);
  combine_push(b, c->args[0], true);
  load_range(b->m, b->sig, 0, pos);
  combine_push(b, c->args[combiner], true);
  load_range(b->m, b->sig, pos, pos + f->argc);
  combine_call(b, folder);
  load_range(b->m, b->sig, pos, b->sig->argc);
  combine_call(b, type);
  free(f);
  return combine_end(b);
}
static int fold_first(struct native_call *c) { return fold(c, 0, 1); }
static int fold_at(struct native_call *c) { return fold(c, c->args[1], 2); }

/* permuteArguments(target, newType, int... reorder) */
static int permute(struct native_call *c) {
  int rc = NATIVE_OK;
  const char *type = combine_type_of(c, 0, &rc);
  struct combine *b;
  struct sig *target;
  char *result;
  bool ok;
  if (!type) return rc;
  if (!c->args[1] || !c->args[2]) return nat_npe(c);
  result = method_type_desc(c->vm, c->args[1]);
  b = combine_new(c, "Permute");
  target = mem_alloc(sizeof *target);
  ok = sig_parse(target, type) && sig_parse(b->sig, symtab_cstr(c->vm->syms, result)->s) &&
       array_length(c->vm, c->args[2]) == target->argc && jtype_eq(target->ret, b->sig->ret);
  text_printf(&b->key, " %s", type);
  for (uint32_t i = 0; ok && i < target->argc; i++) {
    uint32_t from = *MEM32(c->vm, c->args[2] + ARRAY_BASE + i * 4);
    ok = from < b->sig->argc && jtype_eq(b->sig->arg[from], target->arg[i]);
    text_printf(&b->key, " %u", from);
  }
  if (ok) {
    combine_begin(b);
    combine_push(b, c->args[0], true);
    for (uint32_t i = 0; i < target->argc; i++) {
      uint32_t from = *MEM32(c->vm, c->args[2] + ARRAY_BASE + i * 4);
      load_range(b->m, b->sig, from, from + 1);
    }
    combine_call(b, type);
    rc = combine_end(b);
  } else {
    rc = combine_fail(b, combine_bad(c, "bad reorder array"));
  }
  free(target);
  free(result);
  return rc;
}

/* catchException(target, Class, handler): the handler receives the exception and the first
 * arguments. */
static int catch_exception(struct native_call *c) {
  int rc = NATIVE_OK, start, end, caught;
  const char *type = combine_type_of(c, 0, &rc),
             *handler = type ? combine_type_of(c, 2, &rc) : NULL;
  const struct klass *ex = handler ? nat_klass_arg(c, 1) : NULL;
  struct combine *b;
  struct sig *h;
  if (!handler) return rc;
  if (!ex) return NATIVE_THROW;
  b = combine_new(c, "Catch");
  h = mem_alloc(sizeof *h);
  sig_parse(b->sig, type);
  sig_parse(h, handler);
  if (!h->argc || !jtype_eq(h->ret, b->sig->ret)) {
    free(h);
    return combine_fail(b, combine_bad(c, "target and handler types do not match"));
  }
  text_printf(&b->key, " %s %s", handler, ex->name->s);
  combine_begin(b);
  start = asm_label(b->m);
  end = asm_label(b->m);
  caught = asm_label(b->m);
  asm_bind(b->m, start);
  combine_push(b, c->args[0], true);
  asm_load_args(b->m, b->sig, 1);
  combine_call(b, type);
  asm_bind(b->m, end);
  asm_return(b->m, b->sig->ret.s[0]);
  asm_handler(b->m, start, end, caught, ex->name->s);
  asm_bind(b->m, caught);
  asm_store(b->m, 'L', load_range(b->m, b->sig, 0, 0) + desc_arg_slots(type));
  combine_push(b, c->args[2], true);
  asm_load(b->m, 'L', 1 + desc_arg_slots(type));
  asm_checkcast(b->m, h->arg[0]);
  load_range(b->m, b->sig, 0, h->argc - 1 < b->sig->argc ? h->argc - 1 : b->sig->argc);
  combine_call(b, handler);
  free(h);
  return combine_end(b);
}

/* ---- constants ---- */

static int constant(struct native_call *c) {
  const struct klass *k = nat_klass_arg(c, 0);
  struct combine *b;
  int rc;
  if (!k) return NATIVE_THROW;
  b = combine_new(c, "Constant");
  b->sig->ret = combine_jtype(c->vm, k);
  if (b->sig->ret.s[0] == 'V') return combine_fail(b, combine_bad(c, "void type"));
  rc = k->is_primitive && !c->args[1] ? nat_npe(c) : combine_check(c, b->sig->ret, c->args[1]);
  if (rc != NATIVE_OK) return combine_fail(b, rc);
  combine_begin(b);
  combine_push(b, c->args[1], false);
  asm_as_type(b->m, jtype_of("Ljava/lang/Object;"), b->sig->ret);
  return combine_end(b);
}

static int identity(struct native_call *c) {
  const struct klass *k = nat_klass_arg(c, 0);
  struct combine *b;
  if (!k) return NATIVE_THROW;
  b = combine_new(c, "Identity");
  b->sig->ret = b->sig->arg[0] = combine_jtype(c->vm, k);
  b->sig->argc = b->sig->ret.s[0] == 'V' ? 0 : 1;
  combine_begin(b);
  asm_load_args(b->m, b->sig, 1);
  return combine_end(b);
}

/* zero(Class), empty(MethodType): a handle that returns the zero value of its result type. */
static int make_zero(struct combine *b) {
  combine_begin(b);
  asm_as_type(b->m, jtype_of("V"), b->sig->ret);
  return combine_end(b);
}

static int zero(struct native_call *c) {
  const struct klass *k = nat_klass_arg(c, 0);
  struct combine *b;
  if (!k) return NATIVE_THROW;
  b = combine_new(c, "Zero");
  b->sig->ret = combine_jtype(c->vm, k);
  return make_zero(b);
}

static int empty(struct native_call *c) {
  struct combine *b;
  char *type;
  int rc;
  if (!c->args[0]) return nat_npe(c);
  type = method_type_desc(c->vm, c->args[0]);
  b = combine_new(c, "Zero");
  sig_parse(b->sig, type);
  rc = make_zero(b);
  free(type);
  return rc;
}

/* arrayElementGetter(Class), arrayElementSetter(Class) */
static int array_element(struct native_call *c, bool set) {
  const struct klass *k = nat_klass_arg(c, 0);
  struct combine *b;
  struct jtype array, elem;
  if (!k) return NATIVE_THROW;
  if (!k->is_array)
    return nat_throw_class(c, "java/lang/IllegalArgumentException", "not an array type: %s", k,
                           NULL);
  b = combine_new(c, set ? "ArraySet" : "ArrayGet");
  array = combine_jtype(c->vm, k);
  elem = (struct jtype){array.s + 1, array.n - 1};
  sig_insert(b->sig, 0, array);
  sig_insert(b->sig, 1, jtype_of("I"));
  if (set) sig_insert(b->sig, 2, elem);
  b->sig->ret = set ? jtype_of("V") : elem;
  combine_begin(b);
  asm_load_args(b->m, b->sig, 1);
  if (set)
    asm_array_store(b->m, elem.s[0]);
  else
    asm_array_load(b->m, elem.s[0]);
  return combine_end(b);
}
static int array_getter(struct native_call *c) { return array_element(c, false); }
static int array_setter(struct native_call *c) { return array_element(c, true); }

#define D METHOD_HANDLE_DESC
const struct native_row natives_handle_filter[] = {
    {HANDLES, "filterReturnValue", NULL, filter_return},
    {HANDLES, "filterArguments", NULL, filter_arguments},
    {HANDLES, "collectArguments", NULL, collect_arguments},
    {HANDLES, "filterArgument", NULL, collect_arguments}, /* (target, pos, filter) */
    {HANDLES, "foldArguments", "(" D D ")" D, fold_first},
    {HANDLES, "foldArguments", "(" D "I" D ")" D, fold_at},
    {HANDLES, "permuteArguments", NULL, permute},
    {HANDLES, "guardWithTest", NULL, guard},
    {HANDLES, "catchException", NULL, catch_exception},
    {HANDLES, "constant", NULL, constant},
    {HANDLES, "identity", NULL, identity},
    {HANDLES, "zero", NULL, zero},
    {HANDLES, "empty", NULL, empty},
    {HANDLES, "arrayElementGetter", NULL, array_getter},
    {HANDLES, "arrayElementSetter", NULL, array_setter},
    {0},
};
