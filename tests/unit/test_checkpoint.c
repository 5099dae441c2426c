/* Checkpoints: a search continues from one as if it had never been stopped. A damaged one is
 * refused, even with correct checksums. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include <cmocka.h>

#include "engine/inside.h"
#include "session_fixture.h"
#include "engine/base/block_file.h"
#include "checkpoint_fixture.h"
#include "engine/base/mem.h"

/* ---- the file ---- */

static void sign(uint8_t *block) {
  struct block_head h;
  memcpy(&h, block, sizeof h);
  h.check = XXH3_64bits_withSeed(block + sizeof h, h.len,
                                 XXH3_64bits(&h, offsetof(struct block_head, check)));
  memcpy(block, &h, sizeof h);
}

/* ---- searches ---- */

struct kept { /* receives the checkpoints, each in its own file */
  int writing, last;
  uint32_t failed;
  bool full; /* there is no room */
  struct error why;
};

static int create(void *self, struct error *err) {
  struct kept *k = self;
  (void)err;
  k->writing = k->full ? open("/dev/full", O_WRONLY | O_CLOEXEC) : memory_file();
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
  uint64_t step; /* number of states per piece */
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
                                    {"fair-pct", "pfsm", 4, false},
                                    {"pos", "pfsm", 4, false},
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
  uint64_t schedule; /* hash of the schedule */
};

/* Searches from the root of the session, whose tree is empty afterwards. */
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

/* Each piece runs in its own session. */
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

/* The next piece runs in the same session: it needs nothing but the file, and leftovers do not
 * disturb it. */
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
  /* the same bound is reached at once, and the checkpoint written then is the same */
  size_t was_size, is_size;
  uint8_t *was = memory_file_bytes(k.last, &was_size), *is;
  int last = k.last;
  k.last = -1;
  assert_int_equal(search(e, &tasks[1], 100, last, &k, &again, &err), 0);
  assert_same(&again, &part);
  is = memory_file_bytes(k.last, &is_size);
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

/* If the file is changed or cut off anywhere, nothing is searched. */
static void damaged_searches_are_refused(void **state) {
  struct engine *e = open_program();
  int whole = checkpoint_of(e, &tasks[8]);
  size_t size, i;
  uint8_t *p = memory_file_bytes(whole, &size);
  (void)state;
  for (i = 0; i < size; i += 1 + i / 500) {
    for (int cut = 0; cut < 2; cut++) {
      struct result r;
      struct error err = {0};
      int fd, rc;
      p[i] ^= 1;
      fd = memory_file_of(p, cut ? i : size);
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

/* The first error, stored after the others at the end of the tree's section, must be a state with
 * an error. */
static void an_error_that_is_none_is_refused(void **state) {
  struct engine *e = open_program();
  int whole = checkpoint_of(e, &tasks[0]), fd;
  size_t size, at, head = 0;
  uint8_t *p = memory_file_bytes(whole, &size);
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
  fd = memory_file_of(p, size);
  assert_int_equal(search(e, &tasks[0], 0, fd, NULL, &r, &err), ERR_INPUT);
  assert_non_null(strstr(err.msg, "does not fit the program: an error is missing"));
  close(fd);
  close(whole);
  free(p);
  engine_close(e);
}

/* With correct checksums a file may contain anything. It is either refused or the search starts
 * from it. */
static void nonsense_does_no_harm(void **state) {
  struct engine *e = open_program();
  struct rng rng = {7};
  uint32_t refused = 0;
  (void)state;
  for (size_t t = 0; t < COUNT(tasks); t++) {
    int whole = checkpoint_of(e, &tasks[t]);
    size_t size, at;
    uint8_t *p = memory_file_bytes(whole, &size);
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
        fd = memory_file_of(p, size);
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
      cmocka_unit_test(goes_on),
      cmocka_unit_test(goes_on_in_its_own_session),
      cmocka_unit_test(no_room),
      cmocka_unit_test(damaged_searches_are_refused),
      cmocka_unit_test(an_error_that_is_none_is_refused),
      cmocka_unit_test(nonsense_does_no_harm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
