/* Checkpoints: the file gives back what was put into it or says what is wrong with it, wherever it
 * is damaged, also where the checksums are right; a search goes on from it as if it had never been
 * stopped. */
#include "engine/inside.h"
#include "session_fixture.h"

#include "engine/base/block_file.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <cmocka.h>
#include <stdio.h>

/* ---- the file ---- */

static const uint64_t numbers[] = {0, 1, 127, 128, 16383, 16384, UINT32_MAX, UINT64_MAX};
enum { BULK = CKPT_BLOCK_MAX + 4321 };

static int new_file(void) {
  int fd = memfd_create("checkpoint", MFD_CLOEXEC);
  assert_true(fd >= 0);
  return fd;
}

static void put_sections(struct ckpt_out *o, const uint8_t *bulk, size_t n) {
  size_t i;
  ckpt_begin(o, CKPT_IDENTITY);
  for (i = 0; i < COUNT(numbers); i++) ckpt_put_number(o, numbers[i]);
  ckpt_put_text(o, NULL);
  ckpt_put_text(o, "");
  ckpt_put_text(o, "text");
  ckpt_begin(o, CKPT_TREE); /* nothing in it */
  ckpt_begin(o, CKPT_VISITED);
  ckpt_put(o, bulk, n);
}

static bool is_text(char *s, const char *want) {
  bool same = s && want ? !strcmp(s, want) : s == want;
  free(s);
  return same;
}

/* Reads all of it; true when it was as it was put there. */
static bool get_sections(struct ckpt_in *in, const uint8_t *bulk, size_t n) {
  uint8_t *got = mem_alloc(n);
  bool same = true;
  size_t i;
  ckpt_need(in, CKPT_IDENTITY);
  for (i = 0; i < COUNT(numbers); i++) same &= ckpt_number(in) == numbers[i];
  same &= is_text(ckpt_text(in), NULL);
  same &= is_text(ckpt_text(in), "");
  same &= is_text(ckpt_text(in), "text");
  same &= !ckpt_enter(in, CKPT_CLASSES);
  ckpt_need(in, CKPT_TREE);
  ckpt_need(in, CKPT_VISITED);
  ckpt_get(in, got, n);
  same &= !memcmp(got, bulk, n);
  free(got);
  return same;
}

static int write_sections(const uint8_t *bulk, size_t n) {
  int fd = new_file();
  struct ckpt_out *o = ckpt_out_new(fd);
  struct error err = {0};
  struct stat st;
  uint64_t bytes;
  put_sections(o, bulk, n);
  assert_int_equal(ckpt_out_close(o, &bytes, &err), 0);
  assert_int_equal(fstat(fd, &st), 0);
  assert_int_equal(bytes, st.st_size);
  return fd;
}

/* 0, or the error; *same: what was read is what was put. */
static int read_sections(int fd, const uint8_t *bulk, size_t n, bool *same, struct error *err) {
  struct ckpt_in *in;
  int code;
  lseek(fd, 0, SEEK_SET);
  *same = false;
  if (!(in = ckpt_in_new(fd, err))) return err->code;
  *same = get_sections(in, bulk, n);
  code = ckpt_in_finish(in, err);
  ckpt_in_free(in);
  return code;
}

static void round_trip(void **state) {
  static const size_t sizes[] = {1, 1000, CKPT_BLOCK_MAX, 2 * CKPT_BLOCK_MAX, BULK};
  uint8_t *bulk = mem_alloc(2 * CKPT_BLOCK_MAX);
  (void)state;
  for (size_t i = 0; i < 2 * CKPT_BLOCK_MAX; i++) bulk[i] = (uint8_t)(i * 7 + i / 251);
  for (size_t i = 0; i < COUNT(sizes); i++) {
    int fd = write_sections(bulk, sizes[i]);
    struct error err = {0};
    bool same;
    assert_int_equal(read_sections(fd, bulk, sizes[i], &same, &err), 0);
    assert_true(same);
    close(fd);
  }
  free(bulk);
}

static uint8_t *bytes_of(int fd, size_t *size) {
  struct stat st;
  uint8_t *p;
  assert_int_equal(fstat(fd, &st), 0);
  *size = (size_t)st.st_size;
  p = mem_alloc(*size + 1);
  assert_int_equal(pread(fd, p, *size, 0), *size);
  return p;
}

static int file_of(const uint8_t *p, size_t n) {
  int fd = new_file();
  assert_int_equal(write(fd, p, n), n);
  return fd;
}

/* Every byte of every section, and every place where the file may end. */
static void damage_is_noticed(void **state) {
  static const uint8_t bulk[100] = {1, 2, 3};
  int whole = write_sections(bulk, sizeof bulk);
  size_t size, i;
  uint8_t *p = bytes_of(whole, &size);
  (void)state;
  for (i = 0; i < size; i++) {
    struct error err = {0};
    bool same;
    int fd;
    p[i] ^= 0x10;
    fd = file_of(p, size);
    p[i] ^= 0x10;
    if (read_sections(fd, bulk, sizeof bulk, &same, &err) != ERR_INPUT)
      fail_msg("byte %zu: %s", i, err.msg);
    if (!strstr(err.msg, "damaged") && !strstr(err.msg, "cut off") &&
        !strstr(err.msg, "not a checkpoint"))
      fail_msg("byte %zu: %s", i, err.msg);
    close(fd);
  }
  for (i = 0; i < size; i++) {
    struct error err = {0};
    bool same;
    int fd = file_of(p, i);
    if (read_sections(fd, bulk, sizeof bulk, &same, &err) != ERR_INPUT)
      fail_msg("%zu bytes: %s", i, err.msg);
    if (!strstr(err.msg, "cut off") && !strstr(err.msg, "not a checkpoint"))
      fail_msg("%zu bytes: %s", i, err.msg);
    close(fd);
  }
  free(p);
  close(whole);
}

struct block_head {
  uint32_t section, len;
  uint64_t place, check;
};

static void sign(uint8_t *block) {
  struct block_head h;
  memcpy(&h, block, sizeof h);
  h.check = XXH3_64bits_withSeed(block + sizeof h, h.len,
                                 XXH3_64bits(&h, offsetof(struct block_head, check)));
  memcpy(block, &h, sizeof h);
}

static void a_newer_format_is_told(void **state) {
  static const uint8_t bulk[1];
  struct error err = {0};
  int whole = write_sections(bulk, sizeof bulk), fd;
  uint32_t version = CKPT_VERSION + 1;
  char want[80];
  uint64_t check;
  size_t size;
  uint8_t *p = bytes_of(whole, &size);
  bool same;
  (void)state;
  memcpy(p + 8, &version, sizeof version);
  check = XXH3_64bits(p, 16);
  memcpy(p + 16, &check, sizeof check);
  fd = file_of(p, size);
  assert_int_equal(read_sections(fd, bulk, sizeof bulk, &same, &err), ERR_INPUT);
  snprintf(want, sizeof want, "a checkpoint of format %u; this heddle reads format %u", version,
           (unsigned)CKPT_VERSION);
  assert_string_equal(err.msg, want);
  free(p);
  close(fd);
  close(whole);
}

/* What a reader leaves, and blocks that are whole but not where they were. */
static void sections_are_read_whole(void **state) {
  static const uint8_t bulk[10];
  int whole = write_sections(bulk, sizeof bulk), fd;
  struct error err = {0};
  struct ckpt_in *in;
  size_t size, first, second;
  struct block_head h;
  uint8_t *p = bytes_of(whole, &size), *q = mem_alloc(size);
  bool same;
  (void)state;
  lseek(whole, 0, SEEK_SET);
  in = ckpt_in_new(whole, &err);
  assert_non_null(in);
  ckpt_need(in, CKPT_IDENTITY);
  (void)ckpt_number(in);
  assert_false(ckpt_enter(in, CKPT_TREE));
  assert_int_equal(ckpt_in_finish(in, &err), ERR_INPUT);
  ckpt_in_free(in);
  memcpy(&h, p + CKPT_HEADER, sizeof h);
  first = sizeof h + h.len;
  memcpy(&h, p + CKPT_HEADER + first, sizeof h);
  second = sizeof h + h.len;
  memcpy(q, p, size);
  memcpy(q + CKPT_HEADER, p + CKPT_HEADER + first, second);
  memcpy(q + CKPT_HEADER + second, p + CKPT_HEADER, first);
  fd = file_of(q, size);
  error_clear(&err);
  assert_int_equal(read_sections(fd, bulk, sizeof bulk, &same, &err), ERR_INPUT);
  close(fd);
  free(p);
  free(q);
  close(whole);
}

static void a_full_disk_is_told(void **state) {
  static const uint8_t bulk[BULK];
  struct error err = {0};
  int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
  struct ckpt_out *o;
  (void)state;
  assert_true(fd >= 0);
  o = ckpt_out_new(fd);
  put_sections(o, bulk, sizeof bulk);
  assert_int_equal(ckpt_out_close(o, NULL, &err), ERR_INPUT);
  assert_string_equal(err.msg, "cannot write: No space left on device");
  close(fd);
}

/* ---- searches ---- */

struct kept { /* where checkpoints go: each to a file of its own */
  int writing, last;
  uint32_t failed;
  bool full; /* there is no room */
  struct error why;
};

static int create(void *self, struct error *err) {
  struct kept *k = self;
  (void)err;
  k->writing = k->full ? open("/dev/full", O_WRONLY | O_CLOEXEC) : new_file();
  return k->writing;
}

static int keep(void *self, struct error *err) {
  struct kept *k = self;
  (void)err;
  if (k->last >= 0) close(k->last);
  k->last = k->writing;
  return 0;
}

static void failed(void *self, const struct error *err) {
  struct kept *k = self;
  if (k->full) close(k->writing);
  k->failed++;
  k->why = *err;
}

struct task {
  const char *search, *heuristic;
  uint64_t step; /* of states, for pieces */
  bool sleep_sets;
};
static const struct task tasks[] = {{"dfs", "pfsm", 60, false},
                                    {"bfs", "pfsm", 60, false},
                                    {"random-dfs", "pfsm", 30, false},
                                    {"bmc", "pfsm", 60, false},
                                    {"context-bounded", "pfsm", 60, false},
                                    {"jrf", "pfsm", 250, false},
                                    {"greedy-best-first", "random", 40, false},
                                    {"greedy-best-first", "pfsm", 6, false},
                                    {"guided", "random", 12, false},
                                    {"guided", "pfsm", 6, false},
                                    {"random", "pfsm", 4, false},
                                    {"pct", "pfsm", 4, false},
                                    {"dfs", "pfsm", 40, true},
                                    {"bfs", "pfsm", 60, true}};

static struct engine *open_program(void) {
  struct engine *e =
      fixture_open("samples/TwoStage", "TwoStage", "2 1", PROP_EXCEPTION | PROP_RACE);
  struct error err = {0};
  uint32_t id;
  assert_int_equal(engine_mark_add(e, "TwoStage.java:17", &id, &err), 0);
  assert_int_equal(engine_mark_add(e, "TwoStage.java:34", &id, &err), 0);
  return e;
}

static void to_the_root(struct engine *e) {
  struct error err = {0};
  assert_int_equal(engine_go(e, NODE_ROOT, &err), 0);
  explorer_prune(engine_explorer(e), NODE_ROOT);
}

struct result {
  struct search_report r;
  uint32_t count;
  uint64_t schedule; /* a hash of it */
};

/* From the root of the session, whose tree is empty afterwards. */
static int search(struct engine *e, const struct task *t, uint64_t max_states, int resume,
                  struct kept *k, struct result *out, struct error *err) {
  struct checkpoint_options c = {
      .resume = resume, .resume_name = "FILE", .failed = failed, .self = k};
  struct search_options o;
  struct schedule *found = NULL;
  int rc;
  search_options_init(&o);
  o.search = t->search;
  o.heuristic = t->heuristic;
  o.sleep_sets = t->sleep_sets;
  o.max_states = max_states;
  o.checkpoint = &c;
  if (k) {
    c.create = create;
    c.keep = keep;
  }
  if (resume >= 0) lseek(resume, 0, SEEK_SET);
  memset(out, 0, sizeof *out);
  rc = engine_search_all(e, &o, NULL, NULL, NULL, &out->r, &found, &out->count, err);
  if (out->count)
    out->schedule = XXH3_64bits(found[0].choices, found[0].count * sizeof *found[0].choices);
  for (uint32_t i = 0; i < out->count; i++) schedule_release(&found[i]);
  free(found);
  to_the_root(e);
  return rc;
}

static void assert_same(const struct result *a, const struct result *b) {
  assert_int_equal(a->r.status, b->r.status);
  assert_string_equal(a->r.reason, b->r.reason);
  assert_int_equal(a->r.states, b->r.states);
  assert_int_equal(a->r.transitions, b->r.transitions);
  assert_int_equal(a->r.instructions, b->r.instructions);
  assert_int_equal(a->r.revisits, b->r.revisits);
  assert_int_equal(a->r.backtracks, b->r.backtracks);
  assert_int_equal(a->r.frontier, b->r.frontier);
  assert_int_equal(a->r.max_depth, b->r.max_depth);
  assert_int_equal(a->count, b->count);
  assert_true(a->schedule == b->schedule);
}

/* Each piece in a session of its own. */
static void goes_on(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(tasks); i++) {
    struct engine *e = open_program();
    struct kept k = {.last = -1};
    struct result whole, part;
    struct error err = {0};
    uint64_t states = tasks[i].step;
    assert_int_equal(search(e, &tasks[i], 0, -1, NULL, &whole, &err), 0);
    engine_close(e);
    if (whole.r.states <= tasks[i].step)
      fail_msg("%s %s: %llu states", tasks[i].search, tasks[i].heuristic,
               (unsigned long long)whole.r.states);
    do {
      e = open_program();
      if (search(e, &tasks[i], states, k.last, &k, &part, &err))
        fail_msg("%s: %s", tasks[i].search, err.msg);
      engine_close(e);
      states += tasks[i].step;
    } while (part.r.kept);
    assert_int_equal(k.failed, 0);
    assert_same(&part, &whole);
    if (k.last >= 0) close(k.last);
  }
}

/* The next piece in the same session: nothing but the file is needed, and nothing that is left over
 * disturbs. */
static void goes_on_in_its_own_session(void **state) {
  struct engine *e = open_program();
  struct kept k = {.last = -1};
  struct result whole, part, again;
  struct error err = {0};
  (void)state;
  assert_int_equal(search(e, &tasks[1], 0, -1, NULL, &whole, &err), 0);
  assert_int_equal(search(e, &tasks[1], 100, -1, &k, &part, &err), 0);
  assert_true(part.r.stopped && part.r.kept);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(search(e, &tasks[1], 0, k.last, NULL, &again, &err), 0);
    assert_same(&again, &whole);
  }
  /* the same bound is met at once, and what is written then is the same */
  size_t was_size, is_size;
  uint8_t *was = bytes_of(k.last, &was_size), *is;
  int last = k.last;
  k.last = -1;
  assert_int_equal(search(e, &tasks[1], 100, last, &k, &again, &err), 0);
  assert_same(&again, &part);
  is = bytes_of(k.last, &is_size);
  assert_int_equal(is_size, was_size);
  free(was);
  free(is);
  close(last);
  close(k.last);
  engine_close(e);
}

static void no_room(void **state) {
  struct engine *e = open_program();
  struct kept k = {.last = -1, .full = true};
  struct result part;
  struct error err = {0};
  (void)state;
  assert_int_equal(search(e, &tasks[0], 100, -1, &k, &part, &err), 0);
  assert_true(part.r.stopped);
  assert_false(part.r.kept);
  assert_int_equal(k.failed, 1);
  assert_string_equal(k.why.msg, "cannot write: No space left on device");
  assert_int_equal(k.last, -1);
  engine_close(e);
}

static int checkpoint_of(struct engine *e, const struct task *t) {
  struct kept k = {.last = -1};
  struct result part;
  struct error err = {0};
  assert_int_equal(search(e, t, t->step, -1, &k, &part, &err), 0);
  assert_true(part.r.kept);
  return k.last;
}

/* Changed anywhere or cut off anywhere: nothing is searched. */
static void damaged_searches_are_refused(void **state) {
  struct engine *e = open_program();
  int whole = checkpoint_of(e, &tasks[8]);
  size_t size, i;
  uint8_t *p = bytes_of(whole, &size);
  (void)state;
  for (i = 0; i < size; i += 1 + i / 500) {
    for (int cut = 0; cut < 2; cut++) {
      struct result r;
      struct error err = {0};
      int fd, rc;
      p[i] ^= 1;
      fd = file_of(p, cut ? i : size);
      p[i] ^= 1;
      rc = search(e, &tasks[8], 0, fd, NULL, &r, &err);
      if (rc != ERR_INPUT || strncmp(err.msg, "FILE: ", 6) != 0)
        fail_msg("byte %zu: %d %s", i, rc, err.msg);
      close(fd);
    }
  }
  free(p);
  close(whole);
  engine_close(e);
}

/* The first error, named behind the others at the end of the tree's section, is a state that shows
 * one. */
static void an_error_that_is_none_is_refused(void **state) {
  struct engine *e = open_program();
  int whole = checkpoint_of(e, &tasks[0]), fd;
  size_t size, at, head = 0;
  uint8_t *p = bytes_of(whole, &size);
  struct block_head h;
  struct result r;
  struct error err = {0};
  (void)state;
  for (at = CKPT_HEADER; at < size; at += sizeof h + h.len) {
    memcpy(&h, p + at, sizeof h);
    if (h.section == CKPT_TREE) head = at;
  }
  memcpy(&h, p + head, sizeof h);
  assert_int_equal(p[head + sizeof h + h.len - 1], 0);
  p[head + sizeof h + h.len - 1] = 2;
  sign(p + head);
  fd = file_of(p, size);
  assert_int_equal(search(e, &tasks[0], 0, fd, NULL, &r, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "does not fit the program: an error is not there"));
  close(fd);
  close(whole);
  free(p);
  engine_close(e);
}

/* With checksums that are right whatever the bytes are, a file may say anything: it is refused, or
 * it is searched from. */
static void nonsense_does_no_harm(void **state) {
  struct engine *e = open_program();
  struct rng rng = {7};
  uint32_t refused = 0;
  (void)state;
  for (size_t t = 0; t < COUNT(tasks); t++) {
    int whole = checkpoint_of(e, &tasks[t]);
    size_t size, at;
    uint8_t *p = bytes_of(whole, &size);
    for (at = CKPT_HEADER; at < size;) {
      struct block_head h;
      memcpy(&h, p + at, sizeof h);
      for (int k = 0; h.section > CKPT_CLASSES && h.len && k < 25; k++) {
        uint8_t *byte = p + at + sizeof h +
                        rng_below(&rng, k & 1        ? h.len
                                        : h.len < 40 ? h.len
                                                     : 40),
                was = *byte;
        struct result r;
        struct error err = {0};
        int fd;
        *byte = (uint8_t)rng_next(&rng);
        sign(p + at);
        fd = file_of(p, size);
        refused += search(e, &tasks[t], tasks[t].step + 300, fd, NULL, &r, &err) != 0;
        close(fd);
        *byte = was;
      }
      sign(p + at);
      at += sizeof h + h.len;
    }
    free(p);
    close(whole);
  }
  assert_true(refused > 100);
  engine_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(round_trip),
      cmocka_unit_test(damage_is_noticed),
      cmocka_unit_test(a_newer_format_is_told),
      cmocka_unit_test(sections_are_read_whole),
      cmocka_unit_test(a_full_disk_is_told),
      cmocka_unit_test(goes_on),
      cmocka_unit_test(goes_on_in_its_own_session),
      cmocka_unit_test(no_room),
      cmocka_unit_test(damaged_searches_are_refused),
      cmocka_unit_test(an_error_that_is_none_is_refused),
      cmocka_unit_test(nonsense_does_no_harm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
