/* Records of contracts: which are valid for a JDK, and what searches get from them; the words of
 * claims; the scenarios of a row (soundness rule 33, atomic is shown). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/run.h"
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
  if (evidence_jdk_open(NULL, NULL, &j, &err)) fail_msg("%s", err.msg);
  return j;
}

static void add(struct evidence_set *set, const char *klass, const char *hash, int layer,
                const char *methods) {
  struct error err = {0};
  char *line = record(klass, hash, layer, methods);
  if (evidence_parse(line, strlen(line), "test", set, &err)) fail_msg("%s", err.msg);
  free(line);
}

/* A record for other classes is not valid, whatever it contains. */
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

static void add_line(struct evidence_set *set, const char *klass, const char *hash,
                     const char *more) {
  struct error err = {0};
  char *line = mem_printf(
      "{\"class\":\"%s\",\"jdk\":\"x\",\"hash\":\"%s\",\"layer\":1,\"methods\":\"add\","
      "\"seeing\":\"\",\"failed\":[],\"leftOut\":[],\"unended\":[],%s,"
      "\"scenarios\":2,\"open\":0,\"states\":3,\"maxStates\":9,\"seconds\":0.5}\n",
      klass, hash, more);
  if (evidence_parse(line, strlen(line), "test", set, &err)) fail_msg("%s", err.msg);
  free(line);
}

/* An iterator has a line for the methods that walks used, unless one saw inside an object of
 * another class. Only iterators of the record's own class have such a line. */
static void test_walked(void **state) {
  struct evidence_jdk *j = jdk_opened();
  struct evidence_set set = {0};
  struct error err = {0};
  char vector[33], stack[33], *text;
  (void)state;
  assert_int_equal(evidence_hash(j, "java/util/Vector", vector, &err), 0);
  assert_int_equal(evidence_hash(j, "java/util/Stack", stack, &err), 0);
  add_line(&set, "java/util/Vector", vector,
           "\"walked\":[\"java/util/Vector$Itr next remove\",\"java/util/Stack$A next\"],"
           "\"unwalked\":[],\"observers\":\"permits\"");
  text = evidence_text(&set, j, INT_MAX, NULL);
  assert_string_equal(text,
                      "java/util/Vector add||permits\n"
                      "java/util/Vector$Itr |* !next !remove\n");
  free(text);
  add_line(&set, "java/util/Stack", stack,
           "\"walked\":[\"java/util/Vector$Itr next\"],"
           "\"unwalked\":[\"java/util/Vector$Itr remove\"]");
  text = evidence_text(&set, j, INT_MAX, NULL);
  assert_string_equal(text,
                      "java/util/Vector add||permits\n"
                      "java/util/Vector$Itr |* !next\n"
                      "java/util/Stack add|\n");
  free(text);
  evidence_set_release(&set);
  evidence_jdk_close(j);
}

/* A method that sees inside a step of another class is listed, whether or not its own class has a
 * record. */
static void test_elsewhere(void **state) {
  struct evidence_jdk *j = jdk_opened();
  struct evidence_set set = {0};
  struct error err = {0};
  char vector[33], stack[33], *text, *line;
  (void)state;
  assert_int_equal(evidence_hash(j, "java/util/Vector", vector, &err), 0);
  assert_int_equal(evidence_hash(j, "java/util/Stack", stack, &err), 0);
  add_line(&set, "java/util/Vector", vector, "\"observers\":\"permits\"");
  add_line(&set, "java/util/Stack", stack,
           "\"elsewhere\":[\"java/util/Vector size\",\"a/B get\",\"a/B put\"]");
  text = evidence_text(&set, j, INT_MAX, NULL);
  assert_string_equal(text,
                      "java/util/Vector add| size @java/util/Stack|permits\n"
                      "java/util/Stack add|\n"
                      "a/B | get @java/util/Stack put @java/util/Stack\n");
  free(text);
  line = evidence_line(&set.all.data[1]);
  assert_non_null(strstr(line, "\"elsewhere\":[\"java/util/Vector size\",\"a/B get\","));
  free(line);
  evidence_set_release(&set);
  evidence_jdk_close(j);
}

/* The last record counts, and only records of lower layers. */
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
  assert_null(text); /* nothing was shown for it */
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
  /* Scenarios of each of the two setups: 28 pairs of seven items, minus the 10 of only peek, run,
   * interrupt and unpark; three calls of the two main methods in 4 ways, two by two in 10; each of
   * the 3 claimed methods beside a query of a thread's state; each main method beside a main method
   * or run, with such a query (2 * 3); each main method followed by a park, beside these or poll (2
   * * 4); peek and poll after one main call and beside another (2 * 4). */
  assert_int_equal(s.all.len, 2 * (28 - 10 + 4 + 10 + 3 + 2 * 3 + 2 * 4 + 2 * 4));
  assert_true(has_scenario(&s,
                           "q = new A() { l.lock(); q.put(0); l.unlock() || l.lock(); q.take(1); "
                           "l.unlock(); l.lock(); q.peek(1); l.unlock() } q"));
  assert_true(has_scenario(&s,
                           "q = new A() { l.lock(); q.peek(0); l.unlock() || "
                           "l.lock(); q.put(1); l.unlock() } q"));
  assert_true(has_scenario(&s,
                           "q = new A(); q.b() { l.lock(); q.take(0); l.unlock() || "
                           "t0.interrupt() } q"));
  assert_true(has_scenario(&s,
                           "q = new A() { l.lock(); q.take(0); l.unlock(); LockSupport.park() || "
                           "l.lock(); q.poll(1); l.unlock() } q"));
  assert_true(has_scenario(&s,
                           "q = new A() { l.lock(); q.put(0); l.unlock() || q.run() || "
                           "t1.getState() } q"));
  assert_true(has_scenario(&s, "q = new A() { l.lock(); q.poll(0); l.unlock() || q.run() } q"));
  assert_true(has_scenario(&s,
                           "q = new A() { l.lock(); q.put(0); l.unlock() || "
                           "l.lock(); q.put(1); l.unlock() || l.lock(); q.take(2); l.unlock() "
                           "} q"));
  scenarios_release(&s);
}

/* A method that is called in a special way, and a step that no scenario calls. */
static void test_ways(void **state) {
  static const struct contract row = {.before = "q = new A()",
                                      .around = "take: Math.max(%, 0L)|l.lock(); %; l.unlock()",
                                      .beside = "",
                                      .after = "q",
                                      .methods = "put take; +end"};
  struct contract_calls calls = {0};
  struct scenarios s;
  char *inner;
  (void)state;
  add_call(&calls, "put");
  add_call(&calls, "take");
  inner = contract_inner(&row, &calls);
  assert_string_equal(inner, "+end");
  free(inner);
  assert_true(contract_claims(row.methods, "end") && contract_is_apart(row.methods, "end"));
  assert_false(contract_is_apart(row.methods, "put"));
  scenarios_of(&row, &calls, &s);
  assert_true(has_scenario(
      &s, "q = new A() { l.lock(); q.put(0); l.unlock() || Math.max(q.take(1), 0L) } q"));
  scenarios_release(&s);
}

/* If a row claims internal methods of its class, its `beside` items form scenarios too. */
static void test_inner(void **state) {
  static const struct contract row = {.before = "q = new A()",
                                      .around = "",
                                      .beside = "q.a()|q.b()",
                                      .after = "q",
                                      .methods = "put; work"};
  struct contract_calls calls = {0};
  struct scenarios s;
  char *inner;
  (void)state;
  add_call(&calls, "put");
  inner = contract_inner(&row, &calls);
  assert_string_equal(inner, "work");
  free(inner);
  scenarios_of(&row, &calls, &s);
  assert_true(has_scenario(&s, "q = new A() { q.a() || q.b() } q"));
  assert_false(has_scenario(&s, "q = new A() { q.a() || t0.interrupt() } q"));
  scenarios_release(&s);
}

/* Views and iterators that a class returns are walked by their declared class. */
static void test_walks(void **state) {
  struct engine_options o;
  struct engine_run *r;
  struct contract_calls calls;
  struct error err = {0};
  struct text methods = {0};
  size_t walk = 0;
  (void)state;
  engine_options_init(&o);
  o.cold = true;
  if (engine_run_open(&o, &r, &err)) fail_msg("%s", err.msg);
  if (engine_run_calls(r, "java/util/concurrent/ConcurrentHashMap", &calls, &err))
    fail_msg("%s", err.msg);
  while (walk < calls.walks.len &&
         strcmp(calls.walks.data[walk].text,
                "v = q.values(); i = v.iterator(); i.hasNext(); i.next(); i.hasNext()"))
    walk++;
  assert_true(walk < calls.walks.len);
  assert_string_equal(calls.walks.data[walk].names, "v = q.values(); i = v.iterator()");
  assert_string_equal(calls.walks.data[walk].vars, "vi");
  contract_walk_methods(&calls.walks.data[walk], 'v', &methods);
  assert_string_equal(methods.s, "iterator");
  methods.len = 0;
  contract_walk_methods(&calls.walks.data[walk], 'i', &methods);
  assert_string_equal(methods.s, "hasNext next");
  text_release(&methods);
  contract_calls_release(&calls);
  engine_run_close(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hash),     cmocka_unit_test(test_text),
      cmocka_unit_test(test_lines),    cmocka_unit_test(test_built_in),
      cmocka_unit_test(test_words),    cmocka_unit_test(test_scenarios),
      cmocka_unit_test(test_inner),    cmocka_unit_test(test_ways),
      cmocka_unit_test(test_walks),    cmocka_unit_test(test_walked),
      cmocka_unit_test(test_elsewhere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
