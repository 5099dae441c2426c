/* See subject_fixture.h. */
#include "tests/unit/subject_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tests/unit/generated_fixture.h"

struct subject subject_in(const char *class_path, const char *text) {
  struct subject s = {.path = mem_strdup(class_path), .words = mem_strdup(text)};
  char *rest = s.words;
  for (s.main_class = strsep(&rest, ":"); rest; s.argc++) {
    if (s.argc == SUBJECT_ARGUMENTS) fail_msg("%s: too many arguments", text);
    s.argv[s.argc] = strsep(&rest, ":");
  }
  return s;
}

struct subject subject_of(const char *text) {
  const char *colon = strchr(text, ':');
  struct subject s;
  char *path;
  if (!colon) fail_msg("%s: not FOLDER:CLASS", text);
  path = mem_printf("%s/%.*s", generated_env("HEDDLE_BUILD"), (int)(colon - text), text);
  s = subject_in(path, colon + 1);
  free(path);
  return s;
}

void subject_release(struct subject *s) {
  free(s->path);
  free(s->words);
}

void subject_options(struct subject *s, struct engine_options *o) {
  o->class_path = s->path;
  o->main_class = s->main_class;
  o->argc = s->argc;
  o->argv = s->argv;
}
