/* Finds the JDK that provides the library: an explicit directory, else $JAVA_HOME, else the java on
 * PATH. The directory must contain lib/modules. An invalid choice of the user is an error and is
 * never silently replaced by the next possibility. */
#include "engine/classfile/classpath.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_image(const char *home) {
  char path[PATH_MAX];
  int n = snprintf(path, sizeof path, "%s/lib/modules", home);
  return n > 0 && (size_t)n < sizeof path && access(path, R_OK) == 0;
}

static int jdk_take(const char *home, const char *source, char *out, size_t size,
                    struct error *err) {
  int n;
  if (!has_image(home))
    return error_set(
        err, ERR_INPUT,
        "no JDK: %s is %s, which has no readable lib/modules (JDK 9 or later is needed)", source,
        home);
  n = snprintf(out, size, "%s", home);
  if (n < 0 || (size_t)n >= size)
    return error_set(err, ERR_INPUT, "the path of the JDK is too long: %s", home);
  return 0;
}

/* Removes the last `n` components of `path`. */
static bool strip_components(char *path, int n) {
  for (; n > 0; n--) {
    char *slash = strrchr(path, '/');
    if (!slash) return false;
    *slash = 0;
  }
  return *path != 0;
}

/* Finds HOME of "HOME/bin/java" if the directory `dir` has an executable java. */
static bool home_of_bin(const char *dir, size_t len, char home[PATH_MAX]) {
  char java[PATH_MAX];
  int n = snprintf(java, sizeof java, "%.*s/java", (int)len, len ? dir : ".");
  if (n < 0 || (size_t)n >= sizeof java || access(java, X_OK) != 0) return false;
  return realpath(java, home) && strip_components(home, 2);
}

static bool home_on_path(char home[PATH_MAX]) {
  const char *p = getenv("PATH");
  while (p) {
    size_t n = strcspn(p, ":");
    if (n && n < PATH_MAX && home_of_bin(p, n, home)) return true;
    p = p[n] ? p + n + 1 : NULL;
  }
  return false;
}

int jdk_find(const char *java_home, char *out, size_t size, struct error *err) {
  char home[PATH_MAX];
  const char *env = getenv("JAVA_HOME");
  if (java_home && *java_home)
    return jdk_take(java_home, "the specified directory", out, size, err);
  if (env && *env) return jdk_take(env, "JAVA_HOME", out, size, err);
  if (home_on_path(home))
    return jdk_take(home, "the directory of the java on PATH", out, size, err);
  return error_set(err, ERR_INPUT, "no JDK: JAVA_HOME is not set and there is no java on PATH");
}

int jdk_release(const char *home) {
  char path[PATH_MAX], line[256];
  int release = 0, n = snprintf(path, sizeof path, "%s/release", home);
  FILE *f = n > 0 && (size_t)n < sizeof path ? fopen(path, "r") : NULL;
  if (!f) return 0;
  while (!release && fgets(line, sizeof line, f))
    if (sscanf(line, "JAVA_VERSION=\"%d", &release) != 1) release = 0;
  fclose(f);
  return release;
}
