/* The shadow arena of a STRESS build notices a write that bypassed the barrier, and a delta that
 * does not restore the former contents (soundness rule 4, no write unseen). Other builds have no
 * shadow, so nothing is tested. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/arena/arena.h"

#ifdef HEDDLE_STRESS
enum { AT = THREADS_BASE + 64 };

/* Runs one transition on a new arena; `after` may alter the delta. */
static void one_transition(void (*transition)(struct arena *a), void (*after)(struct delta *d)) {
  struct arena a;
  struct error err = {0};
  struct delta *d;
  memset(&a, 0, sizeof a);
  if (arena_init(&a, &err)) fail_msg("%s", err.msg);
  arena_stress_start(&a);
  arena_delta_open(&a);
  transition(&a);
  d = arena_delta_close(&a, true);
  if (after) after(d);
  arena_stress_check(&a, d);
  arena_delta_restore(&a, d);
  arena_delta_open(&a); /* the restored contents are also in the shadow */
  transition(&a);
  free(d);
  d = arena_delta_close(&a, true);
  arena_stress_check(&a, d);
  free(d);
  arena_release(&a);
}

/* Runs one_transition in a separate process. Sets `out` to its message, "" if it ended normally. */
static void message_of(void (*transition)(struct arena *a), void (*after)(struct delta *d),
                       char *out, size_t size) {
  int fd[2], status;
  size_t len = 0;
  ssize_t n;
  pid_t pid;
  assert_int_equal(pipe(fd), 0);
  pid = fork();
  if (pid == 0) {
    dup2(fd[1], STDERR_FILENO);
    one_transition(transition, after);
    _exit(0);
  }
  close(fd[1]);
  while (len + 1 < size && (n = read(fd[0], out + len, size - 1 - len)) > 0) len += (size_t)n;
  out[len] = '\0';
  close(fd[0]);
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), *out ? 5 : 0);
}

static void put(struct arena *a) { arena_put_u32(a, AT, 7); }
static void put_past_the_barrier(struct arena *a) {
  put(a);
  a->mem[AT + 4 * BLOCK_SIZE] ^= 1;
}
static void spoil(struct delta *d) { d->blocks[0].data[0] ^= 1; }

static void test_clean(void **state) {
  char m[2000];
  (void)state;
  message_of(put, NULL, m, sizeof m);
  assert_string_equal(m, "");
}

static void test_missed_barrier(void **state) {
  char m[2000];
  (void)state;
  message_of(put_past_the_barrier, NULL, m, sizeof m);
  assert_non_null(strstr(m, "each write passes the write barrier"));
}

static void test_wrong_undo(void **state) {
  char m[2000];
  (void)state;
  message_of(put, spoil, m, sizeof m);
  assert_non_null(strstr(m, "undo restores the state"));
}
#else
static void test_clean(void **state) {
  (void)state;
  skip();
}
#define test_missed_barrier test_clean
#define test_wrong_undo test_clean
#endif

int main(void) {
  const struct CMUnitTest tests[] = {{"test_clean", test_clean, NULL, NULL, NULL},
                                     {"test_missed_barrier", test_missed_barrier, NULL, NULL, NULL},
                                     {"test_wrong_undo", test_wrong_undo, NULL, NULL, NULL}};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
