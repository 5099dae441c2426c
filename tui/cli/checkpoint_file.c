/* Opens and renames checkpoint files in the broker when the confined search asks for it. See
 * checkpoint_file.h. A request is one of two fixed texts; the answer is "" or an error message. */
#include "tui/cli/checkpoint_file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/base/whole_file.h"

struct checkpoint_file {
  const char *path; /* NULL: no checkpoints are written */
  char *part;
  int fd; /* of the checkpoint that is being written */
  struct engine *e;
  struct checkpoint_options options;
};

static const char CREATE[] = "checkpoint create", KEEP[] = "checkpoint keep";

int checkpoint_usage(const struct cli *c, struct error *err) {
  const char *with = c->checkpoint ? "--checkpoint" : "--resume";
  if (!c->checkpoint && !c->resume) return 0;
  if (c->junit)
    return error_set(err, ERR_USAGE, "%s cannot be combined with --junit, which runs many searches",
                     with);
  if (c->engine.stdin_path && !strcmp(c->engine.stdin_path, "-"))
    return error_set(err, ERR_USAGE,
                     "%s cannot be combined with --stdin -: give the input as a file", with);
  return 0;
}

/* ---- in the broker ---- */

static char *trouble(const struct checkpoint_file *f, const char *what) {
  return mem_printf("%s: %s: %s", f->path, what, strerror(errno));
}

static int create(const struct checkpoint_file *f) {
  return open(f->part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
}

static char *serve_create(struct checkpoint_file *f, int *file) {
  if (f->fd >= 0) close(f->fd);
  f->fd = create(f);
  *file = f->fd >= 0 ? dup(f->fd) : -1;
  return *file >= 0 ? mem_strdup("") : trouble(f, "cannot write");
}

/* Syncs the folder, so that the new name is on disk too. */
static void sync_folder(const struct checkpoint_file *f) {
  char *path = mem_strdup(f->path);
  int fd = open(dirname(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) {
    (void)fsync(fd);
    close(fd);
  }
  free(path);
}

static char *serve_keep(struct checkpoint_file *f) {
  int bad =
      f->fd < 0 || (fsync(f->fd) && errno != EINVAL && errno != EROFS) || rename(f->part, f->path);
  char *answer = bad ? trouble(f, "cannot write") : mem_strdup("");
  if (f->fd >= 0) close(f->fd);
  f->fd = -1;
  if (!bad) sync_folder(f);
  return answer;
}

char *checkpoint_service(struct checkpoint_file *f, const char *request, int *file) {
  if (!f->path) return NULL;
  if (!strcmp(request, CREATE)) return serve_create(f, file);
  return strcmp(request, KEEP) ? NULL : serve_keep(f);
}

/* ---- in the search's process ---- */

static int ask(struct checkpoint_file *f, const char *request, int *file, struct error *err) {
  char *answer = engine_ask(f->e, request, file);
  if (!answer)
    error_set(err, ERR_INTERNAL, "the process that opens files died");
  else if (*answer)
    error_set(err, ERR_INPUT, "%s", answer);
  free(answer);
  return err->code;
}

static int create_by_service(void *self, struct error *err) {
  struct checkpoint_file *f = self;
  if (f->fd >= 0) close(f->fd);
  f->fd = -1;
  return ask(f, CREATE, &f->fd, err) ? err->code : f->fd;
}

static int keep_by_service(void *self, struct error *err) {
  struct checkpoint_file *f = self;
  int code = ask(f, KEEP, NULL, err);
  close(f->fd);
  f->fd = -1;
  return code;
}

static void failed(void *self, const struct error *err) {
  struct checkpoint_file *f = self;
  bool named = !strncmp(err->msg, f->path, strlen(f->path));
  fprintf(stderr, "%sheddle: %s%s%s; the last checkpoint is unchanged\n",
          isatty(STDERR_FILENO) ? "\r" : "", named ? "" : f->path, named ? "" : ": ", err->msg);
}

const struct checkpoint_options *checkpoint_options(struct checkpoint_file *f, struct engine *e) {
  f->e = e;
  return &f->options;
}

/* Reports a missing or read-only folder now, not after hours of search. */
static int try_part(struct checkpoint_file *f, struct error *err) {
  int fd;
  if (whole_file_possible(f->path, err)) return err->code;
  fd = create(f);
  if (fd < 0) return error_set(err, ERR_INPUT, "%s: cannot write: %s", f->path, strerror(errno));
  close(fd);
  unlink(f->part);
  return 0;
}

int checkpoint_open(const struct cli *c, struct checkpoint_file **out, struct error *err) {
  struct checkpoint_file *f;
  if (!c->checkpoint && !c->resume) return 0;
  *out = f = mem_alloc(sizeof *f);
  f->fd = -1;
  f->options = (struct checkpoint_options){.resume = -1,
                                           .resume_name = c->resume,
                                           .every = c->checkpoint_every,
                                           .failed = failed,
                                           .self = f};
  if (c->resume &&
      (f->options.resume = open(c->resume, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)) < 0)
    return error_set(err, ERR_INPUT, "%s: cannot read: %s", c->resume, strerror(errno));
  if (!c->checkpoint) return 0;
  f->path = c->checkpoint;
  f->part = mem_printf("%s.part", c->checkpoint);
  f->options.create = create_by_service;
  f->options.keep = keep_by_service;
  return try_part(f, err);
}

void checkpoint_close(struct checkpoint_file *f) {
  if (!f) return;
  if (f->fd >= 0) close(f->fd);
  if (f->options.resume >= 0) close(f->options.resume);
  free(f->part);
  free(f);
}
