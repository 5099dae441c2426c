/* Writes the message of a command that takes long (see working.h). */
#include "tui/terminal/working.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

enum { FIRST_MS = 200, TEXT = 96 };

static struct {
  pid_t owner; /* children of fork inherit the handler */
  int row;
  volatile sig_atomic_t ticks; /* number of messages written */
  char before[TEXT], after[TEXT];
} working;

/* Writes " N s" for N > 0. Calls only async-signal-safe functions. Returns the length. */
static size_t put_seconds(char *to, int n) {
  char digits[12];
  size_t len = 0, i = 0;
  for (; n; n /= 10) digits[len++] = (char)('0' + n % 10);
  to[i++] = ' ';
  while (len) to[i++] = digits[--len];
  to[i++] = ' ';
  to[i++] = 's';
  return i;
}

static size_t put_words(char *to, const char *text) {
  size_t n = strlen(text);
  memcpy(to, text, n);
  return n;
}

static void on_tick(int sig) {
  char line[3 * TEXT];
  size_t n;
  int saved = errno;
  ssize_t done;
  (void)sig;
  if (getpid() != working.owner) return;
  n = put_words(line, working.before);
  n += put_words(line + n, " working ...");
  if (working.ticks) n += put_seconds(line + n, (int)working.ticks);
  n += put_words(line + n, "  Ctrl-C ends it ");
  n += put_words(line + n, working.after);
  working.ticks++;
  done = write(STDOUT_FILENO, line, n);
  (void)done;
  errno = saved;
}

static const char *capability(const char *name) {
  const char *s = tigetstr(name);
  return s && s != (const char *)-1 ? s : "";
}

static void timer(long first_us, long then_s) {
  struct itimerval t = {.it_value.tv_usec = first_us, .it_interval.tv_sec = then_s};
  setitimer(ITIMER_REAL, &t, NULL);
}

void working_begin(int row) {
  struct sigaction sa = {.sa_handler = on_tick, .sa_flags = SA_RESTART};
  const char *save = capability("sc"), *back = capability("rc"), *move = capability("cup");
  int n, m;
  working.ticks = 0;
  working.row = row;
  if (!*save || !*back || !*move) return;
  working.owner = getpid();
  n = snprintf(working.before, TEXT, "%s%s%s", save, tparm(move, row, 0), capability("rev"));
  m = snprintf(working.after, TEXT, "%s%s%s", capability("sgr0"), capability("el"), back);
  if (n < 0 || n >= TEXT || m < 0 || m >= TEXT) return;
  sigaction(SIGALRM, &sa, NULL);
  timer(FIRST_MS * 1000, 1);
}

void working_end(void) {
  timer(0, 0);
  if (working.ticks) wredrawln(stdscr, working.row, 1);
}
