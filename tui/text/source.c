/* Finds source files and caches their lines (see source.h). */
#include "tui/text/source.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/check.h"
#include "engine/base/mem.h"

struct source_cache {
  char *path;
  VEC(struct source *) files;
  VEC(char *) keys; /* package and name of each file */
};

struct source_cache *source_cache_new(const char *path) {
  struct source_cache *c = mem_alloc(sizeof *c);
  c->path = mem_strdup(path && *path ? path : ".");
  return c;
}

void source_cache_forget(struct source_cache *c) {
  size_t i, j;
  for (i = 0; i < c->files.len; i++) {
    struct source *f = c->files.data[i];
    for (j = 0; j < f->count; j++) free(f->lines[j]);
    free(f->lines);
    free(f->name);
    free(f->path);
    free(f);
    free(c->keys.data[i]);
  }
  c->files.len = c->keys.len = 0;
}

void source_cache_free(struct source_cache *c) {
  if (!c) return;
  source_cache_forget(c);
  vec_free(&c->files);
  vec_free(&c->keys);
  free(c->path);
  free(c);
}

/* Returns "a/b/" for "a.b.C$D", "" for a class without a package. Caller frees. */
static char *package_folder(const char *class_name) {
  const char *dot = class_name ? strrchr(class_name, '.') : NULL;
  char *s = dot ? mem_printf("%.*s/", (int)(dot - class_name), class_name) : mem_strdup("");
  mem_exchange(s, '.', '/');
  return s;
}

static bool is_file(const char *path) {
  struct stat st;
  return !stat(path, &st) && S_ISREG(st.st_mode);
}

static char *source_find(const struct source_cache *c, const char *package, const char *name) {
  static const char *const below[] = {"", "src/main/java/", "src/", "src/test/java/"};
  const char *p = c->path;
  while (*p) {
    int n = (int)strcspn(p, ":");
    size_t i, j;
    for (i = 0; i < COUNT(below); i++)
      for (j = 0; j < 2; j++) {
        char *path = mem_printf("%.*s/%s%s%s", n, p, below[i], j ? "" : package, name);
        if (is_file(path)) return path;
        free(path);
      }
    p += n + (p[n] == ':');
  }
  return NULL;
}

static char *expand_tabs(const char *s, size_t n) {
  struct text t = {0};
  size_t i, column = 0;
  text_add(&t, "", 0);
  for (i = 0; i < n; i++) {
    if (s[i] == '\r') continue;
    do {
      text_add(&t, s[i] == '\t' ? " " : &s[i], 1);
      column++;
    } while (s[i] == '\t' && column % 8);
  }
  return t.s;
}

static void source_lines(struct source *f, const char *text) {
  VEC(char *) lines = {0};
  while (*text) {
    size_t n = strcspn(text, "\n");
    *vec_push(&lines) = expand_tabs(text, n);
    text += n + (text[n] == '\n');
  }
  f->lines = lines.data;
  f->count = lines.len;
}

static void source_load(struct source *f) {
  FILE *in = fopen(f->path, "r");
  char *line = NULL;
  size_t cap = 0;
  ssize_t n;
  VEC(char *) lines = {0};
  if (!in) {
    free(f->path);
    f->path = NULL;
    return;
  }
  while ((n = getline(&line, &cap, in)) >= 0) {
    if (n && line[n - 1] == '\n') n--;
    *vec_push(&lines) = expand_tabs(line, (size_t)n);
  }
  free(line);
  fclose(in);
  f->lines = lines.data;
  f->count = lines.len;
}

static struct source *source_kept(const struct source_cache *c, const char *key) {
  CHECK(c->files.len == c->keys.len, "a file has a key: %zu, %zu", c->files.len, c->keys.len);
  for (size_t i = 0; i < c->files.len; i++)
    if (!strcmp(c->keys.data[i], key)) return c->files.data[i];
  return NULL;
}

void source_put(struct source_cache *c, const char *class_name, const char *name,
                const char *text) {
  char *package = package_folder(class_name), *key = mem_printf("%s%s", package, name);
  struct source *f = source_kept(c, key);
  free(package);
  if (f) {
    for (size_t i = 0; i < f->count; i++) free(f->lines[i]);
    free(f->lines);
    free(f->path);
    free(key);
  } else {
    f = mem_alloc(sizeof *f);
    f->name = mem_strdup(name);
    *vec_push(&c->files) = f;
    *vec_push(&c->keys) = key;
  }
  f->path = mem_printf("%s (made)", name);
  source_lines(f, text);
}

const struct source *source_library(struct source_cache *c, const char *class_name,
                                    const char *name, source_read *read, void *self) {
  char *package = package_folder(class_name), *key = mem_printf("library:%s%s", package, name);
  struct source *f = source_kept(c, key);
  char *text = f ? NULL : read(self, class_name, name);
  if (!f) {
    f = mem_alloc(sizeof *f);
    f->name = mem_strdup(name);
    *vec_push(&c->files) = f;
    *vec_push(&c->keys) = mem_strdup(key);
  }
  if (text) {
    f->path = mem_printf("%s%s (library)", package, name);
    source_lines(f, text);
  }
  free(text);
  free(key);
  free(package);
  return f;
}

const struct source *source_get(struct source_cache *c, const char *class_name, const char *name) {
  char *package = package_folder(class_name), *key = mem_printf("%s%s", package, name);
  struct source *f = source_kept(c, key);
  if (f) {
    free(key);
    free(package);
    return f;
  }
  f = mem_alloc(sizeof *f);
  f->name = mem_strdup(name);
  f->path = source_find(c, package, name);
  if (f->path) source_load(f);
  *vec_push(&c->files) = f;
  *vec_push(&c->keys) = key;
  free(package);
  return f;
}
