/* heddle natives: lists how each native method of the JDK is implemented, one method per line. The
 * list in the manual (heddle-natives(7)) is made from this output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/natives/natives_list.h"
#include "tui/cli/cli.h"

struct lines {
  VEC(char *) all;
};

static void natives_keep(void *arg, enum native_state state, const char *klass, const char *name,
                         const char *desc) {
  static const char *const words[] = {"native", "replaced", "refused", "missing"};
  struct lines *l = arg;
  char *line = mem_printf("%s.%s%s\t%s", klass, name, desc, words[state]);
  for (char *p = line; p < line + strlen(klass); p++)
    if (*p == '/') *p = '.';
  *vec_push(&l->all) = line;
}

static int natives_compare(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

int cmd_natives(int argc, char **argv) {
  struct cli c;
  struct error err = {0};
  struct lines l = {0};
  int rc = cli_parse(&c, argc, argv, CLI_NATIVES, "[OPTION...]");
  if (rc != CLI_GO_ON) return rc;
  if (c.argc)
    return error_set(&err, ERR_USAGE, "natives: takes no operand, not '%s'", c.argv[0]),
           cli_fail(&err);
  rc = natives_list(c.engine.java_home, natives_keep, &l, &err);
  if (!rc && l.all.len) qsort(l.all.data, l.all.len, sizeof *l.all.data, natives_compare);
  for (size_t i = 0; i < l.all.len; i++) {
    if (!rc) puts(l.all.data[i]);
    free(l.all.data[i]);
  }
  vec_free(&l.all);
  return rc ? cli_fail(&err) : EXIT_NO_ERROR;
}
