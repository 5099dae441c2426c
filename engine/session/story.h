/* Internal to story.c. The public part of a story is in engine.h. */
#ifndef HEDDLE_SESSION_STORY_H
#define HEDDLE_SESSION_STORY_H

#include "engine/session/session.h"

#endif
