/* The command confirm: makes the real JVM follow the path to the error. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/commands/commands.h"
#include "tui/views/view_explain.h"

enum { RUNS = 3, RUNS_MAX = 1000 };

/* Writes the path to the error; the session is where it was afterwards. */
static char *write_error(struct debug *d, node_id error, struct error *err) {
  node_id here = engine_here(d->engine);
  struct error back = {0};
  char *path = engine_go(d->engine, error, err) ? NULL : command_path_file(d, err);
  engine_go(d->engine, here, &back);
  return path;
}

/* Logs the first line, which has the verdict, last: on a small screen only that is seen. */
static void log_lines(struct debug *d, char *text, bool seen) {
  char *save = NULL, *verdict = strtok_r(text, "\n", &save);
  for (char *line; (line = strtok_r(NULL, "\n", &save));) debug_log(d, LOG_INFO, "%s", line);
  if (verdict) debug_log(d, seen ? LOG_GOOD : LOG_WARN, "%s", verdict);
}

static int confirm_error(struct debug *d, node_id error, uint32_t runs) {
  struct error err = {0};
  struct text said = {0};
  bool seen = false;
  char *path = write_error(d, error, &err);
  if (path) {
    d->confirm.run(d->confirm.self, path, runs, d->stop, &said, &seen, &err);
    unlink(path);
    free(path);
  }
  if (said.len) log_lines(d, said.s, seen);
  text_release(&said);
  return err.code ? debug_fail(d, &err) : 0;
}

int do_confirm(struct debug *d, const struct args *a) {
  uint64_t runs = RUNS;
  bool is_error;
  node_id n = view_explain_node(d, &is_error);
  if (!d->confirm.run || !d->write_path)
    return command_usage(d, "this session cannot be confirmed in a JVM");
  if (a->argc && (!command_number(a->argv[0], RUNS_MAX, &runs) || !runs))
    return command_usage(d, "confirm [N]: 1 to %u runs", RUNS_MAX);
  if (!is_error) return command_usage(d, "no error is known: B checks from here, G searches");
  return confirm_error(d, n, (uint32_t)runs);
}
