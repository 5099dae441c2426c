/* Combinators with control flow: loops, try/finally, switches. The Java code of MethodHandles
 * checks and completes the arguments and calls MethodHandleImpl, whose methods are implemented
 * here. See combine.h. */
#include "engine/natives/invoke/combine.h"

#include <stdlib.h>

#define LISTS METHOD_HANDLE "$$Lists"
#define ARRAY "[Ljava/lang/Object;"

/* ---- loops ---- */

/* makeLoop(Class result, List parameters, List init, List step, List pred, List fini): pushes a
 * frame that converts the lists to arrays and calls the native method below. */
static int make_loop(struct native_call *c) {
  static const char desc[] =
      "(Ljava/lang/Class;Ljava/util/List;Ljava/util/List;Ljava/util/List;Ljava/util/List;Ljava/"
      "util/"
      "List;)" METHOD_HANDLE_DESC;
  static const char arrays[] =
      "(Ljava/lang/Class;" ARRAY ARRAY ARRAY ARRAY ARRAY ")" METHOD_HANDLE_DESC;
  struct error err = {0};
  struct klass *k = synth_find(c->vm, LISTS);
  if (!k) {
    struct synth *s = synth_new(LISTS, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
    struct synth_method *m = synth_method(s, ACC_STATIC, "make", desc);
    synth_method(s, ACC_STATIC | ACC_NATIVE, "loop", arrays);
    asm_op(m, OP_ALOAD_0);
    for (int i = 1; i <= 5; i++) {
      asm_load(m, 'L', i);
      asm_invoke(m, OP_INVOKEINTERFACE, "java/util/List", "toArray", "()" ARRAY, true);
    }
    asm_invoke(m, OP_INVOKESTATIC, LISTS, "loop", arrays, false);
    asm_op(m, OP_ARETURN);
    k = synth_define(c->vm, s, vm_class(c->vm, METHOD_HANDLE, &err), &err);
  }
  if (!k) return synth_failed(c->vm, c->t, &err);
  return vm_push_frame(c->vm, c->t, klass_declared_method(k, "make", desc), c->args, 0, 0);
}

enum { INIT = 2, STEP, PRED, FINI }; /* arguments of the native method */

struct loop {
  struct combine *b;
  uint32_t clauses;
  struct sig *sig; /* signature of the handle to call */
  struct jtype var[64];
  int slot[64]; /* slot of the clause's variable; -1: it has none */
};

static ref loop_handle(const struct loop *l, int kind, uint32_t i) {
  return array_ref(l->b->c->vm, l->b->c->args[kind], i);
}

/* Calls a handle of the loop with the variables (except for init) and the loop's arguments, as many
 * as it takes. */
static void loop_call(struct loop *l, int kind, uint32_t i) {
  ref h = loop_handle(l, kind, i);
  const char *type = handle_type(l->b->c->vm, h);
  uint32_t given = 0;
  int at = 1;
  sig_parse(l->sig, type);
  combine_push(l->b, h, true);
  for (uint32_t v = 0; kind != INIT && v < l->clauses && given < l->sig->argc; v++) {
    if (l->slot[v] < 0) continue;
    asm_load(l->b->m, l->var[v].s[0], l->slot[v]);
    given++;
  }
  for (uint32_t a = 0; given < l->sig->argc && a < l->b->sig->argc; a++, given++) {
    asm_load(l->b->m, l->b->sig->arg[a].s[0], at);
    at += jtype_slots(l->b->sig->arg[a]);
  }
  combine_call(l->b, type);
}

static void loop_code(struct loop *l) {
  struct synth_method *m = l->b->m;
  int again = asm_label(m);
  for (uint32_t i = 0; i < l->clauses; i++) {
    loop_call(l, INIT, i);
    if (l->slot[i] >= 0) asm_store(m, l->var[i].s[0], l->slot[i]);
  }
  asm_bind(m, again);
  for (uint32_t i = 0; i < l->clauses; i++) {
    int on = asm_label(m);
    loop_call(l, STEP, i);
    if (l->slot[i] >= 0) asm_store(m, l->var[i].s[0], l->slot[i]);
    loop_call(l, PRED, i);
    asm_jump(m, OP_IFNE, on);
    loop_call(l, FINI, i);
    asm_return(m, l->b->sig->ret.s[0]);
    asm_bind(m, on);
  }
  asm_jump(m, OP_GOTO, again);
  l->b->ended = true;
}

/* Adds the types of all handles to the key. Returns false if one of them is not ours. */
static bool loop_read(struct loop *l) {
  struct native_call *c = l->b->c;
  for (int kind = INIT; kind <= FINI; kind++)
    for (uint32_t i = 0; i < l->clauses; i++) {
      const char *type = handle_type(c->vm, loop_handle(l, kind, i));
      if (!type) return false;
      text_printf(&l->b->key, " %s", type);
    }
  return true;
}

static void loop_variables(struct loop *l) {
  int next = 1;
  for (uint32_t a = 0; a < l->b->sig->argc; a++) next += jtype_slots(l->b->sig->arg[a]);
  for (uint32_t i = 0; i < l->clauses; i++) {
    sig_parse(l->sig, handle_type(l->b->c->vm, loop_handle(l, INIT, i)));
    l->var[i] = l->sig->ret;
    l->slot[i] = l->var[i].s[0] == 'V' ? -1 : next;
    next += jtype_slots(l->var[i]);
  }
}

static int loop_of_arrays(struct native_call *c) {
  struct loop *l = mem_alloc(sizeof *l);
  int rc;
  l->b = combine_new(c, "Loop");
  l->clauses = array_length(c->vm, c->args[INIT]);
  l->sig = mem_alloc(sizeof *l->sig);
  l->b->sig->ret = combine_jtype(c->vm, vm_mirror_klass(c->vm, c->args[0]));
  for (uint32_t i = 0; i < array_length(c->vm, c->args[1]); i++)
    sig_insert(l->b->sig, i,
               combine_jtype(c->vm, vm_mirror_klass(c->vm, array_ref(c->vm, c->args[1], i))));
  if (l->clauses > 60 || !loop_read(l)) {
    rc = combine_fail(l->b, vm_unsupported(c->vm, c->t, "MethodHandles.loop of these handles"));
  } else {
    loop_variables(l);
    combine_begin(l->b);
    loop_code(l);
    rc = combine_end(l->b);
  }
  free(l->sig);
  free(l);
  return rc;
}

/* ---- try/finally ---- */

/* makeTryFinally(target, cleanup, Class result, Class[] parameters): cleanup receives the exception
 * or null, the result unless void, and the arguments. */
static int make_try_finally(struct native_call *c) {
  int rc = NATIVE_OK, start, end, caught, result, thrown;
  const char *type = combine_type_of(c, 0, &rc),
             *cleanup = type ? combine_type_of(c, 1, &rc) : NULL;
  struct combine *b;
  struct synth_method *m;
  char ret;
  if (!cleanup) return rc;
  b = combine_new(c, "Finally");
  sig_parse(b->sig, type);
  text_printf(&b->key, " %s", cleanup);
  combine_begin(b);
  m = b->m;
  ret = b->sig->ret.s[0];
  result = 1 + desc_arg_slots(type);
  thrown = result + jtype_slots(b->sig->ret);
  start = asm_label(m), end = asm_label(m), caught = asm_label(m);
  asm_bind(m, start);
  combine_push(b, c->args[0], true);
  asm_load_args(m, b->sig, 1);
  combine_call(b, type);
  if (ret != 'V') asm_store(m, ret, result);
  asm_bind(m, end);
  combine_push(b, c->args[1], true);
  asm_op(m, OP_ACONST_NULL);
  if (ret != 'V') asm_load(m, ret, result);
  asm_load_args(m, b->sig, 1);
  combine_call(b, cleanup);
  asm_return(m, ret);
  asm_handler(m, start, end, caught, "java/lang/Throwable");
  asm_bind(m, caught);
  asm_store(m, 'L', thrown);
  combine_push(b, c->args[1], true);
  asm_load(m, 'L', thrown);
  if (ret != 'V') asm_as_type(m, jtype_of("V"), b->sig->ret);
  asm_load_args(m, b->sig, 1);
  combine_call(b, cleanup);
  asm_as_type(m, b->sig->ret, jtype_of("V"));
  asm_load(m, 'L', thrown);
  asm_op(m, OP_ATHROW);
  b->ended = true;
  return combine_end(b);
}

/* ---- switches ---- */

/* makeTableSwitch(MethodType, MethodHandle other, MethodHandle[] cases): all handles have one type,
 * whose first parameter is the case number. */
static int make_table_switch(struct native_call *c) {
  int rc = NATIVE_OK, other, at[250];
  const char *type = combine_type_of(c, 1, &rc);
  uint32_t n = array_length(c->vm, c->args[2]);
  struct combine *b;
  if (!type) return rc;
  if (n > COUNT(at)) return vm_unsupported(c->vm, c->t, "MethodHandles.tableSwitch of %u cases", n);
  b = combine_new(c, "Switch");
  sig_parse(b->sig, type);
  text_printf(&b->key, " %u", n);
  combine_begin(b);
  other = asm_label(b->m);
  for (uint32_t i = 0; i < n; i++) at[i] = asm_label(b->m);
  asm_load(b->m, 'I', 1);
  asm_tableswitch(b->m, 0, (int32_t)n, at, other);
  for (uint32_t i = 0; i <= n; i++) {
    asm_bind(b->m, i < n ? at[i] : other);
    combine_push(b, i < n ? array_ref(c->vm, c->args[2], i) : c->args[1], true);
    asm_load_args(b->m, b->sig, 1);
    combine_call(b, type);
    asm_return(b->m, b->sig->ret.s[0]);
  }
  b->ended = true;
  return combine_end(b);
}

#define IMPL "java/lang/invoke/MethodHandleImpl"
const struct native_row natives_handle_loop[] = {
    {IMPL, "makeLoop", NULL, make_loop},
    {LISTS, "loop", NULL, loop_of_arrays},
    {IMPL, "makeTryFinally", NULL, make_try_finally},
    {IMPL, "makeTableSwitch", NULL, make_table_switch},
    {0},
};
