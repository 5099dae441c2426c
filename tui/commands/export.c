/* The command export: writes a view to a file. The file's ending selects the format: a page for a
 * browser (.html), Perfetto trace events (.json, only for the views Trace and Lanes, which show a
 * run), or else text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/export/describe.h"
#include "trace/export/export.h"
#include "tui/commands/commands.h"

static bool ends_in(const char *file, const char *ending) {
  size_t n = strlen(file), m = strlen(ending);
  return n > m && !strcmp(file + n - m, ending);
}

static bool shows_a_run(const struct debug *d) {
  return d->view == VIEW_trace || d->view == VIEW_lanes;
}

char *command_path_file(struct debug *d, struct error *err) {
  const char *folder = getenv("TMPDIR");
  char *path = mem_printf("%s/heddle-path-XXXXXX", folder && *folder ? folder : "/tmp");
  int fd = mkstemp(path);
  if (fd < 0) error_set(err, ERR_INPUT, "cannot write %s: %m", path);
  if (fd >= 0) close(fd);
  if (fd >= 0 && !d->write_path(d->engine, path, err)) return path;
  if (fd >= 0) unlink(path);
  free(path);
  return NULL;
}

/* Returns the current path as a trace, which the caller closes. NULL: it failed. */
static struct trace_reader *trace_of_path(struct debug *d, struct error *err) {
  char *path = command_path_file(d, err);
  struct trace_reader *r = NULL;
  if (!path) return NULL;
  trace_reader_open(path, &r, err);
  unlink(path);
  free(path);
  return r;
}

static int write_run(struct debug *d, const char *format, FILE *out, struct error *err) {
  struct trace_reader *r = d->trace;
  if (!r && !d->write_path) return error_set(err, ERR_INPUT, "this session cannot write its path");
  if (!r) r = trace_of_path(d, err);
  if (!r) return err->code;
  trace_export(r, format, out, err);
  if (r != d->trace) trace_reader_close(r);
  return err->code;
}

static void write_page(struct debug *d, const char *text, FILE *out) {
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">", out);
  fprintf(out, "<title>heddle: %s</title></head>\n<body><pre>\n", d->views[d->view].ops->title);
  while (*text) export_put_html(out, *text++);
  fputs("</pre></body>\n</html>\n", out);
}

static int write_view(struct debug *d, const char *file, FILE *out, struct error *err) {
  bool page = ends_in(file, ".html");
  char *text;
  if (shows_a_run(d) && page) return write_run(d, "html", out, err);
  if (shows_a_run(d) && ends_in(file, ".json")) return write_run(d, "perfetto", out, err);
  text = command_view_text(d);
  if (text && page)
    write_page(d, text, out);
  else if (text)
    fputs(text, out);
  free(text);
  return text ? 0 : error_set(err, ERR_MEMORY, "no memory for the view");
}

int do_export(struct debug *d, const struct args *a) {
  struct error err = {0};
  FILE *out;
  bool bad;
  if (!a->argc) return command_usage(d, "export FILE");
  if (ends_in(a->rest, ".json") && !shows_a_run(d))
    return command_usage(d, "only Trace and Lanes are written as .json, for Perfetto");
  out = fopen(a->rest, "w");
  if (!out) return debug_fail_text(d, ERR_INPUT, "cannot write %s: %m", a->rest);
  write_view(d, a->rest, out, &err);
  bad = fflush(out) || ferror(out);
  bad |= fclose(out) != 0;
  if (bad && !err.code) error_set(&err, ERR_INPUT, "cannot write %s: %m", a->rest);
  if (err.code) return debug_fail(d, &err);
  debug_log(d, LOG_GOOD, "view %s written to %s", d->views[d->view].ops->title, a->rest);
  return 0;
}
