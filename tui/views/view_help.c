/* The view Help: all keys and all commands, from their tables. */
#include "tui/views/views.h"
#include "tui/views/view_help.h"

#include <stdlib.h>
#include <string.h>

#include "tui/terminal/command.h"
#include "tui/terminal/keys.h"

enum pane { COMMANDS, KEYS };

static size_t *command_cursor(struct debug *d) { return d->views[VIEW_help].data; }

static void *help_open_data(struct debug *d) {
  (void)d;
  return mem_alloc(sizeof(size_t));
}

static void commands_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "Commands (Enter puts one on the command line)");
}

static size_t commands_count(struct debug *d) {
  size_t n = 0;
  while (command_row(d->commands, n)) n++;
  return n;
}

static int commands_height(struct debug *d, int cols, int rows) {
  (void)rows;
  (void)d;
  return cols >= 90 ? 1 : 2;
}

static void commands_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct command_row *c = command_row(d->commands, i);
  if (row == 0)
    line_printf(out, ST_KEY, ":%s", c->name),
        line_printf(out, ST_NORMAL, "%s%s", *c->synopsis ? " " : "", c->synopsis);
  if (cols >= 90)
    line_tab(out, 40);
  else if (row == 1)
    line_tab(out, 6);
  if (row == 1 || cols >= 90) line_puts(out, ST_DIM, c->help);
}

static char *commands_open(struct debug *d, size_t i) {
  return mem_printf("%s ", command_row(d->commands, i)->name);
}

bool view_help_show(struct debug *d, const char *command) {
  size_t i;
  for (i = 0; command_row(d->commands, i); i++)
    if (!strcmp(command_row(d->commands, i)->name, command)) {
      *command_cursor(d) = i;
      return true;
    }
  return false;
}

static void keys_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "Keys");
}

static size_t keys_count(struct debug *d) {
  size_t n = 0;
  (void)d;
  while (keys_row(n)) n++;
  return n;
}

static void keys_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct key_row *k = keys_row(i);
  (void)d, (void)row;
  line_printf(out, ST_KEY, "%s", k->name);
  line_tab(out, 9);
  if (strcmp(k->view, "any")) line_printf(out, ST_MARK, "%s: ", k->view);
  line_printf(out, ST_NORMAL, "%s", k->help);
  if (cols >= 70) line_printf(out, ST_DIM, "  :%s", *k->command == ' ' ? "" : k->command);
}

static const struct pane_ops commands_pane = {.name = "commands",
                                              .title = commands_title,
                                              .count = commands_count,
                                              .height = commands_height,
                                              .item = commands_item,
                                              .open = commands_open,
                                              .cursor = command_cursor};
static const struct pane_ops keys_pane = {
    .name = "keys", .title = keys_title, .count = keys_count, .item = keys_item, .text = true};
static const struct pane_ops *const panes[] = {&commands_pane, &keys_pane, NULL};

static void help_layout(struct debug *d, struct rect area, struct rect *out) {
  (void)d;
  if (area.cols >= 100)
    out[KEYS] = rect_right(&area, area.cols * 9 / 20);
  else
    out[KEYS] = rect_bottom(&area, area.rows / 2);
  out[COMMANDS] = area;
}

static int help_twin_rows(struct debug *d, int cols) {
  int c = (int)commands_count(d) * 2 + 1, k = (int)keys_count(d) + 1;
  return cols >= 100 ? (c > k ? c : k) : 2 * (c > k ? c : k) + 1;
}

const struct view_ops view_help = {.name = "help",
                                   .title = "Help",
                                   .panes = panes,
                                   .layout = help_layout,
                                   .twin_rows = help_twin_rows,
                                   .open = help_open_data,
                                   .close = free,
                                   .focus = COMMANDS};
