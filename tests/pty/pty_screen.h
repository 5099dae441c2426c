/* A program on a pseudo-terminal, with libvterm as the terminal that shows it. */
#ifndef HEDDLE_TESTS_PTY_SCREEN_H
#define HEDDLE_TESTS_PTY_SCREEN_H

#include <stdbool.h>
#include <sys/types.h>

struct pty;

/* Starts argv (argv[0] is a path) on a terminal of that size, with `env` ("NAME=value" or "NAME" to
 * take it away; NULL-terminated) over the test's environment. */
struct pty *pty_start(int rows, int cols, const char *const *env, const char *const *argv);
/* Ends the program if need be. Returns its wait status. */
int pty_end(struct pty *p);
pid_t pty_pid(const struct pty *p);

void pty_send(struct pty *p, const char *bytes);
/* Button 1, or the wheel, 4 (up) and 5 (down), at a cell: what xterm reports of it, which is
 * nothing where the program has not asked for that. */
void pty_mouse(struct pty *p, int button, bool pressed, int row, int col);
bool pty_has_mouse(const struct pty *p); /* it has asked */
/* The first cell of a text on the screen; false: it is not there. */
bool pty_find(struct pty *p, const char *text, int *row, int *col);
void pty_resize(struct pty *p, int rows, int cols);
/* Reads what the program draws until `text` is on the screen (NULL: anything) and nothing came for
 * a while; of a program that goes on drawing (a search runs), until the text is there. False when
 * the text does not come within the time limit. */
bool pty_wait(struct pty *p, const char *text);
/* Reads for so long what a line of that many bytes a second lets through; how many bytes wait for
 * it at the end. */
int pty_slow_line(struct pty *p, int bytes_per_second, int ms);
/* Sends the bytes; seconds until the last byte of what they made the program draw, which is known
 * by the silence behind it. Negative: it drew nothing. */
double pty_reply(struct pty *p, const char *bytes);
/* Seconds from `begin` (of the monotonic clock) to the last byte of the first screen that has
 * `text`. Negative: it does not come within the time limit. */
double pty_drawn(struct pty *p, const char *text, double begin);
/* Until the program has ended; returns its wait status, -1 when it does not end. */
int pty_wait_end(struct pty *p);

/* The screen as rows without trailing blanks. Caller frees. */
char *pty_text(struct pty *p);
char *pty_row(struct pty *p, int row);
bool pty_shows(struct pty *p, const char *text);
bool pty_alternate(struct pty *p); /* the alternate screen is shown */
bool pty_colored(struct pty *p);   /* some cell has a colour of its own */
bool pty_reverse(struct pty *p, int row, int col);
/* The terminal's modes echo and edit lines, as a shell wants them. */
bool pty_cooked(struct pty *p);

#endif
