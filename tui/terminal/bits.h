/* A bit of h in words, "h ROW COLUMN", as what is watched and what stops a walk: "h T1 Cell.x".
 * The row is named as h names it ("lock Data#1"), a thread by its number alone. */
#ifndef HEDDLE_TUI_TERMINAL_BITS_H
#define HEDDLE_TUI_TERMINAL_BITS_H

#include "engine/engine.h"

struct debug;
bool bits_is(const char *text); /* it names a bit, not a variable */
/* The bit at each of so many nodes (engine_h_along). ERR_INPUT: the text has no two names. */
int bits_along(struct debug *d, const char *text, const node_id *nodes, uint32_t count,
               uint8_t *bits, struct error *err);
/* What a watch has at the present state: the bit, or the value of an expression. Caller frees. */
int bits_watch(struct debug *d, const char *text, char **value, struct error *err);
/* Has the step from the first node to the second changed it? */
bool bits_changed(struct debug *d, const char *text, node_id before, node_id after);

#endif
