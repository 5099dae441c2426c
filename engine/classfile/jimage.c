/* The reader of a JDK's lib/modules, in the jimage format (JDK 9 and later). It maps the file and
 * copies nothing.
 *
 * Layout, in the byte order of the machine that wrote the file: a header of seven u4 (magic,
 * version, flags, resource count, table length, size of the locations, size of the strings);
 * `redirect` (s4 per table slot); `offsets` (u4 per slot, into the locations); the locations; the
 * strings; the resources. A path "/module/parent/base.extension" is hashed with FNV's multiplier.
 * redirect[hash % length] is 0 (absent), negative (-1 - slot), or the seed of a second hash that
 * determines the slot. A location is a sequence of attributes: a byte (kind << 3 | length - 1) and
 * that many big-endian bytes, ended by kind 0.
 *
 * Invariant: every offset from the file is compared with the map's size before it is used. A stored
 * string always ends inside the string table, because opening checks that the last byte of the
 * table is zero. */
#include "engine/base/mem.h"
#include "engine/base/check.h"
#include "engine/classfile/classpath.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER_SIZE = 28, HASH_SEED = 0x01000193, PATH_SIZE = 1024 };
static const uint32_t IMAGE_MAGIC = 0xCAFEDADA, IMAGE_VERSION = 1 << 16;

enum location_attr {
  LOC_END,
  LOC_MODULE,
  LOC_PARENT,
  LOC_BASE,
  LOC_EXTENSION,
  LOC_OFFSET,
  LOC_COMPRESSED,
  LOC_SIZE,
  LOC_N
};

struct jimage {
  char *path;
  const uint8_t *map;
  size_t size;
  uint32_t slots, locations_size, strings_size, resource_count;
  const uint8_t *redirect, *offsets, *locations;
  const char *strings;
  size_t resources; /* offset of the first resource */
};

static uint32_t load_u4(const uint8_t *p) {
  uint32_t v;
  memcpy(&v, p, sizeof v);
  return v;
}

static int damaged(const struct jimage *j, struct error *err, const char *reason) {
  return error_set(err, ERR_INPUT, "%s: damaged JDK image: %s", j->path, reason);
}

static int map_file(struct jimage *j, struct error *err) {
  int fd = open(j->path, O_RDONLY | O_CLOEXEC), rc = 0;
  struct stat st;
  void *map;
  if (fd < 0) return error_set(err, ERR_INPUT, "%s: %s", j->path, strerror(errno));
  if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
    rc = error_set(err, ERR_INPUT, "%s: not a regular file", j->path);
  } else if (st.st_size < HEADER_SIZE) {
    rc = damaged(j, err, "shorter than its header");
  } else {
    map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map == MAP_FAILED) {
      rc = error_set(err, ERR_INPUT, "%s: cannot map: %s", j->path, strerror(errno));
    } else {
      j->map = map;
      j->size = (size_t)st.st_size;
    }
  }
  close(fd);
  return rc;
}

static int read_header(struct jimage *j, struct error *err) {
  uint32_t magic = load_u4(j->map), version = load_u4(j->map + 4);
  uint64_t tables;
  if (magic == __builtin_bswap32(IMAGE_MAGIC))
    return error_set(err, ERR_INPUT, "%s: the JDK image has the other byte order", j->path);
  if (magic != IMAGE_MAGIC)
    return error_set(err, ERR_INPUT, "%s: not a JDK image: bad magic number", j->path);
  if (version != IMAGE_VERSION)
    return error_set(err, ERR_INPUT, "%s: JDK image version %u.%u is not supported (1.0 is)",
                     j->path, version >> 16, version & 0xFFFF);
  j->resource_count = load_u4(j->map + 12);
  j->slots = load_u4(j->map + 16);
  j->locations_size = load_u4(j->map + 20);
  j->strings_size = load_u4(j->map + 24);
  tables = HEADER_SIZE + (uint64_t)j->slots * 8 + j->locations_size + j->strings_size;
  if (tables > j->size) return damaged(j, err, "its index is cut off");
  j->redirect = j->map + HEADER_SIZE;
  j->offsets = j->redirect + (size_t)j->slots * 4;
  j->locations = j->offsets + (size_t)j->slots * 4;
  j->strings = (const char *)j->locations + j->locations_size;
  j->resources = (size_t)tables;
  if (!j->strings_size || j->strings[j->strings_size - 1] || !j->slots || j->slots > INT32_MAX)
    return damaged(j, err, "bad tables");
  return 0;
}

int jimage_open(const char *path, struct jimage **out, struct error *err) {
  struct jimage *j = mem_alloc(sizeof *j);
  int rc;
  *out = NULL;
  j->path = mem_strdup(path);
  rc = map_file(j, err);
  if (rc == 0) rc = read_header(j, err);
  if (rc == 0)
    *out = j;
  else
    jimage_close(j);
  return rc;
}

void jimage_close(struct jimage *j) {
  if (!j) return;
  if (j->map) munmap((void *)(uintptr_t)j->map, j->size);
  free(j->path);
  free(j);
}

static uint32_t hash_path(const char *s, uint32_t seed) {
  for (; *s; s++) seed = (seed * HASH_SEED) ^ (uint8_t)*s;
  return seed & 0x7FFFFFFF;
}

/* Returns the only slot where `path` can be; -1 if it is absent. */
static int64_t jimage_slot_of(const struct jimage *j, const char *path) {
  int32_t r = (int32_t)load_u4(j->redirect + (size_t)(hash_path(path, HASH_SEED) % j->slots) * 4);
  if (r == 0) return -1;
  if (r < 0) return -1 - (int64_t)r < j->slots ? -1 - (int64_t)r : -1;
  return hash_path(path, (uint32_t)r) % j->slots;
}

static int read_location(const struct jimage *j, uint32_t slot, uint64_t attr[LOC_N],
                         struct error *err) {
  uint64_t at = load_u4(j->offsets + (size_t)slot * 4);
  CHECK(slot < j->slots, "a slot is in the table: %u of %u", slot, j->slots);
  memset(attr, 0, LOC_N * sizeof *attr);
  for (;;) {
    unsigned kind, n;
    uint64_t v = 0;
    if (at >= j->locations_size) return damaged(j, err, "a location is outside");
    kind = j->locations[at] >> 3;
    n = (j->locations[at] & 7u) + 1;
    if (kind == LOC_END) return 0;
    if (kind >= LOC_N || n >= j->locations_size - at)
      return damaged(j, err, "a location is malformed");
    for (unsigned i = 1; i <= n; i++) v = v << 8 | j->locations[at + i];
    attr[kind] = v;
    at += n + 1;
  }
}

/* Returns a string of the table; "" for offsets outside it. */
static const char *string_at(const struct jimage *j, uint64_t offset) {
  return offset < j->strings_size ? j->strings + offset : "";
}

/* Skips `part` at the front of *path; returns false if *path does not start with it. */
static bool skip_part(const char **path, const char *part) {
  size_t n = strlen(part);
  if (strncmp(*path, part, n) != 0) return false;
  *path += n;
  return true;
}

static bool location_is(const struct jimage *j, const uint64_t attr[LOC_N], const char *path) {
  const char *module = string_at(j, attr[LOC_MODULE]), *parent = string_at(j, attr[LOC_PARENT]);
  const char *extension = string_at(j, attr[LOC_EXTENSION]);
  if (*module && !(skip_part(&path, "/") && skip_part(&path, module) && skip_part(&path, "/")))
    return false;
  if (*parent && !(skip_part(&path, parent) && skip_part(&path, "/"))) return false;
  if (!skip_part(&path, string_at(j, attr[LOC_BASE]))) return false;
  if (*extension && !(skip_part(&path, ".") && skip_part(&path, extension))) return false;
  return *path == 0;
}

static int jimage_find(struct jimage *j, const char *path, const uint8_t **data, size_t *len,
                       struct error *err) {
  int64_t slot = jimage_slot_of(j, path);
  uint64_t attr[LOC_N], room = j->size - j->resources;
  int rc;
  if (slot < 0) return ERR_NOTFOUND;
  if ((rc = read_location(j, (uint32_t)slot, attr, err)) != 0) return rc;
  if (!location_is(j, attr, path)) return ERR_NOTFOUND;
  if (attr[LOC_COMPRESSED])
    return error_set(
        err, ERR_INPUT,
        "%s: the JDK image is compressed (jlink --compress); use an uncompressed one: %s", j->path,
        path);
  if (attr[LOC_OFFSET] > room || attr[LOC_SIZE] > room - attr[LOC_OFFSET])
    return damaged(j, err, "a resource is outside of the file");
  INVARIANT(j->resources + attr[LOC_OFFSET] + attr[LOC_SIZE] <= j->size,
            "a resource lies in the image: %llu bytes", (unsigned long long)attr[LOC_SIZE]);
  *data = j->map + j->resources + attr[LOC_OFFSET];
  *len = (size_t)attr[LOC_SIZE];
  return 0;
}

/* "/packages/java.lang" contains pairs (isEmpty, offset of the module's name). The first pair that
 * is not empty names the module with the classes. */
const char *jimage_module_of(struct jimage *j, const char *package) {
  char path[PATH_SIZE] = "/packages/";
  size_t n = strlen(path), len;
  const uint8_t *data;
  for (; *package; package++) {
    if (n + 1 >= sizeof path) return NULL;
    path[n++] = *package == '/' ? '.' : *package;
  }
  path[n] = 0;
  if (jimage_find(j, path, &data, &len, NULL) != 0) return NULL;
  for (; len >= 8; data += 8, len -= 8) {
    const char *name = string_at(j, load_u4(data + 4));
    if (load_u4(data) == 0 && *name) return name;
  }
  return NULL;
}

static const char *module_of_path(struct jimage *j, const char *path) {
  const char *slash = strrchr(path, '/');
  char package[PATH_SIZE];
  size_t n = slash ? (size_t)(slash - path) : 0;
  if (n == 0 || n >= sizeof package) return NULL;
  memcpy(package, path, n);
  package[n] = 0;
  return jimage_module_of(j, package);
}

int jimage_resource(struct jimage *j, const char *module, const char *path, const uint8_t **data,
                    size_t *len, struct error *err) {
  char *full;
  int rc;
  if (!module) module = module_of_path(j, path);
  if (!module) return ERR_NOTFOUND;
  full = mem_printf("/%s/%s", module, path);
  rc = jimage_find(j, full, data, len, err);
  free(full);
  return rc;
}

int jimage_class(struct jimage *j, const char *module, const char *name, const uint8_t **data,
                 size_t *len, struct error *err) {
  char *full;
  int rc;
  if (!module) module = module_of_path(j, name);
  if (!module) return ERR_NOTFOUND;
  full = mem_printf("/%s/%s.class", module, name);
  rc = jimage_find(j, full, data, len, err);
  free(full);
  return rc;
}

int jimage_each(struct jimage *j, jimage_visit *visit, void *arg, struct error *err) {
  uint64_t attr[LOC_N], room = j->size - j->resources;
  int rc = 0;
  for (uint32_t slot = 0; slot < j->slots && rc == 0; slot++) {
    struct jimage_entry e;
    if ((rc = read_location(j, slot, attr, err)) != 0) return rc;
    e.module = string_at(j, attr[LOC_MODULE]);
    e.parent = string_at(j, attr[LOC_PARENT]);
    e.base = string_at(j, attr[LOC_BASE]);
    e.extension = string_at(j, attr[LOC_EXTENSION]);
    if (attr[LOC_OFFSET] > room || attr[LOC_SIZE] > room - attr[LOC_OFFSET])
      return damaged(j, err, "a resource is outside of the file");
    e.compressed = attr[LOC_COMPRESSED] != 0;
    e.data = j->map + j->resources + attr[LOC_OFFSET];
    e.len = (size_t)attr[LOC_SIZE];
    rc = visit(arg, &e);
  }
  return rc;
}
