/* Frames and local variables. Internal to engine/session. Frames that heddle generated are left
 * out. */
#ifndef HEDDLE_SESSION_FRAMES_H
#define HEDDLE_SESSION_FRAMES_H

#include "engine/session/session.h"

uint32_t frames_count(struct engine *e, const struct thread *t);
/* Returns the frame with this index (0: innermost), or NULL after the last. */
const struct frame *frames_at(struct engine *e, const struct thread *t, uint32_t index);

struct local {
  char *name; /* from the class file, or "slot N" */
  char type;  /* first character of its descriptor */
  /* a reference that the rest of the method does not use and that may have been collected */
  bool gone;
  uint64_t value;
};
/* Stores the variables in scope, by slot, and returns their number. Free with
 * frames_locals_free. */
uint32_t frames_locals(struct engine *e, const struct frame *f, struct local **out);
void frames_locals_free(struct local *v, uint32_t n);
/* Returns the text of the value; malloc'd. */
char *frames_local_text(struct engine *e, const struct local *v);

const char *session_thread_state(struct engine *e, const struct thread *t); /* state.c */

#endif
