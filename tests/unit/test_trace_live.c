/* The live form: traces of killed processes, many threads, short threads, a full disk, reading
 * during writing. */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "trace/format/live.h"
#include "trace_fixture.h"

#define THREADS 4

static struct trace_reader *open_trace(const char *path) {
  struct trace_reader *r;
  struct error err = {0};
  if (trace_reader_open(path, &r, &err)) fail_msg("%s", err.msg);
  return r;
}

struct writer {
  struct live *live;
  uint32_t thread;
  uint64_t limit; /* 0: unlimited */
};

/* Each event stores its index within its thread, and the number assigned to the previous one. */
static void *emit(void *arg) {
  const struct writer *w = arg;
  struct live_thread *t = live_thread_open(w->live, w->thread);
  uint64_t last = 0;
  for (uint64_t i = 0; !w->limit || i < w->limit; i++) {
    struct trace_event e = {
        .kind = TRACE_EV_READ_AFTER, .type = 'J', .value = i, .icount = last, .object = w->thread};
    last = live_emit(w->live, t, &e);
  }
  live_thread_close(w->live, t);
  return NULL;
}

static void emit_from_threads(struct live *live, uint64_t limit) {
  pthread_t threads[THREADS];
  struct writer w[THREADS];
  for (uint32_t i = 0; i < THREADS; i++) {
    w[i] = (struct writer){live, i + 1, limit};
    assert_int_equal(pthread_create(&threads[i], NULL, emit, &w[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

/* Checks that every thread's events are there from the first on without gaps, in one rising order.
 * Returns their total number. */
static uint64_t check_order(struct trace_reader *r) {
  uint64_t next[THREADS + 1] = {0}, last[THREADS + 1] = {0}, seq = 0;
  for (uint64_t n = 0; n < trace_reader_count(r); n++) {
    struct trace_event e;
    assert_int_equal(trace_reader_event(r, n, &e, NULL), 0);
    assert_true(e.seq > seq);
    seq = e.seq;
    assert_in_range(e.thread, 1, THREADS);
    assert_int_equal(e.object, e.thread);
    assert_int_equal(e.value, next[e.thread]++);
    assert_int_equal(e.icount, last[e.thread]);
    last[e.thread] = e.seq;
  }
  return trace_reader_count(r);
}

static void write_tables(struct live *l, struct live_thread *t) {
  uint8_t hash[16] = {1, 2, 3};
  uint32_t c = live_class(l, t, "p/Main", "app", "dir/Main.class", hash, 1);
  uint32_t m = live_method(l, t, c, "run", "()V", 9);
  live_field(l, t, c, "x", "I", 2);
  live_location(l, t, m, 7, 42);
  live_thread_row(l, t, 1, "main", 0, 0, 3, 0);
  live_object(l, t, 3, c);
  live_meta(l, t, TRACE_META_KIND, "recorded");
  live_meta(l, t, TRACE_META_ARG, "one");
  live_meta(l, t, TRACE_META_ARG, "two");
}

static void check_tables(struct trace_reader *r) {
  const struct trace_class *c = trace_reader_class(r, 1);
  const struct trace_location *l = trace_reader_location(r, 1);
  assert_string_equal(trace_reader_string(r, c->name, NULL), "p/Main");
  assert_string_equal(trace_reader_string(r, c->source, NULL), "dir/Main.class");
  assert_int_equal(c->hash[2], 3);
  assert_int_equal(l->line, 42);
  assert_string_equal(trace_reader_string(r, trace_reader_method(r, l->method)->name, NULL), "run");
  assert_string_equal(trace_reader_string(r, trace_reader_field(r, 1)->desc, NULL), "I");
  assert_string_equal(trace_reader_string(r, trace_reader_thread(r, 1)->name, NULL), "main");
  assert_int_equal(trace_reader_object(r, 3)->class_id, 1);
  assert_string_equal(trace_reader_meta(r, TRACE_META_ARG, 1), "two");
}

static void test_finished(void **state) {
  (void)state;
  char *path = fixture_path("live"), *out = fixture_path("out"), *again = fixture_path("again");
  struct error err = {0};
  struct live *l;
  assert_int_equal(live_open(path, &l), 0);
  write_tables(l, NULL);
  emit_from_threads(l, 5000); /* several segments each */
  live_close(l);
  struct trace_reader *r = open_trace(path);
  assert_true(trace_reader_is_live(r));
  assert_null(trace_reader_damage(r));
  assert_int_equal(check_order(r), THREADS * 5000);
  check_tables(r);
  trace_reader_close(r);
  if (trace_compact(path, out, &err)) fail_msg("%s", err.msg);
  fixture_equal(path, out);
  r = open_trace(out);
  assert_false(trace_reader_is_live(r));
  assert_null(trace_reader_meta(r, TRACE_META_DAMAGED, 0));
  assert_int_equal(check_order(r), THREADS * 5000);
  check_tables(r);
  trace_reader_close(r);
  if (trace_compact(out, again, &err)) fail_msg("%s", err.msg);
  fixture_equal(out, again);
  assert_int_equal(trace_append_labels(path, "x", NULL, 0, &err),
                   ERR_INPUT); /* labels cannot be appended to a live file */
  free(path), free(out), free(again);
}

/* Kills a child that writes from several threads, at a random moment. Everything committed must be
 * there, complete and in order. */
static void kill_one(const char *path, unsigned microseconds) {
  unlink(path);
  pid_t child = fork();
  assert_true(child >= 0);
  if (!child) {
    struct live *l;
    if (live_open(path, &l)) _exit(1);
    write_tables(l, NULL);
    emit_from_threads(l, 0);
    _exit(2);
  }
  struct stat st;
  do usleep(500);
  while (stat(path, &st) || st.st_size < (off_t)(LIVE_HEADER + 2 * LIVE_SEGMENT));
  usleep(microseconds);
  kill(child, SIGKILL);
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void test_killed(void **state) {
  (void)state;
  char *path = fixture_path("killed"), *out = fixture_path("out");
  uint64_t all = 0;
  for (unsigned i = 0; i < 15; i++) {
    struct error err = {0};
    kill_one(path, i * 700);
    struct trace_reader *r = open_trace(path);
    assert_non_null(trace_reader_damage(r));
    uint64_t n = check_order(r);
    check_tables(r);
    struct trace_event last;
    if (n) { /* on a busy machine it may be killed before its first event */
      assert_int_equal(trace_reader_event(r, n - 1, &last, NULL), 0);
      assert_true(last.seq <= n + THREADS); /* at most one event of each thread was in progress */
    }
    all += n;
    trace_reader_close(r);
    if (trace_compact(path, out, &err)) fail_msg("%s", err.msg);
    r = open_trace(out);
    assert_null(trace_reader_damage(r));
    assert_non_null(trace_reader_meta(r, TRACE_META_DAMAGED, 0));
    assert_int_equal(trace_reader_count(r), n);
    check_order(r);
    trace_reader_close(r);
  }
  assert_true(all > 0);
  free(path), free(out);
}

/* A live file cut anywhere, or with an uncommitted or senseless record: the rest is read and the
 * damage reported. */
static void test_cut_and_damaged(void **state) {
  (void)state;
  char *path = fixture_path("live"), *cut = fixture_path("cut");
  struct live *l;
  size_t len;
  assert_int_equal(live_open(path, &l), 0);
  emit_from_threads(l, 3000);
  live_close(l);
  uint8_t *bytes = fixture_slurp(path, &len);
  srand(3);
  for (int i = 0; i < 100; i++) {
    struct trace_reader *r;
    struct error err = {0};
    size_t n = (size_t)rand() % len;
    fixture_spill(cut, bytes, n);
    int rc = trace_reader_open(cut, &r, &err);
    assert_int_equal(rc, n < LIVE_HEADER ? ERR_INPUT : 0);
    if (rc) continue;
    if (trace_reader_count(r) < THREADS * 3000) assert_non_null(trace_reader_damage(r));
    trace_reader_close(r);
  }
  uint8_t *record =
      bytes + LIVE_HEADER + LIVE_SEGMENT_HEADER; /* the first record of the first segment */
  memset(record, 0, 4);
  fixture_spill(cut, bytes, len);
  struct trace_reader *r = open_trace(cut);
  assert_non_null(trace_reader_damage(r));
  assert_in_range(trace_reader_count(r), THREADS * 3000 - 3000, THREADS * 3000 - 1);
  trace_reader_close(r);
  memcpy(record, &(uint32_t){LIVE_COMMIT}, 4);
  memset(record + 4, 0xff, 4);
  fixture_spill(cut, bytes, len);
  r = open_trace(cut);
  assert_non_null(strstr(trace_reader_damage(r), "the end of the segment"));
  trace_reader_close(r);
  free(bytes), free(path), free(cut);
}

/* Numbers that the counter never assigned: they need not be near the others, and none counts
 * twice. */
static void test_strange_numbers(void **state) {
  (void)state;
  char *path = fixture_path("live"), *strange = fixture_path("strange");
  struct trace_event e;
  struct live *l;
  size_t len;
  assert_int_equal(live_open(path, &l), 0);
  struct live_thread *t = live_thread_open(l, 1);
  for (unsigned i = 0; i < 300; i++)
    live_emit(l, t, &(struct trace_event){.kind = TRACE_EV_YIELD, .value = i});
  live_close(l);
  uint8_t *bytes = fixture_slurp(path, &len);
  const size_t record = LIVE_RECORD_HEADER + TRACE_EVENT_SIZE;
  uint8_t *first = bytes + LIVE_HEADER + LIVE_SEGMENT_HEADER + LIVE_RECORD_HEADER;
  const uint64_t numbers[] = {1ull << 60, 500, 0, 7};
  for (size_t i = 0; i < COUNT(numbers); i++) {
    bool own = numbers[i] > 300;
    memcpy(first, &numbers[i], 8);
    fixture_spill(strange, bytes, len);
    struct trace_reader *r = open_trace(strange);
    assert_int_equal(trace_reader_count(r), own ? 300 : 299);
    assert_int_equal(!trace_reader_damage(r), own);
    assert_int_equal(trace_reader_event(r, 0, &e, NULL), 0);
    assert_int_equal(e.value, 1);
    assert_int_equal(trace_reader_event(r, trace_reader_count(r) - 1, &e, NULL), 0);
    assert_int_equal(e.value, own ? 0 : 299);
    trace_reader_close(r);
  }
  memcpy(first + record, &(uint64_t){0}, 8);
  fixture_spill(strange, bytes, len);
  struct trace_reader *r = open_trace(strange);
  assert_int_equal(trace_reader_count(r), 298);
  trace_reader_close(r);
  free(bytes), free(path), free(strange);
}

/* Short threads one after the other share a buffer, so the file stays small. */
static void test_short_threads(void **state) {
  (void)state;
  char *path = fixture_path("short");
  struct live *l;
  struct stat st;
  assert_int_equal(live_open(path, &l), 0);
  for (uint32_t i = 1; i <= 500; i++) {
    struct live_thread *t = live_thread_open(l, i);
    live_emit(l, t, &(struct trace_event){.kind = TRACE_EV_THREAD_BEGIN});
    live_thread_close(l, t);
  }
  live_emit(l, NULL, &(struct trace_event){.kind = TRACE_EV_THREAD_END, .thread = 77});
  live_close(l);
  assert_int_equal(stat(path, &st), 0);
  assert_true(st.st_size <= (off_t)(LIVE_HEADER + 2 * LIVE_SEGMENT));
  struct trace_reader *r = open_trace(path);
  struct trace_event e;
  assert_int_equal(trace_reader_count(r), 501);
  for (uint64_t n = 0; n < 500; n++) {
    assert_int_equal(trace_reader_event(r, n, &e, NULL), 0);
    assert_int_equal(e.thread, n + 1);
  }
  assert_int_equal(trace_reader_event(r, 500, &e, NULL), 0);
  assert_int_equal(e.thread, 77);
  trace_reader_close(r);
  free(path);
}

/* Reading during writing gives a prefix of every thread, no crash, and more the next time. */
static void test_read_while_written(void **state) {
  (void)state;
  char *path = fixture_path("growing");
  struct live *l;
  assert_int_equal(live_open(path, &l), 0);
  struct writer w = {l, 1, 300000};
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, emit, &w), 0);
  uint64_t before = 0;
  for (int i = 0; i < 10; i++) {
    struct trace_reader *r = open_trace(path);
    uint64_t n = check_order(r);
    assert_true(n >= before);
    before = n;
    trace_reader_close(r);
  }
  pthread_join(thread, NULL);
  live_close(l);
  struct trace_reader *r = open_trace(path);
  assert_int_equal(check_order(r), 300000);
  assert_null(trace_reader_damage(r));
  trace_reader_close(r);
  free(path);
}

/* Without room, events are dropped and reported; earlier ones stay. */
static void test_full(void **state) {
  (void)state;
  char *path = fixture_path("full");
  pid_t child = fork();
  assert_true(child >= 0);
  if (!child) {
    struct live *l;
    struct rlimit limit = {LIVE_HEADER + LIVE_SEGMENT, LIVE_HEADER + LIVE_SEGMENT};
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) || live_open(path, &l)) _exit(1);
    struct live_thread *t = live_thread_open(l, 1);
    int dropped = 0;
    for (int i = 0; i < 5000; i++)
      dropped += !live_emit(l, t, &(struct trace_event){.kind = TRACE_EV_YIELD});
    live_close(l);
    _exit(dropped > 2000 && dropped < 5000 ? 0 : 2);
  }
  int status;
  waitpid(child, &status, 0);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  struct trace_reader *r = open_trace(path);
  assert_in_range(trace_reader_count(r), 1500, 3000);
  assert_non_null(strstr(trace_reader_damage(r), "disk was full"));
  trace_reader_close(r);
  struct live *l;
  assert_int_equal(live_open("/nonexistent/live", &l), -2);
  free(path);
}

static void test_long_strings(void **state) {
  (void)state;
  char *path = fixture_path("strings"), *big = mem_alloc(100000);
  struct live *l;
  size_t len;
  memset(big, 'x', 100000);
  assert_int_equal(live_open(path, &l), 0);
  uint32_t a = live_string(l, NULL, big, 100000), b = live_string(l, NULL, big, 65535),
           c = live_string(l, NULL, "", 0);
  uint32_t d = live_string(l, NULL, "abc", 3);
  live_thread_row(l, NULL, 1, "early", 0, 0, 0, 0);
  live_thread_row(l, NULL, 1, "late", 0, 0, 0, 0);
  live_close(l);
  assert_int_equal(c, 0);
  struct trace_reader *r = open_trace(path);
  assert_null(trace_reader_damage(r));
  trace_reader_string(r, a, &len), assert_int_equal(len, LIVE_STRING_MAX);
  trace_reader_string(r, b, &len), assert_int_equal(len, 65535);
  assert_string_equal(trace_reader_string(r, d, NULL), "abc");
  assert_string_equal(trace_reader_string(r, trace_reader_thread(r, 1)->name, NULL), "late");
  trace_reader_close(r);
  free(path), free(big);
}

static int tear_down(void **state) {
  (void)state;
  fixture_remove();
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_finished),
      cmocka_unit_test(test_killed),
      cmocka_unit_test(test_cut_and_damaged),
      cmocka_unit_test(test_strange_numbers),
      cmocka_unit_test(test_short_threads),
      cmocka_unit_test(test_read_while_written),
      cmocka_unit_test(test_full),
      cmocka_unit_test(test_long_strings),
  };
  return cmocka_run_group_tests_name("trace live", tests, NULL, tear_down);
}
