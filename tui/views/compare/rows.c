/* Draws the rows of the view Compare: two paired events side by side, or an event alone, with a
 * sign that shows how they relate. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/views/compare/compare_int.h"

/* ---- texts about events ---- */

/* Returns the number of the event's thread. */
static uint32_t compare_thread(const struct compare_data *v, int side, uint32_t event) {
  const struct lanes *l = &v->c.side[side].lanes;
  return l->lanes.data[l->events.data[event].lane].number;
}

const char *compare_thread_title(const struct compare_data *v, int side, uint32_t event) {
  const struct lanes *l = &v->c.side[side].lanes;
  return l->lanes.data[l->events.data[event].lane].name;
}

static char *shortened(struct debug *d, char *text) {
  char *s = debug_short(d, text);
  free(text);
  return s;
}

char *compare_named(struct debug *d, int side, char *text) {
  const struct compare_run *run = &compare_data_of(d)->run[side];
  char *s = run->source.trace ? debug_recorded(d, run->source.trace, text) : debug_named(d, text);
  free(text);
  return s;
}

/* Returns the value of an event. Caller frees. */
char *compare_value_text(struct debug *d, int side, uint32_t event) {
  const struct compare_data *v = compare_data_of(d);
  return shortened(
      d, lanes_value_text(&v->run[side].source, &v->c.side[side].lanes.events.data[event]));
}

/* Returns the place of an event, such as "@12", or "" for an event without a line. The place of a
 * recorded event names its method: "@ TwoStage.produce:18". Caller frees. */
char *compare_place_text(struct debug *d, int side, uint32_t event) {
  const struct compare_data *v = compare_data_of(d);
  char *s = shortened(
      d, lanes_place_text(&v->run[side].source, &v->c.side[side].lanes.events.data[event]));
  if (*s && *s != '@') {
    char *at = mem_printf("@ %s", s);
    free(s);
    s = at;
  }
  return s;
}

/* Returns "read Cell#1.value = 1". Caller frees. */
static char *compare_action_text(struct debug *d, int side, uint32_t event) {
  const struct compare_data *v = compare_data_of(d);
  const struct lane_event *e = &v->c.side[side].lanes.events.data[event];
  char *kind = lanes_kind_text(&v->run[side].source, e),
       *value = compare_value_text(d, side, event),
       *object = e->track == LANE_NONE ? shortened(d, lanes_object_text(&v->run[side].source, e))
                                       : mem_strdup(v->c.side[side].names.data[e->track]);
  char *s = mem_printf("%s %s%s%s", kind, object, *value ? " = " : "", value);
  free(kind);
  free(value);
  free(object);
  return s;
}

/* ---- drawing a row ---- */

static void aligned_title(struct debug *d, struct line *out) {
  (void)d;
  line_puts(out, ST_NORMAL,
            "Two runs, aligned by event: = same  < only left  > only right  ~ in another order");
}

static size_t aligned_count(struct debug *d) {
  view_refresh(d, VIEW_compare);
  return compare_data_of(d)->c.rows.len;
}

enum { MIDDLE = 5, SIGNS = 2 };
static int half(int cols) { return (cols - 1 - MIDDLE) / 2; }

static bool aligned_header(struct debug *d, int cols, struct line *out) {
  struct compare_data *v = compare_data_of(d);
  if (!aligned_count(d)) return false;
  for (int side = 0; side < SIDES; side++) {
    char *s = mem_printf("%s: %s%s", side ? "right" : "left", v->run[side].title,
                         side == v->at ? "  (Enter goes there)" : "");
    if (side) line_tab(out, half(cols) + MIDDLE);
    line_fit(out, side == v->at ? ST_KEY : ST_DIM, s, half(cols));
    free(s);
  }
  return true;
}

static enum style sign_style(char sign) {
  return sign == SIGN_SAME    ? ST_DIM
         : sign == SIGN_ORDER ? ST_WARN
         : sign == SIGN_LEFT  ? ST_BAD
                              : ST_GOOD;
}

/* Returns a note for the right side: the value that the same read gets on the left, or that this is
 * the first difference. NULL: there is no note. Caller frees. */
static char *row_note(struct debug *d, const struct compare_data *v, uint32_t shown) {
  uint32_t partner = v->c.side[RIGHT].partner.data[shown];
  const struct lane_event *e = compare_event(&v->c, RIGHT, shown);
  char *left, *right, *s = NULL;
  if (partner == LANE_NONE) return NULL;
  left = compare_value_text(d, LEFT, v->c.side[LEFT].shown.data[partner]);
  right = compare_value_text(d, RIGHT, v->c.side[RIGHT].shown.data[shown]);
  if (e->op == LANE_READ && strcmp(left, right) != 0)
    s = mem_printf("<- left: %s", left);
  else if (shown == v->c.first[RIGHT])
    s = mem_strdup("<- first");
  free(left);
  free(right);
  return s;
}

/* Draws one side of a row. Leaves out the event's place if there is no room for it. On the right
 * side, a note replaces the place. */
static void draw_half(struct debug *d, const struct compare_data *v, int side, uint32_t shown,
                      char sign, int cols, struct line *out) {
  uint32_t event = v->c.side[side].shown.data[shown], thread = compare_thread(v, side, event);
  char *action = compare_named(d, side, compare_action_text(d, side, event)),
       *place = compare_place_text(d, side, event),
       *note = side == RIGHT ? row_note(d, v, shown) : NULL,
       *what = mem_printf("%3u %s %s", shown + 1, compare_thread_title(v, side, event), action);
  int room = cols - SIGNS, more = utf8_width(note ? note : place) + 2;
  bool fits;
  if (utf8_width(what) > (note ? room - more : room)) { /* shorten the thread's name */
    free(what);
    what = mem_printf("%3u T%u %s", shown + 1, thread, action);
  }
  fits = note || utf8_width(what) + more <= room;
  line_printf(out, sign_style(sign), "%c ", sign);
  line_fit(out, line_thread_style(thread), what, !fits ? room : room - more > 8 ? room - more : 8);
  if (fits) line_printf(out, note ? ST_BAD : ST_DIM, "  %s", note ? note : place);
  free(action);
  free(place);
  free(note);
  free(what);
}

/* Returns the text between the two sides: crossing lines where the events are in another order. */
static const char *crossing(const struct compare *c, size_t row) {
  size_t from = row, to = row;
  bool order =
      c->rows.data[row].sign[LEFT] == SIGN_ORDER && c->rows.data[row].sign[RIGHT] == SIGN_ORDER;
  if (!order) return "     ";
  while (from && c->rows.data[from - 1].sign[LEFT] == SIGN_ORDER &&
         c->rows.data[from - 1].sign[RIGHT] == SIGN_ORDER)
    from--;
  while (to + 1 < c->rows.len && c->rows.data[to + 1].sign[LEFT] == SIGN_ORDER &&
         c->rows.data[to + 1].sign[RIGHT] == SIGN_ORDER)
    to++;
  return row == from && row == to ? "  x  "
         : row == from            ? " \\ / "
         : row == to              ? " / \\ "
                                  : "  X  ";
}

static void aligned_item(struct debug *d, size_t i, int row, int cols, struct line *out) {
  const struct compare_data *v = compare_data_of(d);
  const struct compare_row *r = &v->c.rows.data[i];
  (void)row;
  CHECK(i < v->c.rows.len, "the comparison has the row: %zu of %zu", i, v->c.rows.len);
  if (r->at[LEFT] != LANE_NONE) draw_half(d, v, LEFT, r->at[LEFT], r->sign[LEFT], half(cols), out);
  line_tab(out, half(cols));
  line_puts(out, ST_DIM, crossing(&v->c, i));
  line_tab(out, half(cols) + MIDDLE);
  if (r->at[RIGHT] != LANE_NONE)
    draw_half(d, v, RIGHT, r->at[RIGHT], r->sign[RIGHT], half(cols), out);
}

/* Returns the event of a row on that side, or on the other side if there is none. */
static const struct lane_event *event_under(const struct compare_data *v, size_t i, int *side) {
  const struct compare_row *r = &v->c.rows.data[i];
  if (r->at[*side] == LANE_NONE) *side = !*side;
  CHECK(r->at[*side] != LANE_NONE, "a row has an event: %zu", i);
  return compare_event(&v->c, *side, r->at[*side]);
}

char *compare_open_row(struct debug *d, size_t i, int side) {
  const struct compare_data *v = compare_data_of(d);
  const struct lane_event *e = event_under(v, i, &side);
  const struct compare_run *r = &v->run[side];
  if (r->end != NODE_NONE) return mem_printf("go %u", r->source.steps.data[e->source].node);
  return r->source.trace == d->trace ? mem_printf("follow to %u", e->source) : NULL;
}

static char *aligned_open(struct debug *d, size_t i) {
  return compare_open_row(d, i, compare_data_of(d)->at);
}

static char *aligned_subject(struct debug *d, size_t i) {
  const struct compare_data *v = compare_data_of(d);
  int side = v->at;
  const struct lane_event *e = event_under(v, i, &side);
  return e->track == LANE_NONE || v->run[side].end == NODE_NONE
             ? NULL
             : view_subject_of(v->c.side[side].names.data[e->track]);
}

static size_t *aligned_cursor(struct debug *d) { return &compare_data_of(d)->cursor; }

static const char *aligned_empty(struct debug *d) {
  const struct compare_data *v = compare_data_of(d);
  if (v->waits) return v->waits;
  return v->asked ? "neither does anything" : "v in an error, or :compare FILE, check N, node N";
}

const struct pane_ops compare_aligned_pane = {.name = "aligned",
                                              .title = aligned_title,
                                              .count = aligned_count,
                                              .header = aligned_header,
                                              .item = aligned_item,
                                              .open = aligned_open,
                                              .subject = aligned_subject,
                                              .cursor = aligned_cursor,
                                              .why_empty = aligned_empty};
