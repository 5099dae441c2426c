/* The commands last and access for a bit of h: go back to the step that set or cleared it, or
 * forward to the next step that does. Also finds the bit that the arguments of watch and break
 * name. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tui/commands/commands.h"
#include "tui/commands/last_bit.h"
#include "tui/terminal/bits.h"
#include "tui/views/view_h.h"

/* Sets *out to the node whose step gave the bit its current value. If that is the current node,
 * sets *out to the change before it. */
static int since(struct debug *d, const char *row, const char *column, node_id *out,
                 struct error *err) {
  node_id here = engine_here(d->engine);
  struct node_info n;
  struct error none = {0};
  int r = engine_h_since(d->engine, row, column, out, err);
  if (r || *out != here || engine_node(d->engine, here, &n) || n.parent == NODE_NONE) return r;
  if (engine_go(d->engine, n.parent, err)) return err->code;
  r = engine_h_since(d->engine, row, column, out, err);
  engine_go(d->engine, here, &none);
  return r;
}

static int last_bit(struct debug *d, const char *row, const char *column) {
  struct error err = {0};
  node_id here = engine_here(d->engine), n;
  struct node_info k;
  char *name;
  if (since(d, row, column, &n, &err)) return debug_fail(d, &err);
  if (engine_node(d->engine, n, &k) || engine_go(d->engine, n, &err)) return debug_fail(d, &err);
  debug_moved(d, here);
  debug_report_node(d, n);
  name = debug_short(d, column);
  debug_log(d, LOG_GOOD,
            "step %u gave the bit of %s in h(%s) its value (w again: the change before)", k.depth,
            name, row);
  free(name);
  return 0;
}

bool command_is_bit(struct debug *d, const struct args *a) {
  if (a->argc) return a->argc == 3 && !strcmp(a->argv[0], "h");
  return d->view == VIEW_h && view_h_on_matrix(d);
}

/* Splits a bit's text (bits.h) and finds the full names of its row and column here. The caller
 * frees both. */
static int bit_names(struct debug *d, const char *text, char **row, char **column,
                     struct error *err) {
  const char *start = text + 1 + strspn(text + 1, " "), *last = strrchr(start, ' ');
  char *name;
  int r;
  if (!last) return error_set(err, ERR_INPUT, "'%s': expected h ROW COLUMN", text);
  name = mem_printf("%.*s", (int)(last - start), start);
  r = view_h_names(d, name, last + 1, row, column, err);
  free(name);
  return r;
}

int command_last_bit(struct debug *d, const char *text) {
  struct error err = {0};
  char *row, *column;
  int r;
  if (!text) return command_usage(d, "h has no bits here");
  if (bit_names(d, text, &row, &column, &err)) return debug_fail(d, &err);
  r = last_bit(d, row, column);
  free(row);
  free(column);
  return r;
}

/* Moves forward to the next step that changes the bit. Returns false if there is none; the session
 * may then be at any later node. */
static bool next_change(struct debug *d, const char *text, struct node_info *k) {
  struct error none = {0};
  while (!(d->stop && *d->stop) && !engine_forward(d->engine, &none)) {
    if (engine_node(d->engine, engine_here(d->engine), k)) return false;
    if (bits_changed(d, text, k->parent, k->id)) return true;
  }
  return false;
}

int command_next_bit(struct debug *d, const char *text) {
  struct error err = {0};
  node_id here = engine_here(d->engine);
  struct node_info k;
  uint8_t bit;
  char *name;
  int r;
  if (!text) return command_usage(d, "h has no bits here");
  if (bits_along(d, text, &here, 1, &bit, &err)) return debug_fail(d, &err);
  name = debug_short(d, text);
  if (!next_change(d, text, &k)) {
    engine_go(d->engine, here, &err);
    r = debug_fail_text(
        d, ERR_NOTFOUND,
        "no change of %s ahead: only a path that was walked back continues from here", name);
    free(name);
    return r;
  }
  debug_moved(d, here);
  debug_report_node(d, k.id);
  r = bits_along(d, text, &k.id, 1, &bit, &err);
  debug_log(d, LOG_GOOD, "step %u %s %s (W again: the next change)", k.depth,
            !r && bit == H_BIT_SET ? "sets" : "takes away", name);
  free(name);
  return 0;
}

bool command_names_bit(const struct args *a) { return a->argc && !strcmp(a->argv[0], "h"); }

char *command_bit_text(struct debug *d, const struct args *a) {
  struct error none = {0};
  char *row = NULL, *column = NULL, *text;
  if (a->argc < 2 && !view_h_cursor(d, &row, &column)) return NULL;
  if (a->argc == 2 || a->argc > 3) return NULL;
  if (a->argc == 3 && view_h_names(d, a->argv[1], a->argv[2], &row, &column, &none))
    return mem_printf("h %s %s", a->argv[1], a->argv[2]);
  if (row[0] == 'T' && isdigit((unsigned char)row[1])) row[strcspn(row, " ")] = 0;
  text = mem_printf("h %s %s", row, column);
  free(row);
  free(column);
  return text;
}
