/* Internal data of the view Debug, read from the session when it changes. view_debug.c has the
 * panes and the layout, view_debug_source.c the source, view_debug_threads.c the threads, and
 * view_debug_data.c reads the data. */
#ifndef HEDDLE_TUI_VIEWS_VIEW_DEBUG_DATA_H
#define HEDDLE_TUI_VIEWS_VIEW_DEBUG_DATA_H

#include "tui/terminal/debug.h"

struct debug_data {
  VEC(struct thread_info) threads;
  char **held;      /* the locks held by each thread, by its number */
  int threads_rows; /* rows per thread in its pane */
  int threads_name; /* columns for the threads' names */
  VEC(struct mark_info) marks;
  VEC(char *) watches; /* "expr = value" */
  VEC(char *) diff; /* first the description of an error here, then the changes by the last step */
  size_t error_lines;          /* number of lines in `diff` that describe the error */
  const struct source *source; /* NULL: the pane shows no source file */
  int pc;                      /* current line of the shown thread, from 1; 0: none */
  int first;                   /* main's first line, before main begins; else 0 */
  /* bytecode shown if the source is not found; without instructions: none */
  struct bytecode_info code;
  /* The class and method of a JDK frame. Its source file belongs to that class only, because the
   * program may have a file with the same name. NULL: not a JDK frame. */
  char *library_class, *library_method;
  uint32_t library_thread;
  bool native; /* the frame has neither line nor bytecode */
  bool error;  /* the pane shows where the path's error happened, by thread `error_thread` */
  uint32_t error_thread;
  VEC(char *) locals;  /* of the shown frame: "name = value" */
  char *frame;         /* name of the shown frame: "T3 Consumer in consume" */
  char *title, *shown; /* shown: the position for which the cursor was last placed */
  int slot;            /* on small screens: the pane in the last place */
};

static inline struct debug_data *debug_data_of(struct debug *d) {
  return d->views[VIEW_debug].data;
}

/* The operations of the view (struct view_ops): open, refresh and close. `slot` is the pane that
 * small screens show in the last place at first. */
void *debug_data_open(int slot);
void debug_data_refresh(struct debug *d, void *data);
void debug_data_close(void *data);

/* Returns the row of the shown thread's current line in its source, or of its current instruction
 * in the bytecode; 0: there is none. */
size_t debug_source_row(const struct debug_data *v);
bool debug_source_found(const struct debug_data *v);
extern const struct pane_ops debug_source_pane, debug_threads_pane;

#endif
