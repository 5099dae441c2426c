/* The Debug view: source with the threads' places and marks, the enabled choices with what each would do, threads, the guide
 * sequence, what the last step changed, watched expressions. */
#include "tui/views/view_debug.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum pane { SOURCE, CHOICES, THREADS, SEQUENCE, DIFF, WATCH };

struct data {
  VEC(struct thread_info) threads;
  VEC(struct mark_info) marks;
  VEC(char *) watches; /* "expr = value" */
  VEC(char *) diff;    /* at an error what it is, then what the last step changed */
  size_t told;         /* of these, the error's lines */
  const struct source *source; /* NULL: none to show */
  int pc;                      /* line of the shown thread in it, from 1; 0 none */
  bool error;                  /* it is where the path's error happened, by thread `error_thread` */
  uint32_t error_thread;
  VEC(char *) locals;          /* of the shown frame: "name = value" */
  char *frame;                 /* its name: "T3 consume" */
  char *title, *shown;         /* shown: what the cursor was last put on */
  int slot;                    /* small screens: the pane in the last place */
};

static struct data *data_of(struct debug *d) { return d->views[VIEW_debug].data; }

static void *open_data(struct debug *d) {
  struct data *v = mem_alloc(sizeof *v);
  (void)d;
  v->slot = THREADS;
  return v;
}

static void clear(struct data *v) {
  size_t i;
  for (i = 0; i < v->threads.len; i++) engine_thread_release(&v->threads.data[i]);
  for (i = 0; i < v->marks.len; i++) engine_mark_release(&v->marks.data[i]);
  for (i = 0; i < v->watches.len; i++) free(v->watches.data[i]);
  for (i = 0; i < v->diff.len; i++) free(v->diff.data[i]);
  v->threads.len = v->marks.len = v->watches.len = v->diff.len = v->told = 0;
  free(v->title);
  v->title = NULL;
  for (i = 0; i < v->locals.len; i++) free(v->locals.data[i]);
  v->locals.len = 0;
  free(v->frame);
  v->frame = NULL;
  v->source = NULL;
  v->pc = 0;
  v->error = false;
}

static void close_data(void *data) {
  struct data *v = data;
  clear(v);
  vec_free(&v->threads);
  vec_free(&v->marks);
  vec_free(&v->watches);
  vec_free(&v->diff);
  vec_free(&v->locals);
  free(v->shown);
  free(v);
}

/* ---- reading the session ---------------------------------------------------------------------------------------------------- */

static void read_threads(struct debug *d, struct data *v) {
  uint32_t i, n = engine_thread_count(d->engine);
  for (i = 0; i < n; i++) {
    struct thread_info t;
    memset(&t, 0, sizeof t);
    if (!engine_thread(d->engine, i, &t)) *vec_push(&v->threads) = t;
  }
}

static void read_marks(struct debug *d, struct data *v) {
  uint32_t i, n = engine_mark_count(d->engine);
  for (i = 0; i < n; i++) {
    struct mark_info m;
    memset(&m, 0, sizeof m);
    if (!engine_mark(d->engine, i, &m)) *vec_push(&v->marks) = m;
  }
}

static void read_watches(struct debug *d, struct data *v) {
  size_t i;
  for (i = 0; i < d->watches.len; i++) {
    struct error err = {0};
    char *value = NULL;
    if (engine_watch(d->engine, d->watches.data[i], &value, &err))
      *vec_push(&v->watches) = mem_printf("%s: %s", d->watches.data[i], err.msg);
    else
      *vec_push(&v->watches) = mem_printf("%s = %s", d->watches.data[i], value);
    free(value);
  }
}

static void read_error(struct debug *d, struct data *v, node_id n) {
  struct violation_info bad;
  char *copy, *line, *save = NULL;
  if (engine_violation(d->engine, n, &bad) || !bad.detail) return;
  copy = debug_short(d, bad.detail);
  for (line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) *vec_push(&v->diff) = mem_strdup(line);
  free(copy);
  v->told = v->diff.len;
}

static void read_diff(struct debug *d, struct data *v) {
  struct node_info here = debug_here(d);
  struct error err = {0};
  char **lines = NULL, **l;
  if (here.flags & NODE_ERROR) read_error(d, v, here.id);
  if (here.parent == NODE_NONE || engine_diff(d->engine, here.parent, here.id, &lines, &err)) return;
  for (l = lines; l && *l; l++) *vec_push(&v->diff) = debug_short(d, *l);
  engine_lines_free(lines);
}

static void show(struct debug *d, struct data *v, const char *class_name, const char *file, int line) {
  if (!file) return;
  v->source = source_get(d->sources, class_name, file);
  v->pc = line > 0 ? line : 0;
}

/* A thread that has not begun or has ended has no source: then that of the one that moved. */
static uint32_t thread_with_source(struct debug *d, struct data *v) {
  uint32_t number = debug_shown_thread(d), i;
  for (i = 0; i < v->threads.len; i++)
    if (v->threads.data[i].number == number && v->threads.data[i].file) return number;
  return debug_here(d).parent == NODE_NONE ? number : debug_here(d).choice.thread;
}

/* The class of the stack trace's line that names the place: "    at a.B.method(B.java:12)". NULL: it has none. Caller frees. */
static char *class_at(const char *detail, const char *location) {
  char *place = mem_printf("(%s)", location), *found = NULL;
  const char *at = detail ? strstr(detail, place) : NULL, *from = at;
  while (from && from > detail && from[-1] != ' ' && from[-1] != '\n') from--;
  if (from) found = mem_printf("%.*s", (int)(at - from), from);
  if (found && strrchr(found, '.')) *strrchr(found, '.') = 0; /* the method */
  free(place);
  return found;
}

/* Where the error of this node happened: its thread need not have any frames left. False: nowhere that has a source. */
static bool show_error(struct debug *d, struct data *v) {
  struct violation_info bad;
  struct node_info here = debug_here(d);
  const char *colon;
  char *file, *class_name;
  uint64_t line;
  if (!(here.flags & NODE_ERROR) || d->thread != UINT32_MAX || engine_violation(d->engine, here.id, &bad)) return false;
  colon = bad.location ? strrchr(bad.location, ':') : NULL;
  if (!colon || sscanf(colon + 1, "%" SCNu64, &line) != 1 || line > INT_MAX) return false;
  file = mem_printf("%.*s", (int)(colon - bad.location), bad.location);
  class_name = class_at(bad.detail, bad.location);
  show(d, v, class_name ? class_name : d->main_class, file, (int)line);
  v->title = mem_printf("%s  T%u ERROR %s", bad.location, bad.thread, bad.property_name);
  v->error = true;
  v->error_thread = bad.thread;
  free(class_name);
  free(file);
  return true;
}

static void show_thread(struct debug *d, struct data *v) {
  uint32_t number = thread_with_source(d, v), i;
  struct frame_info f;
  memset(&f, 0, sizeof f);
  for (i = 0; i < v->threads.len && v->threads.data[i].number != number; i++) continue;
  if (d->frame && !engine_frame(d->engine, number, d->frame, &f)) {
    show(d, v, f.class_name, f.file, f.line);
    v->title = mem_printf("%s:%d  T%u frame %u %s.%s", f.file ? f.file : "?", f.line, number, d->frame,
                          f.class_name ? f.class_name : "?", f.method ? f.method : "?");
    engine_frame_release(&f);
  } else if (i < v->threads.len && v->threads.data[i].file) {
    const struct thread_info *t = &v->threads.data[i];
    show(d, v, t->class_name, t->file, t->line);
    v->title = mem_printf("%s:%d  T%u in %s", t->file, t->line, number, t->method ? t->method : "?");
  } else {
    show(d, v, d->main_class, d->file, 0);
    v->title = mem_strdup(d->file);
  }
}

/* After a move, and when another thread is shown, the cursor goes to the thread's line; otherwise it stays with the user. */
static void place_cursor(struct debug *d, struct data *v) {
  char *now = mem_printf("%s:%d:%u", v->source ? v->source->name : "", v->pc, engine_here(d->engine));
  if (!v->shown || strcmp(v->shown, now)) {
    if (v->pc) d->source_line = (size_t)v->pc - 1;
    free(v->shown);
    v->shown = now;
  } else {
    free(now);
  }
}

/* Of the frame that the source shows; the innermost one of the program's when the thread is inside the library. */
static void read_locals(struct debug *d, struct data *v) {
  uint32_t number = thread_with_source(d, v), i = d->frame;
  struct frame_info f;
  char **local;
  memset(&f, 0, sizeof f);
  while (!d->frame && !engine_frame(d->engine, number, i, &f) && f.jdk) engine_frame_release(&f), i++;
  if (!f.method && engine_frame(d->engine, number, i, &f)) return;
  v->frame = mem_printf("T%u %s", number, f.method);
  for (local = f.locals; local && *local; local++) *vec_push(&v->locals) = debug_short(d, *local);
  engine_frame_release(&f);
}

static void refresh(struct debug *d, void *data) {
  struct data *v = data;
  clear(v);
  debug_choices(d);
  read_threads(d, v);
  read_marks(d, v);
  read_watches(d, v);
  read_diff(d, v);
  if (d->shown_file) {
    show(d, v, d->shown_class, d->shown_file, 0);
    v->title = mem_strdup(d->shown_file);
  } else {
    if (!show_error(d, v)) show_thread(d, v);
    place_cursor(d, v);
  }
  read_locals(d, v);
}

/* ---- source ----------------------------------------------------------------------------------------------------------------- */

static void source_title(struct debug *d, struct line *out) {
  struct data *v = data_of(d);
  line_puts(out, ST_NORMAL, v->title ? v->title : "source");
}

static size_t source_count(struct debug *d) {
  const struct data *v = data_of(d);
  return v->source && v->source->path ? v->source->count : 1;
}

static const struct mark_info *mark_at(const struct data *v, int line, int *more) {
  const struct mark_info *found = NULL;
  size_t i;
  *more = 0;
  for (i = 0; i < v->marks.len; i++) {
    const struct mark_info *m = &v->marks.data[i];
    if (m->line != line || !m->file || !v->source || strcmp(m->file, v->source->name)) continue;
    if (found) ++*more;
    else found = m;
  }
  return found;
}

/* The threads that stand on a line: "T1 T2", "T1 +3". */
static void threads_at(const struct data *v, int line, struct line *out) {
  size_t i;
  int shown = 0, more = 0, from = line_width(out);
  for (i = 0; i < v->threads.len; i++) {
    const struct thread_info *t = &v->threads.data[i];
    if (t->line != line || !t->file || !v->source || strcmp(t->file, v->source->name)) continue;
    if (shown == 2) {
      more++;
      continue;
    }
    line_printf(out, line_thread_style(t->number), "%sT%u", shown++ ? " " : "", t->number);
  }
  if (more) line_printf(out, ST_DIM, "+%d", more);
  if (v->error && line == v->pc && !shown) line_printf(out, ST_BAD, "!T%u", v->error_thread);
  line_tab(out, from + 7);
}

enum { SOURCE_MARGIN = 15 }; /* mark, line number, threads */

static void source_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct data *v = data_of(d);
  int line = (int)i + 1, more;
  const struct mark_info *m;
  (void)row, (void)cols;
  if (!v->source || !v->source->path) {
    line_printf(out, ST_DIM, "no source%s%s (--source-path)", v->source ? " of " : "", v->source ? v->source->name : "");
    return;
  }
  m = mark_at(v, line, &more);
  if (m) line_printf(out, ST_MARK, "g%u%s", m->id, more ? "+" : "");
  line_tab(out, 3);
  line_printf(out, ST_DIM, "%4d ", line);
  threads_at(v, line, out);
  line_puts(out, line == v->pc ? ST_TITLE : ST_NORMAL, v->source->lines[i]);
}

static size_t *source_cursor(struct debug *d) { return &d->source_line; }

char *view_debug_cursor_location(struct debug *d) {
  const struct data *v = data_of(d);
  view_refresh(d, VIEW_debug);
  if (!v->source || !v->source->path) return NULL;
  return mem_printf("%s:%zu", v->source->name, d->source_line + 1);
}

uint32_t view_debug_cursor_mark(struct debug *d) {
  const struct mark_info *m;
  int more;
  view_refresh(d, VIEW_debug);
  m = mark_at(data_of(d), (int)d->source_line + 1, &more);
  return m ? m->id : 0;
}

/* ---- choices ---------------------------------------------------------------------------------------------------------------- */

static void choices_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "Choices");
}

static size_t choices_count(struct debug *d) {
  debug_choices(d);
  return d->choices.len;
}

enum { WIDE_CHOICE = 110 };
static int choices_height(struct debug *d, int cols) {
  bool effects = engine_opts(d->engine)->properties & ENGINE_RACE || engine_mark_count(d->engine);
  return cols >= WIDE_CHOICE || !effects ? 1 : 2;
}

static void choice_action(struct debug *d, const struct debug_choice *c, size_t i, struct line *out) {
  char *action = c->previewed ? debug_short(d, c->preview.action ? c->preview.action : "") : NULL;
  line_printf(out, ST_NORMAL, "%zu ", i + 1);
  if (action) line_puts(out, line_thread_style(c->choice.thread), action);
  else line_printf(out, line_thread_style(c->choice.thread), "T%u", c->choice.thread);
  free(action);
}

static void choice_effect(struct debug *d, const struct debug_choice *c, struct line *out) {
  const char *sep = "";
  char *h = c->previewed && c->preview.h_change ? debug_short(d, c->preview.h_change) : NULL;
  char *seq = c->previewed && c->preview.sequence ? debug_short(d, c->preview.sequence) : NULL;
  if (h && *h) {
    line_puts(out, strstr(h, "RACE") ? ST_BAD : strstr(h, "unchanged") ? ST_DIM : ST_GOOD, h);
    sep = " | ";
  }
  if (seq && *seq && engine_mark_count(d->engine)) {
    line_puts(out, ST_DIM, sep);
    line_puts(out, strstr(seq, "observes") ? ST_MARK : ST_DIM, seq);
    sep = " | ";
  }
  if (c->previewed && c->preview.flags & NODE_ERROR) line_printf(out, ST_BAD, "%sERROR", sep), sep = " | ";
  if (c->previewed && c->preview.flags & NODE_ENDED) line_printf(out, ST_GOOD, "%sprogram ends", sep), sep = " | ";
  if (c->previewed && c->preview.flags & NODE_FAILED) line_printf(out, ST_WARN, "%scannot be executed", sep), sep = " | ";
  if (c->child != NODE_NONE) line_printf(out, ST_DIM, "%snode %u", sep, c->child);
  else if (c->previewed && c->preview.flags & NODE_MATCHED) line_printf(out, ST_DIM, "%sseen before", sep);
  free(h);
  free(seq);
}

static void choices_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct debug_choice *c = &d->choices.data[i];
  if (row == 0) choice_action(d, c, i, out);
  if (choices_height(d, cols) == 1) line_tab(out, cols >= WIDE_CHOICE ? cols / 2 - 4 : line_width(out) + 2);
  else if (row == 1) line_tab(out, 4);
  if (row == 1 || choices_height(d, cols) == 1) choice_effect(d, c, out);
}

static char *choices_open(struct debug *d, size_t i) {
  (void)d;
  return mem_printf("take %zu", i + 1);
}

static size_t *choices_cursor(struct debug *d) { return &d->selected; }

/* ---- threads ---------------------------------------------------------------------------------------------------------------- */

static void threads_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "Threads");
}

static size_t threads_count(struct debug *d) { return ((struct data *)data_of(d))->threads.len; }

/* The uncaught exception that ended the thread, shortened; NULL: none did. */
static char *died_of(struct debug *d, uint32_t thread) {
  struct violation_info v;
  if (!(debug_here(d).flags & NODE_ERROR) || engine_violation(d->engine, debug_here(d).id, &v)) return NULL;
  return v.property == ENGINE_EXCEPTION && v.thread == thread ? debug_short(d, v.kind) : NULL;
}

static void threads_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct thread_info *t = &data_of(d)->threads.data[i];
  bool waits = t->waits_for && *t->waits_for;
  char *died = died_of(d, t->number), *what = died ? died : debug_short(d, waits ? t->waits_for : t->op ? t->op : "");
  (void)row;
  line_printf(out, line_thread_style(t->number), "%sT%u", t->current ? "*" : " ", t->number);
  line_tab(out, 5);
  if (cols >= 40) {
    line_fit(out, t->number == debug_shown_thread(d) ? ST_TITLE : ST_NORMAL, t->name ? t->name : "", 10);
    line_tab(out, 16);
  }
  if (died) line_puts(out, ST_BAD, "died of");
  else line_puts(out, t->enabled ? ST_GOOD : strcmp(t->state, "ended") ? ST_WARN : ST_DIM, t->state);
  line_tab(out, (cols >= 40 ? 16 : 5) + 9);
  if (t->line > 0) line_printf(out, ST_DIM, "@%d ", t->line);
  line_puts(out, waits ? ST_WARN : ST_NORMAL, what);
  if (t->h_bits && cols >= 90) {
    line_tab(out, cols - 20);
    line_printf(out, ST_DIM, "h %s", t->h_bits);
  }
  free(what);
}

static char *threads_open(struct debug *d, size_t i) { return mem_printf("thread %u", data_of(d)->threads.data[i].number); }

static size_t threads_home(struct debug *d) {
  uint32_t shown = debug_shown_thread(d);
  size_t i;
  for (i = 0; i < data_of(d)->threads.len; i++)
    if (data_of(d)->threads.data[i].number == shown) return i;
  return SIZE_MAX;
}

/* ---- sequence, differences, watches ----------------------------------------------------------------------------------------- */

static void sequence_title(struct debug *d, struct line *out) {
  line_printf(out, ST_NORMAL, "Guide sequence %u/%u", debug_here(d).observed, engine_mark_count(d->engine));
}

static size_t sequence_count(struct debug *d) { return data_of(d)->marks.len; }

static void sequence_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct data *v = data_of(d);
  const struct mark_info *m = &v->marks.data[i];
  bool next = !m->observed && (!i || m[-1].observed);
  (void)row, (void)cols, (void)d;
  line_puts(out, m->observed ? ST_GOOD : ST_MARK, m->observed ? "ok " : next ? "-> " : "   ");
  line_printf(out, ST_MARK, "g%u ", m->id);
  line_puts(out, ST_NORMAL, m->text ? m->text : "?");
  if (m->method && !(m->text && strstr(m->text, m->method))) line_printf(out, ST_DIM, " %s", m->method);
  if (m->observed) line_printf(out, ST_DIM, " by T%u", m->observed_thread);
}

static char *sequence_open(struct debug *d, size_t i) {
  const struct mark_info *m = &data_of(d)->marks.data[i];
  if (m->observed && m->observed_node != NODE_NONE) return mem_printf("go %u", m->observed_node);
  return m->file && m->line > 0 ? mem_printf("source %s:%d", m->file, m->line) : NULL;
}

static size_t sequence_home(struct debug *d) {
  size_t i;
  for (i = 0; i < data_of(d)->marks.len && data_of(d)->marks.data[i].observed; i++) continue;
  return i;
}

static void diff_title(struct debug *d, struct line *out) {
  struct node_info here = debug_here(d);
  if (data_of(d)->told) line_puts(out, ST_BAD, "ERROR, "), line_puts(out, ST_NORMAL, "then s");
  else line_puts(out, ST_NORMAL, "S");
  line_puts(out, ST_NORMAL, "tate diff");
  if (here.parent != NODE_NONE) line_printf(out, ST_NORMAL, ": step %u -> %u", here.depth - 1, here.depth);
}

static size_t diff_count(struct debug *d) { return data_of(d)->diff.len; }

static void diff_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct data *v = data_of(d);
  (void)row, (void)cols;
  line_printf(out, i < v->told ? ST_BAD : ST_NORMAL, " %s", v->diff.data[i]);
}

/* The watches, then the variables of the frame that the source shows. */
static void watch_title(struct debug *d, struct line *out) {
  const struct data *v = data_of(d);
  line_puts(out, ST_NORMAL, "Watch");
  if (v->frame) line_printf(out, ST_NORMAL, ", locals of %s", v->frame);
}

static size_t watch_count(struct debug *d) { return data_of(d)->watches.len + data_of(d)->locals.len; }

static void watch_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct data *v = data_of(d);
  (void)row, (void)cols;
  if (i < v->watches.len) {
    line_printf(out, ST_KEY, " w%zu ", i + 1);
    line_puts(out, ST_NORMAL, v->watches.data[i]);
  } else {
    line_printf(out, ST_NORMAL, " %s", v->locals.data[i - v->watches.len]);
  }
}

static const struct pane_ops source_pane = {.name = "source", .title = source_title, .count = source_count,
                                            .item = source_item, .cursor = source_cursor, .fixed = SOURCE_MARGIN};
static const struct pane_ops choices_pane = {.name = "choices", .title = choices_title, .count = choices_count,
                                             .height = choices_height, .item = choices_item, .open = choices_open,
                                             .cursor = choices_cursor, .why_empty = debug_no_choice};
static const struct pane_ops threads_pane = {.name = "threads", .title = threads_title, .count = threads_count,
                                             .item = threads_item, .open = threads_open, .home = threads_home};
static const struct pane_ops sequence_pane = {.name = "sequence", .title = sequence_title, .count = sequence_count,
                                              .item = sequence_item, .open = sequence_open, .home = sequence_home,
                                              .empty = "no marks (m in the source, :mark)"};
static const struct pane_ops diff_pane = {.name = "diff", .title = diff_title, .count = diff_count, .item = diff_item,
                                          .empty = "nothing differs", .text = true};
static const struct pane_ops watch_pane = {.name = "watch", .title = watch_title, .count = watch_count, .item = watch_item,
                                           .empty = "none (:watch Class.field)", .text = true};
static const struct pane_ops *const panes[] = {&source_pane, &choices_pane, &threads_pane, &sequence_pane,
                                               &diff_pane, &watch_pane, NULL};

/* ---- layout ----------------------------------------------------------------------------------------------------------------- */

static void layout_wide(struct rect area, struct rect *out) {
  struct rect right = rect_right(&area, area.cols * 2 / 5);
  out[DIFF] = rect_bottom(&area, area.rows * 7 / 28);
  out[SOURCE] = area;
  out[CHOICES] = rect_top(&right, right.rows * 10 / 28);
  out[THREADS] = rect_top(&right, right.rows * 8 / 25);
  out[SEQUENCE] = rect_top(&right, right.rows * 6 / 11);
  out[WATCH] = right;
}

/* What there is most to say of: the error, what the user watches, the guide sequence, what the last step changed. */
static int beside_threads(const struct data *v) {
  if (v->told) return DIFF;
  return v->watches.len ? WATCH : v->marks.len ? SEQUENCE : DIFF;
}

/* The source above the choices; below, one place (or two) for the rest: what had the focus last. */
static void layout_small(struct data *v, struct rect area, struct rect *out) {
  struct rect last = rect_bottom(&area, area.rows >= 24 ? area.rows / 4 : area.rows >= 16 ? 4 : 3), right;
  out[CHOICES] = rect_bottom(&area, area.rows >= 14 ? (area.rows - 1) / 2 | 1 : area.rows / 2);
  out[SOURCE] = area;
  if (last.cols >= 72) {
    right = rect_right(&last, v->told ? last.cols * 3 / 5 : last.cols * 2 / 5);
    out[THREADS] = last;
    out[v->slot == THREADS ? beside_threads(v) : v->slot] = right;
  } else {
    out[v->slot == THREADS && v->told ? DIFF : v->slot] = last;
  }
}

static void layout(struct debug *d, struct rect area, struct rect *out) {
  struct data *v = data_of(d);
  int focus = d->views[VIEW_debug].focus;
  if (focus >= THREADS) v->slot = focus;
  if (area.cols >= 100 && area.rows >= 22) layout_wide(area, out);
  else layout_small(v, area, out);
}

static int twin_rows(struct debug *d, int cols) {
  (void)d;
  return cols >= 100 ? 34 : 40;
}

const struct view_ops view_debug = {.name = "debug", .title = "Debug", .panes = panes, .layout = layout, .twin_rows = twin_rows,
                                    .open = open_data, .refresh = refresh, .close = close_data, .focus = CHOICES};
