/* Records of contracts: which hold for a JDK, and what searches are given of them; the words of
 * claims; the scenarios of a row (soundness rule 33, atomic is shown). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "trace/contracts/verify.h"

static char *record(const char *klass, const char *hash, int layer, const char *methods) {
  return mem_printf(
      "{\"class\":\"%s\",\"jdk\":\"x\",\"hash\":\"%s\",\"layer\":%d,\"methods\":\"%s\","
      "\"seeing\":\"size\",\"failed\":[],\"leftOut\":[\"drain(J)V\"],\"unended\":[],"
      "\"scenarios\":2,\"open\":0,\"states\":3,\"maxStates\":9,\"seconds\":0.5}\n",
      klass, hash, layer, methods);
}

static struct evidence_jdk *jdk_opened(void) {
  struct evidence_jdk *j = NULL;
  struct error err = {0};
  if (evidence_jdk_open(NULL, &j, &err)) fail_msg("%s", err.msg);
  return j;
}

static void add(struct evidence_set *set, const char *klass, const char *hash, int layer,
                const char *methods) {
  struct error err = {0};
  char *line = record(klass, hash, layer, methods);
  if (evidence_parse(line, strlen(line), "test", set, &err)) fail_msg("%s", err.msg);
  free(line);
}

/* A record of other classes does not hold, whatever it says. */
static void test_hash(void **state) {
  struct evidence_jdk *j = jdk_opened();
  struct evidence_set set = {0};
  struct error err = {0};
  char vector[33], stack[33];
  (void)state;
  assert_int_equal(evidence_hash(j, "java/util/Vector", vector, &err), 0);
  assert_int_equal(evidence_hash(j, "java/util/Stack", stack, &err), 0);
  assert_string_not_equal(vector, stack);
  add(&set, "java/util/Vector", stack, 1, "add");
  assert_null(evidence_for(&set, j, "java/util/Vector"));
  assert_null(evidence_text(&set, j, INT_MAX, NULL));
  add(&set, "java/util/Vector", vector, 1, "add get");
  assert_ptr_equal(evidence_for(&set, j, "java/util/Vector"), &set.all.data[1]);
  assert_null(evidence_for(&set, j, "java/util/Stack"));
  assert_int_equal(evidence_hash(j, "java/util/NoVector", vector, &err), ERR_NOTFOUND);
  evidence_set_release(&set);
  evidence_jdk_close(j);
}

/* The last record counts, and of the layers below. */
static void test_text(void **state) {
  struct evidence_jdk *j = jdk_opened();
  struct evidence_set set = {0};
  struct error err = {0};
  char vector[33], stack[33], *text;
  uint32_t methods;
  (void)state;
  assert_int_equal(evidence_hash(j, "java/util/Vector", vector, &err), 0);
  assert_int_equal(evidence_hash(j, "java/util/Stack", stack, &err), 0);
  add(&set, "java/util/Vector", vector, 1, "add");
  add(&set, "java/util/Stack", stack, 2, "push pop");
  add(&set, "java/util/Vector", vector, 1, "get set");
  text = evidence_text(&set, j, INT_MAX, &methods);
  assert_string_equal(text,
                      "java/util/Vector get set|size drain(J)V\n"
                      "java/util/Stack push pop|size drain(J)V\n");
  assert_int_equal(methods, 4);
  free(text);
  text = evidence_text(&set, j, 2, NULL);
  assert_string_equal(text, "java/util/Vector get set|size drain(J)V\n");
  free(text);
  add(&set, "java/util/Vector", vector, 1, "");
  text = evidence_text(&set, j, 2, NULL);
  assert_null(text); /* nothing was shown of it */
  evidence_set_release(&set);
  evidence_jdk_close(j);
}

static void test_lines(void **state) {
  static const char *const bad[] = {"{}", "[1]", "x", "{\"class\":\"a\"}"};
  struct evidence_set set = {0}, again = {0};
  struct error err = {0};
  char *line;
  (void)state;
  for (size_t i = 0; i < COUNT(bad); i++) {
    error_clear(&err);
    assert_int_equal(evidence_parse(bad[i], strlen(bad[i]), "file", &set, &err), ERR_INPUT);
    assert_non_null(strstr(err.msg, "file:1: no record of a contract"));
  }
  assert_int_equal(set.all.len, 0);
  add(&set, "a/B", "00", 3, "m");
  line = evidence_line(&set.all.data[0]);
  error_clear(&err);
  assert_int_equal(evidence_parse(line, strlen(line), "again", &again, &err), 0);
  assert_string_equal(again.all.data[0].methods, "m");
  assert_int_equal(again.all.data[0].layer, 3);
  assert_int_equal(json_array_size(again.all.data[0].left_out), 1);
  free(line);
  evidence_set_release(&set);
  evidence_set_release(&again);
}

static void test_built_in(void **state) {
  struct evidence_set set = {0};
  struct error err = {0};
  (void)state;
  assert_int_equal(evidence_built_in(&set, &err), 0);
  assert_true(set.all.len >= 40);
  evidence_set_release(&set);
}

static void test_words(void **state) {
  static const struct {
    const char *methods, *name;
    bool claims, is_main;
  } rows[] = {{"put take; poll size", "put", true, true},
              {"put take; poll size", "take", true, true},
              {"put take; poll size", "poll", true, false},
              {"put take; poll size", "tak", false, false},
              {"put take; poll size", "akes", false, false},
              {"put take", "take", true, true},
              {"* !close", "close", false, false},
              {"* !close", "open", true, false},
              {"* !close", "los", true, false},
              {"", "put", false, false}};
  (void)state;
  for (size_t i = 0; i < COUNT(rows); i++) {
    assert_int_equal(contract_claims(rows[i].methods, rows[i].name), rows[i].claims);
    assert_int_equal(contract_is_main(rows[i].methods, rows[i].name), rows[i].is_main);
  }
}

/* ---- the scenarios of a row ---- */

static void add_call(struct contract_calls *calls, const char *method) {
  struct contract_call c = {.method = mem_strdup(method)};
  for (int who = 0; who < CONTRACT_THREADS; who++)
    c.text[who] = mem_printf("q.%s(%d)", method, who);
  *vec_push(&calls->all) = c;
}

static bool has_scenario(const struct scenarios *s, const char *text) {
  for (size_t i = 0; i < s->all.len; i++)
    if (!strcmp(s->all.data[i].text, text)) return true;
  return false;
}

static void test_scenarios(void **state) {
  static const struct contract row = {.before = "q = new A()|q = new A(); q.b()",
                                      .around = "l.lock(); %; l.unlock()",
                                      .beside = "q.run()",
                                      .after = "q",
                                      .methods = "put take; poll"};
  struct contract_calls calls = {0};
  struct scenarios s;
  (void)state;
  add_call(&calls, "peek");
  add_call(&calls, "poll");
  add_call(&calls, "put");
  add_call(&calls, "take");
  scenarios_of(&row, &calls, &s);
  /* Pairs of six that threads can do, less those of peek, run and the interrupt alone; of two main
   * methods, three by one in four ways and two by two in ten: all for each of the two set-ups. */
  assert_int_equal(s.all.len, 2 * (21 - 6 + 4 + 10));
  assert_true(has_scenario(&s,
                           "q = new A() { l.lock(); q.peek(0); l.unlock() || "
                           "l.lock(); q.put(1); l.unlock() } q"));
  assert_true(has_scenario(&s,
                           "q = new A(); q.b() { l.lock(); q.take(0); l.unlock() || "
                           "t0.interrupt() } q"));
  assert_true(has_scenario(&s, "q = new A() { l.lock(); q.poll(0); l.unlock() || q.run() } q"));
  assert_true(has_scenario(&s,
                           "q = new A() { l.lock(); q.put(0); l.unlock() || "
                           "l.lock(); q.put(1); l.unlock() || l.lock(); q.take(2); l.unlock() "
                           "} q"));
  scenarios_release(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hash),  cmocka_unit_test(test_text),
      cmocka_unit_test(test_lines), cmocka_unit_test(test_built_in),
      cmocka_unit_test(test_words), cmocka_unit_test(test_scenarios)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
