/* Measures how long the debugger takes from a key to the screen that shows the key's effect. The
 * debugger runs on a pseudo-terminal; it gets lines that make the session large, and then random
 * keys. A reply ends with its last byte, which is known by the silence after it. Times are
 * wall-clock times.
 *
 *     screen COLSxROWS SETUP UNTIL COUNT KEYS COMMAND...
 *
 * sends the lines of SETUP (separated by ';'; "": none) and waits for UNTIL. Then sends COUNT keys,
 * each drawn from KEYS, which are separated by blanks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/mem.h"
#include "engine/base/rng.h"
#include "tests/pty/pty_screen.h"

enum { KEYS_MAX = 64, SETUP_SECONDS = 900 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int fail(struct pty *p, const char *text) {
  char *screen = pty_text(p);
  fprintf(stderr, "screen: '%s' does not come\n%s", text, screen);
  free(screen);
  pty_end(p);
  return 1;
}

/* Returns the peak of the program's resident memory in megabytes. */
static long peak(const struct pty *p) {
  char *path = mem_printf("/proc/%d/status", (int)pty_pid(p)), line[256];
  FILE *f = fopen(path, "r");
  long kb = 0;
  while (f && fgets(line, sizeof line, f))
    if (!strncmp(line, "VmHWM:", 6)) kb = strtol(line + 6, NULL, 10);
  if (f) fclose(f);
  free(path);
  return kb / 1024;
}

static bool set_up(struct pty *p, char *setup, const char *until) {
  double end = now() + SETUP_SECONDS;
  char *save = NULL;
  for (char *s = strtok_r(setup, ";", &save); s; s = strtok_r(NULL, ";", &save)) {
    pty_send(p, s);
    pty_send(p, "\r");
  }
  while (!pty_wait(p, until))
    if (now() > end) return false;
  return true;
}

/* Returns the seconds to the end of the reply, even of a late one. Negative: no reply came within
 * two seconds. */
static double reply(struct pty *p, const char *key) {
  enum { WAITS = 16 };
  double begin = now(), seconds = pty_reply(p, key), late = -1;
  for (int i = 0; seconds < 0 && late < 0 && i < WAITS; i++) {
    double from = now() - begin;
    late = pty_reply(p, "");
    if (late >= 0) late += from;
  }
  return seconds < 0 ? late : seconds;
}

/* Prints the times of `count` keys and, if EACH is set, the longest time of each key. */
static void press(struct pty *p, char **keys, uint32_t key_count, uint32_t count) {
  double *t = mem_alloc(count * sizeof *t), worst[KEYS_MAX] = {0};
  uint32_t answered = 0;
  struct rng rng;
  rng_seed(&rng, 1);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t k = (uint32_t)rng_below(&rng, key_count);
    double seconds = reply(p, keys[k]);
    if (seconds < 0) continue;
    t[answered++] = seconds;
    if (seconds > worst[k]) worst[k] = seconds;
  }
  qsort(t, answered, sizeof *t, by_value);
  if (answered)
    printf("%u of %u keys drew something: median %.1f ms, 99 %% within %.1f ms, longest %.1f ms\n",
           answered, count, t[answered / 2] * 1e3, t[answered * 99 / 100] * 1e3,
           t[answered - 1] * 1e3);
  for (uint32_t k = 0; getenv("EACH") && k < key_count; k++)
    printf("    %-8s at most %.1f ms\n", keys[k], worst[k] * 1e3);
  free(t);
}

int main(int argc, char **argv) {
  static const char *const env[] = {"TERM=xterm-256color", "HEDDLE_HISTORY=", NULL};
  char *keys[KEYS_MAX], *save = NULL;
  uint32_t key_count = 0;
  int rows = 0, cols = 0;
  if (argc < 7 || sscanf(argv[1], "%dx%d", &cols, &rows) != 2)
    return fputs("usage: screen COLSxROWS SETUP UNTIL COUNT KEYS COMMAND...\n", stderr), 2;
  for (char *s = strtok_r(argv[5], " ", &save); s && key_count < KEYS_MAX;
       s = strtok_r(NULL, " ", &save))
    keys[key_count++] = s;
  double begin = now();
  struct pty *p = pty_start(rows, cols, env, (const char *const *)argv + 6);
  double opened = pty_drawn(p, "[1 Debug]", begin);
  if (opened < 0) return fail(p, "[1 Debug]");
  printf("first screen after %.3f s\n", opened);
  if (!set_up(p, argv[2], argv[3])) return fail(p, argv[3]);
  press(p, keys, key_count, (uint32_t)strtoul(argv[4], NULL, 10));
  printf("peak memory %ld MB\n", peak(p));
  pty_end(p);
  return 0;
}
