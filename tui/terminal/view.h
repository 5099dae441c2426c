/* Views: what the session looks like. A view is a row of views.def and one file in views/; it is
 * made of panes.
 *
 * A pane is a list of items, asked for one by one, so that a trace of millions of events costs what
 * is on the screen. The same panes are drawn on a terminal's grid and printed as the view's text
 * twin. */
#ifndef HEDDLE_TUI_TERMINAL_VIEW_H
#define HEDDLE_TUI_TERMINAL_VIEW_H

#include "engine/base/words.h"
#include "tui/terminal/grid.h"

struct debug;

struct pane_ops {
  const char *name; /* for `pane NAME` */
  void (*title)(struct debug *d, struct line *out);
  size_t (*count)(struct debug *d); /* items */
  /* rows of each item in a pane of so many columns and rows; NULL: 1 */
  int (*height)(struct debug *d, int cols, int rows);
  /* a row above the items, that stays; false or NULL: none */
  bool (*header)(struct debug *d, int cols, struct line *out);
  void (*item)(struct debug *d, size_t i, int row, int cols, struct line *out);
  /* What the item under the cursor has no room for in its own rows: it is put into the rows that
   * stay free below the items, in the pane with the keys into more. False or NULL: nothing. */
  bool (*detail)(struct debug *d, size_t i, int cols, struct line *out);
  /* the command that Enter stands for (caller frees), NULL: none */
  char *(*open)(struct debug *d, size_t i);
  /* The memory location or the lock that item i is about, as engine_place reads it (caller frees);
   * NULL: it is about none, or no item of the pane is. */
  char *(*subject)(struct debug *d, size_t i);
  size_t *(*cursor)(struct debug *d); /* where the cursor is kept; NULL: in the pane */
  /* the cursor's item after a change; SIZE_MAX or NULL: as it was */
  size_t (*home)(struct debug *d);
  /* Shows an item that stands hidden below item i (in a fold) and whose text fits, the first or
   * (sign < 0) the last one; its number, or SIZE_MAX when none does. NULL: nothing is hidden. */
  size_t (*reveal)(struct debug *d, size_t i, long sign,
                   bool (*fits)(struct debug *d, const char *text));
  const char *empty;                         /* shown when there are no items */
  const char *(*why_empty)(struct debug *d); /* instead, when it depends */
  int fixed;                                 /* columns that stay when the pane is moved sideways */
  bool counts;                               /* the title says how many items are out of sight */
  bool text;                                 /* to be read: no cursor, it scrolls */
  bool tail; /* a text whose last page is shown after a change, unless the user has left it */
};

#define VIEW_PANES 8
struct view_ops {
  const char *name, *title;
  const struct pane_ops *const *panes; /* ended by NULL */
  /* Gives each pane its place in `area`, title row included; rows 0: not shown. */
  void (*layout)(struct debug *d, struct rect area, struct rect *out);
  int (*twin_rows)(struct debug *d, int cols); /* rows that the text twin wants */
  void *(*open)(struct debug *d);              /* the view's own data; NULL functions: none */
  void (*refresh)(struct debug *d, void *data);
  void (*close)(void *data);
  /* The node that the cursor is at, for commands that name it; NULL: the view has none. */
  node_id (*node)(struct debug *d);
  /* Moves the cursor by columns, where the view has one; NULL: the pane's text moves instead. */
  void (*sideways)(struct debug *d, long columns);
  int focus; /* the pane that has the keys at first */
};

struct pane_state {
  struct rect area;        /* on the screen, its title included; rows 0: not shown */
  int first, height;       /* row of the first item, and rows of each */
  size_t cursor, top, end; /* end: one past the last item that is shown whole */
  int page;                /* items that were shown */
  int cols;                /* of the pane, when it was drawn */
  int shift;               /* columns that are out of sight on the left */
  bool to_end;             /* the last page is to be shown */
  bool away;               /* of a tail, the user looks at what was before */
};
/* A rule between panes that was dragged, on a screen where the view had that area. */
struct view_drag {
  struct rect area;
  bool vertical;
  int at, by; /* column or row of the rule, and how far it was moved */
  int across; /* of a rule between rows: a column that it has */
};
struct view {
  const struct view_ops *ops;
  void *data;
  int focus;
  bool large;             /* on the screen, the pane that has the keys has all of it */
  uint64_t fresh;         /* generation that `data` belongs to; 0: none */
  bool stale;             /* to be read again, though nothing moved */
  uint64_t read_at, cost; /* ms: when `data` was read, and how long that took */
  struct pane_state pane[VIEW_PANES];
  struct rect drawn; /* its area when it was drawn on the screen */
  struct view_drag drags[8];
  uint32_t drag_count;
};

enum view_id {
#define VIEW(name, key, title) VIEW_##name,
#include "tui/terminal/views.def"
#undef VIEW
  VIEWS
};

int view_find(const char *name); /* VIEWS when there is none */
int view_panes(const struct view *v);
void view_refresh(struct debug *d, int view);
/* Draws the panes of a view into `area`. `twin`: everything, as text; the focus is not shown. */
void view_draw(struct debug *d, int view, struct grid *g, struct rect area, bool twin);
void view_status(struct debug *d, struct line *out, int cols); /* the session in one line */
void view_print_twin(struct debug *d, int view, FILE *out);
/* The whole screen of a terminal but for the prompt's row, whose number it returns. */
int view_screen(struct debug *d, struct grid *g);
/* What was drawn at a place of the screen. */
struct view_hit {
  int pane;
  size_t item;
  bool on_item; /* else on the title, or below the last item */
};
bool view_hit(struct debug *d, int row, int col, struct view_hit *out); /* false: no pane */
bool view_on_rule(struct debug *d, int row, int col); /* on one between panes, or on a title */
/* The name of the view whose tab is in that column; NULL: none. */
const char *view_tab_at(int col, int cols);
/* Moves the rule at a place; a screen of another size has its panes where they were. */
void view_drag(struct debug *d, int row, int col, int to_row, int to_col);
/* For view_draw: the panes of a layout as they were dragged. */
void view_apply_drags(const struct view *v, struct rect area, struct rect *r);
/* The cursor of a pane, brought into its bounds. */
size_t *view_cursor(struct debug *d, struct view *v, int pane);

/* The memory location or object in a text of the engine, "write Cell#1.value @ TwoStage.java:17":
 * for pane_ops.subject. Caller frees; NULL: there is none. */
char *view_subject_of(const char *action);
/* The node that `cursor` names: where Enter leads from the row under the cursor, here for an event
 * of a recorded trace, and that of the view Tree where the shown view has rows of another kind. */
node_id view_node(struct debug *d);
/* What the row under the cursor is about, as pane_ops.subject says. */
char *view_subject(struct debug *d);

/* ---- layouts ---- */
struct rect rect_top(struct rect *r, int rows); /* cuts off */
struct rect rect_bottom(struct rect *r, int rows);
struct rect rect_right(struct rect *r, int cols); /* leaves a column for the rule between */

#endif
