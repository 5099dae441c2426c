/* Reads bits of h by name (see bits.h). */
#include "tui/terminal/bits.h"

#include <stdlib.h>
#include <string.h>

#include "tui/terminal/debug.h"

bool bits_is(const char *text) { return !strncmp(text, "h ", 2); }

/* The last blank separates row and column, because only names of rows can contain blanks. */
int bits_along(struct debug *d, const char *text, const node_id *nodes, uint32_t count,
               uint8_t *bits, struct error *err) {
  const char *row = text + 1 + strspn(text + 1, " "), *column = strrchr(row, ' ');
  char *name;
  int r;
  if (!column || column == row)
    return error_set(err, ERR_INPUT, "'%s': expected h ROW COLUMN, such as h T1 Cell.value", text);
  name = mem_printf("%.*s", (int)(column - row), row);
  r = engine_h_along(d->engine, name, column + 1, nodes, count, bits, err);
  free(name);
  return r;
}

int bits_watch(struct debug *d, const char *text, char **value, struct error *err) {
  static const char *const words[] = {[H_BIT_CLEAR] = "no", [H_BIT_SET] = "yes"};
  node_id here = engine_here(d->engine);
  uint8_t bit = H_BIT_NONE;
  int r;
  *value = NULL;
  if (!bits_is(text)) return engine_watch(d->engine, text, value, err);
  r = bits_along(d, text, &here, 1, &bit, err);
  if (r) return r;
  if (bit == H_BIT_NONE) return error_set(err, ERR_NOTFOUND, "h has no such bit here");
  *value = mem_strdup(words[bit]);
  return 0;
}

bool bits_changed(struct debug *d, const char *text, node_id before, node_id after) {
  const node_id nodes[] = {before, after};
  uint8_t bits[2] = {H_BIT_NONE, H_BIT_NONE};
  struct error none = {0};
  return !bits_along(d, text, nodes, 2, bits, &none) && bits[0] != bits[1] &&
         bits[0] != H_BIT_NONE && bits[1] != H_BIT_NONE;
}
