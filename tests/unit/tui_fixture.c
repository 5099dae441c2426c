/* See tui_fixture.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui_fixture.h"
#include "engine/base/mem.h"
#include "engine/engine.h"
#include "tui/commands/commands.h"
#include "tui/terminal/terminal.h"
#include "tui/views/views.h"

char *tui_path(const char *path) {
  const char *root = getenv("HEDDLE_ROOT");
  return mem_printf("%s/%s", root ? root : ".", path);
}

void tui_start(struct debug *d) {
  struct engine_options o;
  struct debug_options with = {
      .program = "Bank", .main_class = "Bank", .views = debug_views, .commands = &debug_commands};
  char *source = tui_path("tests/unit/tui/source");
  engine_options_init(&o);
  assert_int_equal(engine_open(&o, &with.engine, NULL), 0);
  with.source_path = source;
  debug_open(d, &with);
  free(source);
}

const char *last_log(struct debug *d) { return d->log.len ? d->log.data[d->log.len - 1].text : ""; }

void tui_run(struct debug *d, const char *line) {
  if (command_run(d, line)) fail_msg("%s: %s", line, last_log(d));
}

bool tui_logged(struct debug *d, const char *what) {
  size_t i;
  for (i = 0; i < d->log.len; i++)
    if (strstr(d->log.data[i].text, what)) return true;
  return false;
}

char *tui_batch(const char *script, int *code) {
  struct debug d;
  char *text = NULL;
  size_t n;
  FILE *in = fmemopen((void *)(uintptr_t)script, strlen(script), "r"),
       *out = open_memstream(&text, &n);
  tui_start(&d);
  *code = batch_run(&d, in, out, false);
  fclose(in);
  fclose(out);
  debug_release(&d);
  return text;
}
