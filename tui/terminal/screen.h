/* The terminal, by ncurses: paints a grid, reads keys, and gives the terminal back whatever
 * happens: on leaving, Ctrl-Z, a signal or a crash. There is one terminal per process, so this is
 * one object. */
#ifndef HEDDLE_TUI_TERMINAL_SCREEN_H
#define HEDDLE_TUI_TERMINAL_SCREEN_H

#include "engine/base/error.h"
#include "tui/terminal/grid.h"
#include "tui/terminal/keys.h"

#define SCREEN_MIN_ROWS 16
#define SCREEN_MIN_COLS 60

/* ERR_INPUT with the reason when this terminal cannot show a screen (not a terminal, dumb,
 * unknown). */
int screen_open(struct error *err);
void screen_close(void);
void screen_size(int *rows, int *cols);
void screen_paint(const struct grid *g, bool ascii);
/* Is it time for a frame that no key asked for, of a search or check that goes on? At most ten a
 * second; fewer on a slow line, of which keys are to have the better part: its speed is known, or
 * the last frame had to wait for it. */
bool screen_takes_frame(void);
void screen_redraw(void); /* the next paint draws everything anew */
/* The looks of a theme (theme.h), from the next paint on; at first the default's. */
void screen_set_theme(uint32_t theme);
/* Sends a text to the terminal's clipboard (clipboard.h). */
void screen_copy(const char *text);
/* The next key: a character, a KEYS_ code, or -1 when none waits. */
int screen_key(void);
bool screen_key_waits(void);
enum mouse_kind { MOUSE_PRESS, MOUSE_RELEASE, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };
struct mouse_event {
  enum mouse_kind kind;
  int row, col; /* of the screen, from 0 */
};
/* Reports presses of the first button, their releases and the wheel as keys, KEYS_MOUSE. Terminals
 * without a mouse report none. */
void screen_set_mouse(bool on);
struct mouse_event screen_mouse_event(void); /* of the last KEYS_MOUSE */
/* Waits for a key or a signal, at most `ms` (-1: for ever). */
void screen_wait(int ms);
void screen_suspend(void); /* stops the process; returns when it goes on */

/* What signals asked for; each is reported once. */
struct screen_signals {
  bool interrupt, resize, suspend, resumed;
  int end; /* SIGTERM, SIGHUP or SIGQUIT */
};
void screen_signals(struct screen_signals *out);
/* set by SIGINT and by what ends the program, for searches to look at */
extern volatile int screen_stop;

#endif
