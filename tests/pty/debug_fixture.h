/* heddle debug on a pseudo-terminal: started on a sample, keys, screens, the end. */
#ifndef HEDDLE_TESTS_DEBUG_FIXTURE_H
#define HEDDLE_TESTS_DEBUG_FIXTURE_H

#include <stddef.h>

#include "tests/pty/pty_screen.h"

const char *from_env(const char *name, const char *otherwise);

/* Texts that live until the tests end: debug_forget() is the tear-down of their group. */
__attribute__((format(printf, 1, 2))) char *debug_keep(const char *fmt, ...);
int debug_forget(void **state);

/* A path below one of the folders of the environment. */
char *debug_path(const char *name, const char *otherwise, const char *rest);

/* Starts the debugger on a sample: `words` are options and program, parted by blanks. */
struct pty *debug_start(int rows, int cols, const char *const *env, const char *sample,
                        const char *options, const char *program);
void debug_expect(struct pty *p, const char *text); /* waits for it; fails the test without it */
void debug_keys(struct pty *p, const char *bytes, const char *then); /* sends, then expects */
/* Compares the screen with tests/tui/golden/NAME-COLSxROWS.txt. */
void debug_shot(struct pty *p, const char *name, int rows, int cols);
/* One after the other: keys (NULL: none), the text to expect, the name of a shot (NULL: none). */
struct debug_step {
  const char *keys, *then, *shot;
};
void debug_play(struct pty *p, const struct debug_step *steps, size_t count, int rows, int cols);
void debug_leave(struct pty *p); /* by `q`; the terminal is as it was before */

#endif
