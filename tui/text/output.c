/* Writes files and standard output, and reports every error (see output.h). */
#include "tui/text/output.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/base/whole_file.h"

int output_file(const char *path, const char *text, struct error *err) {
  char *part;
  FILE *f;
  bool good;
  if (whole_file_place(path, err)) return err->code;
  part = mem_printf("%s.part", path);
  f = fopen(part, "we");
  good = f && fputs(text, f) >= 0;
  if (f && fclose(f)) good = false;
  if (good && rename(part, path)) good = false;
  if (!good) {
    error_set(err, ERR_INPUT, "%s: cannot write: %s", path, strerror(errno));
    unlink(part);
  }
  free(part);
  return err->code;
}

int output_text(const char *text, struct error *err) {
  if (fputs(text, stdout) < 0 || fflush(stdout))
    return error_set(err, ERR_INPUT, "cannot write to standard output: %s", strerror(errno));
  return 0;
}
