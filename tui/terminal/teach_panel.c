/* Draws a lesson's texts and the open question over the lowest rows of the view (see teach.h). */
#include <stdlib.h>
#include <string.h>

#include "tui/terminal/debug.h"

struct panel {
  struct grid *g;
  int row, end;
  bool draw; /* false: only count the rows */
};

static void panel_text(struct panel *p, enum style style, const char *text) {
  struct line l = {0};
  int from = 0, to, in = 1, cols = p->g->cols - 2;
  line_puts(&l, style, text);
  do {
    to = utf8_wrap(text, from, cols - in);
    if (p->draw && p->row < p->end) {
      grid_fill(p->g, (struct rect){p->row, 0, 1, p->g->cols}, ' ', ST_NORMAL);
      grid_part(p->g, p->row, in, p->g->cols - in, ST_NORMAL, &l, from, to);
    }
    p->row++;
    from = to;
    in = 1 + LINE_CONTINUED;
  } while (to < line_width(&l));
  line_release(&l);
}

static void panel_question(struct panel *p, const struct question *q) {
  size_t i;
  panel_text(p, ST_WARN, q->text);
  for (i = 0; i < q->count; i++) {
    bool right = q->revealed && question_right(q, i);
    char *votes = q->votes[i] ? mem_printf("   %u vote%s", q->votes[i], PLURAL(q->votes[i]))
                              : mem_strdup(""),
         *s = mem_printf("%c %c  %s%s", right ? '>' : ' ', 'a' + (int)i, q->option[i], votes);
    panel_text(p, right ? ST_GOOD : q->revealed ? ST_DIM : ST_NORMAL, s);
    free(s);
    free(votes);
  }
  if (!q->revealed) return;
  {
    char *s = mem_printf("because: %s", q->reason);
    panel_text(p, ST_GOOD, s);
    free(s);
  }
}

/* Returns the line that says which keys work now. Caller frees. */
static char *panel_hint(struct debug *d) {
  node_id away = teach_away(d);
  if (teach_open(d))
    return mem_printf("a %s %c vote, Space reveals", d->teach.q.count == 2 ? "and" : "to",
                      'a' + (int)d->teach.q.count - 1);
  if (away != NODE_NONE)
    return mem_printf(teach_asks_elsewhere(d)
                          ? "the question is at step %u: Space goes back to it"
                          : "the lesson is at step %u: Space goes on from there",
                      debug_step(d, away));
  return mem_strdup(d->teach.at < d->teach.lines.len
                        ? "Space goes on"
                        : "the end of the lesson (q leaves; heddle lesson lists them all)");
}

/* A lesson's texts are shown only at its current node, because they describe that state. */
static void panel_all(struct panel *p, struct debug *d) {
  const struct question *q = &d->teach.q;
  bool away = teach_away(d) != NODE_NONE;
  size_t i;
  for (i = 0; !away && i < d->teach.said.len; i++) panel_text(p, ST_TITLE, d->teach.said.data[i]);
  if (q->text && q->at == engine_here(d->engine)) panel_question(p, q);
  if (teach_open(d) || d->teach.lines.len) {
    char *hint = panel_hint(d);
    panel_text(p, ST_KEY, hint);
    free(hint);
  }
}

/* Takes at most two thirds of the rows above `below`. */
void teach_panel(struct debug *d, struct grid *g, int below) {
  struct panel p = {.g = g};
  int most = below * 2 / 3, rows;
  if (!d->teach.said.len && !d->teach.q.text) return;
  panel_all(&p, d);
  if (!p.row) return;
  rows = p.row < most ? p.row : most;
  p = (struct panel){.g = g, .row = below - rows, .end = below, .draw = true};
  grid_fill(g, (struct rect){p.row - 1, 0, 1, g->cols}, GLYPH_H, ST_FOCUS);
  panel_all(&p, d);
}
