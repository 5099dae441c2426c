/* Bits of h by name, "h ROW COLUMN", for watches and breakpoints: "h T1 Cell.x". Rows have their
 * names in h ("lock Data#1"); a thread's row is its number alone ("T1"). */
#ifndef HEDDLE_TUI_TERMINAL_BITS_H
#define HEDDLE_TUI_TERMINAL_BITS_H

#include "engine/engine.h"

struct debug;
bool bits_is(const char *text); /* the text names a bit of h, not a variable */
/* Reads the bit at each of `count` nodes (engine_h_along). ERR_INPUT: the text has no row or no
 * column. */
int bits_along(struct debug *d, const char *text, const node_id *nodes, uint32_t count,
               uint8_t *bits, struct error *err);
/* Reads a watch's value in the current state: a bit of h, or the value of an expression. Caller
 * frees. */
int bits_watch(struct debug *d, const char *text, char **value, struct error *err);
/* Returns true if the bit differs between the two nodes. */
bool bits_changed(struct debug *d, const char *text, node_id before, node_id after);

#endif
