/* Checkpoints of a session's whole search, for engine/session/search.c. */
#ifndef HEDDLE_SESSION_CHECKPOINT_H
#define HEDDLE_SESSION_CHECKPOINT_H

#include "engine/session/session.h"

/* The search stands between two steps. On an error what was written so far is not kept. */
int session_checkpoint_write(struct engine *e, struct search *s, const struct checkpoint_options *c,
                             struct error *err);
/* Into a search just made. ERR_USAGE: the checkpoint is of another search, which is named;
 * ERR_INPUT: it is damaged, or does not fit the program; ERR_LIMIT: a stop request came. After an
 * error the search is of no use. */
int session_checkpoint_read(struct engine *e, struct search *s, const struct checkpoint_options *c,
                            struct error *err);

#endif
