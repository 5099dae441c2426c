/* Bounded checks from nodes: what they find, what they report, and that they do not affect the
 * session.
 *
 * timeout: 180 */
#include "session_fixture.h"

#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/session/bounded_check.h"

static struct engine *open_two_stage(const char *name) {
  return fixture_open("samples/TwoStage", name, "2 1", PROP_DEADLOCK | PROP_EXCEPTION);
}

static void assert_starts(const char *text, const char *with) {
  if (strncmp(text, with, strlen(with)) != 0) fail_msg("'%s' does not start with '%s'", text, with);
}

static bool is_below(struct engine *e, node_id n, node_id top) {
  struct node_info info;
  while (n != top && n != NODE_ROOT) {
    engine_node(e, n, &info);
    n = info.parent;
  }
  return n == top;
}

static void finds_an_error_and_pins_it(void **state) {
  struct engine *e = open_two_stage("TwoStage");
  uint64_t memory;
  node_id from = fixture_take(e, "T0 begin"), here;
  struct check_info k;
  struct violation_info v;
  struct node_info info;
  struct error err = {0};
  (void)state;
  fixture_take(e, "T1 begin");
  here = engine_here(e);
  memory = fixture_memory(e);
  k = fixture_check_end(e, fixture_check_start(e, from, (struct check_options){0}));
  assert_int_equal(k.state, CHECK_ERROR);
  assert_starts(k.verdict,
                "error: uncaught java.lang.IllegalStateException in thread T3 Consumer: "
                "second stage missing @ TwoStage.java:");
  assert_int_equal(k.from, from);
  assert_true(k.states > 0);
  assert_int_equal(engine_here(e), here);
  assert_int_equal(fixture_memory(e), memory);
  assert_true(is_below(e, k.error_node, from));
  assert_int_equal(engine_node(e, k.error_node, &info), 0);
  assert_true(info.flags & NODE_ERROR);
  assert_int_equal(engine_violation(e, k.error_node, &v), 0);
  assert_string_equal(v.property_name, "exception");
  assert_int_equal(engine_go(e, k.error_node, &err), 0);
  engine_check_release(&k);
  engine_close(e);
}

static void says_no_more_than_was_explored(void **state) {
  struct engine *e = open_two_stage("TwoStage"), *fixed = open_two_stage("TwoStageFixed");
  struct check_info k;
  (void)state;
  k = fixture_check_end(e, fixture_check_start(e, NODE_ROOT, (struct check_options){.depth = 4}));
  assert_int_equal(k.state, CHECK_NO_ERROR);
  assert_string_equal(k.verdict,
                      "no deadlock or exception within depth 4 (complete within the bound)");
  assert_int_equal(k.max_depth, 4);
  engine_check_release(&k);
  k = fixture_check_end(e,
                        fixture_check_start(e, NODE_ROOT, (struct check_options){.max_states = 5}));
  assert_int_equal(k.state, CHECK_INCONCLUSIVE);
  assert_string_equal(k.verdict, "inconclusive: max-states 5");
  engine_check_release(&k);
  k = fixture_check_end(
      e, fixture_check_start(
             e, NODE_ROOT,
             (struct check_options){
                 .depth = 4, .max_states = 5})); /* both bounds: the other one was reached first */
  assert_int_equal(k.state, CHECK_INCONCLUSIVE);
  engine_check_release(&k);
  k = fixture_check_end(
      e, fixture_check_start(e, NODE_ROOT, (struct check_options){.properties = PROP_DEADLOCK}));
  assert_int_equal(k.state, CHECK_NO_ERROR);
  assert_starts(k.verdict, "no deadlock (all ");
  engine_check_release(&k);
  k = fixture_check_end(fixed, fixture_check_start(fixed, NODE_ROOT, (struct check_options){0}));
  assert_int_equal(k.state, CHECK_NO_ERROR);
  assert_starts(k.verdict, "no deadlock or exception (all ");
  engine_check_release(&k);
  engine_close(e);
  engine_close(fixed);
}

/* The verdict changes exactly at the depth of the error. */
static void the_bound_is_exact(void **state) {
  struct engine *e = open_two_stage("TwoStage");
  uint32_t depth, found = 0;
  (void)state;
  for (depth = 1; depth < 30 && !found; depth++) {
    struct check_info k = fixture_check_end(
                          e, fixture_check_start(e, NODE_ROOT,
                                                 (struct check_options){.depth = depth})),
                      again;
    struct node_info info;
    if (k.state == CHECK_ERROR) {
      found = depth;
      engine_node(e, k.error_node, &info);
      assert_int_equal(info.depth, depth);
      again = fixture_check_end(
          e, fixture_check_start(e, NODE_ROOT, (struct check_options){.depth = depth - 1}));
      assert_int_equal(again.state, CHECK_NO_ERROR);
      engine_check_release(&again);
    } else {
      assert_int_equal(k.state, CHECK_NO_ERROR);
    }
    engine_check_release(&k);
  }
  assert_true(found > 4);
  engine_close(e);
}

static void a_random_search_proves_nothing(void **state) {
  struct engine *e = open_two_stage("TwoStageFixed");
  struct check_info k = fixture_check_end(
      e, fixture_check_start(e, NODE_ROOT,
                             (struct check_options){.search = "random", .max_states = 200}));
  (void)state;
  assert_int_equal(k.state, CHECK_INCONCLUSIVE);
  assert_string_equal(k.options.search, "random");
  engine_check_release(&k);
  engine_close(e);
}

static void time_bounds(void **state) {
  struct engine *e = fixture_open("java/verdicts", "BigSpace", "", PROP_DEFAULT);
  struct check_info k = fixture_check_end(
      e, fixture_check_start(e, NODE_ROOT, (struct check_options){.seconds = 0.3}));
  (void)state;
  assert_int_equal(k.state, CHECK_INCONCLUSIVE);
  assert_string_equal(k.verdict, "inconclusive: time 0.3 s");
  assert_true(k.seconds >= 0.3);
  engine_check_release(&k);
  engine_close(e);
}

static void several_run_beside_the_session(void **state) {
  struct engine *e = fixture_open("java/verdicts", "BigSpace", "", PROP_DEFAULT);
  struct check_info k;
  uint32_t a = fixture_check_start(e, NODE_ROOT, (struct check_options){0}),
           b = fixture_check_start(e, NODE_ROOT, (struct check_options){.depth = 3}), i;
  volatile int stop = 1;
  struct rng rng;
  pid_t pid = e->checks.data[a - 1]->pid;
  (void)state;
  rng_seed(&rng, 1);
  for (i = 0; i < 10; i++) fixture_random(e, &rng); /* the session continues */
  k = fixture_check_end(e, b);
  assert_int_equal(k.state, CHECK_NO_ERROR);
  engine_check_release(&k);
  assert_int_equal(engine_check_wait(e, a, &stop), 0); /* stopped waiting: still running */
  for (i = 0; i < 100 && !(engine_checks_poll(e) && !engine_check(e, a - 1, &k) && k.states); i++) {
    if (i) engine_check_release(&k);
    k.verdict = NULL;
    usleep(50000);
  }
  assert_int_equal(k.state, CHECK_RUNNING);
  assert_true(k.states > 0); /* progress was reported */
  engine_check_release(&k);
  engine_check_kill(e, a);
  assert_int_equal(engine_check(e, a - 1, &k), 0);
  assert_int_equal(k.state, CHECK_KILLED);
  assert_starts(k.verdict, "killed after ");
  engine_check_release(&k);
  assert_int_equal(kill(pid, 0), -1); /* the process is gone */
  engine_check_kill(e, a);            /* killing it again does nothing */
  assert_int_equal(engine_check_count(e), 2);
  assert_int_equal(engine_check(e, 2, &k), ERR_NOTFOUND);
  engine_close(e);
}

static void a_child_that_dies_is_reported(void **state) {
  struct engine *e = fixture_open("java/verdicts", "BigSpace", "", PROP_DEFAULT);
  uint32_t id = fixture_check_start(e, NODE_ROOT, (struct check_options){0});
  struct check_info k;
  (void)state;
  kill(e->checks.data[id - 1]->pid, SIGSEGV);
  k = fixture_check_end(e, id);
  assert_int_equal(k.state, CHECK_INCONCLUSIVE);
  assert_starts(k.verdict, "inconclusive: the check's process was killed by signal 11");
  engine_check_release(&k);
  engine_close(e);
}

/* A reader of the session's pipe sees its end while the check is still running. */
static void a_child_keeps_nothing_open(void **state) {
  struct engine *e = fixture_open("java/verdicts", "BigSpace", "", PROP_DEFAULT);
  struct pollfd p = {.events = POLLIN};
  uint32_t id;
  int fd[2];
  (void)state;
  assert_int_equal(pipe(fd), 0);
  id = fixture_check_start(e, NODE_ROOT, (struct check_options){0});
  close(fd[1]);
  p.fd = fd[0];
  assert_int_equal(poll(&p, 1, 10000), 1);
  assert_true(p.revents & POLLHUP);
  assert_int_equal(kill(e->checks.data[id - 1]->pid, 0), 0);
  close(fd[0]);
  engine_close(e);
}

static void closing_ends_running_checks(void **state) {
  struct engine *e = fixture_open("java/verdicts", "BigSpace", "", PROP_DEFAULT);
  uint32_t id = fixture_check_start(e, NODE_ROOT, (struct check_options){0});
  pid_t pid = e->checks.data[id - 1]->pid;
  (void)state;
  engine_close(e);
  assert_int_equal(kill(pid, 0), -1);
}

/* A check for exceptions alone continues through races. The session, which looks for races, must
 * still see them on the same choices. */
static void a_narrower_check_hides_nothing(void **state) {
  struct engine *e = fixture_open("samples/TwoStage", "TwoStage", "2 1", PROP_DEFAULT);
  struct check_info k = fixture_check_end(
                        e, fixture_check_start(
                               e, NODE_ROOT, (struct check_options){.properties = PROP_EXCEPTION})),
                    all;
  struct choice *schedule;
  struct error err = {0};
  uint32_t n, i;
  (void)state;
  assert_int_equal(k.state, CHECK_ERROR);
  n = explorer_schedule(&e->x, k.error_node, &schedule);
  for (i = 0; i < n; i++) {
    node_id id, before = engine_node_count(e);
    struct node_info info;
    assert_int_equal(engine_take(e, schedule[i], &id, &err), 0);
    assert_true(id >= before); /* executed again */
    engine_node(e, id, &info);
    if (info.flags & NODE_ERROR) break;
  }
  free(schedule);
  all = fixture_check_end(e, fixture_check_start(e, NODE_ROOT, (struct check_options){0}));
  assert_int_equal(all.state, CHECK_ERROR);
  assert_starts(all.verdict, "error: data race");
  engine_check_release(&all);
  engine_check_release(&k);
  engine_close(e);
}

static void marks_and_a_running_search_do_not_matter(void **state) {
  struct engine *e = open_two_stage("TwoStage");
  struct search_options so;
  struct search_report before, after;
  struct check_info k;
  struct error err = {0};
  uint64_t memory;
  node_id here;
  (void)state;
  search_options_init(&so);
  assert_int_equal(engine_mark_add(e, "TwoStage.java:20", NULL, &err), 0);
  assert_int_equal(engine_search_start(e, &so, &err), 0);
  assert_int_equal(engine_search_run(e, 20, 0, &before, &err), 0);
  here = engine_here(e);
  memory = fixture_memory(e);
  k = fixture_check_end(e, fixture_check_start(e, NODE_ROOT, (struct check_options){0}));
  assert_int_equal(k.state, CHECK_ERROR);
  assert_int_equal(engine_here(e), here);
  assert_int_equal(fixture_memory(e), memory);
  assert_int_equal(engine_search_report(e, &after), 0);
  assert_int_equal(after.states, before.states);
  assert_int_equal(engine_search_run(e, 0, 5000, &after, &err), 0);
  assert_int_equal(after.status, SEARCH_ERROR);
  engine_check_release(&k);
  engine_close(e);
}

/* Unsupported code outweighs a depth bound, and the debugger can go to the node that reaches it. */
static void unsupported_code_is_no_proof(void **state) {
  struct engine *e = fixture_open("java/verdicts", "Unsupported", "", PROP_DEFAULT);
  struct check_info k =
      fixture_check_end(e, fixture_check_start(e, NODE_ROOT, (struct check_options){.depth = 100}));
  struct node_info info = {0};
  struct rng rng;
  struct error err = {0};
  struct thread_info t;
  struct h_matrix m;
  char **lines;
  (void)state;
  assert_int_equal(k.state, CHECK_INCONCLUSIVE);
  assert_starts(k.verdict, "inconclusive: ");
  assert_null(strstr(k.verdict, "depth"));
  engine_check_release(&k);
  rng_seed(&rng, 1);
  while (!(info.flags & NODE_FAILED) && fixture_random(e, &rng))
    engine_node(e, engine_here(e), &info);
  assert_true(info.flags & NODE_FAILED);
  assert_int_equal(engine_thread(e, 0, &t), 0);
  engine_thread_release(&t);
  assert_int_equal(engine_h(e, &m, &err), ERR_NOTFOUND);
  error_clear(&err);
  assert_int_equal(engine_diff(e, NODE_ROOT, info.id, &lines, &err), ERR_NOTFOUND);
  engine_close(e);
}

static void bad_requests_are_refused(void **state) {
  struct engine *e = open_two_stage("TwoStage");
  struct check_options o = {0};
  struct check_info k = fixture_check_end(e, fixture_check_start(e, NODE_ROOT, o));
  struct error err = {0};
  uint32_t id;
  (void)state;
  assert_int_equal(engine_check_start(e, 99999, &o, &id, &err), ERR_NOTFOUND);
  error_clear(&err);
  assert_int_equal(engine_check_start(e, k.error_node, &o, &id, &err), ERR_INPUT);
  error_clear(&err);
  o.search = "no-such";
  assert_int_equal(engine_check_start(e, NODE_ROOT, &o, &id, &err), ERR_USAGE);
  error_clear(&err);
  o.search = "guided";
  assert_int_equal(engine_check_start(e, NODE_ROOT, &o, &id, &err), ERR_USAGE);
  error_clear(&err);
  o = (struct check_options){.properties = PROP_RACE};
  assert_int_equal(engine_check_start(e, NODE_ROOT, &o, &id, &err), ERR_USAGE);
  assert_int_equal(engine_check_count(e), 1);
  assert_int_equal(engine_check_wait(e, 7, NULL), ERR_NOTFOUND);
  engine_check_release(&k);
  engine_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_an_error_and_pins_it),
      cmocka_unit_test(says_no_more_than_was_explored),
      cmocka_unit_test(the_bound_is_exact),
      cmocka_unit_test(a_random_search_proves_nothing),
      cmocka_unit_test(time_bounds),
      cmocka_unit_test(several_run_beside_the_session),
      cmocka_unit_test(a_child_that_dies_is_reported),
      cmocka_unit_test(closing_ends_running_checks),
      cmocka_unit_test(a_narrower_check_hides_nothing),
      cmocka_unit_test(marks_and_a_running_search_do_not_matter),
      cmocka_unit_test(unsupported_code_is_no_proof),
      cmocka_unit_test(bad_requests_are_refused),
      cmocka_unit_test(a_child_keeps_nothing_open),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
