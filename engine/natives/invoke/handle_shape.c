/* Combinators of method handles that change how arguments are passed (spread or collected arrays,
 * variable arity) or drop the result, and handles that throw an exception or create an object. See
 * combine.h. */
#include "engine/natives/lang/class_members.h"
#include "engine/natives/invoke/combine.h"

#include <stdlib.h>

/* ---- spreaders and collectors ---- */

/* The arguments ([int pos,] Class arrayType, int length) of a spreader or collector. */
struct array_part {
  const char *type; /* type of the handle */
  struct sig *sig;
  uint32_t pos, n;
  struct jtype array, elem;
};

static void part_release(struct array_part *p) { free(p->sig); }

/* Reads and checks the arguments in c->args[slot...]. pos < 0: at the end. `given` is the number of
 * the handle's parameters that the array replaces. */
static int part_read(struct native_call *c, struct array_part *p, int64_t pos, int slot,
                     bool collect) {
  int rc = NATIVE_OK;
  const struct klass *k;
  uint32_t given;
  p->type = combine_type_of(c, 0, &rc);
  if (!p->type) return rc;
  k = nat_klass_arg(c, slot);
  if (!k) return NATIVE_THROW;
  p->n = c->args[slot + 1];
  if (!k->is_array) return combine_bad(c, "not an array type");
  if (p->n > 255) return combine_bad(c, "array length is not legal");
  p->array = combine_jtype(c->vm, k);
  p->elem = (struct jtype){p->array.s + 1, p->array.n - 1};
  p->sig = mem_alloc(sizeof *p->sig);
  sig_parse(p->sig, p->type);
  given = collect ? 1 : p->n;
  p->pos = pos < 0 ? p->sig->argc - given : (uint32_t)pos;
  if (given > p->sig->argc || p->pos > p->sig->argc - given)
    return combine_bad(c, "bad spread array length or position");
  if (collect && !jtype_is_ref(p->sig->arg[p->pos]))
    return combine_bad(c, "array type not assignable to argument");
  return NATIVE_OK;
}

static int handle_shape_spread(struct native_call *c, int64_t pos, int slot) {
  struct array_part p = {0};
  struct combine *b;
  int rc = part_read(c, &p, pos, slot, false), at = 1;
  bool ok = true;
  if (rc != NATIVE_OK) goto out;
  b = combine_new(c, "Spread");
  *b->sig = *p.sig;
  sig_remove(b->sig, p.pos, p.n);
  sig_insert(b->sig, p.pos, p.array);
  text_printf(&b->key, " %u %u %s", p.pos, p.n, p.type);
  combine_begin(b);
  for (uint32_t i = 0; i < p.pos; i++) at += jtype_slots(p.sig->arg[i]);
  asm_load(b->m, 'L', at);
  asm_int(b->m, (int32_t)p.n);
  asm_invoke(b->m, OP_INVOKESTATIC, "java/lang/invoke/MethodHandleImpl", "checkSpreadArgument",
             "(Ljava/lang/Object;I)V", false);
  combine_push(b, c->args[0], true);
  at = 1;
  for (uint32_t i = 0; i < b->sig->argc; i++) {
    if (i != p.pos) {
      asm_load(b->m, b->sig->arg[i].s[0], at);
    } else {
      for (uint32_t j = 0; j < p.n && ok; j++) {
        asm_load(b->m, 'L', at);
        asm_int(b->m, (int32_t)j);
        asm_array_load(b->m, p.elem.s[0]);
        ok = asm_as_type(b->m, p.elem, p.sig->arg[p.pos + j]);
      }
    }
    at += jtype_slots(b->sig->arg[i]);
  }
  if (ok) {
    combine_call(b, p.type);
    rc = combine_end(b);
  } else {
    rc = combine_fail(
        b, vm_throw(c->vm, c->t, "java/lang/invoke/WrongMethodTypeException", "cannot spread"));
  }
out:
  part_release(&p);
  return rc;
}

static int handle_shape_collect(struct native_call *c, int64_t pos, int slot) {
  struct array_part p = {0};
  struct combine *b;
  int rc = part_read(c, &p, pos, slot, true), at = 1;
  if (rc != NATIVE_OK) goto out;
  b = combine_new(c, "Gather");
  *b->sig = *p.sig;
  sig_remove(b->sig, p.pos, 1);
  for (uint32_t i = 0; i < p.n; i++) sig_insert(b->sig, p.pos + i, p.elem);
  text_printf(&b->key, " %u %u %s %.*s", p.pos, p.n, p.type, (int)p.array.n, p.array.s);
  combine_begin(b);
  combine_push(b, c->args[0], true);
  for (uint32_t i = 0; i <= b->sig->argc; i++) {
    if (i == p.pos) {
      asm_int(b->m, (int32_t)p.n);
      asm_new_array(b->m, p.elem);
    }
    if (i == b->sig->argc) break;
    if (i >= p.pos && i < p.pos + p.n) {
      asm_op(b->m, OP_DUP);
      asm_int(b->m, (int32_t)(i - p.pos));
      asm_load(b->m, p.elem.s[0], at);
      asm_array_store(b->m, p.elem.s[0]);
    } else {
      asm_load(b->m, b->sig->arg[i].s[0], at);
    }
    at += jtype_slots(b->sig->arg[i]);
  }
  combine_call(b, p.type);
  rc = combine_end(b);
out:
  part_release(&p);
  return rc;
}

static int spread_last(struct native_call *c) { return handle_shape_spread(c, -1, 1); }
static int spread_at(struct native_call *c) { return handle_shape_spread(c, c->args[1], 2); }
static int collect_last(struct native_call *c) { return handle_shape_collect(c, -1, 1); }
static int collect_at(struct native_call *c) { return handle_shape_collect(c, c->args[1], 2); }

/* ---- variable arity ---- */

/* Wraps the handle in a class whose handles collect trailing arguments, or do not. */
static int with_arity(struct native_call *c, bool varargs, const struct klass *array) {
  int rc = NATIVE_OK;
  const char *type = combine_type_of(c, 0, &rc);
  struct combine *b;
  if (!type) return rc;
  b = combine_new(c, varargs ? "Varargs" : "Fixed");
  sig_parse(b->sig, type);
  if (varargs && (!b->sig->argc || !jtype_is_ref(b->sig->arg[b->sig->argc - 1])))
    return combine_fail(b, combine_bad(c, "array type not assignable to trailing argument"));
  if (varargs) b->sig->arg[b->sig->argc - 1] = combine_jtype(c->vm, array);
  combine_begin(b);
  combine_push(b, c->args[0], true);
  asm_load_args(b->m, b->sig, 1);
  combine_call(b, type);
  rc = combine_end(b);
  if (rc == NATIVE_OK && varargs) handle_set_varargs(c->vm, c->ret.r);
  return rc;
}

static int varargs_collector(struct native_call *c) {
  const struct klass *k = nat_klass_arg(c, 1);
  if (!k) return NATIVE_THROW;
  return k->is_array ? with_arity(c, true, k) : combine_bad(c, "not an array type");
}

static int fixed_arity(struct native_call *c) {
  return handle_varargs(c->vm, c->args[0]) ? with_arity(c, false, NULL) : ret_ref(c, c->args[0]);
}

/* withVarargs(boolean): collects into an array of the last parameter's type. */
static int with_varargs(struct native_call *c) {
  int rc = NATIVE_OK;
  const char *type = combine_type_of(c, 0, &rc);
  struct klass *last = NULL;
  struct sig *sig;
  if (!type) return rc;
  if (!c->args[1] || handle_varargs(c->vm, c->args[0]))
    return c->args[1] ? ret_ref(c, c->args[0]) : fixed_arity(c);
  sig = mem_alloc(sizeof *sig);
  sig_parse(sig, type);
  if (sig->argc && sig->arg[sig->argc - 1].s[0] == '[')
    last = vm_class_of_desc(
        c->vm, symtab_intern(c->vm->syms, sig->arg[sig->argc - 1].s, sig->arg[sig->argc - 1].n)->s,
        NULL);
  free(sig);
  return last ? with_arity(c, true, last) : combine_bad(c, "not an array type");
}

/* ---- others ---- */

static int drop_return(struct native_call *c) {
  int rc = NATIVE_OK;
  const char *type = combine_type_of(c, 0, &rc);
  struct combine *b;
  if (!type) return rc;
  b = combine_new(c, "DropReturn");
  sig_parse(b->sig, type);
  text_printf(&b->key, " %s", type);
  b->sig->ret = jtype_of("V");
  combine_begin(b);
  combine_push(b, c->args[0], true);
  asm_load_args(b->m, b->sig, 1);
  combine_call(b, type);
  asm_as_type(b->m, jtype_of(desc_result(type)), b->sig->ret);
  return combine_end(b);
}

/* throwException(Class returnType, Class exType) */
static int throw_exception(struct native_call *c) {
  const struct klass *ret = nat_klass_arg(c, 0), *ex = ret ? nat_klass_arg(c, 1) : NULL;
  struct combine *b;
  if (!ex) return NATIVE_THROW;
  if (!klass_is_subclass(ex, c->vm->wk.throwable))
    return nat_throw_class(c, "java/lang/ClassCastException", "%s", ex, NULL);
  b = combine_new(c, "Throw");
  b->sig->ret = combine_jtype(c->vm, ret);
  sig_insert(b->sig, 0, combine_jtype(c->vm, ex));
  combine_begin(b);
  asm_load(b->m, 'L', 1);
  asm_op(b->m, OP_ATHROW);
  b->ended = true;
  return combine_end(b);
}

/* serializableConstructor(Lookup, Class made, Constructor of a superclass): creates an object on
 * which only that constructor has run. The verifier would reject this code, but generated classes
 * are not verified. */
static int serializable_constructor(struct native_call *c) {
  const struct klass *k = nat_klass_arg(c, 1);
  const struct method *m = k && c->args[2] ? member_of_method(c->vm, c->args[2]) : NULL;
  struct combine *b;
  struct sig *sig;
  if (!m) return k ? nat_npe(c) : NATIVE_THROW;
  b = combine_new(c, "Serial");
  text_printf(&b->key, " %s %s", k->name->s, m->owner->name->s);
  sig = mem_alloc(sizeof *sig);
  sig_parse(sig, m->desc->s);
  *b->sig = *sig;
  b->sig->ret = combine_jtype(c->vm, k);
  combine_begin(b);
  asm_type(b->m, OP_NEW, k->name->s);
  asm_op(b->m, OP_DUP);
  asm_load_args(b->m, sig, 1);
  asm_invoke(b->m, OP_INVOKESPECIAL, m->owner->name->s, "<init>", m->desc->s, false);
  free(sig);
  return combine_end(b);
}

/* CallSite.makeUninitializedCallSite(MethodType): returns a target that throws
 * IllegalStateException. */
static int uninitialized_target(struct native_call *c) {
  struct combine *b;
  char *type;
  int rc;
  if (!c->args[1]) return nat_npe(c);
  type = method_type_desc(c->vm, c->args[1]);
  b = combine_new(c, "Uninitialized");
  sig_parse(b->sig, type);
  combine_begin(b);
  asm_op(b->m, OP_ACONST_NULL);
  asm_invoke(b->m, OP_INVOKESTATIC, "java/lang/invoke/CallSite", "uninitializedCallSite",
             "([Ljava/lang/Object;)Ljava/lang/Object;", false);
  asm_as_type(b->m, jtype_of("Ljava/lang/Object;"), b->sig->ret);
  rc = combine_end(b);
  free(type);
  return rc;
}

static int array_length_handle(struct native_call *c) {
  const struct klass *k = nat_klass_arg(c, 0);
  struct combine *b;
  if (!k) return NATIVE_THROW;
  if (!k->is_array)
    return nat_throw_class(c, "java/lang/IllegalArgumentException", "not an array type: %s", k,
                           NULL);
  b = combine_new(c, "ArrayLength");
  b->sig->ret = jtype_of("I");
  sig_insert(b->sig, 0, combine_jtype(c->vm, k));
  combine_begin(b);
  asm_load(b->m, 'L', 1);
  asm_op(b->m, OP_ARRAYLENGTH);
  return combine_end(b);
}

#define MH METHOD_HANDLE
#define D METHOD_HANDLE_DESC
const struct native_row natives_handle_shape[] = {
    {MH, "asSpreader", "(Ljava/lang/Class;I)" D, spread_last},
    {MH, "asSpreader", "(ILjava/lang/Class;I)" D, spread_at},
    {MH, "asCollector", "(Ljava/lang/Class;I)" D, collect_last},
    {MH, "asCollector", "(ILjava/lang/Class;I)" D, collect_at},
    {MH, "asVarargsCollector", NULL, varargs_collector},
    {MH, "asFixedArity", NULL, fixed_arity},
    {MH, "withVarargs", NULL, with_varargs},
    {HANDLES, "dropReturn", NULL, drop_return},
    {HANDLES, "throwException", NULL, throw_exception},
    {HANDLES, "arrayLength", NULL, array_length_handle},
    {HANDLES "$Lookup", "serializableConstructor", NULL, serializable_constructor},
    {"java/lang/invoke/CallSite", "makeUninitializedCallSite", NULL, uninitialized_target},
    {0},
};
