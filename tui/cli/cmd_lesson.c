/* heddle lesson: runs a lesson, which is a debugger script with its own program that stops for the
 * reader and asks questions. Without a name, lists the lessons. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/own_path.h"
#include "tui/cli/cli.h"
#include "tui/cli/debug_lesson.h"
#include "tui/terminal/journal.h"
#include "tui/text/shell_word.h"

static const char suffix[] = ".lesson";

/* Returns the lessons' folder: in the source tree of a build, or in an installation. */
static char *lesson_folder(const struct cli *c) {
  static const char *const places[] = {"../sample-traces/lessons", "../share/heddle/lessons"};
  return c->lessons ? mem_strdup(c->lessons) : own_path_beside(places, COUNT(places));
}

static char *lesson_classes(const struct cli *c) {
  static const char *const places[] = {"samples/lessons", "../build/samples/lessons",
                                       "../share/heddle/lessons/classes"};
  return c->engine.class_path ? mem_strdup(c->engine.class_path)
                              : own_path_beside(places, COUNT(places));
}

/* Returns the file's first comment. */
static char *lesson_title(const char *path) {
  FILE *in = fopen(path, "r");
  char *line = NULL;
  size_t cap = 0;
  ssize_t n = in ? getline(&line, &cap, in) : -1;
  if (in) fclose(in);
  if (n <= 2 || strncmp(line, "# ", 2) != 0) return free(line), mem_strdup("");
  line[strcspn(line, "\n")] = 0;
  memmove(line, line + 2, strlen(line + 2) + 1);
  return line;
}

static int is_lesson(const struct dirent *e) {
  size_t n = strlen(e->d_name), m = sizeof suffix - 1;
  return n > m && !strcmp(e->d_name + n - m, suffix);
}

/* Returns true if a comment line of the file names the topic. */
static bool is_about(const char *path, const char *topic) {
  static const char about[] = "# about ";
  FILE *in = fopen(path, "r");
  char *line = NULL;
  size_t cap = 0;
  bool found = false;
  while (in && !found && getline(&line, &cap, in) > 0 && *line == '#') {
    line[strcspn(line, "\n")] = 0;
    found = !strncmp(line, about, sizeof about - 1) && !strcmp(line + sizeof about - 1, topic);
  }
  if (in) fclose(in);
  free(line);
  return found;
}

/* Finds a lesson by its name or, for teachers, by the error that it is about, because names do not
 * reveal the error. Returns its file; NULL: there is no such lesson. Caller frees. */
static char *lesson_path(const char *folder, const char *name) {
  char *path = mem_printf("%s/%s%s", folder, name, suffix), *other = NULL;
  DIR *dir = access(path, F_OK) ? opendir(folder) : NULL;
  struct dirent *e;
  while (dir && !other && (e = readdir(dir))) {
    if (!is_lesson(e)) continue;
    other = mem_printf("%s/%s", folder, e->d_name);
    if (is_about(other, name)) break;
    free(other);
    other = NULL;
  }
  if (dir) closedir(dir);
  if (!other) return path;
  free(path);
  return other;
}

static int list_lessons(const char *folder) {
  struct dirent **all;
  int n = scandir(folder, &all, is_lesson, alphasort), i;
  if (n < 0) {
    fprintf(stderr, "heddle: cannot read %s: %m\n", folder);
    return EXIT_INPUT;
  }
  for (i = 0; i < n; i++) {
    char *path = mem_printf("%s/%s", folder, all[i]->d_name), *title = lesson_title(path);
    printf("%-18.*s %s\n", (int)(strlen(all[i]->d_name) - (sizeof suffix - 1)), all[i]->d_name,
           title);
    free(title);
    free(path);
    free(all[i]);
  }
  free(all);
  if (isatty(STDOUT_FILENO))
    puts("\nheddle lesson NAME begins one; Space goes on, a letter votes, q leaves");
  return 0;
}

/* Runs the lesson's command line, with the class and source paths before it. */
static int run_lesson(const struct cli *c, const char *folder, const char *classes,
                      const char *path, const struct journal_text *t) {
  size_t n, i, from = 0;
  char **words = shell_words(t->command, &n), **argv = mem_alloc((n + 8) * sizeof *argv);
  int r;
  argv[from++] = (char *)(uintptr_t) "debug";
  argv[from++] = (char *)(uintptr_t) "--class-path";
  argv[from++] = (char *)(uintptr_t)classes;
  argv[from++] = (char *)(uintptr_t) "--source-path";
  argv[from++] = (char *)(uintptr_t)folder;
  argv[from++] = (char *)(uintptr_t) "--lesson";
  argv[from++] = (char *)(uintptr_t)path;
  for (i = 0; i < n; i++) argv[from++] = words[i];
  r = debug_lesson((int)from, argv, c->print);
  for (i = 0; i < n; i++) free(words[i]);
  free(words);
  free(argv);
  return r;
}

static int open_lesson(const struct cli *c, const char *folder, const char *name) {
  struct journal_text t;
  struct error err = {0};
  char *path = lesson_path(folder, name), *classes = lesson_classes(c);
  int r;
  if (strchr(name, '/') || journal_read(path, &t, &err)) {
    fprintf(stderr, "heddle: there is no lesson '%s' (heddle lesson lists them)\n", name);
    r = EXIT_INPUT;
  } else {
    if (!classes)
      error_set(&err, ERR_INPUT, "the lessons are not compiled: make samples, or -cp PATH");
    else if (!t.command)
      error_set(&err, ERR_INPUT, "%s names no program", path);
    r = err.code ? cli_fail(&err) : run_lesson(c, folder, classes, path, &t);
    journal_text_release(&t);
  }
  free(path);
  free(classes);
  return r;
}

int cmd_lesson(int argc, char **argv) {
  struct cli c;
  char *folder;
  int r = cli_parse(&c, argc, argv, CLI_LESSON | CLI_PERMUTE, "[OPTION...] [NAME]");
  if (r != CLI_GO_ON) return r;
  if (c.argc > 1) {
    fprintf(stderr, "heddle lesson: one lesson at a time\n");
    return EXIT_USAGE;
  }
  folder = lesson_folder(&c);
  if (!folder) {
    fprintf(stderr, "heddle: no lessons beside this program (--lessons DIR)\n");
    return EXIT_INPUT;
  }
  r = c.argc ? open_lesson(&c, folder, c.argv[0]) : list_lessons(folder);
  free(folder);
  return r;
}
