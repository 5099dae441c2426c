/* The real JVM as an oracle: its outcomes in repeated runs of a generated program are among those
 * that the search finds. A lost interleaving, a missing scheduling point or two states merged by
 * mistake show as an outcome of the JVM only.
 *
 * timeout: 240 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/inside.h"
#include "engine/session/session.h"
#include "engine/vm/machine.h"

enum { PROGRAMS = 24, MILLISECONDS = 700, MAX_STATES = 200000, MAX_OUTCOMES = 4096 };

struct outcomes {
  char *text[MAX_OUTCOMES];
  uint32_t count;
};

static bool has(const struct outcomes *o, const char *s) {
  uint32_t i;
  for (i = 0; i < o->count; i++)
    if (!strcmp(o->text[i], s)) return true;
  return false;
}

static void add(struct outcomes *o, const char *s) {
  if (has(o, s)) return;
  assert_true(o->count < MAX_OUTCOMES);
  o->text[o->count++] = mem_strdup(s);
}

static void release(struct outcomes *o) {
  while (o->count) free(o->text[--o->count]);
}

static const char *env(const char *name, const char *otherwise) {
  const char *s = getenv(name);
  return s ? s : otherwise;
}

static int programs(void) {
  int n = atoi(env("LIFE_PROGRAMS", "0"));
  return n ? n : PROGRAMS;
}

static struct outcomes *jvm; /* by program */

static void shell(char *command) {
  if (system(command)) fail_msg("failed: %s", command);
  free(command);
}

static int make_programs(void **state) {
  const char *tmp = env("TEST_TMP", "/tmp");
  (void)state;
  shell(mem_printf("'%s' -cp '%s/gen' GenLife %s %d '%s/src'", env("JAVA", "java"),
                   env("HEDDLE_JAVA", "build/java"), env("LIFE_SEED", "1"), programs(), tmp));
  jvm = mem_alloc((size_t)programs() * sizeof *jvm);
  shell(mem_printf("'%s' -g -d '%s/classes' '%s'/src/*.java", env("JAVAC", "javac"), tmp, tmp));
  return 0;
}

/* ---- the JVM ---- */

static void run_jvm(int program, struct outcomes *out) {
  char *command = mem_printf("'%s' -Dnoise=100000 -cp '%s/classes' Life%d %d", env("JAVA", "java"),
                             env("TEST_TMP", "/tmp"), program, MILLISECONDS);
  FILE *f = popen(command, "r");
  char line[256];
  assert_non_null(f);
  while (fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    add(out, line);
  }
  assert_int_equal(pclose(f), 0);
  assert_true(out->count > 0);
  free(command);
}

/* ---- the search ---- */

/* Returns the message of the Error that ends main. */
static const char *outcome_of(const struct violation *v) {
  const char *p = v ? strstr(v->message, "java.lang.Error in thread T0 main: ") : NULL;
  return p ? strstr(p, ": ") + 2 : NULL;
}

static bool explore(struct explorer *x, struct visited *seen, struct outcomes *out) {
  struct choice c[64];
  uint32_t i, n = vm_choices(x->vm, c, COUNT(c));
  bool whole = n <= COUNT(c);
  for (i = 0; i < n && whole; i++) {
    struct error err = {0};
    const struct xnode *k;
    node_id id;
    if (explorer_apply(x, c[i], &id, &err)) fail_msg("%s", err.msg);
    k = xnode(x, id);
    if (k->flags & NODE_FAILED) fail_msg("%s", x->vm->err.msg);
    if (k->violation) {
      if (!outcome_of(k->violation)) fail_msg("%s", k->violation->message);
      add(out, outcome_of(k->violation));
    } else if (!(k->flags & NODE_ENDED) && visited_add(seen, canon_fingerprint(x->canon, false))) {
      whole = visited_count(seen) < MAX_STATES && explore(x, seen, out);
    }
    explorer_pop(x);
  }
  return whole;
}

static bool search(int program, uint64_t blind, struct outcomes *out) {
  char name[32], *path = mem_printf("%s/classes", env("TEST_TMP", "/tmp"));
  struct engine_options o;
  struct engine *e;
  struct error err = {0};
  struct visited *seen = visited_new(false);
  bool whole;
  snprintf(name, sizeof name, "Life%d", program);
  engine_options_init(&o);
  o.class_path = path;
  o.main_class = name;
  o.properties = PROP_DEADLOCK | PROP_EXCEPTION;
  if (engine_open(&o, &e, &err)) fail_msg("%s: %s", name, err.msg);
  engine_vm(e)->blind.operations = blind;
  whole = explore(&e->x, seen, out);
  visited_free(seen);
  engine_close(e);
  free(path);
  return whole;
}

/* Counts programs with an end on the JVM that the search does not find. */
static int unknown(uint64_t blind, int *compared, char **first) {
  int i, bad = 0;
  uint32_t j;
  *compared = 0;
  for (i = 0; i < programs(); i++) {
    struct outcomes found = {.count = 0};
    bool missed = false;
    if (search(i, blind, &found)) {
      ++*compared;
      for (j = 0; j < jvm[i].count && !missed; j++) {
        missed = !has(&found, jvm[i].text[j]);
        if (missed && !*first) *first = mem_printf("Life%d ends with '%s'", i, jvm[i].text[j]);
      }
    }
    bad += missed;
    release(&found);
  }
  return bad;
}

/* On a busy machine the JVM shows fewer outcomes, so programs are run again. */
enum { ROUNDS = 10 };

/* Runs all programs once more on the JVM. Returns how many have shown more than one end so far. */
static int sample(void) {
  int i, several = 0;
  for (i = 0; i < programs(); i++) {
    run_jvm(i, &jvm[i]);
    several += jvm[i].count > 1;
  }
  return several;
}

static void test_outcomes(void **state) {
  int compared, several = 0, round;
  char *first = NULL;
  (void)state;
  for (round = 0; round < ROUNDS && several < programs() / 4; round++) several = sample();
  if (unknown(0, &compared, &first)) fail_msg("the search never finds that %s", first);
  assert_true(compared >= programs() / 2);
  assert_true(several >= programs() / 4); /* otherwise the JVM shows nothing */
}

/* With necessary operations hidden from the search, the JVM must show more. */
static void test_awake(void **state) {
  const uint64_t blind = 1ull << OPK_VOLATILE_READ | 1ull << OPK_VOLATILE_WRITE;
  int compared, round, bad;
  char *first = NULL;
  (void)state;
  for (round = 0; !(bad = unknown(blind, &compared, &first)) && round < ROUNDS; round++) sample();
  assert_true(bad > 0);
  free(first);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_outcomes), cmocka_unit_test(test_awake)};
  return cmocka_run_group_tests(tests, make_programs, NULL);
}
