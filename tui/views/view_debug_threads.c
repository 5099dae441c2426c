/* The threads pane of the view Debug: each thread's state, position and locks, and what it waits
 * for. All threads get the same number of rows: as many as fit or, if the pane is enlarged, as many
 * as the longest text needs. If the text of the thread under the cursor is cut, the whole text is
 * shown below the threads. */
#include <stdlib.h>
#include <string.h>

#include "tui/views/view_debug.h"
#include "tui/views/view_debug_data.h"

static void threads_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "Threads");
}

static size_t threads_count(struct debug *d) {
  return teach_hides_state(d) ? 0 : debug_data_of(d)->threads.len;
}

static const char *threads_why_empty(struct debug *d) {
  return teach_hides_state(d) ? TEACH_HIDDEN : "none";
}

/* Returns the uncaught exception that ended the thread, with a short class name. Caller frees.
 * NULL: none. */
static char *died_of(struct debug *d, uint32_t thread) {
  struct violation_info v;
  if (!(debug_here(d).flags & NODE_ERROR) || engine_violation(d->engine, debug_here(d).id, &v))
    return NULL;
  return v.property == PROP_EXCEPTION && v.thread == thread ? debug_short(d, v.kind) : NULL;
}

/* Returns "TwoStage.produce:17" or, if not `whole`, "@17". Caller frees. */
static char *thread_place(struct debug *d, const struct thread_info *t, bool whole) {
  char *full, *s;
  if (t->line <= 0) return mem_strdup("");
  if (!whole) return mem_printf("@%d ", t->line);
  full = mem_printf("%s.%s:%d  ", t->class_name, t->method, t->line);
  s = debug_short(d, full);
  free(full);
  return s;
}

enum {
  SHORT_NAME = 8,
  LONG_NAME = 26,
  STATE = 9,
  SHORT_PLACE = 7,
  INDENT = 4,
  WIDE = 70,
  WITH_H = 90
};
enum { MEASURED = 100 }; /* number of threads measured to find the height of all */

static bool is_large(struct debug *d) {
  const struct view *v = &d->views[VIEW_debug];
  return v->large && v->ops->panes[v->focus] == &debug_threads_pane;
}

/* Returns the width of the column for names: that of the longest name, but small enough to leave
 * room for state and position. */
static int name_columns(struct debug *d, int cols, bool one_row) {
  const struct debug_data *v = debug_data_of(d);
  int longest = 2, most = cols >= WIDE || one_row ? cols / 3 + 2 : cols - STATE - SHORT_PLACE;
  for (size_t i = 0; i < v->threads.len; i++) {
    int w = utf8_width(debug_thread_title(d, v->threads.data[i].number));
    longest = w > longest ? w : longest;
  }
  if (most < SHORT_NAME) most = SHORT_NAME;
  if (!is_large(d) && most > LONG_NAME) most = LONG_NAME;
  return longest < most ? longest : most;
}

static void state_item(const struct thread_info *t, const char *died, struct line *out) {
  if (died)
    line_puts(out, ST_BAD, "died of");
  else
    line_puts(out, t->enabled ? ST_GOOD : t->life == LIFE_ENDED ? ST_DIM : ST_WARN, t->state);
}

/* Draws " *T1 Producer runnable TwoStage.produce:17". Returns false if the full position does not
 * fit, so that only "@17" was drawn. If each thread has one row, "@17" is intended and counts as
 * fitting. */
static bool first_row(struct debug *d, const struct thread_info *t, int cols, struct line *out) {
  int name = debug_data_of(d)->threads_name;
  char *died = died_of(d, t->number), *place;
  bool whole = cols >= WIDE || debug_data_of(d)->threads_rows > 1;
  const char *title = debug_thread_title(d, t->number);
  bool fits;
  line_puts(out, ST_NORMAL, t->current ? "*" : " ");
  line_fit(out, t->number == debug_shown_thread(d) ? ST_TITLE : line_thread_style(t->number), title,
           is_large(d) && cols > utf8_width(title) ? cols : name);
  line_tab(out, name + 2);
  state_item(t, died, out);
  line_tab(out, name + 2 + STATE);
  place = thread_place(d, t, whole);
  fits = line_width(out) + utf8_width(place) <= cols;
  if (!fits && whole) {
    free(place);
    place = thread_place(d, t, false);
  }
  line_puts(out, ST_DIM, place);
  free(died);
  free(place);
  return fits;
}

/* Draws the text after the first row: "wants lock Cell#1, held by T2 Producer holds Cell#2 class
 * Producer". */
static void rest(struct debug *d, const struct thread_info *t, int cols, bool place,
                 struct line *out) {
  const struct debug_data *v = debug_data_of(d);
  char *died = died_of(d, t->number), *what = died ? died : debug_waits_text(d, t),
       *held = debug_short(d, v->held[t->number]), *at = thread_place(d, t, true);
  if (died)
    line_printf(out, ST_BAD, "%s%s  ", v->threads_rows > 1 ? "died of " : "", what);
  else if (*what)
    line_printf(out, t->waits_for && *t->waits_for ? ST_WARN : ST_NORMAL, "%s  ", what);
  if (*held) line_printf(out, ST_NORMAL, "holds %s  ", held);
  if (place && *at) line_printf(out, ST_DIM, "at %s", at);
  line_printf(out, ST_DIM, "class %s%s", t->kind, t->daemon ? ", daemon" : "");
  if (t->h_bits && *t->h_bits && cols < WITH_H && is_large(d))
    line_printf(out, ST_DIM, "  h %s", t->h_bits);
  free(what);
  free(held);
  free(at);
}

static void h_bits(const struct thread_info *t, int cols, struct line *out) {
  if (!t->h_bits || !*t->h_bits || cols < WITH_H || line_width(out) > cols - 21) return;
  line_tab(out, cols - 20);
  line_printf(out, ST_DIM, "h %s", t->h_bits);
}

/* Returns the number of rows that a thread needs to show everything. */
static int rows_needed(struct debug *d, const struct thread_info *t, int cols) {
  struct line l = {0};
  int rows = 1, from = 0, width;
  bool fits = first_row(d, t, cols, &l);
  line_clear(&l);
  rest(d, t, cols, !fits, &l);
  for (width = line_width(&l); from < width; rows++)
    from = utf8_wrap(line_text(&l), from, cols - INDENT);
  line_release(&l);
  return rows;
}

/* Returns the number of rows per thread: as many as the longest text needs, but few enough for all
 * threads to fit (if the pane is enlarged, for one thread to fit). */
static int threads_height(struct debug *d, int cols, int rows) {
  struct debug_data *v = debug_data_of(d);
  size_t i, n = threads_count(d);
  int need = 1, k;
  v->threads_name = name_columns(d, cols, n * 2 > (size_t)rows);
  v->threads_rows = 2;
  if (n * 2 <= (size_t)rows || is_large(d))
    for (i = 0; i < n && i < MEASURED; i++) {
      k = rows_needed(d, &v->threads.data[i], cols);
      need = k > need ? k : need;
    }
  while (need > 1 && (is_large(d) ? need > rows : n * (size_t)need > (size_t)rows)) need--;
  return v->threads_rows = need;
}

/* Draws row `row` (from 1) of a thread. The last row gets all the remaining text. */
static void rest_row(struct debug *d, const struct thread_info *t, int row, int cols,
                     struct line *out) {
  struct line l = {0};
  int from = 0, to, i;
  bool fits = first_row(d, t, cols, &l);
  line_clear(&l);
  rest(d, t, cols, !fits, &l);
  for (i = 1; i < row; i++) from = utf8_wrap(line_text(&l), from, cols - INDENT);
  to = row + 1 == debug_data_of(d)->threads_rows ? line_width(&l)
                                                 : utf8_wrap(line_text(&l), from, cols - INDENT);
  line_tab(out, INDENT);
  line_part(out, &l, from, to);
  line_release(&l);
}

static void threads_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct thread_info *t = &debug_data_of(d)->threads.data[i];
  bool fits;
  if (row) {
    rest_row(d, t, row, cols, out);
    return;
  }
  fits = first_row(d, t, cols, out);
  if (debug_data_of(d)->threads_rows == 1) rest(d, t, cols, !fits, out);
  h_bits(t, cols, out);
}

/* Draws the whole text of a thread whose rows cut it. Returns false if they do not. */
static bool threads_detail(struct debug *d, size_t i, int cols, struct line *out) {
  const struct debug_data *v = debug_data_of(d);
  const struct thread_info *t = &v->threads.data[i];
  int rows = v->threads_rows;
  struct line l = {0};
  bool whole;
  threads_item(d, i, 0, cols, &l);
  whole = line_width(&l) <= cols && utf8_width(debug_thread_title(d, t->number)) <= v->threads_name;
  line_release(&l);
  if (whole && (rows == 1 || rows_needed(d, t, cols) <= rows)) return false;
  line_printf(out, line_thread_style(t->number), "%s ", debug_thread_title(d, t->number));
  rest(d, t, cols, true, out);
  return true;
}

static char *threads_open(struct debug *d, size_t i) {
  return mem_printf("thread %u", debug_data_of(d)->threads.data[i].number);
}

static char *threads_subject(struct debug *d, size_t i) {
  const struct thread_info *t = &debug_data_of(d)->threads.data[i];
  return t->op ? view_subject_of(t->op) : NULL;
}

static size_t threads_home(struct debug *d) {
  uint32_t shown = debug_shown_thread(d);
  size_t i;
  for (i = 0; i < debug_data_of(d)->threads.len; i++)
    if (debug_data_of(d)->threads.data[i].number == shown) return i;
  return SIZE_MAX;
}

const struct pane_ops debug_threads_pane = {.name = "threads",
                                            .title = threads_title,
                                            .count = threads_count,
                                            .height = threads_height,
                                            .item = threads_item,
                                            .detail = threads_detail,
                                            .open = threads_open,
                                            .subject = threads_subject,
                                            .home = threads_home,
                                            .why_empty = threads_why_empty,
                                            .counts = true};
