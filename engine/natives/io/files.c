/* See files.h. */
#include "engine/natives/io/files.h"
#include "engine/base/check.h"

#include "engine/classfile/classpath.h"
#include "engine/natives/util.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct files {
  VEC(struct host_file *) open;
};

enum { FIRST_FD = 64, CHUNK = 8192 };

/* ---- contents of the table ---- */

char *files_normal(const char *path) {
  char *out = mem_alloc(strlen(path) + sizeof FILES_DIR + 2);
  size_t n = 0;
  if (*path != '/') n = strlen(strcpy(out, FILES_DIR));
  for (const char *p = path, *end; *p; p = end) {
    size_t len;
    while (*p == '/') p++;
    for (end = p; *end && *end != '/';) end++;
    len = (size_t)(end - p);
    if (!len || (len == 1 && p[0] == '.')) continue;
    if (len == 2 && p[0] == '.' && p[1] == '.') {
      while (n && out[--n] != '/') continue;
      continue;
    }
    out[n++] = '/';
    memcpy(out + n, p, len);
    n += len;
  }
  if (!n) out[n++] = '/';
  out[n] = 0;
  return out;
}

/* Returns the part of `path` below `dir` ("" for `dir` itself, "/x"); NULL if it is not below. */
static const char *below(const char *path, const char *dir) {
  size_t n = strlen(dir);
  while (n && dir[n - 1] == '/') n--;
  return !strncmp(path, dir, n) && (path[n] == '/' || !path[n]) ? path + n : NULL;
}

static bool steps_up(const char *path) {
  for (const char *p = path; (p = strstr(p, "..")); p += 2)
    if ((p == path || p[-1] == '/') && (p[2] == '/' || !p[2])) return true;
  return false;
}

bool files_of_jdk(struct vm *vm, const char *path) {
  const char *rest = below(path, vm->loaded.jdk_home);
  return rest && !steps_up(rest) && (!*rest || below(rest, "/lib") || below(rest, "/conf"));
}

/* Returns the i-th place outside the JDK that may be read: first the elements of the class path,
 * then those of --readable. */
static const char *files_place(struct vm *vm, size_t i, bool *jar) {
  size_t elements = 0;
  const char *element = classpath_element(vm->loaded.classpath, i, jar);
  if (element) return element;
  while (classpath_element(vm->loaded.classpath, elements, jar)) elements++;
  *jar = false;
  return i - elements < (size_t)vm->opt.readable_count ? vm->opt.readable[i - elements] : NULL;
}

bool files_allowed(struct vm *vm, const char *path) {
  const char *element, *rest;
  bool jar;
  if (files_of_jdk(vm, path)) return true;
  for (size_t i = 0; (element = files_place(vm, i, &jar)); i++)
    if ((rest = below(path, element)) && !steps_up(rest) && (!jar || !*rest)) return true;
  return false;
}

bool files_leads_to(struct vm *vm, const char *path) {
  const char *element;
  bool jar, found = false;
  for (size_t i = 0; !found && (element = files_place(vm, i, &jar)); i++) {
    char *place = files_normal(element);
    found = strcmp(place, path) != 0 && (below(place, path) || !strcmp(path, "/"));
    free(place);
  }
  return found;
}

void files_each_place(struct vm *vm, const char *dir,
                      void (*fn)(void *self, const char *dir, const char *place), void *self) {
  const char *element;
  bool jar;
  for (size_t i = 0; (element = files_place(vm, i, &jar)); i++) {
    char *place = files_normal(element);
    fn(self, dir, place);
    free(place);
  }
}

/* Returns the host's path for a path of the program; NULL if it is not in the table. The caller
 * frees it. */
static char *host_path(struct vm *vm, const char *path) {
  const char *element;
  bool jar;
  if (files_of_jdk(vm, path)) return mem_strdup(path);
  for (size_t i = 0; (element = files_place(vm, i, &jar)); i++) {
    char *dir = files_normal(element);
    const char *rest = below(path, dir);
    char *found = rest && (!jar || !*rest) ? mem_printf("%s%s", element, rest) : NULL;
    free(dir);
    if (found) return found;
  }
  return NULL;
}

bool files_in_table(struct vm *vm, const char *path) {
  char *host = host_path(vm, path);
  free(host);
  return host != NULL;
}

/* ---- reading ---- */

static int open_host(struct vm *vm, const char *path) {
  int fd;
  if (vm->host.broker) return broker_open(vm->host.broker, path);
  fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  return fd >= 0 ? fd : -errno;
}

static bool read_all(struct host_file *f, int fd) {
  for (;;) {
    ssize_t n;
    if (f->len == f->cap) f->data = mem_realloc(f->data, f->cap = f->cap ? f->cap * 2 : CHUNK);
    n = read(fd, f->data + f->len, f->cap - f->len);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    if (n == 0) return true;
    f->len += (size_t)n;
  }
}

static int files_by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Reads the names in a directory; closes the descriptor. */
static bool read_names(struct host_file *f, int fd) {
  DIR *d = fdopendir(fd);
  struct dirent *e;
  VEC(char *) names = {0};
  struct text t = {0};
  if (!d) {
    close(fd);
    return false;
  }
  while ((e = readdir(d)))
    if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
      *vec_push(&names) = mem_strdup(e->d_name);
  closedir(d);
  if (names.len) qsort(names.data, names.len, sizeof *names.data, files_by_name);
  for (size_t i = 0; i < names.len; i++) {
    text_add(&t, names.data[i], strlen(names.data[i]) + 1);
    free(names.data[i]);
  }
  vec_free(&names);
  f->data = (uint8_t *)t.s;
  f->len = t.len;
  return true;
}

/* Returns 0 or an errno. */
static int read_file(struct vm *vm, const char *path, struct host_file *f) {
  struct stat st;
  int fd = open_host(vm, path);
  bool good;
  if (fd < 0) return -fd;
  if (fstat(fd, &st) || (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))) {
    close(fd);
    return EACCES; /* devices and pipes cannot be read */
  }
  f->directory = S_ISDIR(st.st_mode);
  f->at_end = true;
  if (f->directory) return read_names(f, fd) ? 0 : EACCES;
  good = read_all(f, fd);
  close(fd);
  return good ? 0 : EIO;
}

/* ---- open files ---- */

static struct files *table(struct vm *vm) {
  if (!vm->host.files) vm->host.files = mem_alloc(sizeof(struct files));
  return vm->host.files;
}

static int32_t files_number_of(const char *path) {
  uint32_t h = 2166136261u;
  for (; *path; path++) h = (h ^ (uint8_t)*path) * 16777619u;
  return (int32_t)((h & 0x3fffffff) + FIRST_FD);
}

static struct host_file *files_add(struct vm *vm, const char *path, int32_t number) {
  for (size_t i = 0; INVARIANTS_ON && i < table(vm)->open.len; i++)
    INVARIANT(strcmp(table(vm)->open.data[i]->path, path) != 0, "a file is opened once: %s", path);
  struct host_file *f = mem_alloc(sizeof *f);
  f->path = mem_strdup(path);
  f->fd = number;
  *vec_push(&table(vm)->open) = f;
  return f;
}

static void file_free(struct host_file *f) {
  free(f->path);
  free(f->data);
  free(f);
}

static struct host_file *files_load(struct vm *vm, const char *path, int *why) {
  char *host = host_path(vm, path);
  struct host_file *f = NULL;
  *why = EACCES;
  if (!host) return NULL;
  f = files_add(vm, path, files_number_of(path));
  *why = read_file(vm, host, f);
  free(host);
  if (!*why) return f;
  CHECK(table(vm)->open.len && table(vm)->open.data[table(vm)->open.len - 1] == f,
        "a file that is not opened was the last one listed");
  table(vm)->open.len--;
  file_free(f);
  return NULL;
}

struct host_file *files_find(struct vm *vm, const char *path, int *why) {
  struct files *t = table(vm);
  struct host_file *f = NULL;
  char *normal = files_normal(path);
  int unused;
  for (size_t i = 0; !f && i < t->open.len; i++)
    if (!strcmp(t->open.data[i]->path, normal)) f = t->open.data[i];
  if (!f) f = files_load(vm, normal, why ? why : &unused);
  free(normal);
  return f;
}

struct host_file *files_by_fd(struct vm *vm, int32_t fd) {
  struct files *t = table(vm);
  for (size_t i = 0; i < t->open.len; i++)
    if (t->open.data[i]->fd == fd) return t->open.data[i];
  return fd == 0 ? files_add(vm, "<stdin>", 0) : NULL;
}

static int open_by_broker(void *self, const char *path) { return open_host(self, path); }

int files_open(struct vm *vm, struct error *err) {
  int fd, rc = 0;
  struct host_file *f;
  classpath_set_open(vm->loaded.classpath, open_by_broker, vm);
  if (vm->opt.stdin_path && !strcmp(vm->opt.stdin_path, "-")) return 0;
  if (!vm->opt.stdin_path) {
    f = files_add(vm, "<stdin>", 0);
    f->at_end = true;
    f->len = f->cap = vm->opt.stdin_data ? vm->opt.stdin_len : 0;
    f->data = mem_alloc(f->len + 1);
    if (f->len) memcpy(f->data, vm->opt.stdin_data, f->len);
    return 0;
  }
  fd = open(vm->opt.stdin_path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return error_set(err, ERR_INPUT, "%s: %s", vm->opt.stdin_path, strerror(errno));
  f = files_add(vm, "<stdin>", 0);
  f->at_end = true;
  if (!read_all(f, fd))
    rc = error_set(err, ERR_INPUT, "%s: %s", vm->opt.stdin_path, strerror(errno));
  close(fd);
  return rc;
}

/* ---- standard input ---- */

const uint8_t *files_input(struct vm *vm, size_t *len) {
  struct files *t = table(vm);
  size_t i;
  *len = 0;
  for (i = 0; i < t->open.len; i++)
    if (t->open.data[i]->fd == 0) {
      *len = t->open.data[i]->len;
      return t->open.data[i]->data;
    }
  return NULL;
}

/* Copies input that cannot be read twice into memory, under the same descriptor. The same program
 * runs again, in this process and in children, when a counterexample is certified. */
static void keep_input(void) {
  char buf[CHUNK];
  ssize_t n;
  int fd;
  if (lseek(STDIN_FILENO, 0, SEEK_CUR) >= 0 || (fd = memfd_create("stdin", MFD_CLOEXEC)) < 0)
    return;
  while ((n = read(STDIN_FILENO, buf, sizeof buf)) > 0 || (n < 0 && errno == EINTR))
    if (n > 0 && write(fd, buf, (size_t)n) != n) break;
  lseek(fd, 0, SEEK_SET);
  dup2(fd, STDIN_FILENO);
  close(fd);
}

void files_fill(struct host_file *f, size_t pos, bool again) {
  if (again && !f->at_end && !f->len) keep_input();
  while (!f->at_end && f->len <= pos) {
    off_t base = lseek(STDIN_FILENO, 0, SEEK_CUR); /* nothing moves it */
    ssize_t n;
    if (f->cap - f->len < CHUNK) f->data = mem_realloc(f->data, f->cap = f->cap * 2 + CHUNK);
    if (base >= 0)
      n = pread(STDIN_FILENO, f->data + f->len, f->cap - f->len, base + (off_t)f->len);
    else
      n = read(STDIN_FILENO, f->data + f->len, f->cap - f->len);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0)
      f->at_end = true;
    else
      f->len += (size_t)n;
  }
}

void files_release(struct vm *vm) {
  struct files *t = vm->host.files;
  if (!t) return;
  for (size_t i = 0; i < t->open.len; i++) file_free(t->open.data[i]);
  vec_free(&t->open);
  free(t);
  vm->host.files = NULL;
}

/* ---- the broker ---- */

struct confined {
  struct vm *vm;
  broker_service *service;
  void *self;
};

static bool broker_may_open(void *self, const char *path) {
  const struct confined *c = self;
  return files_allowed(c->vm, path);
}

/* A stop request concerns the served process, so the broker ignores it. */
static char *broker_serves(void *self, const char *in, size_t n, int *file) {
  const struct confined *c = self;
  c->vm->sched.stop = NULL;
  return c->service ? c->service(c->self, in, n, file) : NULL;
}

int files_confine(struct vm *vm, broker_service *service, void *self, struct error *err) {
  struct confined c = {
      .vm = vm, .service = service, .self = self}; /* the broker's process never leaves this call */
  struct broker_duty duty = {
      .allows = broker_may_open, .allows_self = &c, .service = broker_serves, .service_self = &c};
  return broker_enter(&duty, &vm->host.broker, err);
}
