/* heddle.JUnit5, and the classes that find tests created during execution; see junit.c. */
#include "engine/natives/test/junit_int.h"

#define PLATFORM "org/junit/platform/"
#define LAUNCHER "org/junit/platform/launcher/"
#define JUPITER "org/junit/jupiter/api/extension/"
#define LISTING "heddle/JUnit5$Listing"
#define REQUEST LAUNCHER "LauncherDiscoveryRequest"
#define BUILDER LAUNCHER "core/LauncherDiscoveryRequestBuilder"
#define SELECTORS PLATFORM "engine/discovery/DiscoverySelectors"
#define LISTENER LAUNCHER "listeners/SummaryGeneratingListener"
#define SUMMARY LAUNCHER "listeners/TestExecutionSummary"
#define WALK5 "(L" LAUNCHER "TestPlan;L" LAUNCHER "TestIdentifier;)V"

static void selector5(struct synth_method *m) {
  int by_id = asm_label(m), done = asm_label(m);
  junit_unless_arguments(m, 1, by_id);
  junit_argument(m, 0);
  junit_call_static(m, SELECTORS, "selectClass",
                    "(" STRING ")L" PLATFORM "engine/discovery/ClassSelector;");
  asm_store(m, 'L', 2);
  asm_jump(m, OP_GOTO, done);
  asm_bind(m, by_id);
  junit_argument(m, 1);
  junit_call_static(m, SELECTORS, "selectUniqueId",
                    "(" STRING ")L" PLATFORM "engine/discovery/UniqueIdSelector;");
  asm_store(m, 'L', 2);
  asm_bind(m, done);
}

static void parameter5(struct synth_method *m, const char *key, const char *value) {
  asm_string(m, key, strlen(key));
  asm_string(m, value, strlen(value));
  junit_call(m, BUILDER, "configurationParameter", "(" STRING STRING ")L" BUILDER ";");
}

/* Builds the request and leaves it on the stack. */
static void request5(struct synth_method *m) {
  int running = asm_label(m);
  selector5(m);
  junit_call_static(m, BUILDER, "request", "()L" BUILDER ";");
  asm_int(m, 1);
  asm_type(m, OP_ANEWARRAY, PLATFORM "engine/DiscoverySelector");
  asm_op(m, OP_DUP);
  asm_int(m, 0);
  asm_load(m, 'L', 2);
  asm_type(m, OP_CHECKCAST, PLATFORM "engine/DiscoverySelector");
  asm_op(m, OP_AASTORE);
  junit_call(m, BUILDER, "selectors", "([L" PLATFORM "engine/DiscoverySelector;)L" BUILDER ";");
  parameter5(m, "junit.jupiter.execution.timeout.mode", "disabled");
  junit_unless_arguments(m, 1, running);
  /* finds heddle.JUnit5$Skipping */
  parameter5(m, "junit.jupiter.extensions.autodetection.enabled", "true");
  asm_bind(m, running);
  junit_call(m, BUILDER, "build", "()L" REQUEST ";");
}

/* Makes the launcher execute the request and notify the listener in local 2. Expects the launcher
 * and the request on the stack. */
static void execute5(struct synth_method *m) {
  asm_int(m, 1);
  asm_type(m, OP_ANEWARRAY, LAUNCHER "TestExecutionListener");
  asm_op(m, OP_DUP);
  asm_int(m, 0);
  asm_load(m, 'L', 2);
  asm_op(m, OP_AASTORE);
  junit_call_interface(m, LAUNCHER "Launcher", "execute",
                       "(L" REQUEST ";[L" LAUNCHER "TestExecutionListener;)V");
}

static void discover5(struct synth_method *m) {
  int all = asm_label(m);
  junit_call_interface(m, LAUNCHER "Launcher", "discover", "(L" REQUEST ";)L" LAUNCHER "TestPlan;");
  asm_op(m, OP_DUP);
  asm_store(m, 'L', 3);
  junit_call(m, LAUNCHER "TestPlan", "getRoots", "()Ljava/util/Set;");
  junit_call_interface(m, "java/util/Set", "iterator", "()Ljava/util/Iterator;");
  asm_store(m, 'L', 2);
  junit_each(m, 2, FIVE, LAUNCHER "TestIdentifier", 3, WALK5);
  junit_call_static(m, FIVE, "makesMore", "()Z");
  asm_jump(m, OP_IFEQ, all);
  request5(m);
  junit_new_object(m, LISTING);
  asm_store(m, 'L', 2);
  asm_load(m, 'L', 1);
  asm_op(m, OP_SWAP);
  execute5(m);
  asm_bind(m, all);
  asm_op(m, OP_RETURN);
}

static void main5(struct synth_method *m) {
  int run = asm_label(m);
  junit_call_static(m, LAUNCHER "core/LauncherFactory", "create", "()L" LAUNCHER "Launcher;");
  asm_store(m, 'L', 1);
  asm_load(m, 'L', 1);
  request5(m);
  junit_unless_arguments(m, 1, run);
  discover5(m);
  asm_bind(m, run);
  junit_new_object(m, LISTENER);
  asm_store(m, 'L', 2);
  execute5(m);
  asm_load(m, 'L', 2);
  junit_call(m, LISTENER, "getSummary", "()L" SUMMARY ";");
  asm_store(m, 'L', 3);
  asm_load(m, 'L', 3);
  junit_call_interface(m, SUMMARY, "getFailures", "()Ljava/util/List;");
  junit_throw_first(m, SUMMARY "$Failure", true);
  asm_op(m, OP_POP);
  asm_load(m, 'L', 3);
  junit_call_interface(m, SUMMARY, "getTestsStartedCount", "()J");
  asm_op(m, OP_L2I);
  junit_leave(m, FIVE);
}

static void found_in(struct synth_method *m, int local) {
  asm_load(m, 'L', local);
  junit_call(m, LAUNCHER "TestIdentifier", "getUniqueId", "()" STRING);
  asm_load(m, 'L', local);
  junit_call(m, LAUNCHER "TestIdentifier", "getDisplayName", "()" STRING);
  junit_call_static(m, FIVE, "found", "(" STRING STRING ")V");
}

static void walk5(struct synth_method *m) {
  found_in(m, 1);
  asm_load(m, 'L', 0);
  asm_load(m, 'L', 1);
  junit_call(m, LAUNCHER "TestPlan", "getChildren",
             "(L" LAUNCHER "TestIdentifier;)Ljava/util/Set;");
  junit_call_interface(m, "java/util/Set", "iterator", "()Ljava/util/Iterator;");
  asm_store(m, 'L', 2);
  junit_each(m, 2, FIVE, LAUNCHER "TestIdentifier", 0, WALK5);
  asm_op(m, OP_RETURN);
}

void junit_write_listing(struct synth *s) {
  struct synth_method *m;
  synth_interface(s, LAUNCHER "TestExecutionListener");
  junit_write_constructor(s);
  m = synth_method(s, ACC_PUBLIC, "dynamicTestRegistered", "(L" LAUNCHER "TestIdentifier;)V");
  found_in(m, 1);
  asm_op(m, OP_RETURN);
}

void junit_write_skipping(struct synth *s) {
  static const char *const methods[] = {"interceptTestMethod", "interceptTestTemplateMethod",
                                        "interceptBeforeEachMethod", "interceptAfterEachMethod",
                                        "interceptDynamicTest"};
  synth_interface(s, JUPITER "InvocationInterceptor");
  junit_write_constructor(s);
  for (size_t i = 0; i < COUNT(methods); i++) {
    bool dynamic = i == COUNT(methods) - 1;
    struct synth_method *m = synth_method(
        s, ACC_PUBLIC, methods[i],
        dynamic ? "(L" JUPITER "InvocationInterceptor$Invocation;L" JUPITER "ExtensionContext;)V"
                : "(L" JUPITER "InvocationInterceptor$Invocation;L" JUPITER
                  "ReflectiveInvocationContext;L" JUPITER "ExtensionContext;)V");
    asm_load(m, 'L', 1);
    junit_call_interface(m, JUPITER "InvocationInterceptor$Invocation", "skip", "()V");
    asm_op(m, OP_RETURN);
  }
}

void junit_write_five(struct synth *s) {
  main5(synth_method(s, ACC_PUBLIC | ACC_STATIC, "main", "([" STRING ")V"));
  walk5(synth_method(s, ACC_STATIC, "walk", WALK5));
  synth_method(s, ACC_STATIC | ACC_NATIVE, "found", "(" STRING STRING ")V");
  synth_method(s, ACC_STATIC | ACC_NATIVE, "makesMore", "()Z");
  synth_method(s, ACC_STATIC | ACC_NATIVE, "skipped", "()V");
}
