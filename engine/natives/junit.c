/* Main classes that hand one test to JUnit's own runner: heddle.JUnit4 and heddle.JUnit5. They are ordinary main
 * classes, so that runs, searches, counterexamples and the debugger need to know nothing of tests.
 *
 *   heddle.JUnit4 CLASS               tells the tests of a class (vm->told), runs none
 *   heddle.JUnit4 CLASS all           runs them
 *   heddle.JUnit4 CLASS CLASS2 NAME   runs the test NAME of CLASS2, which CLASS tells of
 *   heddle.JUnit5 CLASS               tells the tests of a class by their unique ids and names
 *   heddle.JUnit5 CLASS ID            runs one
 *
 * The invocations of a parameterised or repeated test, and dynamic tests, are known only once JUnit makes them: to be told they are
 * executed with an extension that skips the bodies of tests and what is before and after each.
 *
 * The failure of a test leaves main as the exception that it is. Without one the program ends by Runtime.halt(0), much
 * as JUnit's own runners do: threads that a test has left over may do what they can before, and do not keep it alive.
 * (System.exit would search the shutdown hooks of the JDK's and JUnit's libraries, for each test again.)
 *
 * Time limits of tests are off: a timed wait may elapse at any time here, so that every one of them would fail. A test
 * that hangs is a deadlock. */
#include <stdlib.h>

#include "engine/natives/supplied.h"
#include "engine/natives/util.h"
#include "engine/vm/synth.h"

#define FOUR "heddle/JUnit4"
#define FIVE "heddle/JUnit5"
#define RUNNER "org/junit/runner/"
#define PLATFORM "org/junit/platform/"
#define LAUNCHER "org/junit/platform/launcher/"
#define JUPITER "org/junit/jupiter/api/extension/"
#define LISTING "heddle/JUnit5$Listing"
#define SKIPPING "heddle/JUnit5$Skipping"
#define STRING "Ljava/lang/String;"

/* ---- the assembler's calls in short ---- */

static void call(struct synth_method *m, const char *owner, const char *name, const char *desc) {
  asm_invoke(m, OP_INVOKEVIRTUAL, owner, name, desc, false);
}
static void call_static(struct synth_method *m, const char *owner, const char *name, const char *desc) {
  asm_invoke(m, OP_INVOKESTATIC, owner, name, desc, false);
}
static void call_interface(struct synth_method *m, const char *owner, const char *name, const char *desc) {
  asm_invoke(m, OP_INVOKEINTERFACE, owner, name, desc, true);
}
static void new_object(struct synth_method *m, const char *klass) {
  asm_type(m, OP_NEW, klass);
  asm_op(m, OP_DUP);
  asm_invoke(m, OP_INVOKESPECIAL, klass, "<init>", "()V", false);
}
static void argument(struct synth_method *m, int i) {
  asm_load(m, 'L', 0);
  asm_int(m, i);
  asm_op(m, OP_AALOAD);
}
/* Jumps when main has not `n` arguments. */
static void unless_arguments(struct synth_method *m, int n, int label) {
  asm_load(m, 'L', 0);
  asm_op(m, OP_ARRAYLENGTH);
  asm_int(m, n);
  asm_jump(m, OP_IF_ICMPNE, label);
}

/* The list of failures is on the stack: throws the first one's exception, if any. */
static void throw_first(struct synth_method *m, const char *failure, bool on_interface) {
  int none = asm_label(m);
  asm_op(m, OP_DUP);
  call_interface(m, "java/util/List", "isEmpty", "()Z");
  asm_jump(m, OP_IFNE, none);
  asm_int(m, 0);
  call_interface(m, "java/util/List", "get", "(I)Ljava/lang/Object;");
  asm_type(m, OP_CHECKCAST, failure);
  asm_invoke(m, on_interface ? OP_INVOKEINTERFACE : OP_INVOKEVIRTUAL, failure, "getException",
             "()Ljava/lang/Throwable;", on_interface);
  asm_op(m, OP_ATHROW);
  asm_bind(m, none);
}

/* How many tests were started is on the stack, as an int. */
static void leave(struct synth_method *m, const char *self) {
  int some = asm_label(m);
  asm_jump(m, OP_IFNE, some);
  call_static(m, self, "skipped", "()V");
  asm_bind(m, some);
  call_static(m, "java/lang/Runtime", "getRuntime", "()Ljava/lang/Runtime;");
  asm_int(m, 0);
  call(m, "java/lang/Runtime", "halt", "(I)V");
  asm_op(m, OP_RETURN);
}

/* For each element of the iterator in local `it`: pushes it as a `type` and calls walk with what `before` pushed. */
static void each(struct synth_method *m, int it, const char *self, const char *type, int before,
                 const char *walk_desc) {
  int head = asm_label(m), end = asm_label(m);
  asm_bind(m, head);
  asm_load(m, 'L', it);
  call_interface(m, "java/util/Iterator", "hasNext", "()Z");
  asm_jump(m, OP_IFEQ, end);
  if (before >= 0) asm_load(m, 'L', before);
  asm_load(m, 'L', it);
  call_interface(m, "java/util/Iterator", "next", "()Ljava/lang/Object;");
  asm_type(m, OP_CHECKCAST, type);
  call_static(m, self, "walk", walk_desc);
  asm_jump(m, OP_GOTO, head);
  asm_bind(m, end);
}

/* ---- JUnit 4 ---- */

static void request4(struct synth_method *m) {
  argument(m, 0);
  call_static(m, "java/lang/Class", "forName", "(" STRING ")Ljava/lang/Class;");
  call_static(m, RUNNER "Request", "aClass", "(Ljava/lang/Class;)L" RUNNER "Request;");
}

static void main4(struct synth_method *m) {
  int run = asm_label(m), whole = asm_label(m);
  unless_arguments(m, 1, run);
  request4(m);
  call(m, RUNNER "Request", "getRunner", "()L" RUNNER "Runner;");
  call(m, RUNNER "Runner", "getDescription", "()L" RUNNER "Description;");
  call_static(m, FOUR, "walk", "(L" RUNNER "Description;)V");
  asm_op(m, OP_RETURN);
  asm_bind(m, run);
  request4(m);
  asm_store(m, 'L', 1);
  unless_arguments(m, 3, whole);
  asm_load(m, 'L', 1);
  argument(m, 1);
  call_static(m, "java/lang/Class", "forName", "(" STRING ")Ljava/lang/Class;");
  argument(m, 2);
  asm_int(m, 0);
  asm_type(m, OP_ANEWARRAY, "java/lang/annotation/Annotation");
  call_static(m, RUNNER "Description", "createTestDescription",
              "(Ljava/lang/Class;" STRING "[Ljava/lang/annotation/Annotation;)L" RUNNER "Description;");
  call(m, RUNNER "Request", "filterWith", "(L" RUNNER "Description;)L" RUNNER "Request;");
  asm_store(m, 'L', 1);
  asm_bind(m, whole);
  new_object(m, RUNNER "JUnitCore");
  asm_load(m, 'L', 1);
  call(m, RUNNER "JUnitCore", "run", "(L" RUNNER "Request;)L" RUNNER "Result;");
  asm_op(m, OP_DUP);
  asm_store(m, 'L', 1);
  call(m, RUNNER "Result", "getFailures", "()Ljava/util/List;");
  throw_first(m, RUNNER "notification/Failure", false);
  asm_op(m, OP_POP);
  asm_load(m, 'L', 1);
  call(m, RUNNER "Result", "getRunCount", "()I");
  leave(m, FOUR);
}

static void walk4(struct synth_method *m) {
  int suite = asm_label(m);
  asm_load(m, 'L', 0);
  call(m, RUNNER "Description", "isTest", "()Z");
  asm_jump(m, OP_IFEQ, suite);
  asm_load(m, 'L', 0);
  call(m, RUNNER "Description", "getClassName", "()" STRING);
  asm_load(m, 'L', 0);
  call(m, RUNNER "Description", "getMethodName", "()" STRING);
  call_static(m, FOUR, "found", "(" STRING STRING ")V");
  asm_op(m, OP_RETURN);
  asm_bind(m, suite);
  asm_load(m, 'L', 0);
  call(m, RUNNER "Description", "getChildren", "()Ljava/util/ArrayList;");
  call(m, "java/util/ArrayList", "iterator", "()Ljava/util/Iterator;");
  asm_store(m, 'L', 1);
  each(m, 1, FOUR, RUNNER "Description", -1, "(L" RUNNER "Description;)V");
  asm_op(m, OP_RETURN);
}

/* ---- JUnit 5 ---- */

#define REQUEST LAUNCHER "LauncherDiscoveryRequest"
#define BUILDER LAUNCHER "core/LauncherDiscoveryRequestBuilder"
#define SELECTORS PLATFORM "engine/discovery/DiscoverySelectors"
#define LISTENER LAUNCHER "listeners/SummaryGeneratingListener"
#define SUMMARY LAUNCHER "listeners/TestExecutionSummary"
#define WALK5 "(L" LAUNCHER "TestPlan;L" LAUNCHER "TestIdentifier;)V"

static void selector5(struct synth_method *m) {
  int by_id = asm_label(m), done = asm_label(m);
  unless_arguments(m, 1, by_id);
  argument(m, 0);
  call_static(m, SELECTORS, "selectClass", "(" STRING ")L" PLATFORM "engine/discovery/ClassSelector;");
  asm_store(m, 'L', 2);
  asm_jump(m, OP_GOTO, done);
  asm_bind(m, by_id);
  argument(m, 1);
  call_static(m, SELECTORS, "selectUniqueId", "(" STRING ")L" PLATFORM "engine/discovery/UniqueIdSelector;");
  asm_store(m, 'L', 2);
  asm_bind(m, done);
}

static void parameter5(struct synth_method *m, const char *key, const char *value) {
  asm_string(m, key, strlen(key));
  asm_string(m, value, strlen(value));
  call(m, BUILDER, "configurationParameter", "(" STRING STRING ")L" BUILDER ";");
}

/* Leaves the request on the stack. */
static void request5(struct synth_method *m) {
  int running = asm_label(m);
  selector5(m);
  call_static(m, BUILDER, "request", "()L" BUILDER ";");
  asm_int(m, 1);
  asm_type(m, OP_ANEWARRAY, PLATFORM "engine/DiscoverySelector");
  asm_op(m, OP_DUP);
  asm_int(m, 0);
  asm_load(m, 'L', 2);
  asm_type(m, OP_CHECKCAST, PLATFORM "engine/DiscoverySelector");
  asm_op(m, OP_AASTORE);
  call(m, BUILDER, "selectors", "([L" PLATFORM "engine/DiscoverySelector;)L" BUILDER ";");
  parameter5(m, "junit.jupiter.execution.timeout.mode", "disabled");
  unless_arguments(m, 1, running);
  parameter5(m, "junit.jupiter.extensions.autodetection.enabled", "true"); /* finds SKIPPING */
  asm_bind(m, running);
  call(m, BUILDER, "build", "()L" REQUEST ";");
}

/* The launcher in local 1 executes the request on the stack and tells the listener in local 2. */
static void execute5(struct synth_method *m) {
  asm_int(m, 1);
  asm_type(m, OP_ANEWARRAY, LAUNCHER "TestExecutionListener");
  asm_op(m, OP_DUP);
  asm_int(m, 0);
  asm_load(m, 'L', 2);
  asm_op(m, OP_AASTORE);
  call_interface(m, LAUNCHER "Launcher", "execute", "(L" REQUEST ";[L" LAUNCHER "TestExecutionListener;)V");
}

static void tell5(struct synth_method *m) {
  int all = asm_label(m);
  call_interface(m, LAUNCHER "Launcher", "discover", "(L" REQUEST ";)L" LAUNCHER "TestPlan;");
  asm_op(m, OP_DUP);
  asm_store(m, 'L', 3);
  call(m, LAUNCHER "TestPlan", "getRoots", "()Ljava/util/Set;");
  call_interface(m, "java/util/Set", "iterator", "()Ljava/util/Iterator;");
  asm_store(m, 'L', 2);
  each(m, 2, FIVE, LAUNCHER "TestIdentifier", 3, WALK5);
  call_static(m, FIVE, "makesMore", "()Z");
  asm_jump(m, OP_IFEQ, all);
  request5(m);
  new_object(m, LISTING);
  asm_store(m, 'L', 2);
  asm_load(m, 'L', 1);
  asm_op(m, OP_SWAP);
  execute5(m);
  asm_bind(m, all);
  asm_op(m, OP_RETURN);
}

static void main5(struct synth_method *m) {
  int run = asm_label(m);
  call_static(m, LAUNCHER "core/LauncherFactory", "create", "()L" LAUNCHER "Launcher;");
  asm_store(m, 'L', 1);
  asm_load(m, 'L', 1);
  request5(m);
  unless_arguments(m, 1, run);
  tell5(m);
  asm_bind(m, run);
  new_object(m, LISTENER);
  asm_store(m, 'L', 2);
  execute5(m);
  asm_load(m, 'L', 2);
  call(m, LISTENER, "getSummary", "()L" SUMMARY ";");
  asm_store(m, 'L', 3);
  asm_load(m, 'L', 3);
  call_interface(m, SUMMARY, "getFailures", "()Ljava/util/List;");
  throw_first(m, SUMMARY "$Failure", true);
  asm_op(m, OP_POP);
  asm_load(m, 'L', 3);
  call_interface(m, SUMMARY, "getTestsStartedCount", "()J");
  asm_op(m, OP_L2I);
  leave(m, FIVE);
}

static void found_in(struct synth_method *m, int local) {
  asm_load(m, 'L', local);
  call(m, LAUNCHER "TestIdentifier", "getUniqueId", "()" STRING);
  asm_load(m, 'L', local);
  call(m, LAUNCHER "TestIdentifier", "getDisplayName", "()" STRING);
  call_static(m, FIVE, "found", "(" STRING STRING ")V");
}

static void walk5(struct synth_method *m) {
  found_in(m, 1);
  asm_load(m, 'L', 0);
  asm_load(m, 'L', 1);
  call(m, LAUNCHER "TestPlan", "getChildren", "(L" LAUNCHER "TestIdentifier;)Ljava/util/Set;");
  call_interface(m, "java/util/Set", "iterator", "()Ljava/util/Iterator;");
  asm_store(m, 'L', 2);
  each(m, 2, FIVE, LAUNCHER "TestIdentifier", 0, WALK5);
  asm_op(m, OP_RETURN);
}

static void constructor(struct synth *s) {
  struct synth_method *m = synth_method(s, ACC_PUBLIC, "<init>", "()V");
  asm_load(m, 'L', 0);
  asm_invoke(m, OP_INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
  asm_op(m, OP_RETURN);
}

/* A TestExecutionListener that tells the tests that are made on the way. */
static void write_listing(struct synth *s) {
  struct synth_method *m;
  synth_interface(s, LAUNCHER "TestExecutionListener");
  constructor(s);
  m = synth_method(s, ACC_PUBLIC, "dynamicTestRegistered", "(L" LAUNCHER "TestIdentifier;)V");
  found_in(m, 1);
  asm_op(m, OP_RETURN);
}

/* An InvocationInterceptor that skips. */
static void write_skipping(struct synth *s) {
  static const char *const methods[] = {"interceptTestMethod", "interceptTestTemplateMethod", "interceptBeforeEachMethod",
                                        "interceptAfterEachMethod", "interceptDynamicTest"};
  synth_interface(s, JUPITER "InvocationInterceptor");
  constructor(s);
  for (size_t i = 0; i < COUNT(methods); i++) {
    bool dynamic = i == COUNT(methods) - 1;
    struct synth_method *m =
        synth_method(s, ACC_PUBLIC, methods[i],
                     dynamic ? "(L" JUPITER "InvocationInterceptor$Invocation;L" JUPITER "ExtensionContext;)V"
                             : "(L" JUPITER "InvocationInterceptor$Invocation;L" JUPITER "ReflectiveInvocationContext;L" JUPITER
                               "ExtensionContext;)V");
    asm_load(m, 'L', 1);
    call_interface(m, JUPITER "InvocationInterceptor$Invocation", "skip", "()V");
    asm_op(m, OP_RETURN);
  }
}

static void write_four(struct synth *s) {
  main4(synth_method(s, ACC_PUBLIC | ACC_STATIC, "main", "([" STRING ")V"));
  walk4(synth_method(s, ACC_STATIC, "walk", "(L" RUNNER "Description;)V"));
  synth_method(s, ACC_STATIC | ACC_NATIVE, "found", "(" STRING STRING ")V");
  synth_method(s, ACC_STATIC | ACC_NATIVE, "skipped", "()V");
}

static void write_five(struct synth *s) {
  main5(synth_method(s, ACC_PUBLIC | ACC_STATIC, "main", "([" STRING ")V"));
  walk5(synth_method(s, ACC_STATIC, "walk", WALK5));
  synth_method(s, ACC_STATIC | ACC_NATIVE, "found", "(" STRING STRING ")V");
  synth_method(s, ACC_STATIC | ACC_NATIVE, "makesMore", "()Z");
  synth_method(s, ACC_STATIC | ACC_NATIVE, "skipped", "()V");
}

struct klass *junit_class(struct vm *vm, const struct symbol *name, struct error *err) {
  static const struct {
    const char *name;
    void (*write)(struct synth *s);
  } classes[] = {{FOUR, write_four}, {FIVE, write_five}, {LISTING, write_listing}, {SKIPPING, write_skipping}};
  for (size_t i = 0; i < COUNT(classes); i++) {
    struct synth *s;
    if (strcmp(name->s, classes[i].name) != 0) continue;
    s = synth_new(name->s, "java/lang/Object", ACC_PUBLIC | ACC_FINAL | ACC_SUPER);
    classes[i].write(s);
    return synth_define(vm, s, NULL, err);
  }
  return NULL;
}

const char *junit_provider(const struct vm *vm, const char *service) {
  bool finding = vm->runner && vm->told && !vm->scheduling;
  return finding && !strcmp(service, "org.junit.jupiter.api.extension.Extension") ? "heddle.JUnit5$Skipping" : NULL;
}

/* ---- natives ---- */

/* One line, with a tab between the parts. */
static int found(struct native_call *c) {
  for (uint32_t i = 0; c->vm->told && i < 2; i++) {
    char *s = c->args[i] ? vm_utf8(c->vm, c->args[i]) : mem_strdup("");
    for (char *p = s; i && *p; p++)
      if ((unsigned char)*p < ' ') *p = ' ';
    text_printf(c->vm->told, "%s%s", i ? "\t" : "", s);
    free(s);
  }
  if (c->vm->told) text_puts(c->vm->told, "\n");
  return NATIVE_OK;
}

/* Are there tests that only make the tests? */
static int makes_more(struct native_call *c) {
  const struct text *t = c->vm->told;
  return ret_int(c, t && t->s && (strstr(t->s, "[test-template:") || strstr(t->s, "[test-factory:")));
}

static int skipped(struct native_call *c) {
  if (c->vm->told) text_puts(c->vm->told, "skipped\n");
  return NATIVE_OK;
}

bool junit_is_main(const struct klass *k) {
  return !strcmp(k->name->s, FOUR) || !strcmp(k->name->s, FIVE);
}

/* FailOnTimeout$Builder.withTimeout(long, TimeUnit): without it the test's thread is waited for as long as it takes. */
static int with_timeout(struct native_call *c) {
  return c->vm->runner ? nat_this(c) : nat_body(c);
}

const struct native_row natives_junit[] = {
    {FOUR, "found", NULL, found},
    {FOUR, "skipped", NULL, skipped},
    {FIVE, "found", NULL, found},
    {FIVE, "makesMore", NULL, makes_more},
    {FIVE, "skipped", NULL, skipped},
    {"org/junit/internal/runners/statements/FailOnTimeout$Builder", "withTimeout", NULL, with_timeout},
    {0},
};
