/* heddle.TestNG; see junit.c:
 *
 *   heddle.TestNG CLASS                       lists the tests of a class, runs none
 *   heddle.TestNG CLASS NAME NUMBER [NAME...] runs one test. NUMBER is the row of its data
 *                                             provider, or ""; the other names are those of
 *                                             the methods on which it depends
 *
 * The listing has one line for each method and one for each row of a data provider; see found and
 * row below. TestNG creates the rows when it executes the tests, so the bodies of tests and the
 * methods before and after each test are skipped then.
 *
 * A method with several invocations is one test, because TestNG's thread pools are a way to write
 * concurrent tests. */
#include <stdlib.h>

#include "engine/natives/test/junit_int.h"

#define TESTNG "org/testng/"
#define REPORTING "heddle/TestNG$Reporting"
#define METHOD "L" TESTNG "ITestNGMethod;"
#define RESULT "L" TESTNG "ITestResult;"
#define LIST "java/util/ArrayList"
#define OBJECTS "[Ljava/lang/Object;"
#define FOUND_DESC "(" STRING STRING OBJECTS OBJECTS OBJECTS ")V"
#define ROW_DESC "(" STRING STRING STRING ")V"

enum { ARGS, SUITE, TEST, CLASS, NAMES, NUMBERS, AT, RUNNER, RESULTS }; /* main's locals */

static void begin_object(struct synth_method *m, const char *klass) {
  asm_type(m, OP_NEW, klass);
  asm_op(m, OP_DUP);
}

static void construct(struct synth_method *m, const char *klass, const char *desc, int local) {
  asm_invoke(m, OP_INVOKESPECIAL, klass, "<init>", desc, false);
  asm_store(m, 'L', local);
}

static void set_name(struct synth_method *m, int local, const char *klass) {
  asm_load(m, 'L', local);
  asm_string(m, "heddle", strlen("heddle"));
  junit_call(m, klass, "setName", "(" STRING ")V");
}

static void add_to(struct synth_method *m) {
  junit_call(m, LIST, "add", "(Ljava/lang/Object;)Z");
  asm_op(m, OP_POP);
}

/* Leaves on the stack a list that contains the local. */
static void list_of(struct synth_method *m, int local) {
  junit_new_object(m, LIST);
  asm_op(m, OP_DUP);
  asm_load(m, 'L', local);
  add_to(m);
}

/* Creates a suite with one test of one class. */
static void make_suite(struct synth_method *m) {
  begin_object(m, TESTNG "xml/XmlSuite");
  construct(m, TESTNG "xml/XmlSuite", "()V", SUITE);
  set_name(m, SUITE, TESTNG "xml/XmlSuite");
  begin_object(m, TESTNG "xml/XmlTest");
  asm_load(m, 'L', SUITE);
  construct(m, TESTNG "xml/XmlTest", "(L" TESTNG "xml/XmlSuite;)V", TEST);
  set_name(m, TEST, TESTNG "xml/XmlTest");
  begin_object(m, TESTNG "xml/XmlClass");
  junit_argument(m, 0);
  construct(m, TESTNG "xml/XmlClass", "(" STRING ")V", CLASS);
  asm_load(m, 'L', TEST);
  list_of(m, CLASS);
  junit_call(m, TESTNG "xml/XmlTest", "setXmlClasses", "(Ljava/util/List;)V");
}

static void make_runner(struct synth_method *m) {
  begin_object(m, TESTNG "TestNG");
  asm_int(m, 0); /* without listeners that write reports */
  construct(m, TESTNG "TestNG", "(Z)V", RUNNER);
  asm_load(m, 'L', RUNNER);
  asm_int(m, 0);
  junit_call(m, TESTNG "TestNG", "setVerbose", "(I)V");
  asm_load(m, 'L', RUNNER);
  list_of(m, SUITE);
  junit_call(m, TESTNG "TestNG", "setXmlSuites", "(Ljava/util/List;)V");
}

/* Adds the listener in the local to the runner, and runs. */
static void run_with(struct synth_method *m, int local) {
  asm_load(m, 'L', RUNNER);
  asm_load(m, 'L', local);
  asm_type(m, OP_CHECKCAST, TESTNG "ITestNGListener");
  junit_call(m, TESTNG "TestNG", "addListener", "(L" TESTNG "ITestNGListener;)V");
  asm_load(m, 'L', RUNNER);
  junit_call(m, TESTNG "TestNG", "run", "()V");
}

/* Creates the list of row numbers: the number in the argument, or none if the argument is empty. */
static void take_number(struct synth_method *m) {
  int none = asm_label(m);
  begin_object(m, LIST);
  construct(m, LIST, "()V", NUMBERS);
  junit_argument(m, 2);
  junit_call(m, "java/lang/String", "isEmpty", "()Z");
  asm_jump(m, OP_IFNE, none);
  asm_load(m, 'L', NUMBERS);
  junit_argument(m, 2);
  junit_call_static(m, "java/lang/Integer", "valueOf", "(" STRING ")Ljava/lang/Integer;");
  add_to(m);
  asm_bind(m, none);
}

/* Includes only the methods that the arguments name. */
static void include_named(struct synth_method *m) {
  int head = asm_label(m), end = asm_label(m);
  take_number(m);
  begin_object(m, LIST);
  construct(m, LIST, "()V", NAMES);
  asm_load(m, 'L', NAMES);
  begin_object(m, TESTNG "xml/XmlInclude");
  junit_argument(m, 1);
  asm_load(m, 'L', NUMBERS);
  asm_int(m, 0);
  asm_invoke(m, OP_INVOKESPECIAL, TESTNG "xml/XmlInclude", "<init>",
             "(" STRING "Ljava/util/List;I)V", false);
  add_to(m);
  asm_int(m, 3);
  asm_store(m, 'I', AT);
  asm_bind(m, head);
  asm_load(m, 'I', AT);
  asm_load(m, 'L', ARGS);
  asm_op(m, OP_ARRAYLENGTH);
  asm_jump(m, OP_IF_ICMPGE, end);
  asm_load(m, 'L', NAMES);
  begin_object(m, TESTNG "xml/XmlInclude");
  asm_load(m, 'L', ARGS);
  asm_load(m, 'I', AT);
  asm_op(m, OP_AALOAD);
  asm_invoke(m, OP_INVOKESPECIAL, TESTNG "xml/XmlInclude", "<init>", "(" STRING ")V", false);
  add_to(m);
  asm_load(m, 'I', AT);
  asm_int(m, 1);
  asm_op(m, OP_IADD);
  asm_store(m, 'I', AT);
  asm_jump(m, OP_GOTO, head);
  asm_bind(m, end);
  asm_load(m, 'L', CLASS);
  asm_load(m, 'L', NAMES);
  junit_call(m, TESTNG "xml/XmlClass", "setIncludedMethods", "(Ljava/util/List;)V");
}

static void results_of(struct synth_method *m, const char *which) {
  asm_load(m, 'L', RESULTS);
  junit_call(m, TESTNG "TestListenerAdapter", which, "()Ljava/util/List;");
}

/* Throws the exception of the first result in this list, if any. */
static void throw_failure(struct synth_method *m, const char *which) {
  int none = asm_label(m);
  results_of(m, which);
  asm_op(m, OP_DUP);
  junit_call_interface(m, "java/util/List", "isEmpty", "()Z");
  asm_jump(m, OP_IFNE, none);
  asm_int(m, 0);
  junit_call_interface(m, "java/util/List", "get", "(I)Ljava/lang/Object;");
  asm_type(m, OP_CHECKCAST, TESTNG "ITestResult");
  junit_call_interface(m, TESTNG "ITestResult", "getThrowable", "()Ljava/lang/Throwable;");
  asm_op(m, OP_DUP);
  asm_jump(m, OP_IFNULL, none);
  asm_op(m, OP_ATHROW);
  asm_bind(m, none);
  asm_op(m, OP_POP);
}

/* TestNG treats a class whose members cannot be loaded as one without tests. Loading them here
 * shows the reason. */
static void load_members(struct synth_method *m) {
  static const char klass[] = "java/lang/Class", methods[] = "()[Ljava/lang/reflect/Method;";
  asm_load(m, 'L', CLASS);
  junit_call(m, TESTNG "xml/XmlClass", "getSupportClass", "()Ljava/lang/Class;");
  asm_op(m, OP_DUP);
  junit_call(m, klass, "getDeclaredMethods", methods);
  asm_op(m, OP_POP);
  junit_call(m, klass, "getMethods", methods);
  asm_op(m, OP_POP);
}

static void write_main(struct synth_method *m) {
  int run = asm_label(m);
  make_suite(m);
  make_runner(m);
  junit_unless_arguments(m, 1, run);
  load_members(m);
  junit_new_object(m, REPORTING);
  asm_store(m, 'L', RESULTS);
  run_with(m, RESULTS);
  asm_op(m, OP_RETURN);
  asm_bind(m, run);
  include_named(m);
  begin_object(m, TESTNG "TestListenerAdapter");
  construct(m, TESTNG "TestListenerAdapter", "()V", RESULTS);
  run_with(m, RESULTS);
  throw_failure(m, "getConfigurationFailures");
  throw_failure(m, "getFailedTests");
  results_of(m, "getPassedTests");
  junit_call_interface(m, "java/util/List", "size", "()I");
  results_of(m, "getFailedButWithinSuccessPercentageTests");
  junit_call_interface(m, "java/util/List", "size", "()I");
  asm_op(m, OP_IADD);
  junit_leave(m, TESTNG_MAIN);
}

static void method_names(struct synth_method *m, int local, const char *of_class) {
  asm_load(m, 'L', local);
  junit_call_interface(m, TESTNG "ITestNGMethod", "getRealClass", "()Ljava/lang/Class;");
  junit_call(m, "java/lang/Class", "getName", "()" STRING);
  asm_load(m, 'L', local);
  junit_call_interface(m, TESTNG "ITestNGMethod", of_class, "()" STRING);
}

static void testng_walk(struct synth_method *m) {
  static const char *const lists[] = {"getMethodsDependedUpon", "getGroupsDependedUpon",
                                      "getGroups"};
  method_names(m, 0, "getMethodName");
  for (size_t i = 0; i < COUNT(lists); i++) {
    asm_load(m, 'L', 0);
    junit_call_interface(m, TESTNG "ITestNGMethod", lists[i], "()[" STRING);
  }
  junit_call_static(m, TESTNG_MAIN, "found", FOUND_DESC);
  asm_op(m, OP_RETURN);
}

void junit_write_testng(struct synth *s) {
  write_main(synth_method(s, ACC_PUBLIC | ACC_STATIC, "main", "([" STRING ")V"));
  testng_walk(synth_method(s, ACC_STATIC, "walk", "(" METHOD ")V"));
  synth_method(s, ACC_STATIC | ACC_NATIVE, "found", FOUND_DESC);
  synth_method(s, ACC_STATIC | ACC_NATIVE, "row", ROW_DESC);
  synth_method(s, ACC_STATIC | ACC_NATIVE, "skipped", "()V");
}

/* ---- the listener that lists the tests ---- */

/* Lists all methods, before any of them is executed. */
static void on_start(struct synth_method *m) {
  asm_load(m, 'L', 1);
  junit_call_interface(m, TESTNG "ISuite", "getAllMethods", "()Ljava/util/List;");
  junit_call_interface(m, "java/util/List", "iterator", "()Ljava/util/Iterator;");
  asm_store(m, 'L', 2);
  junit_each(m, 2, TESTNG_MAIN, TESTNG "ITestNGMethod", -1, "(" METHOD ")V");
  asm_op(m, OP_RETURN);
}

static void get_method(struct synth_method *m) {
  asm_load(m, 'L', 2);
  junit_call_interface(m, TESTNG "ITestResult", "getMethod", "()" METHOD);
}

/* Called in place of a test: lists its parameters, if any. */
static void on_test(struct synth_method *m) {
  int none = asm_label(m);
  asm_load(m, 'L', 1);
  junit_call_interface(m, TESTNG "IHookCallBack", "getParameters", "()" OBJECTS);
  asm_op(m, OP_DUP);
  asm_store(m, 'L', 3);
  asm_op(m, OP_ARRAYLENGTH);
  asm_jump(m, OP_IFEQ, none);
  get_method(m);
  asm_store(m, 'L', 4);
  method_names(m, 4, "getMethodName");
  asm_load(m, 'L', 3);
  junit_call_static(m, "java/util/Arrays", "deepToString", "(" OBJECTS ")" STRING);
  junit_call_static(m, TESTNG_MAIN, "row", ROW_DESC);
  asm_bind(m, none);
  asm_op(m, OP_RETURN);
}

static void on_configuration(struct synth_method *m) {
  static const char *const left_out[] = {"isBeforeMethodConfiguration",
                                         "isAfterMethodConfiguration"};
  int out = asm_label(m);
  for (size_t i = 0; i < COUNT(left_out); i++) {
    get_method(m);
    junit_call_interface(m, TESTNG "ITestNGMethod", left_out[i], "()Z");
    asm_jump(m, OP_IFNE, out);
  }
  asm_load(m, 'L', 1);
  asm_load(m, 'L', 2);
  junit_call_interface(m, TESTNG "IConfigureCallBack", "runConfigurationMethod", "(" RESULT ")V");
  asm_bind(m, out);
  asm_op(m, OP_RETURN);
}

void junit_write_reporting(struct synth *s) {
  synth_interface(s, TESTNG "ISuiteListener");
  synth_interface(s, TESTNG "IHookable");
  synth_interface(s, TESTNG "IConfigurable");
  junit_write_constructor(s);
  on_start(synth_method(s, ACC_PUBLIC, "onStart", "(L" TESTNG "ISuite;)V"));
  asm_op(synth_method(s, ACC_PUBLIC, "onFinish", "(L" TESTNG "ISuite;)V"), OP_RETURN);
  on_test(synth_method(s, ACC_PUBLIC, "run", "(L" TESTNG "IHookCallBack;" RESULT ")V"));
  on_configuration(
      synth_method(s, ACC_PUBLIC, "run", "(L" TESTNG "IConfigureCallBack;" RESULT ")V"));
}

/* ---- natives ---- */

static void report_names(struct native_call *c, ref names) {
  uint32_t n = names ? array_length(c->vm, names) : 0;
  for (uint32_t i = 0; i < n; i++) {
    char *s = vm_utf8(c->vm, array_ref(c->vm, names, i));
    text_printf(c->vm->listen.junit, "%s%s", i ? " " : "", s);
    free(s);
  }
}

/* Appends "=", the class, the method, the methods and the groups on which it depends, and its
 * groups, separated by tabs. */
static int found(struct native_call *c) {
  if (!c->vm->listen.junit) return NATIVE_OK;
  text_puts(c->vm->listen.junit, "=");
  for (uint32_t i = 0; i < 2; i++) junit_report_part(c, c->args[i]);
  for (uint32_t i = 2; i < 5; i++) {
    text_puts(c->vm->listen.junit, "\t");
    report_names(c, c->args[i]);
  }
  text_puts(c->vm->listen.junit, "\n");
  return NATIVE_OK;
}

/* Appends "+", the class, the method, and its parameters. */
static int row(struct native_call *c) {
  if (!c->vm->listen.junit) return NATIVE_OK;
  text_puts(c->vm->listen.junit, "+");
  for (uint32_t i = 0; i < 3; i++) junit_report_part(c, c->args[i]);
  text_puts(c->vm->listen.junit, "\n");
  return NATIVE_OK;
}

/* long getTimeOut(), getInvocationTimeOut(): no time limit. */
static int no_limit(struct native_call *c) { return c->vm->runner ? ret_long(c, 0) : nat_body(c); }

const struct native_row natives_testng[] = {
    {TESTNG_MAIN, "found", NULL, found},
    {TESTNG_MAIN, "row", NULL, row},
    {TESTNG_MAIN, "skipped", NULL, junit_skipped},
    {"org/testng/internal/BaseTestMethod", "getTimeOut", NULL, no_limit},
    {"org/testng/internal/BaseTestMethod", "getInvocationTimeOut", NULL, no_limit},
    {0},
};
