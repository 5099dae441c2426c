/* The terminal through ncurses, and the handlers of signals (see screen.h). */
#include "tui/terminal/screen.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "trace/format/mapped.h"
#include "tui/terminal/clipboard.h"
#include "tui/terminal/theme.h"

volatile int screen_stop;

static struct {
  SCREEN *screen;
  bool ascii, open, has_mouse;
  int attributes[STYLES];
  struct termios saved;
  uint64_t refreshed, spent;    /* when the last frame was sent, and how long sending took; ms */
  struct mouse_event mouse[64]; /* events read from ncurses, the newest first */
  size_t mouse_count;           /* number of events not yet returned */
  volatile sig_atomic_t interrupt, resize, suspend, end;
  volatile pid_t owner; /* children of fork inherit the handlers but must not touch the terminal */
  int wake[2];
  void *stack;
  struct check_reporter reporter;
} scr;

/* ---- signals ---- */

/* Restores the terminal from a signal handler, with async-signal-safe calls only. The escape
 * sequences are common to all terminals since the VT100; tcsetattr restores the saved modes. */
static void restore_now(void) {
  static const char leave[] = "\033[?1006l\033[?1000l\033[0m\033[?1l\033>\033[?25h\033[?1049l\r\n";
  ssize_t n = write(STDOUT_FILENO, leave, sizeof leave - 1);
  (void)n;
  tcsetattr(STDIN_FILENO, TCSANOW, &scr.saved);
}

static void on_crash(int sig) {
  static const char message[] = "heddle: crashed; the terminal was restored\n";
  if (scr.open && getpid() == scr.owner) {
    ssize_t n;
    restore_now();
    n = write(STDERR_FILENO, message, sizeof message - 1);
    (void)n;
  }
  signal(sig, SIG_DFL);
  raise(sig);
}

static void report_screen(void *self, FILE *out) {
  (void)self;
  if (!scr.open || getpid() != scr.owner) return;
  restore_now();
  fprintf(out, "  The terminal was restored.\n");
}

static void on_bus(int sig, siginfo_t *info, void *context) {
  (void)context;
  if (!mapped_hole(info)) on_crash(sig);
}

static void on_signal(int sig) {
  int saved = errno;
  ssize_t n;
  if (getpid() != scr.owner) return;
  switch (sig) {
    case SIGINT: scr.interrupt = 1, screen_stop = 1; break;
    case SIGWINCH: scr.resize = 1; break;
    case SIGTSTP: scr.suspend = 1; break;
    default:
      if (scr.end) { /* second request: the event loop did not react to the first */
        restore_now();
        _exit(128 + sig);
      }
      scr.end = sig;
      screen_stop = 1;
  }
  n = write(scr.wake[1], "", 1);
  (void)n;
  errno = saved;
}

static void install(int sig, void (*handler)(int), int flags) {
  struct sigaction sa = {.sa_handler = handler, .sa_flags = flags};
  sigaction(sig, &sa, NULL);
}

static void install_all(void) {
  static const int ours[] = {SIGINT, SIGWINCH, SIGTSTP, SIGTERM, SIGHUP, SIGQUIT};
  static const int crashes[] = {SIGSEGV, SIGFPE, SIGILL, SIGABRT};
  struct sigaction bus = {.sa_sigaction = on_bus, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  stack_t stack = {.ss_size = 65536};
  size_t i;
  if (!scr.stack) scr.stack = mem_alloc(stack.ss_size);
  stack.ss_sp = scr.stack;
  sigaltstack(&stack, NULL);
  for (i = 0; i < COUNT(ours); i++) install(ours[i], on_signal, SA_RESTART);
  for (i = 0; i < COUNT(crashes); i++) {
#if defined __SANITIZE_ADDRESS__
    if (crashes[i] != SIGABRT) continue; /* AddressSanitizer's own report is more useful */
#endif
    install(crashes[i], on_crash, SA_ONSTACK);
  }
  sigaction(SIGBUS, &bus, NULL);
  signal(SIGPIPE, SIG_IGN);
}

void screen_signals(struct screen_signals *out) {
  char drop[64];
  while (read(scr.wake[0], drop, sizeof drop) > 0) continue;
  memset(out, 0, sizeof *out);
  if (scr.interrupt) scr.interrupt = 0, out->interrupt = true;
  if (scr.resize) scr.resize = 0, out->resize = true;
  if (scr.suspend) scr.suspend = 0, out->suspend = true;
  out->end = scr.end;
  if (out->interrupt && !out->end) screen_stop = 0;
}

/* ---- attributes ---- */

/* Returns true if colours can be used. NO_COLOR overrides every theme. */
static bool has_color(void) {
  const char *no_color = getenv("NO_COLOR");
  return !(no_color && *no_color) && has_colors() && start_color() != ERR;
}

void screen_set_theme(uint32_t theme) {
  bool color = has_color();
  int i;
  if (color) use_default_colors();
  for (i = 0; i < STYLES; i++) {
    struct look look = theme_look(theme, (enum style)i);
    enum { PALETTE = 8 };
    scr.attributes[i] = (int)look.attributes;
    if (!color || look.color < 0) continue;
    if (look.bright && COLORS < 2 * PALETTE) scr.attributes[i] |= (int)A_BOLD;
    init_pair((short)(i + 1),
              (short)(look.color + (look.bright && COLORS >= 2 * PALETTE ? PALETTE : 0)), -1);
    scr.attributes[i] |= (int)COLOR_PAIR(i + 1);
  }
}

/* ---- opening and closing ---- */

void screen_set_mouse(bool on) {
  mouseinterval(0); /* report a press at once instead of waiting for a click */
  mousemask(on ? BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
  /* ncurses sets two modes in one sequence, but some terminals (those of libvterm) obey only the
   * first. So this also sends the mode that they need on its own. */
  if (has_mouse()) fputs(on ? "\033[?1000h" : "\033[?1000l", stdout);
  fflush(stdout);
  scr.has_mouse = on;
}

static void set_modes(void) {
  cbreak();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  set_escdelay(25);
  curs_set(0);
}

int screen_open(struct error *err) {
  const char *term = getenv("TERM");
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
    return error_set(err, ERR_INPUT, "standard input and output are not a terminal");
  if (!term || !*term || !strcmp(term, "dumb"))
    return error_set(err, ERR_INPUT, "the terminal is dumb (TERM)");
  if (tcgetattr(STDIN_FILENO, &scr.saved))
    return error_set(err, ERR_INPUT, "the terminal cannot be set up: %m");
  if (pipe2(scr.wake, O_CLOEXEC | O_NONBLOCK)) return error_set(err, ERR_INTERNAL, "pipe: %m");
  scr.screen = newterm(NULL, stdout, stdin);
  if (!scr.screen) return error_set(err, ERR_INPUT, "the terminal '%s' is unknown", term);
  set_term(scr.screen);
  if (!tigetstr("cup")) {
    endwin();
    delscreen(scr.screen);
    return error_set(err, ERR_INPUT, "the terminal '%s' cannot move its cursor", term);
  }
  scr.owner = getpid();
  scr.ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
  install_all();
  set_modes();
  screen_set_theme(THEME_default);
  scr.reporter = (struct check_reporter){.report = report_screen};
  check_register(&scr.reporter);
  scr.open = true;
  return 0;
}

void screen_close(void) {
  if (!scr.open) return;
  if (scr.has_mouse) screen_set_mouse(false);
  check_unregister(&scr.reporter);
  scr.open = false;
  endwin();
  delscreen(scr.screen);
  close(scr.wake[0]);
  close(scr.wake[1]);
  free(scr.stack);
  memset(&scr, 0, sizeof scr);
}

void screen_suspend(void) {
  bool mouse = scr.has_mouse;
  if (mouse) screen_set_mouse(false);
  endwin();
  signal(SIGTSTP, SIG_DFL);
  raise(SIGTSTP);
  install(SIGTSTP, on_signal, SA_RESTART);
  scr.resize = 1;
  screen_redraw();
  if (mouse) screen_set_mouse(true);
}

/* ---- painting ---- */

void screen_size(int *rows, int *cols) {
  struct winsize w;
  if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) && w.ws_row && w.ws_col &&
      (w.ws_row != LINES || w.ws_col != COLS))
    resizeterm(w.ws_row, w.ws_col);
  *rows = LINES;
  *cols = COLS;
}

void screen_redraw(void) { clearok(stdscr, TRUE); }

void screen_paint(const struct grid *g, bool ascii) {
  int i, j;
  ascii = ascii || scr.ascii;
  for (i = 0; i < g->rows; i++) {
    move(i, 0);
    for (j = 0; j < g->cols; j++) {
      const struct cell *c = &g->cells[(size_t)i * (size_t)g->cols + (size_t)j];
      wchar_t text[2] = {(wchar_t)(ascii ? grid_ascii(c->ch) : c->ch), 0};
      attr_t attributes = (attr_t)scr.attributes[c->style];
      cchar_t cell;
      CHECK(c->style < STYLES, "a cell has a style of the screen: %u at %d, %d", c->style, i, j);
      if (!c->ch) continue;
      setcchar(&cell, text, attributes & A_ATTRIBUTES & ~A_COLOR,
               (short)PAIR_NUMBER((int)attributes), NULL);
      mvadd_wch(i, j, &cell);
      if (ascii && utf8_columns(c->ch) == 2) mvaddch(i, j + 1, ' ');
    }
  }
  curs_set(g->cursor_row >= 0);
  if (g->cursor_row >= 0)
    move(g->cursor_row, g->cursor_col);
  else
    move(g->rows - 1, g->cols - 1);
  scr.refreshed = clock_ms();
  refresh();
  scr.spent = clock_ms() - scr.refreshed;
}

/* Returns how many bytes still wait to be sent to the terminal; 0 if it does not report that. */
static int unsent(void) {
  int n = 0;
  return ioctl(STDOUT_FILENO, TIOCOUTQ, &n) ? 0 : n;
}

bool screen_takes_frame(void) {
  /* From 38400 baud on, the speed says nothing, because pseudo-terminals report such values. */
  enum { FRAME_MS = 100, UNTOLD = 38400, FRAME_BITS = 20000 };
  int speed = baudrate();
  uint64_t wait = FRAME_MS;
  if (speed > 0 && speed < UNTOLD) wait = FRAME_BITS * UINT64_C(1000) / (uint64_t)speed;
  if (wait < 4 * scr.spent) wait = 4 * scr.spent;
  return clock_ms() - scr.refreshed >= wait && !unsent();
}

void screen_copy(const char *text) {
  struct text t = {0};
  clipboard_sequence(&t, text);
  fwrite(t.s, 1, t.len, stdout);
  fflush(stdout);
  text_release(&t);
}

/* ---- keys ---- */

static bool mouse_event_of(const MEVENT *e, struct mouse_event *out) {
  static const struct {
    mmask_t state;
    enum mouse_kind kind;
  } kinds[] = {{BUTTON1_PRESSED, MOUSE_PRESS},
               {BUTTON1_RELEASED, MOUSE_RELEASE},
               {BUTTON4_PRESSED, MOUSE_WHEEL_UP},
               {BUTTON5_PRESSED, MOUSE_WHEEL_DOWN}};
  for (size_t i = 0; i < COUNT(kinds); i++)
    if (e->bstate & kinds[i].state) {
      *out = (struct mouse_event){kinds[i].kind, e->y, e->x};
      return true;
    }
  return false;
}

/* ncurses has read all waiting events and returns the newest first. */
static void read_mouse(void) {
  MEVENT e;
  scr.mouse_count = 0;
  while (getmouse(&e) != ERR)
    if (scr.mouse_count < COUNT(scr.mouse) && mouse_event_of(&e, &scr.mouse[scr.mouse_count]))
      scr.mouse_count++;
}

struct mouse_event screen_mouse_event(void) {
  CHECK(scr.mouse_count < COUNT(scr.mouse), "the mouse event was read: %zu", scr.mouse_count);
  return scr.mouse[scr.mouse_count];
}

static int special(wint_t key) {
  switch (key) {
    case KEY_UP: return KEYS_UP;
    case KEY_DOWN: return KEYS_DOWN;
    case KEY_LEFT: return KEYS_LEFT;
    case KEY_RIGHT: return KEYS_RIGHT;
    case KEY_PPAGE: return KEYS_PAGE_UP;
    case KEY_NPAGE: return KEYS_PAGE_DOWN;
    case KEY_HOME: return KEYS_HOME;
    case KEY_END: return KEYS_END;
    case KEY_BTAB: return KEYS_BACK_TAB;
    case KEY_DC: return KEYS_DELETE;
    case KEY_BACKSPACE: return KEYS_BACKSPACE;
    case KEY_ENTER: return '\r';
    case KEY_RESIZE: return KEYS_RESIZE;
    default: return 0;
  }
}

int screen_key(void) {
  wint_t key;
  int r, code;
  if (scr.mouse_count) return scr.mouse_count--, KEYS_MOUSE;
  r = get_wch(&key);
  if (r == ERR) return -1;
  if (r != KEY_CODE_YES) return (int)key;
  if (key == KEY_MOUSE) read_mouse();
  code = special(key);
  return code ? code : screen_key();
}

bool screen_key_waits(void) {
  struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
  return scr.mouse_count || poll(&p, 1, 0) > 0;
}

void screen_wait(int ms) {
  struct pollfd p[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                        {.fd = scr.wake[0], .events = POLLIN}};
  poll(p, 2, ms);
  if (p[0].revents & (POLLHUP | POLLERR) && !(p[0].revents & POLLIN) && !scr.end) scr.end = SIGHUP;
}
