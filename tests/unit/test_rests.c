/* Records are valid in another JDK if the code that they depend on is the same (soundness rule 33,
 * atomic is shown). The other JDK is a copy of this one's image, in which bytes of a class differ.
 *
 * timeout: 120 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/classfile/insn.h"
#include "engine/engine.h"
#include "engine/env/contracts.h"
#include "tests/tools/support/jdk_class.h"
#include "trace/contracts/verify.h"

struct copy { /* a copy of the JDK's image */
  struct jdk_classes *k;
  char *home;
  uint8_t *map;
  size_t len;
};

static void copy_file(const char *from, const char *home, const char *name) {
  char *command = mem_printf("cp '%s/%s' '%s/%s'", from, name, home, name);
  assert_int_equal(system(command), 0);
  free(command);
}

static int copy_setup(void **state) {
  struct copy *c = mem_alloc(sizeof *c);
  char *path;
  struct stat st;
  int fd;
  if (jdk_classes_setup((void **)&c->k)) return -1;
  c->home = test_path("jdk");
  mkdir(c->home, 0777);
  path = mem_printf("%s/lib", c->home);
  mkdir(path, 0777);
  free(path);
  copy_file(c->k->home, c->home, "lib/modules");
  copy_file(c->k->home, c->home, "release");
  path = mem_printf("%s/lib/modules", c->home);
  chmod(path, 0644);
  fd = open(path, O_RDWR | O_CLOEXEC);
  free(path);
  if (fd < 0 || fstat(fd, &st)) return -1;
  c->len = (size_t)st.st_size;
  c->map = mmap(NULL, c->len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  *state = c;
  return c->map == MAP_FAILED ? -1 : 0;
}

static int copy_teardown(void **state) {
  struct copy *c = *state;
  char *command = mem_printf("rm -rf '%s'", c->home);
  int rc = system(command);
  munmap(c->map, c->len);
  jdk_classes_teardown((void **)&c->k);
  free(command);
  free(c->home);
  free(c);
  return rc;
}

static struct evidence_jdk *jdk_of(const char *home) {
  struct evidence_jdk *j = NULL;
  struct error err = {0};
  if (evidence_jdk_open(home, NULL, &j, &err)) fail_msg("%s", err.msg);
  return j;
}

/* Makes a record with a list of executed code, for this JDK. */
static void make_record(struct evidence_set *set, const char *klass, const char *executed) {
  struct error err = {0};
  struct evidence_jdk *j = jdk_of(NULL);
  char hash[33],
      *line = mem_printf(
          "{\"class\":\"%s\",\"jdk\":\"%s\",\"hash\":\"\",\"layer\":1,\"methods\":\"m\",\"seeing\":"
          "\"\","
          "\"failed\":[],\"leftOut\":[],\"unended\":[],\"scenarios\":2,\"open\":0,\"states\":3,"
          "\"maxStates\":9,\"seconds\":0.5,\"executed\":%s}\n",
          klass, evidence_jdk_version(j), executed);
  struct evidence *e;
  if (evidence_parse(line, strlen(line), "test", set, &err)) fail_msg("%s", err.msg);
  e = &set->all.data[set->all.len - 1];
  if (evidence_hash_of(j, e, hash, &err)) fail_msg("%s", err.msg);
  free(e->hash);
  e->hash = mem_strdup(hash);
  assert_ptr_equal(evidence_for(set, j, klass), e);
  evidence_jdk_close(j);
  free(line);
}

static bool holds(const struct copy *c, const struct evidence_set *set, const char *klass) {
  struct evidence_jdk *j = jdk_of(c->home);
  bool there = evidence_for(set, j, klass) != NULL;
  evidence_jdk_close(j);
  return there;
}

/* Returns the address of the class in the copy. */
static uint8_t *copied(const struct copy *c, const char *klass, const uint8_t **original) {
  size_t len;
  uint8_t *at;
  *original = jdk_class_bytes(c->k, klass, &len);
  at = memmem(c->map, c->len, *original, len);
  if (!at) fail_msg("%s is not in the copy", klass);
  return at;
}

/* Replaces the last return instruction of a method by a nop temporarily. Returns whether the record
 * is valid then. */
static bool holds_without_return(const struct copy *c, const struct evidence_set *set,
                                 const char *klass, const char *of, const char *method) {
  const uint8_t *original;
  uint8_t *bytes = copied(c, of, &original), *end;
  struct error err = {0};
  struct class_file *cf;
  const struct method_info *m;
  size_t len;
  bool there;
  jdk_class_bytes(c->k, of, &len);
  if (class_parse_image(original, len, NULL, &c->k->pool, c->k->syms, &cf, &err))
    fail_msg("%s", err.msg);
  m = class_method(cf, method, NULL);
  end = bytes + (m->code - original) + m->code_len - 1;
  *end = OP_NOP;
  there = holds(c, set, klass);
  *end = m->code[m->code_len - 1];
  return there;
}

#define FUTURE "java/util/concurrent/FutureTask"
#define EXECUTED "{\"" FUTURE "\":\"<init> get run\",\"java/util/concurrent/TimeUnit\":\"\"}"

/* In the library only executed code counts. */
static void test_library(void **state) {
  const struct copy *c = *state;
  struct evidence_set set = {0};
  struct evidence_jdk *j;
  char here[33], there[33];
  struct error err = {0};
  const uint8_t *original;
  uint8_t *bytes = copied(c, FUTURE, &original);
  make_record(&set, FUTURE, EXECUTED);
  assert_true(holds(c, &set, FUTURE));
  assert_true(holds_without_return(c, &set, FUTURE, FUTURE, "isDone"));
  assert_true(holds_without_return(c, &set, FUTURE, "java/util/concurrent/Semaphore", "release"));
  assert_true(holds_without_return(c, &set, FUTURE, "java/util/concurrent/TimeUnit", "toDays"));
  assert_false(holds_without_return(c, &set, FUTURE, FUTURE, "run"));
  assert_false(holds_without_return(c, &set, FUTURE, FUTURE, "get"));
  make_record(&set, FUTURE, "{\"java/util/concurrent/TimeUnit\":\"toDays\"}");
  set.all.data[0].klass[0] = 'x'; /* from here on the record is for another class */
  assert_false(holds_without_return(c, &set, FUTURE, "java/util/concurrent/TimeUnit", "toDays"));
  assert_false(holds_without_return(c, &set, FUTURE, FUTURE, "isDone")); /* not in the list */
  /* a record without a list depends on all bytes */
  j = jdk_of(NULL);
  assert_int_equal(evidence_hash(j, FUTURE, here, &err), 0);
  evidence_jdk_close(j);
  bytes[5] ^= 1; /* in the class file's version */
  j = jdk_of(c->home);
  assert_int_equal(evidence_hash(j, FUTURE, there, &err), 0);
  evidence_jdk_close(j);
  bytes[5] ^= 1;
  assert_string_not_equal(here, there);
  evidence_set_release(&set);
}

/* Outside the library all methods of the class count, of its nested classes and of its
 * superclasses. */
static void test_outside(void **state) {
  static const char vector[] = "java/util/Vector";
  const struct copy *c = *state;
  struct evidence_set set = {0};
  make_record(&set, vector, EXECUTED);
  assert_true(holds(c, &set, vector));
  assert_false(holds_without_return(c, &set, vector, vector, "trimToSize"));
  assert_false(
      holds_without_return(c, &set, vector, "java/util/Vector$Itr", "checkForComodification"));
  assert_false(holds_without_return(c, &set, vector, "java/util/AbstractList", "clear"));
  assert_false(holds_without_return(c, &set, vector, FUTURE, "run"));
  assert_true(holds_without_return(c, &set, vector, "java/util/Stack", "push"));
  evidence_set_release(&set);
}

/* A class that the JDK lacks, and another feature release. */
static void test_elsewhere(void **state) {
  const struct copy *c = *state;
  struct evidence_set set = {0};
  char *path = mem_printf("%s/release", c->home);
  make_record(&set, FUTURE, EXECUTED);
  assert_true(holds(c, &set, FUTURE));
  write_file(path, "JAVA_VERSION=\"16.0.1\"\n", 23);
  assert_false(holds(c, &set, FUTURE));
  copy_file(c->k->home, c->home, "release");
  assert_true(holds(c, &set, FUTURE));
  json_object_set_new(set.all.data[0].executed, "java/util/concurrent/NoTask", json_string(""));
  assert_false(holds(c, &set, FUTURE));
  evidence_set_release(&set);
  free(path);
}

/* The list contains the executed methods, but only those of classes of the image. */
static void test_listed(void **state) {
  static const char queue[] = "java/util/concurrent/ConcurrentLinkedQueue";
  char text[] =
      "q = new ConcurrentLinkedQueue(); q.add(5); c = new ArrayList() { "
      "q.removeAll(c) || q.peek() }",
       *argv[] = {text, NULL};
  struct engine_options o;
  struct search_options so;
  struct search_report r;
  struct schedule found = {0};
  struct engine *e;
  struct error err = {0};
  const char *klass, *methods;
  json_t *listed, *ignored;
  (void)state;
  engine_options_init(&o);
  o.main_class = "heddle.Scenario";
  o.argc = 1;
  o.argv = argv;
  search_options_init(&so);
  if (engine_open(&o, &e, &err) || engine_search(e, &so, NULL, NULL, NULL, &r, &found, &err))
    fail_msg("%s", err.msg);
  listed = executed_found(e);
  methods = json_string_value(json_object_get(listed, queue));
  assert_non_null(methods);
  assert_true(contract_claims(methods, "removeAll"));
  assert_true(contract_claims(methods, "lambda$removeAll$0"));
  assert_true(contract_claims(methods, "peek"));
  assert_false(contract_claims(methods, "poll"));
  json_object_foreach(listed, klass, ignored) assert_null(strstr(klass, "$$"));
  json_decref(listed);
  schedule_release(&found);
  engine_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_library), cmocka_unit_test(test_outside),
                                     cmocka_unit_test(test_elsewhere),
                                     cmocka_unit_test(test_listed)};
  return cmocka_run_group_tests(tests, copy_setup, copy_teardown);
}
