/* Files of checksummed blocks return what was put into them or report what is wrong, wherever they
 * are damaged. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <cmocka.h>
#include <stdio.h>

#include "engine/base/block_file.h"
#include "checkpoint_fixture.h"
#include "engine/base/mem.h"

/* ---- the file ---- */

static const uint64_t numbers[] = {0, 1, 127, 128, 16383, 16384, UINT32_MAX, UINT64_MAX};
enum { BULK = CKPT_BLOCK_MAX + 4321 };

static void put_sections(struct ckpt_out *o, const uint8_t *bulk, size_t n) {
  size_t i;
  ckpt_begin(o, CKPT_IDENTITY);
  for (i = 0; i < COUNT(numbers); i++) ckpt_put_number(o, numbers[i]);
  ckpt_put_text(o, NULL);
  ckpt_put_text(o, "");
  ckpt_put_text(o, "text");
  ckpt_begin(o, CKPT_TREE); /* empty */
  ckpt_begin(o, CKPT_VISITED);
  ckpt_put(o, bulk, n);
}

static bool is_text(char *s, const char *want) {
  bool same = s && want ? !strcmp(s, want) : s == want;
  free(s);
  return same;
}

/* Reads everything. Returns true if it is unchanged. */
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
  int fd = memory_file();
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

/* Returns 0 or the error. *same: the data read equals the data written. */
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

/* Damages every byte of every section, and cuts the file at every position. */
static void damage_is_noticed(void **state) {
  static const uint8_t bulk[100] = {1, 2, 3};
  int whole = write_sections(bulk, sizeof bulk);
  size_t size, i;
  uint8_t *p = memory_file_bytes(whole, &size);
  (void)state;
  for (i = 0; i < size; i++) {
    struct error err = {0};
    bool same;
    int fd;
    p[i] ^= 0x10;
    fd = memory_file_of(p, size);
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
    int fd = memory_file_of(p, i);
    if (read_sections(fd, bulk, sizeof bulk, &same, &err) != ERR_INPUT)
      fail_msg("%zu bytes: %s", i, err.msg);
    if (!strstr(err.msg, "cut off") && !strstr(err.msg, "not a checkpoint"))
      fail_msg("%zu bytes: %s", i, err.msg);
    close(fd);
  }
  free(p);
  close(whole);
}

static void a_newer_format_is_reported(void **state) {
  static const uint8_t bulk[1];
  struct error err = {0};
  int whole = write_sections(bulk, sizeof bulk), fd;
  uint32_t version = CKPT_VERSION + 1;
  char want[80];
  uint64_t check;
  size_t size;
  uint8_t *p = memory_file_bytes(whole, &size);
  bool same;
  (void)state;
  memcpy(p + 8, &version, sizeof version);
  check = XXH3_64bits(p, 16);
  memcpy(p + 16, &check, sizeof check);
  fd = memory_file_of(p, size);
  assert_int_equal(read_sections(fd, bulk, sizeof bulk, &same, &err), ERR_INPUT);
  snprintf(want, sizeof want, "a checkpoint of format %u; this heddle reads format %u", version,
           (unsigned)CKPT_VERSION);
  assert_string_equal(err.msg, want);
  free(p);
  close(fd);
  close(whole);
}

/* Data that a reader leaves unread is an error, and so are intact blocks in the wrong place. */
static void sections_are_read_whole(void **state) {
  static const uint8_t bulk[10];
  int whole = write_sections(bulk, sizeof bulk), fd;
  struct error err = {0};
  struct ckpt_in *in;
  size_t size, first, second;
  struct block_head h;
  uint8_t *p = memory_file_bytes(whole, &size), *q = mem_alloc(size);
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
  fd = memory_file_of(q, size);
  error_clear(&err);
  assert_int_equal(read_sections(fd, bulk, sizeof bulk, &same, &err), ERR_INPUT);
  close(fd);
  free(p);
  free(q);
  close(whole);
}

static void a_full_disk_is_reported(void **state) {
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(round_trip),
      cmocka_unit_test(damage_is_noticed),
      cmocka_unit_test(a_newer_format_is_reported),
      cmocka_unit_test(sections_are_read_whole),
      cmocka_unit_test(a_full_disk_is_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
