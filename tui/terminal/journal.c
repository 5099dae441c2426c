/* Reads and writes the journal's file (see journal.h). A lock on the file (flock) shows that a
 * session uses it. */
#include "tui/terminal/journal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/check.h"

struct journal {
  int fd;
  char *path;
  size_t head;         /* length in bytes of the text before the first command */
  VEC(char *) written; /* the commands in the file */
};

/* ---- reading ---- */

static const char head_command[] = "# heddle debug", head_folder[] = "# folder ";

static bool read_head(struct journal_text *t, const char *line) {
  size_t n = sizeof head_command - 1;
  if (!t->command && !strncmp(line, head_command, n) && (!line[n] || line[n] == ' ')) {
    t->command = mem_strdup(line + n + (line[n] == ' '));
    return true;
  }
  if (t->folder || strncmp(line, head_folder, sizeof head_folder - 1) != 0) return false;
  t->folder = mem_strdup(line + sizeof head_folder - 1);
  return true;
}

int journal_read(const char *path, struct journal_text *out, struct error *err) {
  FILE *in = fopen(path, "r");
  char *line = NULL;
  size_t cap = 0;
  memset(out, 0, sizeof *out);
  if (!in) return error_set(err, ERR_INPUT, "cannot read %s: %m", path);
  while (getline(&line, &cap, in) >= 0) {
    line[strcspn(line, "\n")] = 0;
    if (*line == '#') read_head(out, line);
    if (*line && *line != '#') *vec_push(&out->lines) = mem_strdup(line);
  }
  free(line);
  fclose(in);
  return 0;
}

void journal_text_release(struct journal_text *t) {
  size_t i;
  for (i = 0; i < t->lines.len; i++) free(t->lines.data[i]);
  vec_free(&t->lines);
  free(t->command);
  free(t->folder);
  memset(t, 0, sizeof *t);
}

/* ---- writing ---- */

static struct journal *journal_of(int fd, const char *path) {
  struct journal *j = mem_alloc(sizeof *j);
  j->fd = fd;
  j->path = mem_strdup(path);
  return j;
}

static bool write_at(int fd, const char *s, size_t n, size_t at) {
  while (n) {
    ssize_t done = pwrite(fd, s, n, (off_t)at);
    if (done <= 0) return false;
    s += done;
    at += (size_t)done;
    n -= (size_t)done;
  }
  return true;
}

static char *head_text(const char *command, const char *folder) {
  return mem_printf("%s%s%s\n%s%s\n", head_command, *command ? " " : "", command, head_folder,
                    folder);
}

static size_t end_of(const struct journal *j, size_t lines) {
  size_t at = j->head, i;
  CHECK(lines <= j->written.len, "the journal has the commands: %zu of %zu", lines, j->written.len);
  for (i = 0; i < lines; i++) at += strlen(j->written.data[i]) + 1;
  return at;
}

static void forget_from(struct journal *j, size_t lines) {
  while (j->written.len > lines) free(j->written.data[--j->written.len]);
}

void journal_sync(struct journal *j, char *const *lines, size_t n, bool all) {
  struct text t = {0};
  size_t same = 0, i, at;
  while (same < n && same < j->written.len && !strcmp(lines[same], j->written.data[same])) same++;
  if (same == n && (!all || same == j->written.len)) return;
  at = end_of(j, same);
  text_puts(&t, "");
  for (i = same; i < n; i++) text_printf(&t, "%s\n", lines[i]);
  if (write_at(j->fd, t.s, t.len, at)) {
    forget_from(j, same);
    for (i = same; i < n; i++) *vec_push(&j->written) = mem_strdup(lines[i]);
    if (ftruncate(j->fd, (off_t)(at + t.len))) forget_from(j, 0); /* the next call rewrites all */
  }
  text_release(&t);
}

int journal_new(const char *path, const char *command, const char *folder, struct journal **out,
                struct error *err) {
  int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  char *head;
  if (fd < 0) return error_set(err, ERR_INPUT, "cannot write %s: %m", path);
  flock(fd, LOCK_EX | LOCK_NB);
  *out = journal_of(fd, path);
  head = head_text(command, folder);
  (*out)->head = strlen(head);
  write_at(fd, head, (*out)->head, 0);
  free(head);
  return 0;
}

int journal_again(const char *path, const struct journal_text *text, struct journal **out,
                  struct error *err) {
  int fd = open(path, O_RDWR | O_CLOEXEC);
  char *head;
  if (fd < 0) return error_set(err, ERR_INPUT, "cannot write %s: %m", path);
  if (flock(fd, LOCK_EX | LOCK_NB)) {
    close(fd);
    return error_set(err, ERR_INPUT, "the session %s is in use", path);
  }
  *out = journal_of(fd, path);
  head = head_text(text->command, text->folder ? text->folder : ".");
  (*out)->head = strlen(head);
  write_at(fd, head, (*out)->head, 0);
  free(head);
  journal_sync(*out, text->lines.data, text->lines.len, true);
  return 0;
}

bool journal_in_use(const char *path) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  bool used;
  if (fd < 0) return false;
  used = flock(fd, LOCK_SH | LOCK_NB) != 0;
  close(fd); /* also releases the lock */
  return used;
}

bool journal_set_aside(const struct journal *j) {
  char *path = mem_printf("%s~", j->path), buffer[4096];
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  size_t at = 0;
  ssize_t n = 0;
  bool ok = fd >= 0;
  while (ok && (n = pread(j->fd, buffer, sizeof buffer, (off_t)at)) > 0) {
    ok = write_at(fd, buffer, (size_t)n, at);
    at += (size_t)n;
  }
  if (fd >= 0) close(fd);
  free(path);
  return ok && !n;
}

void journal_close(struct journal *j, bool keep) {
  if (!j) return;
  if (!keep) unlink(j->path);
  close(j->fd);
  forget_from(j, 0);
  vec_free(&j->written);
  free(j->path);
  free(j);
}
