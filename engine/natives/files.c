/* See files.h. */
#include "engine/natives/files.h"

#include "engine/natives/util.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct files {
  VEC(struct host_file *) open;
};

enum { FIRST_FD = 64, CHUNK = 8192 };

static struct files *table(struct vm *vm) {
  if (!vm->files) vm->files = mem_alloc(sizeof(struct files));
  return vm->files;
}

/* In a folder of the class path, by its real name: resources are read through their URLs as well. */
static bool on_class_path(struct vm *vm, const char *path) {
  bool found = false;
  for (const char *p = vm->opt.class_path ? vm->opt.class_path : "."; *p && !found;) {
    size_t n = strcspn(p, ":");
    char *entry = mem_printf("%.*s", (int)n, p), *real = realpath(entry, NULL);
    size_t len = real ? strlen(real) : 0;
    found = len && !strncmp(path, real, len) && path[len] == '/';
    free(real);
    free(entry);
    p += n + (p[n] == ':');
  }
  return found;
}

/* Below JDK/lib, JDK/conf or a folder of the class path, without stepping out of them. */
static bool allowed(struct vm *vm, const char *path) {
  size_t n = strlen(vm->jdk_home);
  if (strstr(path, "/..")) return false;
  if (on_class_path(vm, path)) return true;
  if (strncmp(path, vm->jdk_home, n) != 0) return false;
  path += n;
  return !strncmp(path, "/lib", 4) || !strncmp(path, "/conf", 5) || !*path;
}

static int32_t number_of(const char *path) {
  uint32_t h = 2166136261u;
  for (; *path; path++) h = (h ^ (uint8_t)*path) * 16777619u;
  return (int32_t)((h & 0x3fffffff) + FIRST_FD);
}

static bool read_all(struct host_file *f, int fd) {
  for (;;) {
    ssize_t n;
    if (f->len == f->cap) f->data = mem_realloc(f->data, f->cap = f->cap ? f->cap * 2 : CHUNK);
    n = read(fd, f->data + f->len, f->cap - f->len);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    if (n == 0) return f->at_end = true;
    f->len += (size_t)n;
  }
}

static struct host_file *add(struct vm *vm, const char *path, int32_t number) {
  struct host_file *f = mem_alloc(sizeof *f);
  f->path = mem_strdup(path);
  f->fd = number;
  *vec_push(&table(vm)->open) = f;
  return f;
}

struct host_file *files_find(struct vm *vm, const char *path, const char **why) {
  struct files *t = table(vm);
  struct host_file *f;
  struct stat st;
  int fd;
  if (why) *why = "No such file or directory";
  for (size_t i = 0; i < t->open.len; i++)
    if (!strcmp(t->open.data[i]->path, path)) return t->open.data[i];
  if (!allowed(vm, path)) return NULL;
  fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &st)) {
    if (why) *why = strerror(errno);
    if (fd >= 0) close(fd);
    return NULL;
  }
  f = add(vm, path, number_of(path));
  f->directory = S_ISDIR(st.st_mode);
  if (!f->directory && !read_all(f, fd)) f->len = 0;
  f->at_end = true;
  close(fd);
  return f;
}

/* The file of --stdin whole, or what descriptor 0 gives when it is read. */
static struct host_file *standard_input(struct vm *vm) {
  struct host_file *f = add(vm, "<stdin>", 0);
  int fd = vm->opt.stdin_path ? open(vm->opt.stdin_path, O_RDONLY | O_CLOEXEC) : -1;
  if (!vm->opt.stdin_path) return f;
  if (fd < 0 || !read_all(f, fd)) f->len = 0;
  f->at_end = true;
  if (fd >= 0) close(fd);
  return f;
}

struct host_file *files_by_fd(struct vm *vm, int32_t fd) {
  struct files *t = table(vm);
  for (size_t i = 0; i < t->open.len; i++)
    if (t->open.data[i]->fd == fd) return t->open.data[i];
  return fd == 0 ? standard_input(vm) : NULL;
}

/* Input that cannot be read twice is put into memory under the same descriptor: the same program runs again, in this
 * process and in children, when a counterexample is certified. */
static void keep_input(void) {
  char buf[CHUNK];
  ssize_t n;
  int fd;
  if (lseek(STDIN_FILENO, 0, SEEK_CUR) >= 0 || (fd = memfd_create("stdin", MFD_CLOEXEC)) < 0) return;
  while ((n = read(STDIN_FILENO, buf, sizeof buf)) > 0 || (n < 0 && errno == EINTR))
    if (n > 0 && write(fd, buf, (size_t)n) != n) break;
  lseek(fd, 0, SEEK_SET);
  dup2(fd, STDIN_FILENO);
  close(fd);
}

void files_fill(struct host_file *f, size_t pos, bool again) {
  if (again && !f->at_end && !f->len) keep_input();
  while (!f->at_end && f->len <= pos) {
    off_t base = lseek(STDIN_FILENO, 0, SEEK_CUR); /* never moved */
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
  struct files *t = vm->files;
  if (!t) return;
  for (size_t i = 0; i < t->open.len; i++) {
    free(t->open.data[i]->path);
    free(t->open.data[i]->data);
    free(t->open.data[i]);
  }
  vec_free(&t->open);
  free(t);
  vm->files = NULL;
}
