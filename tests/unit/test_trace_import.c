/* Traces in RAPID's formats: conversion in both directions, and refusals with the line or byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "trace/export/export.h"
#include "trace/import/import.h"
#include "trace_fixture.h"

static struct trace_reader *opened(const char *path) {
  struct trace_reader *r;
  struct error err = {0};
  bool foreign = false;
  if (trace_import_open(path, NULL, 0, &r, &foreign, &err)) fail_msg("%s", err.msg);
  assert_true(foreign);
  return r;
}

static char *std_of(struct trace_reader *r) {
  char *path = fixture_path("out.std");
  struct error err = {0};
  size_t len;
  FILE *f = fopen(path, "w");
  assert_int_equal(trace_export(r, "std", f, &err), 0);
  fclose(f);
  char *s = (char *)fixture_slurp(path, &len);
  free(path);
  return s;
}

/* ---- STD ---- */

static const char every_operation[] =
    "T0|fork(T1)|1\n"
    "T0|w(V234.23[0])|2\n"
    "T0|acq(L34)|3\n"
    "T0|rel(L34)|4\n"
    "T1|begin|0\n"
    "T1|r(V234.23[0])|2147483647\n"
    "T1|end|6\n"
    "T1|branch|7\n"
    "worker|r(a)|file.c:12\n"
    "T0|join(T1)|\n";

static void test_std_there_and_back(void **state) {
  (void)state;
  char *path = fixture_path("in.std");
  fixture_spill(path, (const uint8_t *)every_operation, strlen(every_operation));
  struct trace_reader *r = opened(path);
  char *back = std_of(r);
  assert_int_equal(trace_reader_count(r), 10);
  assert_int_equal(trace_reader_thread(r, 2)->parent, 1);
  /* T0 and T1 keep their numbers; "worker" gets the next one */
  assert_string_equal(trace_reader_string(r, trace_reader_thread(r, 3)->name, NULL), "worker");
  assert_string_equal(back,
                      "T0|fork(T1)|1\n"
                      "T0|w(V234.23[0])|2\n"
                      "T0|acq(L34)|3\n"
                      "T0|rel(L34)|4\n"
                      "T1|begin|0\n"
                      "T1|r(V234.23[0])|2147483647\n"
                      "T1|end|6\n"
                      "T1|branch|7\n"
                      "worker|r(a)|file.c:12\n"
                      "T0|join(T1)|0\n");
  trace_reader_close(r);
  free(back);
  free(path);
}

/* Blank lines, CR LF, a missing last newline, requests, names that collide with numbers. */
static void test_std_odd(void **state) {
  (void)state;
  static const char odd[] = "\r\nmain|req(L)|1\r\n\nT0|acq(L)|1\r\nmain|w(x)|T9";
  char *path = fixture_path("in.std");
  fixture_spill(path, (const uint8_t *)odd, strlen(odd));
  struct trace_reader *r = opened(path);
  char *back = std_of(r);
  assert_string_equal(back, "T0|acq(L)|1\nmain|w(x)|T9\n");
  assert_string_equal(trace_reader_meta(r, "requests", 0), "1");
  trace_reader_close(r);
  free(back);
  free(path);
}

static void refused(const char *from, const void *data, size_t len, const char *message) {
  char *path = fixture_path("in"), *out = fixture_path("out.htrace");
  const struct trace_importer *format;
  struct error err = {0};
  fixture_spill(path, data, len);
  assert_int_equal(trace_import_format(path, from, &format, &err), 0);
  assert_non_null(format);
  assert_int_equal(trace_import(format, path, out, &err), ERR_INPUT);
  if (!strstr(err.msg, message)) fail_msg("'%s', not '%s'", err.msg, message);
  assert_int_not_equal(access(out, F_OK), 0);
  free(path);
  free(out);
}

static void test_std_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"T0|acq(L)|1\nT0|acq(L)\n", "line 2: not of the form thread|operation|place: 'T0|acq(L)'"},
      {"T0|acq(L)|1|2\n", "line 1: not of the form"},
      {"T0|r(x)|1\n\nT0|lock(L)|1\n", "line 3: unknown operation 'lock'"},
      {"T0|acq|1\n", "line 1: an operand of one word is missing in 'acq'"},
      {"T0|r()|1\n", "line 1: an operand of one word is missing in 'r()'"},
      {"T0|r(x|1\n", "line 1: a parenthesis is not closed in 'r(x'"},
      {"T0|r(x y)|1\n", "line 1: an operand of one word is missing"},
      {"|r(x)|1\n", "line 1: a thread of one word is missing"},
      {"T0|r(x)|a b\n", "line 1: a place is one word, not"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    refused("std", cases[i].text, strlen(cases[i].text), cases[i].message);
}

/* ---- RapidBin ---- */

static void big(struct text *t, uint64_t v, int bytes) {
  while (bytes--) {
    char c = (char)(v >> (8 * bytes));
    text_add(t, &c, 1);
  }
}

static void bin_head(struct text *t, uint64_t events) {
  big(t, 2, 2);
  big(t, 1, 4);
  big(t, 1, 4);
  big(t, events, 8);
}

static void bin_word(struct text *t, uint64_t thread, uint64_t op, uint64_t operand,
                     uint64_t place) {
  big(t, thread | op << 10 | operand << 14 | place << 48, 8);
}

static void test_rapidbin(void **state) {
  (void)state;
  char *path = fixture_path("in.bin");
  struct text t = {0};
  bin_head(&t, 7);
  bin_word(&t, 0, 4, 1023, 1);
  bin_word(&t, 0, 0, 5, 2);
  bin_word(&t, 0, 3, (UINT64_C(1) << 34) - 1, 32767);
  bin_word(&t, 0, 1, 5, 4);
  bin_word(&t, 1023, 2, 7, 5);
  bin_word(&t, 1023, 8, 5, 6);
  bin_word(&t, 0, 5, 1023, 7);
  fixture_spill(path, (uint8_t *)t.s, t.len);
  struct trace_reader *r = opened(path);
  char *back = std_of(r);
  assert_string_equal(back,
                      "T0|fork(T1023)|1\n"
                      "T0|acq(L5)|2\n"
                      "T0|w(V17179869183)|32767\n"
                      "T0|rel(L5)|4\n"
                      "T1023|r(V7)|5\n"
                      "T0|join(T1023)|7\n");
  trace_reader_close(r);
  free(back);
  free(path);
  refused(NULL, t.s, t.len - 1, "byte 66: the file ends in event 7 of 7");
  text_puts(&t, "x");
  refused(NULL, t.s, t.len, "byte 74: more follows the last of 7 events");
  refused("rapidbin", t.s, 10, "byte 10: the file ends in its header");
  t.len = 18;
  bin_word(&t, 0, 0, 5, 2);
  bin_word(&t, 0, 12, 5, 2);
  refused(NULL, t.s, t.len, "byte 26: event 2: no operation 12");
  text_release(&t);
}

/* ---- which format ---- */

static void test_formats_by_first_bytes(void **state) {
  (void)state;
  char *path = fixture_path("in");
  const struct trace_importer *format;
  struct error err = {0};
  static const struct {
    const char *text, *name;
  } cases[] = {{"htrace-text 1\n", "text"},
               {"T0|r(x)|1\n", "std"},
               {"\n\nT0|r(x)|1\n", "std"},
               {"no trace\n", NULL},
               {"", NULL},
               {"a|b\n|c\n", NULL}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    fixture_spill(path, (const uint8_t *)cases[i].text, strlen(cases[i].text));
    assert_int_equal(trace_import_format(path, NULL, &format, &err), 0);
    if (!cases[i].name != !format || (format && strcmp(format->name, cases[i].name)))
      fail_msg("'%s' is %s", cases[i].text, format ? format->name : "none");
  }
  fixture_generate(path, 1, 10);
  assert_int_equal(trace_import_format(path, NULL, &format, &err), 0);
  assert_null(format);
  assert_int_equal(trace_import_format(path, "csv", &format, &err), ERR_USAGE);
  free(path);
}

/* ---- STD exported from heddle's own traces ---- */

static char *std_of_script(const char *script) {
  char *path = fixture_path("script");
  fixture_script(path, script);
  struct trace_reader *r = fixture_trace(path);
  char *s = std_of(r);
  trace_reader_close(r);
  free(path);
  return s;
}

static void test_std_of_own(void **state) {
  (void)state;
  static const struct {
    const char *script, *std;
  } cases[] = {
      /* nested acquires count once, and a release without an acquire is dropped */
      {"1:+1 1:+1 1:wx 1:-1 1:-1 2:-2", "T0|acq(C#1)|1\nT0|w(C#10.x)|3\nT0|rel(C#1)|5\n"},
      /* a volatile access is a separate section */
      {"1:vx 2:RX", "T0|acq(C#10.xv)|1\nT0|w(C#10.xv)|1\nT0|rel(C#10.xv)|1\nT1|r(C.Xs)|2\n"},
      /* readers do not exclude each other, so their sections are closed at once */
      {"1:s1 2:s1 2:S1 1:S1",
       "T0|acq(C#1.lock)|1\nT0|rel(C#1.lock)|1\nT1|acq(C#1.lock)|2\nT1|rel(C#1.lock)|2\n"
       "T1|acq(C#1.lock)|3\nT1|rel(C#1.lock)|3\nT0|acq(C#1.lock)|4\nT0|rel(C#1.lock)|4\n"},
      {"1:(2 2:A3 1:)2", "T0|fork(T1)|1\nT1|w(int[]#1[3])|2\nT0|join(T1)|3\n"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    char *s = std_of_script(cases[i].script);
    assert_string_equal(s, cases[i].std);
    free(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_std_there_and_back),
      cmocka_unit_test(test_std_odd),
      cmocka_unit_test(test_std_refused),
      cmocka_unit_test(test_rapidbin),
      cmocka_unit_test(test_formats_by_first_bytes),
      cmocka_unit_test(test_std_of_own),
  };
  return cmocka_run_group_tests(tests, NULL, fixture_tear_down);
}
