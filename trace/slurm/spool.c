/* Reads and writes the folder of job arrays. See spool.h. */
#include "trace/slurm/spool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/check.h"
#include "engine/base/whole_file.h"

#define NAME "heddle-" /* prefix of round names, by which people recognise them in squeue */

char *spool_path(const struct spool *s, const struct spool_round *r, const char *ending) {
  return mem_printf("%s/%s%s", s->folder, r->name, ending);
}

static char *spool_task_path(const struct spool *s, const struct spool_round *r, size_t task,
                             const char *ending) {
  return mem_printf("%s/%s-%zu%s", s->folder, r->name, task, ending);
}

/* ---- opening ---- */

static void round_release(struct spool_round *r) {
  for (size_t i = 0; i < r->count; i++) {
    json_decref(r->tasks[i].what);
    free(r->tasks[i].said);
  }
  free(r->tasks);
  free(r->job);
  free(r->name);
}

static int spool_damaged(const char *path, struct error *err) {
  return error_set(err, ERR_INPUT, "%s: is damaged; if it is removed, its trials are run again",
                   path);
}

static int read_tasks(struct spool_round *r, char *text, const char *path, struct error *err) {
  VEC(struct spool_task) tasks = {0};
  char *line;
  while (!err->code && (line = strsep(&text, "\n"))) {
    struct spool_task t = {0};
    if (!*line) continue;
    t.what = json_loads(line, JSON_DECODE_ANY, NULL);
    if (!t.what) spool_damaged(path, err);
    *vec_push(&tasks) = t;
  }
  r->tasks = tasks.data;
  r->count = tasks.len;
  return err->code;
}

static int read_round(struct spool *s, const char *file, struct error *err) {
  struct spool_round r = {0};
  char *path = mem_printf("%s/%s", s->folder, file), *text = NULL;
  size_t len;
  r.name = mem_printf("%.*s", (int)(strlen(file) - strlen(".tasks")), file);
  if (!whole_file_read(path, &text, &len, err)) read_tasks(&r, text, path, err);
  *vec_push(&s->rounds) = r;
  free(text);
  free(path);
  return err->code;
}

static bool has_ending(const char *name, const char *ending) {
  size_t n = strlen(name), m = strlen(ending);
  return n > m && !strcmp(name + n - m, ending);
}

int spool_open(struct spool *s, const char *folder, struct error *err) {
  struct dirent *e;
  DIR *d;
  memset(s, 0, sizeof *s);
  s->folder = mem_strdup(folder);
  if (mkdir(folder, 0777) && errno != EEXIST)
    return error_set(err, ERR_INPUT, "%s: cannot make the folder: %s", folder, strerror(errno));
  d = opendir(folder);
  if (!d) return error_set(err, ERR_INPUT, "%s: %s", folder, strerror(errno));
  while (!err->code && (e = readdir(d)))
    if (has_ending(e->d_name, ".tasks")) read_round(s, e->d_name, err);
  closedir(d);
  return err->code;
}

void spool_close(struct spool *s) {
  for (size_t i = 0; i < s->rounds.len; i++) round_release(&s->rounds.data[i]);
  vec_free(&s->rounds);
  if (s->folder) rmdir(s->folder); /* succeeds only if the folder is empty */
  free(s->folder);
  s->folder = NULL;
}

/* ---- rounds ---- */

/* Writes a file. Afterwards, the file is either complete and on the disk, or absent. */
static int spool_write(const char *path, const struct text *t, struct error *err) {
  char *part = mem_printf("%s.part", path);
  int fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  bool fine = fd >= 0 && write(fd, t->s, t->len) == (ssize_t)t->len && !fsync(fd);
  if (!fine) error_set(err, ERR_INPUT, "%s: %s", path, strerror(errno ? errno : ENOSPC));
  if (fd >= 0) close(fd);
  if (fine && rename(part, path)) error_set(err, ERR_INPUT, "%s: %s", path, strerror(errno));
  if (err->code) unlink(part);
  free(part);
  return err->code;
}

static int write_tasks(const char *path, const json_t *tasks, struct error *err) {
  struct text t = {0};
  for (size_t i = 0; i < json_array_size(tasks); i++) {
    char *line = json_dumps(json_array_get(tasks, i), JSON_COMPACT | JSON_ENCODE_ANY);
    text_printf(&t, "%s\n", line);
    free(line);
  }
  spool_write(path, &t, err);
  text_release(&t);
  return err->code;
}

/* Appends the text in single quotes for the shell. A single quote within it closes the quotes, is
 * added escaped, and reopens them. */
static void shell_quote(struct text *t, const char *s) {
  text_puts(t, "'");
  for (; *s; s++)
    if (*s == '\'')
      text_puts(t, "'\\''");
    else
      text_add(t, s, 1);
  text_puts(t, "'");
}

static int write_script(const char *path, const char *command, const char *tasks,
                        struct error *err) {
  struct text t = {0};
  text_puts(&t, "#!/bin/sh\nset -- ");
  shell_quote(&t, tasks);
  text_printf(&t, "\nexec %s\n", command);
  spool_write(path, &t, err);
  text_release(&t);
  return err->code;
}

/* Returns a name that is unique, even across folders, because Slurm identifies an array by its
 * name. */
static char *new_name(void) {
  uint64_t n = 0;
  if (getrandom(&n, sizeof n, 0) != sizeof n) n = (uint64_t)getpid();
  return mem_printf(NAME "%016llx", (unsigned long long)n);
}

int spool_add(struct spool *s, const json_t *tasks, const char *command, struct error *err) {
  struct spool_round r = {.name = new_name(), .count = json_array_size(tasks)};
  char *list = spool_path(s, &r, ".tasks"), *script = spool_path(s, &r, ".sh"), *full;
  full = realpath(s->folder, NULL);
  r.tasks = mem_alloc((r.count + 1) * sizeof *r.tasks);
  for (size_t i = 0; i < r.count; i++) r.tasks[i].what = json_incref(json_array_get(tasks, i));
  if (!write_tasks(list, tasks, err)) {
    char *at = mem_printf("%s/%s.tasks", full ? full : s->folder, r.name);
    write_script(script, command, at, err);
    free(at);
  }
  *vec_push(&s->rounds) = r;
  if (err->code) spool_remove(s, s->rounds.len - 1, false);
  free(full);
  free(script);
  free(list);
  return err->code;
}

static void remove_file(char *path) {
  unlink(path);
  free(path);
}

void spool_remove(struct spool *s, size_t round, bool logs) {
  struct spool_round *r = &s->rounds.data[round];
  struct stat st;
  CHECK(round < s->rounds.len, "a round that is removed exists: %zu of %zu", round, s->rounds.len);
  for (size_t i = 0; i < r->count; i++) {
    char *log = spool_task_path(s, r, i, ".log");
    if (!logs || stat(log, &st) || !st.st_size) unlink(log);
    free(log);
    remove_file(spool_task_path(s, r, i, ".results"));
    remove_file(spool_task_path(s, r, i, ".reserve"));
  }
  remove_file(spool_path(s, r, ".sh"));
  remove_file(spool_path(s, r, ".tasks")); /* last, because the round exists as long as this file */
  round_release(r);
  memmove(r, r + 1, (s->rounds.len - round - 1) * sizeof *r);
  s->rounds.len--;
}

void spool_remove_logs(struct spool *s) {
  DIR *d = opendir(s->folder);
  struct dirent *e;
  while (d && (e = readdir(d)))
    if (!strncmp(e->d_name, NAME, strlen(NAME)) && has_ending(e->d_name, ".log"))
      remove_file(mem_printf("%s/%s", s->folder, e->d_name));
  if (d) closedir(d);
}

/* ---- results ---- */

enum { LOG_END = 300 };

char *spool_log_end(const struct spool *s, const struct spool_round *r, size_t task) {
  char *path = spool_task_path(s, r, task, ".log"), *text = NULL, *end = NULL;
  struct error err = {0};
  size_t len = 0, from;
  if (!whole_file_read(path, &text, &len, &err) && len) {
    while (len && (text[len - 1] == '\n' || text[len - 1] == ' ')) text[--len] = 0;
    from = len > LOG_END ? len - LOG_END : 0;
    mem_exchange(text + from, '\n', ' ');
    end = *text ? mem_strdup(text + from) : NULL;
  }
  free(text);
  free(path);
  return end;
}

static void take_line(struct spool_task *t, const json_t *j, spool_take *take, void *self,
                      struct error *err) {
  const char *failed = json_string_value(json_object_get(j, "failed"));
  if (failed && !t->failed.code)
    error_set(&t->failed, (int)json_integer_value(json_object_get(j, "errno")), "%s", failed);
  else if (json_object_get(j, "begin"))
    t->begun = true;
  else if (json_object_get(j, "end"))
    t->ended = true;
  else if (json_is_object(j))
    take(self, j, err);
}

/* Processes complete lines only. An incomplete last line stays for the next call. */
static void take_lines(struct spool_task *t, const char *s, size_t len, spool_take *take,
                       void *self, struct error *err) {
  const char *end;
  size_t at = 0;
  while (!err->code && (end = memchr(s + at, '\n', len - at))) {
    json_t *j = json_loadb(s + at, (size_t)(end - s) - at, JSON_DECODE_ANY, NULL);
    if (j) take_line(t, j, take, self, err);
    if (!err->code) at = (size_t)(end - s) + 1;
    json_decref(j);
  }
  t->offset += at;
}

/* Reads everything after `offset`. */
static int read_from(int fd, uint64_t offset, struct text *out) {
  char buf[1 << 16];
  ssize_t n;
  while ((n = pread(fd, buf, sizeof buf, (off_t)(offset + out->len))) != 0) {
    if (n < 0 && errno != EINTR) return errno;
    if (n > 0) text_add(out, buf, (size_t)n);
  }
  return 0;
}

/* Opens the file each time, because a network file system checks only on opening whether another
 * machine has changed it. */
int spool_read(struct spool *s, struct spool_round *r, size_t task, spool_take *take, void *self,
               struct error *err) {
  char *path = spool_task_path(s, r, task, ".results");
  int fd = open(path, O_RDONLY | O_CLOEXEC), why = fd < 0 ? errno : 0;
  struct text t = {0};
  CHECK(task < r->count, "results are those of a task of the round: %zu of %zu", task, r->count);
  if (fd >= 0) why = read_from(fd, r->tasks[task].offset, &t);
  if (fd >= 0) close(fd);
  if (why && why != ENOENT && why != ESTALE)
    error_set(err, ERR_INPUT, "%s: %s", path, strerror(why));
  else if (t.len)
    take_lines(&r->tasks[task], t.s, t.len, take, self, err);
  text_release(&t);
  free(path);
  return err->code;
}
