/* See story.c; the public part is in engine.h. */
#ifndef HEDDLE_SESSION_STORY_H
#define HEDDLE_SESSION_STORY_H

#include "engine/session/session.h"

/* "Thread-0 (Producer)": the one name of a thread in all that people read. */

#endif
