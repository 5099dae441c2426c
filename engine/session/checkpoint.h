/* Checkpoints of a session's whole search. Used by engine/session/whole_search.c. */
#ifndef HEDDLE_SESSION_CHECKPOINT_H
#define HEDDLE_SESSION_CHECKPOINT_H

#include "engine/session/session.h"

/* Writes a checkpoint of the search, which must be between two steps. On an error, the part written
 * so far is discarded. */
int session_checkpoint_write(struct engine *e, struct search *s, const struct checkpoint_options *c,
                             struct error *err);
/* Reads a checkpoint into a new search. ERR_USAGE: it belongs to another search, which the error
 * names. ERR_INPUT: it is damaged or does not fit the program. ERR_LIMIT: a stop request came.
 * After an error the search must not be used. */
int session_checkpoint_read(struct engine *e, struct search *s, const struct checkpoint_options *c,
                            struct error *err);

#endif
