/* See generated_fixture.h. */
#include "tests/unit/generated_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>

#include "engine/base/mem.h"

const char *generated_env(const char *name) {
  const char *s = getenv(name);
  if (!s) fail_msg("%s is not set: run me through tests/tools/run.sh", name);
  return s;
}

static void shell(char *command) {
  if (system(command)) fail_msg("failed: %s", command);
  free(command);
}

char *generated_programs(int seed, uint32_t count) {
  const char *tmp = generated_env("TEST_TMP");
  shell(mem_printf("'%s' -cp '%s/gen' GenPrograms %d %u '%s/src' >/dev/null", generated_env("JAVA"),
                   generated_env("HEDDLE_JAVA"), seed, count, tmp));
  shell(mem_printf("'%s' -g -d '%s/classes' '%s'/src/*.java", generated_env("JAVAC"), tmp, tmp));
  return mem_printf("%s/classes", tmp);
}

uint64_t generated_text_key(const char *s) {
  uint64_t h = 1469598103934665603ull;
  while (*s) h = (h ^ (unsigned char)*s++) * 1099511628211ull;
  return h;
}
