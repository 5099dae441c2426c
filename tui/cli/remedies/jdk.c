/* Uses the newest other JDK of the machine, because another release's library may avoid what is
 * missing. */
#include "tui/cli/remedy.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the release in DIR/release: 25 for "JAVA_VERSION="25.0.1"". 0: no JDK with a readable
 * image. */
static int release_of(const char *dir) {
  char path[PATH_MAX], line[256];
  int release = 0;
  FILE *in;
  snprintf(path, sizeof path, "%s/lib/modules", dir);
  if (access(path, R_OK)) return 0;
  snprintf(path, sizeof path, "%s/release", dir);
  in = fopen(path, "r");
  while (in && !release && fgets(line, sizeof line, in))
    if (!strncmp(line, "JAVA_VERSION=\"", 14)) release = atoi(line + 14);
  if (in) fclose(in);
  return release;
}

/* Considers only newer releases, because they can read this one's class files. */
static void newest(const char *home, const char *folder, char *out) {
  int best = release_of(home), release;
  DIR *d = opendir(folder);
  const struct dirent *e;
  char path[PATH_MAX];
  while (d && (e = readdir(d))) {
    if (e->d_name[0] == '.' ||
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name) >= REMEDY_VALUE)
      continue;
    release = release_of(path);
    if (release <= best) continue;
    best = release;
    memcpy(out, path, strlen(path) + 1);
  }
  if (d) closedir(d);
}

static bool jdk_plan(const struct remedy_case *c, struct remedy_plan *out) {
  char home[PATH_MAX], folder[PATH_MAX], *slash;
  if (!c->jdk || !realpath(c->jdk, home)) return false;
  memcpy(folder, home, sizeof folder);
  slash = strrchr(folder, '/');
  if (!slash || slash == folder) return false;
  *slash = 0;
  newest(home, folder, out->value);
  if (!out->value[0]) return false;
  remedy_change(out, "--java-home", out->value);
  return true;
}

const struct remedy remedy_jdk = {"jdk", "", REMEDY_FOR(CAUSE_NATIVE) | REMEDY_FOR(CAUSE_FEATURE),
                                  jdk_plan};
