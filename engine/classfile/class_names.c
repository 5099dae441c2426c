/* See class_names.h. */
#include "engine/classfile/class_names.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/classfile/jar.h"

enum { MAX_DEPTH = 64 }; /* maximum depth of directories, because links may form a cycle */

/* Adds "a/b/C.class", but no file in META-INF and no module or package descriptor. */
static void add_entry(void *self, const char *entry) {
  struct class_names *names = self;
  const char *slash = strrchr(entry, '/'), *base = slash ? slash + 1 : entry;
  size_t n = strlen(entry), end = strlen(".class");
  if (n <= end || strcmp(entry + n - end, ".class") != 0 || !strncmp(entry, "META-INF/", 9)) return;
  if (!strcmp(base, "module-info.class") || !strcmp(base, "package-info.class")) return;
  *vec_push(&names->list) = mem_printf("%.*s", (int)(n - end), entry);
}

static void add_directory(struct class_names *names, const char *dir, const char *package,
                          int depth) {
  DIR *d = depth < MAX_DEPTH ? opendir(dir) : NULL;
  struct dirent *e;
  while (d && (e = readdir(d))) {
    char *path, *entry;
    struct stat st;
    if (e->d_name[0] == '.') continue;
    path = mem_printf("%s/%s", dir, e->d_name);
    entry = mem_printf("%s%s%s", package, *package ? "/" : "", e->d_name);
    if (!stat(path, &st) && S_ISDIR(st.st_mode))
      add_directory(names, path, entry, depth + 1);
    else
      add_entry(names, entry);
    free(path);
    free(entry);
  }
  if (d) closedir(d);
}

int class_names_add(struct class_names *names, const char *path, bool is_jar, struct error *err) {
  struct jar *jar;
  if (!is_jar) {
    add_directory(names, path, "", 0);
    return 0;
  }
  if (jar_open(path, &jar, err)) return err->code;
  jar_each(jar, add_entry, names);
  jar_close(jar);
  return 0;
}

static int by_bytes(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

void class_names_sort(struct class_names *names) {
  size_t i, kept = 0;
  if (names->list.len) qsort(names->list.data, names->list.len, sizeof *names->list.data, by_bytes);
  for (i = 0; i < names->list.len; i++) {
    char *s = names->list.data[i];
    if (kept && !strcmp(names->list.data[kept - 1], s))
      free(s);
    else
      names->list.data[kept++] = s;
  }
  names->list.len = kept;
}

void class_names_release(struct class_names *names) {
  size_t i;
  for (i = 0; i < names->list.len; i++) free(names->list.data[i]);
  vec_free(&names->list);
}
