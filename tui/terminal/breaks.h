/* Breakpoints of a session. They stop moves along paths, forwards and backwards. They are compared
 * with each step's events and the threads' positions; a line breakpoint also executes the step
 * again. They add no scheduling points, so the tree stays the same. (A mark does add one.) */
#ifndef HEDDLE_TUI_TERMINAL_BREAKS_H
#define HEDDLE_TUI_TERMINAL_BREAKS_H

#include "engine/base/mem.h"
#include "engine/engine.h"

struct debug;
enum break_kind { BREAK_LINE, BREAK_MEMORY, BREAK_LOCK, BREAK_BIT };
struct break_point {
  uint32_t id; /* from 1, never reused */
  enum break_kind kind;
  char *text; /* "TwoStage.java:17", "Cell.value", "lock Cell#1", "h T1 Cell.value" */
  char *what; /* the file, the memory location or the lock's object */
  int line;
  uint64_t hits;
};
struct break_points {
  VEC(struct break_point) v;
  uint32_t last_id;
};

/* Adds a breakpoint: "17", "File.java:17" or another location of the program for a line;
 * "Class.field", "Class#1.field", "int[]#2[3]", "lock Class", "lock Class#1", or "h ROW COLUMN".
 * Without a number, the breakpoint covers all objects of the class. Returns 0 and sets *id.
 * ERR_INPUT: the text is not valid. */
int breaks_add(struct debug *d, const char *text, uint32_t *id, struct error *err);
bool breaks_remove(struct debug *d, uint32_t id); /* false: no such breakpoint */
void breaks_release(struct break_points *b);
/* Returns true if the step to the current state hits a breakpoint. Counts the hit and logs it. A
 * step hits a line when it brings its thread to the line or past it. */
bool breaks_hit(struct debug *d);
/* Returns the id of the breakpoint on that line. 0: none. */
uint32_t breaks_at(const struct debug *d, const char *file, int line);

#endif
