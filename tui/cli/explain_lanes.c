/* Prints a counterexample's lanes as text. See explain_lanes.h. Uses the renderer of the debugger's
 * view (tui/views/lanes_draw.h). */
#include "tui/cli/explain_lanes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/terminal/debug.h"
#include "tui/text/story.h"
#include "tui/views/lanes_draw.h"

enum { ROWS_MAX = 12 };

static void print_line(struct line *l) {
  const char *s = line_text(l);
  size_t n = l->t.len;
  while (n && s[n - 1] == ' ') n--;
  printf("%.*s\n", (int)n, s);
  line_clear(l);
}

/* Prints a name, or only its end if it is too long for the margin. */
static void print_name(struct line *l, const char *name, enum style style) {
  int n = utf8_width(name), room = LANES_MARGIN - 2;
  line_printf(l, style, " %s%s", n > room ? "~" : "",
              n > room ? name + strlen(name) - (size_t)room + 1 : name);
}

/* Shortens a text as the debugger's views do. */
static char *short_name(const struct lanes_source *s, const char *text) {
  return naming_short(trace_reader_meta(s->trace, TRACE_META_MAIN, 0), text);
}

/* Ignores `held`, because a trace knows only some field that held the object at some time. The
 * story, printed above, names the field that holds it at that moment. */
static char *short_value(void *arg, const struct lane_event *e, bool held) {
  const struct lanes_source *s = arg;
  char *full = lanes_value_text(s, e), *out = short_name(s, full);
  (void)held;
  free(full);
  return out;
}

/* Prints the rows of locks, then those of variables that are written. */
static void print_tracks(const struct lanes *l, const struct lanes_source *s,
                         const struct lanes_window *w) {
  struct line row = {0};
  size_t i;
  int pass, rows = 0;
  for (pass = 0; pass < 2; pass++)
    for (i = 0; i < l->tracks.len && rows < ROWS_MAX; i++) {
      const struct lane_track *t = &l->tracks.data[i];
      char *full, *name;
      if (!lanes_worth_a_row(t) || t->lock != (pass == 0)) continue;
      full = lanes_object_text(s, &l->events.data[t->named_by]);
      name = short_name(s, full);
      print_name(&row, name, ST_NORMAL);
      lanes_track_row(l, s, w, (uint32_t)i, &row);
      print_line(&row);
      free(name);
      free(full);
      rows++;
    }
  line_release(&row);
}

static void print_part(const struct lanes *l, const struct lanes_source *s,
                       const struct lanes_window *w) {
  struct lanes_canvas c = {0};
  struct line row = {0};
  int r;
  lanes_draw(l, s, w, &c);
  line_puts(&row, ST_NORMAL, " event");
  lanes_numbers(l, w, &row);
  print_line(&row);
  line_puts(&row, ST_NORMAL, " switch");
  lanes_ticks(w, l->switches.data, l->switches.len, 'v', &row);
  print_line(&row);
  for (r = 0; r < c.rows; r++) {
    if (r % 2 == 0) {
      line_puts(&row, ST_NORMAL, " ");
      line_fit(&row, ST_NORMAL, l->lanes.data[r / 2].name, LANES_MARGIN - 2);
    }
    lanes_canvas_row(&c, r, &row);
    print_line(&row);
  }
  print_tracks(l, s, w);
  lanes_canvas_release(&c);
  line_release(&row);
}

void explain_lanes_print(struct trace_reader *r) {
  struct lanes l;
  struct lanes_source s = {.trace = r, .value = short_value, .value_arg = &s};
  struct lanes_window w = {.cursor = LANE_NONE, .zoom = 3, .cols = STORY_COLUMNS};
  lanes_init(&l);
  lanes_read_trace(&l, &s, false);
  puts("  what each thread did: - runs  = runs, holds a lock  . blocked  blank could run");
  printf(
      "   %s\n   arrows to v and ^ synchronises-with; a broken line to x: nothing orders the two\n",
      lanes_legend);
  for (; w.left < l.events.len; w.left += lanes_in_sight(&w)) {
    putchar('\n');
    print_part(&l, &s, &w);
  }
  lanes_release(&l);
}
