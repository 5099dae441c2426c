/* See sequence.h. */
#include "engine/flow/sequence.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Removes white space at both ends. The result points into s. */
static char *trim(char *s) {
  char *end;
  s += strspn(s, " \t\r\n\f");
  end = s + strlen(s);
  while (end > s && strchr(" \t\r\n\f", end[-1])) end--;
  *end = '\0';
  return s;
}

int sequence_read(struct vm *vm, const char *main_class, const char *path, struct sequence *seq,
                  struct error *err) {
  FILE *f = fopen(path, "r");
  char *line = NULL;
  size_t cap = 0;
  int rc = 0;
  if (!f) return error_set(err, ERR_INPUT, "%s: %s", path, strerror(errno));
  for (unsigned number = 1; !rc && getline(&line, &cap, f) >= 0; number++) {
    char *text = trim(line);
    struct location loc;
    if (!*text || *text == '#') continue;
    rc = location_parse(vm, main_class, text, &loc, err);
    if (rc)
      error_prefix(err, "%s:%u", path, number);
    else
      *vec_push(&seq->v) = loc;
  }
  if (!rc && ferror(f)) rc = error_set(err, ERR_INPUT, "%s: %s", path, strerror(errno));
  if (rc) sequence_release(seq);
  free(line);
  fclose(f);
  return rc;
}

void sequence_release(struct sequence *seq) { vec_free(&seq->v); }
