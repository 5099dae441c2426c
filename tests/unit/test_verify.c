/* The bytecode verifier: every class of java.base holds, by its maps and by inference, and what is
 * not type-safe does not. timeout: 240 */
#include "engine/classfile/classpath.h"
#include "engine/vm/verify/verifier.h"
#include "engine/vm/loader/boot.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/synth/synth.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct names {
  VEC(char *) v;
};

static int note_class(void *arg, const struct jimage_entry *e) {
  struct names *n = arg;
  if (strcmp(e->module, "java.base") != 0 || strcmp(e->extension, "class") != 0 || !e->parent[0])
    return 0;
  *vec_push(&n->v) = mem_printf("%s/%s", e->parent, e->base);
  return 0;
}

static struct vm *new_vm(void) {
  struct engine_options o = {
      .heap_bytes = 1 << 20, .seed = 1, .class_path = "/nonexistent", .out_fd = -1, .err_fd = -1};
  struct error err = {0};
  struct vm *vm;
  if (vm_create(&o, NULL, &vm, &err)) fail_msg("%s", err.msg);
  return vm;
}

typedef int verify_fn(struct vm *vm, struct klass *k, struct verify_failure *out);

static void every_class_holds(verify_fn *verify) {
  struct vm *vm = new_vm();
  struct names n = {0};
  struct error err = {0};
  assert_int_equal(jimage_each(vm->loaded.jdk, note_class, &n, &err), 0);
  assert_true(n.v.len > 5000);
  for (size_t i = 0; i < n.v.len; i++) {
    struct verify_failure why = {0};
    struct klass *k = vm_class(vm, n.v.data[i], &err);
    if (!k) fail_msg("%s: %s", n.v.data[i], err.msg);
    if (verify(vm, k, &why)) fail_msg("%s: %s: %s", n.v.data[i], why.error_class, why.message);
    free(n.v.data[i]);
  }
  vec_free(&n.v);
  vm_free(vm);
}

static void the_library_holds_by_its_maps(void **state) {
  (void)state;
  every_class_holds(verify_class);
}

static void the_library_holds_by_inference(void **state) {
  (void)state;
  every_class_holds(verify_by_inference);
}

/* ---- methods made by hand: static void m(int) of a class with a StackMapTable of their own ----
 */

struct hand {
  const char *what;
  const char *says; /* part of the message; NULL: it holds */
  uint16_t major, stack, locals;
  uint32_t len;
  uint8_t code[24];
  uint32_t map_len;
  uint8_t map[16];
  struct exception_entry handler; /* end_pc 0: none */
};

static const struct hand hands[] = {
    {"nothing", NULL, 61, 0, 1, 1, {OP_RETURN}, 0, {0}, {0}},
    {"a value returned by void",
     "Method does not expect a return value",
     61,
     1,
     1,
     2,
     {OP_ICONST_0, OP_IRETURN},
     0,
     {0},
     {0}},
    {"pop of nothing", "Operand stack underflow", 61, 1, 1, 2, {OP_POP, OP_RETURN}, 0, {0}, {0}},
    {"push beyond the limit",
     "Operand stack overflow",
     61,
     0,
     1,
     3,
     {OP_ICONST_0, OP_POP, OP_RETURN},
     0,
     {0},
     {0}},
    {"an unset local",
     "Bad local variable type",
     61,
     1,
     2,
     3,
     {OP_ILOAD_1, OP_POP, OP_RETURN},
     0,
     {0},
     {0}},
    {"an int as reference",
     "Bad local variable type",
     61,
     1,
     1,
     3,
     {OP_ALOAD_0, OP_POP, OP_RETURN},
     0,
     {0},
     {0}},
    {"half a long popped",
     "Bad type on operand stack",
     61,
     2,
     1,
     4,
     {OP_LCONST_0, OP_POP, OP_POP, OP_RETURN},
     0,
     {0},
     {0}},
    {"a long parted by swap",
     "Bad type on operand stack",
     61,
     3,
     1,
     5,
     {OP_LCONST_0, OP_SWAP, OP_POP2, OP_RETURN},
     0,
     {0},
     {0}},
    {"a long and an int turned",
     NULL,
     61,
     6,
     1,
     7,
     {OP_ICONST_0, OP_LCONST_0, OP_DUP2_X1, OP_POP2, OP_POP, OP_POP2, OP_RETURN},
     0,
     {0},
     {0}},
    {"a long parted by dup_x2",
     "Bad type on operand stack",
     61,
     6,
     1,
     5,
     {OP_ICONST_0, OP_ICONST_0, OP_LCONST_0, OP_DUP_X2, OP_RETURN},
     0,
     {0},
     {0}},
    {"a long's second half overwritten",
     "Bad local variable type",
     61,
     2,
     3,
     7,
     {OP_LCONST_0, OP_LSTORE_1, OP_ICONST_0, OP_ISTORE_2, OP_LLOAD_1, OP_POP2, OP_RETURN},
     0,
     {0},
     {0}},
    {"a long beyond the locals",
     "Bad instruction",
     61,
     2,
     1,
     3,
     {OP_LCONST_0, OP_LSTORE_0, OP_RETURN},
     0,
     {0},
     {0}},
    {"a jump without a frame",
     "Expecting a stackmap frame at branch target",
     61,
     1,
     1,
     5,
     {OP_ILOAD_0, OP_IFEQ, 0, 3, OP_RETURN},
     0,
     {0},
     {0}},
    {"a jump with a frame",
     NULL,
     61,
     1,
     1,
     5,
     {OP_ILOAD_0, OP_IFEQ, 0, 3, OP_RETURN},
     3,
     {0, 1, 4},
     {0}},
    {"a frame with a deeper stack",
     "Inconsistent stackmap frames at branch target",
     61,
     1,
     1,
     5,
     {OP_ILOAD_0, OP_IFEQ, 0, 3, OP_RETURN},
     4,
     {0, 1, 68, 1},
     {0}},
    {"a frame inside an instruction",
     "StackMapTable error: bad offset",
     61,
     1,
     1,
     5,
     {OP_ILOAD_0, OP_IFEQ, 0, 3, OP_RETURN},
     3,
     {0, 1, 2},
     {0}},
    {"a frame cut off",
     "StackMapTable format error",
     61,
     1,
     1,
     5,
     {OP_ILOAD_0, OP_IFEQ, 0, 3, OP_RETURN},
     3,
     {0, 1, 68},
     {0}},
    {"a frame of unknown kind",
     "reserved frame type",
     61,
     1,
     1,
     5,
     {OP_ILOAD_0, OP_IFEQ, 0, 3, OP_RETURN},
     3,
     {0, 1, 200},
     {0}},
    {"a local chopped too many",
     "bad type array size",
     61,
     1,
     1,
     5,
     {OP_ILOAD_0, OP_IFEQ, 0, 3, OP_RETURN},
     5,
     {0, 1, 249, 0, 4},
     {0}},
    {"code behind a goto without a frame",
     "Expecting a stack map frame",
     61,
     1,
     1,
     5,
     {OP_GOTO, 0, 4, OP_NOP, OP_RETURN},
     3,
     {0, 1, 4},
     {0}},
    {"an uninitialised object that no new made",
     "bad offset for Uninitialized",
     61,
     1,
     1,
     5,
     {OP_ILOAD_0, OP_IFEQ, 0, 3, OP_RETURN},
     6,
     {0, 1, 68, 8, 0, 0},
     {0}},
    {"control off the end", "Bad instruction", 61, 0, 1, 1, {OP_NOP}, 0, {0}, {0}},
    {"no instruction", "Bad instruction", 61, 0, 1, 1, {203}, 0, {0}, {0}},
    {"a jump into an instruction",
     "Bad instruction",
     61,
     1,
     1,
     6,
     {OP_BIPUSH, 0, OP_GOTO, 0xff, 0xff, OP_RETURN},
     0,
     {0},
     {0}},
    {"an array load from null",
     NULL,
     61,
     2,
     1,
     5,
     {OP_ACONST_NULL, OP_ICONST_0, OP_IALOAD, OP_POP, OP_RETURN},
     0,
     {0},
     {0}},
    {"an int array read as longs",
     "Bad type on operand stack in laload",
     61,
     2,
     1,
     8,
     {OP_ICONST_0, OP_NEWARRAY, T_INT, OP_ICONST_0, OP_LALOAD, OP_POP2, OP_RETURN},
     0,
     {0},
     {0}},
    {"booleans read by baload",
     NULL,
     61,
     2,
     1,
     7,
     {OP_ICONST_0, OP_NEWARRAY, T_BOOLEAN, OP_ICONST_0, OP_BALOAD, OP_POP, OP_RETURN},
     0,
     {0},
     {0}},
    {"jsr in a new class",
     "Bad instruction: a8",
     61,
     1,
     1,
     7,
     {OP_JSR, 0, 4, OP_RETURN, OP_ASTORE_0, OP_RET, 0},
     3,
     {0, 1, 4},
     {0}},
    {"a handler without a frame",
     "Expecting a stackmap frame at branch target",
     61,
     1,
     1,
     4,
     {OP_NOP, OP_RETURN, OP_POP, OP_RETURN},
     0,
     {0},
     {0, 1, 2, 0}},
    {"a handler's range inside an instruction",
     "Illegal exception table end_pc",
     61,
     1,
     1,
     5,
     {OP_SIPUSH, 0, 0, OP_POP, OP_RETURN},
     0,
     {0},
     {0, 2, 4, 0}},
    /* by inference */
    {"a jump inferred", NULL, 49, 1, 1, 5, {OP_ILOAD_0, OP_IFEQ, 0, 3, OP_RETURN}, 0, {0}, {0}},
    {"no maps in version 50",
     NULL,
     50,
     1,
     1,
     5,
     {OP_ILOAD_0, OP_IFEQ, 0, 3, OP_RETURN},
     0,
     {0},
     {0}},
    {"no maps in version 51",
     "Expecting a stackmap frame",
     51,
     1,
     1,
     5,
     {OP_ILOAD_0, OP_IFEQ, 0, 3, OP_RETURN},
     0,
     {0},
     {0}},
    {"damaged maps in version 50",
     "format error",
     50,
     1,
     1,
     5,
     {OP_ILOAD_0, OP_IFEQ, 0, 3, OP_RETURN},
     3,
     {0, 1, 200},
     {0}},
    {"a subroutine",
     NULL,
     49,
     1,
     1,
     7,
     {OP_JSR, 0, 4, OP_RETURN, OP_ASTORE_0, OP_RET, 0},
     0,
     {0},
     {0}},
    {"a subroutine that never ends",
     "Recursive call to jsr entry",
     49,
     1,
     1,
     8,
     {OP_JSR, 0, 3, OP_ASTORE_0, OP_JSR, 0xff, 0xff, OP_RETURN},
     0,
     {0},
     {0}},
    {"ret to an int", "Bad local variable type", 49, 1, 1, 2, {OP_RET, 0}, 0, {0}, {0}},
    {"an address as a reference",
     "Bad type on operand stack",
     49,
     1,
     1,
     5,
     {OP_JSR, 0, 3, OP_MONITORENTER, OP_RETURN},
     0,
     {0},
     {0}},
    {"a local of another type for each call",
     NULL,
     49,
     1,
     3,
     19,
     {OP_ICONST_0, OP_ISTORE_1, OP_JSR, 0, 14, OP_ILOAD_1, OP_POP, OP_ACONST_NULL, OP_ASTORE_1,
      OP_JSR, 0, 7, OP_ALOAD_1, OP_POP, OP_RETURN, OP_NOP, OP_ASTORE_2, OP_RET, 2},
     0,
     {0},
     {0}},
    {"a local that the subroutine changed",
     "Bad local variable type",
     49,
     1,
     3,
     13,
     {OP_ICONST_0, OP_ISTORE_1, OP_JSR, 0, 6, OP_ILOAD_1, OP_POP, OP_RETURN, OP_ASTORE_2,
      OP_ACONST_NULL, OP_ASTORE_1, OP_RET, 2},
     0,
     {0},
     {0}},
    {"two depths at one place",
     "Inconsistent stack height",
     49,
     2,
     1,
     6,
     {OP_ILOAD_0, OP_IFEQ, 0, 4, OP_ICONST_0, OP_RETURN},
     0,
     {0},
     {0}},
    {"two types at one place",
     "Bad local variable type",
     49,
     1,
     2,
     14,
     {OP_ILOAD_0, OP_IFEQ, 0, 8, OP_ICONST_0, OP_ISTORE_1, OP_GOTO, 0, 5, OP_ACONST_NULL,
      OP_ASTORE_1, OP_ILOAD_1, OP_POP, OP_RETURN},
     0,
     {0},
     {0}},
    {"reachable code without an end", "Falling off the end", 49, 0, 1, 1, {OP_NOP}, 0, {0}, {0}},
    {"unreachable code without an end", NULL, 49, 0, 1, 2, {OP_RETURN, OP_NOP}, 0, {0}, {0}},
};

static struct klass *hand_made(struct vm *vm, const struct hand *h, unsigned number) {
  struct error err = {0};
  char name[32];
  struct synth *s;
  struct klass *k;
  struct method_info *m;
  snprintf(name, sizeof name, "Hand%u", number);
  s = synth_new(name, "java/lang/Object", ACC_PUBLIC);
  asm_return(synth_method(s, ACC_PUBLIC | ACC_STATIC, "m", "(I)V"), 'V');
  k = synth_define(vm, s, NULL, &err);
  if (!k) fail_msg("%s", err.msg);
  k->cf->major = h->major;
  m = &k->cf->methods[0];
  m->max_stack = h->stack;
  m->max_locals = h->locals;
  m->code = h->code;
  m->code_len = h->len;
  if (h->map_len) m->stack_map = (struct bytes){h->map, h->map_len};
  if (h->handler.end_pc) m->exception_count = 1, m->exceptions = &h->handler;
  return k;
}

static void code_by_hand(void **state) {
  struct vm *vm = new_vm();
  (void)state;
  for (unsigned i = 0; i < COUNT(hands); i++) {
    const struct hand *h = &hands[i];
    struct verify_failure why = {0};
    int rc = verify_class(vm, hand_made(vm, h, i), &why);
    if ((rc == 0) != (h->says == NULL)) fail_msg("%s: %s", h->what, rc ? why.message : "accepted");
    if (rc && !strstr(why.message, h->says))
      fail_msg("%s: not '%s' but: %s", h->what, h->says, why.message);
    free(why.message);
  }
  vm_free(vm);
}

/* ---- types ---- */

static void types_are_assigned(void **state) {
  struct vm *vm = new_vm();
  struct error err = {0};
  struct verifier v = {.vm = vm, .k = vm_class(vm, "java/util/ArrayList", &err)};
  static const struct {
    const char *to, *from, *merged;
    bool good;
  } cases[] = {{"java/lang/Object", "[I", "java/lang/Object", true},
               {"java/util/List", "java/lang/String", "java/lang/Object",
                true}, /* an interface is as good as Object */
               {"java/util/List", "[I", "java/lang/Object", false},
               {"java/lang/Cloneable", "[I", "java/lang/Object", true},
               {"java/lang/Number", "java/lang/Integer", "java/lang/Number", true},
               {"java/lang/Long", "java/lang/Integer", "java/lang/Number", false},
               {"[Ljava/lang/Number;", "[Ljava/lang/Integer;", "[Ljava/lang/Number;", true},
               {"[Ljava/lang/Object;", "[[I", "[Ljava/lang/Object;", true},
               {"[[I", "[[J", "[Ljava/lang/Object;", false},
               {"[Z", "[B", "java/lang/Object", false}};
  (void)state;
  v.cf = v.k->cf;
  v.m = &v.cf->methods[0];
  v.object = vt_named(&v, "java/lang/Object", 16);
  for (size_t i = 0; i < COUNT(cases); i++) {
    vtype to = vt_named(&v, cases[i].to, strlen(cases[i].to)),
          from = vt_named(&v, cases[i].from, strlen(cases[i].from));
    assert_int_equal(vt_assignable(&v, to, from), cases[i].good);
    assert_string_equal(vt_name(&v, vt_merge(&v, to, from))->s, cases[i].merged);
    assert_int_equal(vt_merge(&v, to, from), vt_merge(&v, from, to));
    assert_int_equal(vt_merge(&v, to, VT_NULL), to);
    assert_int_equal(vt_merge(&v, VT_INT, from), VT_TOP);
    assert_true(vt_assignable(&v, to, VT_NULL) && !vt_assignable(&v, to, VT_INT) &&
                vt_assignable(&v, VT_TOP, from));
  }
  assert_false(v.failed);
  vec_free(&v.names);
  free(v.name_slots);
  vm_free(vm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_library_holds_by_its_maps),
      cmocka_unit_test(the_library_holds_by_inference),
      cmocka_unit_test(code_by_hand),
      cmocka_unit_test(types_are_assigned),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
