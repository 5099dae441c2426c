/* The files of heddle check --checkpoint and --resume. The search itself can open no file
 * (engine_confine): the process beside it opens FILE.part and hands over the descriptor, and gives
 * the file its name once it is whole. A process that is killed leaves the last checkpoint as it
 * was, maybe with a FILE.part beside it that is overwritten by the next. */
#ifndef HEDDLE_TUI_CLI_CHECKPOINT_H
#define HEDDLE_TUI_CLI_CHECKPOINT_H

#include "tui/cli/cli.h"

struct checkpoint_file;

/* Do the options go with --checkpoint and --resume? ERR_USAGE. */
int checkpoint_usage(const struct cli *c, struct error *err);
/* Opens what is resumed from, and tries whether FILE.part can be written. *out stays NULL without
 * either option. ERR_INPUT. */
int checkpoint_open(const struct cli *c, struct checkpoint_file **out, struct error *err);
void checkpoint_close(struct checkpoint_file *f); /* NULL is fine */
/* For a search in the session `e`, once that is confined. Belongs to `f`. */
const struct checkpoint_options *checkpoint_options(struct checkpoint_file *f, struct engine *e);
/* In the process beside: answers requests of the search that concern checkpoints, malloc'd; NULL:
 * it is none. */
char *checkpoint_service(struct checkpoint_file *f, const char *request, int *file);

#endif
