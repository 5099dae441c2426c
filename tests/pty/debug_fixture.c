/* Runs heddle debug on a pseudo-terminal (see debug_fixture.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "debug_fixture.h"
#include "trace/format/text_form.h"
#include "tests/tools/support/golden.h"
#include "engine/base/mem.h"

static const char *const plain_env[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", "HEDDLE_HISTORY=",
                                        "INPUTRC=/dev/null",   "NO_COLOR",       NULL};

const char *from_env(const char *name, const char *otherwise) {
  const char *s = getenv(name);
  return s ? s : otherwise;
}

static VEC(char *) kept;

char *debug_keep(const char *fmt, ...) {
  va_list args;
  char *s;
  va_start(args, fmt);
  if (vasprintf(&s, fmt, args) < 0) abort();
  va_end(args);
  return *vec_push(&kept) = s;
}

int debug_forget(void **state) {
  (void)state;
  while (kept.len) free(kept.data[--kept.len]);
  vec_free(&kept);
  return 0;
}

char *debug_path(const char *name, const char *otherwise, const char *rest) {
  return debug_keep("%s/%s", from_env(name, otherwise), rest);
}

/* Splits a line into words in place, stores them in argv, and returns their number, at most `most`.
 * A word in single quotes may contain blanks, because the paths of the tests do on some
 * machines. */
static int split_words(char *line, const char **argv, int most) {
  int n = 0;
  for (char *p = line + strspn(line, " "); *p && n < most; p += strspn(p, " ")) {
    const char *end = *p == '\'' ? (p++, "'") : " ";
    argv[n++] = p;
    p += strcspn(p, end);
    if (*p) *p++ = '\0';
  }
  return n;
}

struct pty *debug_start(int rows, int cols, const char *const *env, const char *sample,
                        const char *options, const char *program) {
  char *line = debug_keep(
      "'%s' debug -cp '%s' --source-path '%s' %s %s", from_env("HEDDLE", "build/heddle"),
      debug_path("HEDDLE_SAMPLES", "build/samples", sample),
      debug_path("HEDDLE_ROOT", ".", debug_keep("sample-traces/%s", sample)), options, program);
  const char *argv[40];
  argv[split_words(line, argv, 39)] = NULL;
  return pty_start(rows, cols, env ? env : plain_env, argv);
}

void debug_expect(struct pty *p, const char *text) {
  char *screen;
  if (pty_wait(p, text)) return;
  screen = pty_text(p);
  fputs(screen, stderr);
  fail_msg("'%s' does not come", text);
}

void debug_keys(struct pty *p, const char *bytes, const char *then) {
  pty_send(p, bytes);
  debug_expect(p, then);
}

static void mask_digits(char *from, size_t n) {
  for (; n && *from && *from != '\n'; n--, from++)
    if (*from >= '0' && *from <= '9') *from = '#';
}

/* Hides the release of the JDK and the seconds. */
static void mask_confirmed(char *text) {
  char *version = strstr(text, "seen in java "), *result, *end;
  if (!version) return;
  version += strlen("seen in java ");
  end = version + strcspn(version, "\n");
  result = strstr(version, ": ");
  if (!result || result > end) return;
  *version++ = '#';
  while (result < end && *result != ',') *version++ = *result++;
  memmove(version, end, strlen(end) + 1);
}

/* Hides fingerprints and numbers of states, because they may differ from run to run. */
static void mask(char *text) {
  char *p, *hex;
  mask_confirmed(text);
  for (p = text; (p = strstr(p, " state ")); p++)
    for (hex = p + 7; strspn(hex, "0123456789abcdef") || *hex == '#'; hex++) *hex = '#';
  if ((p = strstr(text, "dfs, depth "))) mask_digits(p, strcspn(p, "\n"));
  if (!strstr(text, " from node  bound     states")) return;
  for (p = text; (p = strchr(p, '\n')); p++)
    if ((p[1] == '>' || p[1] == ' ') && p[2] == 'c' && p[3] >= '1' && p[3] <= '9')
      mask_digits(p + 28, 9);
}

void debug_shot(struct pty *p, const char *name, int rows, int cols) {
  char *full = debug_keep("%s-%dx%d", name, cols, rows), *text;
  pty_wait(p, NULL);
  text = pty_text(p);
  mask(text);
  golden_compare(full, text);
  free(text);
}

void debug_play(struct pty *p, const struct debug_step *steps, size_t count, int rows, int cols) {
  for (size_t i = 0; i < count; i++) {
    if (steps[i].keys) pty_send(p, steps[i].keys);
    debug_expect(p, steps[i].then);
    if (steps[i].shot) debug_shot(p, steps[i].shot, rows, cols);
  }
}

void debug_leave(struct pty *p) {
  int status;
  pty_send(p, "qqq"); /* from any view to Debug; then out, even if work is not saved */
  status = pty_wait_end(p);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
  assert_false(pty_alternate(p));
  pty_end(p);
}
