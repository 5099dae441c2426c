/* Runs heddle debug on a pseudo-terminal: starts it on a sample, sends keys, compares screens, and
 * leaves it. */
#ifndef HEDDLE_TESTS_DEBUG_FIXTURE_H
#define HEDDLE_TESTS_DEBUG_FIXTURE_H

#include <stddef.h>

#include "tests/pty/pty_screen.h"

/* Returns the value of an environment variable; `otherwise` if it is not set. */
const char *from_env(const char *name, const char *otherwise);

/* debug_keep returns a formatted text that lives until debug_forget, which is the tear-down of a
 * group of tests. */
__attribute__((format(printf, 1, 2))) char *debug_keep(const char *fmt, ...);
int debug_forget(void **state);

/* Returns FOLDER/REST, where FOLDER is the value of the environment variable `name`, or `otherwise`
 * if that is not set. The text lives as long as those of debug_keep. */
char *debug_path(const char *name, const char *otherwise, const char *rest);

/* Starts the debugger on a sample. `options` and `program` are words separated by blanks; a word in
 * single quotes may contain blanks. env NULL: an xterm with UTF-8. */
struct pty *debug_start(int rows, int cols, const char *const *env, const char *sample,
                        const char *options, const char *program);
/* Waits until the text is on the screen. Fails the test if it does not come. */
void debug_expect(struct pty *p, const char *text);
/* Sends keys and then expects a text. */
void debug_keys(struct pty *p, const char *bytes, const char *then);
/* Compares the screen with tests/unit/tui/golden/NAME-COLSxROWS.txt. */
void debug_shot(struct pty *p, const char *name, int rows, int cols);
/* A step of debug_play: the keys to send (NULL: none), the text to expect then, and the name of a
 * screen to compare then (NULL: none). */
struct debug_step {
  const char *keys, *then, *shot;
};
void debug_play(struct pty *p, const struct debug_step *steps, size_t count, int rows, int cols);
/* Leaves with `q`. Fails the test if the program fails or the terminal is not as it was before. */
void debug_leave(struct pty *p);

#endif
