/* Bits of h by name, for watches and breakpoints. A bit of h says whether a thread, lock or other
 * synchronisation object (its row) may access a memory location (its column) without a data race.
 * A name is "h ROW COLUMN": "h T1 Cell.x", "h lock Data#1 Cell.x". The row is named as in h, but a
 * thread only by its number. */
#ifndef HEDDLE_TUI_TERMINAL_BITS_H
#define HEDDLE_TUI_TERMINAL_BITS_H

#include "engine/engine.h"

struct debug;
bool bits_is(const char *text); /* returns true if the text names a bit of h, not a variable */
/* Reads the bit at each of `count` nodes (as engine_h_along does). ERR_INPUT: the text has no row
 * or no column. */
int bits_along(struct debug *d, const char *text, const node_id *nodes, uint32_t count,
               uint8_t *bits, struct error *err);
/* Reads a watched value in the current state: a bit of h ("yes" or "no"), or an expression. Caller
 * frees. ERR_NOTFOUND: h has no such bit here. */
int bits_watch(struct debug *d, const char *text, char **value, struct error *err);
/* Returns true if both nodes have the bit and it differs. */
bool bits_changed(struct debug *d, const char *text, node_id before, node_id after);

#endif
