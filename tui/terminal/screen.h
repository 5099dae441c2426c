/* The terminal, through ncurses. Paints a grid and reads keys. Restores the terminal on exit,
 * Ctrl-Z, a signal or a crash. A process has one terminal, so there is only one screen. */
#ifndef HEDDLE_TUI_TERMINAL_SCREEN_H
#define HEDDLE_TUI_TERMINAL_SCREEN_H

#include "engine/base/error.h"
#include "tui/terminal/grid.h"
#include "tui/terminal/keys.h"

#define SCREEN_MIN_ROWS 16
#define SCREEN_MIN_COLS 60

/* Opens the screen. ERR_INPUT: this terminal cannot show a screen (not a terminal, dumb,
 * unknown). */
int screen_open(struct error *err);
void screen_close(void);
/* Returns the current size of the terminal, even after the user has resized it. */
void screen_size(int *rows, int *cols);
/* Draws a grid as large as the terminal. `ascii`: in ASCII, even if the locale has UTF-8. */
void screen_paint(const struct grid *g, bool ascii);
/* Returns true if the screen may be redrawn for a running search or check. Allows at most ten
 * frames per second, and fewer on a slow terminal (known by its line speed or by the time that the
 * last frame took), so that keys are answered first. */
bool screen_takes_frame(void);
void screen_redraw(void); /* the next paint redraws everything */
/* Sets the theme (theme.h) for the next paint. The screen starts with the default theme. */
void screen_set_theme(uint32_t theme);
/* Copies a text to the terminal's clipboard (clipboard.h). */
void screen_copy(const char *text);
/* Returns the next key: a character, a KEYS_ code, or -1 if none waits. */
int screen_key(void);
bool screen_key_waits(void);
enum mouse_kind { MOUSE_PRESS, MOUSE_RELEASE, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };
struct mouse_event {
  enum mouse_kind kind;
  int row, col; /* on the screen, from 0 */
};
/* Switches mouse events on or off. Presses and releases of the first button, and the wheel, arrive
 * as key KEYS_MOUSE. Does nothing on terminals without a mouse. */
void screen_set_mouse(bool on);
struct mouse_event screen_mouse_event(void); /* the event of the last KEYS_MOUSE */
/* Waits for a key or a signal, at most `ms` milliseconds (-1: no limit). */
void screen_wait(int ms);
void screen_suspend(void); /* stops the process; returns when it continues */

/* Requests that signals made. Each is reported once. */
struct screen_signals {
  bool interrupt, resize, suspend, resumed;
  int end; /* SIGTERM, SIGHUP or SIGQUIT; 0: none */
};
void screen_signals(struct screen_signals *out);
/* Set by SIGINT and by signals that end the program. Searches poll it. */
extern volatile int screen_stop;

#endif
