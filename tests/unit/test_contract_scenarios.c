/* Scenarios of a contract: variants of its object, calls whose arguments change, queries of the
 * object that returned it (soundness rule 33, atomic is shown). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/run.h"
#include "trace/contracts/verify.h"

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

/* A variant contains only claimed calls. */
static void test_variants(void **state) {
  static const struct contract row = {.before = "q = new A()|~ q = new B()|? q = new C()",
                                      .around = "",
                                      .beside = "b.run()",
                                      .after = "q",
                                      .methods = "put"};
  static const struct {
    const char *text;
    bool variant, looks;
  } setups[] = {
      {"q = new A()", false, true}, {"q = new B()", true, false}, {"q = new C()", true, true}};
  struct contract_calls calls = {0};
  struct scenarios s;
  struct setup setup;
  size_t n = 0;
  (void)state;
  for (const char *at = row.before; setup_next(&at, &setup); n++) {
    assert_int_equal(setup.len, strlen(setups[n].text));
    assert_memory_equal(setup.text, setups[n].text, setup.len);
    assert_int_equal(setup.variant, setups[n].variant);
    assert_int_equal(setup.looks, setups[n].looks);
  }
  assert_int_equal(n, COUNT(setups));
  add_call(&calls, "peek");
  add_call(&calls, "put");
  scenarios_of(&row, &calls, &s);
  assert_true(has_scenario(&s, "q = new A() { q.peek(0) || q.put(1) } q"));
  assert_false(has_scenario(&s, "q = new B() { q.peek(0) || q.put(1) } q"));
  assert_true(has_scenario(&s, "q = new B() { q.put(0) || q.put(1) } q"));
  assert_true(has_scenario(&s, "q = new C() { q.put(0) || b.run() } q"));
  scenarios_release(&s);
}

/* ---- calls with changing arguments ---- */

static const struct contract *row_of(const char *klass) {
  const struct contract *row;
  for (size_t i = 0; (row = contract_row(i)); i++)
    if (!strcmp(row->klass, klass)) return row;
  fail_msg("no row of %s", klass);
  return NULL;
}

/* Each text is a scenario that had an end which is impossible if the method is a single step. */
static void test_given(void **state) {
#define QUEUE "y = new ConcurrentLinkedQueue(Arrays.asList(1, 2)); x = new ConcurrentLinkedQueue()"
#define BUFFERS "y = new StringBuffer(\"ab\"); x = new StringBuffer(\"ad\")"
#define VECTORS "y = new Vector(Arrays.asList(1, 2)); x = new Vector(Arrays.asList(1, 4))"
#define BUFFER "q = new StringBuffer(\"ab\"); o = new StringBuffer(\"cd\"); "
  static const struct {
    const char *klass, *text;
  } rows[] = {
      {"java/lang/StringBuffer",
       BUFFER QUEUE "; q.append((java.lang.Object) x) { q.append((java.lang.Object) y) || "
                    "y.poll(); y.add(3) } q"},
      {"java/lang/StringBuffer",
       BUFFER BUFFERS "; q.append((java.lang.CharSequence) x) { q.append((java.lang.CharSequence) "
                      "y) || y.setLength(0); y.append(\"cd\") } q"},
      {"java/util/Vector", "q = new Vector(); " VECTORS
                           "; q.add((java.lang.Object) y) { q.contains((java.lang.Object) x) || "
                           "y.set(0, 3); y.set(1, 4) } q"},
      {"java/util/Collections$SynchronizedCollection",
       "q = Collections.synchronizedCollection(new ArrayList()); " QUEUE
       "; q.add((java.lang.Object) y) { q.toString() || y.poll(); y.add(3) } q"},
      {"java/util/Collections$SynchronizedCollection",
       "b = new ConcurrentLinkedQueue(Arrays.asList(1, 5)); "
       "q = Collections.synchronizedCollection(b) { q.toString() || b.poll(); b.add(3) } q"},
      {"java/util/Collections$SynchronizedMap",
       "b = new ConcurrentHashMap(); b.put(0, 1); b.put(1, 5); "
       "q = Collections.synchronizedMap(b) { q.containsValue(5) || b.put(0, 5); b.put(1, 2) } q"},
      {"java/util/Collections$SynchronizedCollection",
       "b = new ArrayList(Arrays.asList(5, 4)); q = Collections.synchronizedCollection(b) "
       "{ q.remove(5) || b.get(0); b.size() } q"},
      {"java/util/Properties",
       "b = new Properties(); b.setProperty(\"x0\", \"2\"); q = new Properties(b) "
       "{ q.getProperty(\"x0\") || q.setProperty(\"x0\", \"3\"); b.remove(\"x0\") } "
       "q.getProperty(\"xy\")"}};
#undef QUEUE
#undef BUFFERS
#undef VECTORS
#undef BUFFER
  struct engine_options o;
  struct engine_run *r;
  struct error err = {0};
  (void)state;
  engine_options_init(&o);
  o.cold = true;
  if (engine_run_open(&o, &r, &err)) fail_msg("%s", err.msg);
  for (size_t i = 0; i < COUNT(rows); i++) {
    struct contract_calls calls;
    struct scenarios s;
    if (engine_run_calls(r, rows[i].klass, &calls, &err)) fail_msg("%s", err.msg);
    scenarios_of(row_of(rows[i].klass), &calls, &s);
    if (!has_scenario(&s, rows[i].text)) fail_msg("%s: %s", rows[i].klass, rows[i].text);
    scenarios_release(&s);
  }
  engine_run_close(r);
}

/* A lock view belongs to the object that returned it. */
static void test_giver(void **state) {
  char *klass, *variable;
  (void)state;
  assert_true(looks_giver(row_of("java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock"),
                          &klass, &variable));
  assert_string_equal(klass, "java/util/concurrent/locks/ReentrantReadWriteLock");
  assert_string_equal(variable, "all");
  free(klass);
  free(variable);
  assert_false(looks_giver(row_of("java/util/Vector"), &klass, &variable));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_variants), cmocka_unit_test(test_given),
                                     cmocka_unit_test(test_giver)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
