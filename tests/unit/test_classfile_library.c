/* The class file parser: every class of java.base, javac's output for a sample, and damaged input.
 *
 * timeout: 120 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/classfile/insn.h"
#include "engine/classfile/disasm.h"
#include "tests/tools/support/jdk_class.h"

/* Every class of java.base parses, has the name of its path, and its code passes the static
 * checks. */
struct survey {
  struct symtab *syms;
  unsigned classes, methods, insns;
};

static void survey_code(struct survey *s, const struct class_file *cf,
                        const struct method_info *m) {
  struct error err = {0};
  struct insn in;
  if (code_check(cf, m, NULL, &err) != 0) fail_msg("%s", err.msg);
  for (uint32_t pc = 0; pc < m->code_len; pc = in.next, s->insns++)
    assert_int_equal(insn_decode(m->code, m->code_len, pc, &in), 0);
}

static int survey_class(void *arg, const struct jimage_entry *e) {
  struct survey *s = arg;
  struct error err = {0};
  struct class_file *cf;
  struct pool pool;
  char name[500];
  if (strcmp(e->module, "java.base") != 0 || strcmp(e->extension, "class") != 0) return 0;
  snprintf(name, sizeof name, "%s%s%s", e->parent, *e->parent ? "/" : "", e->base);
  pool_init(&pool);
  if (class_parse(e->data, e->len, name, &pool, s->syms, &cf, &err) != 0) fail_msg("%s", err.msg);
  assert_string_equal(cf->name->s, name);
  for (unsigned i = 0; i < cf->method_count; i++) survey_code(s, cf, &cf->methods[i]);
  s->classes++;
  s->methods += cf->method_count;
  pool_release(&pool);
  return 0;
}

/* Returns the number of classes according to the JDK's tool jimage; -1: there is no such tool. */
static int classes_by_tool(const struct jdk_classes *k) {
  char *command =
      mem_printf("'%s/bin/jimage' list --include 'regex:/java[.]base/.*[.]class' '%s' 2>/dev/null",
                 k->home, k->modules);
  char line[1000];
  int n = 0;
  FILE *f = popen(command, "r");
  assert_non_null(f);
  while (fgets(line, sizeof line, f)) n += strstr(line, ".class\n") != NULL;
  free(command);
  return pclose(f) == 0 ? n : -1;
}

static void all_of_java_base_parses(void **state) {
  struct jdk_classes *k = *state;
  struct survey s = {.syms = k->syms};
  struct error err = {0};
  int expected = classes_by_tool(k);
  assert_int_equal(jimage_each(k->image, survey_class, &s, &err), 0);
  print_message("# %u classes, %u methods, %u instructions\n", s.classes, s.methods, s.insns);
  if (expected >= 0)
    assert_int_equal(s.classes, expected);
  else
    assert_true(s.classes > 5000);
  assert_true(s.insns > 20 * s.classes);
}

/* Damaged input never causes a crash; it causes one message with the name and the offset. */
static const char *const small_classes[] = {
    "java/lang/Runnable",   "java/util/Optional",     "java/lang/Boolean",
    "java/util/Comparator", "java/lang/Thread$State", "java/lang/FunctionalInterface"};

static void cut_off_anywhere_is_an_error(void **state) {
  struct jdk_classes *k = *state;
  for (size_t c = 0; c < COUNT(small_classes); c++) {
    size_t len;
    const uint8_t *data = jdk_class_bytes(k, small_classes[c], &len);
    for (size_t n = 0; n < len; n++) {
      /* exactly n bytes, so that the address sanitizer notices reads beyond the end */
      uint8_t *copy = memcpy(malloc(n ? n : 1), data, n);
      struct class_file *cf;
      struct error err = {0};
      struct pool pool;
      pool_init(&pool);
      assert_int_equal(class_parse(copy, n, "Cut.class", &pool, k->syms, &cf, &err), ERR_INPUT);
      assert_null(cf);
      assert_int_equal(err.code, ERR_INPUT);
      assert_ptr_equal(strstr(err.msg, "Cut.class: "), err.msg);
      assert_non_null(strstr(err.msg, "offset"));
      assert_int_equal(class_parse_image(copy, n, symtab_cstr(k->syms, small_classes[c]), &pool,
                                         k->syms, &cf, &err),
                       ERR_INPUT);
      assert_null(cf);
      pool_release(&pool);
      free(copy);
    }
  }
}

/* A class of an image refers to the image's bytes without copying them, and is not checked
 * again. */
static void image_is_viewed(void **state) {
  struct jdk_classes *k = *state;
  const char *name = "java/util/Optional";
  size_t len;
  const uint8_t *data = jdk_class_bytes(k, name, &len);
  uint8_t *copy = memcpy(malloc(len), data, len), *bad;
  struct class_file *seen, *copied;
  struct error err = {0};
  struct pool pool;
  pool_init(&pool);
  assert_int_equal(class_parse(copy, len, name, &pool, k->syms, &copied, &err), 0);
  assert_int_equal(
      class_parse_image(copy, len, symtab_cstr(k->syms, name), &pool, k->syms, &seen, &err), 0);
  assert_int_equal(seen->method_count, copied->method_count);
  assert_memory_equal(seen->hash, copied->hash, sizeof seen->hash);
  for (unsigned i = 0; i < seen->method_count; i++) {
    const struct method_info *a = &seen->methods[i], *b = &copied->methods[i];
    assert_int_equal(a->code_len, b->code_len);
    if (!a->code_len) continue;
    assert_true(a->code > copy && a->code + a->code_len <= copy + len);
    assert_false(b->code >= copy && b->code < copy + len);
    assert_memory_equal(a->code, b->code, a->code_len);
  }
  assert_int_equal(class_parse_image(copy, len, symtab_cstr(k->syms, "java/util/Other"), &pool,
                                     k->syms, &seen, &err),
                   ERR_NOTFOUND);
  bad = memmem(copy, len, "isPresent", strlen("isPresent"));
  assert_non_null(bad);
  bad[0] = '/'; /* an invalid method name */
  assert_int_equal(class_parse(copy, len, name, &pool, k->syms, &copied, &err), ERR_INPUT);
  assert_int_equal(
      class_parse_image(copy, len, symtab_cstr(k->syms, name), &pool, k->syms, &seen, &err), 0);
  pool_release(&pool);
  free(copy);
}

static uint32_t next_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*seed >> 33);
}

static void use_everything(const struct class_file *cf) {
  char text[200];
  for (unsigned i = 0; i < cf->method_count; i++) {
    const struct method_info *m = &cf->methods[i];
    struct error err = {0};
    int popped, pushed, sound = code_check(cf, m, NULL, &err) == 0;
    struct insn in;
    assert_true(sound || err.msg[0]);
    for (uint32_t pc = 0; pc < m->code_len; pc++) disasm_insn(cf, m, pc, text, sizeof text);
    for (uint32_t pc = 0; sound && pc < m->code_len; pc = in.next) {
      assert_int_equal(insn_decode(m->code, m->code_len, pc, &in), 0);
      insn_slots(cf, &in, &popped, &pushed);
      assert_in_range(popped, 0, 256);
    }
    method_line(m, 0);
  }
}

static void changed_bytes_never_crash(void **state) {
  struct jdk_classes *k = *state;
  unsigned refused = 0, taken = 0;
  uint64_t seed = 1;
  for (int round = 0; round < 6000; round++) {
    size_t len;
    const uint8_t *data =
        jdk_class_bytes(k, small_classes[(unsigned)round % COUNT(small_classes)], &len);
    uint8_t *copy = memcpy(malloc(len), data, len);
    struct class_file *cf;
    struct error err = {0};
    struct pool pool;
    pool_init(&pool);
    for (uint32_t n = 1 + next_random(&seed) % 3; n > 0; n--)
      copy[next_random(&seed) % len] = next_random(&seed) % 4 ? (uint8_t)next_random(&seed) : 0xff;
    if (class_parse(copy, len, "Changed.class", &pool, k->syms, &cf, &err) == 0) {
      use_everything(cf);
      taken++;
    } else {
      assert_int_equal(err.code, ERR_INPUT);
      assert_non_null(strstr(err.msg, "Changed.class: bad class file at offset"));
      refused++;
    }
    pool_release(&pool);
    free(copy);
  }
  assert_true(refused > 500 && taken > 500);
}

static void headers_are_checked(void **state) {
  struct jdk_classes *k = *state;
  static const struct {
    unsigned at;
    uint8_t value;
    const char *message;
  } cases[] = {
      {0, 0xCB, "magic number"}, {7, 70, "version 70"}, {7, 44, "version 44"}, {6, 1, "version"}};
  size_t len;
  const uint8_t *data = jdk_class_bytes(k, "java/lang/Runnable", &len);
  uint8_t *copy = mem_alloc(len + 1);
  struct class_file *cf;
  for (size_t i = 0; i < COUNT(cases); i++) {
    struct error err = {0};
    memcpy(copy, data, len);
    copy[cases[i].at] = cases[i].value;
    assert_int_equal(class_parse(copy, len, "x", &k->pool, k->syms, &cf, &err), ERR_INPUT);
    assert_non_null(strstr(err.msg, cases[i].message));
  }
  memcpy(copy, data, len);
  struct error err = {0};
  assert_int_equal(class_parse(copy, len + 1, "x", &k->pool, k->syms, &cf, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "1 excess bytes"));
  free(copy);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_of_java_base_parses), cmocka_unit_test(cut_off_anywhere_is_an_error),
      cmocka_unit_test(image_is_viewed),         cmocka_unit_test(changed_bytes_never_crash),
      cmocka_unit_test(headers_are_checked),
  };
  return cmocka_run_group_tests_name("classfile", tests, jdk_classes_setup, jdk_classes_teardown);
}
