/* Compares texts with the expected ones in tests/unit/tui/golden/NAME.txt. With
 * HEDDLE_UPDATE_GOLDEN=1 in the environment, writes the expected texts instead. */
#ifndef HEDDLE_TESTS_GOLDEN_H
#define HEDDLE_TESTS_GOLDEN_H

/* Returns a whole file; NULL: there is none. The caller frees it. */
char *golden_read(const char *path);
void golden_compare(const char *name, const char *got); /* fails the test if the texts differ */

#endif
