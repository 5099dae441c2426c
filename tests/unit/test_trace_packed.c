/* Chunks of a trace that a second thread compresses (trace/format/packer.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trace/format/chunk.h"
#include "trace_fixture.h"

/* Chunks made by another thread have the same bytes in the same order, including labels and rows
 * between them. */
static void write_much(const char *path, bool pack) {
  struct error err = {0};
  struct trace_writer *w;
  if (trace_writer_open(path, &w, &err)) fail_msg("%s", err.msg);
  if (pack) trace_writer_pack(w);
  for (uint64_t i = 0; i < 5 * TRACE_CHUNK_EVENTS + 17; i++) {
    char name[32];
    snprintf(name, sizeof name, "s%llu", (unsigned long long)(i / 1000));
    struct trace_event e = {.kind = TRACE_EV_YIELD,
                            .thread = (uint32_t)(i % 3) + 1,
                            .value = i * i,
                            .text = trace_writer_string(w, name)};
    uint64_t n = trace_writer_event(w, &e);
    if (i % 20000 == 0) trace_writer_label(w, "some", n);
  }
  if (trace_writer_close(w, &err)) fail_msg("%s", err.msg);
}

static void same_bytes(const char *a, const char *b) {
  size_t n, m;
  uint8_t *x = fixture_slurp(a, &n), *y = fixture_slurp(b, &m);
  assert_int_equal(n, m);
  assert_memory_equal(x, y, n);
  free(x), free(y);
}

static void test_packed(void **state) {
  (void)state;
  char *plain = fixture_path("plain"), *packed = fixture_path("packed");
  struct error err = {0};
  write_much(plain, false);
  write_much(packed, true);
  same_bytes(plain, packed);
  struct trace_writer *w; /* aborted with a chunk in progress */
  if (trace_writer_open(packed, &w, &err)) fail_msg("%s", err.msg);
  trace_writer_pack(w);
  for (uint64_t i = 0; i < 2 * TRACE_CHUNK_EVENTS; i++)
    trace_writer_event(w, &(struct trace_event){.kind = TRACE_EV_YIELD, .thread = 1});
  trace_writer_abort(w);
  same_bytes(plain, packed);
  free(plain), free(packed);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_packed)};
  return cmocka_run_group_tests_name("trace packed", tests, NULL, fixture_tear_down);
}
