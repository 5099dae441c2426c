/* The common methods of each scenario's class: they show results and wait for a thread. */
#include "engine/env/env_int.h"

void env_call_static(struct synth_method *m, const char *name, const char *desc) {
  asm_invoke(m, OP_INVOKESTATIC, SCENARIO_MAIN, name, desc, false);
}

void env_call_virtual(struct synth_method *m, const char *owner, const char *name,
                      const char *desc) {
  asm_invoke(m, OP_INVOKEVIRTUAL, owner, name, desc, false);
}

void env_append(struct synth_method *m) {
  env_call_virtual(m, "java/lang/StringBuilder", "append",
                   "(Ljava/lang/String;)Ljava/lang/StringBuilder;");
}

void env_append_text(struct synth_method *m, const char *text) {
  asm_string(m, text, strlen(text));
  env_append(m);
}

/* static String show(Object o) */
static void write_show(struct synth *c) {
  struct synth_method *m = synth_method(c, ACC_STATIC, "show", "(" OBJECT ")Ljava/lang/String;");
  int thrown = asm_label(m), array = asm_label(m), iterator = asm_label(m), next = asm_label(m),
      end = asm_label(m);
  static const char *const kinds[] = {"java/lang/Throwable", RESULTS, "java/util/Iterator"};
  const int to[] = {thrown, array, iterator};
  for (size_t i = 0; i < COUNT(kinds); i++) {
    asm_load(m, 'L', 0);
    asm_type(m, OP_INSTANCEOF, kinds[i]);
    asm_jump(m, OP_IFNE, to[i]);
  }
  asm_load(m, 'L', 0);
  asm_invoke(m, OP_INVOKESTATIC, "java/lang/String", "valueOf", "(" OBJECT ")Ljava/lang/String;",
             false);
  asm_return(m, 'L');
  asm_bind(m, thrown);
  asm_load(m, 'L', 0);
  env_call_virtual(m, "java/lang/Object", "getClass", "()Ljava/lang/Class;");
  env_call_virtual(m, "java/lang/Class", "getName", "()Ljava/lang/String;");
  asm_return(m, 'L');
  asm_bind(m, array);
  asm_load(m, 'L', 0);
  asm_type(m, OP_CHECKCAST, "[Ljava/lang/Object;");
  asm_invoke(m, OP_INVOKESTATIC, "java/util/Arrays", "toString",
             "([Ljava/lang/Object;)Ljava/lang/String;", false);
  asm_return(m, 'L');
  asm_bind(m, iterator);
  asm_type(m, OP_NEW, "java/util/ArrayList");
  asm_op(m, OP_DUP);
  asm_invoke(m, OP_INVOKESPECIAL, "java/util/ArrayList", "<init>", "()V", false);
  asm_store(m, 'L', 1);
  asm_bind(m, next);
  asm_load(m, 'L', 0);
  asm_type(m, OP_CHECKCAST, "java/util/Iterator");
  asm_invoke(m, OP_INVOKEINTERFACE, "java/util/Iterator", "hasNext", "()Z", true);
  asm_jump(m, OP_IFEQ, end);
  asm_load(m, 'L', 1);
  asm_load(m, 'L', 0);
  asm_type(m, OP_CHECKCAST, "java/util/Iterator");
  asm_invoke(m, OP_INVOKEINTERFACE, "java/util/Iterator", "next", "()" OBJECT, true);
  env_call_virtual(m, "java/util/ArrayList", "add", "(" OBJECT ")Z");
  asm_op(m, OP_POP);
  asm_jump(m, OP_GOTO, next);
  asm_bind(m, end);
  asm_load(m, 'L', 1);
  env_call_virtual(m, "java/util/ArrayList", "toString", "()Ljava/lang/String;");
  asm_return(m, 'L');
}

/* static void add(StringBuilder b, Object[] r): appends the results, separated by ", " */
static void write_add(struct synth *c) {
  struct synth_method *m =
      synth_method(c, ACC_STATIC, "add", "(Ljava/lang/StringBuilder;" RESULTS ")V");
  int head = asm_label(m), end = asm_label(m), first = asm_label(m);
  asm_int(m, 0);
  asm_store(m, 'I', 2);
  asm_bind(m, head);
  asm_load(m, 'I', 2);
  asm_load(m, 'L', 1);
  asm_op(m, OP_ARRAYLENGTH);
  asm_jump(m, OP_IF_ICMPGE, end);
  asm_load(m, 'I', 2);
  asm_jump(m, OP_IFEQ, first);
  asm_load(m, 'L', 0);
  env_append_text(m, ", ");
  asm_op(m, OP_POP);
  asm_bind(m, first);
  asm_load(m, 'L', 0);
  asm_load(m, 'L', 1);
  asm_load(m, 'I', 2);
  asm_array_load(m, 'L');
  env_call_static(m, "show", "(" OBJECT ")Ljava/lang/String;");
  env_append(m);
  asm_op(m, OP_POP);
  asm_load(m, 'I', 2);
  asm_int(m, 1);
  asm_op(m, OP_IADD);
  asm_store(m, 'I', 2);
  asm_jump(m, OP_GOTO, head);
  asm_bind(m, end);
  asm_return(m, 'V');
}

/* static void await(Thread t): joins the thread, and sets `late` if interrupted meanwhile */
static void write_await(struct synth *c) {
  struct synth_method *m = synth_method(c, ACC_STATIC, "await", "(" THREAD ")V");
  int start = asm_label(m), end = asm_label(m), interrupted = asm_label(m);
  asm_bind(m, start);
  asm_load(m, 'L', 0);
  env_call_virtual(m, "java/lang/Thread", "join", "()V");
  asm_bind(m, end);
  asm_return(m, 'V');
  asm_handler(m, start, end, interrupted, "java/lang/InterruptedException");
  asm_bind(m, interrupted);
  asm_op(m, OP_POP);
  asm_int(m, 1);
  asm_field(m, OP_PUTSTATIC, SCENARIO_MAIN, "late", "Z");
  asm_jump(m, OP_GOTO, start);
}

void env_write_parts(struct synth *c) {
  write_show(c);
  write_add(c);
  write_await(c);
}
