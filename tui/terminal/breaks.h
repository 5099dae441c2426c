/* Breakpoints of a session: where moves along paths stop, forwards and backwards. They are looked
 * for in the events of the steps and in where threads stand, a line also by executing the step
 * again, so that they add no scheduling points: the tree stays the same (a mark is what adds one).
 */
#ifndef HEDDLE_TUI_TERMINAL_BREAKS_H
#define HEDDLE_TUI_TERMINAL_BREAKS_H

#include "engine/base/mem.h"
#include "engine/engine.h"

struct debug;
enum break_kind { BREAK_LINE, BREAK_MEMORY, BREAK_LOCK, BREAK_BIT };
struct break_point {
  uint32_t id; /* from 1, never given twice */
  enum break_kind kind;
  char *text; /* "TwoStage.java:17", "Cell.value", "lock Cell#1", "h T1 Cell.value" */
  char *what; /* the file, the location or the object */
  int line;
  uint64_t hits;
};
struct break_points {
  VEC(struct break_point) v;
  uint32_t last_id;
};

/* "17", "File.java:17" and other locations of the program, for their line; "Class.field",
 * "Class#1.field", "int[]#2[3]", "lock Class", "lock Class#1", "h ROW COLUMN". Without a number all
 * objects of the class are meant. Returns 0 and the new one's id, or ERR_INPUT with the reason. */
int breaks_add(struct debug *d, const char *text, uint32_t *id, struct error *err);
bool breaks_remove(struct debug *d, uint32_t id); /* false: there is none of that number */
void breaks_release(struct break_points *b);
/* Does the step to the present state hit one? Then it is counted and said in the log. A line is hit
 * by the thread that made the step when it has come to stand before the line, or passed it. */
bool breaks_hit(struct debug *d);
/* Is there one on a line of that file? 0: none, else its id. */
uint32_t breaks_at(const struct debug *d, const char *file, int line);

#endif
