/* Main classes that run one test with its own test library: heddle.JUnit4, heddle.JUnit5 and
 * heddle.TestNG (testng.c). They are ordinary main classes, so runs, searches, counterexamples and
 * the debugger need no special support for tests.
 *
 *   heddle.JUnit4 CLASS               lists the tests of a class (vm->listen.junit), runs none
 *   heddle.JUnit4 CLASS all           runs them
 *   heddle.JUnit4 CLASS CLASS2 NAME   runs the test NAME of CLASS2, which CLASS lists
 *   heddle.JUnit5 CLASS               lists the tests of a class by their unique ids and names
 *   heddle.JUnit5 CLASS ID            runs one
 *
 * The invocations of a parameterised or repeated test, and dynamic tests, are known only once JUnit
 * creates them. To list them, JUnit executes them with an extension that skips the bodies of tests
 * and the methods before and after each test.
 *
 * If a test fails, its exception leaves main. Otherwise the program ends by Runtime.halt(0), much
 * like JUnit's own runners: threads left over by a test can run before that, but do not keep the
 * program alive. (System.exit would make the search explore the shutdown hooks of the JDK and of
 * JUnit's libraries for each test.)
 *
 * Time limits of tests are disabled. Here a timed wait can elapse at any time, so every time limit
 * would fail. A test that hangs is a deadlock. */
#include <stdlib.h>

#include "engine/natives/test/junit_int.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/loader/throw.h"
#include "engine/natives/test/supplied.h"

/* ---- short names for the assembler's calls ---- */

void junit_call(struct synth_method *m, const char *owner, const char *name, const char *desc) {
  asm_invoke(m, OP_INVOKEVIRTUAL, owner, name, desc, false);
}
void junit_call_static(struct synth_method *m, const char *owner, const char *name,
                       const char *desc) {
  asm_invoke(m, OP_INVOKESTATIC, owner, name, desc, false);
}
void junit_call_interface(struct synth_method *m, const char *owner, const char *name,
                          const char *desc) {
  asm_invoke(m, OP_INVOKEINTERFACE, owner, name, desc, true);
}
void junit_new_object(struct synth_method *m, const char *klass) {
  asm_type(m, OP_NEW, klass);
  asm_op(m, OP_DUP);
  asm_invoke(m, OP_INVOKESPECIAL, klass, "<init>", "()V", false);
}
void junit_argument(struct synth_method *m, int i) {
  asm_load(m, 'L', 0);
  asm_int(m, i);
  asm_op(m, OP_AALOAD);
}
void junit_unless_arguments(struct synth_method *m, int n, int label) {
  asm_load(m, 'L', 0);
  asm_op(m, OP_ARRAYLENGTH);
  asm_int(m, n);
  asm_jump(m, OP_IF_ICMPNE, label);
}

void junit_throw_first(struct synth_method *m, const char *failure, bool on_interface) {
  int none = asm_label(m);
  asm_op(m, OP_DUP);
  junit_call_interface(m, "java/util/List", "isEmpty", "()Z");
  asm_jump(m, OP_IFNE, none);
  asm_int(m, 0);
  junit_call_interface(m, "java/util/List", "get", "(I)Ljava/lang/Object;");
  asm_type(m, OP_CHECKCAST, failure);
  asm_invoke(m, on_interface ? OP_INVOKEINTERFACE : OP_INVOKEVIRTUAL, failure, "getException",
             "()Ljava/lang/Throwable;", on_interface);
  asm_op(m, OP_ATHROW);
  asm_bind(m, none);
}

void junit_leave(struct synth_method *m, const char *self) {
  int some = asm_label(m);
  asm_jump(m, OP_IFNE, some);
  junit_call_static(m, self, "skipped", "()V");
  asm_bind(m, some);
  junit_call_static(m, "java/lang/Runtime", "getRuntime", "()Ljava/lang/Runtime;");
  asm_int(m, 0);
  junit_call(m, "java/lang/Runtime", "halt", "(I)V");
  asm_op(m, OP_RETURN);
}

void junit_each(struct synth_method *m, int it, const char *self, const char *type, int before,
                const char *walk_desc) {
  int head = asm_label(m), end = asm_label(m);
  asm_bind(m, head);
  asm_load(m, 'L', it);
  junit_call_interface(m, "java/util/Iterator", "hasNext", "()Z");
  asm_jump(m, OP_IFEQ, end);
  if (before >= 0) asm_load(m, 'L', before);
  asm_load(m, 'L', it);
  junit_call_interface(m, "java/util/Iterator", "next", "()Ljava/lang/Object;");
  asm_type(m, OP_CHECKCAST, type);
  junit_call_static(m, self, "walk", walk_desc);
  asm_jump(m, OP_GOTO, head);
  asm_bind(m, end);
}

void junit_write_constructor(struct synth *s) {
  struct synth_method *m = synth_method(s, ACC_PUBLIC, "<init>", "()V");
  asm_load(m, 'L', 0);
  asm_invoke(m, OP_INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
  asm_op(m, OP_RETURN);
}

static const struct supplied_class {
  const char *name;
  void (*write)(struct synth *s);
} junit_classes[] = {{FOUR, junit_write_four},
                     {FIVE, junit_write_five},
                     {FIVE "$Listing", junit_write_listing},
                     {FIVE "$Skipping", junit_write_skipping},
                     {TESTNG_MAIN, junit_write_testng},
                     {TESTNG_MAIN "$Reporting", junit_write_reporting}};

static struct synth *junit_synth(const struct supplied_class *k) {
  struct synth *s = synth_new(k->name, "java/lang/Object", ACC_PUBLIC | ACC_FINAL | ACC_SUPER);
  k->write(s);
  return s;
}

struct klass *junit_class(struct vm *vm, const struct symbol *name, struct error *err) {
  for (size_t i = 0; i < COUNT(junit_classes); i++)
    if (!strcmp(name->s, junit_classes[i].name))
      return synth_define(vm, junit_synth(&junit_classes[i]), NULL, err);
  return NULL;
}

uint8_t *junit_class_file(const char *main_class, size_t n, const char **name, size_t *len) {
  size_t prefix = strlen(main_class);
  for (size_t i = 0; i < COUNT(junit_classes); i++) {
    const char *end = junit_classes[i].name + prefix;
    struct synth *s;
    uint8_t *bytes;
    if (strncmp(junit_classes[i].name, main_class, prefix) != 0 || (*end && *end != '$') || n--)
      continue;
    s = junit_synth(&junit_classes[i]);
    bytes = synth_bytes(s, len);
    synth_free(s);
    *name = junit_classes[i].name;
    return bytes;
  }
  return NULL;
}

const char *junit_provider(const struct vm *vm, const char *service) {
  bool finding = vm->runner && vm->listen.junit && !vm->sched.scheduling;
  return finding && !strcmp(service, "org.junit.jupiter.api.extension.Extension")
             ? "heddle.JUnit5$Skipping"
             : NULL;
}

/* ---- natives ---- */

void junit_report_part(struct native_call *c, ref string) {
  char *s = string ? vm_utf8(c->vm, string) : mem_strdup("");
  for (char *p = s; *p; p++)
    if ((unsigned char)*p < ' ') *p = ' ';
  text_printf(c->vm->listen.junit, "\t%s", s);
  free(s);
}

/* Appends one line with both strings, separated by a tab. */
static int found(struct native_call *c) {
  char *s;
  if (!c->vm->listen.junit) return NATIVE_OK;
  s = c->args[0] ? vm_utf8(c->vm, c->args[0]) : mem_strdup("");
  text_puts(c->vm->listen.junit, s);
  free(s);
  junit_report_part(c, c->args[1]);
  text_puts(c->vm->listen.junit, "\n");
  return NATIVE_OK;
}

/* Are there test templates or factories, which create tests only during execution? */
static int makes_more(struct native_call *c) {
  const struct text *t = c->vm->listen.junit;
  return ret_int(c,
                 t && t->s && (strstr(t->s, "[test-template:") || strstr(t->s, "[test-factory:")));
}

int junit_skipped(struct native_call *c) {
  if (c->vm->listen.junit) text_puts(c->vm->listen.junit, "skipped\n");
  return NATIVE_OK;
}

void junit_not_listed(struct vm *vm, ref exception) {
  struct violation *v = &vm->violation;
  ref cause;
  char *kind, *msg;
  if (!vm->listen.junit || vm->sched.scheduling) return;
  while ((cause = field_get_ref(vm, exception, "cause")) && cause != exception) exception = cause;
  kind = klass_dotted(vm_klass(vm, exception));
  msg = vm_throwable_message(vm, exception);
  vm_violation_clear(vm);
  v->property = PROP_EXCEPTION;
  v->message = mem_printf("%s%s%s", kind, msg ? ": " : "", msg ? msg : "");
  free(kind);
  free(msg);
}

bool junit_is_main(const struct klass *k) {
  return !strcmp(k->name->s, FOUR) || !strcmp(k->name->s, FIVE) || !strcmp(k->name->s, TESTNG_MAIN);
}

/* FailOnTimeout$Builder.withTimeout(long, TimeUnit): without a timeout, JUnit waits for the test's
 * thread indefinitely. */
static int with_timeout(struct native_call *c) { return c->vm->runner ? nat_this(c) : nat_body(c); }

const struct native_row natives_junit[] = {
    {FOUR, "found", NULL, found},
    {FOUR, "skipped", NULL, junit_skipped},
    {FIVE, "found", NULL, found},
    {FIVE, "makesMore", NULL, makes_more},
    {FIVE, "skipped", NULL, junit_skipped},
    {"org/junit/internal/runners/statements/FailOnTimeout$Builder", "withTimeout", NULL,
     with_timeout},
    {0},
};
