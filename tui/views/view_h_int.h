/* Internal data of the view h. Only the files view_h*.c include this header. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_H_INT_H
#define HEDDLE_TUI_VIEWS_VIEW_H_INT_H

#include "tui/views/views.h"
#include "tui/views/view_h.h"

struct data {
  bool have, have_before;
  struct h_matrix now, before;
  struct error err;
  VEC(uint32_t) rows, columns; /* visible rows and columns of `now` */
  size_t row;
  size_t column, left; /* the cursor and the first column on the screen, as indexes in `columns` */
  struct regex *filter;
  struct h_change *history;
  uint32_t history_count;
  VEC(char *) why;
  node_id why_at;  /* node for which `why` was asked */
  node_id race_at; /* node of the race at whose bit the cursor was placed */
};

/* functions of view_h_history.c: the panes of the h-history stack and of the choices */
void view_h_history_title(struct debug *d, struct line *out);
size_t view_h_history_count(struct debug *d);
int view_h_history_height(struct debug *d, int cols, int rows);
void view_h_history_item(struct debug *d, size_t i, int row, int cols, struct line *out);
char *view_h_history_open(struct debug *d, size_t i);
size_t view_h_history_home(struct debug *d);
void view_h_next_title(struct debug *d, struct line *out);
size_t view_h_next_count(struct debug *d);
void view_h_next_item(struct debug *d, size_t i, int row, int cols, struct line *out);
char *view_h_next_open(struct debug *d, size_t i);
size_t *view_h_next_cursor(struct debug *d);
struct data *view_h_data_of(struct debug *d);
/* functions of view_h_why.c */
void view_h_clear_why(struct data *v);
extern const struct pane_ops view_h_why_pane;

#endif
