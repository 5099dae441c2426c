/* The final form of a trace: round trips, the text form, cut-off and damaged files, labels,
 * look-ups. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "trace/analysis/analysis.h"
#include "trace/chunk.h"
#include "trace/export/export.h"
#include "trace/text.h"
#include "trace_fixture.h"

static struct trace_reader *open_trace(const char *path) {
  struct trace_reader *r;
  struct error err = {0};
  if (trace_reader_open(path, &r, &err)) fail_msg("%s", err.msg);
  return r;
}

static void same_file(const char *a, const char *b) {
  size_t la, lb;
  uint8_t *x = fixture_slurp(a, &la), *y = fixture_slurp(b, &lb);
  assert_int_equal(la, lb);
  assert_memory_equal(x, y, la);
  free(x);
  free(y);
}

static void export_to(const char *trace, const char *format, const char *path) {
  struct trace_reader *r = open_trace(trace);
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

static void test_same_calls_same_bytes(void **state) {
  (void)state;
  char *a = fixture_path("a"), *b = fixture_path("b");
  fixture_generate(a, 1, 9000);
  fixture_generate(b, 1, 9000);
  same_file(a, b);
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
  assert_int_equal(access(a, F_OK), -1); /* not there under its name before it is whole */
  if (trace_writer_close(w, &err)) fail_msg("%s", err.msg);

  struct trace_reader *r = open_trace(a);
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
    same_file(n, b); /* the normal form, byte for byte */
    export_to(b, "text", t2);
    same_file(t, t2);
  }
  free(a), free(t), free(b), free(t2), free(n);
}

/* Strings of equal text under two ids, rows out of order, unknown kinds and types, dangling ids:
 * all survive. */
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

/* ---- cut-off and damaged files ---- */

/* Opens a cut or damaged copy: whatever is readable must agree with the original. Returns the
 * readable events, -1 when the file was refused. */
static int64_t readable(const char *path, struct trace_reader *whole, bool *damaged) {
  struct trace_reader *r;
  struct error err = {0};
  if (trace_reader_open(path, &r, &err)) {
    assert_true(err.msg[0] && err.code == ERR_INPUT);
    return -1;
  }
  fixture_prefix(r, whole);
  *damaged = trace_reader_damage(r) != NULL;
  int64_t n = (int64_t)trace_reader_count(r);
  trace_reader_close(r);
  return n;
}

static void test_truncated_at_every_chunk(void **state) {
  (void)state;
  char *a = fixture_path("a"), *cut = fixture_path("cut");
  size_t len, boundaries = 0;
  fixture_generate(a, 4, 20000);
  uint8_t *bytes = fixture_slurp(a, &len);
  struct trace_reader *whole = open_trace(a);
  uint64_t expect = 0;
  for (size_t at = FILE_HEADER; at < len;) {
    struct chunk_header h;
    bool damaged = false;
    static const int around[] = {-1, 0, 1};
    assert_int_equal(chunk_look(bytes + at, len - at, true, &h, NULL), 0);
    for (size_t k = 0; k < COUNT(around); k++) {
      fixture_spill(cut, bytes, at + (size_t)around[k]);
      int64_t n = readable(cut, whole, &damaged);
      if (at == FILE_HEADER && around[k] < 0)
        assert_int_equal(n, -1);
      else if (around[k] >= 0)
        assert_int_equal(n, expect);
      else
        assert_true(n <= (int64_t)expect);
      if (n >= 0) assert_true(damaged);
    }
    if (h.type == TRACE_EVENTS) expect += h.count;
    at += chunk_size(&h);
    boundaries++;
  }
  assert_int_equal(expect, 20000);
  assert_true(boundaries > 10);
  trace_reader_close(whole);
  free(bytes), free(a), free(cut);
}

static void test_truncated_anywhere(void **state) {
  (void)state;
  char *a = fixture_path("a"), *cut = fixture_path("cut");
  size_t len;
  fixture_generate(a, 5, 6000);
  uint8_t *bytes = fixture_slurp(a, &len);
  struct trace_reader *whole = open_trace(a);
  srand(7);
  for (int i = 0; i < 300; i++) {
    size_t n = (size_t)rand() % len;
    bool damaged = false;
    fixture_spill(cut, bytes, n);
    int64_t events = readable(cut, whole, &damaged);
    assert_true(n < FILE_HEADER ? events == -1 : damaged);
  }
  trace_reader_close(whole);
  free(bytes), free(a), free(cut);
}

/* One flipped bit in any byte, padding included: always found, and nothing wrong is read. */
static void test_bit_flips(void **state) {
  (void)state;
  char *a = fixture_path("a"), *flip = fixture_path("flip");
  size_t len, refused = 0;
  fixture_generate(a, 6, 60);
  uint8_t *bytes = fixture_slurp(a, &len);
  struct trace_reader *whole = open_trace(a);
  srand(11);
  for (size_t i = 0; i < len; i++) {
    uint8_t bit = (uint8_t)(1 << rand() % 8);
    bool damaged = false;
    bytes[i] ^= bit;
    fixture_spill(flip, bytes, len);
    if (readable(flip, whole, &damaged) < 0)
      refused++;
    else if (!damaged)
      fail_msg("a flipped bit in byte %zu of %zu is not found", i, len);
    bytes[i] ^= bit;
  }
  assert_int_equal(refused, FILE_HEADER);
  trace_reader_close(whole);
  free(bytes), free(a), free(flip);
}

/* The checksum as heddle-trace(5) defines it. */
static void seal(uint8_t *chunk) {
  struct chunk_header h;
  memcpy(&h, chunk, sizeof h);
  h.check = 0;
  h.check = XXH3_64bits_withSeed(chunk + CHUNK_HEADER, h.stored, XXH3_64bits(&h, sizeof h));
  memcpy(chunk + offsetof(struct chunk_header, check), &h.check, sizeof h.check);
}

static void read_all(const char *path) {
  struct trace_reader *r;
  struct error err = {0};
  struct analysis_report report = {0};
  FILE *null = fopen("/dev/null", "w");
  assert_non_null(null);
  if (!trace_reader_open(path, &r, &err)) {
    trace_export(r, "text", null, &err);
    trace_export(r, "json", null, &err);
    trace_analyze(r, "all", &report, &err);
    analysis_report_print(&report, r, null);
    analysis_report_release(&report);
    trace_reader_close(r);
  }
  fclose(null);
}

/* Senseless contents under a right checksum: nothing is promised but to stay alive (the sanitizers
 * watch), and that a chunk whose lengths contradict each other is refused. */
static void test_wrong_but_sealed(void **state) {
  (void)state;
  char *a = fixture_path("a"), *bad = fixture_path("bad");
  size_t len;
  fixture_generate(a, 15, 30);
  uint8_t *good = fixture_slurp(a, &len), *bytes = mem_alloc(len);
  srand(17);
  for (int i = 0; i < 1500; i++) {
    memcpy(bytes, good, len);
    for (size_t at = FILE_HEADER; at < len;) {
      struct chunk_header h;
      assert_int_equal(chunk_look(good + at, len - at, true, &h, NULL), 0);
      if (rand() % 4 == 0) {
        size_t where =
            rand() % 3 ? CHUNK_HEADER + (size_t)rand() % h.stored : 4 + (size_t)rand() % 28;
        if (where < 8 || where >= 12)
          bytes[at + where] = (uint8_t)rand(); /* the stored length stays */
        seal(bytes + at);
      }
      at += chunk_size(&h);
    }
    fixture_spill(bad, bytes, len);
    read_all(bad);
  }
  memcpy(bytes, good, len);
  bytes[FILE_HEADER + 24]++; /* one row more than there is */
  seal(bytes + FILE_HEADER);
  fixture_spill(bad, bytes, len);
  struct trace_reader *r = open_trace(bad);
  assert_non_null(
      strstr(trace_reader_damage(r), "chunk 0 at byte 32: chunk of strings with a wrong length"));
  trace_reader_close(r);
  free(good), free(bytes), free(a), free(bad);
}

/* Lazily opened, damage in a chunk of events shows when an event of it is read, and only then. */
static void test_lazy(void **state) {
  (void)state;
  char *a = fixture_path("a"), *flip = fixture_path("flip");
  struct error err = {0};
  struct trace_event e;
  struct trace_reader *r, *whole;
  size_t len;
  fixture_generate(a, 8, 10000);
  assert_int_equal(trace_reader_open_with(a, TRACE_LAZY, &r, &err), 0);
  whole = open_trace(a);
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

static void test_refused(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    size_t len;
    const char *message;
  } cases[] = {
      {"", 0, "not a trace"},
      {"\x89HTRACE\n", 8, "not a trace"},
      {"this is a text that is long enough to have a header", 51, "not a trace"},
      {"\x89HTRACE\n\x07\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 32, "format version 7"},
      {"\x89HTRACE\n\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 32, "damaged header"},
      {"\x89HTRACE\n\x01\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 32,
       "cut off in its header"},
  };
  char *a = fixture_path("refused");
  struct trace_reader *r;
  for (size_t i = 0; i < COUNT(cases); i++) {
    struct error err = {0};
    fixture_spill(a, (const uint8_t *)cases[i].bytes, cases[i].len);
    assert_int_equal(trace_reader_open(a, &r, &err), ERR_INPUT);
    if (!strstr(err.msg, cases[i].message)) fail_msg("case %zu: %s", i, err.msg);
    assert_non_null(strstr(err.msg, a));
  }
  struct error err = {0};
  assert_int_equal(trace_reader_open("/nonexistent", &r, &err), ERR_INPUT);
  error_clear(&err);
  assert_int_equal(trace_reader_open("/tmp", &r, &err), ERR_INPUT);
  free(a);
}

/* ---- the bytes ---- */

static uint64_t number_at(const uint8_t *p, unsigned bytes) {
  uint64_t v = 0;
  while (bytes--) v = v << 8 | p[bytes];
  return v;
}

/* The file as heddle-trace(5) draws it, read by offsets alone. */
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

/* Every kind of event has its row in the manual page, with the same code and name. */
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
  assert_memory_equal(old, new, before); /* append only */
  struct trace_reader *r = open_trace(a);
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
  fixture_spill(cut, new, before); /* the crash between two appends leaves the older whole trace */
  r = open_trace(cut);
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

static void test_compact_tells_damage(void **state) {
  (void)state;
  char *a = fixture_path("a"), *cut = fixture_path("cut");
  struct error err = {0};
  size_t len;
  fixture_generate(a, 10, 9000);
  uint8_t *bytes = fixture_slurp(a, &len);
  fixture_spill(cut, bytes, len - 100);
  if (trace_compact(cut, cut, &err)) fail_msg("%s", err.msg);
  struct trace_reader *r = open_trace(cut);
  assert_null(trace_reader_damage(r));
  assert_non_null(trace_reader_meta(r, TRACE_META_DAMAGED, 0));
  assert_string_equal(trace_reader_meta(r, TRACE_META_KIND, 0), "recorded");
  trace_reader_close(r);
  free(bytes), free(a), free(cut);
}

static void test_meta_and_seq(void **state) {
  (void)state;
  char *a = fixture_path("a");
  struct trace_event e;
  fixture_generate(a, 12, 5000);
  struct trace_reader *r = open_trace(a);
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
  struct trace_reader *r = open_trace(a);
  static const char *const want[] = {"C#100.x", "C.ys", "int[]#101[3]"};
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

static void test_exporters(void **state) {
  (void)state;
  char *a = fixture_path("a"), *j = fixture_path("j");
  struct error err = {0};
  size_t len;
  fixture_generate(a, 13, 200);
  struct trace_reader *r = open_trace(a);
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

/* A million events within a few seconds even on a slow machine; about one on a fast one. */
static void test_speed(void **state) {
  (void)state;
  char *a = fixture_path("big");
  struct timespec t0, t1;
  struct trace_event e;
  uint64_t sum = 0;
  fixture_generate(a, 14, 1000000);
  clock_gettime(CLOCK_MONOTONIC, &t0);
  struct trace_reader *r = open_trace(a);
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

static int tear_down(void **state) {
  (void)state;
  fixture_remove();
  return 0;
}

/* ---- files made to be slow ---- */

static void damaged_by(const char *path, unsigned flags, const char *says) {
  struct trace_reader *r;
  struct error err = {0};
  if (trace_reader_open_with(path, flags, &r, &err)) fail_msg("%s", err.msg);
  if (!trace_reader_damage(r) || !strstr(trace_reader_damage(r), says))
    fail_msg("not '%s' but: %s", says, trace_reader_damage(r));
  trace_reader_close(r);
}

/* An index that names one chunk twice. */
static void test_index_rises(void **state) {
  (void)state;
  char *a = fixture_path("index");
  size_t len;
  struct end_mark end;
  struct text out = {0};
  fixture_generate(a, 1, 10);
  uint8_t *data = fixture_slurp(a, &len);
  memcpy(&end, data + len - sizeof end, sizeof end);
  uint8_t *rows = data + end.index + CHUNK_HEADER;
  memcpy(rows + sizeof(struct index_row), rows, sizeof(struct index_row));
  text_add(&out, (const char *)data, end.index);
  chunk_append(&out, TRACE_INDEX, 0, (uint32_t)end.chunks, rows,
               end.chunks * sizeof(struct index_row), false);
  chunk_append(&out, TRACE_END, 0, 1, &end, sizeof end, false);
  fixture_spill(a, (const uint8_t *)out.s, out.len);
  damaged_by(a, TRACE_LAZY, "out of order");
  text_release(&out);
  free(data), free(a);
}

/* Eight bytes that claim to be 64 MiB: nothing is allocated for them. */
static void test_length_is_believed_late(void **state) {
  (void)state;
  char *a = fixture_path("claim");
  struct file_header file;
  struct chunk_header h = {.magic = TRACE_CHUNK_MAGIC,
                           .type = TRACE_STRINGS,
                           .flags = CHUNK_ZSTD,
                           .stored = 8,
                           .raw = CHUNK_RAW_MAX};
  struct text out = {0};
  file_header_fill(&file);
  h.check = XXH3_64bits_withSeed("12345678", 8, XXH3_64bits(&h, sizeof h));
  text_add(&out, (const char *)&file, sizeof file);
  text_add(&out, (const char *)&h, sizeof h);
  text_add(&out, "12345678", 8);
  fixture_spill(a, (const uint8_t *)out.s, out.len);
  damaged_by(a, 0, "two lengths");
  text_release(&out);
  free(a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_index_rises),
      cmocka_unit_test(test_length_is_believed_late),
      cmocka_unit_test(test_same_calls_same_bytes),
      cmocka_unit_test(test_written_is_read),
      cmocka_unit_test(test_writer_refuses_disorder),
      cmocka_unit_test(test_text_round_trip),
      cmocka_unit_test(test_text_of_odd_trace),
      cmocka_unit_test(test_text_errors),
      cmocka_unit_test(test_truncated_at_every_chunk),
      cmocka_unit_test(test_truncated_anywhere),
      cmocka_unit_test(test_bit_flips),
      cmocka_unit_test(test_wrong_but_sealed),
      cmocka_unit_test(test_lazy),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_manual_page),
      cmocka_unit_test(test_append_labels),
      cmocka_unit_test(test_compact_tells_damage),
      cmocka_unit_test(test_meta_and_seq),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_exporters),
      cmocka_unit_test(test_speed),
  };
  return cmocka_run_group_tests_name("trace", tests, NULL, tear_down);
}
