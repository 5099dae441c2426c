/* What the Debug view's panes show, read from the session when it changes. Inside the view only:
 * view_debug.c has the panes and the layout, view_debug_source.c the source, view_debug_data.c the
 * reading. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_DEBUG_DATA_H
#define HEDDLE_TUI_VIEWS_VIEW_DEBUG_DATA_H

#include "tui/terminal/debug.h"

struct debug_data {
  VEC(struct thread_info) threads;
  char **held;      /* the locks of each, by its number */
  int threads_rows; /* of each thread in its pane */
  int threads_name; /* columns of their names there */
  VEC(struct mark_info) marks;
  VEC(char *) watches;         /* "expr = value" */
  VEC(char *) diff;            /* at an error what it is, then what the last step changed */
  size_t error_lines;          /* of these, the error's lines */
  const struct source *source; /* NULL: none to show */
  int pc;                      /* line of the shown thread in it, from 1; 0 none */
  int first;                   /* before main has begun: its first line; else 0 */
  /* what is shown instead when the source is not found; no instructions: nothing */
  struct bytecode_info code;
  /* the frame is one of the JDK; its class and method, as its source is of that class only */
  char *library_class, *library_method;
  uint32_t library_thread;
  bool native; /* it has no line and no bytecode */
  bool error;  /* it is where the path's error happened, by thread `error_thread` */
  uint32_t error_thread;
  VEC(char *) locals;  /* of the shown frame: "name = value" */
  char *frame;         /* its name: "T3 consume" */
  char *title, *shown; /* shown: what the cursor was last put on */
  int slot;            /* small screens: the pane in the last place */
};

static inline struct debug_data *debug_data_of(struct debug *d) {
  return d->views[VIEW_debug].data;
}

/* The view's operations of these names; `slot` is the pane that small screens show last. */
void *debug_data_open(int slot);
void debug_data_refresh(struct debug *d, void *data);
void debug_data_close(void *data);

/* The row that the shown thread stands at, of its source or, where that is not found, of its
 * bytecode; 0 without one. */
size_t debug_source_row(const struct debug_data *v);
bool debug_source_found(const struct debug_data *v);
extern const struct pane_ops debug_source_pane, debug_threads_pane;

#endif
