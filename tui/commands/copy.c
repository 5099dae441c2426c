/* The command copy: copies a row or a view to the terminal's clipboard. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/commands/commands.h"
#include "tui/terminal/clipboard.h"

char *command_view_text(struct debug *d) {
  char *text = NULL;
  size_t n = 0;
  FILE *out = open_memstream(&text, &n);
  if (!out) return NULL;
  view_print_twin(d, d->view, out);
  fclose(out);
  return text;
}

/* Returns the item under the cursor as text, with its rows joined into one line. Caller frees.
 * NULL: there is none. */
static char *copied_row(struct debug *d) {
  struct view *v = &d->views[d->view];
  const struct pane_ops *p = v->ops->panes[v->focus];
  struct text t = {0};
  int row, height = p->height ? p->height(d, 200, 1000) : 1;
  size_t i;
  view_refresh(d, d->view);
  i = *view_cursor(d, v, v->focus);
  for (row = 0; i < p->count(d) && row < height; row++) {
    struct line l = {0};
    const char *s;
    p->item(d, i, row, 200, &l);
    s = line_text(&l);
    s += strspn(s, " ");
    if (*s) text_printf(&t, "%s%s", t.len ? " " : "", s);
    line_release(&l);
  }
  return t.s;
}

int do_copy(struct debug *d, const struct args *a) {
  bool view = a->argc == 1 && !strcmp(a->argv[0], "view");
  char *text;
  if (a->argc && !view) return command_usage(d, "copy, or copy view");
  if (!d->interactive) return command_usage(d, "copy: no terminal whose clipboard takes it");
  text = view ? command_view_text(d) : copied_row(d);
  if (!text) return command_usage(d, "nothing under the cursor to copy");
  if (strlen(text) > CLIPBOARD_MOST) {
    free(text);
    return command_usage(d, "too long for a clipboard (:export FILE)");
  }
  debug_log(d, LOG_GOOD, "%zu byte%s sent to the terminal's clipboard", strlen(text),
            PLURAL(strlen(text)));
  free(d->clip);
  d->clip = text;
  return 0;
}
