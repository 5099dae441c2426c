/* heddle.JUnit4; see junit.c. */
#include "engine/natives/test/junit_int.h"

#define RUNNER "org/junit/runner/"

static void request4(struct synth_method *m) {
  junit_argument(m, 0);
  junit_call_static(m, "java/lang/Class", "forName", "(" STRING ")Ljava/lang/Class;");
  junit_call_static(m, RUNNER "Request", "aClass", "(Ljava/lang/Class;)L" RUNNER "Request;");
}

static void main4(struct synth_method *m) {
  int run = asm_label(m), whole = asm_label(m);
  junit_unless_arguments(m, 1, run);
  request4(m);
  junit_call(m, RUNNER "Request", "getRunner", "()L" RUNNER "Runner;");
  junit_call(m, RUNNER "Runner", "getDescription", "()L" RUNNER "Description;");
  junit_call_static(m, FOUR, "walk", "(L" RUNNER "Description;)V");
  asm_op(m, OP_RETURN);
  asm_bind(m, run);
  request4(m);
  asm_store(m, 'L', 1);
  junit_unless_arguments(m, 3, whole);
  asm_load(m, 'L', 1);
  junit_argument(m, 1);
  junit_call_static(m, "java/lang/Class", "forName", "(" STRING ")Ljava/lang/Class;");
  junit_argument(m, 2);
  asm_int(m, 0);
  asm_type(m, OP_ANEWARRAY, "java/lang/annotation/Annotation");
  junit_call_static(m, RUNNER "Description", "createTestDescription",
                    "(Ljava/lang/Class;" STRING "[Ljava/lang/annotation/Annotation;)L" RUNNER
                    "Description;");
  junit_call(m, RUNNER "Request", "filterWith", "(L" RUNNER "Description;)L" RUNNER "Request;");
  asm_store(m, 'L', 1);
  asm_bind(m, whole);
  junit_new_object(m, RUNNER "JUnitCore");
  asm_load(m, 'L', 1);
  junit_call(m, RUNNER "JUnitCore", "run", "(L" RUNNER "Request;)L" RUNNER "Result;");
  asm_op(m, OP_DUP);
  asm_store(m, 'L', 1);
  junit_call(m, RUNNER "Result", "getFailures", "()Ljava/util/List;");
  junit_throw_first(m, RUNNER "notification/Failure", false);
  asm_op(m, OP_POP);
  asm_load(m, 'L', 1);
  junit_call(m, RUNNER "Result", "getRunCount", "()I");
  junit_leave(m, FOUR);
}

static void walk4(struct synth_method *m) {
  int suite = asm_label(m);
  asm_load(m, 'L', 0);
  junit_call(m, RUNNER "Description", "isTest", "()Z");
  asm_jump(m, OP_IFEQ, suite);
  asm_load(m, 'L', 0);
  junit_call(m, RUNNER "Description", "getClassName", "()" STRING);
  asm_load(m, 'L', 0);
  junit_call(m, RUNNER "Description", "getMethodName", "()" STRING);
  junit_call_static(m, FOUR, "found", "(" STRING STRING ")V");
  asm_op(m, OP_RETURN);
  asm_bind(m, suite);
  asm_load(m, 'L', 0);
  junit_call(m, RUNNER "Description", "getChildren", "()Ljava/util/ArrayList;");
  junit_call(m, "java/util/ArrayList", "iterator", "()Ljava/util/Iterator;");
  asm_store(m, 'L', 1);
  junit_each(m, 1, FOUR, RUNNER "Description", -1, "(L" RUNNER "Description;)V");
  asm_op(m, OP_RETURN);
}

void junit_write_four(struct synth *s) {
  main4(synth_method(s, ACC_PUBLIC | ACC_STATIC, "main", "([" STRING ")V"));
  walk4(synth_method(s, ACC_STATIC, "walk", "(L" RUNNER "Description;)V"));
  synth_method(s, ACC_STATIC | ACC_NATIVE, "found", "(" STRING STRING ")V");
  synth_method(s, ACC_STATIC | ACC_NATIVE, "skipped", "()V");
}
