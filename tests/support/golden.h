/* Expected texts in tests/tui/golden/NAME.txt. With HEDDLE_UPDATE_GOLDEN=1 in the environment they
 * are written instead of compared. */
#ifndef HEDDLE_TESTS_GOLDEN_H
#define HEDDLE_TESTS_GOLDEN_H

char *golden_read(const char *path); /* a whole file, NULL if it does not exist; the caller frees */
void golden_compare(const char *name, const char *got); /* fails the test if they differ */

#endif
