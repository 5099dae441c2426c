/* The final form of a trace: reading what was written, the bytes, labels, look-ups. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "trace/analysis/analysis.h"
#include "trace/format/chunk.h"
#include "trace/export/export.h"
#include "trace_fixture.h"

/* ---- round trips ---- */

static void test_same_calls_same_bytes(void **state) {
  (void)state;
  char *a = fixture_path("a"), *b = fixture_path("b");
  fixture_generate(a, 1, 9000);
  fixture_generate(b, 1, 9000);
  fixture_same_file(a, b);
  fixture_generate(b, 2, 9000);
  size_t la, lb;
  uint8_t *x = fixture_slurp(a, &la), *y = fixture_slurp(b, &lb);
  assert_false(la == lb && !memcmp(x, y, la));
  free(x), free(y), free(a), free(b);
}

static void test_written_is_read(void **state) {
  (void)state;
  char *a = fixture_path("written");
  struct trace_writer *w;
  struct error err = {0};
  struct trace_event e = {.kind = TRACE_EV_WRITE_BEFORE,
                          .thread = 2,
                          .location = 3,
                          .object = 4,
                          .ref = 5,
                          .index = -6,
                          .value = 0x123456789abcdef0,
                          .type = 'J',
                          .flags = TRACE_VOLATILE,
                          .icount = 1ull << 40,
                          .text = 1};
  assert_int_equal(trace_writer_open(a, &w, &err), 0);
  assert_int_equal(trace_writer_string(w, "x"), 1);
  assert_int_equal(trace_writer_string(w, "y"), 2);
  assert_int_equal(trace_writer_string(w, "x"), 1);
  assert_int_equal(trace_writer_string(w, ""), 0);
  uint32_t c = trace_writer_class(w, "p/C", NULL, "C.class", NULL, 1);
  assert_int_equal(trace_writer_class(w, "p/C", NULL, "elsewhere", NULL, 1), c);
  assert_int_not_equal(trace_writer_class(w, "p/C", "app", "C.class", NULL, 1), c);
  assert_int_equal(trace_writer_event(w, &e), 0);
  assert_int_equal(trace_writer_event(w, &e), 1);
  trace_writer_label(w, "l", 1);
  assert_int_equal(access(a, F_OK), -1); /* no file with its name before it is complete */
  if (trace_writer_close(w, &err)) fail_msg("%s", err.msg);

  struct trace_reader *r = fixture_trace(a);
  struct trace_event x;
  assert_null(trace_reader_damage(r));
  assert_true(trace_reader_indexed(r));
  assert_int_equal(trace_reader_count(r), 2);
  assert_int_equal(trace_reader_event(r, 0, &x, &err), 0);
  e.seq = 1;
  assert_memory_equal(&x, &e, sizeof e);
  assert_int_equal(trace_reader_event(r, 1, &x, &err), 0);
  assert_int_equal(x.seq, 2);
  assert_int_equal(x.labels, 1);
  assert_int_equal(trace_reader_event(r, 2, &x, NULL), ERR_NOTFOUND);
  assert_string_equal(trace_reader_string(r, trace_reader_class(r, c)->name, NULL), "p/C");
  assert_null(trace_reader_class(r, 77));
  trace_reader_close(r);
  free(a);
}

static void test_writer_refuses_disorder(void **state) {
  (void)state;
  char *a = fixture_path("disorder");
  struct trace_writer *w;
  struct error err = {0};
  struct trace_event e = {.kind = TRACE_EV_YIELD, .seq = 5};
  assert_int_equal(trace_writer_open(a, &w, &err), 0);
  trace_writer_event(w, &e);
  trace_writer_event(w, &e);
  assert_int_equal(trace_writer_close(w, &err), ERR_INTERNAL);
  assert_int_equal(access(a, F_OK), -1);
  error_clear(&err);
  assert_int_equal(trace_writer_open("/nonexistent/x", &w, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "/nonexistent/x"));
  free(a);
}

/* ---- cut-off and damaged files ---- */

/* In a lazily opened trace, damage in a chunk of events shows only when one of its events is
 * read. */
static void test_lazy(void **state) {
  (void)state;
  char *a = fixture_path("a"), *flip = fixture_path("flip");
  struct error err = {0};
  struct trace_event e;
  struct trace_reader *r, *whole;
  size_t len;
  fixture_generate(a, 8, 10000);
  assert_int_equal(trace_reader_open_with(a, TRACE_LAZY, &r, &err), 0);
  whole = fixture_trace(a);
  assert_int_equal(trace_reader_count(r), 10000);
  assert_true(trace_reader_indexed(r));
  fixture_prefix(r, whole);
  trace_reader_close(whole);
  trace_reader_close(r);
  uint8_t *bytes = fixture_slurp(a, &len);
  size_t at = FILE_HEADER, nth = 0;
  struct chunk_header h;
  for (;; at += chunk_size(&h)) { /* the second chunk of events */
    assert_int_equal(chunk_look(bytes + at, len - at, true, &h, NULL), 0);
    if (h.type == TRACE_EVENTS && nth++ == 1) break;
  }
  bytes[at + CHUNK_HEADER + 5] ^= 4;
  fixture_spill(flip, bytes, len);
  assert_int_equal(trace_reader_open_with(flip, TRACE_LAZY, &r, &err), 0);
  assert_int_equal(trace_reader_event(r, 4095, &e, &err), 0);
  assert_int_equal(trace_reader_event(r, 4096, &e, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "event 4096"));
  assert_int_equal(trace_reader_event(r, 9000, &e, NULL), 0);
  trace_reader_close(r);
  free(bytes), free(a), free(flip);
}

/* ---- the bytes ---- */

static uint64_t number_at(const uint8_t *p, unsigned bytes) {
  uint64_t v = 0;
  while (bytes--) v = v << 8 | p[bytes];
  return v;
}

/* Reads the file as heddle-trace(5) describes it, by offsets alone. */
static void test_bytes(void **state) {
  (void)state;
  char *a = fixture_path("bytes");
  struct trace_writer *w;
  struct error err = {0};
  struct trace_event e = {.kind = TRACE_EV_ALLOC,
                          .thread = 0x01020304,
                          .location = 2,
                          .object = 3,
                          .ref = 4,
                          .index = -1,
                          .value = 0x1122334455667788,
                          .icount = 6,
                          .text = 7,
                          .type = 'J',
                          .flags = 0x80};
  assert_int_equal(trace_writer_open(a, &w, &err), 0);
  trace_writer_string(w, "abcde");
  trace_writer_event(w, &e);
  trace_writer_label(w, "lab", 0);
  if (trace_writer_close(w, &err)) fail_msg("%s", err.msg);
  size_t len;
  uint8_t *b = fixture_slurp(a, &len);
  static const uint8_t types[] = {TRACE_STRINGS, TRACE_EVENTS, TRACE_LABELS, TRACE_INDEX,
                                  TRACE_END};
  static const uint8_t sizes[] = {16, 56, 16, 72, 24};
  uint64_t at = 32, offsets[5];
  assert_memory_equal(b, "\x89HTRACE\n\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 24);
  for (int i = 0; i < 5; i++) {
    offsets[i] = at;
    assert_memory_equal(b + at, "CHNK", 4);
    assert_int_equal(b[at + 4], types[i]);
    assert_int_equal(b[at + 5], 0);
    assert_int_equal(number_at(b + at + 8, 4), sizes[i]);
    assert_int_equal(number_at(b + at + 12, 4), sizes[i]);
    assert_int_equal(number_at(b + at + 24, 4), i == 3 ? 3 : 1);
    at += 40u + sizes[i];
  }
  assert_int_equal(at, len);
  assert_memory_equal(b + offsets[0] + 40, "\1\0\0\0\5\0\0\0abcde\0\0\0", 16);
  const uint8_t *ev = b + offsets[1] + 40;
  assert_memory_equal(ev, "\1\0\0\0\0\0\0\0\x88\x77\x66\x55\x44\x33\x22\x11\6\0\0\0\0\0\0\0", 24);
  assert_memory_equal(ev + 24, "\4\3\2\1\2\0\0\0\3\0\0\0\4\0\0\0\xff\xff\xff\xff\7\0\0\0", 24);
  assert_memory_equal(ev + 48, "\x32J\x80\0\0\0\0\0", 8);
  assert_memory_equal(b + offsets[2] + 40, "\3\0\0\0lab\0\0\0\0\0\0\0\0\0", 16);
  for (unsigned i = 0; i < 3; i++)
    assert_int_equal(number_at(b + offsets[3] + 40 + 24 * i, 8), offsets[i]);
  assert_int_equal(number_at(b + len - 24, 8), offsets[3]);
  assert_int_equal(number_at(b + len - 16, 8), 1);
  assert_int_equal(number_at(b + len - 8, 8), 3);
  free(b), free(a);
}

/* Every kind of event has a row in the manual page, with the same code and name. */
static void test_manual_page(void **state) {
  (void)state;
  const char *root = getenv("HEDDLE_ROOT");
  char *page = mem_printf("%s/man/heddle-trace.5", root ? root : ".");
  size_t len;
  char *text = (char *)fixture_slurp(page, &len);
  for (unsigned i = 0; i < TRACE_EV_LIMIT; i++) {
    if (!trace_kind_name(i)) continue;
    char *row = mem_printf("\n%u|%s|", i, trace_kind_name(i));
    if (!strstr(text, row)) fail_msg("heddle-trace.5 lacks the row '%s'", row + 1);
    free(row);
  }
  free(text), free(page);
}

/* ---- labels, look-ups, exporters ---- */

static void test_append_labels(void **state) {
  (void)state;
  char *a = fixture_path("a"), *n = fixture_path("n"), *cut = fixture_path("cut");
  struct error err = {0};
  struct trace_event e;
  uint64_t events[] = {70, 3, 3, 99};
  size_t before, after;
  fixture_generate(a, 9, 100);
  uint8_t *old = fixture_slurp(a, &before);
  if (trace_append_labels(a, "new", events, COUNT(events), &err)) fail_msg("%s", err.msg);
  if (trace_append_labels(a, "eraser", events, 1, &err)) fail_msg("%s", err.msg);
  uint8_t *new = fixture_slurp(a, &after);
  assert_true(after > before);
  assert_memory_equal(old, new, before); /* only appended to */
  struct trace_reader *r = fixture_trace(a);
  assert_null(trace_reader_damage(r));
  assert_int_equal(trace_reader_label_count(r), 3);
  assert_string_equal(trace_reader_label_name(r, 2), "new");
  const uint64_t *list;
  assert_int_equal(trace_reader_label_events(r, 2, &list), 3);
  assert_int_equal(list[0], 3);
  assert_int_equal(list[2], 99);
  assert_int_equal(trace_reader_event(r, 70, &e, &err), 0);
  unsigned eraser = strcmp(trace_reader_label_name(r, 0), "eraser") ? 1 : 0;
  assert_string_equal(trace_reader_label_name(r, eraser), "eraser");
  assert_int_equal(e.labels & (4u | 1u << eraser), 4u | 1u << eraser);
  trace_reader_close(r);
  assert_int_equal(trace_append_labels(a, "x", (uint64_t[]){100}, 1, &err), ERR_INPUT);
  fixture_spill(cut, new, before); /* a crash between two appends leaves the older trace complete */
  r = fixture_trace(cut);
  assert_null(trace_reader_damage(r));
  trace_reader_close(r);
  fixture_spill(cut, new, before + 10);
  error_clear(&err);
  assert_int_equal(trace_append_labels(cut, "x", events, 1, &err), ERR_INPUT);
  error_clear(&err);
  if (trace_compact(a, n, &err)) fail_msg("%s", err.msg);
  fixture_equal(a, n);
  assert_int_equal(trace_reader_open_with(a, TRACE_LAZY, &r, &err), 0);
  assert_int_equal(trace_reader_label_count(r), 3);
  trace_reader_close(r);
  free(old), free(new), free(a), free(n), free(cut);
}

static void test_meta_and_seq(void **state) {
  (void)state;
  char *a = fixture_path("a");
  struct trace_event e;
  fixture_generate(a, 12, 5000);
  struct trace_reader *r = fixture_trace(a);
  assert_string_equal(trace_reader_meta(r, TRACE_META_ARG, 0), "first");
  assert_string_equal(trace_reader_meta(r, TRACE_META_ARG, 1), "");
  assert_null(trace_reader_meta(r, TRACE_META_ARG, 3));
  assert_null(trace_reader_meta(r, TRACE_META_SEED, 0));
  for (uint64_t n = 0; n < 5000; n += 333) {
    assert_int_equal(trace_reader_event(r, n, &e, NULL), 0);
    assert_int_equal(trace_reader_find_seq(r, e.seq), n);
    assert_int_equal(trace_reader_find_seq(r, e.seq + 1), n + 1);
  }
  assert_int_equal(trace_reader_find_seq(r, UINT64_MAX), 5000);
  trace_reader_close(r);
  free(a);
}

static void check_name(const char *want, struct text *t) {
  assert_string_equal(want, t->s);
  t->len = 0;
}

static void test_names(void **state) {
  (void)state;
  char *a = fixture_path("a");
  struct text t = {0};
  struct trace_event e;
  fixture_script(a, "1:rx 1:Wy 2:A3 1:+1");
  struct trace_reader *r = fixture_trace(a);
  static const char *const want[] = {"C#10.x", "C.ys", "int[]#1[3]"};
  for (uint64_t n = 0; n < 3; n++) {
    assert_int_equal(trace_reader_event(r, n, &e, NULL), 0);
    trace_name_variable(r, &e, &t);
    check_name(want[n], &t);
  }
  trace_name_location(r, e.location, &t), check_name("C.run:3", &t);
  trace_name_object(r, 0, &t), check_name("null", &t);
  trace_name_location(r, 12345, &t), check_name("?", &t);
  trace_name_value(r, 'D', 0x3ff8000000000000, &t), check_name("1.5", &t);
  trace_name_value(r, 'I', (uint64_t)-3, &t), check_name("-3", &t);
  trace_reader_close(r);
  text_release(&t);
  free(a);
}

/* A million events take at most a few seconds even on a slow machine, about one on a fast one. */
static void test_speed(void **state) {
  (void)state;
  char *a = fixture_path("big");
  struct timespec t0, t1;
  struct trace_event e;
  uint64_t sum = 0;
  fixture_generate(a, 14, 1000000);
  clock_gettime(CLOCK_MONOTONIC, &t0);
  struct trace_reader *r = fixture_trace(a);
  for (uint64_t n = 0; n < trace_reader_count(r); n++) {
    assert_int_equal(trace_reader_event(r, n, &e, NULL), 0);
    sum += e.seq;
  }
  clock_gettime(CLOCK_MONOTONIC, &t1);
  trace_reader_close(r);
  double s = (double)(t1.tv_sec - t0.tv_sec) + (double)(t1.tv_nsec - t0.tv_nsec) / 1e9;
  struct stat st;
  assert_int_equal(stat(a, &st), 0);
  print_message("a million events: %.2f s, %lld bytes (sum %llu)\n", s, (long long)st.st_size,
                (unsigned long long)sum);
  assert_true(s < 10);
  unlink(a);
  free(a);
}

/* Chunks without events of a group are skipped, even after the trace was rewritten. */
static void test_rare_events(void **state) {
  (void)state;
  char *a = fixture_path("rare"), *b = fixture_path("rewritten");
  struct trace_writer *w;
  struct error err = {0};
  struct trace_event often = {.kind = TRACE_EV_READ_AFTER, .thread = 1}, e;
  const uint64_t whole = 3 * TRACE_CHUNK_EVENTS + 100;
  assert_int_equal(trace_writer_open(a, &w, &err), 0);
  for (uint64_t n = 0; n < whole; n++) {
    often.kind = n == TRACE_CHUNK_EVENTS + 7 ? TRACE_EV_INPUT_CLOCK : TRACE_EV_READ_AFTER;
    trace_writer_event(w, &often);
  }
  assert_int_equal(trace_writer_close(w, &err), 0);
  assert_int_equal(trace_compact(a, b, &err), 0);
  for (int i = 0; i < 2; i++) {
    struct trace_reader *r = fixture_trace(i ? b : a);
    uint64_t n = trace_reader_next(r, 0, TRACE_GROUP_INPUT);
    assert_int_equal(n, TRACE_CHUNK_EVENTS);
    while (!trace_reader_event(r, n, &e, NULL) && e.kind != TRACE_EV_INPUT_CLOCK)
      n = trace_reader_next(r, n + 1, TRACE_GROUP_INPUT);
    assert_int_equal(n, TRACE_CHUNK_EVENTS + 7);
    assert_int_equal(trace_reader_next(r, 2 * TRACE_CHUNK_EVENTS, TRACE_GROUP_INPUT), whole);
    assert_int_equal(trace_reader_next(r, 5, TRACE_GROUP_ACCESS), 5);
    assert_int_equal(trace_reader_next(r, whole, TRACE_GROUP_ACCESS), whole);
    trace_reader_close(r);
  }
  free(a);
  free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_calls_same_bytes),
      cmocka_unit_test(test_written_is_read),
      cmocka_unit_test(test_writer_refuses_disorder),
      cmocka_unit_test(test_lazy),
      cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_manual_page),
      cmocka_unit_test(test_append_labels),
      cmocka_unit_test(test_meta_and_seq),
      cmocka_unit_test(test_rare_events),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_speed),
  };
  return cmocka_run_group_tests_name("trace", tests, NULL, fixture_tear_down);
}
