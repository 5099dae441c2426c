/* See digest.h. The digest of a folder is the sum of its files' hashes, so it does not depend on
 * the order in which the host lists them. */
#include "trace/campaign/digest.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <sys/stat.h>
#include <xxhash.h>

#include "engine/base/hash.h"
#include "engine/base/mem.h"

static int whole_file(const char *path, uint64_t salt, uint64_t *out, struct error *err) {
  char buf[65536];
  XXH3_state_t *x;
  size_t n;
  FILE *f = fopen(path, "rbe");
  if (!f) return error_set(err, ERR_INPUT, "%s: %s", path, strerror(errno));
  x = XXH3_createState();
  if (!x) abort();
  XXH3_64bits_reset_withSeed(x, salt);
  while ((n = fread(buf, 1, sizeof buf, f)) > 0) XXH3_64bits_update(x, buf, n);
  if (ferror(f)) error_set(err, ERR_INPUT, "%s: %s", path, strerror(errno));
  *out = XXH3_64bits_digest(x);
  XXH3_freeState(x);
  fclose(f);
  return err->code;
}

static int add_folder(const char *path, const char *below, uint64_t *sum, struct error *err);

static int add_entry(const char *path, const char *below, uint64_t *sum, struct error *err) {
  const char *dot = strrchr(below, '.');
  struct stat st;
  uint64_t h = 0;
  if (stat(path, &st)) return 0; /* removed since it was listed */
  if (S_ISDIR(st.st_mode)) return add_folder(path, below, sum, err);
  if (!S_ISREG(st.st_mode) || !dot || (strcmp(dot, ".class") != 0 && strcmp(dot, ".jar") != 0))
    return 0;
  if (!whole_file(path, XXH3_64bits(below, strlen(below)), &h, err)) *sum += h;
  return err->code;
}

static int add_folder(const char *path, const char *below, uint64_t *sum, struct error *err) {
  DIR *d = opendir(path);
  struct dirent *e;
  if (!d) return error_set(err, ERR_INPUT, "%s: %s", path, strerror(errno));
  while (!err->code && (e = readdir(d))) {
    char *full, *name;
    if (e->d_name[0] == '.') continue;
    full = mem_printf("%s/%s", path, e->d_name);
    name = mem_printf("%s/%s", below, e->d_name);
    add_entry(full, name, sum, err);
    free(full);
    free(name);
  }
  closedir(d);
  return err->code;
}

int digest_file(const char *path, uint64_t *digest, struct error *err) {
  struct stat st;
  uint64_t h = 0;
  if (stat(path, &st)) return error_set(err, ERR_INPUT, "%s: %s", path, strerror(errno));
  if (S_ISDIR(st.st_mode))
    add_folder(path, "", &h, err);
  else
    whole_file(path, 0, &h, err);
  *digest = hash_mix(*digest + h + 1);
  return err->code;
}
