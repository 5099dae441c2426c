#include "tests/tools/weak/ask.h"

#include "tests/tools/oracle/command.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 48, OUTPUT_MAX = 1 << 20, PATH_SIZE = 512 };

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
  ok = text && command_run(words, text, OUTPUT_MAX, &a->status);
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
  bool ok = text && command_run(words, text, OUTPUT_MAX, &status);
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
