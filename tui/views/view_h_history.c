/* The lower panes of the view h: the h-history stack, and the effect of each choice. */
#include "tui/views/views.h"
#include "tui/views/view_h_int.h"
#include "tui/views/view_h.h"
#include <stdlib.h>
#include <string.h>

void view_h_history_title(struct debug *d, struct line *out) {
  line_printf(out, ST_NORMAL, "h-history stack (%u), newest first",
              view_h_data_of(d)->history_count);
}

size_t view_h_history_count(struct debug *d) {
  return view_h_data_of(d)->have ? view_h_data_of(d)->history_count + 1 : 0;
}

int view_h_history_height(struct debug *d, int cols, int rows) {
  (void)d, (void)cols, (void)rows;
  return 2;
}

void view_h_history_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct data *v = view_h_data_of(d);
  const struct h_change *c;
  char *s;
  (void)cols;
  if (i >= v->history_count) {
    line_puts(out, row ? ST_DIM : ST_NORMAL,
              row ? "            T0 may access the statics" : "  step 0    initial");
    return;
  }
  c = &v->history[v->history_count - 1 - i];
  if (row == 0) {
    s = debug_named(d, c->action ? c->action : "");
    line_printf(out, ST_DIM, "  step %-4u ", c->step);
    line_puts(out, line_thread_style(c->thread), s);
  } else {
    s = debug_short(d, c->change ? c->change : "");
    line_tab(out, 12);
    line_puts(out, strstr(s, "RACE") || strstr(s, "invalidate") ? ST_BAD : ST_GOOD, s);
  }
  free(s);
}

char *view_h_history_open(struct debug *d, size_t i) {
  const struct data *v = view_h_data_of(d);
  if (i >= v->history_count) return mem_strdup("go 0");
  return mem_printf("go %u", v->history[v->history_count - 1 - i].node);
}

size_t view_h_history_home(struct debug *d) {
  (void)d;
  return 0;
}

void view_h_next_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "What the choices would do");
}

size_t view_h_next_count(struct debug *d) {
  debug_choices(d);
  return d->choices.len;
}

void view_h_next_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct debug_choice *c = &d->choices.data[i];
  char *action = debug_named(d, c->previewed && c->preview.action ? c->preview.action : "?");
  char *h = debug_short(
      d, c->previewed && c->preview.h_change && !teach_hides(d) ? c->preview.h_change : "");
  (void)cols;
  if (row == 0) {
    line_printf(out, ST_NORMAL, "%zu ", i + 1);
    line_puts(out, line_thread_style(c->choice.thread), action);
  } else {
    line_printf(out,
                strstr(h, "RACE")        ? ST_BAD
                : strstr(h, "unchanged") ? ST_DIM
                                         : ST_GOOD,
                "    %s", h);
  }
  free(action);
  free(h);
}

char *view_h_next_open(struct debug *d, size_t i) {
  (void)d;
  return mem_printf("take %zu", i + 1);
}

size_t *view_h_next_cursor(struct debug *d) { return &d->selected; }
