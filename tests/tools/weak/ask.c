#include "tests/tools/weak/ask.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { WORDS_MAX = 48, OUTPUT_MAX = 1 << 20, PATH_SIZE = 512 };

/* ---- processes ---- */

/* Runs a command and stores what it prints, both streams together. */
static bool run_command(const char *const *words, char *text, size_t size, int *status) {
  posix_spawn_file_actions_t fa;
  int pipes[2], rc;
  size_t n = 0;
  ssize_t got;
  pid_t pid;
  if (pipe(pipes)) return false;
  posix_spawn_file_actions_init(&fa);
  posix_spawn_file_actions_addopen(&fa, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&fa, pipes[1], 1);
  posix_spawn_file_actions_adddup2(&fa, pipes[1], 2);
  posix_spawn_file_actions_addclose(&fa, pipes[0]);
  rc = posix_spawnp(&pid, words[0], &fa, NULL, (char *const *)(uintptr_t)words, environ);
  posix_spawn_file_actions_destroy(&fa);
  close(pipes[1]);
  while (!rc && (got = read(pipes[0], text + n, size - 1 - n)) > 0) n += (size_t)got;
  text[n] = 0;
  close(pipes[0]);
  if (rc || waitpid(pid, status, 0) < 0) return false;
  *status = WIFEXITED(*status) ? WEXITSTATUS(*status) : -1;
  return true;
}

/* ---- what heddle reports ---- */

/* The value of the next member of this name, after `from`; NULL if there is none. */
static const char *member_of(const char *from, const char *name) {
  char quoted[40];
  const char *at;
  snprintf(quoted, sizeof quoted, "\"%s\":", name);
  at = from ? strstr(from, quoted) : NULL;
  if (!at) return NULL;
  at += strlen(quoted);
  return at + strspn(at, " \n");
}

/* Copies a string without its quotes and without the end of its line. */
static void copy_string(char *to, size_t size, const char *from) {
  size_t n = 0;
  for (from++; *from && *from != '"' && !(from[0] == '\\' && from[1] == 'n'); from++)
    if (n + 1 < size) to[n++] = *from;
  to[n] = 0;
}

static void read_reported_end(struct answer *a, const char *at) {
  char kind[24], printed[LINE_SIZE], line[LINE_SIZE + 40];
  const char *status = member_of(at, "status"), *output = member_of(at, "output");
  if (!output) return;
  copy_string(kind, sizeof kind, at);
  copy_string(printed, sizeof printed, output);
  if (!strcmp(kind, "exit") && status && status < output && atoi(status) == 0)
    snprintf(line, sizeof line, "%s", printed);
  else
    snprintf(line, sizeof line, "%s: %s", kind, printed);
  lines_add(&a->lines, line);
}

static void read_json_report(struct answer *a, const char *text) {
  const char *complete = member_of(text, "complete"), *at = member_of(text, "outcomes");
  snprintf(a->first_line, sizeof a->first_line, "%.*s", (int)strcspn(text, "\n"), text);
  a->complete = a->status == 0 && complete && !strncmp(complete, "true", 4) && at;
  while ((at = member_of(at, "end"))) read_reported_end(a, at);
}

bool ask_heddle(const struct asked *q, const char *name, struct answer *a) {
  const char *words[WORDS_MAX] = {q->heddle, "check"};
  char *text = malloc(OUTPUT_MAX);
  int n = 2;
  bool ok;
  a->lines.count = 0, a->lines.full = false;
  words[n++] = "--outcomes", words[n++] = "--json", words[n++] = "--property";
  if (q->newest)
    words[n++] = "deadlock"; /* most programs have races */
  else
    words[n++] = "deadlock,race", words[n++] = "--stale-reads", words[n++] = "all";
  for (const char *const *o = q->options; o && *o && n < WORDS_MAX - 4; o++) words[n++] = *o;
  words[n++] = "-cp", words[n++] = q->folder, words[n++] = name;
  ok = text && run_command(words, text, OUTPUT_MAX, &a->status);
  if (ok) read_json_report(a, text);
  free(text);
  return ok;
}

/* ---- javac ---- */

static bool write_java_source(const char *path, const struct program *p, const char *name) {
  FILE *f = fopen(path, "w");
  if (!f) return false;
  actions_print_java(p, name, f);
  return fclose(f) == 0;
}

static bool run_javac(const char *const *words) {
  char *text = malloc(OUTPUT_MAX);
  int status = 0;
  bool ok = text && run_command(words, text, OUTPUT_MAX, &status);
  if (ok && status) fprintf(stderr, "%s\n", text);
  free(text);
  return ok && status == 0;
}

bool ask_javac(const struct asked *q, const struct program *const *programs,
               const char *const *names, int count) {
  const char **words = calloc((size_t)count + 6, sizeof *words);
  char *paths = calloc((size_t)count, PATH_SIZE);
  bool ok = words && paths;
  int n = 0;
  if (ok) {
    words[n++] = q->javac, words[n++] = "-g", words[n++] = "-nowarn";
    words[n++] = "-d", words[n++] = q->folder;
  }
  for (int i = 0; ok && i < count; i++) {
    char *path = paths + i * PATH_SIZE;
    snprintf(path, PATH_SIZE, "%s/%s.java", q->folder, names[i]);
    ok = write_java_source(path, programs[i], names[i]);
    words[n++] = path;
  }
  ok = ok && run_javac(words);
  free(words);
  free(paths);
  return ok;
}
