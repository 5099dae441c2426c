/* The story of a path (engine_story), as check, explain and the debugger show it: a JSON array and
 * its text. */
#ifndef HEDDLE_TUI_TEXT_STORY_H
#define HEDDLE_TUI_TEXT_STORY_H

#include <jansson.h>

#include "engine/engine.h"

/* Returns the story of the path to n: an array with one object per stretch of steps of one thread.
 * The caller owns the reference. NULL: the story cannot be made. */
json_t *story_json(struct engine *e, node_id n);
enum { STORY_COLUMNS = 110 };
/* Returns the story as text (malloc'd), one paragraph per stretch. Lines begin with `indent` and
 * have at most `cols` columns. Leaves out the middle of a long story unless `whole` is set. */
char *story_text(const json_t *story, const char *indent, int cols, bool whole);

#endif
