/* Jars, read through libzip: entries with verified checksums, the manifest, and multi-release jars
 * (JEP 238).
 *
 * Invariant: an entry's bytes are returned only after the zip layer has reached the entry's end and
 * verified its checksum. */
#include "engine/classfile/jar.h"
#include "engine/base/check.h"

#include "engine/base/late_lib.h"
#include "engine/base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

/* MAX_ENTRY: no class file is longer, so a longer entry counts as damaged. */
enum { MAX_ENTRY = 1 << 30, FIRST_RELEASE = 9 };

/* The functions of libzip that are used here. libzip also loads a library of ciphers, which would
 * take a tenth of a short run without jars, so it is loaded on demand. */
#define ZIP_FUNCTIONS(X) \
  X(zip_name_locate) \
  X(zip_stat_index) \
  X(zip_fopen_index) \
  X(zip_fread) \
  X(zip_fclose) \
  X(zip_strerror) \
  X(zip_file_strerror) \
  X(zip_source_buffer_create) \
  X(zip_open) \
  X(zip_open_from_source) \
  X(zip_source_free) \
  X(zip_discard) \
  X(zip_error_init) \
  X(zip_error_set) X(zip_error_strerror) X(zip_error_fini) X(zip_get_num_entries) X(zip_get_name)
#define X(f) __typeof__(&f) f;
struct zip_lib {
  ZIP_FUNCTIONS(X)
};
#undef X
#define X(f) #f,
static const char *const zip_names[] = {ZIP_FUNCTIONS(X)};
#undef X

struct jar {
  char *path;
  struct zip_lib lib;
  void *lib_handle;
  zip_t *zip;
  char *manifest; /* main section, with continuation lines joined; "" if there is none */
  bool multi_release;
};

/* Reads `n` bytes and then the end, where the zip layer verifies the checksum. */
static int read_to_end(const struct zip_lib *z, zip_file_t *f, uint8_t *buf, size_t n) {
  size_t got = 0;
  while (got < n) {
    zip_int64_t k = z->zip_fread(f, buf + got, n - got);
    if (k <= 0) return -1;
    got += (size_t)k;
  }
  return z->zip_fread(f, buf + n, 1) == 0 ? 0 : -1;
}

static int damaged(const struct jar *jar, const char *entry, const char *reason,
                   struct error *err) {
  return error_set(err, ERR_INPUT, "%s: damaged jar: entry %s: %s", jar->path, entry, reason);
}

static int read_entry(struct jar *jar, const char *entry, uint8_t **data, size_t *len,
                      struct error *err) {
  const struct zip_lib *z = &jar->lib;
  zip_int64_t i = z->zip_name_locate(jar->zip, entry, 0);
  zip_file_t *f = NULL;
  zip_stat_t st;
  uint8_t *buf = NULL;
  int rc = 0;
  if (i < 0) return ERR_NOTFOUND;
  if (z->zip_stat_index(jar->zip, (zip_uint64_t)i, 0, &st) != 0 || !(st.valid & ZIP_STAT_SIZE) ||
      st.size > MAX_ENTRY)
    return damaged(jar, entry, "it has no proper size", err);
  f = z->zip_fopen_index(jar->zip, (zip_uint64_t)i, 0);
  if (!f) return damaged(jar, entry, z->zip_strerror(jar->zip), err);
  buf = malloc((size_t)st.size + 1);
  if (!buf || read_to_end(z, f, buf, (size_t)st.size) != 0) {
    rc = damaged(jar, entry, buf ? z->zip_file_strerror(f) : "it does not fit into memory", err);
    goto out;
  }
  *data = buf;
  *len = (size_t)st.size;
  buf = NULL;
out:
  free(buf);
  z->zip_fclose(f);
  return rc;
}

/* Drops carriage returns, joins continuation lines and stops at the first empty line. */
static char *main_section(const uint8_t *data, size_t len) {
  char *out = mem_alloc(len + 2);
  size_t n = 0;
  for (size_t i = 0; i < len; i++) {
    char c = (char)data[i];
    if (c == '\r') {
      if (i + 1 < len && data[i + 1] == '\n') continue;
      c = '\n';
    }
    if (c == '\n' && n && out[n - 1] == '\n') break;
    if (c == ' ' && n && out[n - 1] == '\n')
      n--;
    else
      out[n++] = c;
  }
  CHECK(n <= len + 1, "a section of a manifest is no longer than the manifest: %zu of %zu", n, len);
  out[n] = 0;
  return out;
}

static int read_manifest(struct jar *jar, struct error *err) {
  uint8_t *data;
  size_t len;
  char *value;
  int rc = read_entry(jar, "META-INF/MANIFEST.MF", &data, &len, err);
  if (rc == ERR_NOTFOUND) {
    jar->manifest = mem_strdup("");
    return 0;
  }
  if (rc) return rc;
  jar->manifest = main_section(data, len);
  free(data);
  value = jar_manifest_value(jar, "Multi-Release");
  jar->multi_release = value && strcasecmp(value, "true") == 0;
  free(value);
  return 0;
}

/* Opens a zip in memory, which then owns the bytes. libzip would not take ownership of an empty
 * buffer. */
static zip_t *zip_of_bytes(const struct zip_lib *z, uint8_t *bytes, size_t len, zip_error_t *ze) {
  zip_source_t *source;
  if (len == 0) {
    free(bytes);
    z->zip_error_set(ze, ZIP_ER_NOZIP, 0);
    return NULL;
  }
  source = z->zip_source_buffer_create(bytes, len, 1, ze);
  zip_t *zip = source ? z->zip_open_from_source(source, ZIP_RDONLY, ze) : NULL;
  if (!source) free(bytes);
  if (source && !zip) z->zip_source_free(source);
  return zip;
}

/* Reads the whole file, so that no descriptor stays open. Forked processes that check something
 * would share its position. */
static uint8_t *read_file(const char *path, size_t *len) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat st;
  size_t n = 0,
         cap = fd >= 0 && fstat(fd, &st) == 0 && st.st_size > 0 ? (size_t)st.st_size + 1 : 1 << 16;
  uint8_t *buf = fd >= 0 ? mem_realloc(NULL, cap) : NULL;
  ssize_t k = 1;
  while (buf && k > 0) {
    if (n == cap) buf = mem_realloc(buf, cap *= 2);
    k = read(fd, buf + n, cap - n);
    if (k < 0 && errno == EINTR)
      k = 1;
    else if (k > 0)
      n += (size_t)k;
  }
  if (k < 0) {
    int why = errno;
    free(buf);
    buf = NULL;
    errno = why;
  }
  if (fd >= 0) close(fd);
  *len = n;
  return buf;
}

static int open_zip(struct jar *jar, struct error *err) {
  const struct zip_lib *z = &jar->lib;
  zip_error_t ze;
  size_t len;
  uint8_t *bytes = read_file(jar->path, &len);
  int rc = 0;
  if (!bytes)
    return error_set(err, ERR_INPUT, "%s: not a readable jar: %s", jar->path, strerror(errno));
  z->zip_error_init(&ze);
  jar->zip = zip_of_bytes(z, bytes, len, &ze);
  if (!jar->zip)
    rc = error_set(err, ERR_INPUT, "%s: not a readable jar: %s", jar->path,
                   z->zip_error_strerror(&ze));
  z->zip_error_fini(&ze);
  return rc;
}

int jar_open(const char *path, struct jar **out, struct error *err) {
  struct jar *jar = mem_alloc(sizeof *jar);
  int rc =
      late_lib_open(HEDDLE_LIBZIP, zip_names, COUNT(zip_names), &jar->lib, &jar->lib_handle, err);
  *out = NULL;
  jar->path = mem_strdup(path);
  if (!rc) rc = open_zip(jar, err);
  if (!rc) rc = read_manifest(jar, err);
  if (rc == 0)
    *out = jar;
  else
    jar_close(jar);
  return rc;
}

/* Unlike jar_open, does not read the whole file into memory. The file is closed before any process
 * is forked. */
int jar_read_from(const char *path, const char *entry, uint8_t **data, size_t *len,
                  struct error *err) {
  struct jar *jar = mem_alloc(sizeof *jar);
  int why = 0, rc = late_lib_open(HEDDLE_LIBZIP, zip_names, COUNT(zip_names), &jar->lib,
                                  &jar->lib_handle, err);
  jar->path = mem_strdup(path);
  if (!rc) jar->zip = jar->lib.zip_open(path, ZIP_RDONLY, &why);
  if (!rc && !jar->zip)
    rc = error_set(err, ERR_INPUT, "%s: not a readable zip (libzip's error %d)", path, why);
  if (!rc) rc = read_entry(jar, entry, data, len, err);
  jar_close(jar);
  return rc;
}

void jar_each(struct jar *jar, jar_visit *visit, void *self) {
  zip_int64_t n = jar->lib.zip_get_num_entries(jar->zip, 0), i;
  for (i = 0; i < n; i++) {
    const char *name = jar->lib.zip_get_name(jar->zip, (zip_uint64_t)i, 0);
    if (name) visit(self, name);
  }
}

void jar_close(struct jar *jar) {
  if (!jar) return;
  if (jar->zip) jar->lib.zip_discard(jar->zip);
  late_lib_close(jar->lib_handle);
  free(jar->manifest);
  free(jar->path);
  free(jar);
}

int jar_read(struct jar *jar, const char *entry, int release, uint8_t **data, size_t *len,
             char *found, size_t found_size, struct error *err) {
  bool versioned = jar->multi_release && strncmp(entry, "META-INF/", 9) != 0;
  int rc = ERR_NOTFOUND;
  for (int v = versioned ? release : 0; v >= FIRST_RELEASE && rc == ERR_NOTFOUND; v--) {
    char *name = mem_printf("META-INF/versions/%d/%s", v, entry);
    rc = read_entry(jar, name, data, len, err);
    if (rc != ERR_NOTFOUND && found) snprintf(found, found_size, "%s", name);
    free(name);
  }
  if (rc != ERR_NOTFOUND) return rc;
  if (found) snprintf(found, found_size, "%s", entry);
  return read_entry(jar, entry, data, len, err);
}

char *jar_manifest_value(struct jar *jar, const char *key) {
  size_t n = strlen(key);
  for (const char *line = jar->manifest; *line;) {
    size_t len = strcspn(line, "\n");
    if (len > n && strncasecmp(line, key, n) == 0 && line[n] == ':') {
      const char *value = line + n + 1;
      value += strspn(value, " ");
      return value < line + len ? mem_printf("%.*s", (int)(line + len - value), value)
                                : mem_strdup("");
    }
    line += len + (line[len] == '\n');
  }
  return NULL;
}
