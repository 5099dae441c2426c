/* Runs a program on a pseudo-terminal with libvterm (see pty_screen.h). */
#include "tests/pty/pty_screen.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <vterm.h>

#include "engine/base/mem.h"

struct pty {
  VTerm *vt;
  VTermScreen *screen;
  int fd, rows, cols, status;
  pid_t pid;
  bool ended, alternate, mouse;
};

enum { QUIET_MS = 120, BUSY_MS = 1000, LIMIT_MS = 20000 };

static int limit_ms(void) {
  const char *slow = getenv("HEDDLE_SLOW");
  return LIMIT_MS * (slow && atoi(slow) > 1 ? atoi(slow) : 1);
}

static long now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int on_property(VTermProp prop, VTermValue *value, void *user) {
  if (prop == VTERM_PROP_ALTSCREEN) ((struct pty *)user)->alternate = value->boolean;
  if (prop == VTERM_PROP_MOUSE) ((struct pty *)user)->mouse = value->number != 0;
  return 1;
}

static void on_output(const char *bytes, size_t n, void *user) {
  ssize_t done = write(((struct pty *)user)->fd, bytes, n);
  (void)done;
}

static void child(const char *const *env, const char *const *argv) {
  for (; env && *env; env++) {
    const char *eq = strchr(*env, '=');
    if (eq) {
      char *name = mem_printf("%.*s", (int)(eq - *env), *env);
      setenv(name, eq + 1, 1);
    } else {
      unsetenv(*env);
    }
  }
  execv(argv[0], (char *const *)(uintptr_t)argv);
  _exit(127);
}

struct pty *pty_start(int rows, int cols, const char *const *env, const char *const *argv) {
  static const VTermScreenCallbacks callbacks = {.settermprop = on_property};
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
  struct pty *p = mem_alloc(sizeof *p);
  p->rows = rows;
  p->cols = cols;
  p->pid = forkpty(&p->fd, NULL, NULL, &size);
  if (p->pid < 0) abort();
  if (!p->pid) child(env, argv);
  fcntl(p->fd, F_SETFL, O_NONBLOCK);
  p->vt = vterm_new(rows, cols);
  vterm_set_utf8(p->vt, 1);
  vterm_output_set_callback(p->vt, on_output, p);
  p->screen = vterm_obtain_screen(p->vt);
  vterm_screen_enable_altscreen(p->screen, 1);
  vterm_screen_set_callbacks(p->screen, &callbacks, p);
  vterm_screen_reset(p->screen, 1);
  return p;
}

pid_t pty_pid(const struct pty *p) { return p->pid; }

enum { BUFFER = 8192 };

/* Reads at most `most` bytes of the program's output and draws them. Returns false if nothing came
 * within `ms` milliseconds. */
static bool pump_some(struct pty *p, int ms, size_t most) {
  struct pollfd f = {.fd = p->fd, .events = POLLIN};
  char buffer[BUFFER];
  ssize_t n;
  if (poll(&f, 1, ms) <= 0) return false;
  n = read(p->fd, buffer, most < sizeof buffer ? most : sizeof buffer);
  if (n <= 0) {
    p->ended = p->ended || (n < 0 && errno == EIO) || !n;
    if (p->ended) usleep(1000);
    return false;
  }
  vterm_input_write(p->vt, buffer, (size_t)n);
  vterm_screen_flush_damage(p->screen);
  return true;
}

static bool pump(struct pty *p, int ms) { return pump_some(p, ms, BUFFER); }

int pty_slow_line(struct pty *p, int bytes_per_second, int ms) {
  enum { TICK_MS = 50 };
  long end = now_ms() + ms, next = now_ms();
  int waiting = 0;
  while (now_ms() < end) {
    pump_some(p, 0, (size_t)(bytes_per_second * TICK_MS / 1000));
    next += TICK_MS;
    if (next > now_ms()) usleep((useconds_t)(next - now_ms()) * 1000);
  }
  ioctl(p->fd, FIONREAD, &waiting);
  return waiting;
}

void pty_send(struct pty *p, const char *bytes) {
  size_t n = strlen(bytes);
  while (n) {
    ssize_t done = write(p->fd, bytes, n);
    if (done < 0 && errno != EAGAIN) return;
    if (done < 0) {
      pump(p, 10);
      continue;
    }
    bytes += done;
    n -= (size_t)done;
  }
}

void pty_mouse(struct pty *p, int button, bool pressed, int row, int col) {
  char *s = mem_printf("\033[<%d;%d;%d%c", button == 1 ? 0 : 60 + button, col + 1, row + 1,
                       pressed ? 'M' : 'm');
  if (p->mouse) pty_send(p, s);
  free(s);
}

bool pty_has_mouse(const struct pty *p) { return p->mouse; }

bool pty_find(struct pty *p, const char *text, int *row, int *col) {
  int i, k;
  for (i = 0; i < p->rows; i++) {
    char *s = pty_row(p, i), *at = strstr(s, text), *c;
    for (k = 0, c = s; at && c < at; c++) k += (*c & 0xC0) != 0x80;
    free(s);
    if (!at) continue;
    *row = i;
    *col = k;
    return true;
  }
  return false;
}

void pty_resize(struct pty *p, int rows, int cols) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
  p->rows = rows;
  p->cols = cols;
  vterm_set_size(p->vt, rows, cols);
  ioctl(p->fd, TIOCSWINSZ, &size);
}

bool pty_wait(struct pty *p, const char *text) {
  long start = now_ms(), end = start + limit_ms();
  while (now_ms() < end) {
    if (pump(p, QUIET_MS) && now_ms() - start < BUSY_MS) continue;
    if (!text || pty_shows(p, text)) return true;
    if (p->ended) return false;
  }
  return false;
}

static double now_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

double pty_reply(struct pty *p, const char *bytes) {
  double begin = now_seconds(), last = -1;
  pty_send(p, bytes);
  while (pump(p, QUIET_MS)) last = now_seconds() - begin;
  return last;
}

double pty_drawn(struct pty *p, const char *text, double begin) {
  double last = 0;
  while (!pty_shows(p, text)) {
    while (pump(p, QUIET_MS)) last = now_seconds();
    if (p->ended || now_seconds() > begin + (double)limit_ms() / 1e3) return -1;
  }
  return last - begin;
}

int pty_wait_end(struct pty *p) {
  long end = now_ms() + limit_ms();
  while (now_ms() < end) {
    while (pump(p, 20)) continue;
    if (waitpid(p->pid, &p->status, WNOHANG) == p->pid) {
      p->pid = 0;
      while (pump(p, 20)) continue;
      return p->status;
    }
  }
  return -1;
}

int pty_end(struct pty *p) {
  int status;
  if (p->pid) {
    kill(p->pid, SIGKILL);
    waitpid(p->pid, &p->status, 0);
  }
  status = p->status;
  close(p->fd);
  vterm_free(p->vt);
  free(p);
  return status;
}

static VTermScreenCell cell_at(struct pty *p, int row, int col) {
  VTermScreenCell cell;
  memset(&cell, 0, sizeof cell);
  vterm_screen_get_cell(p->screen, (VTermPos){.row = row, .col = col}, &cell);
  return cell;
}

char *pty_row(struct pty *p, int row) {
  struct text t = {0};
  size_t end = 0;
  int col;
  text_add(&t, "", 0);
  for (col = 0; col < p->cols;) {
    VTermScreenCell c = cell_at(p, row, col);
    char bytes[4];
    uint32_t ch = c.chars[0] ? c.chars[0] : ' ';
    size_t n = 0;
    if (ch < 0x80)
      bytes[n++] = (char)ch;
    else if (ch < 0x800)
      bytes[n++] = (char)(0xC0 | ch >> 6), bytes[n++] = (char)(0x80 | (ch & 63));
    else
      bytes[n++] = (char)(0xE0 | ch >> 12), bytes[n++] = (char)(0x80 | (ch >> 6 & 63)),
      bytes[n++] = (char)(0x80 | (ch & 63));
    text_add(&t, bytes, n);
    if (ch != ' ') end = t.len;
    col += c.width > 1 ? c.width : 1;
  }
  t.s[end] = 0;
  return t.s;
}

char *pty_text(struct pty *p) {
  struct text t = {0};
  int row;
  for (row = 0; row < p->rows; row++) {
    char *s = pty_row(p, row);
    text_printf(&t, "%s\n", s);
    free(s);
  }
  return t.s;
}

bool pty_shows(struct pty *p, const char *text) {
  char *s = pty_text(p);
  bool found = strstr(s, text) != NULL;
  free(s);
  return found;
}

bool pty_alternate(struct pty *p) { return p->alternate; }

bool pty_colored(struct pty *p) {
  VTermColor fg, bg;
  int row, col;
  vterm_state_get_default_colors(vterm_obtain_state(p->vt), &fg, &bg);
  for (row = 0; row < p->rows; row++)
    for (col = 0; col < p->cols; col++) {
      VTermScreenCell c = cell_at(p, row, col);
      if (memcmp(&c.fg, &fg, sizeof fg) || memcmp(&c.bg, &bg, sizeof bg)) return true;
    }
  return false;
}

bool pty_reverse(struct pty *p, int row, int col) { return cell_at(p, row, col).attrs.reverse; }

bool pty_cooked(struct pty *p) {
  struct termios t;
  return !tcgetattr(p->fd, &t) && t.c_lflag & ECHO && t.c_lflag & ICANON;
}
