/* Jars: tests heddle's code on top of libzip: opening, the manifest, entries and their versions.
 *
 * The mutator takes jars of stored entries apart, changes names and contents, and writes a new zip.
 * Otherwise no change to a manifest would ever get past the entry's checksum. */
#include "engine/classfile/jar.h"
#include "engine/base/error.h"
#include "engine/base/mem.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void read_entry(struct jar *jar, const char *name, int release) {
  struct error err = {0};
  char found[100];
  uint8_t *data;
  size_t len;
  if (jar_read(jar, name, release, &data, &len, found, sizeof found, &err)) return;
  if (len && data[len - 1] == 255) found[0] = 0;
  free(data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct jar *jar;
  struct error err = {0};
  if (jar_open(fuzz_file(data, size), &jar, &err)) return 0;
  free(jar_manifest_value(jar, "Class-Path"));
  read_entry(jar, "A.class", 0);
  read_entry(jar, "A.class", 17);
  read_entry(jar, "META-INF/MANIFEST.MF", 0);
  jar_close(jar);
  return 0;
}

/* ---- the mutator ---- */

enum {
  LOCAL_SIZE = 30,
  CENTRAL_SIZE = 46,
  END_SIZE = 22,
  ENTRIES_MAX = 12,
  NAME_MAX_LEN = 100,
  CONTENT_MAX = 2048
};
enum { LOCAL_MAGIC = 0x04034b50, CENTRAL_MAGIC = 0x02014b50, END_MAGIC = 0x06054b50 };

struct entry {
  uint8_t name[NAME_MAX_LEN], content[CONTENT_MAX];
  size_t name_len, len;
  uint32_t at; /* offset of its local header in the new file */
};

struct entries {
  struct entry list[ENTRIES_MAX];
  uint32_t n;
};

static uint32_t load(const uint8_t *p, unsigned bytes) {
  uint32_t v = 0;
  while (bytes-- > 0) v = v << 8 | p[bytes];
  return v;
}

static void put(struct text *out, uint32_t v, unsigned bytes) {
  for (; bytes > 0; bytes--, v >>= 8) text_add(out, (const char *)&(uint8_t){(uint8_t)v}, 1);
}

static uint32_t crc32(const uint8_t *p, size_t n) {
  uint32_t c = ~0u;
  for (; n > 0; n--) {
    c ^= *p++;
    for (int i = 0; i < 8; i++) c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
  }
  return ~c;
}

/* Reads the stored entries from the file's start, as long as they are small. */
static void take_apart(const uint8_t *p, size_t size, struct entries *all) {
  while (size >= LOCAL_SIZE && load(p, 4) == LOCAL_MAGIC && all->n < ENTRIES_MAX) {
    struct entry *e = &all->list[all->n];
    uint32_t len = load(p + 18, 4), name = load(p + 26, 2), extra = load(p + 28, 2);
    if (load(p + 8, 2) || len > CONTENT_MAX || name > NAME_MAX_LEN ||
        LOCAL_SIZE + name + extra + len > size)
      return;
    e->name_len = name;
    e->len = len;
    memcpy(e->name, p + LOCAL_SIZE, name);
    memcpy(e->content, p + LOCAL_SIZE + name + extra, len);
    all->n++;
    size -= LOCAL_SIZE + name + extra + len;
    p += LOCAL_SIZE + name + extra + len;
  }
}

/* Writes the fields that the local header and the directory's header share, from "version needed"
 * to the lengths. */
static void put_header(struct text *out, const struct entry *e) {
  put(out, 10, 2);
  put(out, 0, 2);
  put(out, 0, 2);
  put(out, 0x21 << 16, 4);
  put(out, crc32(e->content, e->len), 4);
  put(out, (uint32_t)e->len, 4);
  put(out, (uint32_t)e->len, 4);
  put(out, (uint32_t)e->name_len, 2);
  put(out, 0, 2);
}

static void put_entry(struct text *out, struct entry *e) {
  e->at = (uint32_t)out->len;
  put(out, LOCAL_MAGIC, 4);
  put_header(out, e);
  text_add(out, (const char *)e->name, e->name_len);
  text_add(out, (const char *)e->content, e->len);
}

static void put_in_directory(struct text *out, const struct entry *e) {
  put(out, CENTRAL_MAGIC, 4);
  put(out, 10, 2);
  put_header(out, e);
  put(out, 0, 4);
  put(out, 0, 2);
  put(out, 0, 4);
  put(out, e->at, 4);
  text_add(out, (const char *)e->name, e->name_len);
}

static void wrap(struct text *out, struct entries *all) {
  size_t start;
  for (uint32_t i = 0; i < all->n; i++) put_entry(out, &all->list[i]);
  start = out->len;
  for (uint32_t i = 0; i < all->n; i++) put_in_directory(out, &all->list[i]);
  put(out, END_MAGIC, 4);
  put(out, 0, 4);
  put(out, all->n, 2);
  put(out, all->n, 2);
  put(out, (uint32_t)(out->len - start - 12), 4);
  put(out, (uint32_t)start, 4);
  put(out, 0, 2);
}

static void set(uint8_t *to, size_t *len, const char *s) {
  *len = strlen(s);
  memcpy(to, s, *len);
}

static void change(struct entries *all, struct fuzz_random *r) {
  static const char *const names[] = {"META-INF/MANIFEST.MF",
                                      "A.class",
                                      "META-INF/versions/9/A.class",
                                      "META-INF/versions/17/A.class",
                                      "META-INF/versions/9/META-INF/MANIFEST.MF",
                                      "a/B.class"};
  static const char *const lines[] = {
      "Manifest-Version: 1.0\r\nMulti-Release: true\r\n", "Class-Path: b.jar c.jar\n d/ \n\n",
      "multi-release:true\rClass-Path:\r\n", "Name: A.class\n\nClass-Path: late\n"};
  struct entry *e = &all->list[fuzz_below(r, all->n)];
  switch (fuzz_below(r, 8)) {
    case 0: set(e->name, &e->name_len, names[fuzz_below(r, COUNT(names))]); break;
    case 1: set(e->content, &e->len, lines[fuzz_below(r, COUNT(lines))]); break;
    case 2: e->name_len = LLVMFuzzerMutate(e->name, e->name_len, NAME_MAX_LEN); break;
    case 3:
      if (all->n < ENTRIES_MAX) all->list[all->n++] = *e;
      break;
    case 4:
      if (all->n > 1) *e = all->list[--all->n];
      break;
    default: e->len = LLVMFuzzerMutate(e->content, e->len, CONTENT_MAX);
  }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
  struct fuzz_random r = fuzz_random(seed);
  struct entries *all = mem_alloc(sizeof *all);
  struct text out = {0};
  take_apart(data, size, all);
  if (all->n && fuzz_below(&r, 3)) {
    for (uint32_t n = 1 + fuzz_below(&r, 4); n > 0; n--) change(all, &r);
    wrap(&out, all);
  }
  if (out.len && out.len <= max) {
    memcpy(data, out.s, out.len);
    size = out.len;
    if (!fuzz_below(&r, 4)) size = LLVMFuzzerMutate(data, size, max);
  } else {
    size = LLVMFuzzerMutate(data, size, max);
  }
  text_release(&out);
  free(all);
  return size;
}
