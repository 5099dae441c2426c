/* The memory of a search in a session, which keeps its states for the views, with the events of
 * their transitions. Compares the host memory of the process with the bound.
 *
 * timeout: 180 */
#include "session_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#if defined __SANITIZE_ADDRESS__ || defined HEDDLE_STRESS
enum { MEASURED = 0 }; /* these builds use additional memory */
#else
enum { MEASURED = 1 };
#endif
enum { BOUND_KB = 24 << 10, ALLOWANCE_KB = BOUND_KB / 8 + (2 << 10) };

static long status_kb(const char *name) {
  FILE *f = fopen("/proc/self/status", "r");
  char line[256];
  long kb = -1;
  while (f && fgets(line, sizeof line, f))
    if (!strncmp(line, name, strlen(name))) kb = atol(line + strlen(name) + 1);
  if (f) fclose(f);
  return kb;
}

/* Runs in a separate process. Returns the maximum memory that the search added. -1: it did not end
 * at its bound. */
static long search_takes_kb(const char *search) {
  struct engine *e = fixture_open("samples/TwoStage", "TwoStage", "7 1",
                                  PROP_DEADLOCK | PROP_EXCEPTION | PROP_RACE);
  struct search_options o = {.search = search, .all_errors = true, .seed = 1};
  struct search_report report = {.status = SEARCH_RUNNING};
  struct error err = {0};
  long before = status_kb("VmRSS");
  node_id n;
  e->x.memory_limit = (uint64_t)BOUND_KB << 10;
  if (engine_search_start(e, &o, &err)) return -1;
  while (report.status == SEARCH_RUNNING)
    if (engine_search_run(e, 0, 200, &report, &err)) return -1;
  if (report.status != SEARCH_INCONCLUSIVE || report.cause != CAUSE_MEMORY) return -1;
  before = status_kb("VmHWM") - before;
  /* the session continues */
  if (engine_go(e, NODE_ROOT, &err) || engine_forward(e, &err)) return -1;
  for (int i = 0; i < 10; i++) {
    struct choice c[64];
    uint32_t count = engine_choices(e, c, 64);
    if (count && engine_take(e, c[count - 1], &n, &err)) return -1;
  }
  return before;
}

static void the_bound_holds(void **state) {
  const char *search = *state;
  int fd[2];
  long kb = -1;
  pid_t pid;
  assert_int_equal(pipe(fd), 0);
  pid = fork();
  assert_true(pid >= 0);
  if (!pid) {
    kb = search_takes_kb(search);
    _exit(write(fd[1], &kb, sizeof kb) == sizeof kb ? 0 : 1);
  }
  close(fd[1]);
  assert_int_equal(read(fd[0], &kb, sizeof kb), sizeof kb);
  close(fd[0]);
  waitpid(pid, NULL, 0);
  print_message("%s: %ld kB for a bound of %d kB\n", search, kb, BOUND_KB);
  assert_true(kb > 0);
  if (MEASURED) assert_true(kb <= BOUND_KB + ALLOWANCE_KB);
  if (MEASURED) assert_true(kb >= BOUND_KB / 2);
}

/* What nodes hold is subtracted when they are removed. */
static void nothing_is_counted_twice(void **state) {
  struct engine *e = fixture_open("samples/TwoStage", "TwoStage", "2 1",
                                  PROP_DEADLOCK | PROP_EXCEPTION | PROP_RACE);
  struct search_options o = {.search = "bfs", .all_errors = true, .seed = 1};
  struct search_report report = {.status = SEARCH_RUNNING};
  struct error err = {0};
  (void)state;
  assert_int_equal(e->x.held_bytes, 0);
  assert_int_equal(engine_search_start(e, &o, &err), 0);
  while (report.status == SEARCH_RUNNING)
    assert_int_equal(engine_search_run(e, 0, 200, &report, &err), 0);
  engine_search_stop(e);
  fixture_look_at_all(e);
  assert_true(e->x.held_bytes > 0);
  assert_int_equal(engine_go(e, NODE_ROOT, &err), 0);
  explorer_prune(&e->x, NODE_ROOT);
  assert_true(e->x.held_bytes <= 4096); /* names of the root's state */
  engine_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_prestate(the_bound_holds, "dfs"),
      cmocka_unit_test_prestate(the_bound_holds, "bfs"),
      cmocka_unit_test_prestate(the_bound_holds, "dpor"),
      cmocka_unit_test(nothing_is_counted_twice),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
