/* The text form of a trace: round trips, odd traces, errors that name the line, and the exporters.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "trace/analysis/analysis.h"
#include "trace/export/export.h"
#include "trace/format/text_form.h"
#include "trace_fixture.h"

static void export_to(const char *trace, const char *format, const char *path) {
  struct trace_reader *r = fixture_trace(trace);
  struct error err = {0};
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  if (trace_export(r, format, f, &err)) fail_msg("%s", err.msg);
  fclose(f);
  trace_reader_close(r);
}

static int import_from(const char *text, const char *trace, struct error *err) {
  FILE *f = fopen(text, "r");
  assert_non_null(f);
  int rc = trace_text_read(f, "in.txt", trace, err);
  fclose(f);
  return rc;
}

/* ---- round trips ---- */

static void test_text_round_trip(void **state) {
  (void)state;
  char *a = fixture_path("a"), *t = fixture_path("t"), *b = fixture_path("b"),
       *t2 = fixture_path("t2"), *n = fixture_path("n");
  struct error err = {0};
  static const size_t sizes[] = {0, 1, 100, 4096, 4097, 9001};
  for (size_t i = 0; i < COUNT(sizes); i++) {
    fixture_generate(a, (unsigned)i, sizes[i]);
    export_to(a, "text", t);
    if (import_from(t, b, &err)) fail_msg("%s", err.msg);
    fixture_equal(a, b);
    if (trace_compact(a, n, &err)) fail_msg("%s", err.msg);
    fixture_same_file(n, b); /* the normal form, byte for byte */
    export_to(b, "text", t2);
    fixture_same_file(t, t2);
  }
  free(a), free(t), free(b), free(t2), free(n);
}

/* Equal strings with two ids, rows out of order, unknown kinds and types, dangling ids: all are
 * preserved. */
static void test_text_of_odd_trace(void **state) {
  (void)state;
  char *a = fixture_path("odd"), *t = fixture_path("t"), *b = fixture_path("b");
  struct error err = {0};
  struct trace_writer *w;
  assert_int_equal(trace_writer_open(a, &w, &err), 0);
  trace_writer_string_row(w, 9, "same", 4);
  trace_writer_string_row(w, 4, "same", 4);
  trace_writer_string_row(w, 5, "", 0);
  trace_writer_string_row(w, 7, "zero\0inside", 11);
  struct trace_class c = {.id = 4000000000u, .name = 9, .loader = 5, .source = 1234};
  trace_writer_row(w, TRACE_CLASSES, &c);
  c = (struct trace_class){.id = 2, .name = 4, .hash = {1, 2, 3}};
  trace_writer_row(w, TRACE_CLASSES, &c);
  trace_writer_label_add(w, "-");
  for (unsigned i = 0; i < 256; i++) {
    struct trace_event e = {.kind = (uint8_t)i,
                            .type = (uint8_t)i,
                            .value = i % 2 ? UINT64_MAX : i,
                            .ref = i % 9 ? 9999 : 0,
                            .location = i % 3,
                            .object = 7,
                            .flags = (uint16_t)(i * 257),
                            .index = INT32_MIN,
                            .text = i % 10};
    uint64_t n = trace_writer_event(w, &e);
    if (i % 50 == 0) trace_writer_label(w, "-", n);
  }
  if (trace_writer_close(w, &err)) fail_msg("%s", err.msg);
  export_to(a, "text", t);
  if (import_from(t, b, &err)) fail_msg("%s", err.msg);
  fixture_equal(a, b);
  export_to(a, "json", t);
  free(a), free(t), free(b);
}

static void replace_in(char *s, const char *from, const char *to) {
  char *at = strstr(s, from);
  assert_non_null(at);
  assert_int_equal(strlen(from), strlen(to));
  memcpy(at, to, strlen(to));
}

static void test_text_errors(void **state) {
  (void)state;
  static const struct {
    const char *from, *to, *message;
  } cases[] = {
      {"htrace-text 1", "htrace-text 9", "line 1: not the text form"},
      {"string 1 \"", "string 1 x", "a text in quotes is missing"},
      {"class 1 ", "klass 1 ", "unknown word"},
      {"thread-begin", "thread-begun", "unknown kind"},
      {"events 50", "events 60", "ends before the last event"},
      {"events 50", "events 5x", "not a number"},
      {"\n7 ", "\n8 ", "not numbered in order"},
  };
  char *a = fixture_path("a"), *t = fixture_path("t"), *b = fixture_path("none");
  fixture_generate(a, 3, 50);
  for (size_t i = 0; i < COUNT(cases); i++) {
    struct error err = {0};
    size_t len;
    export_to(a, "text", t);
    char *s = (char *)fixture_slurp(t, &len);
    replace_in(s, cases[i].from, cases[i].to);
    fixture_spill(t, (uint8_t *)s, len);
    free(s);
    assert_int_equal(import_from(t, b, &err), ERR_INPUT);
    if (!strstr(err.msg, cases[i].message))
      fail_msg("'%s' is not in '%s'", cases[i].message, err.msg);
    assert_int_equal(access(b, F_OK), -1);
  }
  free(a), free(t), free(b);
}

/* ---- labels, look-ups, exporters ---- */

static void test_exporters(void **state) {
  (void)state;
  char *a = fixture_path("a"), *j = fixture_path("j");
  struct error err = {0};
  size_t len;
  fixture_generate(a, 13, 200);
  struct trace_reader *r = fixture_trace(a);
  assert_int_equal(trace_export(r, "nosuch", stdout, &err), ERR_USAGE);
  assert_non_null(strstr(err.msg, "text, json"));
  error_clear(&err);
  FILE *full = fopen("/dev/full", "w");
  assert_int_equal(trace_export(r, "text", full, &err), ERR_INPUT);
  fclose(full);
  trace_reader_close(r);
  export_to(a, "json", j);
  uint8_t *bytes = fixture_slurp(j, &len);
  assert_true(len > 10000);
  free(bytes);
  char *command = mem_printf(
      "python3 -c 'import json,sys; d=json.load(open(\"%s\")); sys.exit(len(d[\"events\"])!=200)'",
      j);
  if (!system("command -v python3 >/dev/null")) assert_int_equal(system(command), 0);
  free(command), free(a), free(j);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text_round_trip),
      cmocka_unit_test(test_text_of_odd_trace),
      cmocka_unit_test(test_text_errors),
      cmocka_unit_test(test_exporters),
  };
  return cmocka_run_group_tests_name("trace", tests, NULL, fixture_tear_down);
}
