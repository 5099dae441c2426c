/* See environment_file.h. */
#include "tui/cli/environment_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/env/component.h"
#include "engine/env/environment.h"

static int write_file(const char *path, const struct text *source, struct error *err) {
  FILE *f = fopen(path, "w");
  bool good = f && fwrite(source->s, 1, source->len, f) == source->len;
  if (f && fclose(f)) good = false;
  if (!good) return error_set(err, ERR_INPUT, "%s: cannot be written (%s)", path, strerror(errno));
  fprintf(stderr, "heddle: wrote %s\n", path);
  return 0;
}

int environment_file(const char *dir, const struct component *c, int argc, char *const *argv,
                     struct error *err) {
  char *simple = environment_source_name(c->klass), *path;
  struct text source = {0};
  path = mem_printf("%s/%s.java", dir, simple);
  if (mkdir(dir, 0777) && errno != EEXIST)
    error_set(err, ERR_INPUT, "%s: cannot be made (%s)", dir, strerror(errno));
  else if (!environment_source(argc, argv, simple, &source, err))
    write_file(path, &source, err);
  text_release(&source);
  free(path);
  free(simple);
  return err->code;
}
