/* Traces that are cut off or damaged, and files made to be slow to read: each is refused, or read
 * up to the damage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "trace/analysis/analysis.h"
#include "trace/format/chunk.h"
#include "trace/export/export.h"
#include "trace/format/text_form.h"
#include "trace_fixture.h"

/* ---- cut-off and damaged files ---- */

/* Opens a cut or damaged copy, whose readable part must agree with the original. Returns the number
 * of readable events, -1 when the file was refused. */
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
  struct trace_reader *whole = fixture_trace(a);
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
  struct trace_reader *whole = fixture_trace(a);
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

/* One flipped bit in any byte, including padding, is always noticed, and no wrong data is read. */
static void test_bit_flips(void **state) {
  (void)state;
  char *a = fixture_path("a"), *flip = fixture_path("flip");
  size_t len, refused = 0;
  fixture_generate(a, 6, 60);
  uint8_t *bytes = fixture_slurp(a, &len);
  struct trace_reader *whole = fixture_trace(a);
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
    trace_analyze(r, &(struct analysis_settings){.names = "all"}, &report, &err);
    analysis_report_print(&report, r, null);
    analysis_report_release(&report);
    trace_reader_close(r);
  }
  fclose(null);
}

/* Senseless contents with a correct checksum: the reader must only survive (the sanitizers watch),
 * and refuse a chunk whose lengths contradict each other. */
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
          bytes[at + where] = (uint8_t)rand(); /* keep the stored length */
        seal(bytes + at);
      }
      at += chunk_size(&h);
    }
    fixture_spill(bad, bytes, len);
    read_all(bad);
  }
  memcpy(bytes, good, len);
  bytes[FILE_HEADER + 24]++; /* one row more than the chunk has */
  seal(bytes + FILE_HEADER);
  fixture_spill(bad, bytes, len);
  struct trace_reader *r = fixture_trace(bad);
  assert_non_null(
      strstr(trace_reader_damage(r), "chunk 0 at byte 32: chunk of strings with a wrong length"));
  trace_reader_close(r);
  free(good), free(bytes), free(a), free(bad);
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

/* ---- labels, look-ups, exporters ---- */

static void test_compact_reports_damage(void **state) {
  (void)state;
  char *a = fixture_path("a"), *cut = fixture_path("cut");
  struct error err = {0};
  size_t len;
  fixture_generate(a, 10, 9000);
  uint8_t *bytes = fixture_slurp(a, &len);
  fixture_spill(cut, bytes, len - 100);
  if (trace_compact(cut, cut, &err)) fail_msg("%s", err.msg);
  struct trace_reader *r = fixture_trace(cut);
  assert_null(trace_reader_damage(r));
  assert_non_null(trace_reader_meta(r, TRACE_META_DAMAGED, 0));
  assert_string_equal(trace_reader_meta(r, TRACE_META_KIND, 0), "recorded");
  trace_reader_close(r);
  free(bytes), free(a), free(cut);
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
      cmocka_unit_test(test_truncated_at_every_chunk),
      cmocka_unit_test(test_truncated_anywhere),
      cmocka_unit_test(test_bit_flips),
      cmocka_unit_test(test_wrong_but_sealed),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_compact_reports_damage),
  };
  return cmocka_run_group_tests_name("trace", tests, NULL, fixture_tear_down);
}
