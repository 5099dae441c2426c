/* Internal data of the Debug view, read from the session when it changes. view_debug.c has the
 * panes and the layout, view_debug_source.c the source, view_debug_data.c the reading. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_DEBUG_DATA_H
#define HEDDLE_TUI_VIEWS_VIEW_DEBUG_DATA_H

#include "tui/terminal/debug.h"

struct debug_data {
  VEC(struct thread_info) threads;
  char **held;      /* the locks held by each thread, by its number */
  int threads_rows; /* rows per thread in its pane */
  int threads_name; /* columns for the threads' names */
  VEC(struct mark_info) marks;
  VEC(char *) watches;         /* "expr = value" */
  VEC(char *) diff;            /* at an error its description, then the changes by the last step */
  size_t error_lines;          /* number of lines in `diff` that describe the error */
  const struct source *source; /* NULL: nothing to show */
  int pc;                      /* line of the shown thread, from 1; 0: none */
  int first;                   /* main's first line, before main begins; else 0 */
  /* bytecode shown if the source is not found; no instructions: nothing */
  struct bytecode_info code;
  /* Class and method of a JDK frame, because its source belongs to that class only. NULL: no JDK
   * frame. */
  char *library_class, *library_method;
  uint32_t library_thread;
  bool native; /* the frame has neither line nor bytecode */
  bool error;  /* shows the place of the path's error, by thread `error_thread` */
  uint32_t error_thread;
  VEC(char *) locals;  /* of the shown frame: "name = value" */
  char *frame;         /* name of the shown frame: "T3 consume" */
  char *title, *shown; /* shown: what the cursor was last placed on */
  int slot;            /* small screens: the pane in the last place */
};

static inline struct debug_data *debug_data_of(struct debug *d) {
  return d->views[VIEW_debug].data;
}

/* The view's operations with these names. `slot`: the pane that small screens show last. */
void *debug_data_open(int slot);
void debug_data_refresh(struct debug *d, void *data);
void debug_data_close(void *data);

/* Returns the row of the shown thread in its source or, if that is not found, its bytecode; 0:
 * none. */
size_t debug_source_row(const struct debug_data *v);
bool debug_source_found(const struct debug_data *v);
extern const struct pane_ops debug_source_pane, debug_threads_pane;

#endif
