/* Views of the session. A view is a row of views.def and one file in views/, and consists of panes.
 * A pane is a list of items. Items are requested one by one, so a trace of millions of events costs
 * only what is on the screen. The same panes are drawn on a terminal's grid and printed as plain
 * text, the view's text twin. */
#ifndef HEDDLE_TUI_TERMINAL_VIEW_H
#define HEDDLE_TUI_TERMINAL_VIEW_H

#include "engine/base/words.h"
#include "tui/terminal/grid.h"

struct debug;

struct pane_ops {
  const char *name; /* for `pane NAME` */
  void (*title)(struct debug *d, struct line *out);
  size_t (*count)(struct debug *d); /* number of items */
  /* rows per item in a pane of that size; NULL: 1 */
  int (*height)(struct debug *d, int cols, int rows);
  /* Writes a fixed row above the items. False or NULL: there is none. */
  bool (*header)(struct debug *d, int cols, struct line *out);
  void (*item)(struct debug *d, size_t i, int row, int cols, struct line *out);
  /* Writes details that do not fit in the rows of the item under the cursor. They are shown in free
   * rows below the items; the focused pane makes room for them. False or NULL: there are none. */
  bool (*detail)(struct debug *d, size_t i, int cols, struct line *out);
  /* the command that Enter runs (caller frees); NULL: none */
  char *(*open)(struct debug *d, size_t i);
  /* Returns the memory location or lock that item i is about, in the form that engine_place reads
   * (caller frees); NULL: it is about neither. The function is NULL if this holds for all items. */
  char *(*subject)(struct debug *d, size_t i);
  size_t *(*cursor)(struct debug *d); /* where the cursor is stored; NULL: in the pane */
  /* Returns the item to which the cursor jumps after a change of state; SIZE_MAX or NULL: it
   * stays. */
  size_t (*home)(struct debug *d);
  /* Unfolds and returns the first item (the last if sign < 0) that is hidden below item i and whose
   * text fits. SIZE_MAX: no hidden item fits. NULL: the pane hides no items. */
  size_t (*reveal)(struct debug *d, size_t i, long sign,
                   bool (*fits)(struct debug *d, const char *text));
  const char *empty;                         /* shown when there are no items */
  const char *(*why_empty)(struct debug *d); /* returns that text if it depends on the session */
  int fixed;                                 /* number of columns that do not scroll sideways */
  bool counts;                               /* the title says how many items are out of sight */
  bool text;                                 /* plain text: no cursor, it scrolls */
  bool tail; /* a text that shows its last page after a change, unless the user has scrolled away */
};

#define VIEW_PANES 8
struct view_ops {
  const char *name, *title;
  const struct pane_ops *const *panes; /* NULL-terminated */
  /* Sets the area of each pane within `area`, including the pane's title row. rows 0: the pane is
   * not shown. */
  void (*layout)(struct debug *d, struct rect area, struct rect *out);
  int (*twin_rows)(struct debug *d, int cols); /* number of rows of the text twin */
  void *(*open)(struct debug *d); /* creates the view's data; NULL: the view has none */
  void (*refresh)(struct debug *d, void *data);
  void (*close)(void *data);
  /* Returns the node under the cursor, for commands that name it. NULL: the view has none. */
  node_id (*node)(struct debug *d);
  /* Moves the cursor by columns. NULL: the pane's text scrolls instead. */
  void (*sideways)(struct debug *d, long columns);
  int focus; /* the pane that has the focus at first */
};

struct pane_state {
  struct rect area;        /* place on the screen, title included; rows 0: not shown */
  int first, height;       /* row of the first item, and rows per item */
  size_t cursor, top, end; /* end: index after the last item shown whole */
  int page;                /* number of items shown */
  int cols;                /* width when the pane was drawn */
  int shift;               /* number of columns scrolled out of sight on the left */
  bool to_end;             /* show the last page at the next drawing */
  bool away;               /* the user has scrolled away from the end of a tail */
};
/* A rule between panes that the user dragged. It applies as long as the view has the same size on
 * the screen. */
struct view_drag {
  struct rect area;
  bool vertical;
  int at, by; /* column or row of the rule, and how far it was moved */
  int across; /* for a horizontal rule: a column that it crosses */
};
struct view {
  const struct view_ops *ops;
  void *data;
  int focus;
  bool large;             /* the focused pane fills the screen */
  uint64_t fresh;         /* generation when `data` was read; 0: never */
  bool stale;             /* `data` must be read again although the node is the same */
  uint64_t read_at, cost; /* ms: when `data` was read, and how long that took */
  struct pane_state pane[VIEW_PANES];
  struct rect drawn; /* place on the screen when it was last drawn */
  struct view_drag drags[8];
  uint32_t drag_count;
};

enum view_id {
#define VIEW(name, key, title) VIEW_##name,
#include "tui/terminal/views.def"
#undef VIEW
  VIEWS
};

int view_find(const char *name); /* VIEWS if there is none */
int view_panes(const struct view *v);
/* Reads the view's data again if it is out of date. While a search runs, does so less often if
 * reading takes long. */
void view_refresh(struct debug *d, int view);
/* Draws a view's panes into `area`. `twin`: draws everything, as text and without focus. */
void view_draw(struct debug *d, int view, struct grid *g, struct rect area, bool twin);
/* Writes the session's state in one line of `cols` columns. */
void view_status(struct debug *d, struct line *out, int cols);
/* Prints the view as text, as wide as the setting `width` says. */
void view_print_twin(struct debug *d, int view, FILE *out);
/* Draws the terminal's whole screen except the prompt. Returns the prompt's row. */
int view_screen(struct debug *d, struct grid *g);
/* The pane and item drawn at a place of the screen. */
struct view_hit {
  int pane;
  size_t item;
  bool on_item; /* false: on the title, or below the last item */
};
bool view_hit(struct debug *d, int row, int col, struct view_hit *out); /* false: no pane */
/* Returns true on a rule between panes, or on a pane's title row. */
bool view_on_rule(struct debug *d, int row, int col);
/* Returns the name of the view whose tab is in that column. NULL: none. */
const char *view_tab_at(int col, int cols);
/* Moves the rule at (row, col) to (to_row, to_col). The move applies only while the view keeps its
 * size. */
void view_drag(struct debug *d, int row, int col, int to_row, int to_col);
/* Applies dragged rules to the panes of a layout, for view_draw. */
void view_apply_drags(const struct view *v, struct rect area, struct rect *r);
/* Returns the cursor of a pane, corrected to an existing item. */
size_t *view_cursor(struct debug *d, struct view *v, int pane);

/* Returns the memory location or object in a text of the engine, such as "write Cell#1.value @
 * TwoStage.java:17", for pane_ops.subject. Caller frees. NULL: there is none. */
char *view_subject_of(const char *action);
/* Returns the node that the word `cursor` means in commands: the view's own (view_ops.node), else
 * the node to which Enter on the row under the cursor leads. If Enter on that row follows
 * a recorded trace, this is the current node; if Enter leads to no node, this is the node under the
 * cursor of the view Tree. */
node_id view_node(struct debug *d);
/* Returns the subject of the row under the cursor (pane_ops.subject). */
char *view_subject(struct debug *d);

/* ---- layouts ---- */
struct rect rect_top(struct rect *r, int rows); /* cuts off and returns the top rows */
struct rect rect_bottom(struct rect *r, int rows);
/* Cuts off and returns the right columns. Leaves one column free for the rule. */
struct rect rect_right(struct rect *r, int cols);

#endif
