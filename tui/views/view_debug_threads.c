/* The threads pane of the Debug view: who is in which state, where, with which locks, and what it
 * waits for. Two rows for each thread where there is room for all of them, else one. */
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

static int threads_height(struct debug *d, int cols, int rows) {
  struct debug_data *v = debug_data_of(d);
  (void)cols;
  v->threads_two = threads_count(d) * 2 <= (size_t)rows;
  return v->threads_two ? 2 : 1;
}

/* The uncaught exception that ended the thread, shortened; NULL: none did. */
static char *died_of(struct debug *d, uint32_t thread) {
  struct violation_info v;
  if (!(debug_here(d).flags & NODE_ERROR) || engine_violation(d->engine, debug_here(d).id, &v))
    return NULL;
  return v.property == PROP_EXCEPTION && v.thread == thread ? debug_short(d, v.kind) : NULL;
}

/* "TwoStage.produce:17", as short as it may be: "@17". */
static char *thread_place(struct debug *d, const struct thread_info *t, bool whole) {
  char *full, *s;
  if (t->line <= 0) return mem_strdup("");
  if (!whole) return mem_printf("@%d ", t->line);
  full = mem_printf("%s.%s:%d  ", t->class_name, t->method, t->line);
  s = debug_short(d, full);
  free(full);
  return s;
}

enum { SHORT_NAME = 14, LONG_NAME = 26, STATE = 11, WIDE = 70, WITH_H = 90 };

static void state_item(const struct thread_info *t, const char *died, struct line *out) {
  if (died)
    line_puts(out, ST_BAD, "died of");
  else
    line_puts(out, t->enabled ? ST_GOOD : strcmp(t->state, "ended") ? ST_WARN : ST_DIM, t->state);
}

/* " *T1 Producer   runnable   TwoStage.produce:17  next: lock Cell#2" */
static void first_row(struct debug *d, const struct thread_info *t, int cols, bool whole,
                      struct line *out) {
  bool waits = t->waits_for && *t->waits_for;
  char *died = died_of(d, t->number), *what = died ? died : debug_waits_text(d, t),
       *place = thread_place(d, t, whole || cols >= WIDE);
  int name = cols >= WIDE ? LONG_NAME : cols >= 40 ? SHORT_NAME : 4;
  line_puts(out, ST_NORMAL, t->current ? "*" : " ");
  line_fit(out, t->number == debug_shown_thread(d) ? ST_TITLE : line_thread_style(t->number),
           debug_thread_title(d, t->number), name);
  line_tab(out, name + 2);
  state_item(t, died, out);
  line_tab(out, name + 2 + STATE);
  line_puts(out, ST_DIM, place);
  if (died || !whole) line_puts(out, waits ? ST_WARN : ST_NORMAL, what);
  if (t->h_bits && cols >= WITH_H) {
    line_tab(out, cols - 20);
    line_printf(out, ST_DIM, "h %s", t->h_bits);
  }
  free(what);
  free(place);
}

/* "     class Producer  holds Cell#1  wants lock Cell#2, held by T2 Producer" */
static void second_row(struct debug *d, const struct thread_info *t, struct line *out) {
  const struct debug_data *v = debug_data_of(d);
  char *what = debug_waits_text(d, t), *held = debug_short(d, v->held[t->number]);
  line_tab(out, 4);
  if (*what) line_printf(out, t->waits_for && *t->waits_for ? ST_WARN : ST_NORMAL, "%s  ", what);
  if (*held) line_printf(out, ST_NORMAL, "holds %s  ", held);
  line_printf(out, ST_DIM, "class %s%s", t->kind, t->daemon ? ", daemon" : "");
  free(what);
  free(held);
}

static void threads_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct thread_info *t = &debug_data_of(d)->threads.data[i];
  bool two = debug_data_of(d)->threads_two;
  if (row == 0)
    first_row(d, t, cols, two, out);
  else
    second_row(d, t, out);
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
                                            .open = threads_open,
                                            .subject = threads_subject,
                                            .home = threads_home,
                                            .why_empty = threads_why_empty,
                                            .counts = true};
