/* Breakpoints of a session. They stop moves along paths, forwards and backwards. After each step,
 * each breakpoint is compared with the step's events and with the position of its thread; for a
 * line breakpoint, the step is also executed again to see which lines it passed. Breakpoints add no
 * scheduling points, so the tree stays the same. (A mark does add one.) */
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

/* Adds a breakpoint. The text for a line is "17", "File.java:17" or another location in the
 * program; for a memory location "Class.field", "Class#1.field" or "int[]#2[3]"; for a lock "lock
 * Class" or "lock Class#1"; for a bit of h "h ROW COLUMN". Without a number after #, the breakpoint
 * covers all objects of the class. Returns 0 and sets *id. ERR_INPUT: the text is not valid. */
int breaks_add(struct debug *d, const char *text, uint32_t *id, struct error *err);
bool breaks_remove(struct debug *d, uint32_t id); /* false: no such breakpoint */
void breaks_release(struct break_points *b);
/* Returns true if the step to the current state hits a breakpoint. Counts and logs each hit. A step
 * hits a line when it brings its thread to the line or past it. */
bool breaks_hit(struct debug *d);
/* Returns the id of the breakpoint on that line. 0: none. */
uint32_t breaks_at(const struct debug *d, const char *file, int line);

#endif
