/* Reads the work of one task of a job array and writes its result file. A second file reserves
 * space, so that the last lines can be written when the disk is full. */
#include "trace/slurm/farm_task.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/mem.h"
#include "engine/base/whole_file.h"

enum { RESERVE = 64 << 10 }; /* bytes; enough for the last lines on a full disk */

/* ---- lines ---- */

static bool append_all(int fd, const char *s, size_t n) {
  while (n) {
    ssize_t k = write(fd, s, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return false;
    s += k;
    n -= (size_t)k;
  }
  return true;
}

/* Appends the whole line, or nothing. Returns whether it did. */
static bool append_line(struct farm_task *t, const char *line, size_t n) {
  if (append_all(t->fd, line, n)) {
    t->end += (off_t)n;
    t->dirty = true;
    return true;
  }
  if (ftruncate(t->fd, t->end)) t->end = lseek(t->fd, 0, SEEK_END);
  return false;
}

static void give_up_reserve(struct farm_task *t) {
  if (t->reserve) unlink(t->reserve);
  free(t->reserve);
  t->reserve = NULL;
}

static int append_json(struct farm_task *t, json_t *j, struct error *err) {
  char *s = json_dumps(j, JSON_COMPACT), *line = mem_printf("%s\n", s);
  size_t n = strlen(line);
  int why;
  if (!append_line(t, line, n)) {
    why = errno ? errno : ENOSPC;
    give_up_reserve(t);
    append_line(t, line, n);
    error_set(err, ERR_INPUT, "%s: %s", t->path, strerror(why));
  }
  free(line);
  free(s);
  json_decref(j);
  return err->code;
}

/* ---- the task ---- */

static int read_what(struct farm_task *t, const char *tasks, unsigned long number,
                     struct error *err) {
  char *text = NULL, *at, *line;
  size_t len;
  if (whole_file_read(tasks, &text, &len, err)) return err->code;
  for (at = text; (line = strsep(&at, "\n")) && number--;) continue;
  t->what = line ? json_loads(line, JSON_DECODE_ANY, NULL) : NULL;
  free(text);
  return t->what ? 0 : error_set(err, ERR_INPUT, "%s: has no such task", tasks);
}

static void take_reserve(struct farm_task *t, const char *base, unsigned long number) {
  int fd;
  t->reserve = mem_printf("%s-%lu.reserve", base, number);
  fd = open(t->reserve, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd >= 0 && posix_fallocate(fd, 0, RESERVE)) unlink(t->reserve);
  if (fd >= 0) close(fd);
}

/* Opens the results and appends the first line. If an earlier process of this task was killed, it
 * may have left an incomplete line, so ends that line first. */
static int task_begin(struct farm_task *t, struct error *err) {
  char host[256] = "";
  const char *job = getenv("SLURM_ARRAY_JOB_ID");
  gethostname(host, sizeof host - 1);
  t->fd = open(t->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (t->fd < 0) return error_set(err, ERR_INPUT, "%s: %s", t->path, strerror(errno));
  t->end = lseek(t->fd, 0, SEEK_END);
  if (t->end > 0) append_line(t, "\n", 1);
  append_json(t, json_pack("{s:{s:s,s:s}}", "begin", "host", host, "job", job ? job : ""), err);
  return err->code ? err->code : farm_task_sync(t, true, err);
}

int farm_task_open(struct farm_task *t, const char *tasks, struct error *err) {
  const char *word = getenv("SLURM_ARRAY_TASK_ID");
  size_t n = strlen(tasks), m = strlen(".tasks");
  unsigned long number;
  char *end, *base;
  *t = (struct farm_task){.fd = -1};
  number = word ? strtoul(word, &end, 10) : 0;
  if (!word || end == word || *end)
    return error_set(err, ERR_USAGE, "--task is for tasks of a Slurm job array");
  if (n <= m || strcmp(tasks + n - m, ".tasks") != 0)
    return error_set(err, ERR_USAGE, "--task takes a file called NAME.tasks");
  if (read_what(t, tasks, number, err)) return err->code;
  base = mem_printf("%.*s", (int)(n - m), tasks);
  t->path = mem_printf("%s-%lu.results", base, number);
  take_reserve(t, base, number);
  task_begin(t, err);
  free(base);
  return err->code;
}

int farm_task_put(struct farm_task *t, json_t *result, struct error *err) {
  return append_json(t, result, err);
}

int farm_task_sync(struct farm_task *t, bool now, struct error *err) {
  double at = clock_seconds();
  if (!t->dirty || (!now && at < t->synchronised + 1)) return 0;
  if (fdatasync(t->fd) && errno != EINVAL && errno != EROFS)
    return error_set(err, ERR_INPUT, "%s: %s", t->path, strerror(errno));
  t->dirty = false;
  t->synchronised = at;
  return 0;
}

void farm_task_close(struct farm_task *t, const struct error *failed, bool cut) {
  struct error err = {0};
  if (t->fd >= 0) {
    if (failed->code)
      append_json(t, json_pack("{s:s,s:i}", "failed", failed->msg, "errno", failed->code), &err);
    else if (!cut)
      append_json(t, json_pack("{s:b}", "end", 1), &err);
    farm_task_sync(t, true, &err);
    close(t->fd);
  }
  give_up_reserve(t);
  json_decref(t->what);
  free(t->path);
}
