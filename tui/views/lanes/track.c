/* Draws the rows of locks and variables below the lanes (draw.h). A lock's row shows its owners. A
 * variable's row shows its values, each from the column of its write on. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "tui/terminal/debug.h"
#include "tui/views/lanes/draw.h"

static void owner_row(const struct lanes *l, const struct lanes_window *w,
                      const struct lane_track *t, struct line *out) {
  const struct lane_span *before = NULL, *s;
  uint32_t e, per = lanes_per_slot(w), last = w->left + lanes_in_sight(w);
  int i, width = lanes_width(w);
  if (last > l->events.len) last = (uint32_t)l->events.len;
  for (e = w->left; e < last; e += per, before = s) {
    char *who;
    s = lanes_owner(t, e);
    if (!s) continue;
    who = mem_strdup(l->lanes.data[s->lane].name);
    who[strcspn(who, " ")] = 0;
    if (s != before && line_width(out) < lanes_column(w, e)) lanes_pad(out, lanes_column(w, e));
    if (s != before) line_puts(out, line_thread_style(s->lane), who);
    for (i = line_width(out); i < lanes_column(w, e) + width; i++)
      line_puts(out, line_thread_style(s->lane), "#");
    free(who);
  }
}

/* ---- row of values ---- */

static char *shown_value(const struct lanes_source *s, const struct lane_event *e, bool held) {
  char *value;
  if (s->value) return s->value(s->value_arg, e, held);
  value = lanes_value_text(s, e);
  naming_without_packages(value);
  return value;
}

/* Returns "~#3" for an object's name that is too long, because the number distinguishes objects of
 * one class. NULL: the value has no number, or there is no room. Caller frees. */
static char *numbers_end(const char *value, int room) {
  const char *number = *value == '"' ? NULL : strrchr(value, '#');
  return number && utf8_width(number) < room ? mem_printf("~%s", number) : NULL;
}

/* Writes a value in `room` columns. The next value follows immediately, so a blank or '~' must
 * separate them. */
static void value_put(const struct lanes_source *s, const struct lane_event *e, int room, bool last,
                      struct line *out) {
  enum style style = line_thread_style(e->lane);
  int whole = last ? room : room - 1;
  char *value = shown_value(s, e, false), *held = NULL, *end = NULL, *cut = NULL;
  if (strchr(value, '#') && utf8_width(value) + 3 < whole) held = shown_value(s, e, true);
  if (held && utf8_width(held) <= whole) {
    line_puts(out, style, held);
  } else if (utf8_width(value) <= whole) {
    line_puts(out, style, value);
  } else if ((end = numbers_end(value, whole))) {
    line_puts(out, style, end);
  } else {
    cut = mem_printf("%s~", value);
    line_fit(out, style, cut, room);
  }
  free(value), free(held), free(end), free(cut);
}

/* Returns the last write in the slot that begins with event e. In the cursor's slot, returns the
 * last write up to the cursor, if there is one. LANE_NONE: the slot has no write. */
static uint32_t slots_write(const struct lanes_window *w, const struct lane_track *t, uint32_t e) {
  uint32_t end = e + lanes_per_slot(w) - 1, found = lanes_written(t, end), reached;
  if (found == LANE_NONE || (found < e && e != w->left)) return LANE_NONE;
  reached = w->cursor >= e && w->cursor < end ? lanes_written(t, w->cursor) : LANE_NONE;
  return reached != LANE_NONE && reached >= e ? reached : found;
}

/* Returns the first event of the next slot that has a write, after the slot of event e. LANE_NONE:
 * no such slot is visible. */
static uint32_t next_slot(const struct lanes_window *w, const struct lane_track *t, uint32_t e) {
  uint32_t per = lanes_per_slot(w), next;
  next = lanes_next(t->writes.data, t->writes.len, e + per - 1, false);
  return next == LANE_NONE || lanes_column(w, next) < 0 ? LANE_NONE : next - (next - w->left) % per;
}

/* Gives each value the columns up to the next value and no more, so that it hides no newer
 * value. */
static void value_row(const struct lanes *l, const struct lanes_source *s,
                      const struct lanes_window *w, const struct lane_track *t, struct line *out) {
  uint32_t e = w->left, next;
  for (; e != LANE_NONE; e = next) {
    uint32_t write = slots_write(w, t, e);
    int x = lanes_column(w, e);
    next = next_slot(w, t, e);
    if (write == LANE_NONE || x >= w->cols) continue;
    lanes_pad(out, x);
    value_put(s, &l->events.data[write], (next == LANE_NONE ? w->cols : lanes_column(w, next)) - x,
              next == LANE_NONE, out);
  }
}

void lanes_track_row(const struct lanes *l, const struct lanes_source *s,
                     const struct lanes_window *w, uint32_t track, struct line *out) {
  const struct lane_track *t = &l->tracks.data[track];
  CHECK(track < l->tracks.len, "the lanes have the track: %u of %zu", track, l->tracks.len);
  if (t->lock)
    owner_row(l, w, t, out);
  else
    value_row(l, s, w, t, out);
}
