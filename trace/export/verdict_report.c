/* Finds the source file of a class; shared by all reports. See verdict_report.h. */
#include "trace/export/verdict_report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the package of a name as a path, such as "a/b/" for "a.b.C$D.run"; the caller frees it.
 * The first part of the name that begins with a capital letter or contains a $ is the class. */
static char *package_path(const char *name) {
  struct text t = {0};
  const char *p = name;
  text_puts(&t, "");
  for (;;) {
    size_t n = strcspn(p, ".");
    if (!p[n] || (*p >= 'A' && *p <= 'Z') || memchr(p, '$', n)) return t.s;
    text_printf(&t, "%.*s/", (int)n, p);
    p += n + 1;
  }
}

char *report_source(const char *name, const char *file, const char *source_path) {
  char *package = package_path(name), *path = mem_printf("%s%s", package, file);
  const char *p = source_path;
  free(package);
  while (p && *p) {
    size_t n = strcspn(p, ":");
    char *whole = mem_printf("%.*s%s%s", (int)n, p, n && p[n - 1] != '/' ? "/" : "", path);
    if (n && !access(whole, R_OK)) {
      free(path);
      return whole;
    }
    free(whole);
    p += n + (p[n] == ':');
  }
  return path;
}
