/* The story of a path (engine_story) as check, explain and the debugger have it: one JSON array,
 * and its text. */
#ifndef HEDDLE_TUI_TEXT_STORY_H
#define HEDDLE_TUI_TEXT_STORY_H

#include <jansson.h>

#include "engine/engine.h"

/* Of the path to n: an array with one object for each stretch of one thread. NULL: it cannot be
 * reported. */
json_t *story_json(struct engine *e, node_id n);
enum { STORY_COLUMNS = 110 };
/* Its text, each stretch a paragraph of lines of at most `cols` columns that begin with `indent`;
 * of a long one the middle is left out, unless `whole`. malloc'd. */
char *story_text(const json_t *story, const char *indent, int cols, bool whole);

#endif
