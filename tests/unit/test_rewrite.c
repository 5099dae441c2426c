/* The rewriter: no part of a class is lost, sites and the map of moved instructions are correct,
 * and accesses to an uninitialised `this` get no probes.
 *
 * timeout: 300 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/classfile/insn.h"
#include "tests/tools/support/jdk_class.h"
#include "trace/recorder/rewrite.h"
#include "rewrite_fixture.h"

/* ---- unchanged parts ---- */

static void only_too_large_classes_are_refused(void **state) {
  struct rewrite_job job = rewrite_job_init();
  rewrite_module(*state, &job, "java.base", 2);
  assert_true(job.rewritten > 2000);
  assert_true(job.too_large < 20);
  assert_true(job.sites > 100000);
}

static void nothing_wanted_nothing_changed(void **state) {
  struct rewrite_job job = rewrite_job_init();
  job.o.events = (struct event_set){0};
  job.o.noise = false;
  rewrite_module(*state, &job, "java.logging", 1);
  assert_int_equal(job.rewritten, 0);
  assert_true(job.unchanged > 30);
}

static void same_input_same_output(void **state) {
  size_t len, n1, n2;
  const uint8_t *data = jdk_class_bytes(*state, "java/util/HashMap", &len);
  struct class_file *cf = jdk_class(*state, "java/util/HashMap");
  uint8_t *a, *b;
  struct error err = {0};
  struct rewrite_job one = rewrite_job_init(), two = rewrite_job_init();
  one.o.arg = &one;
  two.o.arg = &two;
  assert_int_equal(class_rewrite(data, len, cf, &one.o, &a, &n1, &err), 0);
  assert_int_equal(class_rewrite(data, len, cf, &two.o, &b, &n2, &err), 0);
  assert_int_equal(n1, n2);
  assert_memory_equal(a, b, n1);
  free(a);
  free(b);
}

/* Fields, constants, attributes, lines and handlers are the same as before, whether or not
 * instructions were moved. */
static void rest_of_class_is_kept(void **state) {
  size_t len, n;
  const uint8_t *data = jdk_class_bytes(*state, "java/util/concurrent/ConcurrentHashMap", &len);
  struct class_file *cf = jdk_class(*state, "java/util/concurrent/ConcurrentHashMap"), *now;
  struct jdk_classes *k = *state;
  struct error err = {0};
  struct rewrite_job job = rewrite_job_init();
  uint8_t *out;
  job.o.arg = &job;
  assert_int_equal(class_rewrite(data, len, cf, &job.o, &out, &n, &err), 0);
  if (class_parse(out, n, "rewritten", &k->pool, k->syms, &now, &err)) fail_msg("%s", err.msg);
  assert_int_equal(now->flags, cf->flags);
  assert_int_equal(now->field_count, cf->field_count);
  assert_int_equal(now->inner_count, cf->inner_count);
  assert_int_equal(now->bootstrap_count, cf->bootstrap_count);
  assert_ptr_equal(now->source_file, cf->source_file);
  assert_ptr_equal(now->signature, cf->signature);
  for (uint16_t i = 1; i < cf->cp_count; i++) assert_int_equal(now->cp[i].tag, cf->cp[i].tag);
  for (uint16_t i = 0; i < cf->method_count; i++) {
    const struct method_info *a = &cf->methods[i], *b = &now->methods[i];
    assert_ptr_equal(a->name, b->name);
    assert_int_equal(a->line_count, b->line_count);
    assert_int_equal(a->local_var_count, b->local_var_count);
    for (uint16_t l = 0; l < a->line_count; l++)
      assert_int_equal(a->lines[l].line, b->lines[l].line);
    /* METHOD_EXIT adds a handler, except to constructors that end with the call of another one. */
    assert_in_range(b->exception_count, a->exception_count, a->exception_count + (a->code_len > 0));
  }
  free(out);
}

/* ---- correctness of reports ---- */

struct reported {
  struct rewrite_job job;
  unsigned reads, writes, enters, moved_methods;
  struct {
    const struct method_info *mi;
    struct moved_insn *map;
    size_t count;
  } moved[200];
};

static uint32_t site_is_true(void *arg, const struct class_file *cf, const struct rewrite_site *s) {
  struct reported *t = arg;
  uint8_t op = s->method->code[s->bci];
  (void)cf;
  if (s->kind == SITE_READ) assert_true(op == OP_GETFIELD || op == OP_GETSTATIC);
  if (s->kind == SITE_WRITE) assert_true(op == OP_PUTFIELD || op == OP_PUTSTATIC);
  if (s->kind == SITE_AREAD) assert_in_range(op, OP_IALOAD, OP_SALOAD);
  if (s->kind == SITE_AWRITE) assert_in_range(op, OP_IASTORE, OP_SASTORE);
  if (s->kind == SITE_CALL) assert_in_range(op, OP_INVOKEVIRTUAL, OP_INVOKEINTERFACE);
  if (s->kind == SITE_ENTER && !(s->flags & TRACE_SYNC_METHOD))
    assert_int_equal(op, OP_MONITORENTER);
  t->reads += s->kind == SITE_READ || s->kind == SITE_AREAD;
  t->writes += s->kind == SITE_WRITE || s->kind == SITE_AWRITE;
  t->enters += s->kind == SITE_ENTER;
  return t->job.sites++;
}

static void note_moves(void *arg, const struct class_file *cf, const struct method_info *mi,
                       const struct moved_insn *map, size_t count) {
  struct reported *t = arg;
  (void)cf;
  assert_true(t->moved_methods < COUNT(t->moved));
  t->moved[t->moved_methods].mi = mi;
  t->moved[t->moved_methods].map = mem_alloc(count * sizeof *map);
  memcpy(t->moved[t->moved_methods].map, map, count * sizeof *map);
  t->moved[t->moved_methods++].count = count;
}

/* Checks that the new code contains each instruction between its own new position and that of the
 * next instruction. */
static void moves_are_true(const struct reported *t, const struct class_file *now) {
  for (unsigned i = 0; i < t->moved_methods; i++) {
    const struct method_info *old = t->moved[i].mi, *mi = NULL;
    for (uint16_t j = 0; j < now->method_count; j++) {
      if (now->methods[j].name == old->name && now->methods[j].desc == old->desc)
        mi = &now->methods[j];
    }
    for (size_t j = 0; j < t->moved[i].count; j++) {
      const struct moved_insn *m = &t->moved[i].map[j];
      uint32_t end = j + 1 < t->moved[i].count ? m[1].pc : mi->code_len;
      bool found = false;
      struct insn in;
      for (uint32_t pc = m->pc; pc < end && !found; pc = in.next) {
        assert_int_equal(insn_decode(mi->code, mi->code_len, pc, &in), 0);
        found = mi->code[pc] == old->code[m->bci];
      }
      assert_true(found);
    }
  }
}

static void reported_is_true(struct jdk_classes *k, const char *name, struct reported *t) {
  size_t len, n;
  const uint8_t *data = jdk_class_bytes(k, name, &len);
  struct class_file *cf = jdk_class(k, name), *now;
  struct error err = {0};
  uint8_t *out;
  t->job = rewrite_job_init();
  t->job.o.arg = t;
  t->job.o.site = site_is_true;
  t->job.o.moved = note_moves;
  if (class_rewrite(data, len, cf, &t->job.o, &out, &n, &err)) fail_msg("%s", err.msg);
  if (class_parse(out, n, "rewritten", &k->pool, k->syms, &now, &err)) fail_msg("%s", err.msg);
  moves_are_true(t, now);
  for (unsigned i = 0; i < t->moved_methods; i++) free(t->moved[i].map);
  free(out);
}

/* Counts accesses in the code with the decoder only. */
static unsigned count_ops(const struct class_file *cf, uint8_t from, uint8_t to) {
  unsigned n = 0;
  for (uint16_t i = 0; i < cf->method_count; i++) {
    const struct method_info *mi = &cf->methods[i];
    struct insn in;
    for (uint32_t pc = 0; pc < mi->code_len; pc = in.next) {
      assert_int_equal(insn_decode(mi->code, mi->code_len, pc, &in), 0);
      n += in.op >= from && in.op <= to;
    }
  }
  return n;
}

static void every_access_has_its_site(void **state) {
  static const char *const names[] = {"java/util/HashMap", "java/util/Vector",
                                      "java/lang/StringBuffer"};
  for (size_t i = 0; i < COUNT(names); i++) {
    struct reported t = {0};
    reported_is_true(*state, names[i], &t);
    struct class_file *cf = jdk_class(*state, names[i]);
    assert_int_equal(t.reads, count_ops(cf, OP_GETFIELD, OP_GETFIELD) +
                                  count_ops(cf, OP_GETSTATIC, OP_GETSTATIC) +
                                  count_ops(cf, OP_IALOAD, OP_SALOAD));
    assert_int_equal(t.writes, count_ops(cf, OP_PUTFIELD, OP_PUTFIELD) +
                                   count_ops(cf, OP_PUTSTATIC, OP_PUTSTATIC) +
                                   count_ops(cf, OP_IASTORE, OP_SASTORE));
    unsigned sync = 0;
    for (uint16_t j = 0; j < cf->method_count; j++)
      sync += (cf->methods[j].flags & ACC_SYNCHRONIZED) != 0;
    assert_int_equal(t.enters, sync + count_ops(cf, OP_MONITORENTER, OP_MONITORENTER));
  }
}

/* The constructor of an inner class sets this$0 before it calls the superclass constructor. This is
 * the only write without a site. */
static void uninitialised_this_is_left_alone(void **state) {
  struct reported t = {0};
  reported_is_true(*state, "java/util/AbstractList$ListItr", &t);
  struct class_file *cf = jdk_class(*state, "java/util/AbstractList$ListItr");
  assert_int_equal(t.writes + 1, count_ops(cf, OP_PUTFIELD, OP_PUTFIELD) +
                                     count_ops(cf, OP_PUTSTATIC, OP_PUTSTATIC));
}

/* The check notices code that was moved without its tables. */
static void check_refuses_wrong_offsets(void **state) {
  struct jdk_classes *k = *state;
  size_t len;
  const uint8_t *data = jdk_class_bytes(k, "java/util/HashMap", &len);
  struct class_file *cf = jdk_class(k, "java/util/HashMap");
  const struct method_info *mi = class_method(cf, "putVal", NULL);
  struct error err = {0};
  assert_int_equal(rewrite_check(data, len, &err), 0);
  uint8_t *bad = mem_alloc(len), *at = NULL;
  memcpy(bad, data, len);
  for (size_t i = 0; i + mi->stack_map.len <= len && !at; i++) {
    if (!memcmp(bad + i, mi->stack_map.data, mi->stack_map.len)) at = bad + i;
  }
  assert_non_null(at);
  for (uint32_t i = 2; i < 16; i++) {
    uint8_t was = at[i];
    at[i] ^= 1;
    if (rewrite_check(bad, len, NULL)) {
      free(bad);
      return;
    }
    at[i] = was;
  }
  fail_msg("frames beside the instructions were taken");
}

static void library_calls_are_known(void **state) {
  struct jdk_classes *k = *state;
  struct {
    const char *owner, *name, *desc;
    enum call_action want;
  } rows[] = {
      {"MyThread", "join", "(J)V", CALL_JOIN},
      {"java/lang/Object", "wait", "()V", CALL_WAIT},
      {"java/util/concurrent/locks/ReentrantLock", "lockInterruptibly", "()V", CALL_LOCK},
      {"java/util/concurrent/locks/ReentrantLock", "newCondition", "()V", CALL_CALL},
      {"java/util/concurrent/locks/Lock", "unlock", "()V", CALL_UNLOCK},
      {"java/util/concurrent/ThreadLocalRandom", "nextInt", "(I)I", CALL_RANDOM},
      {"java/util/concurrent/TimeUnit", "toMillis", "(J)J", CALL_SKIP},
      {"java/util/HashMap", "get", "(Ljava/lang/Object;)Ljava/lang/Object;", CALL_SKIP},
      {"java/util/concurrent/ConcurrentHashMap", "get", "(Ljava/lang/Object;)Ljava/lang/Object;",
       CALL_CALL},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    struct cp_entry ref = {.tag = CP_METHODREF,
                           .owner = symtab_cstr(k->syms, rows[i].owner),
                           .name = symtab_cstr(k->syms, rows[i].name),
                           .desc = symtab_cstr(k->syms, rows[i].desc)};
    assert_int_equal(jdk_call_action(&ref), rows[i].want);
    assert_int_equal(jdk_call_records(&ref, TRACE_EV_CALL_AFTER), rows[i].want == CALL_CALL);
    assert_int_equal(jdk_call_records(&ref, TRACE_EV_WAIT_BEGIN), rows[i].want == CALL_WAIT);
    assert_false(jdk_call_records(&ref, 0));
  }
}

/* The JVM verifies a class only after the rewriter has run, so the rewriter must itself refuse a
 * StackMapTable with three hundred locals in a method that has two. */
static void frames_beyond_the_limits_are_refused(void **state) {
  const char *root = getenv("HEDDLE_ROOT");
  char *path = mem_printf("%s/tests/fuzz/corpus/class/frame-beyond-its-locals", root ? root : ".");
  struct symtab *syms = symtab_new();
  struct rewrite_job job = rewrite_job_init();
  struct error err = {0};
  struct class_file *cf;
  struct pool pool;
  uint8_t data[4096], *out;
  size_t len, out_len;
  FILE *f = fopen(path, "rb");
  (void)state;
  assert_non_null(f);
  len = fread(data, 1, sizeof data, f);
  fclose(f);
  pool_init(&pool);
  assert_int_equal(class_parse(data, len, "class", &pool, syms, &cf, &err), 0);
  assert_int_equal(class_rewrite(data, len, cf, &job.o, &out, &out_len, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "bad StackMapTable"));
  pool_release(&pool);
  symtab_free(syms);
  free(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frames_beyond_the_limits_are_refused),
      cmocka_unit_test(only_too_large_classes_are_refused),
      cmocka_unit_test(nothing_wanted_nothing_changed),
      cmocka_unit_test(same_input_same_output),
      cmocka_unit_test(rest_of_class_is_kept),
      cmocka_unit_test(every_access_has_its_site),
      cmocka_unit_test(uninitialised_this_is_left_alone),
      cmocka_unit_test(check_refuses_wrong_offsets),
      cmocka_unit_test(library_calls_are_known),
  };
  return cmocka_run_group_tests(tests, jdk_classes_setup, jdk_classes_teardown);
}
