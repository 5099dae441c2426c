/* The view Explain: an error on one screen. The upper part shows the error as its property reports
 * it: the accesses or the cycle of locks with their stacks, and the missing order. Below it are the
 * story of the path, by context switches, the nearest run without an error, and possible repairs.
 * Each row of the story leads to its step.
 * The view keeps its error while the session moves along the path to that error, so that the user
 * can look around at each step. */
#include "tui/views/view_explain.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "trace/counterexample.h"
#include "tui/terminal/alternatives.h"
#include "tui/terminal/debug.h"
#include "tui/views/lanes/read.h"
#include "tui/views/lanes/view_lanes.h"
#include "tui/views/views.h"

struct happening { /* a row of the story */
  char *text;
  uint32_t step; /* the step that Enter goes to; 0: none */
  bool heading;
};
struct nearest_row {
  char *text;
  node_id node; /* the node that Enter goes to; NODE_NONE: none */
  bool good;
};

struct explain_data {
  node_id node; /* node that is explained */
  uint32_t depth;
  bool is_error;
  char *name;        /* "data race (WR)" */
  VEC(char *) lines; /* the report's lines */
  VEC(struct happening) story;
  VEC(struct nearest_row) nearest;
  struct repair_info *repairs;
  uint32_t repair_count;
};

extern const struct pane_ops explain_nearest_pane;

enum { REPAIR_WIDE = 95 }; /* from this width on, a repair takes one row, else two */
extern const struct pane_ops explain_repairs_pane;

static struct explain_data *explain_data_of(struct debug *d);

/* ---- locks held at a race ---- */

enum { HELD_MAX = 8 };

/* Returns the thread of an event and the locks that it holds at the event: "T1 Teller Lock#1
 * "Bank.a"". Caller frees. */
static char *held_at(struct debug *d, const struct lanes *l, const struct lanes_source *s,
                     uint32_t event) {
  uint32_t held[HELD_MAX], n = lanes_held(l, event, held, HELD_MAX);
  struct text t = {0};
  text_printf(&t, "%s%s", l->lanes.data[l->events.data[event].lane].name, n ? "" : " none");
  for (uint32_t i = 0; i < n; i++) {
    char *full = lanes_track_text(l, s, held[i]), *name = debug_named(d, full);
    text_printf(&t, "%s%s", i ? ", " : " ", name);
    free(full);
    free(name);
  }
  return t.s;
}

/* Returns the race at the end of the path, which is the last race in the lanes; NULL: there is
 * none. */
static const struct lane_edge *last_race(const struct lanes *l) {
  for (size_t i = l->edges.len; i-- > 0;)
    if (l->edges.data[i].missing) return &l->edges.data[i];
  return NULL;
}

/* Returns "locks held: T2 Reader none; T1 Writer Object#1 "Cell.lock"" for the race at the end of
 * the path to `error`, which must be the current node. NULL: there is no race. Caller frees. */
static char *explain_locks_text(struct debug *d, node_id error) {
  struct lanes l;
  struct lanes_source s = {.engine = d->engine};
  const struct lane_edge *race;
  char *text = NULL;
  lanes_init(&l);
  lanes_read_path(&l, &s, error, d->set.jdk);
  view_lanes_short_names(d, &l);
  race = last_race(&l);
  if (race) {
    char *first = held_at(d, &l, &s, race->from), *second = held_at(d, &l, &s, race->to);
    text = mem_printf("locks held: %s; %s", second, first);
    free(first);
    free(second);
  }
  lanes_release(&l);
  vec_free(&s.steps);
  return text;
}

/* ---- pane of the nearest run ---- */

/* The pane shows where the nearest run without an error leaves the explained path, and where it
 * ends. The command `explain` starts the search for it, which is a check. */

static void explain_clear_nearest(struct explain_data *v) {
  for (size_t i = 0; i < v->nearest.len; i++) free(v->nearest.data[i].text);
  v->nearest.len = 0;
}

static void nearest_row(struct explain_data *v, node_id n, bool good, char *text) {
  *vec_push(&v->nearest) = (struct nearest_row){.text = text, .node = n, .good = good};
}

static void nearest_leaves(struct debug *d, struct explain_data *v, const struct check_info *k) {
  node_id its = node_at_depth(d, k->error_node, k->common + 1);
  char *takes = debug_node_text(d, its),
       *takes_not = debug_node_text(d, node_at_depth(d, v->node, k->common + 1));
  nearest_row(
      v, its, true,
      mem_printf("the same up to step %u; then %s, in place of %s", k->common, takes, takes_not));
  free(takes);
  free(takes_not);
}

static void nearest_found(struct debug *d, struct explain_data *v, const struct check_info *k) {
  struct node_info end;
  nearest_leaves(d, v, k);
  if (engine_node(d->engine, k->error_node, &end)) return;
  nearest_row(
      v, k->error_node, false,
      mem_printf("common prefix %u of %u steps; it ends at step %u (node %u)%s", k->common,
                 v->depth, end.depth, end.id, k->whole ? "" : "; not all nearer ones were tried"));
}

/* Reads the result of the search for the nearest run, as far as it has come. */
static void explain_read_nearest(struct debug *d, struct explain_data *v) {
  struct check_info k;
  explain_clear_nearest(v);
  if (!v->is_error || !nearest_find(d, v->node, &k)) return;
  if (k.state == CHECK_FOUND)
    nearest_found(d, v, &k);
  else if (k.state == CHECK_RUNNING)
    nearest_row(v, NODE_NONE, false,
                mem_printf("looking for it: %llu states so far (Ctrl-C ends that)",
                           (unsigned long long)k.states));
  else
    nearest_row(v, NODE_NONE, false, debug_short(d, k.verdict ? k.verdict : "ended"));
  engine_check_release(&k);
}

static void nearest_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "The nearest run that ends well");
}

static size_t nearest_count(struct debug *d) { return explain_data_of(d)->nearest.len; }

static void nearest_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct nearest_row *r = &explain_data_of(d)->nearest.data[i];
  (void)row, (void)cols;
  line_puts(out, r->good ? ST_GOOD : ST_NORMAL, r->text);
}

static char *nearest_open(struct debug *d, size_t i) {
  node_id n = explain_data_of(d)->nearest.data[i].node;
  return n == NODE_NONE ? NULL : mem_printf("go %u", n);
}

static const char *nearest_empty(struct debug *d) {
  return explain_data_of(d)->is_error ? "not searched for (E searches)" : "no error here";
}

const struct pane_ops explain_nearest_pane = {.name = "nearest",
                                              .title = nearest_title,
                                              .count = nearest_count,
                                              .item = nearest_item,
                                              .open = nearest_open,
                                              .why_empty = nearest_empty};

/* ---- pane of repairs ---- */

/* The pane shows the repairs that the engine proposes for the error, and the results of those that
 * were tried. */

static void explain_clear_repairs(struct explain_data *v) {
  engine_repairs_release(v->repairs, v->repair_count);
  v->repairs = NULL;
  v->repair_count = 0;
}

static void explain_read_repairs(struct debug *d, struct explain_data *v) {
  explain_clear_repairs(v);
  if (v->is_error) engine_repairs(d->engine, v->node, &v->repairs, &v->repair_count);
}

static void repairs_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL, "What would help (F tries the one under the cursor)");
}

static size_t repairs_count(struct debug *d) { return explain_data_of(d)->repair_count; }

static enum style repair_style(int state) {
  return state == CHECK_NO_ERROR ? ST_GOOD
         : state == CHECK_ERROR  ? ST_BAD
         : state == CHECK_KILLED ? ST_DIM
                                 : ST_WARN;
}

char *repair_said(struct debug *d, node_id n, const struct repair_info *r, enum style *style) {
  struct check_info k;
  char *said;
  *style = ST_DIM;
  if (!r->apply) return mem_strdup("not tried: cannot be applied to class files");
  if (!repair_find(d, n, r, &k)) return mem_strdup("not tried");
  *style = repair_style(k.state);
  said = k.state == CHECK_RUNNING ? mem_printf("is tried: %llu states so far (Ctrl-C ends that)",
                                               (unsigned long long)k.states)
                                  : debug_short(d, k.verdict);
  engine_check_release(&k);
  return said;
}

/* On a narrow screen, the result has a row of its own. */
static int repairs_height(struct debug *d, int cols, int rows) {
  return (void)d, (void)rows, cols < REPAIR_WIDE ? 2 : 1;
}

static void repairs_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct explain_data *v = explain_data_of(d);
  const struct repair_info *r = &v->repairs[i];
  char *text = debug_short(d, r->text), *said;
  enum style style;
  CHECK(i < v->repair_count, "the error has the repair: %zu of %zu", i, (size_t)v->repair_count);
  said = repair_said(d, v->node, r, &style);
  if (!row) line_printf(out, ST_NORMAL, "%2zu  %s", i + 1, text);
  if (row || cols >= REPAIR_WIDE) line_printf(out, style, "%s%s", row ? "    " : "   ", said);
  free(text);
  free(said);
}

static const char *repairs_empty(struct debug *d) {
  return explain_data_of(d)->is_error ? "nothing is proposed" : "no error here";
}

static char *repairs_open(struct debug *d, size_t i) {
  return explain_data_of(d)->repairs[i].apply ? mem_printf("repair %zu", i + 1) : NULL;
}

const struct pane_ops explain_repairs_pane = {.name = "repairs",
                                              .title = repairs_title,
                                              .count = repairs_count,
                                              .height = repairs_height,
                                              .item = repairs_item,
                                              .open = repairs_open,
                                              .why_empty = repairs_empty};

/* ---- data of the view ---- */

enum pane { ERROR, STORY, NEAREST, REPAIRS };

/* Returns the view's data after bringing it up to date. */
static struct explain_data *explain_data_of(struct debug *d) {
  view_refresh(d, VIEW_explain);
  return d->views[VIEW_explain].data;
}

node_id view_explain_node(struct debug *d, bool *is_error) {
  const struct explain_data *v = explain_data_of(d);
  *is_error = v->is_error;
  return v->node;
}

uint32_t view_explain_repair(struct debug *d) {
  const struct explain_data *v = explain_data_of(d);
  size_t at = d->views[VIEW_explain].pane[REPAIRS].cursor;
  return at < v->repair_count ? (uint32_t)at + 1 : v->repair_count;
}

static void *explain_open_data(struct debug *d) {
  struct explain_data *v = mem_alloc(sizeof *v);
  (void)d;
  v->node = NODE_NONE;
  return v;
}

static void explain_clear(struct explain_data *v) {
  size_t i;
  for (i = 0; i < v->lines.len; i++) free(v->lines.data[i]);
  for (i = 0; i < v->story.len; i++) free(v->story.data[i].text);
  v->lines.len = v->story.len = 0;
  explain_clear_nearest(v);
  explain_clear_repairs(v);
  free(v->name);
  v->name = NULL;
}

static void explain_close_data(void *data) {
  struct explain_data *v = data;
  explain_clear(v);
  vec_free(&v->lines);
  vec_free(&v->story);
  vec_free(&v->nearest);
  free(v);
}

/* ---- reading the error ---- */

/* Returns true if the session is on the path to the explained node. */
static bool explain_is_on(struct debug *d, const struct explain_data *v) {
  struct node_info info;
  node_id here = engine_here(d->engine), n = v->node;
  while (n != NODE_NONE && n != here)
    n = engine_node(d->engine, n, &info) ? NODE_NONE : info.parent;
  return n != NODE_NONE;
}

static void report_line(struct debug *d, struct explain_data *v, const char *text, size_t n) {
  char *line = mem_printf("%.*s", (int)n, text);
  *vec_push(&v->lines) = debug_short(d, line);
  free(line);
}

static void read_error(struct debug *d, struct explain_data *v) {
  struct violation_info bad;
  const char *at;
  char *locks;
  v->is_error = !engine_violation(d->engine, v->node, &bad);
  if (!v->is_error) return;
  v->name = bad.kind && *bad.kind ? mem_printf("%s (%s)", bad.property_name, bad.kind)
                                  : mem_strdup(bad.property_name);
  report_line(d, v, bad.headline, strlen(bad.headline));
  locks = explain_locks_text(d, v->node);
  if (locks) *vec_push(&v->lines) = locks;
  for (at = bad.detail; at && *at; at += *at == '\n') {
    size_t n = strcspn(at, "\n");
    report_line(d, v, at, n);
    at += n;
  }
}

static void happened(struct debug *d, struct explain_data *v, uint32_t step, bool heading,
                     char *text) {
  char *short_text = naming_short_calls(debug_short(d, text));
  *vec_push(&v->story) = (struct happening){.text = short_text, .step = step, .heading = heading};
  free(text);
}

static char *steps_text(const struct story_part *p) {
  return p->first == p->last ? mem_printf("step %u", p->first)
                             : mem_printf("steps %u to %u", p->first, p->last);
}

static void part_happened(struct debug *d, struct explain_data *v, const struct story_part *p,
                          uint32_t number) {
  char *steps = steps_text(p);
  bool stays = *p->from && !strcmp(p->from, p->to);
  happened(d, v, p->last, true,
           mem_printf("%u. %s, %s, from %s%s%s", number, p->name, steps,
                      *p->from ? p->from : "its start", stays ? "" : " to ",
                      stays    ? ""
                      : *p->to ? p->to
                               : "its end"));
  free(steps);
  for (uint32_t i = 0; i < p->fact_count; i++)
    happened(d, v, p->facts[i].step, false, mem_strdup(p->facts[i].text));
  if (p->left && *p->left) happened(d, v, p->last, false, mem_strdup(p->left));
}

static void read_story(struct debug *d, struct explain_data *v) {
  struct story s;
  struct error err = {0};
  if (engine_story(d->engine, v->node, &s, &err)) return;
  for (uint32_t i = 0; i < s.count; i++) part_happened(d, v, &s.parts[i], i + 1);
  engine_story_release(&s);
}

static void explain_refresh(struct debug *d, void *data) {
  struct explain_data *v = data;
  if (v->node == NODE_NONE || !explain_is_on(d, v)) {
    explain_clear(v);
    v->node = engine_here(d->engine);
    v->depth = debug_here(d).depth;
    read_error(d, v);
    read_story(d, v);
    explain_read_repairs(d, v);
  }
  explain_read_nearest(d, v);
}

/* ---- error and story ---- */

static void error_title(struct debug *d, struct line *out) {
  const struct explain_data *v = explain_data_of(d);
  if (v->is_error)
    line_printf(out, ST_BAD, "Error: %s, step %u", v->name, v->depth);
  else
    line_printf(out, ST_NORMAL, "No error at step %u", v->depth);
}
static size_t error_count(struct debug *d) { return explain_data_of(d)->lines.len; }
static void error_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  (void)row, (void)cols;
  line_printf(out, i ? ST_NORMAL : ST_BAD, " %s", explain_data_of(d)->lines.data[i]);
}

static void story_title(struct debug *d, struct line *out) {
  line_printf(out, ST_NORMAL, "How it came there, step %u of %u", debug_here(d).depth,
              explain_data_of(d)->depth);
}
static size_t story_count(struct debug *d) { return explain_data_of(d)->story.len; }
static void story_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct happening *t = &explain_data_of(d)->story.data[i];
  bool now = t->step && t->step == debug_here(d).depth;
  (void)row, (void)cols;
  if (t->heading)
    line_printf(out, now ? ST_TITLE : ST_KEY, "%s", t->text);
  else if (t->step)
    line_printf(out, now ? ST_TITLE : ST_NORMAL, "   #%-4u %s", t->step, t->text);
  else
    line_printf(out, ST_NORMAL, "         %s", t->text);
}

/* Shows the whole text of a row if the row cuts it. */
static bool story_detail(struct debug *d, size_t i, int cols, struct line *out) {
  const struct happening *t = &explain_data_of(d)->story.data[i];
  if (utf8_width(t->text) + (t->heading ? 0 : 9) <= cols) return false;
  line_puts(out, ST_NORMAL, t->text);
  return true;
}

static char *story_open(struct debug *d, size_t i) {
  const struct explain_data *v = explain_data_of(d);
  return v->story.data[i].step
             ? mem_printf("go %u", node_at_depth(d, v->node, v->story.data[i].step))
             : NULL;
}

static char *story_subject(struct debug *d, size_t i) {
  const struct happening *t = &explain_data_of(d)->story.data[i];
  return t->heading ? NULL : view_subject_of(t->text);
}

/* Returns true if the command `error` would find an error. */
static bool an_error_is_known(struct debug *d) {
  return (d->trace && counterexample_is(d->trace)) || debug_known_error(d) != NODE_NONE;
}

static const char *error_empty(struct debug *d) {
  bool begun = explain_data_of(d)->depth != 0;
  if (an_error_is_known(d))
    return begun ? "a path without an error, so far; e goes to the error"
                 : "nothing has happened yet; e goes to the error";
  return begun ? "a path without an error, so far" : "nothing has happened yet";
}

static const struct pane_ops error_pane = {.name = "error",
                                           .title = error_title,
                                           .count = error_count,
                                           .item = error_item,
                                           .why_empty = error_empty,
                                           .text = true};
static const struct pane_ops story_pane = {.name = "story",
                                           .title = story_title,
                                           .count = story_count,
                                           .item = story_item,
                                           .detail = story_detail,
                                           .open = story_open,
                                           .subject = story_subject,
                                           .empty = "there is no story"};
static const struct pane_ops *const panes[] = {&error_pane, &story_pane, &explain_nearest_pane,
                                               &explain_repairs_pane, NULL};

/* Returns the number of rows that the error pane needs, with the report's lines wrapped. */
static int error_rows(struct debug *d, int cols) {
  const struct explain_data *v = explain_data_of(d);
  int rows = v->lines.len ? 1 : 2;
  for (size_t i = 0; i < v->lines.len; i++) rows += utf8_rows(v->lines.data[i], cols - 2);
  return rows;
}

/* Returns the number of rows for the nearest run. Without an error the pane is empty, so it is
 * shown only if it has the focus. */
static int nearest_rows(struct debug *d) {
  const struct explain_data *v = d->views[VIEW_explain].data;
  if (!v->is_error && d->views[VIEW_explain].focus != NEAREST) return 0;
  return v->nearest.len > 1 ? 3 : 2;
}

static int repair_rows(struct debug *d, int cols) {
  const struct explain_data *v = d->views[VIEW_explain].data;
  if (!v->is_error && d->views[VIEW_explain].focus != REPAIRS) return 0;
  return v->repair_count ? (int)v->repair_count * (cols - 1 < REPAIR_WIDE ? 2 : 1) + 1 : 2;
}

static void explain_layout(struct debug *d, struct rect area, struct rect *out) {
  int rows = error_rows(d, area.cols), repairs = repair_rows(d, area.cols), most = area.rows / 3;
  out[REPAIRS] = rect_bottom(&area, repairs < most || repairs <= 2 ? repairs : most);
  out[NEAREST] = rect_bottom(&area, nearest_rows(d));
  most = area.rows * 3 / 5;
  out[ERROR] = rect_top(&area, rows < most ? rows : most);
  out[STORY] = area;
}

static int explain_twin_rows(struct debug *d, int cols) {
  int error = error_rows(d, cols), story = (int)story_count(d) + 2, rows = error + story;
  int below = nearest_rows(d), repairs = repair_rows(d, cols);
  rows = (rows * 3 / 5 < error ? error * 5 / 3 + 1 : rows) + below + repairs;
  return rows < repairs * 4 ? repairs * 4 : rows;
}

const struct view_ops view_explain = {.name = "explain",
                                      .title = "Explain",
                                      .panes = panes,
                                      .layout = explain_layout,
                                      .twin_rows = explain_twin_rows,
                                      .open = explain_open_data,
                                      .refresh = explain_refresh,
                                      .close = explain_close_data,
                                      .focus = STORY};
