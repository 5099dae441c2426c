/* Compares texts with the expected ones (see golden.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "golden.h"
#include "engine/base/mem.h"

char *golden_read(const char *path) {
  FILE *f = fopen(path, "r");
  struct text t = {0};
  char buffer[4096];
  size_t n;
  if (!f) return NULL;
  text_add(&t, "", 0);
  while ((n = fread(buffer, 1, sizeof buffer, f))) text_add(&t, buffer, n);
  fclose(f);
  return t.s;
}

static void golden_show(const char *want, const char *got) {
  int row = 1;
  while (*want || *got) {
    size_t a = strcspn(want, "\n"), b = strcspn(got, "\n");
    if (a != b || memcmp(want, got, a))
      print_error("row %2d want |%.*s|\n       got  |%.*s|\n", row, (int)a, want, (int)b, got);
    want += a + (want[a] == '\n');
    got += b + (got[b] == '\n');
    row++;
  }
}

void golden_compare(const char *name, const char *got) {
  const char *root = getenv("HEDDLE_ROOT"), *update = getenv("HEDDLE_UPDATE_GOLDEN");
  char *path = mem_printf("%s/tests/unit/tui/golden/%s.txt", root ? root : ".", name), *want;
  if (update && *update == '1') {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(got, f);
    fclose(f);
  }
  want = golden_read(path);
  if (!want) fail_msg("no golden text %s (HEDDLE_UPDATE_GOLDEN=1 writes it)", path);
  if (strcmp(want, got)) {
    golden_show(want, got);
    fail_msg("%s differs", path);
  }
  free(want);
  free(path);
}
