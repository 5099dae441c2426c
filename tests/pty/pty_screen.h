/* A program on a pseudo-terminal. libvterm plays the terminal and keeps its screen. */
#ifndef HEDDLE_TESTS_PTY_SCREEN_H
#define HEDDLE_TESTS_PTY_SCREEN_H

#include <stdbool.h>
#include <sys/types.h>

struct pty;

/* Starts argv (argv[0] is a path) on a terminal of that size. `env` (NULL-terminated) changes the
 * environment of the test: "NAME=value" sets a variable, "NAME" removes it. */
struct pty *pty_start(int rows, int cols, const char *const *env, const char *const *argv);
/* Kills the program if it still runs, and frees p. Returns the program's wait status. */
int pty_end(struct pty *p);
pid_t pty_pid(const struct pty *p);

void pty_send(struct pty *p, const char *bytes);
/* Sends what xterm reports for button 1 or the wheel (4: up, 5: down) at a cell. Sends nothing if
 * the program has not asked for mouse reports. */
void pty_mouse(struct pty *p, int button, bool pressed, int row, int col);
/* Returns true if the program has asked for mouse reports. */
bool pty_has_mouse(const struct pty *p);
/* Finds a text on the screen and sets *row and *col to its first cell. Returns false if the
 * screen does not contain it. */
bool pty_find(struct pty *p, const char *text, int *row, int *col);
void pty_resize(struct pty *p, int rows, int cols);
/* Reads what the program draws until `text` (NULL: any) is on the screen and the program has paused
 * for a while. For a program that draws all the time, such as during a search, does not wait for a
 * pause. Returns false if the text does not come within the time limit. */
bool pty_wait(struct pty *p, const char *text);
/* Simulates a slow line: for `ms` milliseconds, reads only that many bytes per second. Returns the
 * number of bytes that still wait at the end. */
int pty_slow_line(struct pty *p, int bytes_per_second, int ms);
/* Sends bytes, and returns the seconds until the last byte that the program drew in reply. The
 * reply ends when the program pauses. Negative: the program drew nothing. */
double pty_reply(struct pty *p, const char *bytes);
/* Returns the seconds from `begin` (a time of the monotonic clock) to the last byte of the first
 * screen that has `text`. Negative: the text did not come within the time limit. */
double pty_drawn(struct pty *p, const char *text, double begin);
/* Waits for the program's end and returns its wait status; -1: it did not end within the time
 * limit. */
int pty_wait_end(struct pty *p);

/* Return the screen, or one of its rows, without trailing blanks. Caller frees. */
char *pty_text(struct pty *p);
char *pty_row(struct pty *p, int row);
/* Returns true if the text is on the screen. */
bool pty_shows(struct pty *p, const char *text);
bool pty_alternate(struct pty *p); /* the program shows the alternate screen */
bool pty_colored(struct pty *p);   /* a cell has a colour other than the default */
bool pty_reverse(struct pty *p, int row, int col);
/* Returns true if the terminal echoes and edits lines, as a shell wants it. */
bool pty_cooked(struct pty *p);

#endif
