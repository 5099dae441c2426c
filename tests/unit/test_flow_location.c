/* Location texts, sequence files, and the messages for invalid ones. */
#include "flow_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/flow/program.h"
#include "engine/flow/sequence.h"

#define SHAPES "shapes.Shapes"

/* Parses a text, which must fail with a message that contains `words`. */
static void refused(struct vm *vm, const char *text, const char *words) {
  struct error err = {0};
  struct location loc = {0};
  assert_int_equal(location_parse(vm, SHAPES, text, &loc, &err), ERR_INPUT);
  if (!strstr(err.msg, words) || !strstr(err.msg, text))
    fail_msg("'%s' does not say '%s'", err.msg, words);
}

static int line_of(struct vm *vm, const char *words, const char *method) {
  struct location loc = flow_line(vm, "shapes/Shapes.java", words, method);
  return location_line(&loc);
}

static void same(struct vm *vm, const char *name, int line, const struct location *want) {
  char *text = mem_printf("%s:%d", name, line);
  struct location loc = flow_location(vm, SHAPES, text);
  assert_true(location_equal(&loc, want));
  free(text);
}

static void all_forms_name_the_same_place(void **state) {
  struct vm *vm = *state;
  int line = line_of(vm, "hits = 14", "shapes.Shapes.unused");
  struct location want = {flow_method(vm, "shapes/Shapes", "unused", NULL), 0};
  same(vm, "Shapes.java", line, &want);
  same(vm, "shapes.Shapes", line, &want);
  same(vm, "shapes/Shapes", line, &want);
  same(vm, "Shapes", line, &want);
  same(vm, "Shapes.unused", line, &want);
  same(vm, "shapes.Shapes.unused", line, &want);
  same(vm, "shapes.Shapes.unused()V", line, &want);
}

static void nested_classes_go_by_dollar_or_dot(void **state) {
  struct vm *vm = *state;
  int line = line_of(vm, "hits = 11", "shapes.Shapes$Worker.run");
  struct location want = {flow_method(vm, "shapes/Shapes$Worker", "run", NULL), 0};
  same(vm, "shapes.Shapes$Worker.run", line, &want);
  same(vm, "shapes.Shapes.Worker.run", line, &want);
  same(vm, "shapes.Shapes.Worker", line, &want);
  same(vm, "Shapes.Worker.run", line, &want);
  same(vm, "Shapes$Worker", line, &want);
  same(vm, "Shapes.java", line, &want);
}

static void a_line_is_observed_at_its_first_bytecode(void **state) {
  struct vm *vm = *state;
  struct location loc = flow_line(vm, "shapes/Shapes.java", "while (n > 0)", "shapes.Shapes.loop");
  assert_int_equal(loc.bci, 2);
  loc = flow_line(vm, "shapes/Shapes.java", "for (int i = 0; i < n; i++)", "shapes.Shapes.counted");
  assert_int_equal(loc.bci, 2); /* not at i++, which is also on the line */
}

static void bytecode_indices(void **state) {
  struct vm *vm = *state;
  struct location loc = flow_location(vm, SHAPES, "Shapes.loop@13");
  assert_int_equal(loc.bci, 13);
  refused(vm, "Shapes.loop@14", "@13");
  refused(vm, "Shapes.loop@14", "@16");
}

static void library_classes(void **state) {
  struct vm *vm = *state;
  struct method *equals = flow_method(vm, "java/util/AbstractList", "equals", NULL);
  struct location here = {equals, 0}, there;
  char *text = location_method_text(&here);
  there = flow_location(vm, SHAPES, text);
  assert_true(location_equal(&here, &there));
  assert_memory_equal(text, "java.util.AbstractList.equals:", 30);
  free(text);
}

static void overloads_are_distinguished(void **state) {
  struct vm *vm = *state;
  struct location loc;
  refused(vm, "Shapes.overloaded@0", "ambiguous");
  loc = flow_location(vm, SHAPES, "Shapes.overloaded(J)I@0");
  assert_ptr_equal(loc.method, flow_method(vm, "shapes/Shapes", "overloaded", "(J)I"));
  loc = flow_location(vm, SHAPES, "Shapes.overloaded(I)I@0");
  assert_ptr_equal(loc.method, flow_method(vm, "shapes/Shapes", "overloaded", "(I)I"));
}

static void a_line_of_a_lambda_is_its_body(void **state) {
  struct vm *vm = *state;
  int line = line_of(vm, "static int twice", "shapes.Shapes.twice");
  char *text = mem_printf("Shapes.java:%d", line), *lambda;
  struct location loc;
  struct error err = {0};
  loc = flow_location(vm, SHAPES, text);
  assert_memory_equal(loc.method->name->s, "lambda$twice$", 13);
  assert_int_equal(location_count(vm, SHAPES, text, &loc, &err), 2);
  assert_memory_equal(loc.method->name->s, "lambda$twice$", 13);
  lambda = mem_printf("shapes.Shapes.twice:%d", line);
  loc = flow_location(vm, SHAPES, lambda);
  assert_string_equal(loc.method->name->s, "twice");
  free(text);
  free(lambda);
}

static void unknown_places_are_named(void **state) {
  struct vm *vm = *state;
  int line = line_of(vm, "int s = 0;", "shapes.Shapes.loop");
  char *text = mem_printf("Shapes.java:%d", line - 1); /* the method's header */
  char *near = mem_printf("shapes.Shapes.loop:%d", line);
  refused(vm, text, near);
  refused(vm, "Shapes.java:60000", "nearest");
  refused(vm, "Shapess.java:3", "Shapes.java");
  refused(vm, "Shapess.loop:3", "no class");
  refused(vm, "Shapess.loop:3", "shapes.Shapes");
  refused(vm, "Shapes.lop:3", "no method lop");
  refused(vm, "java.util.AbstractList.equalz:3", "no method equalz");
  refused(vm, "java.util.NoSuchList.equals:3", "no class");
  free(text);
  free(near);
}

static void malformed_texts(void **state) {
  struct vm *vm = *state;
  static const char *const texts[] = {"Shapes",    "Shapes:",      ":12", "Shapes:x",
                                      "Shapes:-1", "Shapes:99999", "@3",  "Shapes.java@3"};
  for (size_t i = 0; i < COUNT(texts); i++) refused(vm, texts[i], "expected File.java:LINE");
}

static void programs_classes_exclude_the_library(void **state) {
  struct vm *vm = *state;
  struct error err = {0};
  uint32_t n;
  struct klass **k = program_classes(vm, SHAPES, &n, &err);
  bool worker = false;
  assert_non_null(k);
  assert_string_equal(k[0]->name->s, "shapes/Shapes");
  for (uint32_t i = 0; i < n; i++) {
    assert_false(k[i]->is_jdk);
    worker |= !strcmp(k[i]->name->s, "shapes/Shapes$Worker");
    for (uint32_t j = 0; j < i; j++) assert_ptr_not_equal(k[i], k[j]);
  }
  assert_true(worker);
  free(k);
  assert_null(program_classes(vm, "no.such.Main", &n, &err));
  assert_int_equal(err.code, ERR_INPUT);
}

static char *write_sequence(const char *text) {
  const char *dir = getenv("TEST_TMP");
  char *path = mem_printf("%s/heddle-test-%d.seq", dir ? dir : "/tmp", (int)getpid());
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  assert_int_equal(fclose(f), 0);
  return path;
}

static void sequence_files(void **state) {
  struct vm *vm = *state;
  struct sequence seq = {0};
  struct error err = {0};
  char *path = write_sequence(
      "# first\n\n  Shapes.loop@0  \r\nShapes.loop@2\n#Shapes.nothing@1\nShapes.loop@0");
  assert_int_equal(sequence_read(vm, SHAPES, path, &seq, &err), 0);
  assert_int_equal(seq.v.len, 3);
  assert_int_equal(seq.v.data[1].bci, 2);
  assert_true(location_equal(&seq.v.data[0], &seq.v.data[2]));
  sequence_release(&seq);
  unlink(path);
  free(path);
}

static void bad_sequence_files_name_the_line(void **state) {
  struct vm *vm = *state;
  struct sequence seq = {0};
  struct error err = {0};
  char *path = write_sequence("# comment\nShapes.loop@0\nShapes.lop@0\n");
  assert_int_equal(sequence_read(vm, SHAPES, path, &seq, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, ".seq:3: "));
  assert_int_equal(seq.v.len, 0);
  unlink(path);
  error_clear(&err);
  assert_int_equal(sequence_read(vm, SHAPES, path, &seq, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, path));
  free(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_forms_name_the_same_place),
      cmocka_unit_test(nested_classes_go_by_dollar_or_dot),
      cmocka_unit_test(a_line_is_observed_at_its_first_bytecode),
      cmocka_unit_test(bytecode_indices),
      cmocka_unit_test(library_classes),
      cmocka_unit_test(overloads_are_distinguished),
      cmocka_unit_test(a_line_of_a_lambda_is_its_body),
      cmocka_unit_test(unknown_places_are_named),
      cmocka_unit_test(malformed_texts),
      cmocka_unit_test(programs_classes_exclude_the_library),
      cmocka_unit_test(sequence_files),
      cmocka_unit_test(bad_sequence_files_name_the_line),
  };
  return cmocka_run_group_tests(tests, flow_setup, flow_teardown);
}
