/* Functions of the view h that commands use. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_H_H
#define HEDDLE_TUI_VIEWS_VIEW_H_H

#include "tui/terminal/debug.h"

/* Moves the cursor to the right by that many columns, or to the left if negative. */
void view_h_move(struct debug *d, long columns);
/* Shows only columns whose names match; NULL: all. Takes ownership of the regex. */
void view_h_filter(struct debug *d, struct regex *filter);
/* Returns the full names of the row and column under the cursor (caller frees). False: there are
 * none. */
bool view_h_cursor(struct debug *d, char **row, char **column);
/* Finds a row and a column, each given by its full name, its shortened name or its number from 1.
 * Returns their full names (caller frees). ERR_INPUT: h has no such row or column. */
int view_h_names(struct debug *d, const char *row, const char *column, char **row_name,
                 char **column_name, struct error *err);
/* Returns true if the matrix has the focus. */
bool view_h_on_matrix(const struct debug *d);
/* Fills the pane Why with the reason for a bit's value. Row and column are given as for
 * view_h_names. */
int view_h_why(struct debug *d, const char *row, const char *column, struct error *err);
void view_h_report_why(struct debug *d); /* logs the pane's text */

#endif
