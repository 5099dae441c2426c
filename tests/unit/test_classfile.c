/* The class file parser: symbols, descriptors, and facts about some classes of java.base.
 *
 * timeout: 120 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/tools/support/jdk_class.h"

/* Symbols */
static void symbols_are_interned(void **state) {
  struct symtab *t = symtab_new();
  char text[32];
  const struct symbol *first[5000];
  (void)state;
  for (int i = 0; i < 5000; i++) {
    snprintf(text, sizeof text, "name%d", i);
    assert_null(symtab_find(t, text, strlen(text)));
    first[i] = symtab_cstr(t, text);
  }
  for (int i = 0; i < 5000; i++) {
    snprintf(text, sizeof text, "name%d", i);
    assert_ptr_equal(symtab_intern(t, text, strlen(text)), first[i]);
    assert_ptr_equal(symtab_find(t, text, strlen(text)), first[i]);
    assert_string_equal(first[i]->s, text);
    assert_int_equal(first[i]->len, strlen(text));
  }
  assert_string_equal(symtab_intern(t, "name12", 4)->s, "name");
  assert_string_equal(symtab_cstr(t, "")->s, "");
  symtab_free(t);
}

static void symbol_hash_is_of_the_text(void **state) {
  struct symtab *a = symtab_new(), *b = symtab_new();
  (void)state;
  symtab_cstr(b, "other");
  assert_int_equal(symtab_cstr(a, "java/lang/Object")->hash,
                   symtab_cstr(b, "java/lang/Object")->hash);
  assert_int_not_equal(symtab_cstr(a, "a")->hash, symtab_cstr(a, "b")->hash);
  symtab_free(a);
  symtab_free(b);
}

/* Descriptors */
static void descriptors_are_walked(void **state) {
  const char *args = "I[[Ljava/lang/String;JZ";
  (void)state;
  assert_string_equal(desc_next(args), "[[Ljava/lang/String;JZ");
  assert_string_equal(desc_next(args + 1), "JZ");
  assert_int_equal(desc_arg_slots("()V"), 0);
  assert_int_equal(desc_arg_slots("(IJ[JLa/b;DZ)J"), 8);
  assert_int_equal(desc_arg_count("(IJ[JLa/b;DZ)J"), 6);
  assert_int_equal(desc_return("(I)Ljava/lang/String;"), 'L');
  assert_int_equal(desc_return("(LV;)[I"), '[');
  assert_int_equal(desc_return("()V"), 'V');
}

static void bad_descriptors_are_refused(void **state) {
  static const char *const fields[] = {"",      "V",      "L;",   "Lx",   "[",  "II",  "Q",
                                       "La.b;", "La//b;", "L/a;", "La/;", "[V", "La[;"};
  static const char *const methods[] = {"",    "()",   "I",     "(V)V", "(",   "(I",
                                        "(I)", "()VV", "(Lx)V", "([)V", "()[V"};
  char deep[300];
  (void)state;
  for (size_t i = 0; i < COUNT(fields); i++)
    if (desc_is_field(fields[i])) fail_msg("accepted %s", fields[i]);
  for (size_t i = 0; i < COUNT(methods); i++)
    if (desc_is_method(methods[i])) fail_msg("accepted %s", methods[i]);
  assert_int_equal(desc_arg_slots("(Lx)V"), -1);
  assert_int_equal(desc_arg_count("(I"), -1);
  assert_null(desc_next("Q"));
  memset(deep, '[', sizeof deep);
  strcpy(deep + 256, "I");
  assert_false(desc_is_field(deep));
  assert_true(desc_is_field(deep + 1));
}

/* Facts about the Java language and library that hold in every version. */
static const struct field_info *field_named(const struct class_file *cf, const char *name) {
  for (unsigned i = 0; i < cf->field_count; i++)
    if (strcmp(cf->fields[i].name->s, name) == 0) return &cf->fields[i];
  fail_msg("no field %s in %s", name, cf->name->s);
  return NULL;
}

static void object_is_the_root(void **state) {
  struct class_file *cf = jdk_class(*state, "java/lang/Object");
  const struct method_info *m = class_method(cf, "wait", "(JI)V");
  assert_null(cf->super_name);
  assert_int_equal(cf->interface_count, 0);
  assert_int_equal(cf->field_count, 0);
  assert_string_equal(cf->source_file->s, "Object.java");
  assert_int_equal(m->throws_count, 1);
  assert_string_equal(cf->cp[m->throws[0]].name->s, "java/lang/InterruptedException");
  assert_true(class_method(cf, "hashCode", "()I")->flags & ACC_NATIVE);
  assert_int_equal(class_method(cf, "hashCode", "()I")->code_len, 0);
  assert_true(method_line(m, 0) > 0);
  assert_int_equal(method_line(class_method(cf, "hashCode", NULL), 0), -1);
}

static void constants_have_their_values(void **state) {
  struct class_file *i = jdk_class(*state, "java/lang/Integer"),
                    *l = jdk_class(*state, "java/lang/Long");
  struct class_file *d = jdk_class(*state, "java/lang/Double"),
                    *f = jdk_class(*state, "java/lang/Float");
  assert_int_equal(i->cp[field_named(i, "MIN_VALUE")->constant_value].v.i, INT32_MIN);
  assert_true(l->cp[field_named(l, "MAX_VALUE")->constant_value].v.l == INT64_MAX);
  assert_true(d->cp[field_named(d, "MIN_VALUE")->constant_value].v.d == 4.9e-324);
  assert_true(f->cp[field_named(f, "MAX_VALUE")->constant_value].v.f == 0x1.fffffeP+127f);
  assert_int_equal(field_named(i, "value")->constant_value, 0);
}

static void members_carry_their_attributes(void **state) {
  struct class_file *cf = jdk_class(*state, "java/util/HashMap"),
                    *node = jdk_class(*state, "java/util/HashMap$Node");
  const struct method_info *m = class_method(cf, "putVal", NULL);
  bool member = false;
  assert_string_equal(field_named(cf, "table")->desc->s, "[Ljava/util/HashMap$Node;");
  assert_true(field_named(cf, "table")->flags & ACC_TRANSIENT);
  assert_string_equal(field_named(cf, "table")->signature->s, "[Ljava/util/HashMap$Node<TK;TV;>;");
  assert_non_null(cf->signature);
  assert_string_equal(node->nest_host->s, "java/util/HashMap");
  for (unsigned i = 0; i < cf->nest_member_count; i++) member |= cf->nest_members[i] == node->name;
  assert_true(member);
  assert_int_equal(m->max_locals >= 6, 1);
  assert_non_null(m->stack_map.data);
  assert_true(m->line_count > 20);
  assert_true(method_line(m, m->code_len - 1) >= method_line(m, 0));
  assert_true(cf->inner_count > 5);
}

static void locals_and_handlers_are_kept(void **state) {
  struct class_file *cf = jdk_class(*state, "java/lang/Thread");
  const struct method_info *m = class_method(cf, "start", "()V");
  assert_true(m->flags & ACC_SYNCHRONIZED);
  assert_true(m->exception_count > 0);
  assert_true(m->exceptions[0].start_pc < m->exceptions[0].end_pc);
  assert_int_equal(cf->permitted_count, 0);
}

static void lambdas_have_bootstraps(void **state) {
  struct class_file *cf = jdk_class(*state, "java/util/Comparator");
  const struct cp_entry *h;
  assert_true(cf->flags & ACC_INTERFACE);
  assert_true(cf->bootstrap_count > 0);
  h = &cf->cp[cf->bootstraps[0].method_handle];
  assert_int_equal(h->tag, CP_METHODHANDLE);
  assert_int_equal(h->ref_kind, 6);
  assert_string_equal(cf->cp[h->index].owner->s, "java/lang/invoke/LambdaMetafactory");
  assert_int_equal(cf->bootstraps[0].argc >= 3, 1);
  for (unsigned i = 1; i < cf->cp_count; i++)
    if (cf->cp[i].tag == CP_INVOKEDYNAMIC)
      assert_true(cf->cp[i].index < cf->bootstrap_count && cf->cp[i].desc);
}

static void sealed_classes_have_permits(void **state) {
  struct class_file *cf = jdk_class(*state, "java/lang/constant/ConstantDesc");
  struct class_file *plain = jdk_class(*state, "java/lang/String");
  assert_true(cf->permitted_count >= 7);
  assert_false(plain->is_record);
  assert_true(plain->flags & ACC_FINAL);
}

/* The output of javac for newer language features. */
static const char sample_source[] =
    "import java.lang.annotation.*;\n"
    "public class Sample {\n"
    "  @Retention(RetentionPolicy.RUNTIME) @interface Mark { int level() default 7; }\n"
    "  record Pair<T>(@Mark T left, long right) { }\n"
    "  record None() { }\n"
    "  @Mark static volatile int counter;\n"
    "  @Deprecated int add(final int first, @Mark double second) throws java.io.IOException {\n"
    "    long sum = first;\n"
    "    Object o = new Object() { public String toString() { return \"inner\"; } };\n"
    "    return (int) (sum + second) + o.hashCode();\n"
    "  }\n"
    "}\n";

static bool compile_sample(struct jdk_classes *k, const char *dir) {
  char *file = mem_printf("%s/Sample.java", dir), *command,
       *javac = mem_printf("%s/bin/javac", k->home);
  bool there = access(javac, X_OK) == 0;
  mkdir(dir, 0777);
  write_file(file, sample_source, strlen(sample_source));
  command = mem_printf("'%s' -g -parameters -d '%s' '%s'", javac, dir, file);
  if (there) assert_int_equal(system(command), 0);
  unlink(file);
  free(file), free(command), free(javac);
  return there;
}

/* Parses dir/NAME.class and deletes the file. */
static struct class_file *take_class(struct jdk_classes *k, const char *dir, const char *name) {
  char *entry = mem_printf("%s.class", name), *path = mem_printf("%s/%s", dir, entry);
  struct class_file *cf = NULL;
  struct classpath *cp;
  struct error err = {0};
  uint8_t *data;
  size_t len;
  assert_int_equal(classpath_open(dir, &cp, &err), 0);
  assert_int_equal(classpath_read(cp, entry, &data, &len, NULL, 0, &err), 0);
  if (class_parse(data, len, name, &k->pool, k->syms, &cf, &err) != 0) fail_msg("%s", err.msg);
  memset(data, 0xee, len); /* nothing may point into the input */
  free(data);
  classpath_close(cp);
  unlink(path);
  free(path), free(entry);
  return cf;
}

static void check_sample(const struct class_file *cf) {
  const struct method_info *m = class_method(cf, "add", "(ID)I");
  bool found = false;
  assert_true(field_named(cf, "counter")->flags & ACC_VOLATILE);
  assert_non_null(field_named(cf, "counter")->annotations.data);
  assert_int_equal(m->parameter_count, 2);
  assert_string_equal(m->parameter_names[1]->s, "second");
  assert_true(m->parameter_flags[0] & ACC_FINAL);
  assert_non_null(m->annotations.data);
  assert_int_equal(m->parameter_annotations.data[0], 2);
  assert_int_equal(method_line(m, 0), 8);
  assert_int_equal(method_line(m, m->code_len - 1), 10);
  for (unsigned i = 0; i < m->local_var_count; i++)
    found |= strcmp(m->local_vars[i].name->s, "sum") == 0 && m->local_vars[i].slot == 4 &&
             m->local_vars[i].desc->s[0] == 'J';
  assert_true(found);
  assert_int_equal(cf->nest_member_count, 4);
}

static void javac_classes_are_understood(void **state) {
  struct jdk_classes *k = *state;
  char *dir = test_path("sample");
  struct class_file *sample, *pair, *none, *anonymous, *mark;
  if (!compile_sample(k, dir)) skip();
  sample = take_class(k, dir, "Sample");
  pair = take_class(k, dir, "Sample$Pair");
  none = take_class(k, dir, "Sample$None");
  anonymous = take_class(k, dir, "Sample$1");
  mark = take_class(k, dir, "Sample$Mark");
  rmdir(dir);
  free(dir);
  check_sample(sample);
  assert_true(pair->is_record && none->is_record);
  assert_int_equal(none->record_count, 0);
  assert_int_equal(pair->record_count, 2);
  assert_string_equal(pair->records[0].signature->s, "TT;");
  assert_non_null(pair->records[0].annotations.data);
  assert_string_equal(pair->records[1].desc->s, "J");
  assert_string_equal(pair->super_name->s, "java/lang/Record");
  assert_ptr_equal(pair->nest_host, sample->name);
  assert_ptr_equal(anonymous->enclosing_class, sample->name);
  assert_string_equal(anonymous->enclosing_method->s, "add");
  assert_string_equal(anonymous->enclosing_desc->s, "(ID)I");
  assert_null(anonymous->inners[0].name);
  assert_true(mark->flags & ACC_ANNOTATION);
  assert_int_equal(class_method(mark, "level", NULL)->annotation_default.data[0], 'I');
}

static void module_info_is_parsed(void **state) {
  struct jdk_classes *k = *state;
  struct class_file *cf;
  struct error err = {0};
  const uint8_t *data;
  size_t len;
  assert_int_equal(jimage_resource(k->image, "java.base", "module-info.class", &data, &len, &err),
                   0);
  assert_int_equal(class_parse(data, len, "module-info", &k->pool, k->syms, &cf, &err), 0);
  assert_true(cf->flags & ACC_MODULE);
  assert_null(cf->super_name);
}

static void hash_is_of_the_bytes(void **state) {
  struct jdk_classes *k = *state;
  struct class_file *a = jdk_class(k, "java/lang/Runnable"), *b;
  struct error err = {0};
  size_t len;
  const uint8_t *data = jdk_class_bytes(k, "java/lang/Runnable", &len);
  uint8_t *copy = memcpy(mem_alloc(len), data, len);
  assert_int_equal(a->size, len);
  assert_int_equal(class_parse(copy, len, "copy", &k->pool, k->syms, &b, &err), 0);
  assert_memory_equal(a->hash, b->hash, sizeof a->hash);
  copy[7]--; /* an older major version; otherwise the same */
  assert_int_equal(class_parse(copy, len, "copy", &k->pool, k->syms, &b, &err), 0);
  assert_memory_not_equal(a->hash, b->hash, sizeof a->hash);
  free(copy);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(symbols_are_interned),
      cmocka_unit_test(symbol_hash_is_of_the_text),
      cmocka_unit_test(descriptors_are_walked),
      cmocka_unit_test(bad_descriptors_are_refused),
      cmocka_unit_test(object_is_the_root),
      cmocka_unit_test(constants_have_their_values),
      cmocka_unit_test(members_carry_their_attributes),
      cmocka_unit_test(locals_and_handlers_are_kept),
      cmocka_unit_test(lambdas_have_bootstraps),
      cmocka_unit_test(sealed_classes_have_permits),
      cmocka_unit_test(javac_classes_are_understood),
      cmocka_unit_test(module_info_is_parsed),
      cmocka_unit_test(hash_is_of_the_bytes),
  };
  return cmocka_run_group_tests_name("classfile", tests, jdk_classes_setup, jdk_classes_teardown);
}
