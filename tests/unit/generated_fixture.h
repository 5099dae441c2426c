/* For the tests over generated programs: runs GenPrograms of tests/java/gen and compiles its output
 * into TEST_TMP. */
#ifndef HEDDLE_TESTS_GENERATED_FIXTURE_H
#define HEDDLE_TESTS_GENERATED_FIXTURE_H

#include <stdint.h>

/* Returns the value of an environment variable; the test fails when tests/tools/run.sh has not
 * set it. */
const char *generated_env(const char *name);
/* Writes and compiles `count` programs with that seed, Gen0 and so on. Returns the path of their
 * classes, which the caller frees. */
char *generated_programs(int seed, uint32_t count);
/* Returns a number for a text, for sets of outcomes. */
uint64_t generated_text_key(const char *s);

#endif
