/* The view Debug: the source with the threads' positions and marks, the enabled choices with their
 * effects, the threads, the guide sequence, the changes by the last step, and watched
 * expressions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/views/views.h"
#include "tui/views/view_debug_data.h"

enum pane { SOURCE, CHOICES, THREADS, SEQUENCE, DIFF, WATCH };

static void *debug_open_data(struct debug *d) {
  (void)d;
  return debug_data_open(THREADS);
}

/* ---- choices ---- */

static void choices_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "Choices");
}

static size_t choices_count(struct debug *d) {
  if (teach_hides_state(d)) return 0;
  debug_blocked(d);
  return d->choices.len + d->blocked.len;
}

enum { WIDE_CHOICE = 110 };
static int choices_height(struct debug *d, int cols, int rows) {
  (void)rows;
  const struct engine_options *o = engine_opts(d->engine);
  bool effects = o->properties & PROP_RACE || o->stale_reads || engine_mark_count(d->engine);
  return cols >= WIDE_CHOICE || !effects ? 1 : 2;
}

static void choice_action(struct debug *d, const struct debug_choice *c, size_t i,
                          struct line *out) {
  char *action = c->previewed ? debug_named(d, c->preview.action ? c->preview.action : "") : NULL;
  line_printf(out, ST_NORMAL, "%zu ", i + 1);
  if (action)
    line_puts(out, line_thread_style(c->choice.thread), action);
  else
    line_puts(out, line_thread_style(c->choice.thread), debug_thread_title(d, c->choice.thread));
  free(action);
}

static void choice_effect(struct debug *d, const struct debug_choice *c, struct line *out) {
  const char *sep = "";
  char *h = c->previewed && c->preview.h_change ? debug_short(d, c->preview.h_change) : NULL;
  char *seq = c->previewed && c->preview.sequence ? debug_short(d, c->preview.sequence) : NULL;
  if (c->choice.kind == CHOICE_STALE) {
    line_puts(out, ST_WARN, "older value");
    sep = " | ";
  }
  if (h && *h) {
    line_puts(out, ST_DIM, sep);
    line_puts(out, line_h_style(c->preview.h_effect), h);
    sep = " | ";
  }
  if (seq && *seq && engine_mark_count(d->engine)) {
    line_puts(out, ST_DIM, sep);
    line_puts(out, c->preview.observed > debug_here(d).observed ? ST_MARK : ST_DIM, seq);
    sep = " | ";
  }
  if (c->previewed && c->preview.flags & NODE_ERROR)
    line_printf(out, ST_BAD, "%sERROR", sep), sep = " | ";
  if (c->previewed && c->preview.flags & NODE_ENDED)
    line_printf(out, ST_GOOD, "%sprogram ends", sep), sep = " | ";
  if (c->previewed && c->preview.flags & NODE_FAILED)
    line_printf(out, ST_WARN, "%scannot be executed", sep), sep = " | ";
  if (c->child != NODE_NONE)
    line_printf(out, ST_DIM, "%snode %u", sep, c->child);
  else if (c->previewed && c->preview.flags & NODE_MATCHED)
    line_printf(out, ST_DIM, "%sseen before", sep);
  free(h);
  free(seq);
}

/* Draws a thread that cannot run: dim, without a number, with the reason. */
static void blocked_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct debug_blocked *b = &d->blocked.data[i];
  bool wide = choices_height(d, cols, 0) == 1;
  CHECK(i < d->blocked.len, "a thread that cannot run has a row: %zu of %zu", i, d->blocked.len);
  if (row == 0) line_printf(out, ST_DIM, "- %s", debug_thread_title(d, b->thread));
  if (wide)
    line_tab(out, cols >= WIDE_CHOICE ? cols / 2 - 4 : line_width(out) + 2);
  else if (row == 1)
    line_tab(out, 4);
  if (row == 1 || wide) line_printf(out, ST_DIM, "cannot run: %s", b->reason);
}

static void choices_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct debug_choice *c;
  bool hidden = teach_hides(d);
  if (i >= d->choices.len) {
    blocked_item(d, i - d->choices.len, row, cols, out);
    return;
  }
  c = &d->choices.data[i];
  if (row == 0) choice_action(d, c, i, out);
  if (choices_height(d, cols, 0) == 1)
    line_tab(out, cols >= WIDE_CHOICE ? cols / 2 - 4 : line_width(out) + 2);
  else if (row == 1)
    line_tab(out, 4);
  if (row != 1 && choices_height(d, cols, 0) != 1) return;
  if (hidden)
    line_puts(out, ST_DIM, "?");
  else
    choice_effect(d, c, out);
}

static char *choices_open(struct debug *d, size_t i) {
  return i < d->choices.len ? mem_printf("take %zu", i + 1)
                            : mem_printf("take T%u", d->blocked.data[i - d->choices.len].thread);
}

static char *choices_subject(struct debug *d, size_t i) {
  const struct debug_choice *c = &d->choices.data[i];
  if (i >= d->choices.len) return view_subject_of(d->blocked.data[i - d->choices.len].op);
  return c->previewed && c->preview.action ? view_subject_of(c->preview.action) : NULL;
}

static const char *choices_why_empty(struct debug *d) {
  return teach_hides_state(d) ? TEACH_HIDDEN : debug_no_choice(d);
}

static size_t *choices_cursor(struct debug *d) { return &d->selected; }

/* ---- sequence, differences, watches ---- */

static void sequence_title(struct debug *d, struct line *out) {
  line_printf(out, ST_NORMAL, "Guide sequence %u/%u", debug_here(d).observed,
              engine_mark_count(d->engine));
}

static size_t sequence_count(struct debug *d) { return debug_data_of(d)->marks.len; }

static void sequence_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct debug_data *v = debug_data_of(d);
  const struct mark_info *m = &v->marks.data[i];
  bool next = !m->observed && (!i || m[-1].observed);
  (void)row, (void)cols, (void)d;
  line_puts(out, m->observed ? ST_GOOD : ST_MARK, m->observed ? "ok " : next ? "-> " : "   ");
  line_printf(out, ST_MARK, "g%u ", m->id);
  line_puts(out, ST_NORMAL, m->text ? m->text : "?");
  if (m->method && !(m->text && strstr(m->text, m->method)))
    line_printf(out, ST_DIM, " %s", m->method);
  if (m->observed) line_printf(out, ST_DIM, " by %s", debug_thread_title(d, m->observed_thread));
}

static char *sequence_open(struct debug *d, size_t i) {
  const struct mark_info *m = &debug_data_of(d)->marks.data[i];
  if (m->observed && m->observed_node != NODE_NONE) return mem_printf("go %u", m->observed_node);
  return m->file && m->line > 0 ? mem_printf("source %s:%d", m->file, m->line) : NULL;
}

static size_t sequence_home(struct debug *d) {
  size_t i;
  for (i = 0; i < debug_data_of(d)->marks.len && debug_data_of(d)->marks.data[i].observed; i++)
    continue;
  return i;
}

static void diff_title(struct debug *d, struct line *out) {
  struct node_info here = debug_here(d);
  if (debug_data_of(d)->error_lines)
    line_puts(out, ST_BAD, "ERROR, "), line_puts(out, ST_NORMAL, "then s");
  else
    line_puts(out, ST_NORMAL, "S");
  line_puts(out, ST_NORMAL, "tate diff");
  if (here.parent != NODE_NONE)
    line_printf(out, ST_NORMAL, ": step %u -> %u", here.depth - 1, here.depth);
}

static size_t diff_count(struct debug *d) {
  return teach_hides_state(d) ? 0 : debug_data_of(d)->diff.len;
}

static const char *diff_why_empty(struct debug *d) {
  return teach_hides_state(d) ? TEACH_HIDDEN : "nothing differs";
}

static void diff_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct debug_data *v = debug_data_of(d);
  (void)row, (void)cols;
  line_printf(out, i < v->error_lines ? ST_BAD : ST_NORMAL, " %s", v->diff.data[i]);
}

/* Shows watches, bookmarks and notes, then the variables of the shown frame. */
static void watch_title(struct debug *d, struct line *out) {
  const struct debug_data *v = debug_data_of(d);
  line_puts(out, ST_NORMAL, d->moments.len ? "Watch, notes" : "Watch");
  if (v->frame) line_printf(out, ST_NORMAL, ", locals of %s", v->frame);
}

static size_t watch_count(struct debug *d) {
  if (teach_hides_state(d)) return 0;
  return debug_data_of(d)->watches.len + d->moments.len + debug_data_of(d)->locals.len;
}

static const char *watch_why_empty(struct debug *d) {
  return teach_hides_state(d) ? TEACH_HIDDEN : "none (:watch Class.field)";
}

static void watch_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct debug_data *v = debug_data_of(d);
  size_t others = v->watches.len + d->moments.len;
  (void)row, (void)cols;
  if (i < v->watches.len) {
    line_printf(out, ST_KEY, " w%zu ", i + 1);
    line_puts(out, ST_NORMAL, v->watches.data[i]);
  } else if (i < others) {
    const struct debug_moment *m = &d->moments.data[i - v->watches.len];
    char *s = moments_text(d, m);
    line_printf(out, m->node == engine_here(d->engine) ? ST_MARK : ST_NORMAL, " %s", s);
    free(s);
  } else {
    line_printf(out, ST_NORMAL, " %s", v->locals.data[i - others]);
  }
}

static const struct pane_ops choices_pane = {.name = "choices",
                                             .title = choices_title,
                                             .count = choices_count,
                                             .height = choices_height,
                                             .item = choices_item,
                                             .open = choices_open,
                                             .subject = choices_subject,
                                             .cursor = choices_cursor,
                                             .why_empty = choices_why_empty,
                                             .counts = true};
static const struct pane_ops sequence_pane = {.name = "sequence",
                                              .title = sequence_title,
                                              .count = sequence_count,
                                              .item = sequence_item,
                                              .open = sequence_open,
                                              .home = sequence_home,
                                              .empty = "no marks (m in the source, :mark)"};
static const struct pane_ops diff_pane = {.name = "diff",
                                          .title = diff_title,
                                          .count = diff_count,
                                          .item = diff_item,
                                          .why_empty = diff_why_empty,
                                          .text = true};
static const struct pane_ops watch_pane = {.name = "watch",
                                           .title = watch_title,
                                           .count = watch_count,
                                           .item = watch_item,
                                           .why_empty = watch_why_empty,
                                           .text = true};
static const struct pane_ops *const panes[] = {
    &debug_source_pane, &choices_pane, &debug_threads_pane, &sequence_pane, &diff_pane,
    &watch_pane,        NULL};

/* ---- layout ---- */

/* Without marks, the guide sequence needs only one row, and the threads get its other rows. */
static void layout_wide(struct rect area, bool marks, struct rect *out) {
  struct rect right = rect_right(&area, area.cols * 2 / 5);
  int sequence;
  out[DIFF] = rect_bottom(&area, area.rows * 7 / 28);
  out[SOURCE] = area;
  out[CHOICES] = rect_top(&right, right.rows * 10 / 28);
  sequence = (right.rows - right.rows * 8 / 25) * 6 / 11;
  out[THREADS] = rect_top(&right, right.rows * 8 / 25 + (marks ? 0 : sequence - 2));
  out[SEQUENCE] = rect_top(&right, marks ? sequence : 2);
  out[WATCH] = right;
}

/* Returns the most informative pane to show beside the threads: the error, the user's watches, the
 * guide sequence, or the changes by the last step. */
static int beside_threads(const struct debug_data *v, bool moments) {
  if (v->error_lines) return DIFF;
  return v->watches.len || moments ? WATCH : v->marks.len ? SEQUENCE : DIFF;
}

/* Puts the source above the choices, and at the bottom one place (on a wide screen: two) for the
 * other panes. That place shows the pane that had the focus last. At an error there are no choices,
 * so their pane is small. */
static void layout_small(struct debug *d, struct debug_data *v, struct rect area,
                         struct rect *out) {
  bool moments = d->moments.len, end = v->error_lines && !d->choices.len && area.rows >= 16;
  struct rect last = rect_bottom(&area, end               ? area.rows / 2
                                        : area.rows >= 24 ? area.rows / 4
                                        : area.rows >= 16 ? 4
                                                          : 3),
              right;
  out[CHOICES] = rect_bottom(&area, end               ? 2
                                    : area.rows >= 14 ? (area.rows - 1) / 2 | 1
                                                      : area.rows / 2);
  out[SOURCE] = area;
  if (last.cols >= 72) {
    right = rect_right(&last, v->error_lines ? last.cols * 3 / 5 : last.cols * 2 / 5);
    out[THREADS] = last;
    out[v->slot == THREADS ? beside_threads(v, moments) : v->slot] = right;
  } else {
    out[v->slot == THREADS && v->error_lines ? DIFF : v->slot] = last;
  }
}

static void debug_layout(struct debug *d, struct rect area, struct rect *out) {
  struct debug_data *v = debug_data_of(d);
  int focus = d->views[VIEW_debug].focus;
  if (focus >= THREADS) v->slot = focus;
  if (area.cols >= 100 && area.rows >= 22)
    layout_wide(area, v->marks.len > 0, out);
  else
    layout_small(d, v, area, out);
}

static int debug_twin_rows(struct debug *d, int cols) {
  (void)d;
  return cols >= 100 ? 34 : 40;
}

const struct view_ops view_debug = {.name = "debug",
                                    .title = "Debug",
                                    .panes = panes,
                                    .layout = debug_layout,
                                    .twin_rows = debug_twin_rows,
                                    .open = debug_open_data,
                                    .refresh = debug_data_refresh,
                                    .close = debug_data_close,
                                    .focus = CHOICES};
