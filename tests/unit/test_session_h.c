/* The matrix of h compared with the results of the race check, its history compared with the
 * matrix, and the reasons.
 *
 * timeout: 240 */
#include "engine/inside.h"
#include "session_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct program {
  const char *where, *name, *args;
} programs[] = {
    {"samples/TwoStage", "TwoStage", "2 1"},
    {"samples/TwoStage", "TwoStageFixed", "2 1"},
    {"samples/Publish", "Publish", "2"},
    {"samples/Publish", "PublishFixed", "2"},
    {"samples/Wronglock", "Wronglock", "1 2"},
    {"samples/Reorder", "Reorder", "2 1"},
    {"java/session", "Views", ""},
    {"java/verdicts", "RaceArrayElement", ""},
    {"java/verdicts", "RaceTwoLocks", ""},
    {"java/verdicts", "SafeWaitNotify", ""},
    {"java/verdicts", "SafeVolatileFlag", ""},
    {"java/verdicts", "SafeReentrantLock", ""},
    {"java/verdicts", "RaceDoubleChecked", ""},
    {"java/verdicts", "SafeStartJoin", ""},
};

static struct engine *open_program(const struct program *p) {
  return fixture_open(p->where, p->name, p->args, PROP_DEFAULT);
}

static uint32_t row_of_thread(const struct h_matrix *m, uint32_t thread) {
  uint32_t r;
  for (r = 0; r < m->rows; r++)
    if (m->row[r].kind == H_ROW_THREAD && m->row[r].thread == thread) return r;
  fail_msg("T%u has no row", thread);
  return 0;
}

static int column_named(const struct h_matrix *m, const char *name) {
  uint32_t c;
  for (c = 0; c < m->columns; c++)
    if (!strcmp(m->column[c], name)) return (int)c;
  return -1;
}

/* ---- a bit is 0 exactly when the access is a race ---- */

struct tally {
  uint32_t races, free;
};

/* Checks the choice of a thread that is about to make a plain access. */
static void check_access(struct engine *e, const struct h_matrix *m, struct choice c,
                         struct tally *tally) {
  const struct thread *t = vm_thread(engine_vm(e), c.thread);
  struct preview p;
  struct error err = {0};
  char *op, *name;
  int column;
  if (t->op != OPK_READ && t->op != OPK_WRITE) return;
  assert_int_equal(engine_preview(e, c, &p, &err), 0);
  op = session_op_text(e, t);
  name = strchr(op, ' ') + 1;
  column = column_named(m, name);
  if (column < 0) { /* a trusted field is never reported */
    assert_null(strstr(p.h_change, name));
  } else if (m->bits[row_of_thread(m, c.thread) * m->columns + (uint32_t)column]) {
    char *race = mem_printf("on %s", name);
    if (p.h_effect == H_RACE)
      assert_null(strstr(p.h_change, race)); /* a later access of a thread that is alone */
    free(race);
    tally->free++;
  } else {
    char *race = mem_printf("RACE (%s) on %s", t->op == OPK_WRITE ? "WW" : "WR", name);
    assert_string_equal(p.h_change, race);
    assert_int_equal(p.h_effect, H_RACE);
    assert_true(p.flags & NODE_ERROR);
    free(race);
    tally->races++;
  }
  free(op);
  engine_preview_release(&p);
}

static void bits_are_the_verdict(void **state) {
  struct tally tally = {0};
  size_t p;
  uint64_t seed;
  (void)state;
  for (p = 0; p < COUNT(programs); p++)
    for (seed = 1; seed <= 6; seed++) {
      struct engine *e = open_program(&programs[p]);
      struct rng rng;
      uint32_t steps;
      rng_seed(&rng, seed * 31 + p);
      for (steps = 0; steps < 80; steps++) {
        struct choice c[THREAD_MAX];
        struct h_matrix m;
        struct error err = {0};
        uint32_t i, n = engine_choices(e, c, COUNT(c));
        assert_int_equal(engine_h(e, &m, &err), 0);
        for (i = 0; i < n; i++) check_access(e, &m, c[i], &tally);
        engine_h_release(&m);
        if (!fixture_random(e, &rng)) break;
      }
      engine_close(e);
    }
  assert_true(tally.races > 20);
  assert_true(tally.free > 200);
}

/* ---- the history is the difference of matrices ---- */

struct changes {
  struct h_change *c;
  uint32_t count;
  node_id node;
};

static bool is_shown_lost(const struct changes *h, uint32_t thread, const char *column) {
  char *row = mem_printf(" T%u ", thread), *loses = mem_printf("-%s", column);
  bool shown = false;
  uint32_t i;
  for (i = 0; i < h->count; i++) {
    const char *inv = strstr(h->c[i].change, "invalidate:");
    if (h->c[i].node == h->node && inv && strstr(inv, row) && strstr(inv, loses)) shown = true;
  }
  free(row);
  free(loses);
  return shown;
}

static bool is_shown_gained(const struct changes *h, uint32_t thread, const char *column) {
  char *row = mem_printf(": T%u +", thread), *writes = mem_printf("-%s", column);
  bool shown = false;
  uint32_t i;
  for (i = 0; i < h->count; i++) {
    if (h->c[i].node != h->node) continue;
    if (strstr(h->c[i].change, row)) shown = true;
    if (h->c[i].thread == thread && strstr(h->c[i].change, writes)) shown = true;
  }
  free(row);
  free(writes);
  return shown;
}

static void compare(const struct h_matrix *a, const struct h_matrix *b, const struct changes *h,
                    uint32_t *seen) {
  uint32_t r, c;
  for (r = 0; r < a->rows; r++) {
    if (a->row[r].kind != H_ROW_THREAD) continue;
    for (c = 0; c < a->columns; c++) {
      int now = column_named(b, a->column[c]);
      uint32_t t = a->row[r].thread, before = a->bits[r * a->columns + c], after;
      if (now < 0) continue;
      after = b->bits[row_of_thread(b, t) * b->columns + (uint32_t)now];
      if (before == after) continue;
      ++*seen;
      if (!(before ? is_shown_lost(h, t, a->column[c]) : is_shown_gained(h, t, a->column[c])))
        fail_msg("T%u, %s: %u -> %u is not in the history", t, a->column[c], before, after);
    }
  }
}

static void history_is_the_difference_of_matrices(void **state) {
  uint32_t seen = 0;
  size_t p;
  (void)state;
  for (p = 0; p < COUNT(programs); p++) {
    struct engine *e = open_program(&programs[p]);
    struct rng rng;
    struct h_matrix before, after;
    struct error err = {0};
    uint32_t steps;
    rng_seed(&rng, 77 + p);
    assert_int_equal(engine_h(e, &before, &err), 0);
    for (steps = 0; steps < 80 && fixture_random(e, &rng); steps++) {
      struct changes h = {.node = engine_here(e)};
      struct node_info info;
      assert_int_equal(engine_h(e, &after, &err), 0);
      assert_int_equal(engine_h_history(e, &h.c, &h.count, &err), 0);
      engine_node(e, h.node, &info);
      if (!(info.flags & NODE_ERROR)) compare(&before, &after, &h, &seen);
      engine_h_history_release(h.c, h.count);
      engine_h_release(&before);
      before = after;
    }
    engine_h_release(&before);
    engine_close(e);
  }
  assert_true(seen > 50);
}

static void history_goes_with_the_path(void **state) {
  struct engine *e = open_program(&programs[0]);
  struct error err = {0};
  struct h_change *c;
  uint32_t here, back, i;
  (void)state;
  fixture_take(e, "T0 begin");
  fixture_run_to(e, 1, "T1 write TwoStage$Cell#1.value");
  assert_int_equal(engine_h_history(e, &c, &here, &err), 0);
  for (i = 1; i < here; i++) assert_true(c[i - 1].step <= c[i].step);
  assert_string_equal(c[here - 2].action, "T1 write TwoStage$Cell#1.value = 1 @ TwoStage.java:17");
  assert_non_null(strstr(c[here - 2].change, "invalidate: T0 "));
  assert_int_equal(c[here - 2].effect, H_LOSES);
  assert_string_equal(
      c[here - 1].change,
      "release(T1,lock TwoStage$Cell#1): lock TwoStage$Cell#1 +1 (TwoStage$Cell#1.value)");
  assert_int_equal(c[here - 1].effect, H_GROWS);
  engine_h_history_release(c, here);
  assert_int_equal(engine_back(e, &err), 0);
  assert_int_equal(engine_h_history(e, &c, &back, &err), 0);
  assert_int_equal(back, here - 2);
  engine_h_history_release(c, back);
  engine_close(e);
}

/* ---- reasons ---- */

static void assert_why(struct engine *e, const char *row, const char *column,
                       const char *const *parts) {
  struct error err = {0};
  char *text, *at;
  if (engine_h_why(e, row, column, &text, &err)) fail_msg("%s", err.msg);
  for (at = text; *parts; parts++) {
    char *found = strstr(at, *parts);
    if (!found) fail_msg("'%s' is not in (the rest of):\n%s", *parts, at);
    at = found + strlen(*parts);
  }
  free(text);
}

static void why_a_bit_is_set(void **state) {
  struct engine *e = open_program(&programs[0]);
  (void)state;
  fixture_take(e, "T0 begin");
  fixture_take(e, "T0 start");
  fixture_run_to(e, 1, "T1 write TwoStage$Cell#1.value");
  assert_why(
      e, "T1", "TwoStage$Cell#1.value",
      (const char *[]){"is in h(T1 Producer)", "Its own last write", "T1 Producer write", NULL});
  fixture_take(e, "T2 begin");
  assert_why(e, "T2 Producer", "TwoStage$Cell#1.value",
             (const char *[]){"is in h(T2 Producer)", "Happens-before",
                              "T1 Producer write TwoStage$Cell#1.value = 1", "wrote it",
                              "T1 Producer unlock TwoStage$Cell#1", "release",
                              "T2 Producer lock TwoStage$Cell#1", "acquire: h(T2 Producer)", NULL});
  engine_close(e);
}

static void why_a_bit_is_cleared(void **state) {
  struct engine *e = open_program(&programs[0]);
  (void)state;
  fixture_take(e, "T0 begin");
  fixture_take(e, "T0 start");
  fixture_take(e, "T0 start");
  fixture_run_to(e, 1, "T1 lock TwoStage$Cell#2");
  fixture_run_to(e, 2, "T2 write TwoStage$Cell#1.value");
  assert_why(
      e, "T1", "TwoStage$Cell#1.value",
      (const char *[]){
          "is not in h(T1 Producer)",
          "T2 Producer write TwoStage$Cell#1.value = 1 @ TwoStage.java:17",
          "every row but T2 Producer's", "No happens-before path",
          "Missing edge: a release by T2 Producer", "already released to: lock TwoStage$Cell#1",
          "make TwoStage$Cell.value volatile", "hold lock TwoStage$Cell#1, which T2 Producer held",
          "T1 Producer's next operation is 'read TwoStage$Cell#1.value'", "data race (WR)", NULL});
  engine_close(e);
}

static void why_nothing_was_written(void **state) {
  struct engine *e = open_program(&programs[2]);
  (void)state;
  fixture_take(e, "T0 begin");
  fixture_take(e, "T0 start");
  fixture_take(e, "T1 begin"); /* wrote the message and is about to write the flag */
  assert_why(e, "T2", "Publish#1.ready", (const char *[]){"is in h(T2", "default values", NULL});
  engine_close(e);
}

/* Every bit of every state has a reason of its kind. */
static void every_bit_has_a_reason(void **state) {
  size_t p;
  (void)state;
  for (p = 0; p < COUNT(programs); p += 2) {
    struct engine *e = open_program(&programs[p]);
    struct rng rng;
    struct h_matrix m;
    struct error err = {0};
    uint32_t r, c;
    rng_seed(&rng, 5 + p);
    while (fixture_random(e, &rng)) continue;
    assert_int_equal(engine_back(e, &err), 0);
    assert_int_equal(engine_h(e, &m, &err), 0);
    for (r = 0; r < m.rows; r++)
      for (c = 0; c < m.columns; c++) {
        char *text;
        assert_int_equal(engine_h_why(e, m.row[r].name, m.column[c], &text, &err), 0);
        assert_null(strstr(text, "of this path were kept"));
        assert_non_null(strstr(text, m.bits[r * m.columns + c] ? " is in h(" : " is not in h("));
        if (!m.bits[r * m.columns + c]) assert_non_null(strstr(text, "Missing edge"));
        free(text);
      }
    engine_h_release(&m);
    engine_close(e);
  }
}

static void without_race_there_is_no_h(void **state) {
  struct engine *e = fixture_open("samples/TwoStage", "TwoStage", "1 1", PROP_EXCEPTION);
  struct h_matrix m;
  struct thread_info t;
  struct error err = {0};
  char *text;
  (void)state;
  assert_int_equal(engine_h(e, &m, &err), ERR_USAGE);
  error_clear(&err);
  assert_int_equal(engine_h_why(e, "T0", "x", &text, &err), ERR_USAGE);
  assert_int_equal(engine_thread(e, 0, &t), 0);
  assert_null(t.h_bits);
  engine_thread_release(&t);
  engine_close(e);
}

static void threads_show_their_bits(void **state) {
  struct engine *e = open_program(&programs[0]);
  struct h_matrix m;
  struct thread_info t;
  struct error err = {0};
  uint32_t c;
  (void)state;
  fixture_take(e, "T0 begin");
  fixture_run_to(e, 1, "T1 write TwoStage$Cell#1.value");
  assert_int_equal(engine_h(e, &m, &err), 0);
  assert_true(column_named(&m, "TwoStage$Cell#1.value") >= 0);
  assert_int_equal(engine_thread(e, 0, &t), 0);
  assert_int_equal(strlen(t.h_bits), m.columns);
  for (c = 0; c < m.columns; c++)
    assert_int_equal(t.h_bits[c], m.bits[row_of_thread(&m, 0) * m.columns + c] ? '1' : '.');
  assert_int_equal(t.h_bits[column_named(&m, "TwoStage$Cell#1.value")], '.');
  engine_thread_release(&t);
  engine_h_release(&m);
  engine_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bits_are_the_verdict),
      cmocka_unit_test(history_is_the_difference_of_matrices),
      cmocka_unit_test(history_goes_with_the_path),
      cmocka_unit_test(why_a_bit_is_set),
      cmocka_unit_test(why_a_bit_is_cleared),
      cmocka_unit_test(why_nothing_was_written),
      cmocka_unit_test(every_bit_has_a_reason),
      cmocka_unit_test(without_race_there_is_no_h),
      cmocka_unit_test(threads_show_their_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
