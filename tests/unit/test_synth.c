/* The assembler: its class files parse, satisfy the static constraints, pass the verifier of a real
 * JVM and compute the expected results there.
 *
 * timeout: 120 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/vm/indy/indy.h"

static const char object[] = "java/lang/Object";

/* ---- a class whose main prints one line per case ---- */

struct program {
  struct synth *s;
  struct synth_method *main;
  struct text expected;
};

static void program_begin(struct program *p, const char *name) {
  *p = (struct program){.s = synth_new(name, object, ACC_PUBLIC | ACC_SUPER)};
  p->main = synth_method(p->s, ACC_PUBLIC | ACC_STATIC, "main", "([Ljava/lang/String;)V");
}

/* Emits code that prints the value on the stack. */
static void print(struct program *p, struct jtype t, const char *expected) {
  char *desc = jtype_is_ref(t)
                   ? mem_strdup("(Ljava/lang/Object;)Ljava/lang/String;")
                   : mem_printf("(%c)Ljava/lang/String;", strchr("BS", t.s[0]) ? 'I' : t.s[0]);
  asm_invoke(p->main, OP_INVOKESTATIC, "java/lang/String", "valueOf", desc, false);
  asm_store(p->main, 'L', 1);
  asm_field(p->main, OP_GETSTATIC, "java/lang/System", "out", "Ljava/io/PrintStream;");
  asm_load(p->main, 'L', 1);
  asm_invoke(p->main, OP_INVOKEVIRTUAL, "java/io/PrintStream", "println", "(Ljava/lang/String;)V",
             false);
  text_printf(&p->expected, "%s\n", expected);
  free(desc);
}

static void check_parsed(const uint8_t *bytes, size_t len, const char *name) {
  struct pool pool;
  struct symtab *syms = symtab_new();
  struct class_file *cf = NULL;
  struct error err = {0};
  pool_init(&pool);
  if (class_parse(bytes, len, name, &pool, syms, &cf, &err)) fail_msg("%s", err.msg);
  assert_string_equal(cf->name->s, name);
  for (uint32_t i = 0; i < cf->method_count; i++)
    if (cf->methods[i].code_len && code_check(cf, &cf->methods[i], NULL, &err))
      fail_msg("%s", err.msg);
  pool_release(&pool);
  symtab_free(syms);
}

static char *read_all(FILE *f) {
  struct text t = {0};
  char buf[4096];
  size_t n;
  while ((n = fread(buf, 1, sizeof buf, f)) > 0) text_add(&t, buf, n);
  return t.s ? t.s : mem_strdup("");
}

/* Writes the class file and runs it in the JVM with full verification. */
static void program_run(struct program *p) {
  const char *tmp = getenv("TEST_TMP"), *java = getenv("JAVA");
  char *name = mem_strdup(synth_name(p->s)), *path, *command, *out;
  uint8_t *bytes;
  size_t len;
  FILE *f;
  if (!tmp) tmp = "/tmp";
  asm_op(p->main, OP_RETURN);
  bytes = synth_bytes(p->s, &len);
  assert_non_null(bytes);
  check_parsed(bytes, len, name);
  path = mem_printf("%s/%s.class", tmp, name);
  f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(bytes, 1, len, f), len);
  fclose(f);
  command = mem_printf("'%s' -Xverify:all -cp '%s' %s 2>&1 | grep -v '^OpenJDK.*warning'",
                       java ? java : "java", tmp, name);
  f = popen(command, "r");
  assert_non_null(f);
  out = read_all(f);
  pclose(f);
  assert_string_equal(out, p->expected.s);
  remove(path);
  free(out);
  free(command);
  free(path);
  free(name);
  free(bytes);
  text_release(&p->expected);
  synth_free(p->s);
}

/* ---- conversions ---- */

static void push_sample(struct synth_method *m, const char *type) {
  switch (type[0]) {
    case 'J': asm_long(m, 1234567890123); break;
    case 'F':
      asm_int(m, 3);
      asm_op(m, OP_I2F);
      break;
    case 'D':
      asm_int(m, 7);
      asm_op(m, OP_I2D);
      break;
    case 'Z': asm_int(m, 1); break;
    case 'C': asm_int(m, 'x'); break;
    case 'L':
      asm_int(m, 300);
      asm_box(m, 'I');
      break;
    default: asm_int(m, 100);
  }
}

static void lambda_conversions(void **state) {
  static const struct {
    const char *from, *to, *functional, *shown;
  } cases[] = {
      {"I", "J", "I", "100"},
      {"B", "D", "B", "100.0"},
      {"C", "I", "C", "120"},
      {"J", "F", "J", "1.23456795E12"},
      {"F", "D", "F", "3.0"},
      {"I", "Ljava/lang/Integer;", "I", "100"},
      {"I", "Ljava/lang/Long;", "I", "100"},
      {"Z", "Ljava/lang/Object;", "Z", "true"},
      {"D", "Ljava/lang/Number;", "D", "7.0"},
      {"Ljava/lang/Object;", "I", "Ljava/lang/Integer;", "300"},
      {"Ljava/lang/Object;", "J", "Ljava/lang/Integer;", "300"},
      {"Ljava/lang/Object;", "D", "Ljava/lang/Object;", "300.0"},
      {"Ljava/lang/Object;", "Ljava/lang/Number;", "Ljava/lang/Integer;", "300"},
      {"Ljava/lang/Object;", "Ljava/lang/Object;", "Ljava/lang/Comparable;", "300"},
  };
  struct program p;
  (void)state;
  program_begin(&p, "LambdaConversions");
  for (size_t i = 0; i < COUNT(cases); i++) {
    push_sample(p.main, cases[i].from);
    asm_convert(p.main, jtype_of(cases[i].from), jtype_of(cases[i].to),
                jtype_of(cases[i].functional));
    print(&p, jtype_of(cases[i].to), cases[i].shown);
  }
  program_run(&p);
}

static void handle_conversions(void **state) {
  static const struct {
    const char *from, *to, *shown; /* NULL: no conversion */
  } cases[] = {
      {"I", "J", "100"},
      {"J", "I", NULL},
      {"I", "Z", NULL},
      {"S", "C", NULL},
      {"I", "Ljava/lang/Object;", "100"},
      {"I", "Ljava/lang/Long;", NULL},
      {"I", "Ljava/lang/String;", NULL},
      {"Ljava/lang/Object;", "I", "300"},
      {"Ljava/lang/Object;", "J", "300"},
      {"Ljava/lang/Object;", "F", "300.0"},
      {"Ljava/lang/Number;", "D", "300.0"},
      {"Ljava/lang/Integer;", "J", "300"},
      {"Ljava/lang/Integer;", "S", NULL},
      {"Ljava/lang/String;", "I", NULL},
      {"Ljava/lang/Object;", "Ljava/lang/Integer;", "300"},
  };
  struct program p;
  struct synth *s;
  struct synth_method *m;
  (void)state;
  program_begin(&p, "HandleConversions");
  for (size_t i = 0; i < COUNT(cases); i++) {
    struct jtype from = jtype_of(cases[i].from), to = jtype_of(cases[i].to);
    if (cases[i].shown) {
      push_sample(p.main, cases[i].from);
      if (jtype_is_ref(from)) asm_checkcast(p.main, from);
      assert_true(asm_as_type(p.main, from, to));
      print(&p, to, cases[i].shown);
    } else {
      s = synth_new("Refused", object, 0);
      m = synth_method(s, ACC_STATIC, "m", "()V");
      push_sample(m, cases[i].from);
      assert_false(asm_as_type(m, from, to));
      synth_free(s);
    }
  }
  assert_true(asm_as_type(p.main, jtype_of("V"), jtype_of("J")));
  print(&p, jtype_of("J"), "0");
  asm_long(p.main, 5);
  assert_true(asm_as_type(p.main, jtype_of("J"), jtype_of("V")));
  program_run(&p);
}

/* ---- control flow ---- */

/* static String word(int): a switch over 1..3 like those of pattern switches */
static void add_switch(struct program *p) {
  struct synth_method *m = synth_method(p->s, ACC_STATIC, "word", "(I)Ljava/lang/String;");
  static const char *const words[] = {"one", "two", "three"};
  int labels[3], other = asm_label(m);
  for (int i = 0; i < 3; i++) labels[i] = asm_label(m);
  asm_load(m, 'I', 0);
  asm_tableswitch(m, 1, 3, labels, other);
  for (int i = 0; i < 3; i++) {
    asm_bind(m, labels[i]);
    asm_string(m, words[i], strlen(words[i]));
    asm_op(m, OP_ARETURN);
  }
  asm_bind(m, other);
  asm_string(m, "many", 4);
  asm_op(m, OP_ARETURN);
}

/* static Object cast(Object): returns the Integer, or the exception that the cast threw */
static void add_handler(struct program *p) {
  struct synth_method *m =
      synth_method(p->s, ACC_STATIC, "cast", "(Ljava/lang/Object;)Ljava/lang/Object;");
  int start = asm_label(m), end = asm_label(m), caught = asm_label(m);
  asm_op(m, OP_ALOAD_0);
  asm_bind(m, start);
  asm_type(m, OP_CHECKCAST, "java/lang/Integer");
  asm_bind(m, end);
  asm_op(m, OP_ARETURN);
  asm_handler(m, start, end, caught, "java/lang/ClassCastException");
  asm_bind(m, caught);
  asm_invoke(m, OP_INVOKEVIRTUAL, object, "getClass", "()Ljava/lang/Class;", false);
  asm_op(m, OP_ARETURN);
}

static void jumps_and_handlers(void **state) {
  struct program p;
  struct jtype any = jtype_of("Ljava/lang/Object;");
  (void)state;
  program_begin(&p, "JumpsAndHandlers");
  add_switch(&p);
  add_handler(&p);
  for (int i = 0; i < 5; i++) {
    static const char *const shown[] = {"many", "one", "two", "three", "many"};
    asm_int(p.main, i);
    asm_invoke(p.main, OP_INVOKESTATIC, "JumpsAndHandlers", "word", "(I)Ljava/lang/String;", false);
    print(&p, any, shown[i]);
  }
  push_sample(p.main, "L");
  asm_invoke(p.main, OP_INVOKESTATIC, "JumpsAndHandlers", "cast",
             "(Ljava/lang/Object;)Ljava/lang/Object;", false);
  print(&p, any, "300");
  asm_string(p.main, "text", 4);
  asm_invoke(p.main, OP_INVOKESTATIC, "JumpsAndHandlers", "cast",
             "(Ljava/lang/Object;)Ljava/lang/Object;", false);
  print(&p, any, "class java.lang.ClassCastException");
  program_run(&p);
}

static void fields_arrays_and_many_constants(void **state) {
  struct program p;
  struct jtype integer = jtype_of("I"), any = jtype_of("Ljava/lang/Object;");
  char text[16];
  (void)state;
  program_begin(&p, "ManyConstants");
  synth_interface(p.s, "java/io/Serializable");
  synth_interface(p.s, "java/io/Serializable");
  synth_field(p.s, ACC_STATIC, "kept", "J");
  asm_long(p.main, -5);
  asm_field(p.main, OP_PUTSTATIC, "ManyConstants", "kept", "J");
  for (int i = 0; i < 200; i++) { /* strings beyond index 255 need ldc_w */
    snprintf(text, sizeof text, "text %d", i);
    asm_string(p.main, text, strlen(text));
    if (i % 50 == 49)
      print(&p, any, text);
    else
      asm_op(p.main, OP_POP);
  }
  asm_field(p.main, OP_GETSTATIC, "ManyConstants", "kept", "J");
  print(&p, jtype_of("J"), "-5");
  asm_int(p.main, 3);
  asm_type(p.main, OP_ANEWARRAY, object);
  asm_op(p.main, OP_DUP);
  asm_int(p.main, 2);
  asm_class(p.main, jtype_of("[Ljava/lang/String;"));
  asm_array_store(p.main, 'L');
  asm_int(p.main, 2);
  asm_array_load(p.main, 'L');
  print(&p, any, "class [Ljava.lang.String;");
  asm_class(p.main, integer);
  print(&p, any, "int");
  asm_int(p.main, 70000);
  print(&p, integer, "70000");
  asm_int(p.main, -129);
  print(&p, integer, "-129");
  program_run(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lambda_conversions),
      cmocka_unit_test(handle_conversions),
      cmocka_unit_test(jumps_and_handlers),
      cmocka_unit_test(fields_arrays_and_many_constants),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
