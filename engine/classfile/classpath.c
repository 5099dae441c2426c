/* The user's class path: directories, jars with the jars that their manifests name, and "dir/ *",
 * in the given order.
 *
 * As in java(1), a missing element is skipped, an empty element is the current directory, and a
 * wildcard represents the jars in that directory (sorted by name here, so that runs do not depend
 * on the file system). Unlike java(1), a file that is not a readable zip is an error, because
 * skipping it silently would later appear as a missing class. */
#include "engine/base/mem.h"
#include "engine/classfile/classpath.h"
#include "engine/classfile/jar.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* MAX_ENTRY: no class file is longer. MAX_DEPTH: maximum length of a chain of jars in which each
 * manifest names the next jar. */
enum { MAX_ENTRY = 1 << 30, MAX_DEPTH = 100 };

struct element {
  char *path;
  struct jar *jar; /* NULL: the element is a directory */
  dev_t device;    /* together with the inode, identifies the file whatever its path */
  ino_t inode;
};

struct classpath {
  VEC(struct element) elements;
  int release; /* for multi-release jars; 0: base classes only */
  unsigned depth;
  classpath_open_fn *open;
  void *open_self;
};

static bool has_element(const struct classpath *cp, const struct stat *st) {
  for (size_t i = 0; i < cp->elements.len; i++)
    if (cp->elements.data[i].device == st->st_dev && cp->elements.data[i].inode == st->st_ino)
      return true;
  return false;
}

static int add_manifest_path(struct classpath *cp, const char *jar_path, struct jar *jar,
                             struct error *err);

/* Adds an element. `named`: a manifest names it. Such an element is not added twice, and must be a
 * directory or a regular file, because a device has no end. */
static int add_path(struct classpath *cp, const char *path, bool named, struct error *err) {
  struct element e = {0};
  struct stat st;
  int rc = 0;
  if (stat(path, &st) != 0) {
    if (errno == ENOENT || errno == ENOTDIR || (named && errno == ENAMETOOLONG)) return 0;
    return error_set(err, ERR_INPUT, "%s: %s", path, strerror(errno));
  }
  if (named && has_element(cp, &st)) return 0;
  if (!S_ISDIR(st.st_mode) && !S_ISREG(st.st_mode) && (named || !S_ISFIFO(st.st_mode)))
    return error_set(err, ERR_INPUT, "%s: neither a folder nor a jar", path);
  if (!S_ISDIR(st.st_mode)) rc = jar_open(path, &e.jar, err);
  if (rc) return rc;
  e.path = mem_strdup(path);
  e.device = st.st_dev;
  e.inode = st.st_ino;
  *vec_push(&cp->elements) = e;
  return e.jar ? add_manifest_path(cp, path, e.jar, err) : 0;
}

static int hex_digit(char c) {
  static const char digits[] = "0123456789abcdef";
  const char *p = c ? strchr(digits, c | 0x20) : NULL;
  return p ? (int)(p - digits) : -1;
}

/* Converts a relative or file: URL to a path, in place; NULL for other kinds. */
static char *url_path(char *url) {
  char *out;
  if (strncmp(url, "file:", 5) == 0)
    url += strncmp(url, "file:///", 8) == 0 ? 7 : 5;
  else if (strchr(url, ':'))
    return NULL;
  out = url;
  for (const char *p = url; *p; p++) {
    int high = *p == '%' ? hex_digit(p[1]) : -1, low = high >= 0 ? hex_digit(p[2]) : -1;
    *out++ = low >= 0 ? (char)(high << 4 | low) : *p;
    if (low >= 0) p += 2;
  }
  *out = 0;
  return url;
}

/* Adds the jars of the manifest's Class-Path directly after the jar. Names are relative to the
 * jar's directory. Elements already on the path are not added again, so jars may name each
 * other. */
static int add_manifest_path(struct classpath *cp, const char *jar_path, struct jar *jar,
                             struct error *err) {
  char *value = jar_manifest_value(jar, "Class-Path"), *at = value, *url;
  const char *slash = strrchr(jar_path, '/');
  int rc = 0;
  if (value && ++cp->depth > MAX_DEPTH)
    rc = error_set(err, ERR_INPUT, "%s: a chain of more than %d jars that refer to each other",
                   jar_path, MAX_DEPTH);
  while (value && rc == 0 && (url = strsep(&at, " "))) {
    char *name = *url ? url_path(url) : NULL, *path;
    size_t n;
    if (!name || !*name) continue;
    path = *name == '/' || !slash ? mem_strdup(name)
                                  : mem_printf("%.*s/%s", (int)(slash - jar_path), jar_path, name);
    n = strlen(path);
    while (n > 1 && path[n - 1] == '/') path[--n] = 0;
    rc = add_path(cp, path, true, err);
    free(path);
  }
  if (value) cp->depth--;
  free(value);
  return rc;
}

static int is_jar(const struct dirent *d) {
  const char *dot = strrchr(d->d_name, '.');
  return dot && (strcmp(dot, ".jar") == 0 || strcmp(dot, ".JAR") == 0);
}

static int by_bytes(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

static int add_wildcard(struct classpath *cp, const char *dir, struct error *err) {
  struct dirent **names;
  int n = scandir(dir, &names, is_jar, by_bytes), rc = 0;
  if (n < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return 0;
    return error_set(err, ERR_INPUT, "%s: %s", dir, strerror(errno));
  }
  for (int i = 0; i < n; i++) {
    char *path = mem_printf("%s/%s", dir, names[i]->d_name);
    if (rc == 0) rc = add_path(cp, path, false, err);
    free(path);
    free(names[i]);
  }
  free(names);
  return rc;
}

static int add_element(struct classpath *cp, char *s, struct error *err) {
  size_t n = strlen(s);
  if (n == 0) return add_path(cp, ".", false, err);
  if (strcmp(s, "*") == 0) return add_wildcard(cp, ".", err);
  if (n >= 2 && strcmp(s + n - 2, "/*") == 0) {
    s[n - 2] = 0;
    return add_wildcard(cp, n > 2 ? s : "/", err);
  }
  return add_path(cp, s, false, err);
}

static int open_file(void *self, const char *path) {
  /* opening a fifo must not block */
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  (void)self;
  return fd >= 0 ? fd : -errno;
}

const char *classpath_element(const struct classpath *cp, size_t i, bool *is_jar) {
  if (i >= cp->elements.len) return NULL;
  if (is_jar) *is_jar = cp->elements.data[i].jar != NULL;
  return cp->elements.data[i].path;
}

void classpath_set_open(struct classpath *cp, classpath_open_fn *fn, void *self) {
  cp->open = fn;
  cp->open_self = self;
}

int classpath_open(const char *path, struct classpath **out, struct error *err) {
  struct classpath *cp = mem_alloc(sizeof *cp);
  char *copy = mem_strdup(path), *at = copy, *part;
  int rc = 0;
  *out = NULL;
  cp->open = open_file;
  while (rc == 0 && (part = strsep(&at, ":"))) rc = add_element(cp, part, err);
  free(copy);
  if (rc == 0)
    *out = cp;
  else
    classpath_close(cp);
  return rc;
}

void classpath_close(struct classpath *cp) {
  if (!cp) return;
  for (size_t i = 0; i < cp->elements.len; i++) {
    jar_close(cp->elements.data[i].jar);
    free(cp->elements.data[i].path);
  }
  vec_free(&cp->elements);
  free(cp);
}

static int read_fd(int fd, const char *path, uint8_t **data, size_t *len, struct error *err) {
  struct stat st;
  uint8_t *buf;
  size_t n = 0;
  ssize_t k = 1;
  if (fstat(fd, &st) != 0) return error_set(err, ERR_INPUT, "%s: %s", path, strerror(errno));
  if (S_ISDIR(st.st_mode)) return ERR_NOTFOUND;
  if (!S_ISREG(st.st_mode) || st.st_size > MAX_ENTRY)
    return error_set(err, ERR_INPUT, "%s: not a readable file", path);
  buf = mem_alloc((size_t)st.st_size + 1);
  while (n < (size_t)st.st_size && (k = read(fd, buf + n, (size_t)st.st_size - n)) > 0)
    n += (size_t)k;
  if (k < 0) {
    free(buf);
    return error_set(err, ERR_INPUT, "%s: %s", path, strerror(errno));
  }
  *data = buf;
  *len = n;
  return 0;
}

/* Names come from class files, so a name must not leave the directory. */
static bool leaves_directory(const char *entry) {
  const char *p = entry;
  if (*p == '/') return true;
  for (; (p = strstr(p, "..")); p += 2)
    if ((p == entry || p[-1] == '/') && (p[2] == '/' || p[2] == 0)) return true;
  return false;
}

static int read_dir(const struct classpath *cp, const struct element *e, const char *entry,
                    uint8_t **data, size_t *len, struct error *err) {
  char *path;
  int fd, rc;
  if (leaves_directory(entry)) return ERR_NOTFOUND;
  path = mem_printf("%s/%s", e->path, entry);
  fd = cp->open(cp->open_self, path);
  if (fd >= 0)
    rc = read_fd(fd, path, data, len, err);
  else if (fd == -ENOENT || fd == -ENOTDIR || fd == -ENAMETOOLONG)
    rc = ERR_NOTFOUND;
  else
    rc = error_set(err, ERR_INPUT, "%s: %s", path, strerror(-fd));
  if (fd >= 0) close(fd);
  free(path);
  return rc;
}

static int read_element(const struct classpath *cp, const struct element *e, const char *entry,
                        uint8_t **data, size_t *len, char *where, size_t where_size,
                        struct error *err) {
  char found[PATH_MAX];
  int rc;
  if (!e->jar) {
    if (where && where_size) snprintf(where, where_size, "%s/%s", e->path, entry);
    return read_dir(cp, e, entry, data, len, err);
  }
  rc = jar_read(e->jar, entry, cp->release, data, len, found, sizeof found, err);
  if (where && where_size && rc != ERR_NOTFOUND)
    snprintf(where, where_size, "%s!/%s", e->path, found);
  return rc;
}

void classpath_set_release(struct classpath *cp, int release) { cp->release = release; }

int classpath_read_next(struct classpath *cp, size_t *from, const char *entry, uint8_t **data,
                        size_t *len, char *where, size_t where_size, struct error *err) {
  while (*from < cp->elements.len) {
    int rc =
        read_element(cp, &cp->elements.data[(*from)++], entry, data, len, where, where_size, err);
    if (rc != ERR_NOTFOUND) return rc;
  }
  return ERR_NOTFOUND;
}

int classpath_read(struct classpath *cp, const char *entry, uint8_t **data, size_t *len,
                   char *where, size_t where_size, struct error *err) {
  size_t from = 0;
  return classpath_read_next(cp, &from, entry, data, len, where, where_size, err);
}
