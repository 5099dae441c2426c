/* The words of a story for places and accesses, in terms of the program's own lines and of the
 * calls that it makes into the class library. With --library-frames, the library's lines and fields
 * are named instead. The caller frees all texts. */
#ifndef HEDDLE_SESSION_STORY_WORDS_H
#define HEDDLE_SESSION_STORY_WORDS_H

#include "engine/engine.h"

struct xevent;

/* "Main.java:16", or "CyclicBarrier.await at Main.java:16" for an operation inside the library; ""
 * if no code of the program is on the stack */
char *story_event_place(struct engine *e, const struct xevent *ev);
/* the same for the place where a thread is in the current state */
char *story_thread_place(struct engine *e, uint32_t thread);
/* Is the thread inside a call that a story names instead of the library's next operation? */
bool story_in_library(struct engine *e, uint32_t thread);
/* "wrote Cell#1.value = 1 @ Main.java:16", or "wrote ArrayList#1 in List.add at Main.java:10" for
 * data of the library. `word`: "wrote" or "read". */
char *story_access_text(struct engine *e, const struct xevent *ev, const char *word);

#endif
