/* See whole_file.h. */
#include "engine/base/whole_file.h"

#include <errno.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/folders.h"
#include "engine/base/mem.h"

/* Returns whether the path belongs to the host. A path such as /dev/stdout may lead to a regular
 * file, but must not be replaced. */
static bool is_of_the_host(const char *path) {
  return !strncmp(path, "/dev/", 5) || !strncmp(path, "/proc/", 6);
}

int whole_file_place(const char *path, struct error *err) {
  struct stat st;
  if (stat(path, &st) || (S_ISREG(st.st_mode) && !is_of_the_host(path))) return 0;
  if (S_ISDIR(st.st_mode))
    return error_set(err, ERR_INPUT, "%s: cannot write: %s", path, strerror(EISDIR));
  return error_set(err, ERR_INPUT,
                   "%s: cannot write: not a regular file, so it must not be replaced", path);
}

int whole_file_possible(const char *path, struct error *err) {
  char *copy = mem_strdup(path);
  if (!*path)
    error_set(err, ERR_INPUT, "cannot write: the file has no name");
  else if (!whole_file_place(path, err) && access(dirname(copy), W_OK | X_OK))
    error_set(err, ERR_INPUT, "%s: cannot write: %s", path, strerror(errno));
  free(copy);
  return err->code;
}

void whole_file_remove(const char *path) {
  char *part = mem_printf("%s.part", path);
  unlink(path);
  unlink(part);
  free(part);
}

int whole_file_write(const char *path, const void *data, size_t len, struct error *err) {
  char *part = mem_printf("%s.part", path);
  bool good;
  FILE *f;
  folders_make(path, 0777);
  f = fopen(part, "we");
  good = f && (!len || fwrite(data, 1, len, f) == len);
  if (f && fclose(f)) good = false;
  if (!good || rename(part, path)) {
    error_set(err, ERR_INPUT, "%s: cannot write: %s", path, strerror(errno));
    unlink(part);
  }
  free(part);
  return err->code;
}

int whole_file_read(const char *path, char **text, size_t *len, struct error *err) {
  struct text t = {0};
  char buf[1 << 16];
  size_t n;
  FILE *f = fopen(path, "rbe");
  bool bad = !f;
  while (f && (n = fread(buf, 1, sizeof buf, f)) > 0) text_add(&t, buf, n);
  if (f) {
    bad = ferror(f) != 0;
    fclose(f);
  }
  if (bad) {
    text_release(&t);
    return error_set(err, ERR_INPUT, "%s: %s", path, strerror(errno));
  }
  text_puts(&t, "");
  *text = t.s;
  *len = t.len;
  return 0;
}
