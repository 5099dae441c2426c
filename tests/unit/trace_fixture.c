/* See trace_fixture.h. */
#include "trace_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/mem.h"
#include "trace/analysis/analysis.h"

static char *directory; /* in the test's own folder, or in /tmp */

char *fixture_path(const char *name) {
  if (!directory) {
    const char *base = getenv("TEST_TMP");
    directory = mem_printf("%s/heddle-trace-XXXXXX", base ? base : "/tmp");
    assert_non_null(mkdtemp(directory));
  }
  return mem_printf("%s/%s", directory, name);
}

void fixture_remove(void) {
  if (!directory) return;
  char *command = mem_printf("rm -rf '%s'", directory);
  assert_int_equal(system(command), 0);
  free(command);
  free(directory);
  directory = NULL;
}

uint8_t *fixture_slurp(const char *path, size_t *len) {
  struct text t = {0};
  char block[65536];
  size_t n;
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  text_add(&t, "", 0);
  while ((n = fread(block, 1, sizeof block, f)) > 0) text_add(&t, block, n);
  fclose(f);
  *len = t.len;
  return (uint8_t *)t.s;
}

void fixture_spill(const char *path, const uint8_t *data, size_t len) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  if (len) assert_int_equal(fwrite(data, 1, len, f), len);
  assert_int_equal(fclose(f), 0);
}

/* ---- generated traces ---- */

static uint64_t next_random(uint64_t *state) { /* xorshift */
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static void generate_meta(struct trace_writer *w) {
  trace_writer_meta(w, TRACE_META_KIND, "recorded");
  trace_writer_meta(w, TRACE_META_PRODUCER, "heddle test");
  trace_writer_meta(w, TRACE_META_MAIN, "a.b.Main");
  trace_writer_meta(w, TRACE_META_ARG, "first");
  trace_writer_meta(w, TRACE_META_ARG, "");
  trace_writer_meta(w, TRACE_META_ARG, "line\nbreak \"quoted\" back\\slash");
}

static void generate_tables(struct trace_writer *w) {
  static const char *const names[] = {"a/b/Main", "[I", "[[Ljava/lang/String;", "odd name(x),\"y\"",
                                      "\xc3\xa4\xc2\x85\xed\xa0\xbd"};
  uint8_t hash[16];
  for (unsigned i = 0; i < COUNT(names); i++) {
    memset(hash, (int)i * 17, sizeof hash);
    uint32_t c = trace_writer_class(w, names[i], i ? "app" : NULL, "dir/Main.class", hash, i);
    for (unsigned k = 0; k < 3; k++) {
      char name[16];
      snprintf(name, sizeof name, "m%u", k);
      uint32_t m = trace_writer_method(w, c, name, "()V", k);
      trace_writer_field(w, c, name, "I", 0x40);
      for (unsigned bci = 0; bci < 5; bci++)
        trace_writer_location(w, m, bci * 3, bci ? (int)bci + 10 : -1);
    }
  }
  for (uint32_t i = 1; i <= 6; i++)
    trace_writer_thread(w, i, i == 1 ? "main" : "worker one", i == 1 ? 0 : 1, i, i, i & 1);
  for (uint32_t i = 1; i <= 40; i++)
    trace_writer_object(w, i * 3, i % 5 + 1); /* ids that are not dense */
}

static uint64_t generate_value(uint8_t type, uint64_t x) {
  static const uint64_t special[] = {0,         1, UINT64_MAX, 1ull << 63, 0x7ff8000000000001ull,
                                     0x7fc00000};
  uint64_t v = x % 3 ? special[x / 3 % COUNT(special)] : x;
  if (type && strchr("Lsmct", type)) return v % 30;
  return type ? v : 0;
}

static struct trace_event generate_event(uint64_t *state, uint8_t kind) {
  static const char types[] = "ZBCSIJFDLsmct";
  struct trace_event e = {.kind = kind};
  uint64_t x = next_random(state);
  e.thread = (uint32_t)(x % 7);
  e.location = (uint32_t)(x >> 8) % 80;
  e.object = (uint32_t)(x >> 16) % 121;
  e.ref = (uint32_t)(x >> 24) % 16;
  e.index = (int32_t)(x >> 32) % 1000;
  e.type = x % 4 ? (uint8_t)types[(x >> 40) % (sizeof types - 1)] : 0;
  e.value = generate_value(e.type, next_random(state));
  e.flags = (uint16_t)(next_random(state) % 5 ? 0 : next_random(state));
  e.icount = next_random(state) % 3 ? 0 : next_random(state);
  e.text = (uint32_t)(next_random(state) % 9);
  return e;
}

void fixture_generate(const char *path, unsigned seed, size_t events) {
  struct trace_writer *w;
  struct error err = {0};
  uint64_t state = 88172645463325252ull + seed, seq = 0;
  assert_int_equal(trace_writer_open(path, &w, &err), 0);
  generate_meta(w);
  generate_tables(w);
  for (size_t i = 0, kind = 0; i < events; i++) {
    do kind = (kind + 1) % TRACE_EV_LIMIT;
    while (!trace_kind_name((unsigned)kind));
    struct trace_event e = generate_event(&state, (uint8_t)kind);
    seq += 1 + next_random(&state) % 2;
    e.seq = seq;
    uint64_t n = trace_writer_event(w, &e);
    if (next_random(&state) % 11 == 0) trace_writer_label(w, "eraser", n);
    if (next_random(&state) % 17 == 0) trace_writer_label(w, "odd label, so", n);
  }
  if (trace_writer_close(w, &err)) fail_msg("%s", err.msg);
}

/* ---- comparison ---- */

static struct trace_reader *open_whole(const char *path) {
  struct trace_reader *r;
  struct error err = {0};
  if (trace_reader_open(path, &r, &err)) fail_msg("%s", err.msg);
  return r;
}

static void equal_tables(struct trace_reader *a, struct trace_reader *b) {
  for (unsigned t = TRACE_META; t < TRACE_EVENTS; t++) {
    assert_int_equal(trace_reader_rows(a, t), trace_reader_rows(b, t));
    for (size_t i = 0; i < trace_reader_rows(a, t); i++)
      assert_memory_equal(trace_reader_row(a, t, i), trace_reader_row(b, t, i), trace_row_size(t));
  }
  assert_int_equal(trace_reader_rows(a, TRACE_STRINGS), trace_reader_rows(b, TRACE_STRINGS));
  for (size_t i = 0; i < trace_reader_rows(a, TRACE_STRINGS); i++) {
    size_t la, lb;
    uint32_t id = trace_reader_string_id(a, i);
    assert_int_equal(id, trace_reader_string_id(b, i));
    const char *sa = trace_reader_string(a, id, &la), *sb = trace_reader_string(b, id, &lb);
    assert_int_equal(la, lb);
    assert_memory_equal(sa, sb, la + 1);
  }
}

static void equal_event(struct trace_reader *a, struct trace_reader *b, uint64_t n, bool labels) {
  struct trace_event x, y;
  struct error err = {0};
  if (trace_reader_event(a, n, &x, &err) || trace_reader_event(b, n, &y, &err))
    fail_msg("%s", err.msg);
  if (!labels) x.labels = y.labels = 0;
  assert_memory_equal(&x, &y, sizeof x);
}

void fixture_equal(const char *path_a, const char *path_b) {
  struct trace_reader *a = open_whole(path_a), *b = open_whole(path_b);
  equal_tables(a, b);
  assert_int_equal(trace_reader_count(a), trace_reader_count(b));
  assert_int_equal(trace_reader_label_count(a), trace_reader_label_count(b));
  for (size_t i = 0; i < trace_reader_label_count(a); i++)
    assert_string_equal(trace_reader_label_name(a, i), trace_reader_label_name(b, i));
  for (uint64_t n = 0; n < trace_reader_count(a); n++) equal_event(a, b, n, true);
  trace_reader_close(a);
  trace_reader_close(b);
}

void fixture_prefix(struct trace_reader *part, struct trace_reader *whole) {
  assert_true(trace_reader_count(part) <= trace_reader_count(whole));
  for (uint64_t n = 0; n < trace_reader_count(part); n++) equal_event(part, whole, n, false);
}

/* ---- scripts ---- */

struct script {
  struct trace_writer *w;
  uint32_t class_id, method;
  int line;
};

static uint32_t script_field(struct script *s, char name, const char *flags) {
  char text[3] = {name, *flags, 0};
  return trace_writer_field(s->w, s->class_id, text, "I", 0);
}

/* Returns the method with that digit; '0' is the method that contains all events. */
static uint32_t script_method(struct script *s, char digit) {
  char name[3] = {'m', digit, 0};
  return digit == '0' ? s->method : trace_writer_method(s->w, s->class_id, name, "()V", 0);
}

static struct trace_event script_event(struct script *s, char what, char arg) {
  struct trace_event e = {0};
  uint32_t digit = (uint32_t)(arg - '0');
  switch (what) {
    case 'r':
      e = (struct trace_event){
          .kind = TRACE_EV_READ_AFTER, .object = 100, .ref = script_field(s, arg, "")};
      break;
    case 'w':
      e = (struct trace_event){
          .kind = TRACE_EV_WRITE_BEFORE, .object = 100, .ref = script_field(s, arg, "")};
      break;
    case 'R':
      e = (struct trace_event){
          .kind = TRACE_EV_READ_AFTER, .ref = script_field(s, arg, "s"), .flags = TRACE_STATIC};
      break;
    case 'W':
      e = (struct trace_event){
          .kind = TRACE_EV_WRITE_BEFORE, .ref = script_field(s, arg, "s"), .flags = TRACE_STATIC};
      break;
    case 'v':
      e = (struct trace_event){.kind = TRACE_EV_WRITE_BEFORE,
                               .object = 100,
                               .ref = script_field(s, arg, "v"),
                               .flags = TRACE_VOLATILE};
      break;
    case 'a':
      e = (struct trace_event){
          .kind = TRACE_EV_AREAD_AFTER, .object = 101, .index = (int32_t)digit};
      break;
    case 'A':
      e = (struct trace_event){
          .kind = TRACE_EV_AWRITE_BEFORE, .object = 101, .index = (int32_t)digit};
      break;
    case '+': e = (struct trace_event){.kind = TRACE_EV_MONITOR_ENTER, .object = digit}; break;
    case '-': e = (struct trace_event){.kind = TRACE_EV_MONITOR_EXIT, .object = digit}; break;
    case 's':
      e = (struct trace_event){.kind = TRACE_EV_LOCK, .object = digit, .flags = TRACE_SHARED};
      break;
    case 'S':
      e = (struct trace_event){.kind = TRACE_EV_UNLOCK, .object = digit, .flags = TRACE_SHARED};
      break;
    case 't':
      e = (struct trace_event){
          .kind = TRACE_EV_LOCK, .object = digit, .text = trace_writer_string(s->w, "tryLock")};
      break;
    case '?': e = (struct trace_event){.kind = TRACE_EV_WAIT_BEGIN, .object = digit}; break;
    case '!': e = (struct trace_event){.kind = TRACE_EV_WAIT_END, .object = digit}; break;
    case '<':
      e = (struct trace_event){
          .kind = TRACE_EV_READ_BEFORE, .object = 100, .ref = script_field(s, arg, "")};
      break;
    case '>':
      e = (struct trace_event){
          .kind = TRACE_EV_WRITE_AFTER, .object = 100, .ref = script_field(s, arg, "")};
      break;
    case '{':
      e = (struct trace_event){.kind = TRACE_EV_METHOD_ENTER, .ref = script_method(s, arg)};
      break;
    case '}':
      e = (struct trace_event){.kind = TRACE_EV_METHOD_EXIT, .ref = script_method(s, arg)};
      break;
    case '[':
      e = (struct trace_event){
          .kind = TRACE_EV_MONITOR_ENTER, .object = digit, .flags = TRACE_SYNC_METHOD};
      break;
    case ']':
      e = (struct trace_event){
          .kind = TRACE_EV_MONITOR_EXIT, .object = digit, .flags = TRACE_SYNC_METHOD};
      break;
    case '(': e = (struct trace_event){.kind = TRACE_EV_THREAD_START, .ref = digit}; break;
    case ')': e = (struct trace_event){.kind = TRACE_EV_THREAD_JOIN, .ref = digit}; break;
    default: fail_msg("script: what is '%c'?", what);
  }
  if (trace_is_read(&e) || trace_is_write(&e)) e.type = 'I';
  return e;
}

void fixture_script(const char *path, const char *text) {
  struct script s = {0};
  struct error err = {0};
  assert_int_equal(trace_writer_open(path, &s.w, &err), 0);
  s.class_id = trace_writer_class(s.w, "C", "app", NULL, NULL, 0);
  s.method = trace_writer_method(s.w, s.class_id, "run", "()V", 0);
  for (uint32_t i = 1; i <= 9; i++) trace_writer_object(s.w, i, s.class_id);
  trace_writer_object(s.w, 100, s.class_id);
  trace_writer_object(s.w, 101, trace_writer_class(s.w, "[I", NULL, NULL, NULL, 0));
  for (const char *p = text + strspn(text, " \n"); *p; p += strspn(p, " \n")) {
    assert_true(strlen(p) >= 4 && p[1] == ':');
    struct trace_event e = script_event(&s, p[2], p[3]);
    e.thread = (uint32_t)(p[0] - '0');
    e.location = trace_writer_location(s.w, s.method, (uint32_t)s.line, s.line + 1);
    s.line++;
    trace_writer_event(s.w, &e);
    p += 4;
  }
  if (trace_writer_close(s.w, &err)) fail_msg("%s", err.msg);
}

static char *warnings_of(const struct analysis_settings *settings, const char *script) {
  char *path = fixture_path("warned");
  struct analysis_report report = {0};
  struct trace_reader *r;
  struct error err = {0};
  struct text out = {0};
  fixture_script(path, script);
  if (trace_reader_open(path, &r, &err) || trace_analyze(r, settings, &report, &err))
    fail_msg("%s", err.msg);
  text_add(&out, "", 0);
  for (size_t i = 0; i < report.warnings.len; i++) {
    const struct analysis_warning *w = &report.warnings.data[i];
    text_printf(&out, "%s%s@%d-%d", i ? " " : "", w->variable,
                w->first.event == ANALYSIS_NO_EVENT ? -1 : (int)w->first.event,
                (int)w->second.event);
  }
  analysis_report_release(&report);
  trace_reader_close(r);
  free(path);
  return out.s;
}

char *fixture_warnings(const char *analysis, const char *script) {
  return warnings_of(&(struct analysis_settings){.names = analysis}, script);
}

char *fixture_warnings_in(const char *regions, const char *script) {
  return warnings_of(&(struct analysis_settings){.names = "atomrace", .regions = regions}, script);
}

struct trace_reader *fixture_trace(const char *path) {
  struct trace_reader *r;
  struct error err = {0};
  if (trace_reader_open(path, &r, &err)) fail_msg("%s", err.msg);
  return r;
}

void fixture_same_file(const char *a, const char *b) {
  size_t la, lb;
  uint8_t *x = fixture_slurp(a, &la), *y = fixture_slurp(b, &lb);
  assert_int_equal(la, lb);
  assert_memory_equal(x, y, la);
  free(x);
  free(y);
}

int fixture_tear_down(void **state) {
  (void)state;
  fixture_remove();
  return 0;
}
