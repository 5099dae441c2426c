/* Sequences of locations (paper 000, section 2.1) and their files. A file has one location per
 * line, as in location.h; empty lines and lines that begin with '#' are ignored. */
#ifndef HEDDLE_FLOW_SEQUENCE_H
#define HEDDLE_FLOW_SEQUENCE_H

#include "engine/flow/location.h"

struct sequence {
  VEC(struct location) v;
};

/* Reads the file into an empty sequence. Errors: ERR_INPUT with file and line ("TwoStage.seq:2: no
 * code at ..."); the sequence is then empty. */
int sequence_read(struct vm *vm, const char *main_class, const char *path, struct sequence *seq,
                  struct error *err);
void sequence_release(struct sequence *seq);

#endif
