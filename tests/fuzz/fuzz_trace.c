/* Traces: opened with and without trust in the index, every event and row read, names made. */
#include "engine/base/mem.h"
#include "tests/fuzz/fuzz.h"
#include "trace/reader.h"

enum { EVENTS_MAX = 2000 };

static void read_all(struct trace_reader *r) {
  struct text text = {0};
  struct trace_event ev;
  struct error err = {0};
  for (uint64_t i = 0; i < trace_reader_count(r) && i < EVENTS_MAX; i++) {
    if (trace_reader_event(r, i, &ev, &err)) continue;
    text.len = 0;
    trace_name_location(r, ev.location, &text);
    trace_name_variable(r, &ev, &text);
    trace_name_thread(r, ev.thread, &text);
  }
  trace_reader_find_seq(r, 5);
  for (size_t i = 0; i < trace_reader_meta_count(r); i++) {
    const char *key, *value;
    trace_reader_meta_entry(r, i, &key, &value);
  }
  text_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *path = fuzz_file(data, size);
  for (unsigned flags = 0; flags <= TRACE_LAZY; flags++) {
    struct trace_reader *r;
    struct error err = {0};
    if (trace_reader_open_with(path, flags, &r, &err)) continue;
    read_all(r);
    trace_reader_close(r);
  }
  return 0;
}
